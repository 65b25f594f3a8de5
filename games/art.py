"""The values that pictures are made of: colors, sizes, drawings and lines of type. `games/canvas.py` paints them."""

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
"""For secondary text on slate and on panels."""
INK: Final[Colour] = "#2a2522"

PALETTE_SIZE_MAX: Final = 255
"""One of the 256 indices means "unchanged" in an animation."""

BOARD_WIDTH: Final = 1100
BOARD_HEIGHT: Final = 700
"""In pixels. Discord shows half of it, 550 × 350, and on a phone a width of 350."""
BANNER_HEIGHT: Final = 320
SMALL_TYPE_HEIGHT: Final = 40
"""The least height of a line of type. Its capitals are 11 pixels high at a width of 550, and 7 at 350."""
LARGE_TYPE_HEIGHT: Final = 65
"""The least height of type that matters for a decision: values, scores, whose turn it is. 11 pixels at 350."""
FONT_SIZE_RATIO: Final = 0.78
"""The font size, as a share of the height of a line."""
CAP_HEIGHT_RATIO: Final = 0.711
"""The height of Roboto's capitals and digits, as a share of the font size."""

Alignment: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing at a width, on a flat ground. `text` replaces § in the drawing.

    A name of several words is several drawings on top of each other. A drawing belongs to the game or is shared.
    """

    name: str
    width: int
    ground: Colour
    text: str = ""
    turned: int = 0
    """Degrees, clockwise about the middle."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of type in its box. Type that matters for a decision is bold."""

    text: str
    width: int
    height: int
    ink: Colour
    ground: Colour
    bold: bool = True
    lie: Alignment = "middle"


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A place for a player's name, which is filled in when the board is painted.

    So boards are the same for all players and can be cached. A long name is scaled down, then shortened.
    """

    seat: int
    width: int
    height: int
    ink: Colour
    ground: Colour
    lie: Alignment = "left"
    instead: str = ""
    """Used if the font lacks the name's letters; by default the number of the seat."""


@dataclass(frozen=True, slots=True)
class TranslatedWord:
    """A place for a text of the game, by key. `translate_picture` fills it in; until then it is empty."""

    key: str
    width: int
    height: int
    ink: Colour
    ground: Colour
    lie: Alignment = "left"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence with players' names, wrapped into lines when the names are known."""

    text: str
    """With `person_placeholder(seat)` for each name."""
    seats: tuple[str, ...]
    """By seat, the words for players whose names the font lacks."""
    width: int
    height: int
    """The height of all lines together."""
    lines: int
    ink: Colour
    ground: Colour


def seat_badge(seat: int, width: int, ground: Colour, *, met: bool = False) -> Sprite:
    """Return the shape of a seat with its number. With `met` it is golden, for a winner or a seat that is to move."""
    return Sprite(f"seat_{seat}{'_met' if met else ''}", width, ground, str(seat + 1))


def person_placeholder(seat: int) -> str:
    """Return the character that stands for a player in a caption. No text contains it."""
    return chr(0x1D7D8 + seat)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A flat rectangle, possibly with round corners and a rim."""

    width: int
    height: int
    ink: Colour
    ground: Colour = ""
    """The color behind the corners."""
    corner: int = 0
    rim: Colour = ""
    thick: int = 5


TextOverlay: TypeAlias = PlayerName | TranslatedWord | Caption
"""Type that is laid over a cached board, since it depends on the players or the language."""

Drawable: TypeAlias = Sprite | Letters | Rectangle | TextOverlay

PlacedMark: TypeAlias = tuple[Drawable, int, int]
"""A drawable with the left and top of its place."""

Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colors of one game: its drawings on each of its grounds, and its inks."""

    package: str
    grounds: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    most: int = PALETTE_SIZE_MAX
    """The number of colors. Fewer make the file of a crowded board smaller."""
    own: str = "art"
    """The folder with the game's drawings in its package."""
    common: tuple[str, ...] = ("common",)
    """Folders of `games` with shared drawings."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as a value: it can be compared, kept in a cache, and painted anywhere."""

    palette: Palette
    width: int
    height: int
    ground: Colour
    marks: tuple[PlacedMark, ...]
    board: Area | None = None
    """The part that is the board, if there is more beside it."""
    hashed: int = field(default=0, init=False, repr=False, compare=False)
    """The hash, computed once: one click looks its board up in caches half a dozen times."""
    kinds: frozenset[type] = field(init=False, repr=False, compare=False)
    """The classes of the marks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", frozenset([type(drawable) for drawable, _, _ in self.marks]))

    @property
    def has_names(self) -> bool:
        """Return whether a player's name is on it."""
        return PlayerName in self.kinds

    def __hash__(self) -> int:
        if not self.hashed:
            content = (self.palette, self.width, self.height, self.ground, self.marks, self.board)
            object.__setattr__(self, "hashed", hash(content))
        return self.hashed


