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
from games.schamanen import side_panel
from games.schamanen.known_board import unknown_values
from games.schamanen.legal_moves import legal_moves
from games.schamanen.side_panel import (
    NO_UNDETERMINED_VALUES,
    PALETTE,
    PLACEHOLDER_COLOUR,
    UndeterminedValues,
    draw_mask,
    draw_stone,
    draw_undetermined_stone,
)
from games.schamanen.state import (
    BISON,
    FACE_DOWN,
    SPACES,
    WOLF,
    DuelFought,
    Space,
    StonePlaced,
    StoneRelocated,
    Stones,
    StonesMoved,
    StonesSwapped,
    View,
)

CELL_SIZE_PX: Final = 200
HALF_CELL_PX: Final = CELL_SIZE_PX // 2
CELL_PITCH_PX: Final = CELL_SIZE_PX + 8
BOARD_LEFT_PX: Final = 78
BOARD_TOP_PX: Final = 78
STONE_WIDTH_PX: Final = 114
SUM_WIDTH_PX: Final = 98
MASK_WIDTH_PX: Final = 76
_ARROW_BENDS_PX: Final = (0, 50, -50, 80, -80, 120, -120)
"""How far around what lies between the arrow of an exchange can be bent."""
_PATH_STEPS: Final = 100
_DOT_WIDTH_PX: Final = 19
_ARROW_WIDTH_PX: Final = 50
Point: TypeAlias = tuple[float, float]
LARGE_SUMMANDS_MAX: Final = 3
"""So many stones of a pile are told in figures as large as any."""
BOARD_RIGHT_PX: Final = BOARD_LEFT_PX + 3 * CELL_PITCH_PX + 4
"""Where the board ends."""


def draw_board(view: View, unseen: UndeterminedValues = NO_UNDETERMINED_VALUES) -> Picture:
    """Before all eyes the same lies there, unless some know of it what others do not, or see where they may place.
    `unseen` is for whoever looks back.
    """
    return _draw_board(
        view if view.terms.stones_are_hidden or view.phase == "place" else replace(view, seat=None), unseen
    )


@lru_cache(maxsize=256)
def _draw_board(view: View, unseen: UndeterminedValues) -> Picture:
    grounds = _space_colours(view)
    marks = (
        *_draw_masks(view),
        *_draw_spaces(view, grounds),
        *_draw_swap_arrow(view),
        *_draw_stones(view, grounds, unseen),
        *_draw_duel_count(view),
        *side_panel.draw_panels(view, BOARD_RIGHT_PX, unseen),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(0, 0, BOARD_RIGHT_PX, BOARD_HEIGHT))


def _draw_masks(view: View) -> Iterator[PlacedMark]:
    """Bison's lines and Wolf's: the two that met are gold."""
    met = divmod(view.latest_event.space, 3) if isinstance(view.latest_event, DuelFought) else (None, None)
    for line in range(3):
        along = line * CELL_PITCH_PX + (CELL_SIZE_PX - MASK_WIDTH_PX) // 2
        yield draw_mask(BISON, line, MASK_WIDTH_PX, SLATE, met=line == met[BISON]), 1, BOARD_TOP_PX + along
        yield draw_mask(WOLF, line, MASK_WIDTH_PX, SLATE, met=line == met[WOLF]), BOARD_LEFT_PX + along, 1


def _space_colours(view: View) -> Sequence[Colour]:
    """Gold is where something happened, and came or stayed."""
    gold = spaces_of_latest_event(view) - spaces_left(view)
    return [GOLD if space in gold else PAPER for space in range(len(SPACES))]


def _draw_spaces(view: View, grounds: Sequence[Colour]) -> Iterator[PlacedMark]:
    """A rim alone where something only went away from."""
    gone = spaces_left(view)
    for space, ground in enumerate(grounds):
        yield (
            Rectangle(
                CELL_SIZE_PX, CELL_SIZE_PX, ground, SLATE, corner=16, rim=GOLD if space in gone else "", thick=14
            ),
            *_space_corner(space),
        )


