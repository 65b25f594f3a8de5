"""Moves that leave a piece to the opponent, judged by exchanges on one square and confirmed by a short search."""

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
"""The smallest lead of the best move. If every move loses the piece, a warning does not help."""
SEARCH_NODES: Final = 10_000


def find_punishing_reply(view: View, move: Move) -> Suggestion | None:
    """Return the capture that makes a move careless, because it wins a piece for nothing, or None."""
    state = view.state
    later = play_move(state, move)
    if later.end_reason:
        return None
    replies = _list_captures(later.position)
    losses = {reply: _count_gain(later.position, reply) for reply in replies}
    # The cheapest piece that wins the most comes to mind first.
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
    """Return whether the opponent passed up the same capture last turn, so that the player knows about it."""
    if state.last_move is None or reply[1] in move[1:]:
        return False
    before = state.last_move.before
    is_same_piece = find_captured_kind(before, reply) == state.position.kind_at(SQUARE_BY_NAME[reply[1]])
    return is_same_piece and reply in _list_captures(before)


def _list_captures(position: Position, end: str = "") -> list[Move]:
    """Return the legal captures, or only those on one square."""
    # Wakings and journeys come last, and are too many to generate them for nothing.
    ordinary = takewhile(
        lambda move: JOURNEY_SIGN not in move and WAKING_SIGN not in move,
        generate_legal_moves(position, free_shamans=False),
    )
    return [move for move in ordinary if (not end or move[1] == end) and find_captured_kind(position, move)]


def _count_gain(position: Position, capture: Move) -> int:
    """Return what a capture wins if both sides go on to capture on its square as long as that pays, in centipawns."""
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
