"""A page of a ladder as a picture: who stands where, how sure that is, and how it went lately."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.ladder.rating import figure, missing, unsure
from bot.ladder.standings import Line
from bot.scenes.charts import EDGE, PALETTE, fits, write_line, write_number
from games.art import FAINT, GOLD, LARGE, LIGHT, PANEL, SLATE, SMALL, WIDTH, Box, Letters, Mark, Name, Picture, Sprite
from storage import Met

ROW: Final = 65
PITCH: Final = 67
APART: Final = 12
"""Between the page and one's own row, where that is elsewhere."""
INSIDE: Final = 14
MEDALS: Final = 3
NAMED: Final = 52

RANKED: Final = (INSIDE, 112)
CALLED: Final = (134, 374)
RATED: Final = (512, 124)
LIKELY: Final = (642, 98)
MOVED: Final = (744, 98)
"""Beside the points that it is about: beside the rank it would be taken for places."""
FORM: Final = (846, 240)
"""From the left, and how wide."""
LATELY: Final = 6
"""Matches."""
PITCHED: Final = FORM[1] // LATELY
CHIP: Final = (36, 53)
"""What a place stands on, or six of them would look like a number."""


def picture(lines: Sequence[Line], own: Line | None) -> Picture:
    """`own` is on the page, or follows it."""
    below = [] if own is None or own in lines else [own]
    height = 2 * EDGE + PITCH * (len(lines) + len(below)) - (PITCH - ROW) + APART * len(below)
    return Picture(PALETTE, WIDTH, height, SLATE, tuple(_rows([*lines, *below], own, len(lines))))


def _rows(lines: Sequence[Line], own: Line | None, page: int) -> Iterator[Mark]:
    for at, line in enumerate(lines):
        top = EDGE + at * PITCH + (APART if at >= page else 0)
        rim = GOLD if line == own else ""
        yield Box(WIDTH - 2 * EDGE, ROW, PANEL, SLATE, corner=14, rim=rim), EDGE, top
        if not missing(line.rating):
            yield from _rank(line.rank, top)
        yield from _moved(line.moved, top)
        left, width = CALLED
        yield Name(at, width, NAMED, LIGHT, PANEL, instead="…"), left, _middle(top, NAMED)
        yield _number(figure(line.rating), RATED, top)
        yield from _likely(line, top)
        yield from _form(line.form, top)


def _rank(rank: int, top: int) -> Iterator[Mark]:
    if rank > MEDALS:
        yield _number(rank, RANKED, top)
        return
    left, width = RANKED
    yield Sprite(f"medal_{rank}", 60, PANEL), left + (width - 60) // 2, _middle(top, 60)


def _number(number: int, place: tuple[int, int], top: int) -> Mark:
    left, width = place
    line = write_number(number, width, LIGHT, lie="middle")
    return line, left, _middle(top, line.height)


def _middle(top: int, height: int) -> int:
    return top + (ROW - height) // 2


def _moved(moved: int | None, top: int) -> Iterator[Mark]:
    left, width = MOVED
    name = "came" if moved is None else "risen" if moved > 0 else "fallen" if moved < 0 else "stayed"
    yield Sprite(name, 26, PANEL), left, _middle(top, 26)
    if moved:
        number = write_line(str(abs(moved)), width - 32)
        if fits(number):
            yield number, left + 32, _middle(top, SMALL)


def _likely(line: Line, top: int) -> Iterator[Mark]:
    """How unsure that is, as the words beside it say."""
    left, width = LIKELY
    told = write_line(f"±{unsure(line.rating)}", width)
    if fits(told):
        yield told, left, _middle(top, SMALL)


def _form(form: Sequence[Met], top: int) -> Iterator[Mark]:
    """The places, the newest at the right end; who was first stands out."""
    left, width = FORM
    for at, met in enumerate(form[:LATELY]):
        place = placed(met)
        x, (wide, high) = left + width - (at + 1) * PITCHED, CHIP
        yield Box(wide, high, SLATE, PANEL, corner=10), x, _middle(top, high)
        yield Letters(place, wide, LARGE, GOLD if place == "1" else FAINT, SLATE), x, _middle(top, LARGE)


def placed(met: Met) -> str:
    """The place somebody had; where all had the same, that they had."""
    return "=" if met.last == 1 else str(met.rank)
