"""What every board is drawn with, as values: the palette, the type, sprites. `games/canvas.py` paints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

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

WIDTH: Final = 1100
HEIGHT: Final = 700
"""Twice what Discord shows: 550 × 350, and on a phone 350 wide."""
TALL: Final = 320
"""Of a banner."""
SMALL: Final = 40
"""The least height of a line of type: its capitals are eleven pixels high at 550, and seven at 350."""
LARGE: Final = 65
"""The least for what one decides by: values, scores, whose turn it is. Eleven pixels at 350."""
SIZE: Final = 0.78
"""Of the height of a line the size of its type."""
CAP: Final = 0.711
"""Of that size the height of Roboto's capitals and digits."""

Lie: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing at a width, on the flat ground it will lie upon; `text` stands where the drawing says §.

    A name of several words is as many drawings, each laid upon the one before. A drawing is the game's own, or one that
    all have in common.
    """

    name: str
    width: int
    ground: Colour
    text: str = ""
    turned: int = 0
    """By so many degrees, clockwise about its middle."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of type in its box; bold is what one decides by."""

    text: str
    width: int
    height: int
    ink: Colour
    ground: Colour
    bold: bool = True
    lie: Lie = "middle"


@dataclass(frozen=True, slots=True)
class Name:
    """Where a name of a person stands. Only whoever paints knows it, so that a board is the same whoever plays on it:
    it is made smaller, then shortened, until it fits.
    """

    seat: int
    width: int
    height: int
    ink: Colour
    ground: Colour
    lie: Lie = "left"
    instead: str = ""
    """What stands there if the name cannot be painted; without it the number of the seat, beside its shape."""


@dataclass(frozen=True, slots=True)
class Written:
    """Where a word of the game stands, by its key: laid over the board as names are, in the language of whoever looks.
    Until that is known nothing stands there.
    """

    key: str
    width: int
    height: int
    ink: Colour
    ground: Colour
    lie: Lie = "left"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence about people, in lines of type as it is known what they are called."""

    text: str
    """With `person` for each of them."""
    seats: tuple[str, ...]
    """What is said of those whose names cannot be painted."""
    width: int
    height: int
    """Of all its lines."""
    lines: int
    ink: Colour
    ground: Colour


def badge(seat: int, width: int, ground: Colour, *, met: bool = False) -> Sprite:
    """The shape of a seat and its number, where more than two may sit; `met` is gold: for who won, or is to choose."""
    return Sprite(f"seat_{seat}{'_met' if met else ''}", width, ground, str(seat + 1))


def person(seat: int) -> str:
    """What stands for somebody in a caption: a figure that no text has."""
    return chr(0x1D7D8 + seat)


@dataclass(frozen=True, slots=True)
class Box:
    """A flat rectangle, with round corners and a rim if it has them."""

    width: int
    height: int
    ink: Colour
    ground: Colour = ""
    """Behind its corners."""
    corner: int = 0
    rim: Colour = ""
    thick: int = 5


Laid: TypeAlias = Name | Written | Caption
"""What is laid over a board: it is painted once, whoever plays on it and whoever looks."""

What: TypeAlias = Sprite | Letters | Box | Laid

Mark: TypeAlias = tuple[What, int, int]
"""What is drawn, and the left upper corner of where."""

Part: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one game: those of its drawings on each of its grounds, and of its inks."""

    package: str
    grounds: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    most: int = COLOURS
    """Fewer make a crowded board smaller: its edges repeat more."""
    own: str = "art"
    """The folder of its drawings in its package."""
    common: tuple[str, ...] = ("common",)
    """The folders of `games` whose drawings it has besides."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a value: it can be compared, kept in a cache, and painted anywhere."""

    palette: Palette
    width: int
    height: int
    ground: Colour
    marks: tuple[Mark, ...]
    board: Part | None = None
    """What of it is the board, if more stands beside it."""
    hashed: int = field(default=0, init=False, repr=False, compare=False)
    """Of all that is drawn there, once somebody asks: a press looks for its board half a dozen times, and counts its
    marks but once.
    """
    kinds: frozenset[type] = field(init=False, repr=False, compare=False)
    """Of its marks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", frozenset([type(what) for what, _, _ in self.marks]))

    @property
    def named(self) -> bool:
        """Is somebody called by name there? Else it is the same whoever plays."""
        return Name in self.kinds

    def __hash__(self) -> int:
        if not self.hashed:
            whole = (self.palette, self.width, self.height, self.ground, self.marks, self.board)
            object.__setattr__(self, "hashed", hash(whole))
        return self.hashed


@dataclass(frozen=True, slots=True)
class Banner:
    """What a game is known by at a glance, wordless, `WIDTH` × `TALL`."""

    picture: Picture
    room: Part
    """Where nothing but its ground is: there its name is written, in its reader's language."""


def banner(package: str, ground: Colour, room: Part) -> Banner:
    """Make a banner of the drawing `shown/banner.svg` of a package."""
    palette = Palette(package, grounds=(ground,), inks=(LIGHT, GOLD), own="shown", common=())
    return Banner(Picture(palette, WIDTH, TALL, ground, ((Sprite("banner", WIDTH, ground), 0, 0),)), room)


@dataclass(frozen=True, slots=True)
class Emblem:
    """A drawing of a game that stands beside the words of a choice; `text` stands where the drawing says §."""

    drawing: str
    text: str = ""


def spoken(picture: Picture, say: Callable[[str, str], str], locale: str) -> Picture:
    """With its game's words, which stand by themselves and so begin with a capital."""

    def said(what: What) -> What:
        if not isinstance(what, Written):
            return what
        # A thin space is drawn as any other blank.
        text = say(what.key, locale).replace("\u202f", " ")
        return replace(what, text=text[:1].upper() + text[1:])

    if Written not in picture.kinds:
        return picture
    return replace(picture, marks=tuple((said(what), left, top) for what, left, top in picture.marks))


def shrunk(marks: Iterable[Mark], share: float) -> Iterator[Mark]:
    """Drawn anew at a share of the size, not resampled."""

    def less(length: int) -> int:
        return max(1, round(length * share))

    for what, left, top in marks:
        found: What
        match what:
            case Sprite():
                found = replace(what, width=less(what.width))
            case Box():
                corner = round(what.corner * share)
                found = replace(
                    what, width=less(what.width), height=less(what.height), corner=corner, thick=less(what.thick)
                )
            case _:
                found = replace(what, width=less(what.width), height=less(what.height))
        yield found, round(left * share), round(top * share)


def smaller(picture: Picture) -> Picture:
    """For a film, which costs by the pixel."""
    width, height = round(picture.width * 2 / 3), round(picture.height * 2 / 3)
    return replace(picture, width=width, height=height, marks=tuple(shrunk(picture.marks, 2 / 3)))


def inset(picture: Picture, width: int) -> Iterator[Mark]:
    """The board alone, so wide: to be looked at, so that type which would be too small for that is left out."""
    left, top, across, down = picture.board or (0, 0, picture.width, picture.height)
    share = width / across
    inside = (
        (what, x - left, y - top)
        for what, x, y in picture.marks
        if left <= x and x + what.width <= left + across and top <= y < top + down
    )
    for mark in shrunk(inside, share):
        if not isinstance(mark[0], Letters | Laid) or mark[0].height >= SMALL:
            yield mark
