"""What masks tell of whoever chose them: which line, and whether it was the strong one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.core import Habit, Joint
from games.schamanen.state import BISON, COLUMNS, ROWS, WOLF, State

STRENGTHS: Final = ("strong", "middle", "weak")


def habits(state: State, joint: Joint) -> Iterator[Habit]:
    if state.phase != "mask":
        return
    margins = _margins(state)
    for side, lines, others in ((BISON, ROWS, COLUMNS), (WOLF, COLUMNS, ROWS)):
        gains = {line: {other: margins[side, line, other] for other in others} for line in lines}
        beaten = {other: frozenset(line for line in lines if gains[line][other] < 0) for other in others}
        if state.terms.hidden:
            # Nobody knew what would have won.
            beaten = {}
        chosen = joint[side][1]
        yield Habit(side, "row" if side == BISON else "column", chosen, tuple(lines), tuple(lines), beaten)
        strengths = _strengths(gains)
        if strengths and not state.terms.hidden:
            beaten = {other: frozenset(strengths[line] for line in weak) for other, weak in beaten.items()}
            yield Habit(side, "line", strengths[chosen], STRENGTHS, STRENGTHS, beaten)


def _margins(state: State) -> Mapping[tuple[int, str, str], int]:
    """By side, its line and the other's: by how much it would win there."""
    sums = [[0] * 9, [0] * 9]
    for side in (BISON, WOLF):
        for value, space in enumerate(state.at[side], 1):
            sums[side][space] += value
    margins: dict[tuple[int, str, str], int] = {}
    for at, row in enumerate(ROWS):
        for along, column in enumerate(COLUMNS):
            margin = sums[BISON][at * 3 + along] - sums[WOLF][at * 3 + along]
            margins[BISON, row, column], margins[WOLF, column, row] = margin, -margin
    return margins


def _strengths(gains: Mapping[str, Mapping[str, int]]) -> Mapping[str, str]:
    """Each line by what it would win against all three together; none where two are as strong."""
    totals = {line: sum(gain.values()) for line, gain in gains.items()}
    if len(set(totals.values())) < len(totals):
        return {}
    return dict(zip(sorted(totals, key=totals.__getitem__, reverse=True), STRENGTHS, strict=True))
