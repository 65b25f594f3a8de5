"""What can be read in a picture: how large type is, how far apart from all else, and in what contrast to its ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import canvas, typeface
from games.art import (
    FONT_SIZE_RATIO,
    LARGE_TYPE_HEIGHT,
    SMALL_TYPE_HEIGHT,
    Color,
    Drawable,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Sprite,
    TranslatedWord,
)
from tests.lettering import lettering

PLAINEST: Final = 4.5
"""The least contrast of type."""


def box(picture: Picture, what: Drawable, left: int, top: int) -> tuple[int, int, int, int]:
    """Of type only where there is some: its ascenders and descenders are within the line."""
    width = what.width
    if isinstance(what, Letters | TranslatedWord):
        what = lettered(what)
        width = min(width, round(typeface.text_width(what)))
        left += {"left": 0, "middle": (what.width - width) // 2, "right": what.width - width}[what.lie]
        top, height = top + what.height // 8, what.height * 3 // 4
        return left, top, left + width, top + height
    return left, top, left + width, top + canvas.drawable_height(picture.palette, what)


def lettered(what: Letters | TranslatedWord) -> Letters:
    """A word as it stands there."""
    if isinstance(what, Letters):
        return what
    return Letters(what.text, what.width, what.height, what.ink, what.ground, bold=False, lie=what.lie)


def within(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Nothing is clipped at an edge."""
    for what, left, top in marks:
        assert left >= 0, what
        assert top >= 0, what
        assert left + what.width <= picture.width, what
        assert top + canvas.drawable_height(picture.palette, what) <= picture.height, what


def legible(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Large enough where it is seen, within its box, on a ground it stands out against."""
    for what, _, _ in marks:
        match what:
            case Letters() | TranslatedWord():
                line = lettered(what)
                assert line.height >= (LARGE_TYPE_HEIGHT if line.bold else SMALL_TYPE_HEIGHT), what
                assert typeface.text_width(line) <= what.width, what
                assert contrast(what.ink, what.ground) >= PLAINEST, what
            case PlayerName():
                assert what.height >= SMALL_TYPE_HEIGHT, what
                assert contrast(what.ink, what.ground) >= PLAINEST, what
            case Sprite():
                for size, ink, ground in lettering(picture.palette, what):
                    assert size >= SMALL_TYPE_HEIGHT * FONT_SIZE_RATIO, what
                    assert contrast(ink, ground) >= PLAINEST, what


def apart(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Nothing lies upon type."""
    boxes = [box(picture, *mark) for mark in marks]
    for at, ((what, _, _), mine) in enumerate(zip(marks, boxes, strict=True)):
        if isinstance(what, Letters | PlayerName | TranslatedWord):
            for (other, _, _), theirs in zip(marks[at + 1 :], boxes[at + 1 :], strict=True):
                clear = mine[2] <= theirs[0] or theirs[2] <= mine[0] or mine[3] <= theirs[1] or theirs[3] <= mine[1]
                assert clear, (what, other)


def readable(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """As on boards: large enough where it is seen, within its box, on a ground it stands out against."""
    within(picture, marks)
    legible(picture, marks)


def contrast(one: Color, other: Color) -> float:
    """As the web's guidelines reckon it."""
    less, more = sorted((_light(one), _light(other)))
    return (more + 0.05) / (less + 0.05)


def _light(color: Color) -> float:
    parts = (part / 255 for part in bytes.fromhex(color[1:]))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
