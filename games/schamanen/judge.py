"""What was luck in a Duel, what was skill: each step held against what both could have known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from typing import Final

from games import matrix
from games.core import JointMove, Move, Seat, Suggestion
from games.insight import Contribution
from games.schamanen.ground import Ground, Meeting, after, exchanged, seen
from games.schamanen.outlook import Outlook, Tariff, cells, chance, ended, glance, likings
from games.schamanen.outlook import worth as value
from games.schamanen.sight import view
from games.schamanen.state import BISON, COLUMNS, LINES, ROWS, SPACES, WOLF, State, View, exchanger

PROMISING: Final = 10
"""As many exchanges are thought through, those that look best; all where stones lie open and that leads to the end."""
DIM: Final = 3
"""As many in memory, where each step is looked at with three pairs of eyes."""
COUNTED: Final = 21
"""Duels of a match of those in which it was counted what came true."""
BOLD: Final = 1.26
"""So much greater are the odds, as a power, than who thinks two duels ahead believes, if more than two are to come."""
LASTING: Final = 0.01
"""And by so much, in logarithms, for each duel to come and each space more on which one has the greater stone:
an exchange changes few of those.
"""
AGAIN: Final = (0.02, 0.1)
"""What seems to have lost so much is thought through once more, an exchange and a duel further; of what seems to have
lost more hardly anything comes to nothing.
"""
TRIED: Final = 3
"""And so are as many of the best, one of which it has to be worse than."""
NOTHING: Final = 1e-9
"""What is lost by rounding is not lost."""


def worth(state: State, *, quickly: bool = False) -> tuple[float, ...]:
    """As everybody could know it who looks on; while stones are still being placed nobody is ahead. Quickly, by the
    shells: how the stones lie is no matter of chance.
    """
    bison = chance(state.terms, state.duels, state.shells[BISON]) if quickly else _shown(state)
    return bison, 1 - bison


def _shown(state: State) -> float:
    """The chances as they came true where matches were counted; what decides which choice is best stays as it is."""
    (bison, ground), terms = _believed(state), state.terms
    if ground is None or terms.variant != "classic" or terms.one:
        return bison
    return came_true(bison, terms.limit - state.duels, ground.meetings)


def came_true(believed: float, to_come: int, meetings: Iterable[Meeting]) -> float:
    """What is counted to the end is so already."""
    if to_come <= 2 or not 0 < believed < 1:
        return believed
    spaces = sum((one > other) - (one < other) for one, other in (divmod(meeting, 10) for meeting in meetings))
    return 1 / (1 + exp(-BOLD * log(believed / (1 - believed)) - LASTING * min(to_come, COUNTED) * spaces))


def _believed(state: State) -> tuple[float, Ground | None]:
    """And on which ground, where there is something to come on one."""
    if state.phase == "over" or 0 in state.shells:
        return ended(state.shells[BISON]), None
    if state.phase == "place":
        return 0.5, None
    looked = view(state, None)
    if state.phase == "mask":
        masks = _before_masks(looked)
        return masks.value, masks.ground
    best = _before_exchange(looked)[0]
    return best.value, best.made


def judged(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    change = _shown(later) - _shown(state)
    match state.phase:
        case "mask":
            parts = list(_fought(state, joint, later))
        case "exchange":
            ((seat, word),) = joint.items()
            parts = [_exchanged(view(state, seat), seat, word)]
        case _:
            parts = []
    rest = change - sum(part.gains[BISON] for part in parts)
    return [*parts, Contribution("sight", _gains(rest))] if abs(rest) > NOTHING else parts


def _gains(bison: float) -> tuple[float, ...]:
    return bison, -bison


@dataclass(frozen=True, slots=True)
class _Masks:
    """A duel before it is fought, as somebody knows it: to Bison."""

    value: float
    ground: Ground
    cells: Sequence[Sequence[float]]
    """What it leads to, by row and column."""
    mixes: tuple[Sequence[Fraction], Sequence[Fraction]]
    """The best of either."""

    def left(self, seat: Seat, line: int) -> float:
        """What a line leaves against the other's best mix; of several against the one that punishes it most."""
        if self.mixes[seat][line]:
            return self.value
        if seat == BISON:
            return float(matrix.worst_payoff_of_row(self.cells, line))
        return -float(
            matrix.worst_payoff_of_row([[-cell for cell in column] for column in zip(*self.cells, strict=True)], line)
        )


@dataclass(frozen=True, slots=True)
class _Exchange:
    value: float
    word: Move
    made: Ground


@lru_cache(maxsize=1 << 8)
def _before_masks(looked: View) -> _Masks:
    ground = seen(looked)
    table = cells(ground.meetings, _tariff(Outlook.of(looked), ground))
    solved = matrix.solve_matrix(table)
    return _Masks(float(solved.value), ground, table, (solved.rows, solved.columns))


def _tariff(outlook: Outlook, ground: Ground) -> Tariff:
    """Of stacks there are ten thousand exchanges, so none is thought of that comes after the next duel."""
    return outlook.tariff if outlook.terms.stacks else outlook.ahead(ground)


