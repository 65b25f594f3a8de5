"""What these eyes could know in memory, of all that was turned up: looked back upon, and never while one plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.art import Picture, Sprite
from games.core import Seat
from games.schamanen.board import STONE, picture
from games.schamanen.figures import maybe
from games.schamanen.state import BACK, BISON, SIDES, SPACES, VALUES, WOLF, Stones, View


def recalled(view: View) -> Picture | None:
    """The board with all that was ever turned up; where but two are left, both stand on each of those backs."""
    if not view.terms.hidden or view.phase in ("place", "over"):
        return None
    stones = (_told(view, BISON), _told(view, WOLF))
    shown = picture(replace(view, stones=stones))
    pairs = {
        f"{SIDES[side]}_back": maybe(side, unseen) for side in (BISON, WOLF) if len(unseen := _unseen(view, side)) == 2
    }
    marks = tuple(
        (replace(pairs[what.name], width=what.width, ground=what.ground), left, top)
        if isinstance(what, Sprite) and what.name in pairs and what.width == STONE
        else (what, left, top)
        for what, left, top in shown.marks
    )
    return replace(shown, marks=marks)


def unsure(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each side the stones that were never turned up, and where they lie, in whatever order."""
    for side in (BISON, WOLF):
        if len(unseen := _unseen(view, side)) > 1:
            backs = [SPACES[space].upper() for space, pile in enumerate(view.known[side]) if BACK in pile]
            yield side, [str(value) for value in unseen], backs


def _unseen(view: View, side: int) -> Sequence[int]:
    told = {value for pile in view.known[side] for value in pile}
    return [value for value in VALUES if value not in told]


def _told(view: View, side: int) -> Stones:
    """Of one stone alone everybody can tell where it lies."""
    unseen = _unseen(view, side)
    if len(unseen) != 1:
        return view.known[side]
    return tuple(tuple(value or unseen[0] for value in pile) for pile in view.known[side])
