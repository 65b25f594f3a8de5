"""Positions in FEN. A piece in trance is followed by `~`, for example in `4k3/3Q~4/8/8/8/8/8/4K3 b - - 0 1`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import chess

from games.shamanic_chess.position import (
    SQUARE_BY_NAME,
    Position,
    build_awake_board,
    build_board,
    build_position,
    find_checkers,
    say,
)

INITIAL_FEN: Final = chess.STARTING_FEN
_FEN_MAX_LENGTH: Final = 200
_CASTLING_PATTERN: Final = re.compile(r"-|[KQkq]{1,4}")
_COUNTER_PATTERN: Final = re.compile(r"[0-9]{1,4}")
_OUTER_RANKS: Final = chess.BB_RANK_1 | chess.BB_RANK_8
_ROOK_CORNERS: Final = {"K": chess.BB_H1, "Q": chess.BB_A1, "k": chess.BB_H8, "q": chess.BB_A8}


class Setup(NamedTuple):
    """The content of a FEN: the position and two counters."""

    position: Position
    halfmove_clock: int
    """Plies since the last capture or pawn move."""
    fullmove_number: int
    """The number of the current move. It increases after each move by Black."""


def parse_fen(fen: str) -> Setup:
    """Parse a FEN, and raise `Refused` with the reason if the position cannot be played.

    Missing fields at the end default to White to move, no castling, no en passant, and the counters `0 1`.
    """
    fields = fen[: _FEN_MAX_LENGTH + 1].split()
    if not fields or len(fields) > 6 or len(fen) > _FEN_MAX_LENGTH:
        raise say.make_refusal("fen-fields", fen=fen)
    pieces, turn, castling, en_passant, halfmove_clock, fullmove_number = (
        *fields,
        *("", "w", "-", "-", "0", "1")[len(fields) :],
    )
    board = _parse_pieces(pieces)
    if turn not in ("w", "b"):
        raise say.make_refusal("fen-turn", turn=turn)
    board.turn = turn == "w"
    # python-chess reads `~` as the mark of a promoted piece.
    in_trance, board.promoted = board.promoted, 0
    _check_pieces(board, in_trance)
    if not _CASTLING_PATTERN.fullmatch(castling):
        raise say.make_refusal("fen-castling", castling=castling)
    if castling != "-":
        board.castling_rights = sum(_ROOK_CORNERS[right] for right in set(castling))
    board.ep_square = _parse_en_passant(board, en_passant)
    if not _COUNTER_PATTERN.fullmatch(halfmove_clock) or not _COUNTER_PATTERN.fullmatch(fullmove_number):
        raise say.make_refusal("fen-clocks", quiet=halfmove_clock, number=fullmove_number)
    position = build_position(board, in_trance)
    # Drop castling rights without a rook on its home square, which people often leave in a FEN.
    # A rook in trance has traveled, so it has lost its castling right as well.
    position = position._replace(castling_rooks=build_awake_board(position).clean_castling_rights())
    # The side that has just moved must not be in check.
    if find_checkers(build_awake_board(position._replace(white_to_move=not position.white_to_move))):
        raise say.make_refusal("fen-check", turn=turn)
    return Setup(position, int(halfmove_clock), max(1, int(fullmove_number)))


def format_fen(setup: Setup) -> str:
    """Return the FEN with all six fields. The en passant square is included only if a pawn can capture there."""
    position, halfmove_clock, fullmove_number = setup
    board = build_board(position)
    board.promoted = position.in_trance
    turn = "w" if position.white_to_move else "b"
    en_passant = "-" if position.en_passant is None else chess.SQUARE_NAMES[position.en_passant]
    pieces = board.board_fen(promoted=True)
    return f"{pieces} {turn} {board.castling_xfen()} {en_passant} {halfmove_clock} {fullmove_number}"


def _parse_pieces(pieces: str) -> chess.Board:
    board = chess.Board(None)
    try:
        board.set_board_fen(pieces)
    except ValueError as error:
        raise say.make_refusal("fen-board", board=pieces) from error
    return board


def _check_pieces(board: chess.Board, in_trance: chess.Bitboard) -> None:
    for white in (True, False):
        kings = (board.kings & board.occupied_co[white]).bit_count()
        if kings != 1:
            raise say.make_refusal("fen-kings", side="white" if white else "black", kings=kings)
    if misplaced := board.pawns & _OUTER_RANKS:
        raise say.make_refusal("fen-pawns", square=chess.SQUARE_NAMES[chess.lsb(misplaced)])
    # Kings and pawns never fall into a trance.
    if entranced := in_trance & (board.kings | board.pawns):
        raise say.make_refusal("fen-trance", square=chess.SQUARE_NAMES[chess.lsb(entranced)])


def _parse_en_passant(board: chess.Board, field: str) -> chess.Square | None:
    """Return the square that a pawn has just crossed with a double step, or `None` if the field is `-`."""
    if field == "-":
        return None
    square = SQUARE_BY_NAME.get(field)
    if square is not None and chess.square_rank(square) == (5 if board.turn else 2):
        step = 8 if board.turn else -8
        pawn = board.pawns & board.occupied_co[not board.turn] & 1 << square - step
        if pawn and not board.occupied & (1 << square | 1 << square + step):
            return square
    raise say.make_refusal("fen-passing", square=field)
