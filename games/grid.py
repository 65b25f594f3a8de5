"""Choices as a board has them: in rows from the top, each where its place is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from games.core import Word

ACROSS: Final = 5
DOWN: Final = 4
CELLS: Final = 9
"""So many are laid out whole, with what lies between; of more only those that can be chosen."""

Place: TypeAlias = tuple[int, int]
"""How far to the right, and how far down."""


class Picked(str):
    """A cell of a page whose choice was made on the page before."""

    __slots__ = ()


def grid(places: Mapping[Word, Place], between: Callable[[Place], str]) -> Sequence[Sequence[Word | str]]:
    """Of lines in which nothing can be chosen there is nothing to see. Nothing where it does not fit, where two share
    a place, and where all stand above each other: these are less in the way side by side.
    """
    found = {place: word for word, place in places.items()}
    columns, lines = (sorted({place[axis] for place in found}) for axis in (0, 1))
    if len(found) < len(places) or len(lines) > DOWN or len(columns) < 2:
        return ()
    whole = len(columns) <= ACROSS and len(columns) * len(lines) <= CELLS
    rows = [
        [found.get((column, line), between((column, line))) for column in columns if whole or (column, line) in found]
        for line in lines
    ]
    return rows if max(map(len, rows)) <= ACROSS else ()
