"""The values that make up a picture: colors, sizes, drawings and lines of text. `games/canvas.py` paints pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

Color: TypeAlias = str

SLATE: Final[Color] = "#20242e"
PANEL: Final[Color] = "#2d3340"
PAPER: Final[Color] = "#f4eee0"
GOLD: Final[Color] = "#ffd76a"
LIGHT: Final[Color] = "#fbf8f0"
FAINT: Final[Color] = "#c9ced8"
"""The color of secondary text on `SLATE` and `PANEL`."""
INK: Final[Color] = "#2a2522"

PALETTE_SIZE_MAX: Final = 255
"""The maximum number of colors. In an animation, the last of the 256 indices means "unchanged"."""

BOARD_WIDTH: Final = 1100
BOARD_HEIGHT: Final = 700
"""The board's width and height in pixels. Discord shows boards 550 pixels wide, or 350 pixels wide on a phone."""
BANNER_HEIGHT: Final = 320
SMALL_TYPE_HEIGHT: Final = 40
"""The minimum line height of text. Its capitals appear 11 pixels high in Discord, or 7 pixels high on a phone."""
LARGE_TYPE_HEIGHT: Final = 65
"""The minimum line height of text that matters for a decision, such as scores and whose turn it is.

Its capitals appear 11 pixels high even on a phone.
"""
CROPPED_NAME_MIN_HEIGHT: Final = 24
"""The minimum line height of a player's name on a board that `crop_to_board` has scaled down."""
CROPPED_NAME_MIN_WIDTH: Final = 100
"""The minimum width of the place for such a name. Narrower places stay empty."""
FONT_SIZE_RATIO: Final = 0.78
"""The font size as a fraction of the line height."""
CAP_HEIGHT_RATIO: Final = 0.711
"""The height of Roboto's capitals and digits as a fraction of the font size."""

Alignment: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A drawing at a given width on a background of one color. `text` replaces the placeholder § in the drawing.

    If `name` consists of several words, each word names a drawing. The drawings are stacked, with the first at the
    bottom. Each drawing belongs to the game or is shared by several games.
    """

    name: str
    width: int
    ground: Color
    text: str = ""
    rotation_degrees: int = 0
    """The clockwise rotation about the middle."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A line of text in a box. Text that matters for a decision is bold."""

    text: str
    width: int
    height: int
    ink: Color
    ground: Color
    bold: bool = True
    align: Alignment = "middle"


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A placeholder for a player's name, which is filled in when the board is painted.

    Without the names, boards are the same for all players and can be cached. A long name is first scaled down and then
    shortened.
    """

    seat: int
    width: int
    height: int
    ink: Color
    ground: Color
    align: Alignment = "left"
    fallback: str = ""
    """The text to use if the font lacks some of the name's letters. If empty, the seat's number is used."""
    min_height: int = SMALL_TYPE_HEIGHT
    """The line height down to which a long name is scaled before it is shortened."""


@dataclass(frozen=True, slots=True)
class TranslatedWord:
    """A placeholder for one of the game's texts. It is empty until `translate_picture` fills in the text."""

    key: str
    width: int
    height: int
    ink: Color
    ground: Color
    align: Alignment = "left"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence that contains players' names. It is wrapped into lines when the board is painted."""

    text: str
    """The sentence, with `person_placeholder(seat)` in place of each name."""
    seats: tuple[str, ...]
    """For each seat, the word to use instead of the player's name if the font lacks some of its letters."""
    width: int
    height: int
    """The total height of all lines."""
    lines: int
    ink: Color
    ground: Color


def seat_badge(seat: int, width: int, ground: Color, *, gold: bool = False) -> Sprite:
    """Return a seat's shape with its number. A gold badge marks a winner or a seat that is to move."""
    return Sprite(f"seat_{seat}{'_met' if gold else ''}", width, ground, str(seat + 1))


