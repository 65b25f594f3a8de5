"""Where each kind of piece reaches from each square of an empty board."""

from __future__ import annotations

from typing import Final

import chess

from games.shamanic_chess.position import Bitboard, Square
from games.shamanic_chess.worth import BISHOP, KING, KNIGHT, QUEEN, ROOK

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


STRAIGHT: Final = _rays(_STRAIGHT)
SLANTING: Final = _rays(_SLANTING)
LEAPS: Final = tuple(map(_squares, chess.BB_KNIGHT_ATTACKS))
STEPS: Final = tuple(map(_squares, chess.BB_KING_ATTACKS))
PAWNS: Final = tuple(tuple(map(_squares, chess.BB_PAWN_ATTACKS[white])) for white in (True, False))
"""What a pawn attacks: first White's, then Black's."""

# A leap or a step is a ray of one square, so all officers move alike.
_SINGLE: Final = {
    KNIGHT: tuple(tuple((goal,) for goal in goals) for goals in LEAPS),
    KING: tuple(tuple((goal,) for goal in goals) for goals in STEPS),
}
REACH: Final = {
    **_SINGLE,
    BISHOP: SLANTING,
    ROOK: STRAIGHT,
    QUEEN: tuple(straight + slanting for straight, slanting in zip(STRAIGHT, SLANTING, strict=True)),
}
"""By kind and square: the ways of every officer and of the king, each from near to far."""

LINED: Final = tuple(
    tuple(any(other in ray for ray in REACH[QUEEN][square]) for other in range(64)) for square in range(64)
)
"""Do two squares lie on one line? Leaving any other square cannot open one to the king."""
NEAR: Final = tuple(
    tuple(LINED[square][other] or other in LEAPS[square] for other in range(64)) for square in range(64)
)
"""Could anything that stands there attack this square at all?"""