@dataclass(frozen=True, slots=True)
class Banner:
    """The wordless drawing of a game on its challenges, `BOARD_WIDTH` × `BANNER_HEIGHT`."""

    picture: Picture
    room: Area
    """The empty part, where the name of the game is written in the reader's language."""


def make_banner(package: str, ground: Colour, room: Area) -> Banner:
    """Make a banner of the drawing `shown/banner.svg` of a package."""
    palette = Palette(package, grounds=(ground,), inks=(LIGHT, GOLD), own="shown", common=())
    return Banner(
        Picture(palette, BOARD_WIDTH, BANNER_HEIGHT, ground, ((Sprite("banner", BOARD_WIDTH, ground), 0, 0),)), room
    )


@dataclass(frozen=True, slots=True)
class Emblem:
    """A drawing beside the label of a button. `text` replaces § in the drawing."""

    drawing: str
    text: str = ""


def translate_picture(picture: Picture, say: Callable[[str, str], str], locale: str) -> Picture:
    """Fill in the game's texts, capitalized since none is part of a sentence."""

    def fill_in(drawable: Drawable) -> Drawable:
        if not isinstance(drawable, TranslatedWord):
            return drawable
        # The font has no thin space.
        text = say(drawable.key, locale).replace("\u202f", " ")
        return replace(drawable, text=text[:1].upper() + text[1:])

    if TranslatedWord not in picture.kinds:
        return picture
    return replace(picture, marks=tuple((fill_in(drawable), left, top) for drawable, left, top in picture.marks))


def scale_marks(marks: Iterable[PlacedMark], scale_factor: float) -> Iterator[PlacedMark]:
    """Scale marks; they are drawn again at the new size, not resampled."""

    def scale(length: int) -> int:
        return max(1, round(length * scale_factor))

    for drawable, left, top in marks:
        scaled: Drawable
        match drawable:
            case Sprite():
                scaled = replace(drawable, width=scale(drawable.width))
            case Rectangle():
                corner = round(drawable.corner * scale_factor)
                scaled = replace(
                    drawable,
                    width=scale(drawable.width),
                    height=scale(drawable.height),
                    corner=corner,
                    thick=scale(drawable.thick),
                )
            case _:
                scaled = replace(drawable, width=scale(drawable.width), height=scale(drawable.height))
        yield scaled, round(left * scale_factor), round(top * scale_factor)


def scale_for_film(picture: Picture) -> Picture:
    """Scale a board for an animation, whose cost grows with its pixels."""
    width, height = round(picture.width * 2 / 3), round(picture.height * 2 / 3)
    return replace(picture, width=width, height=height, marks=tuple(scale_marks(picture.marks, 2 / 3)))


def crop_to_board(picture: Picture, width: int) -> Iterator[PlacedMark]:
    """Return the marks of the board alone, scaled to a width, without type that would be too small to read."""
    left, top, board_width, board_height = picture.board or (0, 0, picture.width, picture.height)
    scale_factor = width / board_width
    marks_inside = (
        (drawable, x - left, y - top)
        for drawable, x, y in picture.marks
        if left <= x and x + drawable.width <= left + board_width and top <= y < top + board_height
    )
    for mark in scale_marks(marks_inside, scale_factor):
        if not isinstance(mark[0], Letters | TextOverlay) or mark[0].height >= SMALL_TYPE_HEIGHT:
            yield mark