def _draw_stones(view: View, grounds: Sequence[Colour], unseen: UndeterminedValues) -> Iterator[PlacedMark]:
    open_to = {word[-1] for word in legal_moves(view)} if view.phase == "place" else set()
    for space, name in enumerate(SPACES):
        (x, y), ground = _space_corner(space), grounds[space]
        piled = max(len(view.stones[side][space]) for side in (BISON, WOLF)) > 1
        yield from (
            _draw_stacks(view, space, x, y, ground) if piled else _draw_single_stones(view, space, x, y, ground, unseen)
        )
        if name in open_to:
            yield Rectangle(28, 28, PLACEHOLDER_COLOUR, ground, corner=14), x + CELL_SIZE_PX - 46, y + 18


def _space_corner(space: Space) -> tuple[int, int]:
    return BOARD_LEFT_PX + space % 3 * CELL_PITCH_PX, BOARD_TOP_PX + space // 3 * CELL_PITCH_PX


def spaces_left(view: View) -> frozenset[Space]:
    """Whence the newest fact led, where nothing came in its place."""
    match view.latest_event:
        case StoneRelocated(space=space):
            return frozenset({space})
        case StonesMoved(stone_moves=stone_moves):
            return frozenset(here for _, here, _ in stone_moves) - {there for _, _, there in stone_moves}
        case _:
            return frozenset()


def spaces_of_latest_event(view: View) -> frozenset[Space]:
    """The spaces of the newest fact."""
    match view.latest_event:
        case StonePlaced(space=space) | DuelFought(space=space):
            return frozenset({space})
        case StoneRelocated(space=space, displaced_to=target):
            return frozenset({space, target})
        case StonesSwapped(spaces=spaces):
            return frozenset(spaces)
        case StonesMoved(stone_moves=stone_moves):
            return frozenset(space for _, here, there in stone_moves for space in (here, there))
        case _:
            return frozenset()


def _draw_single_stones(
    view: View, space: Space, left: int, top: int, ground: Colour, unknown: UndeterminedValues
) -> Iterator[PlacedMark]:
    """Of two that were never turned up both stand on both backs."""
    for side, shift in ((BISON, 3), (WOLF, CELL_SIZE_PX - STONE_WIDTH_PX - 3)):
        for value in view.stones[side][space]:
            two = value == FACE_DOWN and len(unknown[side]) == 2
            what = (
                draw_undetermined_stone(side, unknown[side], STONE_WIDTH_PX, ground)
                if two
                else draw_stone(side, value, STONE_WIDTH_PX, ground)
            )
            yield what, left + shift, top + shift


