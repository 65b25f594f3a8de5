"""Sizes, colors and drawing functions that the pictures of this game share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.art import BOARD_WIDTH, FAINT, FONT_SIZE_RATIO, GOLD, INK, LIGHT, PANEL, SLATE, Color, Palette, Rectangle
from games.core import Seat
from games.woodwalkers.figures import Variant
from games.woodwalkers.pieces import ANIMALS, FACE_DOWN, Animal

PANEL_GAP_PX: Final = 8
PANEL_LEFT_PX: Final = 702
"""The left edge of the panels beside the board."""
PANEL_WIDTH_PX: Final = 390
WIDE_PANEL_WIDTH_PX: Final = BOARD_WIDTH - PANEL_WIDTH_PX - 3 * PANEL_GAP_PX
"""The width of the player panels below the board, to the right of the other panels."""
PLAYER_GAP_PX: Final = 4
"""The gap between two neighboring player panels."""
PANEL_INSET_PX: Final = 12
DIGIT_WIDTH_RATIO: Final = 0.6
"""The width of a digit divided by the font size, rounded up from 0.574 for Roboto Bold."""

SEAT_SHAPE_NAMES: Final = ("disc", "diamond", "triangle", "square")
PALE_SEAT_COLORS: Final[tuple[Color, ...]] = ("#f2cfb6", "#b3d3e8", "#b0ddcd", "#e0bfda")
"""The color of each seat's start spaces."""
DARK_SEAT_COLORS: Final[tuple[Color, ...]] = ("#4a2208", "#06395a", "#0b4535", "#4c2046")
"""The background color for each seat in the pictures of duels and arrangements."""
BOARD_COLORS: Final[Mapping[Variant, Color]] = {"day": "#cfdbc0", "midnight": "#9fabcb"}
PALETTE: Final = Palette(
    "games.woodwalkers",
    grounds=(SLATE, PANEL, GOLD, *BOARD_COLORS.values()),
    inks=(LIGHT, INK, GOLD, FAINT, *PALE_SEAT_COLORS, *DARK_SEAT_COLORS),
    max_colors=128,
)


def tile_sprite_name(seat: Seat, animal: Animal) -> str:
    """Return the sprite names for an animal's tile: the seat's shape and the animal, or a paw if it is face down."""
    return f"{SEAT_SHAPE_NAMES[seat]} {animal_sprite_name(animal)}"


def animal_sprite_name(animal: Animal) -> str:
    return "paw" if animal == FACE_DOWN else ANIMALS[animal]


def make_panel(width: int, height: int, *, gold: bool = False) -> Rectangle:
    """Return the background of a panel. Set `gold` to add a gold rim, which marks a player to move."""
    return Rectangle(width, height, PANEL, SLATE, corner=16, rim=GOLD if gold else "", rim_width=4)


def digits_width(text: str, height: int) -> int:
    """Return the width of a number in digits of the given height, including a margin."""
    return round(len(text) * DIGIT_WIDTH_RATIO * FONT_SIZE_RATIO * height) + 8
