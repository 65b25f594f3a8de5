"""The picture of a view: the board, the masks beside it, and a panel for each player."""

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
    Color,
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
    PLACEHOLDER_COLOR,
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
"""How far the middle of a swap arrow can be moved off the straight line, to avoid other stones."""
_PATH_STEPS: Final = 100
"""The number of segments in the path of an arrow."""
_DOT_WIDTH_PX: Final = 19
_DOT_PITCH_PX: Final = 24
_ARROW_WIDTH_PX: Final = 50
STONE_MARGIN_PX: Final = 3
"""The distance between a stone and the corner of its space."""
Point: TypeAlias = tuple[float, float]
LARGE_SUMMANDS_MAX: Final = 3
"""The maximum number of stones in a stack whose values are in large type. More values fit only in small type."""
BOARD_RIGHT_PX: Final = BOARD_LEFT_PX + 3 * CELL_PITCH_PX + 4
"""The right edge of the board, where the panels begin."""


def draw_board(view: View, undetermined: UndeterminedValues = NO_UNDETERMINED_VALUES) -> Picture:
    """Return the picture of the board. In a review, `undetermined` holds the values that the viewer could not locate.

    The picture depends on the seat only in the memory variant and during the placement. The placement picture marks the
    seat's legal spaces.
    """
    differs_by_seat = view.terms.stones_are_hidden or view.phase == "place"
    return _draw_board(view if differs_by_seat else replace(view, seat=None), undetermined)


@lru_cache(maxsize=256)
def _draw_board(view: View, undetermined: UndeterminedValues) -> Picture:
    colors = _space_colors(view)
    marks = (
        *_draw_masks(view),
        *_draw_spaces(view, colors),
        *_draw_swap_arrow(view),
        *_draw_stones(view, colors, undetermined),
        *_draw_duel_count(view),
        *side_panel.draw_panels(view, BOARD_RIGHT_PX, undetermined),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(0, 0, BOARD_RIGHT_PX, BOARD_HEIGHT))


def _draw_masks(view: View) -> Iterator[PlacedMark]:
    """Draw each mask beside its line. The two masks of the latest duel are gold."""
    chosen = divmod(view.latest_event.space, 3) if isinstance(view.latest_event, DuelFought) else (None, None)
    for line in range(3):
        offset = line * CELL_PITCH_PX + (CELL_SIZE_PX - MASK_WIDTH_PX) // 2
        yield draw_mask(BISON, line, MASK_WIDTH_PX, SLATE, was_chosen=line == chosen[BISON]), 1, BOARD_TOP_PX + offset
        yield draw_mask(WOLF, line, MASK_WIDTH_PX, SLATE, was_chosen=line == chosen[WOLF]), BOARD_LEFT_PX + offset, 1


def _space_colors(view: View) -> Sequence[Color]:
    """Return the color of each space. Spaces of the latest event are gold, unless a stone has just left them."""
    gold = spaces_of_latest_event(view) - find_vacated_spaces(view)
    return [GOLD if space in gold else PAPER for space in range(len(SPACES))]


def _draw_spaces(view: View, colors: Sequence[Color]) -> Iterator[PlacedMark]:
    """Draw the spaces, with a gold rim around those that a stone has just left."""
    vacated = find_vacated_spaces(view)
    for space, color in enumerate(colors):
        yield (
            Rectangle(
                CELL_SIZE_PX, CELL_SIZE_PX, color, SLATE, corner=16, rim=GOLD if space in vacated else "", rim_width=14
            ),
            *_space_corner(space),
        )


def _draw_stones(view: View, colors: Sequence[Color], undetermined: UndeterminedValues) -> Iterator[PlacedMark]:
    """Draw the stones and, during the placement, a dot on each legal space."""
    legal_spaces = {move[-1] for move in legal_moves(view)} if view.phase == "place" else set()
    for space, name in enumerate(SPACES):
        (x, y), color = _space_corner(space), colors[space]
        has_stack = max(len(view.stones[side][space]) for side in (BISON, WOLF)) > 1
        yield from (
            _draw_stacks(view, space, x, y, color)
            if has_stack
            else _draw_single_stones(view, space, x, y, color, undetermined)
        )
        if name in legal_spaces:
            yield Rectangle(28, 28, PLACEHOLDER_COLOR, color, corner=14), x + CELL_SIZE_PX - 46, y + 18


def _space_corner(space: Space) -> tuple[int, int]:
    return BOARD_LEFT_PX + space % 3 * CELL_PITCH_PX, BOARD_TOP_PX + space // 3 * CELL_PITCH_PX


