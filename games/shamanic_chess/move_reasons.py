"""Reasons for moves, such as captures, threats and escapes, which are shown in hints and reviews.

A reason consists of a message key and its facts. Players can check every fact on the board, except the search depth.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import chess

from games.shamanic_chess.evaluation import PIECE_VALUES
from games.shamanic_chess.position import (
    CENTER_SQUARES,
    PIECE_KINDS,
    PIECE_NAMES,
    SQUARE_NAMES,
    Bitboard,
    Position,
    Square,
    apply_move,
    build_awake_board,
    build_board,
    find_attacked_squares,
    find_captured_kind,
    find_checkers,
)
from games.shamanic_chess.search import (
    JOURNEY,
    MATE_SCORE_MIN,
    WAKING,
    EncodedMove,
    SearchResult,
    decode_move,
    unpack_move,
)

Facts: TypeAlias = Mapping[str, str | int]
Reason: TypeAlias = tuple[str, Facts]
PieceTypes: TypeAlias = Mapping[Square, chess.PieceType]

PIECE_NAME_BY_TYPE: Final = ("", *(PIECE_NAMES[kind] for kind in reversed(PIECE_KINDS)))
"""The piece names used in message keys, by piece type."""


def explain_move(position: Position, result: SearchResult) -> Reason:
    """Return the most important reason for the move that a search found in this position."""
    start, end, move_type = unpack_move(result.move)
    if result.mate_in:
        return "why-mates", {"moves": result.mate_in}
    if not result.depth:
        return "why-hurried", {}
    if result.score <= -MATE_SCORE_MIN:
        return "why-holds-out", {}
    move, board = decode_move(result.move), build_awake_board(position)
    child = apply_move(position, move)
    child_board = build_awake_board(child)
    facts = {"piece": PIECE_NAMES[position.kind_at(start)], "at": SQUARE_NAMES[start], "to": SQUARE_NAMES[end]}
    if move_type == WAKING:
        return "why-wakes-check" if find_checkers(child_board) else "why-wakes", facts
    captured = find_captured_kind(position, move)
    if find_checkers(board) and not captured and move_type <= WAKING:
        return "why-parries", {"to": SQUARE_NAMES[end]}
    if move_type > WAKING:
        return "why-promotes", {"to": SQUARE_NAMES[end]}
    if captured:
        return _explain_capture(position, child, end, PIECE_NAMES[captured])
    threatened = find_attacked_squares(child_board, child.white_to_move)
    is_escape = bool(find_attacked_squares(board, child.white_to_move) >> start & 1 and not threatened >> end & 1)
    if move_type == JOURNEY:
        return _explain_journey(position, board, result.move, is_escape=is_escape), facts
    if position.kind_at(start) == "K" and abs(start - end) == 2:
        return "why-castles", {"to": SQUARE_NAMES[end]}
    reason = _explain_ordinary_move(board, child, result.move, facts, threatened, is_escape=is_escape)
    return reason or ("why-ahead", {"depth": result.depth})


def _explain_capture(position: Position, child: Position, end: Square, captured: str) -> Reason:
    facts = {"taken": captured, "to": SQUARE_NAMES[end]}
    if position.in_trance >> end & 1:
        return "why-takes-shaman", facts
    # A pawn captured en passant is not on the end square, so it is not called unprotected.
    if position.occupied >> end & 1 and not build_awake_board(child).is_attacked_by(child.white_to_move, end):
        return "why-takes-free", facts
    return "why-takes", facts


def _explain_journey(position: Position, board: chess.Board, move: EncodedMove, *, is_escape: bool) -> str:
    start, _, _ = unpack_move(move)
    if uncovers_check(board, start):
        return "why-uncovers"
    if is_escape:
        return "why-flees"
    return "why-lies-in-wait" if threatens_waking_check(position, move) else "why-travels"


def uncovers_check(board: chess.Board, square: Square) -> bool:
    """Return whether the opponent's king would be in check if the piece on this square were removed."""
    king = board.king(not board.turn)
    assert king is not None
    mask = 1 << square
    return bool(board.attackers_mask(board.turn, king, board.occupied & ~mask) & ~mask)


