"""Positions of Shamanic Chess, and how a move changes them.

The game adds trances to orthodox chess. A queen, rook, bishop or knight may fall into a trance and travel to any empty
square in the same move. Such a move is called a journey (`b1 ~ d5`). A piece in trance is called a shaman. It blocks
lines and can be captured, but it can neither move nor attack until it spends a move on waking (`d5 ^`). All other moves
are ordinary moves (`e2 e4`).
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import chess

from games.core import Move
from games.shamanic_chess.translation import ChessWords

say: Final = ChessWords(__package__)

Square: TypeAlias = int
Bitboard: TypeAlias = int
PieceKind: TypeAlias = str
"""One of `PIECE_KINDS`, or an empty string for no piece."""

PIECE_KINDS: Final = "KQRBNP"
PIECE_NAMES: Final = dict(zip(PIECE_KINDS, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))
"""The piece names used in message keys and file names, by kind."""
SQUARE_NAMES: Final = tuple(chess.SQUARE_NAMES)
SQUARE_BY_NAME: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}
CENTER_SQUARES: Final = (chess.D4, chess.E4, chess.D5, chess.E5)
JOURNEY_SIGN: Final = "~"
"""Marks a journey in a move, and a piece in trance in a FEN."""
WAKING_SIGN: Final = "^"

PROMOTION_TYPES: Final = {"q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP, "n": chess.KNIGHT}
"""The piece types to which a pawn can be promoted, by the token in a move."""


class Position(NamedTuple):
    """The pieces on the board, the side to move, and the rights to castle and to capture en passant.

    A position counts as repeated if an equal `Position` has occurred before.
    """

    white_to_move: bool
    castling_rooks: Bitboard
    """The squares of the rooks that may still castle."""
    en_passant: Square | None
    """The square to which a pawn can capture en passant, or `None` if no such capture is legal."""
    white_pieces: Bitboard
    black_pieces: Bitboard
    kings: Bitboard
    queens: Bitboard
    rooks: Bitboard
    bishops: Bitboard
    knights: Bitboard
    pawns: Bitboard
    in_trance: Bitboard

    @property
    def occupied(self) -> Bitboard:
        return self.white_pieces | self.black_pieces

    @property
    def own_pieces(self) -> Bitboard:
        """The pieces of the side to move."""
        return self.white_pieces if self.white_to_move else self.black_pieces

    @property
    def bitboards_by_kind(self) -> tuple[Bitboard, ...]:
        """The pieces of both sides, as one bitboard per kind, in the order of `PIECE_KINDS`."""
        return self.kings, self.queens, self.rooks, self.bishops, self.knights, self.pawns

    def kind_at(self, square: Square) -> PieceKind:
        """Return the kind of the piece on a square, awake or in trance, or an empty string for an empty square."""
        mask = 1 << square
        kinds = zip(PIECE_KINDS, self.bitboards_by_kind, strict=True)
        return next((kind for kind, bitboard in kinds if bitboard & mask), "")


def build_board(position: Position) -> chess.Board:
    """Return a python-chess board on which all pieces, including those in trance, stand as awake pieces."""
    board = chess.Board(None)
    board.turn = position.white_to_move
    board.castling_rights = position.castling_rooks
    board.ep_square = position.en_passant
    board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns = position.bitboards_by_kind
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = position.white_pieces, position.black_pieces
    board.occupied = position.occupied
    return board


def build_awake_board(position: Position) -> chess.Board:
    """Return a python-chess board on which pieces in trance occupy their squares but have no piece type.

    A piece in trance blocks lines and can be captured, but it does not move, attack or protect.
    """
    board = build_board(position)
    # python-chess assumes that no en passant capture can block a check by a slider, but a preset position may allow it.
    # Therefore find_en_passant_captors finds the en passant captures instead.
    board.ep_square = None
    if position.in_trance:
        awake = ~position.in_trance
        board.queens &= awake
        board.rooks &= awake
        board.bishops &= awake
        board.knights &= awake
    return board


def find_checkers(board: chess.Board) -> Bitboard:
    """Return the pieces that give check to the side to move."""
    king = board.king(board.turn)
    assert king is not None
    return board.attackers_mask(not board.turn, king)


def find_attacked_squares(board: chess.Board, color: chess.Color) -> Bitboard:
    """Return every square that a side attacks, including those of its own protected pieces."""
    attacked = 0
    for square in chess.scan_forward(board.occupied_co[color]):
        attacked |= board.attacks_mask(square)
    return attacked


def find_en_passant_captors(board: chess.Board, en_passant: Square) -> list[Square]:
    """Return the pawns that can capture en passant without leaving their king in check."""
    king = board.king(board.turn)
    assert king is not None
    captured = 1 << (en_passant - 8 if board.turn else en_passant + 8)
    pawns = board.pawns & board.occupied_co[board.turn] & chess.BB_PAWN_ATTACKS[not board.turn][en_passant]
    captors = []
    for pawn in chess.scan_forward(pawns):
        occupied = board.occupied ^ captured ^ 1 << pawn | 1 << en_passant
        if not board.attackers_mask(not board.turn, king, occupied) & ~captured:
            captors.append(pawn)
    return captors


def find_captured_kind(position: Position, move: Move) -> PieceKind:
    """Return the kind of the piece that a legal move captures, or an empty string if the move captures nothing."""
    start, end = move[:2]
    if end not in SQUARE_BY_NAME:
        return ""
    # A pawn that changes its file and ends on an empty square captures en passant.
    is_pawn_capture = position.kind_at(SQUARE_BY_NAME[start]) == "P" and start[0] != end[0]
    return position.kind_at(SQUARE_BY_NAME[end]) or ("P" if is_pawn_capture else "")


def find_end_square(move: Move) -> Square:
    """Return the square where a move ends. A waking ends where it starts."""
    return next(SQUARE_BY_NAME[token] for token in reversed(move) if token in SQUARE_BY_NAME)


def apply_move(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    match move:
        case (square, "^"):
            return _switch_sides(position, in_trance=position.in_trance ^ 1 << SQUARE_BY_NAME[square])
        case (start, "~", end):
            return _apply_journey(position, 1 << SQUARE_BY_NAME[start], 1 << SQUARE_BY_NAME[end])
        case (start, end, *promotion):
            piece_type = PROMOTION_TYPES[promotion[0]] if promotion else None
            return _apply_ordinary_move(position, chess.Move(SQUARE_BY_NAME[start], SQUARE_BY_NAME[end], piece_type))
    raise AssertionError(move)


def _switch_sides(position: Position, *, in_trance: Bitboard) -> Position:
    # Like any other move, a journey or waking ends an en passant right.
    return position._replace(white_to_move=not position.white_to_move, en_passant=None, in_trance=in_trance)


def _apply_journey(position: Position, start: Bitboard, end: Bitboard) -> Position:
    both = start | end
    switched = _switch_sides(position, in_trance=position.in_trance & ~start | end)
    # A rook that makes a journey permanently loses its castling right, even if it returns.
    return switched._replace(
        castling_rooks=position.castling_rooks & ~start,
        white_pieces=position.white_pieces ^ both if position.white_to_move else position.white_pieces,
        black_pieces=position.black_pieces if position.white_to_move else position.black_pieces ^ both,
        queens=position.queens ^ both if position.queens & start else position.queens,
        rooks=position.rooks ^ both if position.rooks & start else position.rooks,
        bishops=position.bishops ^ both if position.bishops & start else position.bishops,
        knights=position.knights ^ both if position.knights & start else position.knights,
    )


def _apply_ordinary_move(position: Position, move: chess.Move) -> Position:
    board = build_board(position)
    board.push(move)
    # The piece on the end square is awake, even if it has captured a shaman or was promoted.
    return build_position(board, position.in_trance & ~(1 << move.to_square))


def build_position(board: chess.Board, in_trance: Bitboard) -> Position:
    """Convert a python-chess board to a position, with an en passant right only if a pawn can use it."""
    position = Position(
        white_to_move=board.turn,
        castling_rooks=board.castling_rights,
        en_passant=None,
        white_pieces=board.occupied_co[chess.WHITE],
        black_pieces=board.occupied_co[chess.BLACK],
        kings=board.kings,
        queens=board.queens,
        rooks=board.rooks,
        bishops=board.bishops,
        knights=board.knights,
        pawns=board.pawns,
        in_trance=in_trance,
    )
    en_passant = board.ep_square
    if en_passant is None or not find_en_passant_captors(build_awake_board(position), en_passant):
        return position
    return position._replace(en_passant=en_passant)