def find_vacated_spaces(view: View) -> frozenset[Space]:
    """Return the spaces that a stone left in the latest event, without those that another stone moved to.

    Placing a stone from the supply does not count as moving it.
    """
    match view.latest_event:
        case StoneRelocated(space=space):
            return frozenset({space})
        case StonesMoved(stone_moves=stone_moves):
            return frozenset(origin for _, origin, _ in stone_moves) - {target for _, _, target in stone_moves}
        case _:
            return frozenset()


def spaces_of_latest_event(view: View) -> frozenset[Space]:
    """Return all spaces involved in the latest event."""
    match view.latest_event:
        case StonePlaced(space=space) | DuelFought(space=space):
            return frozenset({space})
        case StoneRelocated(space=space, displaced_to=target):
            return frozenset({space, target})
        case StonesSwapped(spaces=spaces):
            return frozenset(spaces)
        case StonesMoved(stone_moves=stone_moves):
            return frozenset(space for _, origin, target in stone_moves for space in (origin, target))
        case _:
            return frozenset()


def _draw_single_stones(
    view: View, space: Space, left: int, top: int, ground: Color, undetermined: UndeterminedValues
) -> Iterator[PlacedMark]:
    """Draw at most one stone of each side on a space. A face-down stone with only two possible values shows both."""
    for side, shift in enumerate(_STONE_SHIFTS_PX):
        for value in view.stones[side][space]:
            is_one_of_two = value == FACE_DOWN and len(undetermined[side]) == 2
            stone = (
                draw_undetermined_stone(side, undetermined[side], STONE_WIDTH_PX, ground)
                if is_one_of_two
                else draw_stone(side, value, STONE_WIDTH_PX, ground)
            )
            yield stone, left + shift, top + shift