@lru_cache(maxsize=1 << 8)
def _before_exchange(looked: View) -> Sequence[_Exchange]:
    """Those that were thought through, the best first."""
    outlook, seat = Outlook.of(looked), exchanger(looked.duels)
    liking = likings(seat, outlook.tariff)
    found = sorted(
        exchanged(seen(looked), looked.terms, seat, liking), key=lambda each: liking(each[1].meetings), reverse=True
    )
    if looked.terms.hidden:
        found = found[:DIM]
    elif looked.duels + 2 < looked.terms.limit or looked.terms.stacks:
        found = found[:PROMISING]
    sign = 1 if seat == BISON else -1
    thought = [_Exchange(value(made.meetings, _tariff(outlook, made)), word, made) for word, made in found]
    return sorted(thought, key=lambda each: -sign * each.value)


def _fought(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    row, column = ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1])
    looked = _before_masks(view(state, None))
    cell = looked.cells[row][column]
    # What neither could help where both mix as well as can be: it is nothing on average, whatever either draws.
    luck = cell - looked.left(BISON, row) - looked.left(WOLF, column) + looked.value
    parts = [Contribution("meeting", _gains(luck))]
    if state.terms.hidden:
        parts.append(Contribution("dice", _gains(_found(later) - cell)))
    return [*parts, _masked(view(state, BISON), BISON, row), _masked(view(state, WOLF), WOLF, column)]


def _found(later: State) -> float:
    """What was turned up, looked at no further than before it was."""
    if later.phase == "over":
        return ended(later.shells[BISON])
    looked = view(later, None)
    return glance(Outlook.of(looked), seen(looked))


def _masked(looked: View, seat: Seat, line: int) -> Contribution:
    """Held against the other's best mix, whatever they chose: nobody could know that."""
    masks = _before_masks(looked)
    left, sign = masks.left(seat, line), 1 if seat == BISON else -1
    lost = sign * (masks.value - left)
    if lost <= NOTHING:
        return Contribution("choice", _gains(0.0), seat)
    against = masks.cells[line] if seat == BISON else [row[line] for row in masks.cells]
    answer = min(range(3), key=lambda each: sign * against[each])
    best = max(range(3), key=lambda each: masks.mixes[seat][each])
    facts: dict[str, str | int] = {
        "seat": seat,
        "line": LINES[seat][line].upper(),
        "answer": LINES[1 - seat][answer].upper(),
        "better": LINES[seat][best].upper(),
        **_compared(seat, masks.value, left),
    }
    return Contribution(
        "choice", _gains(-sign * lost), seat, Suggestion(("mask", LINES[seat][best]), "judged-mask", facts)
    )


def _compared(seat: Seat, best: float, chosen: float) -> dict[str, int]:
    """In chances of a hundred, to this seat."""
    return {
        "chances": round(100 * (best if seat == BISON else 1 - best)),
        "instead": round(100 * (chosen if seat == BISON else 1 - chosen)),
    }


def _exchanged(looked: View, seat: Seat, word: Move) -> Contribution:
    found, sign = _before_exchange(looked), 1 if seat == BISON else -1
    outlook, made = Outlook.of(looked), after(seen(looked), word, seat)
    best, chosen = found[0], _Exchange(value(made.meetings, _tariff(outlook, made)), word, made)
    unclear = looked.terms.hidden or looked.terms.stacks
    # In the last two duels of stones that lie open nothing is left to guess.
    sure = looked.duels + 2 >= looked.terms.limit and not unclear
    doubtful = AGAIN[0] <= sign * (best.value - chosen.value) < AGAIN[1]
    if doubtful and not (sure or unclear):
        chosen = _further(outlook, chosen)
        best = max((_further(outlook, each) for each in found[:TRIED]), key=lambda each: sign * each.value)
    lost = sign * (best.value - chosen.value)
    if lost <= NOTHING:
        # Of those that were not thought through one may be better than all that were.
        return Contribution("choice", _gains(0.0), seat)
    thought = _told(outlook, seat, best, made, {**_compared(seat, best.value, chosen.value), "sure": int(sure)})
    return Contribution("choice", _gains(-sign * lost), seat, thought)


def _further(outlook: Outlook, each: _Exchange) -> _Exchange:
    return replace(each, value=value(each.made.meetings, outlook.ahead(each.made, 2)))


def _told(outlook: Outlook, seat: Seat, best: _Exchange, made: Ground, compared: dict[str, int]) -> Suggestion:
    """Why another exchange was better: what it threatens, what it does not leave open, what it brings together."""
    facts: dict[str, str | int] = {"better": _spelt(best.word), **compared}
    takings = outlook.takings
    mine, theirs = (18, 0) if seat == BISON else (0, 18)
    won = [space for space, meeting in enumerate(best.made.meetings) if takings[meeting] == mine]
    open_ = [space for space, meeting in enumerate(made.meetings) if takings[meeting] == theirs]
    kept = {space for space, meeting in enumerate(best.made.meetings) if takings[meeting] == theirs}
    if shut := [space for space in open_ if space not in kept]:
        return Suggestion(best.word, "judged-swap-open", {**facts, "space": SPACES[shut[0]].upper()})
    if won and not any(takings[meeting] == mine for meeting in made.meetings):
        return Suggestion(best.word, "judged-swap-threat", {**facts, "space": SPACES[won[0]].upper()})
    return Suggestion(best.word, "judged-swap", facts)


def _spelt(word: Move) -> str:
    """An exchange as it is written in a sentence: A3⇄B1, or b7→A1, w3→C2 where stones are moved."""
    if word[0] == "move":
        _, one, here, other, there = word
        return f"{one.upper()}→{here.upper()}, {other.upper()}→{there.upper()}"
    return "⇄".join(space.upper() for space in word[-2:])
