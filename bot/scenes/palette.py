"""The colours of a ladder and of a profile: both are drawn with the same."""

from __future__ import annotations

from typing import Final

from bot.scenes.plot import COLOURS, GRID, PALE
from games.art import FAINT, GOLD, INK, LIGHT, PANEL, PAPER, SLATE, Colour, Palette

SURE: Final[Colour] = "#9aa9cc"
BEYOND: Final[Colour] = "#434c60"
"""What came, and what lies behind it."""
SHARED: Final[Colour] = "#b9c0cf"
LOST: Final[Colour] = "#ff9d7a"

PALETTE: Final = Palette(
    "bot",
    grounds=(SLATE, PANEL, PAPER, GOLD, SHARED, LOST),
    inks=(LIGHT, GOLD, FAINT, INK, PALE, GRID, SURE, BEYOND, *COLOURS),
    common=(),
)
