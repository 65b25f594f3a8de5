"""What these eyes could know at midnight, of all that was turned up: looked back upon, and never while one plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.art import Picture
from games.core import Seat
from games.woodwalkers.belief import Could, lying
from games.woodwalkers.board import picture
from games.woodwalkers.ground import SPACES
from games.woodwalkers.state import Camp, View, say
from games.woodwalkers.things import ANIMALS, BACK


def recall(view: View) -> tuple[Picture, View] | None:
    """The forest with all that was ever turned up, and beside it who never was."""
    if not view.terms.hidden or view.phase in ("arrange", "over"):
        return None
    open_ = replace(view, camps=tuple(map(_told, view.camps)))
    return picture(open_, dict(_unseen(view))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each team who was never turned up, and where they stand, in whatever order."""
    for seat, unseen in _unseen(view):
        names = [say(f"animal-{ANIMALS[animal]}", locale) for animal in unseen]
        yield seat, names, [SPACES[space].upper() for space, animal in view.camps[seat].known if animal == BACK]


def _unseen(view: View) -> Iterator[tuple[Seat, Could]]:
    """Of one animal alone everybody can tell where it stands."""
    for seat, camp in enumerate(view.camps):
        yield from ((seat, could) for could in {*lying(camp).values()} if len(could) > 1)


def _told(camp: Camp) -> Camp:
    tiles = ((space, could[0] if len(could) == 1 else BACK) for space, could in lying(camp).items())
    return replace(camp, tiles=tuple(sorted(tiles)))
