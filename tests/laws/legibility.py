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
from tests.drawing_text import list_text_styles

MIN_TEXT_CONTRAST: Final = 4.5
"""The least contrast of type."""


def compute_box(picture: Picture, drawable: Drawable, left: int, top: int) -> tuple[int, int, int, int]:
    """Of type only where there is some: its ascenders and descenders are within the line."""
    width = drawable.width
    if isinstance(drawable, Letters | TranslatedWord):
        drawable = as_letters(drawable)
        width = min(width, round(typeface.text_width(drawable)))
        left += {"left": 0, "middle": (drawable.width - width) // 2, "right": drawable.width - width}[drawable.lie]
        top, height = top + drawable.height // 8, drawable.height * 3 // 4
        return left, top, left + width, top + height
    return left, top, left + width, top + canvas.drawable_height(picture.palette, drawable)


def as_letters(drawable: Letters | TranslatedWord) -> Letters:
    """A word as it stands there."""
    if isinstance(drawable, Letters):
        return drawable
    return Letters(
        drawable.text, drawable.width, drawable.height, drawable.ink, drawable.ground, bold=False, lie=drawable.lie
    )


def check_nothing_is_clipped(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Nothing is clipped at an edge."""
    for what, left, top in marks:
        assert left >= 0, what
        assert top >= 0, what
        assert left + what.width <= picture.width, what
        assert top + canvas.drawable_height(picture.palette, what) <= picture.height, what


def check_text_is_legible(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Large enough where it is seen, within its box, on a ground it stands out against."""
    for what, _, _ in marks:
        match what:
            case Letters() | TranslatedWord():
                line = as_letters(what)
                assert line.height >= (LARGE_TYPE_HEIGHT if line.bold else SMALL_TYPE_HEIGHT), what
                assert typeface.text_width(line) <= what.width, what
                assert compute_contrast(what.ink, what.ground) >= MIN_TEXT_CONTRAST, what
            case PlayerName():
                assert what.height >= SMALL_TYPE_HEIGHT, what
                assert compute_contrast(what.ink, what.ground) >= MIN_TEXT_CONTRAST, what
            case Sprite():
                for size, ink, ground in list_text_styles(picture.palette, what):
                    assert size >= SMALL_TYPE_HEIGHT * FONT_SIZE_RATIO, what
                    assert compute_contrast(ink, ground) >= MIN_TEXT_CONTRAST, what


def check_nothing_covers_text(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Nothing lies upon type."""
    boxes = [compute_box(picture, *mark) for mark in marks]
    for at, ((what, _, _), mine) in enumerate(zip(marks, boxes, strict=True)):
        if isinstance(what, Letters | PlayerName | TranslatedWord):
            for (other, _, _), theirs in zip(marks[at + 1 :], boxes[at + 1 :], strict=True):
                clear = mine[2] <= theirs[0] or theirs[2] <= mine[0] or mine[3] <= theirs[1] or theirs[3] <= mine[1]
                assert clear, (what, other)


def check_text_is_readable(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """As on boards: large enough where it is seen, within its box, on a ground it stands out against."""
    check_nothing_is_clipped(picture, marks)
    check_text_is_legible(picture, marks)


def compute_contrast(first_color: Color, second_color: Color) -> float:
    """As the web's guidelines reckon it."""
    less, more = sorted((_compute_luminance(first_color), _compute_luminance(second_color)))
    return (more + 0.05) / (less + 0.05)


def _compute_luminance(color: Color) -> float:
    parts = (part / 255 for part in bytes.fromhex(color[1:]))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
