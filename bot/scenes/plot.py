"""Ratings over time as a picture: a step for every match, for each game a colour and a shape of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor
from typing import Final

from bot.ladder.profile import Curve
from bot.time import DAY
from games.art import FAINT, PAPER, SLATE, Box, Colour, Letters, Mark, Palette, Picture, Sprite

SHAPES: Final = "●◆▲■★⬢"
"""What stands for a line of the picture in the text beside it."""
COLOURS: Final[tuple[Colour, ...]] = ("#d55e00", "#0072b2", "#009e73", "#aa4499", "#e69f00", "#56b4e9")
GRID: Final[Colour] = "#d5cdb8"

WIDTH: Final = 900
HEIGHT: Final = 560
LEFT: Final = 118
TOP: Final = 24
ACROSS: Final = WIDTH - LEFT - 24
DOWN: Final = 460
EDGE: Final = 30
"""Inside the plot, so that no shape hangs over."""
LINE: Final = 6
SHAPE: Final = 36
LABEL: Final = 36
DIGIT: Final = 15
TICKS: Final = 5

PALETTE: Final = Palette("bot", grounds=(SLATE, PAPER), inks=(FAINT, GRID))


@dataclass(frozen=True, slots=True)
class Scale:
    """From a measure to pixels."""

    least: float
    most: float
    start: int
    end: int

    def __call__(self, value: float) -> int:
        share = (value - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        return round(self.start + share * (self.end - self.start))


def drawn(curves: Sequence[Curve]) -> tuple[Curve, ...]:
    """Those that can be: a single match is no line."""
    return tuple(curve for curve in curves[: len(SHAPES)] if len(curve.points) > 1)


def plot(curves: Sequence[Curve]) -> Picture:
    """Of what `drawn` has left."""
    times = [at for curve in curves for at, _ in curve.points]
    ratings = [rating for curve in curves for _, rating in curve.points]
    marks = steps(min(ratings), max(ratings))
    across = Scale(min(times), max(times), LEFT + EDGE, LEFT + ACROSS - EDGE)
    up = Scale(marks[0], marks[-1], TOP + DOWN - EDGE, TOP + EDGE)
    return Picture(
        PALETTE,
        WIDTH,
        HEIGHT,
        SLATE,
        (
            (Box(ACROSS, DOWN, PAPER), LEFT, TOP),
            *_ratings(marks, up),
            *_times(min(times), max(times), across),
            *(mark for at, curve in enumerate(curves) for mark in _line(curve, COLOURS[at], across, up)),
            *(mark for at, curve in enumerate(curves) for mark in _ends(curve, at, across, up)),
        ),
    )


def steps(least: float, most: float) -> list[int]:
    """Round numbers, evenly apart, the first not above and the last not below; at least two, and few."""
    width = next(
        width
        for power in range(9)
        for width in (n * 10**power for n in (1, 2, 5))
        if -(-ceil(most) // width) - floor(least) // width <= TICKS
    )
    first, last = floor(least) // width, -(-ceil(most) // width)
    return [width * at for at in range(first, max(last, first + 1) + 1)]


def _ratings(marks: Sequence[int], up: Scale) -> Iterator[Mark]:
    for mark in marks:
        yield Box(ACROSS, 2, GRID), LEFT, up(mark) - 1
        yield Letters(str(mark), LEFT - 16, LABEL, FAINT, SLATE, bold=False), 8, up(mark) - LABEL // 2


def _times(first: int, last: int, across: Scale) -> Iterator[Mark]:
    """The day, or the hour where all was within two days; in UTC."""
    form = "%H:%M" if last - first < 2 * DAY else "%Y-%m-%d"
    shown = ""
    for part in range(4):
        at = first + (last - first) * part // 3
        told = datetime.fromtimestamp(at / 1000, UTC).strftime(form)
        if told == shown:
            continue
        shown = told
        yield Box(2, 10, FAINT), across(at) - 1, TOP + DOWN
        width = DIGIT * len(told)
        left = min(max(across(at) - width // 2, 4), WIDTH - width - 4)
        yield Letters(told, width, LABEL, FAINT, SLATE, bold=False), left, TOP + DOWN + 16


def _line(curve: Curve, ink: Colour, across: Scale, up: Scale) -> Iterator[Mark]:
    """A rating stands until the next match. Of those in one column of pixels the lowest and the highest are seen."""
    columns: dict[int, list[int]] = {}
    for at, rating in curve.points:
        columns.setdefault(across(at), []).append(up(rating))
    before: tuple[int, int] | None = None
    half = LINE // 2
    for column, heights in columns.items():
        if before is not None:
            yield Box(column - before[0] + LINE, LINE, ink), before[0] - half, before[1] - half
            heights = [before[1], *heights]  # noqa: PLW2901 - the step begins where the line is
        top, bottom = min(heights), max(heights)
        yield Box(LINE, bottom - top + LINE, ink), column - half, top - half
        before = column, heights[-1]


def _ends(curve: Curve, shape: int, across: Scale, up: Scale) -> Iterator[Mark]:
    for at, rating in (curve.points[0], curve.points[-1]):
        yield Sprite(f"shape_{shape}", SHAPE, PAPER), across(at) - SHAPE // 2, up(rating) - SHAPE // 2