def person_placeholder(seat: int) -> str:
    """Return the character that stands for a player's name in a caption. It occurs nowhere else in texts."""
    return chr(0x1D7D8 + seat)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle of one color, optionally with round corners and a rim."""

    width: int
    height: int
    ink: Color
    ground: Color = ""
    """The background color outside the round corners."""
    corner: int = 0
    rim: Color = ""
    rim_width: int = 5


TextOverlay: TypeAlias = PlayerName | TranslatedWord | Caption
"""Text that is painted over a cached board, because it depends on the players or the language."""

Drawable: TypeAlias = Sprite | Letters | Rectangle | TextOverlay

PlacedMark: TypeAlias = tuple[Drawable, int, int]
"""A drawable with its left and top position."""

Area: TypeAlias = tuple[int, int, int, int]
"""A rectangle as (left, top, width, height)."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The inputs from which a game's colors are computed: its drawings, background colors and text colors."""

    package: str
    grounds: tuple[Color, ...]
    inks: tuple[Color, ...]
    max_colors: int = PALETTE_SIZE_MAX
    """The maximum number of colors. With fewer colors, the file of a crowded board is smaller."""
    folder: str = "art"
    """The folder in the game's package that contains its drawings."""
    shared_folders: tuple[tuple[str, str], ...] = (("games", "common"),)
    """The packages and folders that contain shared drawings."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as an immutable value that can be compared and cached, and painted later by any process."""

    palette: Palette
    width: int
    height: int
    ground: Color
    marks: tuple[PlacedMark, ...]
    board: Area | None = None
    """The area of the board, if the picture shows more than the board."""
    cached_hash: int = field(default=0, init=False, repr=False, compare=False)
    """The stored hash of the picture. It is needed often: each click looks up a board in caches about six times."""
    drawable_types: frozenset[type] = field(init=False, repr=False, compare=False)
    """The classes of the drawables in `marks`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawable_types", frozenset([type(drawable) for drawable, _, _ in self.marks]))

    @property
    def has_names(self) -> bool:
        """Whether the picture shows a player's name outside of captions."""
        return PlayerName in self.drawable_types

    def __hash__(self) -> int:
        if not self.cached_hash:
            content = (self.palette, self.width, self.height, self.ground, self.marks, self.board)
            object.__setattr__(self, "cached_hash", hash(content))
        return self.cached_hash


@dataclass(frozen=True, slots=True)
class Banner:
    """A game's drawing for challenges, without text. Its size is `BOARD_WIDTH` × `BANNER_HEIGHT`."""

    picture: Picture
    title_area: Area
    """The empty area where the game's name is written in the reader's language."""


def make_banner(package: str, ground: Color, title_area: Area) -> Banner:
    """Make a banner from the drawing `shown/KEY_banner.svg` in the package of a game, where KEY is the game's key."""
    palette = Palette(package, grounds=(ground,), inks=(LIGHT, GOLD), folder="shown", shared_folders=())
    drawing = Sprite(f"{package.rpartition('.')[2]}_banner", BOARD_WIDTH, ground)
    return Banner(Picture(palette, BOARD_WIDTH, BANNER_HEIGHT, ground, ((drawing, 0, 0),)), title_area)


@dataclass(frozen=True, slots=True)
class Emblem:
    """A drawing that is shown next to a button's label. `text` replaces the placeholder § in the drawing."""

    drawing: str
    text: str = ""


def translate_picture(picture: Picture, say: Callable[[str, str], str], locale: str) -> Picture:
    """Fill in a picture's `TranslatedWord`s in a language, with a capital first letter."""

    def fill_in(drawable: Drawable) -> Drawable:
        if not isinstance(drawable, TranslatedWord):
            return drawable
        # The font lacks the narrow no-break space.
        text = say(drawable.key, locale).replace("\u202f", " ")
        return replace(drawable, text=text[:1].upper() + text[1:])

    if TranslatedWord not in picture.drawable_types:
        return picture
    return replace(picture, marks=tuple((fill_in(drawable), left, top) for drawable, left, top in picture.marks))


def scale_marks(marks: Iterable[PlacedMark], scale_factor: float) -> Iterator[PlacedMark]:
    """Scale the sizes and positions of marks. They are later rendered at the new size, not resampled."""

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
                    rim_width=scale(drawable.rim_width),
                )
            case _:
                scaled = replace(drawable, width=scale(drawable.width), height=scale(drawable.height))
        yield scaled, round(left * scale_factor), round(top * scale_factor)


def scale_for_film(picture: Picture) -> Picture:
    """Scale a picture down for an animation. The cost of an animation grows with its number of pixels."""
    width, height = round(picture.width * 2 / 3), round(picture.height * 2 / 3)
    return replace(picture, width=width, height=height, marks=tuple(scale_marks(picture.marks, 2 / 3)))


def crop_to_board(picture: Picture, width: int) -> Iterator[PlacedMark]:
    """Yield only the marks within the board area, scaled to this width, without text that is too small to read.

    Names become as small as they must be to fit. A place that is too narrow for any name stays empty.
    """
    left, top, board_width, board_height = picture.board or (0, 0, picture.width, picture.height)
    scale_factor = width / board_width
    marks_inside = (
        (drawable, x - left, y - top)
        for drawable, x, y in picture.marks
        if left <= x and x + drawable.width <= left + board_width and top <= y < top + board_height
    )
    for mark in scale_marks(marks_inside, scale_factor):
        drawable, x, y = mark
        if isinstance(drawable, PlayerName):
            if drawable.width >= CROPPED_NAME_MIN_WIDTH and drawable.height >= CROPPED_NAME_MIN_HEIGHT:
                yield replace(drawable, min_height=CROPPED_NAME_MIN_HEIGHT), x, y
        elif not isinstance(drawable, Letters | TextOverlay) or drawable.height >= SMALL_TYPE_HEIGHT:
            yield mark
