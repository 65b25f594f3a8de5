"""The board as a picture: a view in, where each stone lies out; what each side holds stands beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import atan2, degrees, dist
from typing import Final, TypeAlias

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PAPER,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Colour,
    Letters,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.core import Seat
from games.schamanen import panel
from games.schamanen.ground import unseen
from games.schamanen.legal import legal
from games.schamanen.panel import GONE, NONE, PALETTE, Unseen, mask, maybe, stone
from games.schamanen.state import (
    BACK,
    BISON,
    SPACES,
    WOLF,
    Fought,
    Moved,
    Placed,
    Relocated,
    Space,
    Stones,
    Swapped,
    View,
)

CELL: Final = 200
HALF: Final = CELL // 2
PITCH: Final = CELL + 8
LEFT: Final = 78
TOP: Final = 78
STONE: Final = 114
SUM: Final = 98
MASK: Final = 76
_ASIDES: Final = (0, 50, -50, 80, -80, 120, -120)
"""How far around what lies between the arrow of an exchange can be bent."""
_FINE: Final = 100
_DOT: Final = 19
_ARROW: Final = 50
Point: TypeAlias = tuple[float, float]
FEW: Final = 3
"""So many stones of a pile are told in figures as large as any."""
BESIDE: Final = LEFT + 3 * PITCH + 4
"""Where the board ends."""


def picture(view: View, unseen: Unseen = NONE) -> Picture:
    """Before all eyes the same lies there, unless some know of it what others do not, or see where they may place.
    `unseen` is for whoever looks back.
    """
    return _drawn(view if view.terms.hidden or view.phase == "place" else replace(view, seat=None), unseen)


@lru_cache(maxsize=256)
def _drawn(view: View, unseen: Unseen) -> Picture:
    grounds = _grounds(view)
    marks = (
        *_masks(view),
        *_fields(view, grounds),
        *_exchanged(view),
        *_spaces(view, grounds, unseen),
        *_duels(view),
        *panel.panels(view, BESIDE, unseen),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(0, 0, BESIDE, BOARD_HEIGHT))


def _masks(view: View) -> Iterator[PlacedMark]:
    """Bison's lines and Wolf's: the two that met are gold."""
    met = divmod(view.newest.space, 3) if isinstance(view.newest, Fought) else (None, None)
    for line in range(3):
        along = line * PITCH + (CELL - MASK) // 2
        yield mask(BISON, line, MASK, SLATE, met=line == met[BISON]), 1, TOP + along
        yield mask(WOLF, line, MASK, SLATE, met=line == met[WOLF]), LEFT + along, 1


def _grounds(view: View) -> Sequence[Colour]:
    """Gold is where something happened, and came or stayed."""
    gold = happened(view) - left(view)
    return [GOLD if space in gold else PAPER for space in range(len(SPACES))]


def _fields(view: View, grounds: Sequence[Colour]) -> Iterator[PlacedMark]:
    """A rim alone where something only went away from."""
    gone = left(view)
    for space, ground in enumerate(grounds):
        yield (
            Rectangle(CELL, CELL, ground, SLATE, corner=16, rim=GOLD if space in gone else "", thick=14),
            *_corner(space),
        )


def _spaces(view: View, grounds: Sequence[Colour], unseen: Unseen) -> Iterator[PlacedMark]:
    open_to = {word[-1] for word in legal(view)} if view.phase == "place" else set()
    for space, name in enumerate(SPACES):
        (x, y), ground = _corner(space), grounds[space]
        piled = max(len(view.stones[side][space]) for side in (BISON, WOLF)) > 1
        yield from _piles(view, space, x, y, ground) if piled else _pair(view, space, x, y, ground, unseen)
        if name in open_to:
            yield Rectangle(28, 28, GONE, ground, corner=14), x + CELL - 46, y + 18


def _corner(space: Space) -> tuple[int, int]:
    return LEFT + space % 3 * PITCH, TOP + space // 3 * PITCH


def left(view: View) -> frozenset[Space]:
    """Whence the newest fact led, where nothing came in its place."""
    match view.newest:
        case Relocated(space=space):
            return frozenset({space})
        case Moved(ways=ways):
            return frozenset(here for _, here, _ in ways) - {there for _, _, there in ways}
        case _:
            return frozenset()


def happened(view: View) -> frozenset[Space]:
    """The spaces of the newest fact."""
    match view.newest:
        case Placed(space=space) | Fought(space=space):
            return frozenset({space})
        case Relocated(space=space, to=to):
            return frozenset({space, to})
        case Swapped(spaces=spaces):
            return frozenset(spaces)
        case Moved(ways=ways):
            return frozenset(space for _, here, there in ways for space in (here, there))
        case _:
            return frozenset()


def _pair(view: View, space: Space, left: int, top: int, ground: Colour, unseen: Unseen) -> Iterator[PlacedMark]:
    """Of two that were never turned up both stand on both backs."""
    for side, shift in ((BISON, 3), (WOLF, CELL - STONE - 3)):
        for value in view.stones[side][space]:
            two = value == BACK and len(unseen[side]) == 2
            what = maybe(side, unseen[side], STONE, ground) if two else stone(side, value, STONE, ground)
            yield what, left + shift, top + shift


def _exchanged(view: View) -> Iterator[PlacedMark]:
    """One arrow with two heads, from stone to stone and clear of those between."""
    newest = view.newest
    if not isinstance(newest, Swapped):
        return
    start, goal = (_middle(newest.side, space) for space in newest.spaces)
    path = _path(start, goal)
    dots = max(1, len(path) * round(dist(start, goal)) // _FINE // 24)
    for at in range(1, dots):
        x, y = path[at * (len(path) - 1) // dots]
        yield Rectangle(_DOT, _DOT, INK, PAPER, _DOT // 2, LIGHT, 3), round(x) - _DOT // 2, round(y) - _DOT // 2
    for (x, y), (left, top) in ((path[0], start), (path[-1], goal)):
        turned = round(degrees(atan2(top - y, left - x)))
        yield Sprite("exchanged", _ARROW, GOLD, turned=turned), round(x) - _ARROW // 2, round(y) - _ARROW // 2


@cache
def _path(start: Point, goal: Point) -> Sequence[Point]:
    """There are seventy-two of them, and each costs as much as all else here."""
    stones = {_middle(side, space) for side in (BISON, WOLF) for space in range(len(SPACES))} - {start, goal}
    paths = [_bent(start, goal, aside) for aside in _ASIDES]
    return max((path for path in paths if all(map(_on_board, path))), key=lambda path: _clear(path, stones))


def _middle(side: int, space: Space) -> Point:
    shift = (3 if side == BISON else CELL - STONE - 3) + STONE // 2
    return LEFT + space % 3 * PITCH + shift, TOP + space // 3 * PITCH + shift


def _bent(start: Point, goal: Point, aside: float) -> Sequence[Point]:
    """Without what lies upon the two stones themselves; in its middle so far off the straight line."""
    (left, top), (right, down) = start, goal
    far = dist(start, goal)
    over, above = (
        (left + right) / 2 + 2 * aside * (down - top) / far,
        (top + down) / 2 - 2 * aside * (right - left) / far,
    )
    path = [
        (
            (1 - gone) ** 2 * left + 2 * gone * (1 - gone) * over + gone**2 * right,
            (1 - gone) ** 2 * top + 2 * gone * (1 - gone) * above + gone**2 * down,
        )
        for gone in (at / _FINE for at in range(_FINE + 1))
    ]
    return [point for point in path if min(dist(point, start), dist(point, goal)) > STONE // 2 + 12]


def _on_board(point: Point) -> bool:
    left, top = point[0] - LEFT, point[1] - TOP
    return min(left, top) >= 0 and max(left, top) <= 3 * PITCH - _ARROW


def _clear(path: Sequence[Point], stones: Collection[Point]) -> float:
    """How far it keeps off the nearest."""
    return min(dist(point, stone) for point in path for stone in stones)


def _piles(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """A half for each side: the sum on a stone, and beside it what makes it."""
    for side in (BISON, WOLF):
        pile, start = view.stones[side][space], top + side * HALF
        if pile:
            yield stone(side, sum(pile), SUM, ground), left + 4, start + 1
        if len(pile) > 1:
            for what, right, down in _summands(pile, ground):
                yield what, left + 100 + right, start + down


def _summands(pile: Sequence[int], ground: Colour) -> Iterator[PlacedMark]:
    if len(pile) <= FEW:
        first, *rest = ["+".join(map(str, pile[at : at + 2])) for at in range(0, len(pile), 2)]
        lines = [first, *(f"+{line}" for line in rest)]
        for at, line in enumerate(lines):
            yield (
                Letters(line, 94, LARGE_TYPE_HEIGHT, INK, ground, lie="left"),
                2,
                (HALF - LARGE_TYPE_HEIGHT - 48 * (len(lines) - 1)) // 2 + 48 * at,
            )
    else:
        # Each value in a place of its own, so that one sees which are not there.
        for value in pile:
            row, column = divmod(value - 1, 3)
            yield Letters(str(value), 28, SMALL_TYPE_HEIGHT, INK, ground, bold=False), 6 + column * 30, row * 32 - 2


def _duels(view: View) -> Iterator[PlacedMark]:
    """Which duel it is about, and how many there will be at most."""
    if view.phase != "place":
        number = str(view.duels + (view.phase == "mask"))
        told = number if view.terms.endless else f"{number} / {view.terms.limit}"
        yield Sprite("duel", 78, SLATE), BESIDE + 10, 8
        yield Letters(told, 280, LARGE_TYPE_HEIGHT, LIGHT, SLATE, lie="left"), BESIDE + 100, 8
        if not view.terms.endless:
            # The last duel.
            yield Sprite("finish", 58, SLATE), BESIDE + 160 + 30 * (len(told) - 3), 10


def recall(view: View) -> tuple[Picture, View] | None:
    """The board with all that was ever turned up, and beside it what may lie beneath the backs that are left."""
    if not view.terms.hidden or view.phase in ("place", "over"):
        return None
    open_ = replace(view, stones=(_told(view, BISON), _told(view, WOLF)))
    return picture(open_, (_left(view, BISON), _left(view, WOLF))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each side the stones that were never turned up, and where they lie, in whatever order."""
    for side in (BISON, WOLF):
        if left := _left(view, side):
            backs = [SPACES[space].upper() for space, pile in enumerate(view.known[side]) if BACK in pile]
            yield side, [str(value) for value in left], backs


def _left(view: View, side: int) -> tuple[int, ...]:
    """Of one stone alone everybody can tell where it lies."""
    values = unseen(view)[side]
    return values if len(values) > 1 else ()


def _told(view: View, side: int) -> Stones:
    values = unseen(view)[side]
    if len(values) != 1:
        return view.known[side]
    return tuple(tuple(value or values[0] for value in pile) for pile in view.known[side])
