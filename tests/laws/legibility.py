"""Checks that text in a picture is legible: large enough, with enough contrast, and not covered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

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

LinearRgb: TypeAlias = tuple[float, float, float]

MIN_TEXT_CONTRAST: Final = 4.5
"""The contrast ratio that WCAG requires for normal text."""


def compute_box(picture: Picture, drawable: Drawable, left: int, top: int) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom edges of a mark. For text, these are the edges of the letters."""
    width = drawable.width
    if isinstance(drawable, Letters | TranslatedWord):
        drawable = as_letters(drawable)
        width = min(width, round(typeface.text_width(drawable)))
        left += {"left": 0, "middle": (drawable.width - width) // 2, "right": drawable.width - width}[drawable.align]
        top, height = top + drawable.height // 8, drawable.height * 3 // 4
        return left, top, left + width, top + height
    return left, top, left + width, top + canvas.drawable_height(picture.palette, drawable)


def as_letters(drawable: Letters | TranslatedWord) -> Letters:
    """Return a `TranslatedWord` as the same text in `Letters`, so that both kinds of text are measured alike."""
    if isinstance(drawable, Letters):
        return drawable
    return Letters(
        drawable.text, drawable.width, drawable.height, drawable.ink, drawable.ground, bold=False, align=drawable.align
    )


def check_nothing_is_clipped(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Check that no mark extends beyond an edge of the picture."""
    for drawable, left, top in marks:
        assert left >= 0, drawable
        assert top >= 0, drawable
        assert left + drawable.width <= picture.width, drawable
        assert top + canvas.drawable_height(picture.palette, drawable) <= picture.height, drawable


def check_text_is_legible(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Check that text is large enough, fits its box, and has enough contrast with its background."""
    for drawable, _, _ in marks:
        match drawable:
            case Letters() | TranslatedWord():
                line = as_letters(drawable)
                assert line.height >= (LARGE_TYPE_HEIGHT if line.bold else SMALL_TYPE_HEIGHT), drawable
                assert typeface.text_width(line) <= drawable.width, drawable
                assert compute_contrast(drawable.ink, drawable.ground) >= MIN_TEXT_CONTRAST, drawable
            case PlayerName():
                assert drawable.height >= SMALL_TYPE_HEIGHT, drawable
                assert compute_contrast(drawable.ink, drawable.ground) >= MIN_TEXT_CONTRAST, drawable
            case Sprite():
                for size, ink, ground in list_text_styles(picture.palette, drawable):
                    assert size >= SMALL_TYPE_HEIGHT * FONT_SIZE_RATIO, drawable
                    check_contrast(ink, ground, drawable)


def check_nothing_covers_text(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Check that no text is overlapped by a mark that is drawn later."""
    boxes = [compute_box(picture, *mark) for mark in marks]
    for number, ((drawable, _, _), box) in enumerate(zip(marks, boxes, strict=True)):
        if isinstance(drawable, Letters | PlayerName | TranslatedWord):
            for (other, _, _), other_box in zip(marks[number + 1 :], boxes[number + 1 :], strict=True):
                is_apart = (
                    box[2] <= other_box[0] or other_box[2] <= box[0] or box[3] <= other_box[1] or other_box[3] <= box[1]
                )
                assert is_apart, (drawable, other)


def check_text_is_readable(picture: Picture, marks: Sequence[PlacedMark]) -> None:
    """Check that text is legible and nothing is clipped."""
    check_nothing_is_clipped(picture, marks)
    check_text_is_legible(picture, marks)


def check_contrast(ink: Color, ground: Color, drawable: Drawable) -> None:
    contrast = compute_contrast(ink, ground)
    hint = "; data-on in <text> names the color behind it" if isinstance(drawable, Sprite) else ""
    assert contrast >= MIN_TEXT_CONTRAST, (
        f"text {ink} on {ground} has contrast {contrast:.1f}, less than {MIN_TEXT_CONTRAST}{hint}: {drawable}"
    )


def compute_contrast(first_color: Color, second_color: Color) -> float:
    """Return the contrast ratio of two colors as defined by WCAG 2."""
    return compute_contrast_ratio(compute_luminance(linearize(first_color)), compute_luminance(linearize(second_color)))


def compute_contrast_ratio(*luminances: float) -> float:
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def linearize(color: Color) -> LinearRgb:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in bytes.fromhex(color[1:]))
    )
    return red, green, blue


def compute_luminance(rgb: LinearRgb) -> float:
    red, green, blue = rgb
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
