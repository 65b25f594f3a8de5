"""For whoever looks back at midnight, the card of what was still face down: whom the backs of each team may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.art import FAINT, LIGHT, PANEL, SMALL, Box, Mark, Sprite, Written
from games.core import Seat
from games.woodwalkers import battle, news
from games.woodwalkers.belief import Could
from games.woodwalkers.frame import ACROSS, ASIDE, GAP, panel, piece
from games.woodwalkers.state import View
from games.woodwalkers.things import BACK, EVERY

LINE: Final = 44
MOST: Final = 50
"""How high a row is where there is room."""


def unturned(view: View, unseen: Mapping[Seat, Could]) -> Iterator[Mark]:
    """Below the mode that counts, each back below what it may bring; while somebody chooses one, in place of all."""
    top, height = (GAP + battle.CARD + GAP, news.CARD) if view.mode else (GAP, battle.WHOLE)
    yield panel(ACROSS, height), ASIDE, top
    faces = 0
    if not view.mode:
        yield from battle.head(view, top)
        top, height, faces = top + battle.HEAD, height - battle.HEAD, battle.FACE
    pitch = min(MOST, (height - LINE - faces - 8) // len(unseen))
    top += (height - LINE - faces - pitch * len(unseen)) // 2
    yield Written("shown-covered", ACROSS - 36, SMALL, LIGHT, PANEL), ASIDE + 18, top
    if faces:
        yield from battle.faces(top + LINE)
    for row, (seat, could) in enumerate(unseen.items()):
        yield from _row(seat, could, top + LINE + faces + row * pitch, pitch)


def _row(seat: Seat, could: Could, top: int, height: int) -> Iterator[Mark]:
    """Each animal has a place of its own, so that one sees which were turned up."""
    wide = min(height, battle.FACE) - 2
    for animal in EVERY:
        middle = battle.column(animal) + battle.FACE // 2
        if animal in could:
            yield Sprite(piece(seat, BACK), wide, PANEL), middle - wide // 2, top
        else:
            yield Box(8, 8, FAINT, PANEL, corner=4), middle - 4, top + height // 2 - 5
