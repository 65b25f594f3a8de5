"""What masks tell of whoever chose them: which line, and whether it was the strong one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.core import Joint
from games.insight import Habit, Outcome
from games.schamanen.state import BISON, COLUMNS, ROWS, WOLF, State

STRENGTHS: Final = ("strong", "middle", "weak")


def habits(state: State, joint: Joint) -> Iterator[Habit]:
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
