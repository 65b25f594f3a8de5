"""The rules of Shamanic Chess: the setup, the effects of moves, and the end of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from games.core import JointMove, Move, Result, Seat
from games.dice import Dice
from games.shamanic_chess.fen import INITIAL_FEN, parse_fen
from games.shamanic_chess.legal_moves import divide_perft, generate_legal_moves, has_no_legal_move, is_check
from games.shamanic_chess.options import Options
from games.shamanic_chess.position import SQUARE_BY_NAME, Position, apply_move
from games.shamanic_chess.state import BLACK, WHITE, EndReason, PlayedMove, State, View, list_beginner_topics

REPETITIONS_FOR_DRAW: Final = 3
HALFMOVES_FOR_DRAW: Final = 100
"""The number of plies without a capture or pawn move after which a match is drawn: fifty moves by each side."""

_NO_SEATS: Final[frozenset[Seat]] = frozenset()
_SEAT_SETS: Final = (frozenset({WHITE}), frozenset({BLACK}))


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    return build_initial_state(options)


def build_initial_state(options: Options) -> State:
    position, halfmove_clock, fullmove_number = parse_fen(options.fen or INITIAL_FEN)
    free_shamans = options.variant == "free"
    return _end_if_over(State(free_shamans, position, halfmove_clock, fullmove_number, (position,)))


def seats_to_move(state: State) -> frozenset[Seat]:
    return _NO_SEATS if state.end_reason else _SEAT_SETS[state.seat_to_move]


def legal_moves(view: View) -> Sequence[Move]:
    """Return the legal moves, sorted by start square. For each square, the waking is first and journeys are last."""
    state = view.state
    if state.end_reason or view.seat != state.seat_to_move:
        return ()
    return sorted(generate_legal_moves(state.position, free_shamans=state.free_shamans))


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    (move,) = joint.values()
    return play_move(state, move)


def play_move(state: State, move: Move) -> State:
    """Return the state after a legal move. No dice are needed."""
    before = state.position
    position = apply_move(before, move)
    # Only captures and pawn moves reset the halfmove clock. Journeys and wakings do not.
    is_pawn_move = before.pawns & 1 << SQUARE_BY_NAME[move[0]]
    is_reset = is_pawn_move or position.occupied.bit_count() < before.occupied.bit_count()
    return _end_if_over(
        State(
            free_shamans=state.free_shamans,
            position=position,
            halfmove_clock=0 if is_reset else state.halfmove_clock + 1,
            fullmove_number=state.fullmove_number + (not before.white_to_move),
            repeatable_positions=(position,) if is_reset else (*state.repeatable_positions, position),
            last_move=PlayedMove(before, move),
            explained_topics=_add_explained_topics(state),
        )
    )


def _add_explained_topics(state: State) -> tuple[frozenset[str], frozenset[str]]:
    """Return the topics explained to each side, including those that the side to move has just been shown."""
    white, black = state.explained_topics
    topics = list_beginner_topics(state)
    is_known = topics <= state.explained_topics[state.seat_to_move]
    # A forced move is played automatically, so the player has not been shown anything.
    if is_known or len([*islice(generate_legal_moves(state.position, free_shamans=state.free_shamans), 2)]) < 2:
        return state.explained_topics
    return (white | topics, black) if state.seat_to_move == WHITE else (white, black | topics)


def _end_if_over(state: State) -> State:
    reason = _find_end_reason(state)
    return replace(state, end_reason=reason) if reason else state


def _find_end_reason(state: State) -> EndReason | None:
    # Journeys and wakings are legal moves, so a side that can wake a piece is never stalemated.
    if has_no_legal_move(state.position, free_shamans=state.free_shamans):
        return "mate" if is_check(state.position) else "stalemate"
    if is_dead_position(state.position):
        return "dead"
    # Players cannot claim a draw without an arbiter, so these two kinds of draw end the match at once.
    if state.repeatable_positions.count(state.position) >= REPETITIONS_FOR_DRAW:
        return "repetition"
    return "fifty" if state.halfmove_clock >= HALFMOVES_FOR_DRAW else None


def is_dead_position(position: Position) -> bool:
    """Return whether a position is dead, which means that neither side can ever give mate.

    A position is dead if at most one bishop or knight is left besides the kings. Two bishops on squares of the same
    color can still mate, because a journey can end on the other color.
    """
    others = position.occupied & ~position.kings
    return others.bit_count() <= 1 and not others & ~(position.bishops | position.knights)


def scores(state: State) -> tuple[int, ...]:
    """Return the scores in half points, so that the scores of a draw are whole numbers."""
    if state.end_reason in (None, "stopped"):
        return 0, 0
    if state.end_reason == "mate":
        return (0, 2) if state.seat_to_move == WHITE else (2, 0)
    return 1, 1


def format_scores(scores: Sequence[int]) -> str:
    return "–".join(("0", "½", "1")[score] for score in scores)


def result(state: State) -> Result | None:
    if state.end_reason in (None, "stopped"):
        return None
    white, black = scores(state)
    return Result((1 + (white < black), 1 + (black < white)), (white, black), state.end_reason)


def reveal_all(state: State) -> State:
    return state if state.end_reason else replace(state, end_reason="stopped")


def perft(state: State, depth: int) -> Mapping[Move, int]:
    return divide_perft(state.position, depth, free_shamans=state.free_shamans)
