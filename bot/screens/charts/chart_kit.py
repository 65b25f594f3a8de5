"""Building blocks of all pictures that are not boards: colors, panels, lines of type, scales and step lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

from games import art, typeface

PANEL_GAP: Final = 8
"""Pixels around a picture and between its panels."""
CORNER_RADIUS: Final = 18
LINE_WIDTH: Final = 8
MAX_TICKS: Final = 5

LINE_COLORS: Final[tuple[art.Colour, ...]] = ("#d55e00", "#0072b2", "#009e73", "#aa4499", "#e69f00", "#56b4e9")
"""One for each line of a chart, for each seat or game."""
GRID_COLOR: Final[art.Colour] = "#d5cdb8"
MUTED_TEXT_COLOR: Final[art.Colour] = "#5a5344"
"""Type on paper that should not be seen first."""
BAR_COLOR: Final[art.Colour] = "#9aa9cc"
BAR_TRACK_COLOR: Final[art.Colour] = "#434c60"
"""A bar, and the track behind it."""
DRAWN_COLOR: Final[art.Colour] = "#b9c0cf"
LOST_COLOR: Final[art.Colour] = "#ff9d7a"

CHART_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.PAPER, art.GOLD, DRAWN_COLOR, LOST_COLOR),
    inks=(
        art.LIGHT,
        art.GOLD,
        art.FAINT,
        art.INK,
        MUTED_TEXT_COLOR,
        GRID_COLOR,
        BAR_COLOR,
        BAR_TRACK_COLOR,
        *LINE_COLORS,
    ),
    common=(),
)
"""The colors of ladders, profiles and the mind reader."""


# Panels and type


def draw_panel(width: int, height: int, left: int, top: int, fill: art.Colour = art.PANEL) -> art.PlacedMark:
    return art.Rectangle(width, height, fill, art.SLATE, corner=CORNER_RADIUS), left, top


def write_line(
    text: str,
    width: int,
    ink: art.Colour = art.FAINT,
    ground: art.Colour = art.PANEL,
    *,
    lie: art.Alignment = "left",
    height: int = art.SMALL_TYPE_HEIGHT,
) -> art.Letters:
    """Return a line of light type."""
    return art.Letters(text, width, height, ink, ground, bold=False, lie=lie)


def write_number(
    number: int, width: int, ink: art.Colour, ground: art.Colour = art.PANEL, *, lie: art.Alignment = "left"
) -> art.Letters:
    """Return a number in large type, or in small type where it would be too wide."""
    line = art.Letters(typeface.format_number(number), width, art.LARGE_TYPE_HEIGHT, ink, ground, lie=lie)
    return line if is_within_width(line) else replace(line, height=art.SMALL_TYPE_HEIGHT, bold=False)


def is_within_width(line: art.Letters) -> bool:
    return typeface.text_width(line) <= line.width


def fit_width(line: art.Letters, margin: int = 6) -> art.Letters:
    """Return the line in a box as wide as its text."""
    return replace(line, width=round(typeface.text_width(line)) + margin)


def cut_text(line: art.Letters) -> art.Letters:
    """Return the line with as much of its text as there is room for."""
    return replace(line, text=typeface.truncate_line(line))


# Scales


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps a measure to pixels."""

    min_value: float
    max_value: float
    start_px: int
    end_px: int

    def __call__(self, value: float) -> int:
        share = (value - self.min_value) / (self.max_value - self.min_value) if self.max_value > self.min_value else 0.5
        return round(self.start_px + share * (self.end_px - self.start_px))


def choose_ticks(min_value: float, max_value: float) -> list[int]:
    """Return a few evenly spaced round numbers around all values, at least two."""
    width = next(
        width
        for power in range(9)
        for width in (n * 10**power for n in (1, 2, 5))
        if -(-ceil(max_value) // width) - floor(min_value) // width <= MAX_TICKS
    )
    first, last = floor(min_value) // width, -(-ceil(max_value) // width)
    return [width * at for at in range(first, max(last, first + 1) + 1)]


def draw_value_axis(
    ticks: Sequence[int], y_scale: Scale, left: int, width: int, label_width: int
) -> Iterator[art.PlacedMark]:
    """Draw a grid line for each tick, with its number in the `side` left of the lines where it fits."""
    for tick in ticks:
        yield art.Rectangle(width - label_width - 12, 2, GRID_COLOR), left + label_width, y_scale(tick) - 1
        label = write_line(typeface.format_number(tick), label_width - 18, MUTED_TEXT_COLOR, art.PAPER, lie="right")
        if is_within_width(label):
            yield label, left + 8, y_scale(tick) - art.SMALL_TYPE_HEIGHT // 2


def draw_step_line(places: Sequence[tuple[int, int]], ink: art.Colour) -> Iterator[art.PlacedMark]:
    """Draw a line that keeps its height until the next place.

    Where many places share a column of pixels, the column reaches from the lowest to the highest of them.
    """
    columns: dict[int, list[int]] = {}
    for column, height in places:
        columns.setdefault(column, []).append(height)
    before: tuple[int, int] | None = None
    half = LINE_WIDTH // 2
    for column, heights in columns.items():
        if before is not None:
            yield art.Rectangle(column - before[0] + LINE_WIDTH, LINE_WIDTH, ink), before[0] - half, before[1] - half
            heights = [before[1], *heights]  # noqa: PLW2901 - the step begins where the line is
        top, bottom = min(heights), max(heights)
        yield art.Rectangle(LINE_WIDTH, bottom - top + LINE_WIDTH, ink), column - half, top - half
        before = column, heights[-1]
