"""Laying out choices as buttons in the shape of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from games.core import Move

ROW_BUTTONS_MAX: Final = 5
ROWS_MAX: Final = 4
CELLS_MAX: Final = 9
"""A larger grid leaves out the cells that cannot be chosen."""

Place: TypeAlias = tuple[int, int]
"""Column and row."""


class Picked(str):
    """A cell of a page whose choice was made on the page before."""

    __slots__ = ()


def arrange_grid(places: Mapping[Move, Place], between: Callable[[Place], str]) -> Sequence[Sequence[Move | str]]:
    """Arrange choices by their places, without empty rows and columns; `between` labels the cells in between.

    Returns nothing if they do not fit, if two share a place, or if they form a single column, which is better shown
    side by side.
    """
    found = {place: word for word, place in places.items()}
    columns, lines = (sorted({place[axis] for place in found}) for axis in (0, 1))
    if len(found) < len(places) or len(lines) > ROWS_MAX or len(columns) < 2:
        return ()
    whole = len(columns) <= ROW_BUTTONS_MAX and len(columns) * len(lines) <= CELLS_MAX
    rows = [
        [found.get((column, line), between((column, line))) for column in columns if whole or (column, line) in found]
        for line in lines
    ]
    return rows if max(map(len, rows)) <= ROW_BUTTONS_MAX else ()
