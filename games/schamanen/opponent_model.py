"""Reading the house's opponent by the masks they chose, the best answer to that, and their habits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games import matrix
from games.core import JointMove, Level, Seat, Suggestion, TimeLeft
from games.dice import Dice
from games.insight import Habit, OpponentChoice, Outcome
from games.mind_reader import MindReader
from games.schamanen.ai import compute_pairing_values, think
from games.schamanen.evaluation import Evaluator, average_by_mask, draw_mask, optimal_mix, payoff_matrix
from games.schamanen.known_board import board_known_to_viewer
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, WOLF, State, View

STRENGTHS: Final = ("strong", "middle", "weak")


def list_habits(state: State, joint: JointMove) -> Iterator[Habit]:
    if state.phase != "mask":
        return
    row, column = joint[BISON][1], joint[WOLF][1]
    margins = _margins_by_line(state)
    won, lost = _outcomes(margins[row, column])
    yield Habit(BISON, "row", row, tuple(ROWS), f"column-{column}", won)
    yield Habit(WOLF, "column", column, tuple(COLUMNS), f"row-{row}", lost)
    if state.terms.stones_are_hidden:
        # Nobody knew what would win.
        return
    rows = _rank_lines({line: sum(margins[line, other] for other in COLUMNS) for line in ROWS})
    columns = _rank_lines({line: -sum(margins[other, line] for other in ROWS) for line in COLUMNS})
    one, other = rows.get(row, ""), columns.get(column, "")
    if one:
        yield Habit(BISON, "line", one, STRENGTHS, f"line-{other}" if other else "", won)
    if other:
        yield Habit(WOLF, "line", other, STRENGTHS, f"line-{one}" if one else "", lost)


def _margins_by_line(state: State) -> Mapping[tuple[str, str], int]:
    """By row and column, by how much Bison would win there."""
    sums = [[0] * 9, [0] * 9]
    for side in (BISON, WOLF):
        for value, space in enumerate(state.stone_spaces[side], 1):
            sums[side][space] += value
    return {
        (row, column): sums[BISON][at * 3 + along] - sums[WOLF][at * 3 + along]
        for at, row in enumerate(ROWS)
        for along, column in enumerate(COLUMNS)
    }


def _outcomes(margin: int) -> Sequence[Outcome]:
    """For Bison, and for Wolf."""
    return ("won", "lost") if margin > 0 else ("lost", "won") if margin < 0 else ("tied", "tied")


def _rank_lines(totals: Mapping[str, int]) -> Mapping[str, str]:
    """Each line by what it would win against all three together; none where two are as strong."""
    if len(set(totals.values())) < len(totals):
        return {}
    return dict(zip(sorted(totals, key=totals.__getitem__, reverse=True), STRENGTHS, strict=True))


TRUST_RESOLUTION: Final = 1 << 20
LINE_SYMBOLS: Final = ("1", "2", "3")
"""Of a line, from the top or from the left: who changes sides takes their habits along."""


def observe_opponent(view: View, after: View, joint: JointMove) -> OpponentChoice | None:
    if view.phase != "mask" or view.seat is None:
        return None
    seat, rival = view.seat, 1 - view.seat
    theirs, mine = (LINES[side].index(joint[side][1]) for side in (rival, seat))
    meetings, takings = board_known_to_viewer(view).pairings, Evaluator.from_view(view).shell_values
    gains = {at: takings[meetings[_space_of_lines(rival, at, mine)]] - view.shells[BISON] for at in range(3)}
    paid = after.shells[rival] - view.shells[rival]
    return OpponentChoice(
        symbol=LINE_SYMBOLS[theirs],
        answer=LINE_SYMBOLS[mine],
        beats=tuple(LINE_SYMBOLS[at] for at, gain in gains.items() if (gain > 0 if rival == BISON else gain < 0)),
        won=(paid > 0) - (paid < 0),
        usual=_mix_without_habits(view, rival),
        plain=_best_average_line(view, rival),
    )


def exploit(view: View, runs: Sequence[Sequence[OpponentChoice]], dice: Dice, left: TimeLeft) -> Suggestion:
    if view.phase != "mask" or view.seat is None or not any(runs):
        return think(view, Level.STRONG, dice, left)
    seat, rival = view.seat, 1 - view.seat
    seen_of_them = MindReader.read_matches(runs).predict_choice(
        _mix_without_habits(view, rival), _best_average_line(view, rival)
    )
    trust, meetings = seen_of_them.trust, board_known_to_viewer(view).pairings
    if view.terms.stones_are_hidden:
        # What lies face down is mixed over all at once, and leans to nobody: so it is the one or the other.
        if dice.draw_below(TRUST_RESOLUTION) >= trust * TRUST_RESOLUTION:
            return think(view, Level.STRONG, dice, left)
        trust = 1.0
    payoffs = _blend_payoffs(
        payoff_matrix(meetings, compute_pairing_values(view, left)), rival, trust, [*seen_of_them.chances.values()]
    )
    solved = matrix.solve_matrix(payoffs)
    word, _ = draw_mask(seat, solved.rows if seat == BISON else solved.columns, dice)
    return Suggestion(word, "why-read", {"seat": seat, "line": word[1].upper()})


def _blend_payoffs(
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


def _mix_without_habits(view: View, rival: Seat) -> Mapping[str, float]:
    """As somebody mixes who cannot be read."""
    mix = optimal_mix(rival, board_known_to_viewer(view).pairings, Evaluator.from_view(view).win_values)
    return {place: float(share) for place, share in zip(LINE_SYMBOLS, mix, strict=True)}


def _best_average_line(view: View, rival: Seat) -> str:
    averages = average_by_mask(rival, board_known_to_viewer(view).pairings, Evaluator.from_view(view).shell_values)
    return LINE_SYMBOLS[averages.index(max(averages))]


def _space_of_lines(side: Seat, one: int, other: int) -> int:
    """Where a line of this side meets one of the other."""
    return 3 * one + other if side == BISON else 3 * other + one
