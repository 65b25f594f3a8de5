"""What every board is drawn with, as values: the palette, the type, sprites. `games/canvas.py` paints them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

Colour: TypeAlias = str

SLATE: Final[Colour] = "#20242e"
PANEL: Final[Colour] = "#2d3340"
PAPER: Final[Colour] = "#f4eee0"
GOLD: Final[Colour] = "#ffd76a"
LIGHT: Final[Colour] = "#fbf8f0"
FAINT: Final[Colour] = "#c9ced8"
"""On slate and on panels: what is there to be found and not to be seen first."""
INK: Final[Colour] = "#2a2522"

COLOURS: Final = 255
"""One index of 256 is kept for what an animation leaves as it was."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing at a width, on the flat ground it will lie upon; `text` stands where the drawing says §.

    A name of several words is as many drawings, each laid upon the one before.
    """

    name: str
    width: int
    ground: Colour
    text: str = ""


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of type, centred in its box."""

    text: str
    width: int
    height: int
    ink: Colour
    ground: Colour
    bold: bool = True


@dataclass(frozen=True, slots=True)
class Bar:
    """A flat rectangle: what measures are drawn with, crisp at any size."""

    width: int
    height: int
    ink: Colour


Mark: TypeAlias = tuple[Sprite | Letters | Bar, int, int]
"""What is drawn, and the left upper corner of where."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one game: those of its drawings on each of its grounds, and of its inks."""

    package: str
    grounds: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    most: int = COLOURS
    """Fewer make a crowded board smaller: its edges repeat more."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a value: it can be compared, kept in a cache, and painted anywhere."""

    palette: Palette
    width: int
    height: int
    ground: Colour
    marks: tuple[Mark, ...]


def smaller(picture: Picture) -> Picture:
    """For a film, which costs by the pixel and is not read digit by digit: drawn anew at two thirds, not resampled."""

    def two_thirds(length: int) -> int:
        return round(length * 2 / 3)

    def shrunk(what: Sprite | Letters | Bar) -> Sprite | Letters | Bar:
        if isinstance(what, Sprite):
            return replace(what, width=max(1, two_thirds(what.width)))
        return replace(what, width=max(1, two_thirds(what.width)), height=max(1, two_thirds(what.height)))

    marks = tuple((shrunk(what), two_thirds(left), two_thirds(top)) for what, left, top in picture.marks)
    return replace(picture, width=two_thirds(picture.width), height=two_thirds(picture.height), marks=marks)
