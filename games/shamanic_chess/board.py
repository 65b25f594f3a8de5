"""The picture of Shamanic Chess: the board, and beside it `beside.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    Colour,
    Letters,
    Palette,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from games.shamanic_chess.beside import TRAY, panels, piece
from games.shamanic_chess.position import NAMES, SQUARES, TRANCE, Square
from games.shamanic_chess.state import SIDES, View
from games.shamanic_chess.tell import across, happened
from games.shamanic_chess.turns import checked

CELL: Final = 81
LEFT: Final = 42
TOP: Final = 6
SIDE: Final = 8 * CELL
PIECE: Final = 77
PARCHMENT: Final = "#eadbbd"
WOOD: Final = "#bb8f60"
MARKED: Final = "#f0b93a"
"""Gold on wood: the last turn does not hide which squares are dark."""
BRONZE: Final = "#9a6200"
"""Around what is gold, which parchment would swallow."""
RED: Final = "#e0352b"
PURPLE: Final = "#7a3fb0"
"""Of everything that is in trance."""

Grounds: TypeAlias = Mapping[Square, Colour]
"""By square, what colour it has."""

_STRIDE: Final = 25
_STEP: Final = 17
"""From dot to dot of a journey, and how wide one is."""
_BOW: Final = 0.36
"""How far off the straight line it is bent, of its length: nobody flies through what stands between."""
_CLEAR: Final = 46
"""So far from the middle of its goal the last dot is, so that one sees who came."""

Point: TypeAlias = tuple[int, int]

PALETTE: Final = Palette(
    "games.shamanic_chess",
    grounds=(PANEL, TRAY, PARCHMENT, WOOD, GOLD, RED),
    inks=(SLATE, INK, FAINT, LIGHT, MARKED, BRONZE),
)


def picture(view: View) -> Picture:
    grounds = _grounds(view)
    standing = (*_squares(view, grounds), *_pieces(view, grounds), *_journey(view, grounds))
    marks = (*_coordinates(view), *standing, *panels(view))
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks, board=(LEFT, TOP, SIDE, SIDE))


def _coordinates(view: View) -> Iterator[PlacedMark]:
    squares = across(view)
    for at in range(8):
        file, rank = NAMES[squares[0][at]][0], NAMES[squares[at][0]][1]
        yield Letters(file, CELL, SMALL_TYPE_HEIGHT, FAINT, SLATE, bold=False), LEFT + at * CELL, TOP + SIDE + 3
        yield (
            Letters(rank, LEFT, SMALL_TYPE_HEIGHT, FAINT, SLATE, bold=False),
            0,
            TOP + at * CELL + (CELL - SMALL_TYPE_HEIGHT) // 2,
        )


def _lying(view: View) -> Iterator[tuple[Square, int, int]]:
    """Every square and its left upper corner, as this seat sees them."""
    for down, rank in enumerate(across(view)):
        for right, square in enumerate(rank):
            yield square, LEFT + right * CELL, TOP + down * CELL


def _grounds(view: View) -> Grounds:
    position, lit = view.state.position, happened(view.state.last)
    found = {}
    for square in range(64):
        dark = (square // 8 + square) % 2 == 0
        found[square] = (MARKED if dark else GOLD) if square in lit else WOOD if dark else PARCHMENT
    if checked(position):
        found[(position.kings & position.own).bit_length() - 1] = RED
    return found


def _squares(view: View, grounds: Grounds) -> Iterator[PlacedMark]:
    # Beneath them, so that no seam shows where the board is painted smaller.
    yield Rectangle(SIDE, SIDE, WOOD), LEFT, TOP
    for square, left, top in _lying(view):
        ground = grounds[square]
        rim = BRONZE if ground in (MARKED, GOLD) else ""
        yield Rectangle(CELL, CELL, ground, SLATE, rim=rim), left, top


def _journey(view: View, grounds: Grounds) -> Iterator[PlacedMark]:
    """Dotted, in an arc above all pieces: nothing stands in a shaman's way."""
    turn = view.state.last
    if not turn or TRANCE not in turn.word:
        return
    middles = {square: (left + CELL // 2, top + CELL // 2) for square, left, top in _lying(view)}
    square = {middle: square for square, middle in middles.items()}
    start, goal = (SQUARES[turn.word[at]] for at in (0, 2))
    yield Sprite("departed", 58, grounds[start]), middles[start][0] - 29, middles[start][1] - 29
    for left, top in arc(middles[start], middles[goal]):
        on = square[LEFT + (left - LEFT) // CELL * CELL + CELL // 2, TOP + (top - TOP) // CELL * CELL + CELL // 2]
        dot = Rectangle(_STEP, _STEP, PURPLE, grounds[on], _STEP // 2, LIGHT, 3)
        yield dot, left - _STEP // 2, top - _STEP // 2


def arc(start: Point, goal: Point) -> Sequence[Point]:
    """Bent upwards, or sideways; downwards only where it would leave the board."""
    bow = _BOW if goal[0] >= start[0] else -_BOW
    arcs = (_bent(start, goal, aside) for aside in (bow, -bow))
    return next(arc for arc in arcs if all(_on_board(point) for point in arc))


def _bent(start: Point, goal: Point, bow: float) -> Sequence[Point]:
    (left, top), (right, down) = start, goal
    far = hypot(right - left, down - top)
    over, above = (left + right) / 2 + bow * (down - top), (top + down) / 2 - bow * (right - left)
    dots = int(far) // _STRIDE + 1
    found = []
    for dot in range(1, dots):
        gone = dot / dots
        before, between, after = (1 - gone) ** 2, 2 * gone * (1 - gone), gone**2
        point = before * left + between * over + after * right, before * top + between * above + after * down
        if hypot(point[0] - right, point[1] - down) > _CLEAR and hypot(point[0] - left, point[1] - top) > _CLEAR:
            found.append((round(point[0]), round(point[1])))
    return found


def _on_board(point: Point) -> bool:
    left, top = point[0] - LEFT, point[1] - TOP
    return min(left, top) >= _STEP and max(left, top) <= SIDE - _STEP


def _pieces(view: View, grounds: Grounds) -> Iterator[PlacedMark]:
    state = view.state
    for square, left, top in _lying(view):
        if not state.position.kind(square):
            continue
        ground = grounds[square]
        name = piece(state.position, square)
        threatened = ground == RED
        if threatened and state.end == "mate":
            name = f"{SIDES[state.mover]}_king_fallen"
        yield Sprite(name, PIECE, ground), left + (CELL - PIECE) // 2, top + (CELL - PIECE) // 2
        if threatened:
            yield Sprite("alarm", 34, RED), left + CELL - 35, top + 1
