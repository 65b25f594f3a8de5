"""The picture of a match: the board, and the side panel next to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final, TypeAlias

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Color,
    Letters,
    Palette,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.core import Move
from games.shamanic_chess.legal_moves import is_check
from games.shamanic_chess.position import JOURNEY_SIGN, SQUARE_BY_NAME, SQUARE_NAMES, Square, find_end_square
from games.shamanic_chess.side_panel import TRAY_COLOR, choose_piece_sprite, draw_side_panel
from games.shamanic_chess.state import SIDE_NAMES, View, arrange_squares

SQUARE_SIZE_PX: Final = 81
BOARD_LEFT_PX: Final = 42
BOARD_TOP_PX: Final = 6
BOARD_SIZE_PX: Final = 8 * SQUARE_SIZE_PX
PIECE_SIZE_PX: Final = 77
LIGHT_SQUARE: Final = "#eadbbd"
DARK_SQUARE: Final = "#bb8f60"
LAST_MOVE_DARK_SQUARE: Final = "#f0b93a"
"""The color of dark squares of the last move. It is darker than `GOLD`, so that dark squares remain recognizable."""
LAST_MOVE_RIM: Final = "#9a6200"
"""The color of the rim around the last move's squares.

Without a rim, gold squares are hard to see beside light squares.
"""
PICKED_GREEN: Final = "#8fc15a"
"""The color of the square whose piece a player has picked."""
CHECK_RED: Final = "#e0352b"
TRANCE_PURPLE: Final = "#7a3fb0"

SquareColors: TypeAlias = Mapping[Square, Color]

_NUMBER_SIZE_PX: Final = 77
_DOT_SPACING_PX: Final = 25
_DOT_SIZE_PX: Final = 17
_ARC_BEND: Final = 0.36
"""The distance between the control point of a journey's arc and the straight line, as a fraction of the line's length.

A straight line would seem to pass through the pieces between its ends.
"""
_DOT_CLEARANCE_PX: Final = 46
"""The minimum distance between a journey's dots and the centers of its two squares, so that no piece is covered."""

Point: TypeAlias = tuple[int, int]

PALETTE: Final = Palette(
    "games.shamanic_chess",
    grounds=(PANEL, TRAY_COLOR, LIGHT_SQUARE, DARK_SQUARE, GOLD, PICKED_GREEN, CHECK_RED),
    inks=(SLATE, INK, FAINT, LIGHT, LAST_MOVE_DARK_SQUARE, LAST_MOVE_RIM),
)


def draw_board(view: View) -> Picture:
    colors = _choose_square_colors(view)
    return _assemble_picture(view, colors, _draw_journey(view, colors))


def draw_numbered_moves(view: View, prefix: Move, moves: Sequence[Move]) -> Picture:
    """Draw the board with the picked piece marked, and with the numbers of its moves on their end squares."""
    colors = {**_choose_square_colors(view), SQUARE_BY_NAME[prefix[0]]: PICKED_GREEN}
    return _assemble_picture(view, colors, _draw_numbers(view, colors, moves))


def _assemble_picture(view: View, colors: SquareColors, overlay: Iterable[PlacedMark]) -> Picture:
    board = (*_draw_squares(view, colors), *_draw_pieces(view, colors), *overlay)
    marks = (*_draw_coordinates(view), *board, *draw_side_panel(view))
    area = (BOARD_LEFT_PX, BOARD_TOP_PX, BOARD_SIZE_PX, BOARD_SIZE_PX)
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=area)


def _draw_numbers(view: View, colors: SquareColors, moves: Sequence[Move]) -> Iterator[PlacedMark]:
    """Draw the number of each move in a disc, or without a disc if the move captures or wakes a piece."""
    positions = {square: (left, top) for square, left, top in _place_squares(view)}
    for number, move in enumerate(moves, 1):
        square = find_end_square(move)
        is_occupied = view.state.position.occupied >> square & 1
        sprite = "target_capture" if is_occupied else "target_journey" if JOURNEY_SIGN in move else "target"
        left, top = positions[square]
        margin = (SQUARE_SIZE_PX - _NUMBER_SIZE_PX) // 2
        yield Sprite(sprite, _NUMBER_SIZE_PX, colors[square], str(number)), left + margin, top + margin


def _draw_coordinates(view: View) -> Iterator[PlacedMark]:
    rows = arrange_squares(view)
    for index in range(8):
        file, rank = SQUARE_NAMES[rows[0][index]][0], SQUARE_NAMES[rows[index][0]][1]
        yield (
            Letters(file, SQUARE_SIZE_PX, SMALL_TYPE_HEIGHT, FAINT, SLATE, bold=False),
            BOARD_LEFT_PX + index * SQUARE_SIZE_PX,
            BOARD_TOP_PX + BOARD_SIZE_PX + 3,
        )
        yield (
            Letters(rank, BOARD_LEFT_PX, SMALL_TYPE_HEIGHT, FAINT, SLATE, bold=False),
            0,
            BOARD_TOP_PX + index * SQUARE_SIZE_PX + (SQUARE_SIZE_PX - SMALL_TYPE_HEIGHT) // 2,
        )


def _place_squares(view: View) -> Iterator[tuple[Square, int, int]]:
    """Yield each square with its left and top coordinates in the picture, as the view's seat sees the board."""
    for row, rank in enumerate(arrange_squares(view)):
        for column, square in enumerate(rank):
            yield square, BOARD_LEFT_PX + column * SQUARE_SIZE_PX, BOARD_TOP_PX + row * SQUARE_SIZE_PX


