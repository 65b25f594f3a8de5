"""What all pictures of this game share: sizes, colours, and how an animal is drawn for its seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.art import FAINT, FONT_SIZE_RATIO, GOLD, INK, LIGHT, PANEL, SLATE, Colour, Palette, Rectangle
from games.core import Seat
from games.woodwalkers.figures import Variant
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN, Animal

PANEL_GAP_PX: Final = 8
PANEL_LEFT_PX: Final = 702
"""Where what stands beside the board begins."""
PANEL_WIDTH_PX: Final = 390
PLAYER_GAP_PX: Final = 4
"""From one player to the next."""
PANEL_INSET_PX: Final = 12

SEAT_SHAPE_NAMES: Final = ("disc", "diamond", "triangle", "square")
PALE_SEAT_COLORS: Final[tuple[Colour, ...]] = ("#f2cfb6", "#b3d3e8", "#b0ddcd", "#e0bfda")
"""The start spaces of each seat."""
DARK_SEAT_COLORS: Final[tuple[Colour, ...]] = ("#4a2208", "#06395a", "#0b4535", "#4c2046")
"""The side of each seat in a duel that is laid open."""
BOARD_COLORS: Final[Mapping[Variant, Colour]] = {"day": "#cfdbc0", "midnight": "#9fabcb"}
PALETTE: Final = Palette(
    "games.woodwalkers",
    grounds=(SLATE, PANEL, GOLD, *BOARD_COLORS.values()),
    inks=(LIGHT, INK, GOLD, FAINT, *PALE_SEAT_COLORS, *DARK_SEAT_COLORS),
    most=128,
)


def tile_sprite_name(seat: Seat, animal: Animal) -> str:
    """The drawings of an animal's tile: the seat's shape, and upon it the animal or the paw of a back."""
    return f"{SEAT_SHAPE_NAMES[seat]} {animal_sprite_name(animal)}"


def animal_sprite_name(animal: Animal) -> str:
    return "paw" if animal == FACE_DOWN else ANIMALS[animal]


def make_panel(width: int, height: int, *, gold: bool = False) -> Rectangle:
    """Gold is the rim of whoever's turn it is."""
    return Rectangle(width, height, PANEL, SLATE, corner=16, rim=GOLD if gold else "", thick=4)


def figures_width(text: str, height: int) -> int:
    """How much room figures of that height take, and a little air."""
    return round(len(text) * 0.6 * FONT_SIZE_RATIO * height) + 8
