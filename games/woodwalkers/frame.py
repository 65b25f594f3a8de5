"""What all pictures of this game share: sizes, colours, and how an animal is drawn for its seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.art import FAINT, FONT_SIZE_RATIO, GOLD, INK, LIGHT, PANEL, SLATE, Colour, Palette, Rectangle
from games.core import Seat
from games.woodwalkers.house import Variant
from games.woodwalkers.things import ANIMALS, BACK, Animal

GAP: Final = 8
ASIDE: Final = 702
"""Where what stands beside the board begins."""
ACROSS: Final = 390
BETWEEN: Final = 4
"""From one player to the next."""
INSET: Final = 12

SHAPES: Final = ("disc", "diamond", "triangle", "square")
PALE: Final[tuple[Colour, ...]] = ("#f2cfb6", "#b3d3e8", "#b0ddcd", "#e0bfda")
"""The start spaces of each seat."""
DARK: Final[tuple[Colour, ...]] = ("#4a2208", "#06395a", "#0b4535", "#4c2046")
"""The side of each seat in a duel that is laid open."""
GROUNDS: Final[Mapping[Variant, Colour]] = {"day": "#cfdbc0", "midnight": "#9fabcb"}
PALETTE: Final = Palette(
    "games.woodwalkers",
    grounds=(SLATE, PANEL, GOLD, *GROUNDS.values()),
    inks=(LIGHT, INK, GOLD, FAINT, *PALE, *DARK),
    most=128,
)


def piece(seat: Seat, animal: Animal) -> str:
    """The drawings of an animal's tile: the seat's shape, and upon it the animal or the paw of a back."""
    return f"{SHAPES[seat]} {face(animal)}"


def face(animal: Animal) -> str:
    return "paw" if animal == BACK else ANIMALS[animal]


def panel(width: int, height: int, *, gold: bool = False) -> Rectangle:
    """Gold is the rim of whoever's turn it is."""
    return Rectangle(width, height, PANEL, SLATE, corner=16, rim=GOLD if gold else "", thick=4)


def broad(text: str, height: int) -> int:
    """How much room figures of that height take, and a little air."""
    return round(len(text) * 0.6 * FONT_SIZE_RATIO * height) + 8
