"""Shamanic Chess, by Mats Winther: orthodox chess, and a trance in which a piece may travel anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from games.core import JointMove, Move, Result, Seat
from games.dice import Dice
from games.shamanic_chess import fen
from games.shamanic_chess.options import Options
from games.shamanic_chess.position import SQUARES, Position, after
from games.shamanic_chess.state import BLACK, WHITE, End, State, Turn, View, met
from games.shamanic_chess.turns import checked, divided, stuck, turns

THIRD: Final = 3
FIFTY: Final = 100
"""Turns, which are fifty moves of each."""

_NOBODY: Final[frozenset[Seat]] = frozenset()
_ALONE: Final = (frozenset({WHITE}), frozenset({BLACK}))


def start(options: Options, seats: int, dice: Dice) -> State:
    return begun(options)


def begun(options: Options) -> State:
    position, quiet, number = fen.read(options.fen or fen.INITIAL)
    return _judged(State(options.variant == "free", position, quiet, number, (position,)))


def awaited(state: State) -> frozenset[Seat]:
    return _NOBODY if state.end else _ALONE[state.mover]


def legal(view: View) -> Sequence[Move]:
    """By squares; on each its waking, its moves, its journeys."""
    state = view.state
    if state.end or view.seat != state.mover:
        return ()
    return sorted(turns(state.position, free=state.free))


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    (word,) = joint.values()
    return done(state, word)


def done(state: State, word: Move) -> State:
    """Nothing in chess is left to chance."""
    before = state.position
    position = after(before, word)
    # Journeys and wakings neither capture nor move a pawn, and settle nothing.
    lasting = before.pawns & 1 << SQUARES[word[0]] or position.occupied.bit_count() < before.occupied.bit_count()
    return _judged(
        State(
            free=state.free,
            position=position,
            quiet=0 if lasting else state.quiet + 1,
            number=state.number + (not before.white_moves),
            stood=(position,) if lasting else (*state.stood, position),
            last=Turn(before, word),
            met=_learnt(state),
        )
    )


def _learnt(state: State) -> tuple[frozenset[str], frozenset[str]]:
    """What the mover had before them; what goes without asking nobody reads."""
    white, black = state.met
    now = met(state)
    if now <= state.met[state.mover] or len([*islice(turns(state.position, free=state.free), 2)]) < 2:
        return state.met
    return (white | now, black) if state.mover == WHITE else (white, black | now)


def _judged(state: State) -> State:
    end = _end(state)
    return replace(state, end=end) if end else state


def _end(state: State) -> End | None:
    if stuck(state.position, free=state.free):
        return "mate" if checked(state.position) else "stalemate"
    if dead(state.position):
        return "dead"
    if state.stood.count(state.position) >= THIRD:
        return "repetition"
    return "fifty" if state.quiet >= FIFTY else None


def dead(position: Position) -> bool:
    """Nobody can mate ever again. Two bishops of one colour still can: a journey changes the colour."""
    others = position.occupied & ~position.kings
    return others.bit_count() <= 1 and not others & ~(position.bishops | position.knights)


def scores(state: State) -> tuple[int, ...]:
    if state.end in (None, "stopped"):
        return 0, 0
    if state.end == "mate":
        return (0, 2) if state.mover == WHITE else (2, 0)
    return 1, 1


def format_scores(scores: Sequence[int]) -> str:
    """Points are counted in halves."""
    return "–".join(("0", "½", "1")[score] for score in scores)


def result(state: State) -> Result | None:
    if state.end in (None, "stopped"):
        return None
    white, black = scores(state)
    return Result((1 + (white < black), 1 + (black < white)), (white, black), state.end)


def reveal_all(state: State) -> State:
    return state if state.end else replace(state, end="stopped")


def perft(state: State, depth: int) -> Mapping[Move, int]:
    """Of the turns alone: dead positions, repetitions and the fifty moves do not stop the count."""
    return divided(state.position, depth, free=state.free)
