"""Ratings as a plot: a step for every match, one after the other, for each game a colour and a shape of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.ladder.profile import Curve
from bot.scenes import charts
from bot.scenes.charts import COLOURS, PALE, Scale
from bot.time import DAY
from games.art import PAPER, Mark, Part, Sprite

SHAPES: Final = "●◆▲■★⬢"
"""What stands for a line of the picture in the text beside it."""
SIDE: Final = 108
"""Left of the lines, for what they stand at."""
FOOT: Final = 52
EDGE: Final = 30
"""Inside, so that no shape hangs over."""
SHAPE: Final = 44
SPOT: Final = 26
FEW: Final = 24
"""So many matches are told apart: each has a spot of its own."""


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
    ticks = charts.choose_ticks(min(ratings), max(ratings))
    order = {at: number for number, at in enumerate(times)}
    across = Scale(0, len(times) - 1, left + SIDE + EDGE, left + width - EDGE)
    up = Scale(ticks[0], ticks[-1], top + height - FOOT - EDGE, top + EDGE)
    yield charts.draw_panel(width, height, left, top, PAPER)
    yield from charts.draw_value_axis(ticks, up, left, width, SIDE)
    yield from _times(times, left + SIDE, width - SIDE - EDGE, top + height - FOOT)
    for number, curve in enumerate(curves):
        places = [(across(order[at]), up(rating)) for at, rating in curve.points]
        yield from charts.draw_step_line(places, COLOURS[number])
        if len(times) <= FEW:
            yield from _laid(places, number, SPOT)
    for number, curve in enumerate(curves):
        at, rating = curve.points[-1]
        yield from _laid([(across(order[at]), up(rating))], number, SHAPE)


def _times(times: Sequence[int], left: int, width: int, top: int) -> Iterator[Mark]:
    """The days of the first match and the last, or the hours where all was within two days; in UTC."""
    form = "%H:%M" if times[-1] - times[0] < 2 * DAY else "%Y-%m-%d"
    first, last = (datetime.fromtimestamp(at / 1000, UTC).strftime(form) for at in (times[0], times[-1]))
    yield charts.write_line(first, width // 2, PALE, PAPER), left, top
    if last != first:
        yield charts.write_line(last, width // 2, PALE, PAPER, lie="right"), left + width - width // 2, top


def _laid(places: Sequence[tuple[int, int]], shape: int, width: int) -> Iterator[Mark]:
    for x, y in places:
        yield Sprite(f"shape_{shape}", width, PAPER), x - width // 2, y - width // 2