def threatens_waking_check(position: Position, journey: EncodedMove) -> bool:
    """Return whether the traveling piece would give check by waking at the end of this journey."""
    start, end, _ = unpack_move(journey)
    board, traveler = build_awake_board(position), build_board(position).piece_at(start)
    king = board.king(not board.turn)
    assert king is not None
    board.remove_piece_at(start)
    board.set_piece_at(end, traveler)
    return board.is_attacked_by(board.turn, king)


def _explain_ordinary_move(
    before: chess.Board, child: Position, move: EncodedMove, facts: Facts, threatened: Bitboard, *, is_escape: bool
) -> Reason | None:
    """Return a reason for a move without a capture, or `None` if the board shows no reason.

    `threatened` contains the squares that the opponent attacks after the move.
    """
    start, end, _ = unpack_move(move)
    board, piece_types = build_awake_board(child), _map_piece_types(child)
    piece_type = piece_types[end]
    targets = [] if threatened >> end & 1 else _find_threatened_pieces(board, piece_types, end, threatened)
    if len(targets) > 1:
        return "why-forks", {**facts, "first": SQUARE_NAMES[targets[0]], "second": SQUARE_NAMES[targets[1]]}
    if find_checkers(board):
        return "why-checks", {}
    if is_escape and piece_type != chess.PAWN:
        return "why-retreats", facts
    if targets:
        return "why-threatens", {**facts, **_describe_target(piece_types, targets[0])}
    if (protected := _find_newly_protected_piece(before, board, piece_types, end)) is not None:
        return "why-guards", _describe_target(piece_types, protected)
    home_rank = 0 if before.turn else 7
    if piece_type in (chess.KNIGHT, chess.BISHOP) and chess.square_rank(start) == home_rank != chess.square_rank(end):
        return "why-develops", facts
    if piece_type == chess.PAWN and end in CENTER_SQUARES:
        return "why-centre", {"to": SQUARE_NAMES[end]}
    return None


def _describe_target(piece_types: PieceTypes, square: Square) -> Facts:
    return {"taken": PIECE_NAME_BY_TYPE[piece_types[square]], "target": SQUARE_NAMES[square]}


def _map_piece_types(position: Position) -> PieceTypes:
    """Map each occupied square to the type of its piece, whether awake or in trance."""
    return {square: piece.piece_type for square, piece in build_board(position).piece_map().items()}


def _find_threatened_pieces(
    board: chess.Board, piece_types: PieceTypes, attacker: Square, protected: Bitboard
) -> list[Square]:
    """Return the squares of the pieces that the attacker threatens, most valuable first.

    The attacker threatens the king, unprotected pieces, and pieces that are worth more than itself.
    """
    attacker_type = piece_types[attacker]
    targets = [
        square
        for square in chess.scan_forward(board.attacks_mask(attacker) & board.occupied_co[board.turn])
        if piece_types[square] == chess.KING
        or not protected >> square & 1
        or (attacker_type != chess.KING and PIECE_VALUES[piece_types[square]] > PIECE_VALUES[attacker_type])
    ]

    def rank_target(square: Square) -> tuple[bool, int]:
        return piece_types[square] == chess.KING, PIECE_VALUES[piece_types[square]]

    return sorted(targets, key=rank_target, reverse=True)


def _find_newly_protected_piece(
    before: chess.Board, after: chess.Board, piece_types: PieceTypes, end: Square
) -> Square | None:
    """Return the square of the most valuable piece that the move has protected from an attack, if any.

    The piece was attacked and unprotected before the move.
    """
    own = before.turn
    saved = (
        find_attacked_squares(after, own)
        & ~find_attacked_squares(before, own)
        & find_attacked_squares(before, not own)
        & after.occupied_co[own]
        & ~(1 << end)
    )
    return max(chess.scan_forward(saved), key=lambda square: PIECE_VALUES[piece_types[square]], default=None)