def _draw_swap_arrow(view: View) -> Iterator[PlacedMark]:
    """Draw a dotted double-headed arrow between two swapped stones, clear of all other stones."""
    event = view.latest_event
    if not isinstance(event, StonesSwapped):
        return
    start, goal = (_stone_center(event.side, space) for space in event.spaces)
    path = _find_arrow_path(start, goal)
    dot_count = max(1, len(path) * round(dist(start, goal)) // _PATH_STEPS // _DOT_PITCH_PX)
    for number in range(1, dot_count):
        x, y = path[number * (len(path) - 1) // dot_count]
        yield (
            Rectangle(_DOT_WIDTH_PX, _DOT_WIDTH_PX, INK, PAPER, _DOT_WIDTH_PX // 2, LIGHT, 3),
            round(x) - _DOT_WIDTH_PX // 2,
            round(y) - _DOT_WIDTH_PX // 2,
        )
    for (x, y), (left, top) in ((path[0], start), (path[-1], goal)):
        rotation = round(degrees(atan2(top - y, left - x)))
        yield (
            Sprite("exchanged", _ARROW_WIDTH_PX, GOLD, rotation_degrees=rotation),
            round(x) - _ARROW_WIDTH_PX // 2,
            round(y) - _ARROW_WIDTH_PX // 2,
        )


# There are only 72 paths, and finding one takes as long as drawing the rest of the picture.
@cache
def _find_arrow_path(start: Point, goal: Point) -> Sequence[Point]:
    """Return the path between two stones that keeps the largest distance from all other stones.

    Only paths that stay on the board are considered.
    """
    stones = {_stone_center(side, space) for side in (BISON, WOLF) for space in range(len(SPACES))} - {start, goal}
    paths = [_bend_path(start, goal, bend) for bend in _ARROW_BENDS_PX]
    return max(
        (path for path in paths if all(map(_is_on_board, path))), key=lambda path: _distance_to_stones(path, stones)
    )


_STONE_SHIFTS_PX: Final = (STONE_MARGIN_PX, CELL_SIZE_PX - STONE_WIDTH_PX - STONE_MARGIN_PX)
"""The offset of each side's stone. Bison's stone lies at the top left of a space, and Wolf's at the bottom right."""


def _stone_center(side: int, space: Space) -> Point:
    shift = _STONE_SHIFTS_PX[side] + STONE_WIDTH_PX // 2
    return BOARD_LEFT_PX + space % 3 * CELL_PITCH_PX + shift, BOARD_TOP_PX + space // 3 * CELL_PITCH_PX + shift


def _bend_path(start: Point, goal: Point, bend: float) -> Sequence[Point]:
    """Return the points of a quadratic Bézier curve between two stones. Points that lie on the stones are left out.

    The middle of the curve lies `bend` pixels off the straight line.
    """
    (start_x, start_y), (goal_x, goal_y) = start, goal
    length = dist(start, goal)
    control_x, control_y = (
        (start_x + goal_x) / 2 + 2 * bend * (goal_y - start_y) / length,
        (start_y + goal_y) / 2 - 2 * bend * (goal_x - start_x) / length,
    )
    path = [
        (
            (1 - t) ** 2 * start_x + 2 * t * (1 - t) * control_x + t**2 * goal_x,
            (1 - t) ** 2 * start_y + 2 * t * (1 - t) * control_y + t**2 * goal_y,
        )
        for t in (step / _PATH_STEPS for step in range(_PATH_STEPS + 1))
    ]
    return [point for point in path if min(dist(point, start), dist(point, goal)) > STONE_WIDTH_PX // 2 + 12]


def _is_on_board(point: Point) -> bool:
    left, top = point[0] - BOARD_LEFT_PX, point[1] - BOARD_TOP_PX
    return min(left, top) >= 0 and max(left, top) <= 3 * CELL_PITCH_PX - _ARROW_WIDTH_PX


def _distance_to_stones(path: Sequence[Point], stones: Collection[Point]) -> float:
    """Return the distance between a path and the nearest stone."""
    return min(dist(point, stone) for point in path for stone in stones)


def _draw_stacks(view: View, space: Space, left: int, top: int, ground: Color) -> Iterator[PlacedMark]:
    """Draw each side's sum as a stone in that side's half of the space, with any stack's values beside it."""
    for side in (BISON, WOLF):
        pile, half_top = view.stones[side][space], top + side * HALF_CELL_PX
        if pile:
            yield draw_stone(side, sum(pile), SUM_WIDTH_PX, ground), left + 4, half_top + 1
        if len(pile) > 1:
            for mark, x, y in _draw_summands(pile, ground):
                yield mark, left + 100 + x, half_top + y


def _draw_summands(pile: Sequence[int], ground: Color) -> Iterator[PlacedMark]:
    if len(pile) <= LARGE_SUMMANDS_MAX:
        first, *rest = ["+".join(map(str, pile[start : start + 2])) for start in range(0, len(pile), 2)]
        lines = [first, *(f"+{line}" for line in rest)]
        for number, line in enumerate(lines):
            yield (
                Letters(line, 94, LARGE_TYPE_HEIGHT, INK, ground, align="left"),
                2,
                (HALF_CELL_PX - LARGE_TYPE_HEIGHT - 48 * (len(lines) - 1)) // 2 + 48 * number,
            )
    else:
        # Each value has a fixed place, so that missing values show as gaps.
        for value in pile:
            row, column = divmod(value - 1, 3)
            yield Letters(str(value), 28, SMALL_TYPE_HEIGHT, INK, ground, bold=False), 6 + column * 30, row * 32 - 2


def _draw_duel_count(view: View) -> Iterator[PlacedMark]:
    """Draw the number of the current or latest duel, and the limit if there is one."""
    if view.phase != "place":
        number = str(view.duels_fought + (view.phase == "mask"))
        count = number if view.terms.is_unlimited else f"{number} / {view.terms.duel_limit}"
        yield Sprite("duel", 78, SLATE), BOARD_RIGHT_PX + 10, 8
        yield Letters(count, 280, LARGE_TYPE_HEIGHT, LIGHT, SLATE, align="left"), BOARD_RIGHT_PX + 100, 8
        if not view.terms.is_unlimited:
            yield Sprite("finish", 58, SLATE), BOARD_RIGHT_PX + 160 + 30 * (len(count) - 3), 10


def recall_board(view: View) -> tuple[Picture, View] | None:
    """Return a picture of the board with all values that the viewer can know, and a view that contains these values.

    The panels of the picture show the values that the viewer cannot locate. Return `None` outside the memory variant,
    during the placement, and after the match.
    """
    if not view.terms.stones_are_hidden or view.phase in ("place", "over"):
        return None
    recalled = replace(view, stones=(_deduced_stones(view, BISON), _deduced_stones(view, WOLF)))
    return draw_board(recalled, (_undetermined_values(view, BISON), _undetermined_values(view, WOLF))), recalled


def list_possibilities(view: View, locale: str) -> Iterator[tuple[Seat, Sequence[str], Sequence[str]]]:
    """Yield each side's undetermined values and the spaces of its face-down stones."""
    for side in (BISON, WOLF):
        if values := _undetermined_values(view, side):
            spaces = [SPACES[space].upper() for space, pile in enumerate(view.known_stones[side]) if FACE_DOWN in pile]
            yield side, [str(value) for value in values], spaces


def _undetermined_values(view: View, side: int) -> tuple[int, ...]:
    """Return a side's values that the viewer cannot locate.

    A single such value is left out, because the viewer can deduce it.
    """
    values = unknown_values(view)[side]
    return values if len(values) > 1 else ()


def _deduced_stones(view: View, side: int) -> Stones:
    """Return a side's stones as the viewer knows them. A single unknown value is deduced and filled in."""
    values = unknown_values(view)[side]
    if len(values) != 1:
        return view.known_stones[side]
    return tuple(tuple(value or values[0] for value in pile) for pile in view.known_stones[side])
