"""The coach: takes a match that is over apart, step by step, into what each of them came of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from games.core import Game, Joint, Result, Seat, Word
from games.match import CALLS, OUTSIDE, Match
from games.record import Record, matches
from games.refused import Refused
from games.review import Review, Step

EDITION: Final = 1
"""Raised when the same match would be told otherwise: what was kept of it is then reckoned anew."""
SETTLED: Final = 0.9
"""Whoever has so much of the one point of the match has as good as won."""

Taken: TypeAlias = tuple[Match, Joint, Match]
"""A step: how it stood, what was said, how it stood then."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A match that is looked back upon."""

    passed: Sequence[Match]
    """At its start, after each step, and as it ended."""
    review: Review

    @property
    def end(self) -> Match:
        return self.passed[-1]


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Opened:
    """A match that is to be taken apart: folded once, however many bits that takes."""

    game: Game[Any, Any, Any]
    passed: Sequence[Match]
    """At its start, after each step, and as it ended."""
    taken: Sequence[Taken]


def looked(record: Record) -> Looked:
    """Refused for a game that cannot tell."""
    found = opened(record)
    return Looked(found.passed, taken_apart(found))


def reviewed(record: Record) -> Review:
    """What is kept of it, and goes from one process to another."""
    return taken_apart(opened(record))


def opened(record: Record) -> Opened:
    (_, before), *after = matches(record)
    passed, taken, joint = [before], list[Taken](), dict[Seat, Word]()
    for line, match in after:
        if line and line.seat is not None and not line.superseded and line.word not in CALLS:
            joint[line.seat] = line.word
        if match.step > before.step:
            taken.append((before, joint, match))
            joint = {}
        if match.step > before.step or match.result:
            passed.append(match)
        before = match
    return Opened(record.game, passed, taken)


def taken_apart(opened: Opened, done: int = 0, spent: Callable[[], bool] = _never) -> Review:
    """From where it was `done` on, until all is `spent` that it may take."""
    game, result = opened.game, opened.passed[-1].result
    if not game.can_judge:
        raise Refused("no-review", given=game.KEY)
    steps: list[Step] = []
    for before, joint, match in opened.taken[done:]:
        parts = tuple(game.judged(before.state, joint, match.state))
        steps.append(Step(match.step, joint, parts, game.worth(match.state)))
        if spent():
            break
    start = game.worth(opened.taken[done][0].state if opened.taken else opened.passed[0].state)
    end = steps[-1].worth if steps else start
    whole = done + len(steps) == len(opened.taken)
    return Review(start, tuple(steps), _decided(result, end), game.JUDGES_SINGLE_MOVES, whole=whole)


def _decided(result: Result | None, end: Sequence[float]) -> bool:
    if result is None or result.reason not in OUTSIDE:
        return True
    return any(rank == 1 and share >= SETTLED for rank, share in zip(result.ranks, end, strict=True))
