"""What the opponent thinks a piece is worth where it stands, in hundredths of a pawn: what its search is told.

A piece is a small number here: its kind, and besides one bit for Black and one for trance.
"""

from __future__ import annotations

from typing import Final

from games.shamanic_chess.position import Square

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
KIND: Final = 7
BLACK: Final = 8
TRANCE: Final = 16
CODES: Final = 32

PRICE: Final = (0, 100, 320, 330, 500, 950, 0, 0)
"""By kind. No sum of pawns is a minor piece, so what is left on the board tells when nobody can mate."""
_ASLEEP: Final = (0, 0, 90, 90, 110, 150, 0)
"""Waking costs a turn, and until then it does nothing. With half of this the opponent travels far too often."""
_PAWN_BY_RANK: Final = (0, 0, 2, 6, 14, 28, 55, 0)
FULL: Final = 2 * (8 * PRICE[PAWN] + 2 * (PRICE[KNIGHT] + PRICE[BISHOP] + PRICE[ROOK]) + PRICE[QUEEN])
WON: Final = 300
LATE: Final = 3000
"""With less material than this, who is far ahead drives the other king to the edge."""


def _centre(square: Square) -> int:
    """0 in the corners, 6 on the four squares in the middle."""
    file, rank = square % 8, square // 8
    return 7 - (abs(2 * file - 7) + abs(2 * rank - 7)) // 2


def _placed(kind: int, square: Square) -> int:
    """What White's piece gains by standing there."""
    file, rank, centre = square % 8, square // 8, _centre(square)
    gains = {
        PAWN: _PAWN_BY_RANK[rank] + (12 * (rank in (3, 4)) - 12 * (rank == 1)) * (file in (3, 4)),
        KNIGHT: 8 * centre - 26 - 8 * (rank == 0),
        BISHOP: 4 * centre - 10 - 10 * (rank == 0),
        ROOK: 22 * (rank == 6) + 2 * min(file, 7 - file),
        QUEEN: 2 * centre - 4,
    }
    return gains[kind]


def _worth(code: int, square: Square) -> int:
    kind = code & KIND
    if kind not in range(PAWN, KING):
        return 0
    white = PRICE[kind] - _ASLEEP[kind] if code & TRANCE else PRICE[kind] + _placed(kind, square ^ 56 * (code // 8 % 2))
    return -white if code & BLACK else white


WORTH: Final = tuple(tuple(_worth(code, square) for square in range(64)) for code in range(CODES))
"""By piece and square, for White. A shaman is worth the same everywhere: it may wake anywhere, and does nothing."""
MATERIAL: Final = tuple(PRICE[code & KIND] for code in range(CODES))

SHELTER: Final = tuple(
    -22 * (square // 8) + (25 if square in (1, 2, 6) else 15 if square in (0, 7) else 0) for square in range(64)
)
"""What White's king gains by standing there while much is left on the board."""
MIDDLE: Final = tuple(8 * _centre(square) for square in range(64))
"""And when nothing is."""
