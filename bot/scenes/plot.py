"""Ratings as a plot: a step for every match, one after the other, for each game a colour and a shape of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor
from typing import Final

from bot.ladder.profile import Curve
from bot.time import DAY
from games import typeface
from games.art import PAPER, SLATE, SMALL, Box, Colour, Letters, Mark, Part, Sprite

SHAPES: Final = "●◆▲■★⬢"
"""What stands for a line of the picture in the text beside it."""
COLOURS: Final[tuple[Colour, ...]] = ("#d55e00", "#0072b2", "#009e73", "#aa4499", "#e69f00", "#56b4e9")
GRID: Final[Colour] = "#d5cdb8"
PALE: Final[Colour] = "#5a5344"
"""Type on paper that is not the first thing to be seen."""

SIDE: Final = 108
"""Left of the lines, for what they stand at."""
FOOT: Final = 52
EDGE: Final = 30
"""Inside, so that no shape hangs over."""
LINE: Final = 8
SHAPE: Final = 44
SPOT: Final = 26
FEW: Final = 24
"""So many matches are told apart: each has a spot of its own."""
TICKS: Final = 5


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
    """Those that can be."""
    return tuple(curve for curve in curves[: len(SHAPES)] if curve.points)


def plot(curves: Sequence[Curve], part: Part) -> Iterator[Mark]:
    """Of what `drawn` has left. Matches are as far apart as each other: three in an evening are three, and so are three
    in a year.
    """
    left, top, width, height = part
    times = sorted({at for curve in curves for at, _ in curve.points})
    ratings = [rating for curve in curves for _, rating in curve.points]
    marks = steps(min(ratings), max(ratings))
    order = {at: number for number, at in enumerate(times)}
    across = Scale(0, len(times) - 1, left + SIDE + EDGE, left + width - EDGE)
    up = Scale(marks[0], marks[-1], top + height - FOOT - EDGE, top + EDGE)
    yield Box(width, height, PAPER, SLATE, corner=18), left, top
    yield from _ratings(marks, up, left, width)
    yield from _times(times, left + SIDE, width - SIDE - EDGE, top + height - FOOT)
    for number, curve in enumerate(curves):
        places = [(across(order[at]), up(rating)) for at, rating in curve.points]
        yield from stepped(places, COLOURS[number])
        if len(times) <= FEW:
            yield from _laid(places, number, SPOT)
    for number, curve in enumerate(curves):
        at, rating = curve.points[-1]
        yield from _laid([(across(order[at]), up(rating))], number, SHAPE)


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


def _ratings(marks: Sequence[int], up: Scale, left: int, width: int) -> Iterator[Mark]:
    for mark in marks:
        yield Box(width - SIDE - 12, 2, GRID), left + SIDE, up(mark) - 1
        told = Letters(typeface.digits(mark), SIDE - 18, SMALL, PALE, PAPER, bold=False, lie="right")
        if typeface.length(told) <= told.width:
            yield told, left + 8, up(mark) - SMALL // 2


def _times(times: Sequence[int], left: int, width: int, top: int) -> Iterator[Mark]:
    """The days of the first match and the last, or the hours where all was within two days; in UTC."""
    form = "%H:%M" if times[-1] - times[0] < 2 * DAY else "%Y-%m-%d"
    first, last = (datetime.fromtimestamp(at / 1000, UTC).strftime(form) for at in (times[0], times[-1]))
    yield Letters(first, width // 2, SMALL, PALE, PAPER, bold=False, lie="left"), left, top
    if last != first:
        yield Letters(last, width // 2, SMALL, PALE, PAPER, bold=False, lie="right"), left + width - width // 2, top


def stepped(places: Sequence[tuple[int, int]], ink: Colour) -> Iterator[Mark]:
    """A rating stands until the next match. Of those in one column of pixels the lowest and the highest are seen."""
    columns: dict[int, list[int]] = {}
    for column, height in places:
        columns.setdefault(column, []).append(height)
    before: tuple[int, int] | None = None
    half = LINE // 2
    for column, heights in columns.items():
        if before is not None:
            yield Box(column - before[0] + LINE, LINE, ink), before[0] - half, before[1] - half
            heights = [before[1], *heights]  # noqa: PLW2901 - the step begins where the line is
        top, bottom = min(heights), max(heights)
        yield Box(LINE, bottom - top + LINE, ink), column - half, top - half
        before = column, heights[-1]


def _laid(places: Sequence[tuple[int, int]], shape: int, width: int) -> Iterator[Mark]:
    for x, y in places:
        yield Sprite(f"shape_{shape}", width, PAPER), x - width // 2, y - width // 2
