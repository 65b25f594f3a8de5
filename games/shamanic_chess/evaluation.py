"""Piece values and piece-square tables for the compiled search, in centipawns.

Each piece is represented by its piece code: the piece type (1 to 6), plus `BLACK_BIT` if it is black, plus `TRANCE_BIT`
if it is in trance.
"""

from __future__ import annotations

from typing import Final

from games.shamanic_chess.position import PIECE_KINDS, Square

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
TYPE_MASK: Final = 7
BLACK_BIT: Final = 8
TRANCE_BIT: Final = 16
PIECE_CODE_COUNT: Final = 32

PIECE_VALUES: Final = (0, 100, 320, 330, 500, 950, 0, 0)
"""The value of each piece type, in centipawns.

No minor piece is worth a whole number of pawns, so the search can detect dead positions by their material.
"""
EXCHANGE_VALUE_BY_KIND: Final = dict(
    zip(PIECE_KINDS, (10_000, *PIECE_VALUES[QUEEN:PAWN:-1], PIECE_VALUES[PAWN]), strict=True)
)
"""The value of each kind of piece in exchanges, in centipawns. A king never takes a protected piece."""
_TRANCE_PENALTIES: Final = (0, 0, 90, 90, 110, 150, 0)
"""The penalty for a piece in trance, by piece type. Such a piece is useless until a move is spent on waking it.

With penalties half as high, the AI makes far too many journeys.
"""
_PAWN_RANK_BONUSES: Final = (0, 0, 2, 6, 14, 28, 55, 0)
INITIAL_MATERIAL: Final = 2 * (
    8 * PIECE_VALUES[PAWN]
    + 2 * (PIECE_VALUES[KNIGHT] + PIECE_VALUES[BISHOP] + PIECE_VALUES[ROOK])
    + PIECE_VALUES[QUEEN]
)
MOP_UP_MIN_LEAD: Final = 300
"""The lead in centipawns above which a side tries to drive the opponent's king to the edge of the board."""
MOP_UP_MAX_MATERIAL: Final = 3000
"""The total value of all pieces, in centipawns, below which a leading side drives the other king to the edge."""


def _rate_centrality(square: Square) -> int:
    """Return the centrality of a square, from 0 for a corner to 6 for the four squares in the center."""
    file, rank = square % 8, square // 8
    return 7 - (abs(2 * file - 7) + abs(2 * rank - 7)) // 2


def _find_square_bonus(piece_type: int, square: Square) -> int:
    """Return a white piece's bonus for standing on a square, in centipawns."""
    file, rank, centrality = square % 8, square // 8, _rate_centrality(square)
    bonuses = {
        PAWN: _PAWN_RANK_BONUSES[rank] + (12 * (rank in (3, 4)) - 12 * (rank == 1)) * (file in (3, 4)),
        KNIGHT: 8 * centrality - 26 - 8 * (rank == 0),
        BISHOP: 4 * centrality - 10 - 10 * (rank == 0),
        ROOK: 22 * (rank == 6) + 2 * min(file, 7 - file),
        QUEEN: 2 * centrality - 4,
    }
    return bonuses[piece_type]


def _evaluate_piece(code: int, square: Square) -> int:
    """Return a piece's value to White on a square. It is negative for a black piece and 0 for a king."""
    piece_type = code & TYPE_MASK
    if piece_type not in range(PAWN, KING):
        return 0
    if code & TRANCE_BIT:
        # A shaman is worth the same on every square, because it does nothing until it wakes.
        value = PIECE_VALUES[piece_type] - _TRANCE_PENALTIES[piece_type]
    else:
        # XOR with 56 mirrors a square between White's side and Black's.
        mirrored = square ^ 56 if code & BLACK_BIT else square
        value = PIECE_VALUES[piece_type] + _find_square_bonus(piece_type, mirrored)
    return -value if code & BLACK_BIT else value


PIECE_SQUARE_TABLES: Final = tuple(
    tuple(_evaluate_piece(code, square) for square in range(64)) for code in range(PIECE_CODE_COUNT)
)
"""The value of each piece to White, by piece code and square."""
VALUE_BY_PIECE_CODE: Final = tuple(PIECE_VALUES[code & TYPE_MASK] for code in range(PIECE_CODE_COUNT))

KING_MIDDLEGAME_TABLE: Final = tuple(
    -22 * (square // 8) + (25 if square in (1, 2, 6) else 15 if square in (0, 7) else 0) for square in range(64)
)
"""The white king's bonus for each square while much material is left."""
KING_ENDGAME_TABLE: Final = tuple(8 * _rate_centrality(square) for square in range(64))
"""The white king's bonus for each square when hardly any material is left."""
