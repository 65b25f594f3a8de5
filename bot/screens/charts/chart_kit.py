"""Building blocks shared by all charts: colors, panels, lines of text, scales, axes and step lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final

from games import art, typeface

PANEL_GAP: Final = 8
"""The gap around a picture and between its panels, in pixels."""
PANEL_CORNER_RADIUS: Final = 18
ROW_HEIGHT: Final = 65
NAME_HEIGHT: Final = 52
MAX_MEDAL_PLACE: Final = 3
MEDAL_SIZE: Final = 60
RESULT_TILE_HEIGHT: Final = 53
LINE_WIDTH: Final = 8
MAX_TICKS: Final = 5

LINE_COLORS: Final[tuple[art.Color, ...]] = ("#d55e00", "#0072b2", "#009e73", "#aa4499", "#e69f00", "#56b4e9")
"""The colors of the lines in a chart, in order. Each line belongs to a seat or to a game."""
GRID_COLOR: Final[art.Color] = "#d5cdb8"
MUTED_TEXT_COLOR: Final[art.Color] = "#5a5344"
"""The color of secondary text on paper-colored panels."""
BAR_COLOR: Final[art.Color] = "#9aa9cc"
BAR_TRACK_COLOR: Final[art.Color] = "#434c60"
"""The color of the track behind a bar. The track is as long as the longest possible bar."""
DRAWN_COLOR: Final[art.Color] = "#b9c0cf"
LOST_COLOR: Final[art.Color] = "#ff9d7a"

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
    shared_folders=(),
)
"""The colors of the pictures for ladders, profiles and the mind reader."""


# Panels and text


def draw_panel(
    width: int, height: int, left: int, top: int, fill: art.Color = art.PANEL, *, corner: int = PANEL_CORNER_RADIUS
) -> art.PlacedMark:
    return art.Rectangle(width, height, fill, art.SLATE, corner=corner), left, top


def write_line(
    text: str,
    width: int,
    ink: art.Color = art.FAINT,
    ground: art.Color = art.PANEL,
    *,
    align: art.Alignment = "left",
    height: int = art.SMALL_TYPE_HEIGHT,
) -> art.Letters:
    """Return a line of text in regular weight."""
    return art.Letters(text, width, height, ink, ground, bold=False, align=align)


def write_number(number: int, width: int, ink: art.Color, *, align: art.Alignment = "left") -> art.Letters:
    """Return a number in large type, or in small type if the large number would be wider than `width`."""
    line = art.Letters(typeface.format_number(number), width, art.LARGE_TYPE_HEIGHT, ink, art.PANEL, align=align)
    return line if is_within_width(line) else replace(line, height=art.SMALL_TYPE_HEIGHT, bold=False)


def is_within_width(line: art.Letters) -> bool:
    return typeface.text_width(line) <= line.width


def fit_width(line: art.Letters, margin: int = 6) -> art.Letters:
    """Return the line with its width set to the width of its text plus `margin` pixels."""
    return replace(line, width=round(typeface.text_width(line)) + margin)


def cut_text(line: art.Letters) -> art.Letters:
    """Return the line with its text shortened to fit its width."""
    return replace(line, text=typeface.truncate_line(line))


# Rows of players


def center_in_row(top: int, height: int) -> int:
    return top + (ROW_HEIGHT - height) // 2


def draw_name(index: int, left: int, width: int, top: int, ink: art.Color = art.LIGHT) -> art.PlacedMark:
    name = art.PlayerName(index, width, NAME_HEIGHT, ink, art.PANEL, fallback="…")
    return name, left, center_in_row(top, name.height)


def draw_place(place: int, left: int, width: int, top: int) -> art.PlacedMark:
    """Draw a medal, or the number of the place."""
    if place <= MAX_MEDAL_PLACE:
        medal = art.Sprite(f"medal_{place}", MEDAL_SIZE, art.PANEL)
        return medal, left + (width - MEDAL_SIZE) // 2, center_in_row(top, MEDAL_SIZE)
    number = write_number(place, width, art.LIGHT, align="middle")
    return number, left, center_in_row(top, number.height)


def draw_result_tile(result: str, left: int, width: int, top: int, ink: art.Color) -> Iterator[art.PlacedMark]:
    tile = art.Rectangle(width, RESULT_TILE_HEIGHT, art.SLATE, art.PANEL, corner=10)
    yield tile, left, center_in_row(top, RESULT_TILE_HEIGHT)
    letters = art.Letters(result, width, art.LARGE_TYPE_HEIGHT, ink, art.SLATE)
    yield letters, left, center_in_row(top, art.LARGE_TYPE_HEIGHT)


# Scales


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear map from values to pixels."""

    min_value: float
    max_value: float
    start_px: int
    end_px: int

    def __call__(self, value: float) -> int:
        share = (value - self.min_value) / (self.max_value - self.min_value) if self.max_value > self.min_value else 0.5
        return round(self.start_px + share * (self.end_px - self.start_px))


def choose_ticks(min_value: float, max_value: float) -> list[int]:
    """Return at least two evenly spaced round numbers that cover the range from `min_value` to `max_value`.

    For example, the ticks for 1180 and 1320 are 1150, 1200, 1250, 1300 and 1350.
    """
    spacing = next(
        spacing
        for power in range(9)
        for spacing in (n * 10**power for n in (1, 2, 5))
        if -(-ceil(max_value) // spacing) - floor(min_value) // spacing <= MAX_TICKS
    )
    first, last = floor(min_value) // spacing, -(-ceil(max_value) // spacing)
    return [spacing * i for i in range(first, max(last, first + 1) + 1)]


def draw_value_axis(
    ticks: Sequence[int], y_scale: Scale, left: int, width: int, label_width: int
) -> Iterator[art.PlacedMark]:
    """Draw a grid line for each tick. Write the tick's number on the left if it fits into `label_width`."""
    for tick in ticks:
        yield art.Rectangle(width - label_width - 12, 2, GRID_COLOR), left + label_width, y_scale(tick) - 1
        label = write_line(typeface.format_number(tick), label_width - 18, MUTED_TEXT_COLOR, art.PAPER, align="right")
        if is_within_width(label):
            yield label, left + 8, y_scale(tick) - art.SMALL_TYPE_HEIGHT // 2


def draw_step_line(points: Sequence[tuple[int, int]], ink: art.Color) -> Iterator[art.PlacedMark]:
    """Draw a step line: horizontally from each point to the x of the next point, then vertically to its y.

    If several points have the same x, the vertical part extends from the lowest to the highest of these points.
    """
    ys_by_x: dict[int, list[int]] = {}
    for x, y in points:
        ys_by_x.setdefault(x, []).append(y)
    previous: tuple[int, int] | None = None
    half = LINE_WIDTH // 2
    for x, ys in ys_by_x.items():
        vertical = ys
        if previous is not None:
            previous_x, previous_y = previous
            yield art.Rectangle(x - previous_x + LINE_WIDTH, LINE_WIDTH, ink), previous_x - half, previous_y - half
            vertical = [previous_y, *ys]
        top, bottom = min(vertical), max(vertical)
        yield art.Rectangle(LINE_WIDTH, bottom - top + LINE_WIDTH, ink), x - half, top - half
        previous = x, ys[-1]
