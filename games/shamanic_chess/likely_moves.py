"""The moves that a player most likely wants, judged at a glance: without any search, as beginners judge them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import chess

from games.core import Move
from games.shamanic_chess.evaluation import BLACK_BIT, EXCHANGE_VALUE_BY_KIND, PIECE_SQUARE_TABLES, TRANCE_BIT
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PIECE_KINDS,
    SQUARE_BY_NAME,
    Position,
    Square,
    apply_move,
    build_awake_board,
    find_captured_kind,
    find_checkers,
    find_end_square,
)
from games.shamanic_chess.rules import legal_moves
from games.shamanic_chess.san import is_castling
from games.shamanic_chess.state import View

NUMBERED_MOVES_MAX: Final = 12
"""How many moves of a piece are numbered. Their buttons fit into three rows, so the board stays in view on a phone."""
NUMBERED_JOURNEYS_MAX: Final = 6
NUMBERED_ORDINARY_MOVES_MAX: Final = 10
"""The maximum number of ordinary moves of a piece that are numbered. It leaves at least two numbers for journeys."""
_CHECK_BONUS_CENTIPAWNS: Final = 40
_CASTLING_BONUS_CENTIPAWNS: Final = 40
_PROSPECTS_DIVISOR: Final = 10
"""The divisor for the value of a move's threats and of its end square for the next turn, which are uncertain."""


@lru_cache(maxsize=64)
def number_moves(view: View, prefix: Move) -> Sequence[Move]:
    """Return the moves after `prefix` that get a number, likeliest first.

    There are none before a piece is picked, or when only the piece for a promotion remains to be chosen.
    All journeys to a file are numbered in the order of their squares.
    """
    if not numbers_any_move(view, prefix):
        return ()
    *complete, last = prefix
    moves = [
        move
        for move in legal_moves(view)
        if [*move[: len(complete)]] == complete
        and move[len(complete)].startswith(last)
        and not _is_underpromotion(move)
    ]
    if JOURNEY_SIGN in complete:
        return moves
    position = view.state.position
    ranked = rank_moves(position, moves)
    ordinary = [move for move in ranked if JOURNEY_SIGN not in move][:NUMBERED_ORDINARY_MOVES_MAX]
    # A square has one number, so a journey is numbered only if no ordinary move leads to its end square.
    reached = {move[1] for move in ordinary}
    journeys = [move for move in ranked if JOURNEY_SIGN in move and move[-1] not in reached]
    return [*ordinary, *journeys[: min(NUMBERED_JOURNEYS_MAX, NUMBERED_MOVES_MAX - len(ordinary))]]


def numbers_any_move(view: View, prefix: Move) -> bool:
    """Return whether any move after `prefix` gets a number: if a piece is picked, but no end square yet."""
    return len(prefix) == 1 or (len(prefix) > 1 and prefix[1] not in SQUARE_BY_NAME)


def _is_underpromotion(move: Move) -> bool:
    """Return whether the move promotes a pawn to anything but a queen."""
    return move[-1] in ("r", "b", "n")


def rank_moves(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """Sort moves by how good they look at a glance, best first."""
    ratings = {move: rate_move(position, move) for move in moves}
    return sorted(moves, key=lambda move: -ratings[move])


def rate_move(position: Position, move: Move) -> int:
    """Rate a move in centipawns, by its capture, its risks and threats, and the value of its end square."""
    start, end = SQUARE_BY_NAME[move[0]], find_end_square(move)
    after = apply_move(position, move)
    captured = find_captured_kind(position, move)
    gain = EXCHANGE_VALUE_BY_KIND[captured] if captured else 0
    placement = _rate_placement(after, end) - _rate_placement(position, start)
    # A piece in trance attacks nothing yet, so its threats and its place count as if it were awake, but less.
    next_turn = after._replace(white_to_move=position.white_to_move, in_trance=after.in_trance & ~(1 << end))
    prospects = max(_list_capture_gains(next_turn), default=0) + _rate_placement(next_turn, end)
    if is_castling(position, move):
        placement += _CASTLING_BONUS_CENTIPAWNS
    check = _CHECK_BONUS_CENTIPAWNS if find_checkers(build_awake_board(after)) else 0
    return gain - max(_list_capture_gains(after), default=0) + placement + check + prospects // _PROSPECTS_DIVISOR


def _list_capture_gains(position: Position) -> Iterator[int]:
    """Yield the centipawns that the side to move can win by a capture on each square, without zeros."""
    board = build_awake_board(position)
    victims = position.occupied & ~position.own_pieces & ~position.kings
    for square in chess.scan_forward(victims):
        if gain := _estimate_capture_gain(position, board, square):
            yield gain


def _estimate_capture_gain(position: Position, board: chess.Board, square: Square) -> int:
    """Return how many centipawns the side to move wins by capturing on a square, or 0.

    Only the cheapest attacker counts. If the square is protected, this attacker is lost in return.
    """
    attackers = board.attackers(board.turn, square)
    if not attackers:
        return 0
    value = EXCHANGE_VALUE_BY_KIND[position.kind_at(square)]
    if not board.attackers_mask(not board.turn, square):
        return value
    return max(0, value - min(EXCHANGE_VALUE_BY_KIND[position.kind_at(attacker)] for attacker in attackers))


def _rate_placement(position: Position, square: Square) -> int:
    """Return the value of the piece on a square to its side, which is less in trance."""
    mask = 1 << square
    piece_type = len(PIECE_KINDS) - PIECE_KINDS.index(position.kind_at(square))
    is_black = bool(position.black_pieces & mask)
    code = piece_type | BLACK_BIT * is_black | TRANCE_BIT * bool(position.in_trance & mask)
    value = PIECE_SQUARE_TABLES[code][square]
    return -value if is_black else value
