"""Generation of ordinary moves, journeys and wakings, and perft, which counts sequences of legal moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

from games.core import Move
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PROMOTION_TYPES,
    SQUARE_NAMES,
    WAKING_SIGN,
    Bitboard,
    Position,
    Square,
    apply_move,
    build_awake_board,
    find_checkers,
    find_en_passant_captors,
)

# Moves are built once and shared, since thousands are listed per second and live matches keep their lists in memory.
_ORDINARY_MOVES: Final = [[(start, end) for end in SQUARE_NAMES] for start in SQUARE_NAMES]
_JOURNEYS: Final = [[(start, JOURNEY_SIGN, end) for end in SQUARE_NAMES] for start in SQUARE_NAMES]
_WAKINGS: Final = [(square, WAKING_SIGN) for square in SQUARE_NAMES]
_PROMOTION_TOKENS: Final = {piece_type: token for token, piece_type in PROMOTION_TYPES.items()}


def generate_legal_moves(position: Position, *, free_shamans: bool) -> Iterator[Move]:
    """Yield the legal moves one by one: ordinary moves, then wakings, then journeys."""
    board = build_awake_board(position)
    for move in _generate_ordinary_moves(board, position):
        squares = _ORDINARY_MOVES[move.from_square][move.to_square]
        yield (*squares, _PROMOTION_TOKENS[move.promotion]) if move.promotion else squares
    wakings, journeys = _find_trance_moves(board, position, free_shamans=free_shamans)
    for square in chess.scan_forward(wakings):
        yield _WAKINGS[square]
    for start, ends in journeys:
        moves = _JOURNEYS[start]
        for end in chess.scan_forward(ends):
            yield moves[end]


def has_ordinary_move(position: Position, square: Square) -> bool:
    """Return whether the piece on a square has a legal move other than a journey or waking."""
    return any(move.from_square == square for move in _generate_ordinary_moves(build_awake_board(position), position))


def has_no_legal_move(position: Position, *, free_shamans: bool) -> bool:
    """Return whether the side to move has no legal move, which means mate if it is in check, otherwise stalemate."""
    return next(generate_legal_moves(position, free_shamans=free_shamans), None) is None


def is_check(position: Position) -> bool:
    """Return whether the side to move is in check."""
    return bool(find_checkers(build_awake_board(position)))


def count_legal_moves(position: Position, *, free_shamans: bool) -> int:
    """Count the legal moves without building them. This makes the last ply of a perft fast."""
    board = build_awake_board(position)
    wakings, journeys = _find_trance_moves(board, position, free_shamans=free_shamans)
    ordinary = sum(1 for _ in _generate_ordinary_moves(board, position))
    return ordinary + wakings.bit_count() + sum(ends.bit_count() for _, ends in journeys)


def perft(position: Position, depth: int, *, free_shamans: bool) -> int:
    """Count the sequences of `depth` legal moves. Draws by rule do not end a sequence."""
    if depth == 1:
        return count_legal_moves(position, free_shamans=free_shamans)
    return sum(
        perft(apply_move(position, move), depth - 1, free_shamans=free_shamans)
        for move in generate_legal_moves(position, free_shamans=free_shamans)
    )


def divide_perft(position: Position, depth: int, *, free_shamans: bool) -> dict[Move, int]:
    """Return the perft count for each first move."""
    moves = sorted(generate_legal_moves(position, free_shamans=free_shamans))
    return {
        move: 1 if depth == 1 else perft(apply_move(position, move), depth - 1, free_shamans=free_shamans)
        for move in moves
    }


def _generate_ordinary_moves(board: chess.Board, position: Position) -> Iterator[chess.Move]:
    yield from board.generate_legal_moves()
    if position.en_passant is not None:
        for pawn in find_en_passant_captors(board, position.en_passant):
            yield chess.Move(pawn, position.en_passant)


def _find_trance_moves(
    board: chess.Board, position: Position, *, free_shamans: bool
) -> tuple[Bitboard, list[tuple[Square, Bitboard]]]:
    """Return the pieces that can wake, and the start squares of all journeys with their end squares.

    A journey can end on any empty square. In check, no piece can wake or fall into a trance. In the `free` variant, a
    piece that is already in trance can travel to a square where it blocks the check.
    """
    own = position.own_pieces
    shamans = own & position.in_trance
    checkers = find_checkers(board)
    if not checkers:
        wakings = shamans
        ends = chess.BB_ALL & ~position.occupied
        travelers = own & ~position.kings & ~position.pawns
        if not free_shamans:
            travelers &= ~shamans
    else:
        wakings = 0
        ends = _find_blocking_squares(checkers, board) if free_shamans else 0
        travelers = shamans
    if not ends or not travelers:
        return wakings, []
    pin_lines = _find_pin_lines(board)
    return wakings, [(start, ends & pin_lines.get(start, chess.BB_ALL)) for start in chess.scan_forward(travelers)]


def _find_blocking_squares(checkers: Bitboard, board: chess.Board) -> Bitboard:
    """Return the squares between the king and the piece that gives check, or none in a double check."""
    king = board.king(board.turn)
    assert king is not None
    if checkers & (checkers - 1):
        return 0
    return chess.between(king, chess.msb(checkers))


def _find_pin_lines(board: chess.Board) -> dict[Square, Bitboard]:
    """Map each piece that stands alone between the king and a pinning piece to the squares of the pin line.

    A pinned piece, whether awake or in trance, can only travel to these squares.
    """
    king = board.king(board.turn)
    assert king is not None
    rank_and_file = (chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]) & (board.rooks | board.queens)
    diagonals = chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    lines = {}
    for pinner in chess.scan_forward((rank_and_file | diagonals) & board.occupied_co[not board.turn]):
        line = chess.between(king, pinner)
        shields = line & board.occupied
        if shields and not shields & (shields - 1):
            lines[chess.msb(shields)] = line
    return lines
