"""Analysis of played moves: winning chances, and how much a move lost compared with the best move found.

There is no luck in chess. The next search looks one ply further ahead, which accounts for any change of the chances
that the player's choice does not explain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Final

from games.core import JointMove, Move, Seat, Suggestion
from games.insight import Contribution
from games.shamanic_chess.evaluation import PAWN, TYPE_MASK
from games.shamanic_chess.legal_moves import generate_legal_moves, is_check
from games.shamanic_chess.move_reasons import PIECE_NAME_BY_TYPE, explain_move
from games.shamanic_chess.position import SQUARE_NAMES, Position
from games.shamanic_chess.rules import play_move, scores
from games.shamanic_chess.san import format_san
from games.shamanic_chess.search import (
    MATE_SCORE,
    MATE_SCORE_MIN,
    MATE_SCORE_PER_PLY,
    EncodedMove,
    Mailbox,
    Search,
    SearchResult,
    decode_move,
    encode_move,
    unpack_move,
)
from games.shamanic_chess.state import WHITE, State, View

_PIECE_POINTS: Final = (0, 9, 5, 3, 3, 1)
"""The usual piece values in pawns, in the order of `PIECE_KINDS`."""
QUICK_SEARCH_NODES: Final = 2_000
FIRST_SEARCH_NODES: Final = 100_000
"""The node limit of the first search, which analyzes every position of a match."""
SECOND_SEARCH_NODES: Final = 300_000
"""The node limit of the second search, which analyzes positions in which the first search found a mistake."""
FULL_SEARCH_MOVES: Final = 40
"""The number of moves with full searches. Later ones get shorter, to bound the time for an endless match."""
MISTAKE_MIN_SHARE: Final = 0.1
"""The smallest loss that counts as a mistake, as a fraction of the point that a match is worth."""
TENFOLD_ODDS_CENTIPAWNS: Final = 300
"""The lead in centipawns with which a side wins ten times as often as it loses."""
INSTRUCTIVE_REASONS: Final = frozenset(
    {"why-castles", "why-checks", "why-flees", "why-forks", "why-guards", "why-lies-in-wait", "why-promotes"}
    | {"why-retreats", "why-threatens", "why-uncovers", "why-wakes", "why-wakes-check"}
)
"""Reasons that explain by themselves why the better move is good."""


def weigh_step(before: View, view: View) -> int:
    old, new = before.state.position, view.state.position
    # A capture weighs more than a check and a change of trance together.
    captured = abs(_count_material(old) - _count_material(new))
    return 4 * captured + 2 * (old.in_trance != new.in_trance) + is_check(new)


def _count_material(position: Position) -> int:
    return sum(
        points * bitboard.bit_count()
        for points, bitboard in zip(_PIECE_POINTS, position.bitboards_by_kind, strict=True)
    )


def win_shares(state: State, *, quickly: bool = False) -> tuple[float, ...]:
    node_limit = QUICK_SEARCH_NODES if quickly else scale_node_limit(state, FIRST_SEARCH_NODES)
    share = _estimate_share(state, node_limit)
    return (share, 1 - share) if state.seat_to_move == WHITE else (1 - share, share)


def split_change(state: State, joint: JointMove, later: State) -> Sequence[Contribution]:
    ((seat, move),) = joint.items()
    choice = _judge_choice(state, seat, move, later)
    before, after = win_shares(state), win_shares(later)
    # The rest of the change is due to the deeper view of the next search.
    rest = after[WHITE] - before[WHITE] - choice.gains[WHITE]
    return [choice, Contribution("sight", _assign_gain(WHITE, rest))] if rest else [choice]


def _assign_gain(seat: Seat, gain: float) -> tuple[float, ...]:
    """Return both seats' gains when `seat` gains this much from the other seat."""
    return (gain, -gain) if seat == WHITE else (-gain, gain)


def scale_node_limit(state: State, node_limit: int) -> int:
    """Return the node limit, reduced for positions late in a match."""
    return int(node_limit * min(1.0, FULL_SEARCH_MOVES / state.fullmove_number) ** 2)


def _estimate_share(state: State, node_limit: int) -> float:
    """Return the share of a win that the side to move can expect."""
    if state.end_reason and state.end_reason != "stopped":
        return scores(state)[state.seat_to_move] / 2
    return _convert_score_to_share(search_state(state, node_limit).score)


def _convert_score_to_share(score: int) -> float:
    if score >= MATE_SCORE_MIN:
        return 1.0
    return 0.0 if score <= -MATE_SCORE_MIN else 1 / (1 + 10 ** (-score / TENFOLD_ODDS_CENTIPAWNS))


