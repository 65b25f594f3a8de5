"""Reading the house's opponent by the masks they chose, the best answer to that, and their habits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import matrix
from games.core import JointMove, Level, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.insight import Habit, OpponentChoice, Outcome
from games.mind_reader import MindReader
from games.schamanen.ground import seen
from games.schamanen.mind import prospects, think
from games.schamanen.outlook import Outlook, cells, lines, masked, mixture
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, WOLF, State, View

STRENGTHS: Final = ("strong", "middle", "weak")


def habits(state: State, joint: JointMove) -> Iterator[Habit]:
    if state.phase != "mask":
        return
    row, column = joint[BISON][1], joint[WOLF][1]
    margins = _margins(state)
    won, lost = _outcomes(margins[row, column])
    yield Habit(BISON, "row", row, tuple(ROWS), f"column-{column}", won)
    yield Habit(WOLF, "column", column, tuple(COLUMNS), f"row-{row}", lost)
    if state.terms.hidden:
        # Nobody knew what would win.
        return
    rows = _strengths({line: sum(margins[line, other] for other in COLUMNS) for line in ROWS})
    columns = _strengths({line: -sum(margins[other, line] for other in ROWS) for line in COLUMNS})
    one, other = rows.get(row, ""), columns.get(column, "")
    if one:
        yield Habit(BISON, "line", one, STRENGTHS, f"line-{other}" if other else "", won)
    if other:
        yield Habit(WOLF, "line", other, STRENGTHS, f"line-{one}" if one else "", lost)


def _margins(state: State) -> Mapping[tuple[str, str], int]:
    """By row and column, by how much Bison would win there."""
    sums = [[0] * 9, [0] * 9]
    for side in (BISON, WOLF):
        for value, space in enumerate(state.at[side], 1):
            sums[side][space] += value
    return {
        (row, column): sums[BISON][at * 3 + along] - sums[WOLF][at * 3 + along]
        for at, row in enumerate(ROWS)
        for along, column in enumerate(COLUMNS)
    }


def _outcomes(margin: int) -> Sequence[Outcome]:
    """For Bison, and for Wolf."""
    return ("won", "lost") if margin > 0 else ("lost", "won") if margin < 0 else ("tied", "tied")


def _strengths(totals: Mapping[str, int]) -> Mapping[str, str]:
    """Each line by what it would win against all three together; none where two are as strong."""
    if len(set(totals.values())) < len(totals):
        return {}
    return dict(zip(sorted(totals, key=totals.__getitem__, reverse=True), STRENGTHS, strict=True))


FINE: Final = 1 << 20
PLACES: Final = ("1", "2", "3")
"""Of a line, from the top or from the left: who changes sides takes their habits along."""


def met(view: View, after: View, joint: JointMove) -> OpponentChoice | None:
    if view.phase != "mask" or view.seat is None:
        return None
    seat, rival = view.seat, 1 - view.seat
    theirs, mine = (LINES[side].index(joint[side][1]) for side in (rival, seat))
    meetings, takings = seen(view).meetings, Outlook.of(view).takings
    gains = {at: takings[meetings[_space(rival, at, mine)]] - view.shells[BISON] for at in range(3)}
    paid = after.shells[rival] - view.shells[rival]
    return OpponentChoice(
        symbol=PLACES[theirs],
        answer=PLACES[mine],
        beats=tuple(PLACES[at] for at, gain in gains.items() if (gain > 0 if rival == BISON else gain < 0)),
        won=(paid > 0) - (paid < 0),
        usual=_usual(view, rival),
        plain=_plain(view, rival),
    )


def exploit(view: View, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, left: TimeLeft) -> Suggestion:
    if view.phase != "mask" or view.seat is None or not any(runs):
        return think(view, Level.STRONG, dice, left)
    seat, rival = view.seat, 1 - view.seat
    seen_of_them = MindReader.read_matches(runs).predict_choice(_usual(view, rival), _plain(view, rival))
    trust, meetings = seen_of_them.trust, seen(view).meetings
    if view.terms.hidden:
        # What lies face down is mixed over all at once, and leans to nobody: so it is the one or the other.
        if dice.draw_below(FINE) >= trust * FINE:
            return think(view, Level.STRONG, dice, left)
        trust = 1.0
    payoffs = _leant(cells(meetings, prospects(view, left)), rival, trust, [*seen_of_them.chances.values()])
    solved = matrix.solve_matrix(payoffs)
    word, _ = masked(seat, solved.rows if seat == BISON else solved.columns, dice)
    return Suggestion(word, "why-read", {"seat": seat, "line": word[1].upper()})


def _leant(
    payoffs: Sequence[Sequence[float]], rival: Seat, trust: float, chances: Sequence[float]
) -> Sequence[Sequence[float]]:
    """The same duel against somebody who chooses by these chances as surely as they are trusted, and else as well as
    anybody can: whoever mixes for that leaves the best mix only as far as it is worth it (restricted Nash response).
    """
    if rival == WOLF:
        means = [sum(chance * value for chance, value in zip(chances, row, strict=True)) for row in payoffs]
        return [[trust * mean + (1 - trust) * value for value in row] for mean, row in zip(means, payoffs, strict=True)]
    means = [
        sum(chance * value for chance, value in zip(chances, down, strict=True)) for down in zip(*payoffs, strict=True)
    ]
    return [[trust * mean + (1 - trust) * value for mean, value in zip(means, row, strict=True)] for row in payoffs]


def _usual(view: View, rival: Seat) -> Mapping[str, float]:
    """As somebody mixes who cannot be read."""
    mix = mixture(rival, seen(view).meetings, Outlook.of(view).tariff)
    return {place: float(share) for place, share in zip(PLACES, mix, strict=True)}


def _plain(view: View, rival: Seat) -> str:
    averages = lines(rival, seen(view).meetings, Outlook.of(view).takings)
    return PLACES[averages.index(max(averages))]


def _space(side: Seat, one: int, other: int) -> int:
    """Where a line of this side meets one of the other."""
    return 3 * one + other if side == BISON else 3 * other + one
