"""Which page of a ladder, as a button has it: after somebody or before, and nothing is counted off to find them."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Final

from storage import Rating, Standing


@dataclass(frozen=True, slots=True)
class Cursor:
    """After somebody, or before; without them the first page."""

    standing: Standing | None = None
    back: bool = False


FIRST: Final = Cursor()
AROUND: Final = "own"
"""The page with whoever asks in its middle."""

_FORM: Final = re.compile(r"([ab])\.([0-9]{1,9})\.([0-9]{1,9})\.([0-9a-f]{16})\.([0-9]{1,20})")


def spelt(cursor: Cursor) -> str:
    """Of whom the page begins after, only what is needed to go on from there."""
    if cursor.standing is None:
        return ""
    it = cursor.standing
    # A float to its last bit: beside somebody with nearly as many points the page must begin at the right one.
    points = struct.pack(">d", it.rating.rating).hex()
    return f"{'b' if cursor.back else 'a'}.{it.place}.{it.rank}.{points}.{it.rating.player}"


def read(spelling: str, server: int, game: str, season: int) -> Cursor | None:
    """None for what no cursor is written as."""
    if not spelling:
        return FIRST
    written = _FORM.fullmatch(spelling)
    if written is None:
        return None
    way, place, rank, points, player = written.groups()
    (rating,) = struct.unpack(">d", bytes.fromhex(points))
    known = Rating(server, game, season, int(player), rating, 0.0, 0.0, 0, 0)
    return Cursor(Standing(int(place), int(rank), known), back=way == "b")
