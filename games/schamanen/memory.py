"""What these eyes could know in memory, of all that was turned up: looked back upon, and never while one plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.art import Picture
from games.core import Seat
from games.schamanen.board import picture
from games.schamanen.ground import unseen
from games.schamanen.state import BACK, BISON, SPACES, WOLF, Stones, View


def recall(view: View) -> tuple[Picture, View] | None:
    """The board with all that was ever turned up, and beside it what may lie beneath the backs that are left."""
    if not view.terms.hidden or view.phase in ("place", "over"):
        return None
    open_ = replace(view, stones=(_told(view, BISON), _told(view, WOLF)))
    return picture(open_, (_left(view, BISON), _left(view, WOLF))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each side the stones that were never turned up, and where they lie, in whatever order."""
    for side in (BISON, WOLF):
        if left := _left(view, side):
            backs = [SPACES[space].upper() for space, pile in enumerate(view.known[side]) if BACK in pile]
            yield side, [str(value) for value in left], backs


def _left(view: View, side: int) -> tuple[int, ...]:
    """Of one stone alone everybody can tell where it lies."""
    values = unseen(view)[side]
    return values if len(values) > 1 else ()


def _told(view: View, side: int) -> Stones:
    values = unseen(view)[side]
    if len(values) != 1:
        return view.known[side]
    return tuple(tuple(value or values[0] for value in pile) for pile in view.known[side])
