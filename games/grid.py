"""Arranging choices as buttons in the shape of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from games.core import Move

ROW_BUTTONS_MAX: Final = 5
ROWS_MAX: Final = 4
CELLS_MAX: Final = 9
"""The maximum size of a grid that has buttons for cells that cannot be chosen. Larger grids leave them out."""

Place: TypeAlias = tuple[int, int]
"""A position as (column, row)."""


class PickedLabel(str):
    """The label of a cell that was already chosen on the previous page."""

    __slots__ = ()


def arrange_grid(places: Mapping[Move, Place], label_blank: Callable[[Place], str]) -> Sequence[Sequence[Move | str]]:
    """Arrange choices in rows by their places, without empty rows and columns.

    `label_blank` returns the label of a cell that has no choice. Return an empty sequence if the choices do not fit or
    if two of them share a place. Also return an empty sequence for a single column, which is better shown as a row.
    """
    moves_by_place = {place: move for move, place in places.items()}
    columns, rows = (sorted({place[axis] for place in moves_by_place}) for axis in (0, 1))
    if len(moves_by_place) < len(places) or len(rows) > ROWS_MAX or len(columns) < 2:
        return ()
    shows_blanks = len(columns) <= ROW_BUTTONS_MAX and len(columns) * len(rows) <= CELLS_MAX
    cells = [
        [
            moves_by_place.get((column, row), label_blank((column, row)))
            for column in columns
            if shows_blanks or (column, row) in moves_by_place
        ]
        for row in rows
    ]
    return cells if max(map(len, cells)) <= ROW_BUTTONS_MAX else ()
