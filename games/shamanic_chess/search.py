"""Python bindings for the compiled search: encoded boards and moves, the calls, and the search result.

The search is alpha-beta with quiescence and a transposition table. Its C code is in the folder `native`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

import chess

from games.compiled import CompiledModule
from games.core import Move, TimeLeft
from games.shamanic_chess.evaluation import (
    BISHOP,
    BLACK_BIT,
    INITIAL_MATERIAL,
    KING,
    KING_ENDGAME_TABLE,
    KING_MIDDLEGAME_TABLE,
    KNIGHT,
    MOP_UP_MAX_MATERIAL,
    MOP_UP_MIN_LEAD,
    PAWN,
    PIECE_SQUARE_TABLES,
    PIECE_VALUES,
    QUEEN,
    ROOK,
    TRANCE_BIT,
    TYPE_MASK,
    VALUE_BY_PIECE_CODE,
)
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PROMOTION_TYPES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    WAKING_SIGN,
    Position,
    Square,
)

EncodedMove: TypeAlias = int
"""A move in 15 bits: start square (6 bits), end square (6 bits), move type (3 bits).

The move type is `JOURNEY`, `WAKING`, `PROMOTION_OFFSET` plus the new piece type, or 0 for any other move.
"""
_MOVE_TYPE_SHIFT: Final = 12
JOURNEY: Final = 1
WAKING: Final = 2
PROMOTION_OFFSET: Final = 1

NO_SQUARE: Final = 64
_LETTER_BY_MOVE_TYPE: Final = {PROMOTION_OFFSET + piece_type: letter for letter, piece_type in PROMOTION_TYPES.items()}
_CASTLING_BITS: Final = {chess.H1: 1, chess.A1: 2, chess.H8: 4, chess.A8: 8}


def encode_move(move: Move) -> EncodedMove:
    match move:
        case (square, "^"):
            return SQUARE_BY_NAME[square] | SQUARE_BY_NAME[square] << 6 | WAKING << _MOVE_TYPE_SHIFT
        case (start, "~", end):
            return SQUARE_BY_NAME[start] | SQUARE_BY_NAME[end] << 6 | JOURNEY << _MOVE_TYPE_SHIFT
        case (start, end, letter):
            move_type = PROMOTION_TYPES[letter] + PROMOTION_OFFSET
            return SQUARE_BY_NAME[start] | SQUARE_BY_NAME[end] << 6 | move_type << _MOVE_TYPE_SHIFT
        case (start, end):
            return SQUARE_BY_NAME[start] | SQUARE_BY_NAME[end] << 6
    raise AssertionError(move)


def unpack_move(move: EncodedMove) -> tuple[Square, Square, int]:
    """Return a move's start square, end square and move type."""
    return move & 63, move >> 6 & 63, move >> _MOVE_TYPE_SHIFT


def decode_move(move: EncodedMove) -> Move:
    start_square, end_square, move_type = unpack_move(move)
    start, end = SQUARE_NAMES[start_square], SQUARE_NAMES[end_square]
    if move_type == JOURNEY:
        return start, JOURNEY_SIGN, end
    if move_type == WAKING:
        return start, WAKING_SIGN
    return (start, end, _LETTER_BY_MOVE_TYPE[move_type]) if move_type else (start, end)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A position as 64 piece codes (see `evaluation.py`), which is the format that the compiled search reads."""

    squares: tuple[int, ...]
    black: int
    """`BLACK_BIT` if Black is to move, otherwise 0."""
    castling: int
    """The castling rights, with one bit each: White short, White long, Black short, Black long."""
    en_passant: Square
    """The square behind a pawn that has just made a double step, or `NO_SQUARE` if there is none."""
    halfmove_clock: int

    @classmethod
    def from_position(cls, position: Position, halfmove_clock: int = 0) -> Mailbox:
        squares = [0] * 64
        piece_types = (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
        for piece_type, bitboard in zip(piece_types, position.bitboards_by_kind, strict=True):
            for square in chess.scan_forward(bitboard):
                mask = 1 << square
                color = BLACK_BIT if position.black_pieces & mask else 0
                trance = TRANCE_BIT if position.in_trance & mask else 0
                squares[square] = piece_type | color | trance
        return cls(
            tuple(squares),
            black=0 if position.white_to_move else BLACK_BIT,
            castling=sum(bit for corner, bit in _CASTLING_BITS.items() if position.castling_rooks & 1 << corner),
            en_passant=NO_SQUARE if position.en_passant is None else position.en_passant,
            halfmove_clock=halfmove_clock,
        )

    def count_material_gain(self, move: EncodedMove) -> int:
        """Return the value of the captured piece, plus the value gained by promotion, in centipawns."""
        start, end, move_type = unpack_move(move)
        if end == self.en_passant and self.squares[start] & TYPE_MASK == PAWN:
            return PIECE_VALUES[PAWN]
        promotion = PIECE_VALUES[move_type - PROMOTION_OFFSET] - PIECE_VALUES[PAWN] if move_type > WAKING else 0
        captured = 0 if end == start else PIECE_VALUES[self.squares[end] & TYPE_MASK]
        return promotion + captured


MATE_SCORE: Final = 1_000_000
MATE_SCORE_PER_PLY: Final = 100
"""How much a mate's score decreases for each ply before the mate. This exceeds any bonus for a root move."""
MATE_SCORE_MIN: Final = MATE_SCORE - 200 * MATE_SCORE_PER_PLY
"""The lowest score that means a forced mate."""
MAX_DEPTH: Final = 40
TIME_CHECK_NODES: Final = 1024
"""How many nodes the search visits between two checks of the remaining time."""