@lru_cache(maxsize=1 << 6)
def search_state(state: State, node_limit: int) -> SearchResult:
    """Search a state. The result is deterministic, because the search is limited by nodes and not by time."""
    root = Mailbox.from_position(state.position, state.halfmove_clock)
    repeatable = map(Mailbox.from_position, state.repeatable_positions)
    search = Search(root, repeatable, lambda: inf, node_limit, free_shamans=state.free_shamans)
    moves = sorted(generate_legal_moves(state.position, free_shamans=state.free_shamans))
    return search.find_best_move([*map(encode_move, moves)], {})


def measure_loss(state: State, move: Move, later: State, node_limit: int) -> float:
    """Return the share of a win that this move lost, compared with the best move found.

    The positions before the move, after it and after the best move are each searched with this node limit.
    """
    best = decode_move(search_state(state, node_limit).move)
    best_later = later if best == move else play_move(state, best)
    return _estimate_share(later, node_limit) - _estimate_share(best_later, node_limit)


def _judge_choice(state: State, seat: Seat, move: Move, later: State) -> Contribution:
    """Judge a move. The result contains what the move lost, and the better move with its reason.

    A loss of less than `MISTAKE_MIN_SHARE` counts as no loss.
    """
    no_loss = Contribution("choice", (0.0, 0.0), seat)
    first_nodes, second_nodes = (scale_node_limit(state, nodes) for nodes in (FIRST_SEARCH_NODES, SECOND_SEARCH_NODES))
    best = decode_move(search_state(state, first_nodes).move)
    if best == move:
        return no_loss
    if _estimate_share(state, first_nodes) - (1 - _estimate_share(later, first_nodes)) < MISTAKE_MIN_SHARE:
        return no_loss
    best_later = play_move(state, best)
    best_share, actual_share = (1 - _estimate_share(later_state, second_nodes) for later_state in (best_later, later))
    if best_share - actual_share < MISTAKE_MIN_SHARE:
        return no_loss
    facts: dict[str, str | int] = {
        "better": format_san(state.position, best, free_shamans=state.free_shamans),
        "chances": round(100 * best_share),
        "instead": round(100 * actual_share),
    }
    key, more_facts = _explain_loss(state, encode_move(best), best_later, move, later, second_nodes)
    suggestion = Suggestion(best, key, {**facts, **more_facts})
    return Contribution("choice", _assign_gain(seat, actual_share - best_share), seat, suggestion)


def _explain_loss(
    state: State, best: EncodedMove, best_later: State, move: Move, later: State, node_limit: int
) -> tuple[str, Mapping[str, str | int]]:
    """Return the most important reason why a move is a mistake: an opportunity it missed, or a reply it allowed."""
    if best_later.end_reason == "mate":
        return "judged-mate", {"moves": 1}
    if not best_later.end_reason and (score := search_state(best_later, node_limit).score) <= -MATE_SCORE_MIN:
        return "judged-mate", {"moves": 1 + _count_moves_until_mated(score)}
    if later.end_reason:
        return "judged-drawn", {}
    root = search_state(state, scale_node_limit(state, FIRST_SEARCH_NODES))
    answer = search_state(later, node_limit)
    answer_san = format_san(later.position, decode_move(answer.move), free_shamans=later.free_shamans)
    answer_facts = {"answer": answer_san}
    if answer.mate_in:
        return "judged-mated", {**answer_facts, "moves": answer.mate_in}
    board, later_board = Mailbox.from_position(state.position), Mailbox.from_position(later.position)
    _, _, answer_type = unpack_move(answer.move)
    gain = board.count_material_gain(encode_move(move))
    if later_board.count_material_gain(answer.move) > gain and not answer_type:
        return "judged-taken", {**answer_facts, **_describe_captured(later_board, answer.move)}
    _, _, best_type = unpack_move(best)
    if board.count_material_gain(best) and not best_type:
        return "judged-missed", _describe_captured(board, best)
    key, facts = explain_move(state.position, root)
    return (f"judged-{key}", facts) if key in INSTRUCTIVE_REASONS else ("judged-turn", answer_facts)


def _describe_captured(board: Mailbox, capture: EncodedMove) -> Mapping[str, str | int]:
    _, end, _ = unpack_move(capture)
    # An en passant capture ends on an empty square.
    piece_type = board.squares[end] & TYPE_MASK or PAWN
    return {"taken": PIECE_NAME_BY_TYPE[piece_type], "to": SQUARE_NAMES[end]}


def _count_moves_until_mated(score: int) -> int:
    """Return how many moves the side to move can still make before it is mated."""
    return (MATE_SCORE + score) // (2 * MATE_SCORE_PER_PLY)
