"""Warnings about careless moves, after which the opponent can win a piece for nothing.

A move is judged by the captures on one square, and confirmed by a short search.
"""

from __future__ import annotations

from itertools import takewhile
from math import inf
from typing import Final

from games.core import Move, Suggestion
from games.shamanic_chess.evaluation import EXCHANGE_VALUE_BY_KIND
from games.shamanic_chess.legal_moves import generate_legal_moves
from games.shamanic_chess.position import (
    JOURNEY_SIGN,
    PIECE_NAMES,
    SQUARE_BY_NAME,
    WAKING_SIGN,
    Position,
    apply_move,
    find_captured_kind,
)
from games.shamanic_chess.rules import play_move
from games.shamanic_chess.search import Mailbox, Search, encode_move
from games.shamanic_chess.state import State, View

MIN_LOSS_CENTIPAWNS: Final = 200
"""The smallest loss of material that is worth a warning. Sacrificing a pawn is not careless."""
MIN_REGRET_CENTIPAWNS: Final = 150
"""The least by which the best move must be better for a warning. If every move loses a piece, a warning is useless."""
SEARCH_NODES: Final = 10_000


def find_punishing_reply(view: View, move: Move) -> Suggestion | None:
    """Return the reply that makes a move careless, which is a capture that wins a piece for nothing, or None."""
    state = view.state
    later = play_move(state, move)
    if later.end_reason:
        return None
    replies = _list_captures(later.position)
    losses = {reply: _count_gain(later.position, reply) for reply in replies}
    # Among the captures that win the most, name the one by the cheapest piece, which players notice first.
    reply = max(losses, key=lambda reply: (losses[reply], -_value_at(later.position, reply[0])), default=None)
    captured = find_captured_kind(state.position, move)
    gain = EXCHANGE_VALUE_BY_KIND[captured] if captured else 0
    if (
        reply is None
        or _was_possible_before(state, move, reply)
        or losses[reply] - gain < MIN_LOSS_CENTIPAWNS
        or _measure_regret(state, later) < MIN_REGRET_CENTIPAWNS
    ):
        return None
    lost, taker = find_captured_kind(later.position, reply), later.position.kind_at(SQUARE_BY_NAME[reply[0]])
    facts = {"taken": PIECE_NAMES[lost], "square": reply[1], "piece": PIECE_NAMES[taker]}
    return Suggestion(reply, "careless", facts)


def _was_possible_before(state: State, move: Move, reply: Move) -> bool:
    """Return whether the opponent could have made the capture `reply` last turn, too.

    The player then probably knows about it, so `move` is not careless. `state` is the state before `move`.
    """
    if state.last_move is None or reply[1] in move[1:]:
        return False
    before = state.last_move.before
    is_same_piece = find_captured_kind(before, reply) == state.position.kind_at(SQUARE_BY_NAME[reply[1]])
    return is_same_piece and reply in _list_captures(before)


def _list_captures(position: Position, end: str = "") -> list[Move]:
    """Return the legal captures, or only those on one square."""
    # Wakings and journeys never capture. They are generated last, so stop before them to save time.
    ordinary = takewhile(
        lambda move: JOURNEY_SIGN not in move and WAKING_SIGN not in move,
        generate_legal_moves(position, free_shamans=False),
    )
    return [move for move in ordinary if (not end or move[1] == end) and find_captured_kind(position, move)]


def _count_gain(position: Position, capture: Move) -> int:
    """Return what a capture wins in centipawns, if both sides capture again on its square as long as that pays."""
    after = apply_move(position, capture)
    answers = _list_captures(after, capture[1])
    cheapest = min(answers, key=lambda move: _value_at(after, move[0]), default=None)
    loss = max(0, _count_gain(after, cheapest)) if cheapest else 0
    return EXCHANGE_VALUE_BY_KIND[find_captured_kind(position, capture)] - loss


def _value_at(position: Position, square: str) -> int:
    return EXCHANGE_VALUE_BY_KIND[position.kind_at(SQUARE_BY_NAME[square])]


def _measure_regret(state: State, later: State) -> int:
    """Return by how many centipawns the best move is better than the move that led to `later`."""
    return _search_score(state) + _search_score(later)


def _search_score(state: State) -> int:
    root = Mailbox.from_position(state.position, state.halfmove_clock)
    search = Search(root, (), lambda: inf, SEARCH_NODES, free_shamans=state.free_shamans)
    moves = sorted(generate_legal_moves(state.position, free_shamans=state.free_shamans))
    return search.find_best_move([*map(encode_move, moves)], {}).score