_WEIGHTS: Final = (
    *(value for table in PIECE_SQUARE_TABLES for value in table),
    *VALUE_BY_PIECE_CODE,
    *KING_MIDDLEGAME_TABLE,
    *KING_ENDGAME_TABLE,
    INITIAL_MATERIAL,
    MOP_UP_MIN_LEAD,
    MOP_UP_MAX_MATERIAL,
)
_WEIGHTS_BYTES: Final = Struct(f"<{len(_WEIGHTS)}i").pack(*_WEIGHTS)
_ROOT_MOVE_STRUCT: Final = Struct("<iii")
"""A root move: the encoded move, its bonus, and a field for internal use by the search."""
_RESULT_STRUCT: Final = Struct("<iiii")
"""A search result: move, score, depth and number of nodes."""
_POSITION_SIZE_BYTES: Final = 68


class SearchResult(NamedTuple):
    """The best move that a search found, with its score."""

    move: EncodedMove
    score: int
    """The score in centipawns, for the side to move.

    At `MATE_SCORE_MIN` or more, the side to move gives mate. At `-MATE_SCORE_MIN` or less, it is mated.
    """
    depth: int
    """The depth in plies of the search that found the move, or 0 if there was no time to search."""

    @property
    def mate_in(self) -> int:
        """The number of moves in which the side to move gives mate, or 0 if no mate was found."""
        if self.score < MATE_SCORE_MIN:
            return 0
        return (MATE_SCORE - self.score + MATE_SCORE_PER_PLY) // (2 * MATE_SCORE_PER_PLY)


class Search:
    """A search from one position, with its own transposition table."""

    def __init__(
        self,
        root: Mailbox,
        repeatable_positions: Iterable[Mailbox],
        time_left: TimeLeft,
        node_limit: int,
        *,
        free_shamans: bool,
    ) -> None:
        """Prepare a search that stops when no time is left or `node_limit` is reached.

        `repeatable_positions` are the positions of the match since the last capture or pawn move. The search needs them
        to detect draws by repetition.
        """
        self.root = root
        self.node_limit = node_limit
        self.free_shamans = free_shamans
        self.nodes = 0
        """The number of nodes that the last call of `find_best_move` searched."""
        self.native = CompiledModule("games.shamanic_chess", "search", lambda: time_left() <= 0)
        self.native.call("initialize")
        self.native.write_memory("evaluation_weights", _WEIGHTS_BYTES)
        for position in repeatable_positions:
            self.write_position(position)
            self.native.call("record_position")

    def write_position(self, mailbox: Mailbox) -> None:
        """Set the position for the next call to the compiled code."""
        rest = (mailbox.black, mailbox.castling, mailbox.en_passant, mailbox.halfmove_clock)
        self.native.write_memory("position", bytes((*mailbox.squares, *rest)))

    def read_position(self) -> Mailbox:
        *squares, black, castling, en_passant, halfmove_clock = self.native.read_memory(
            "position", _POSITION_SIZE_BYTES
        )
        return Mailbox(tuple(squares), black, castling, en_passant, halfmove_clock)

    def find_best_move(
        self, moves: Sequence[EncodedMove], bonuses: Mapping[EncodedMove, int], max_depth: int = MAX_DEPTH
    ) -> SearchResult:
        """Return the best of these moves from the root, with each move's bonus in centipawns added to its score."""
        self.write_position(self.root)
        self.native.write_memory(
            "root_moves", b"".join(_ROOT_MOVE_STRUCT.pack(move, bonuses.get(move, 0), 0) for move in moves)
        )
        self.native.call("find_best_move", len(moves), max_depth, self.node_limit, self.free_shamans)
        *result, self.nodes = _RESULT_STRUCT.unpack(self.native.read_memory("search_result", _RESULT_STRUCT.size))
        return SearchResult(*result)
