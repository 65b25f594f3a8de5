"""Fitting text into its box: measuring lines, wrapping captions, and removing symbols that the font lacks."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final

from PIL import ImageFont

from games.art import FONT_SIZE_RATIO, Caption, Letters, PlayerName, person_placeholder

_MEASURED_FONT_SIZE: Final = 100
_NAME_LENGTH_MAX: Final = 20
"""The maximum number of letters of a name in a caption."""


def text_width(line: Letters) -> float:
    """Return the width of a line of text in pixels."""
    return _load_face(font_weight(line)).getlength(line.text) * line.height * FONT_SIZE_RATIO / _MEASURED_FONT_SIZE


def format_number(number: int) -> str:
    """Format a number with a minus sign instead of a hyphen."""
    return str(number).replace("-", "−")


def displayable_name(names: Sequence[str], seat: int, fallback: str = "") -> str:
    """Return a player's name without symbols that the font lacks.

    If the name has no letters or digits, or if the font lacks any of them, return `fallback`. If `fallback` is empty,
    return the seat's number.
    """
    name = unicodedata.normalize("NFC", names[seat]) if seat < len(names) else ""
    if all(_has_glyph(letter) for letter in name if letter.isalnum()):
        displayable = " ".join("".join(letter for letter in name if letter == " " or _has_glyph(letter)).split())
        if any(letter.isalnum() for letter in displayable):
            return displayable
    return fallback or str(seat + 1)


def wrap_caption(caption: Caption, names: Sequence[str]) -> list[str]:
    """Fill in the names and wrap a caption into lines. Text that does not fit is cut off."""
    text = caption.text
    for seat, word in enumerate(caption.seats):
        name = displayable_name(names, seat, word)
        short = name if len(name) <= _NAME_LENGTH_MAX else f"{name[: _NAME_LENGTH_MAX - 1].rstrip()}…"
        text = text.replace(person_placeholder(seat), short)
    line = Letters("", caption.width, caption.height // caption.lines, caption.ink, caption.ground)
    lines = [""]
    # A line must not break at a narrow no-break space. The font lacks this character, so a normal space is drawn.
    for word in (part.replace("\u202f", " ") for part in text.split(" ") if part):
        longer = f"{lines[-1]} {word}".lstrip()
        if text_width(replace(line, text=longer)) <= caption.width:
            lines[-1] = longer
        elif len(lines) < caption.lines and lines[-1]:
            lines.append(word)
        else:
            return [*lines[:-1], truncate_line(replace(line, text=longer))]
    return lines


def truncate_line(line: Letters) -> str:
    """Return the text of a line, shortened with an ellipsis if it does not fit."""
    if text_width(line) <= line.width:
        return line.text
    cuts = (f"{line.text[:end].rstrip(' ,;:')}…" for end in range(len(line.text) - 1, 0, -1))
    return next(cut for cut in cuts if text_width(replace(line, text=cut)) <= line.width)


@lru_cache(maxsize=1024)
def fit_name(place: PlayerName, name: str) -> Letters:
    """Return a name as a line of text that fits. If necessary, the name is first scaled down and then shortened.

    A number at the end is kept, because it can be all that distinguishes two names.
    """
    letters = Letters(name, place.width, place.height, place.ink, place.ground, align=place.align)
    width = text_width(letters)
    if width <= place.width:
        return letters
    smaller = replace(letters, height=max(min(place.min_height, place.height), int(place.height * place.width / width)))
    stem, _, number = name.rpartition(" ")
    endings = (f"… {number}", "…") if stem and number.isdecimal() else ("…",)
    cuts = (
        replace(smaller, text=f"{name[:end].rstrip()}{ending}")
        for ending in endings
        for end in range(len(name) - len(ending), 0, -1)
    )
    return next((cut for cut in (smaller, *cuts) if text_width(cut) <= place.width), replace(smaller, text="…"))


def font_weight(line: Letters) -> int:
    return 700 if line.bold else 500


@lru_cache(maxsize=4096)
def _has_glyph(letter: str) -> bool:
    return letter.isprintable() and bytes(_load_face(700).getmask(letter)) != bytes(
        _load_face(700).getmask("\U0010ffff")
    )


@lru_cache(maxsize=4)
def _load_face(weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(load_font(), _MEASURED_FONT_SIZE)
    face.set_variation_by_axes([weight, 100])
    return face


@lru_cache(maxsize=1)
def load_font() -> str:
    """Return the path of the font that is installed with the bot, a variable font with all weights."""
    with as_file(files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf")) as path:
        return str(path)
