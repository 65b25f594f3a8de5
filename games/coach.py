"""The coach, which splits each step of a finished match into luck and play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.core import Game, JointMove, Move, Result, Seat
from games.dice import UNSEEDED
from games.match import OUTSIDE_REASONS, SPECIAL_MOVES, Match, begin_match
from games.record import Record, replay_positions
from games.refused import Refused
from games.review import Review, ReviewedStep

COACH_EDITION: Final = 1
"""The coach's version. Increment it when reviews change, so that stored reviews are computed again."""
DECIDED_SHARE: Final = 0.9
"""The minimum expected share of a win with which a seat has practically won."""

ResolvedStep: TypeAlias = tuple[Match, JointMove, Match]
"""The match before a step, the step's moves, and the match after the step."""


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A match with its positions and its review."""

    positions: Sequence[Match]
    """The match before the first step and after each step. If the match ended during a step, its end comes last."""
    review: Review

    @property
    def final_position(self) -> Match:
        return self.positions[-1]


@dataclass(frozen=True, slots=True)
class PreparedReview:
    """A replayed match that is ready to be reviewed, if necessary in several parts."""

    game: Game[Any, Any, Any]
    positions: Sequence[Match]
    """The match before the first step and after each step. If the match ended during a step, its end comes last."""
    steps: Sequence[ResolvedStep]


def review_with_positions(record: Record) -> ReviewedMatch:
    """Review a match, and return its positions together with the review.

    Raises `Refused` if the game cannot judge (see `Game.can_judge`).
    """
    prepared = prepare_review(record)
    return ReviewedMatch(prepared.positions, review_steps(prepared))


def review_match(record: Record) -> Review:
    """Review a match. Raises `Refused` if the game cannot judge (see `Game.can_judge`)."""
    return review_steps(prepare_review(record))


def prepare_review(record: Record) -> PreparedReview:
    """Replay a record and collect its positions and steps."""
    (_, before), *after = replay_positions(record)
    positions, steps, joint = [before], list[ResolvedStep](), dict[Seat, Move]()
    for line, match in after:
        if line and line.seat is not None and not line.is_superseded and line.move not in SPECIAL_MOVES:
            joint[line.seat] = line.move
        if match.step > before.step:
            steps.append((before, joint, match))
            joint = {}
        if match.step > before.step or match.result:
            positions.append(match)
        before = match
    return PreparedReview(record.game, positions, steps)


def review_steps(prepared: PreparedReview, done: int = 0, is_time_up: Callable[[], bool] = lambda: False) -> Review:
    """Review the steps after the first `done` steps, until all are reviewed or `is_time_up()` returns True."""
    game, result = prepared.game, prepared.positions[-1].result
    if not game.can_judge:
        raise Refused("no-review", given=game.KEY)
    steps: list[ReviewedStep] = []
    for before, joint, match in prepared.steps[done:]:
        parts = tuple(game.split_change(before.state, joint, match.state))
        steps.append(ReviewedStep(match.step, joint, parts, game.win_shares(match.state)))
        if is_time_up():
            break
    start = game.win_shares(prepared.steps[done][0].state if prepared.steps else prepared.positions[0].state)
    end = steps[-1].win_shares if steps else start
    is_dealt = done == 0 and _is_dealt(prepared.positions[0], start)
    is_complete = done + len(steps) == len(prepared.steps)
    return Review(
        start,
        tuple(steps),
        _is_decided(result, end),
        game.JUDGES_SINGLE_MOVES,
        is_complete=is_complete,
        is_dealt=is_dealt,
    )


def _is_dealt(first_position: Match, win_shares: Sequence[float]) -> bool:
    """Return whether the deal affects the winning chances, which makes an uneven start a matter of luck.

    This compares the match with one other deal.
    """
    game = first_position.game
    other = begin_match(game, first_position.options, first_position.seats, UNSEEDED)
    return other.state != first_position.state and tuple(game.win_shares(other.state)) != tuple(win_shares)


def _is_decided(result: Result | None, end: Sequence[float]) -> bool:
    """Return whether the match was decided when it ended.

    A match that ended by the game's rules was decided. A match that the players or the clock ended was decided only if
    the winner had practically won. A match that has not ended is not decided.
    """
    if result is None:
        return False
    if result.reason not in OUTSIDE_REASONS:
        return True
    return any(rank == 1 and share >= DECIDED_SHARE for rank, share in zip(result.ranks, end, strict=True))
