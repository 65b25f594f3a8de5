"""Where each kind of piece reaches, from where it is attacked, and who attacks whom on a board of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import chess

from games.shamanic_chess.position import Bitboard, Square
from games.shamanic_chess.worth import BISHOP, BLACK, KIND, KING, KNIGHT, PAWN, QUEEN, ROOK

_STRAIGHT: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SLANTING: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def _squares(mask: Bitboard) -> tuple[Square, ...]:
    return tuple(chess.scan_forward(mask))


def _ray(square: Square, right: int, up: int) -> tuple[Square, ...]:
    ray = []
    file, rank = square % 8 + right, square // 8 + up
    while file in range(8) and rank in range(8):
        ray.append(8 * rank + file)
        file, rank = file + right, rank + up
    return tuple(ray)


def _rays(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[Square, ...], ...], ...]:
    return tuple(tuple(ray for step in steps if (ray := _ray(square, *step))) for square in range(64))


LEAPS: Final = tuple(map(_squares, chess.BB_KNIGHT_ATTACKS))
STEPS: Final = tuple(map(_squares, chess.BB_KING_ATTACKS))
PAWNS: Final = tuple(tuple(map(_squares, chess.BB_PAWN_ATTACKS[white])) for white in (True, False))
"""What a pawn attacks: first White's, then Black's."""

REACH: Final = {
    # A leap or a step is a ray of one square, so all move alike.
    KNIGHT: tuple(tuple((goal,) for goal in goals) for goals in LEAPS),
    BISHOP: _rays(_SLANTING),
    ROOK: _rays(_STRAIGHT),
    QUEEN: _rays(_STRAIGHT + _SLANTING),
    KING: tuple(tuple((goal,) for goal in goals) for goals in STEPS),
}
"""By kind and square: the ways of every officer and of the king, each from near to far."""

LINED: Final = tuple(
    tuple(any(other in ray for ray in REACH[QUEEN][square]) for other in range(64)) for square in range(64)
)
"""Do two squares lie on one line? Leaving any other square cannot open one to the king."""
# By side and square: what would attack it from beside it, and along which lines what else would.
_BESIDE: Final = tuple(
    tuple(
        tuple((at, KNIGHT | by) for at in LEAPS[square])
        # Whatever a pawn of the other side would attack from here attacks this square if it is one.
        + tuple((at, PAWN | by) for at in PAWNS[0 if by else 1][square])
        + tuple((at, KING | by) for at in STEPS[square])
        for square in range(64)
    )
    for by in (0, BLACK)
)
_AFAR: Final = tuple(
    tuple(
        tuple((ray, frozenset({kind | by, QUEEN | by})) for kind in (ROOK, BISHOP) for ray in REACH[kind][square])
        for square in range(64)
    )
    for by in (0, BLACK)
)


def attacked(squares: Sequence[int], square: Square, by: int) -> bool:
    """By anything awake of that side."""
    for at, piece in _BESIDE[by >> 3][square]:
        if squares[at] == piece:
            return True
    for ray, sliders in _AFAR[by >> 3][square]:
        for at in ray:
            piece = squares[at]
            if piece:
                if piece in sliders:
                    return True
                break
    return False


def covered(squares: Sequence[int], by: int) -> set[Square]:
    """The squares that this side attacks, its own pieces among them where they are protected."""
    found: set[Square] = set()
    low, high = by, by + KIND
    for at, piece in enumerate(squares):
        if low < piece < high:
            kind = piece & KIND
            if kind == PAWN:
                found.update(PAWNS[by >> 3][at])
                continue
            for ray in REACH[kind][at]:
                for to in ray:
                    found.add(to)
                    if squares[to]:
                        break
    return found