def _choose_square_colors(view: View) -> SquareColors:
    position, last_move = view.state.position, view.state.last_move
    marked = last_move.squares if last_move else ()
    colors = {}
    for square in range(64):
        is_dark = (square // 8 + square) % 2 == 0
        if square in marked:
            colors[square] = LAST_MOVE_DARK_SQUARE if is_dark else GOLD
        else:
            colors[square] = DARK_SQUARE if is_dark else LIGHT_SQUARE
    if is_check(position):
        colors[(position.kings & position.own_pieces).bit_length() - 1] = CHECK_RED
    return colors


def _draw_squares(view: View, colors: SquareColors) -> Iterator[PlacedMark]:
    # One rectangle behind all squares prevents visible seams when the picture is scaled down.
    yield Rectangle(BOARD_SIZE_PX, BOARD_SIZE_PX, DARK_SQUARE), BOARD_LEFT_PX, BOARD_TOP_PX
    for square, left, top in _place_squares(view):
        color = colors[square]
        rim = LAST_MOVE_RIM if color in (LAST_MOVE_DARK_SQUARE, GOLD) else INK if color == PICKED_GREEN else ""
        yield Rectangle(SQUARE_SIZE_PX, SQUARE_SIZE_PX, color, SLATE, rim=rim), left, top


def _draw_journey(view: View, colors: SquareColors) -> Iterator[PlacedMark]:
    """Draw a dotted arc over all pieces if the last move was a journey."""
    played = view.state.last_move
    if not played or JOURNEY_SIGN not in played.move:
        return
    middles = {
        square: (left + SQUARE_SIZE_PX // 2, top + SQUARE_SIZE_PX // 2) for square, left, top in _place_squares(view)
    }
    square_by_middle = {middle: square for square, middle in middles.items()}
    start, end = (SQUARE_BY_NAME[played.move[index]] for index in (0, 2))
    yield Sprite("departed", 58, colors[start]), middles[start][0] - 29, middles[start][1] - 29
    for left, top in place_journey_dots(middles[start], middles[end]):
        color = colors[square_by_middle[_find_square_middle(left, top)]]
        dot = Rectangle(_DOT_SIZE_PX, _DOT_SIZE_PX, TRANCE_PURPLE, color, _DOT_SIZE_PX // 2, LIGHT, 3)
        yield dot, left - _DOT_SIZE_PX // 2, top - _DOT_SIZE_PX // 2


def _find_square_middle(left: int, top: int) -> Point:
    """Return the center of the square that contains a point."""
    return (
        BOARD_LEFT_PX + (left - BOARD_LEFT_PX) // SQUARE_SIZE_PX * SQUARE_SIZE_PX + SQUARE_SIZE_PX // 2,
        BOARD_TOP_PX + (top - BOARD_TOP_PX) // SQUARE_SIZE_PX * SQUARE_SIZE_PX + SQUARE_SIZE_PX // 2,
    )


def place_journey_dots(start: Point, end: Point) -> Sequence[Point]:
    """Return the centers of the dots along an arc between the centers of two squares.

    All dots lie on the board. The arc bends upward or sideways, and bends downward only if it would otherwise leave the
    board.
    """
    bend = _ARC_BEND if end[0] >= start[0] else -_ARC_BEND
    arcs = (_place_dots_on_arc(start, end, signed_bend) for signed_bend in (bend, -bend))
    return next(arc for arc in arcs if all(_is_on_board(point) for point in arc))


def _place_dots_on_arc(start: Point, end: Point, bend: float) -> Sequence[Point]:
    """Return points on a quadratic Bézier curve.

    The control point's distance from the middle of the line is `bend` times the length of the line.
    """
    (start_x, start_y), (end_x, end_y) = start, end
    control_x = (start_x + end_x) / 2 + bend * (end_y - start_y)
    control_y = (start_y + end_y) / 2 - bend * (end_x - start_x)
    steps = int(hypot(end_x - start_x, end_y - start_y)) // _DOT_SPACING_PX + 1
    dots = []
    for step in range(1, steps):
        share = step / steps
        start_weight, control_weight, end_weight = (1 - share) ** 2, 2 * share * (1 - share), share**2
        x = start_weight * start_x + control_weight * control_x + end_weight * end_x
        y = start_weight * start_y + control_weight * control_y + end_weight * end_y
        if hypot(x - end_x, y - end_y) > _DOT_CLEARANCE_PX and hypot(x - start_x, y - start_y) > _DOT_CLEARANCE_PX:
            dots.append((round(x), round(y)))
    return dots


def _is_on_board(point: Point) -> bool:
    left, top = point[0] - BOARD_LEFT_PX, point[1] - BOARD_TOP_PX
    return min(left, top) >= _DOT_SIZE_PX and max(left, top) <= BOARD_SIZE_PX - _DOT_SIZE_PX


def _draw_pieces(view: View, colors: SquareColors) -> Iterator[PlacedMark]:
    state = view.state
    for square, left, top in _place_squares(view):
        if not state.position.kind_at(square):
            continue
        color = colors[square]
        sprite = choose_piece_sprite(state.position, square)
        is_king_in_check = color == CHECK_RED
        if is_king_in_check and state.end_reason == "mate":
            sprite = f"{SIDE_NAMES[state.seat_to_move]}_king_fallen"
        margin = (SQUARE_SIZE_PX - PIECE_SIZE_PX) // 2
        yield Sprite(sprite, PIECE_SIZE_PX, color), left + margin, top + margin
        if is_king_in_check:
            yield Sprite("alarm", 34, CHECK_RED), left + SQUARE_SIZE_PX - 35, top + 1
