"""Type: how wide a line is, and people's names in the letters that the font has."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final

from PIL import ImageFont

from games.art import SIZE, SMALL, Caption, Letters, Name, person

_EM: Final = 100
_CALLED: Final = 20
"""Letters of a name in a sentence."""


def length(what: Letters) -> float:
    """How wide a line of type is; the law of the boards holds it against its box."""
    return _face(weight(what)).getlength(what.text) * what.height * SIZE / _EM


def digits(number: int) -> str:
    """A number as type has it: with a minus, and not with the hyphen that keyboards have."""
    return str(number).replace("-", "−")


def readable(names: Sequence[str], seat: int, instead: str = "") -> str:
    """A name as far as the font has its letters; what stands instead of it where that would be another name."""
    name = unicodedata.normalize("NFC", names[seat]) if seat < len(names) else ""
    if all(_has(letter) for letter in name if letter.isalnum()):
        kept = " ".join("".join(letter for letter in name if letter == " " or _has(letter)).split())
        if any(letter.isalnum() for letter in kept):
            return kept
    return instead or str(seat + 1)


def wrapped(place: Caption, names: Sequence[str]) -> list[str]:
    """In as many lines as there are at the most; what is too long ends before its end."""
    told = place.text
    for seat, word in enumerate(place.seats):
        name = readable(names, seat, word)
        short = name if len(name) <= _CALLED else f"{name[: _CALLED - 1].rstrip()}…"
        told = told.replace(person(seat), short)
    line = Letters("", place.width, place.height // place.lines, place.ink, place.ground)
    found = [""]
    # No line breaks at a thin space, which is drawn as any other blank.
    for word in (part.replace("\u202f", " ") for part in told.split(" ") if part):
        longer = f"{found[-1]} {word}".lstrip()
        if length(replace(line, text=longer)) <= place.width:
            found[-1] = longer
        elif len(found) < place.lines and found[-1]:
            found.append(word)
        else:
            return [*found[:-1], cut(replace(line, text=longer))]
    return found


def cut(line: Letters) -> str:
    """As much of it as there is room for."""
    if length(line) <= line.width:
        return line.text
    cuts = (f"{line.text[:end].rstrip(' ,;:')}…" for end in range(len(line.text) - 1, 0, -1))
    return next(cut for cut in cuts if length(replace(line, text=cut)) <= line.width)


@lru_cache(maxsize=1024)
def fitted(place: Name, name: str) -> Letters:
    """Smaller first, then shortened."""
    letters = Letters(name, place.width, place.height, place.ink, place.ground, lie=place.lie)
    wide = length(letters)
    if wide <= place.width:
        return letters
    small = replace(letters, height=max(min(SMALL, place.height), int(place.height * place.width / wide)))
    cuts = (replace(small, text=f"{name[:end].rstrip()}…") for end in range(len(name) - 1, 0, -1))
    return next((cut for cut in (small, *cuts) if length(cut) <= place.width), replace(small, text="…"))


def weight(what: Letters) -> int:
    return 700 if what.bold else 500


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter.isprintable() and bytes(_face(700).getmask(letter)) != bytes(_face(700).getmask("\U0010ffff"))


@lru_cache(maxsize=4)
def _face(weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(font(), _EM)
    face.set_variation_by_axes([weight, 100])
    return face


@lru_cache(maxsize=1)
def font() -> str:
    """A variable font that travels with us: every weight in one file, and no machine's own."""
    with as_file(files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf")) as path:
        return str(path)
