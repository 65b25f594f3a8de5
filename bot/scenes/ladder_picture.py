"""A page of a ladder as a picture. Names stand in the text beside it, in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.ladder.rating import unsure
from bot.ladder.standings import Line
from games.art import FAINT, GOLD, LIGHT, PANEL, SLATE, Colour, Letters, Mark, Palette, Picture, Sprite
from storage import Met

WIDTH: Final = 900
EDGE: Final = 14
ROW: Final = 74
PITCH: Final = 80
APART: Final = 18
"""Between the page and one's own row, where that is elsewhere."""
SHAPES: Final = 6
BAR: Final = 20
"""Cells; each is eleven wide."""
CELL: Final = 11
FORM: Final = 22

PALETTE: Final = Palette("bot", grounds=(SLATE, PANEL), inks=(LIGHT, GOLD, FAINT))


def picture(lines: Sequence[Line], own: Line | None) -> Picture:
    """`own` is on the page, or follows it."""
    below = [] if own is None or own in lines else [own]
    height = 2 * EDGE + PITCH * (len(lines) + len(below)) - (PITCH - ROW) + APART * len(below)
    return Picture(PALETTE, WIDTH, height, SLATE, tuple(_rows([*lines, *below], own, len(lines))))


def _rows(lines: Sequence[Line], own: Line | None, page: int) -> Iterator[Mark]:
    least = min(line.rating.rating for line in lines)
    most = max(line.rating.rating + unsure(line.rating) for line in lines)
    for at, line in enumerate(lines):
        top = EDGE + at * PITCH + (APART if at >= page else 0)
        yield Sprite("row_own" if line == own else "row", WIDTH - 2 * EDGE, SLATE), EDGE, top
        yield _number(line.rank, 24, top, 92, 50, GOLD if line.rank <= 3 else LIGHT)
        yield from _moved(line.moved, top)
        yield Sprite(f"shape_{at % SHAPES}", 46, PANEL), 216, top + 14
        yield _number(round(line.rating.rating), 272, top, 130, 50, LIGHT)
        yield from _bar(line, least, most, top)
        yield from _form(line.form, top)


def _number(number: int, left: int, top: int, width: int, height: int, ink: Colour) -> Mark:
    """As large as fits: on a large server there are ranks of six digits."""
    digits = str(number)
    # A digit is less than half as wide as its line is high.
    height = min(height, width * 2 // len(digits))
    return Letters(digits, width, height, ink, PANEL), left, _middle(top, height)


def _middle(top: int, height: int) -> int:
    return top + (ROW - height) // 2


def _moved(moved: int | None, top: int) -> Iterator[Mark]:
    name = "came" if moved is None else "risen" if moved > 0 else "fallen" if moved < 0 else "stayed"
    yield Sprite(name, 24, PANEL), 122, _middle(top, 24)
    if moved:
        yield _number(abs(moved), 148, top, 60, 32, FAINT)


def _bar(line: Line, least: float, most: float, top: int) -> Iterator[Mark]:
    """What somebody is surely worth, and what they may be worth beyond it."""
    share = BAR / max(1.0, most - least)
    sure = max(1, round((line.rating.rating - least) * share))
    likely = max(sure, round((line.rating.rating + unsure(line.rating) - least) * share))
    for cell in range(BAR):
        name = "sure" if cell < sure else "likely" if cell < likely else "beyond"
        yield Sprite(name, 10, PANEL), 416 + cell * CELL, _middle(top, 30)


def _form(form: Sequence[Met], top: int) -> Iterator[Mark]:
    """The newest at the right end."""
    for at, met in enumerate(form):
        yield Sprite(met_as(met), FORM - 2, PANEL), 650 + (9 - at) * FORM, _middle(top, FORM)


def met_as(met: Met) -> str:
    """First, last, or neither: in the middle, or all alike."""
    if met.last == 1:
        return "between"
    return "won" if met.rank == 1 else "lost" if met.rank == met.last else "between"