def _draw_swap_arrow(view: View) -> Iterator[PlacedMark]:
    """One arrow with two heads, from stone to stone and clear of those between."""
    newest = view.latest_event
    if not isinstance(newest, StonesSwapped):
        return
    start, goal = (_stone_center(newest.side, space) for space in newest.spaces)
    path = _find_arrow_path(start, goal)
    dots = max(1, len(path) * round(dist(start, goal)) // _PATH_STEPS // 24)
    for at in range(1, dots):
        x, y = path[at * (len(path) - 1) // dots]
        yield (
            Rectangle(_DOT_WIDTH_PX, _DOT_WIDTH_PX, INK, PAPER, _DOT_WIDTH_PX // 2, LIGHT, 3),
            round(x) - _DOT_WIDTH_PX // 2,
            round(y) - _DOT_WIDTH_PX // 2,
        )
    for (x, y), (left, top) in ((path[0], start), (path[-1], goal)):
        turned = round(degrees(atan2(top - y, left - x)))
        yield (
            Sprite("exchanged", _ARROW_WIDTH_PX, GOLD, turned=turned),
            round(x) - _ARROW_WIDTH_PX // 2,
            round(y) - _ARROW_WIDTH_PX // 2,
        )


@cache
def _find_arrow_path(start: Point, goal: Point) -> Sequence[Point]:
    """There are seventy-two of them, and each costs as much as all else here."""
    stones = {_stone_center(side, space) for side in (BISON, WOLF) for space in range(len(SPACES))} - {start, goal}
    paths = [_bend_path(start, goal, aside) for aside in _ARROW_BENDS_PX]
    return max(
        (path for path in paths if all(map(_is_on_board, path))), key=lambda path: _distance_to_stones(path, stones)
    )


def _stone_center(side: int, space: Space) -> Point:
    shift = (3 if side == BISON else CELL_SIZE_PX - STONE_WIDTH_PX - 3) + STONE_WIDTH_PX // 2
    return BOARD_LEFT_PX + space % 3 * CELL_PITCH_PX + shift, BOARD_TOP_PX + space // 3 * CELL_PITCH_PX + shift


def _bend_path(start: Point, goal: Point, aside: float) -> Sequence[Point]:
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
        for gone in (at / _PATH_STEPS for at in range(_PATH_STEPS + 1))
    ]
    return [point for point in path if min(dist(point, start), dist(point, goal)) > STONE_WIDTH_PX // 2 + 12]


def _is_on_board(point: Point) -> bool:
    left, top = point[0] - BOARD_LEFT_PX, point[1] - BOARD_TOP_PX
    return min(left, top) >= 0 and max(left, top) <= 3 * CELL_PITCH_PX - _ARROW_WIDTH_PX


def _distance_to_stones(path: Sequence[Point], stones: Collection[Point]) -> float:
    """How far it keeps off the nearest."""
    return min(dist(point, stone) for point in path for stone in stones)


def _draw_stacks(view: View, space: Space, left: int, top: int, ground: Colour) -> Iterator[PlacedMark]:
    """A half for each side: the sum on a stone, and beside it what makes it."""
    for side in (BISON, WOLF):
        pile, start = view.stones[side][space], top + side * HALF_CELL_PX
        if pile:
            yield draw_stone(side, sum(pile), SUM_WIDTH_PX, ground), left + 4, start + 1
        if len(pile) > 1:
            for what, right, down in _draw_summands(pile, ground):
                yield what, left + 100 + right, start + down


def _draw_summands(pile: Sequence[int], ground: Colour) -> Iterator[PlacedMark]:
    if len(pile) <= LARGE_SUMMANDS_MAX:
        first, *rest = ["+".join(map(str, pile[at : at + 2])) for at in range(0, len(pile), 2)]
        lines = [first, *(f"+{line}" for line in rest)]
        for at, line in enumerate(lines):
            yield (
                Letters(line, 94, LARGE_TYPE_HEIGHT, INK, ground, lie="left"),
                2,
                (HALF_CELL_PX - LARGE_TYPE_HEIGHT - 48 * (len(lines) - 1)) // 2 + 48 * at,
            )
    else:
        # Each value in a place of its own, so that one sees which are not there.
        for value in pile:
            row, column = divmod(value - 1, 3)
            yield Letters(str(value), 28, SMALL_TYPE_HEIGHT, INK, ground, bold=False), 6 + column * 30, row * 32 - 2


def _draw_duel_count(view: View) -> Iterator[PlacedMark]:
    """Which duel it is about, and how many there will be at most."""
    if view.phase != "place":
        number = str(view.duels_fought + (view.phase == "mask"))
        told = number if view.terms.is_unlimited else f"{number} / {view.terms.duel_limit}"
        yield Sprite("duel", 78, SLATE), BOARD_RIGHT_PX + 10, 8
        yield Letters(told, 280, LARGE_TYPE_HEIGHT, LIGHT, SLATE, lie="left"), BOARD_RIGHT_PX + 100, 8
        if not view.terms.is_unlimited:
            # The last duel.
            yield Sprite("finish", 58, SLATE), BOARD_RIGHT_PX + 160 + 30 * (len(told) - 3), 10


def recall_board(view: View) -> tuple[Picture, View] | None:
    """The board with all that was ever turned up, and beside it what may lie beneath the backs that are left."""
    if not view.terms.stones_are_hidden or view.phase in ("place", "over"):
        return None
    open_ = replace(view, stones=(_deduced_stones(view, BISON), _deduced_stones(view, WOLF)))
    return draw_board(open_, (_undetermined_values(view, BISON), _undetermined_values(view, WOLF))), open_


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Of each side the stones that were never turned up, and where they lie, in whatever order."""
    for side in (BISON, WOLF):
        if left := _undetermined_values(view, side):
            backs = [SPACES[space].upper() for space, pile in enumerate(view.known_stones[side]) if FACE_DOWN in pile]
            yield side, [str(value) for value in left], backs


def _undetermined_values(view: View, side: int) -> tuple[int, ...]:
    """Of one stone alone everybody can tell where it lies."""
    values = unknown_values(view)[side]
    return values if len(values) > 1 else ()


def _deduced_stones(view: View, side: int) -> Stones:
    values = unknown_values(view)[side]
    if len(values) != 1:
        return view.known_stones[side]
    return tuple(tuple(value or values[0] for value in pile) for pile in view.known_stones[side])
