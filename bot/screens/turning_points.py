"""Where in a match one is, and where it turned.

A moment is a duel, a turn or else a step, and of how many; it is called the same in texts, lists and pictures. Turning
points are the step that decided a match, and those at which its score changed most. Games without a score have none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from bot.i18n import say
from bot.matches.model import FinishedMatch, StartedMatch
from bot.screens.names import names
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match

MOST_TURNS: Final = 3


class Moment(NamedTuple):
    kind: str
    number: int
    of: int

    def said(self, locale: str) -> str:
        return say(f"moment-{self.kind}", locale, number=self.number, of=self.of)

    def named(self, locale: str) -> str:
        """Of a match that is over nobody asks how much was to come."""
        if self.kind == "after":
            return say("course-after", locale, number=self.number)
        if self.kind in ("duel", "turn", "move", "step"):
            return f"{say(f'course-{self.kind}', locale)} {self.number}"
        return self.said(locale)


@dataclass(frozen=True, slots=True)
class PositionCounter:
    """What a match is counted in, and after how many steps each of them was: duels, else turns or moves, else steps."""

    kind: str
    stops: tuple[int, ...]
    end: int | None
    """After how many steps it was over."""

    def moment(self, at: int) -> Moment:
        """What is no duel itself is after one, or before the first; the end may be none."""
        number, kind = bisect_right(self.stops, at), self.kind
        if kind == "move":
            # Whoever answers is in the same one, as the game counts them itself.
            return Moment(kind, max(1, number), len(self.stops))
        if at not in self.stops and at == self.end:
            kind = "end"
        elif at not in self.stops and kind == "duel":
            kind = "after"
        return Moment(kind, number, len(self.stops))


def seen(engine: Match, *, over: bool) -> Any:
    """With the eyes of everybody; while the whole match is not over what must be forgotten stays covered."""
    view = engine.view_of(None)
    return view if over else engine.game.forget(view)


def news(before: Match, engine: Match, names: Sequence[str], locale: str, *, over: bool) -> Sequence[str]:
    """What is told of a step and was not told before it, in full or as it is once it is covered."""
    game, view = engine.game, seen(before, over=over)
    known = {*game.describe_step(view, locale, names), *game.describe_step(game.forget(view), locale, names)}
    return [line for line in game.describe_step(seen(engine, over=over), locale, names) if line not in known]


def counted(passed: Sequence[Match], *, over: bool) -> PositionCounter:
    """`passed` is the match at its start and after each step."""
    end = len(passed) - 1 if over else None
    if duels := _duels(passed[0].game, [seen(engine, over=over) for engine in passed]):
        return PositionCounter("duel", tuple(duels), end)
    if turns := _turns(passed):
        return PositionCounter("turn", tuple(turns), end)
    if moves := _moves(passed):
        return PositionCounter("move", tuple(moves), end)
    return PositionCounter("step", tuple(range(len(passed))), end)


def _duels(game: Any, views: Sequence[Any]) -> list[int]:
    """Where something met and was shown; where the game weighs it as nothing, it was no duel."""
    shown = [at for at, view in enumerate(views) if at and game.draw_reveal(view)]
    return [at for at in shown if game.weigh_step(views[at - 1], views[at]) != 0]


def _turns(passed: Sequence[Match]) -> list[int]:
    """Where somebody else is to choose than before, if anybody ever chooses twice in a row."""
    found = [at for at, (before, engine) in enumerate(pairwise(passed), 1) if before.seats_asked != engine.seats_asked]
    return found if len(found) < len(passed) - 1 else []


def _moves(passed: Sequence[Match]) -> list[int]:
    """Where one of two who choose in turn is done first: both their choices are one."""
    first, then = frozenset({0}), frozenset({1})
    alternate = all(engine.seats_asked == (then if at % 2 else first) for at, engine in enumerate(passed[:-1]))
    return [*range(1, len(passed), 2)] if alternate and passed[0].seats_asked else []


@dataclass(frozen=True, slots=True)
class TurningPoint:
    at: int
    """After how many steps."""
    swing: int
    """By how much somebody drew away from somebody else."""
    seat: Seat
    """Who gained most."""
    decided: bool = False
    """It was the last, and before it somebody else was first, or nobody alone."""


def scored(passed: Sequence[Match]) -> Iterator[TurningPoint]:
    """Every step at which the score changed, `passed` being the match at its start and after each step. The last of a
    match that is over only if it decided who wins: how it ended is told anyhow, and points for the end turn nothing.
    """
    for at, (before, after) in enumerate(pairwise(passed), 1):
        if after.result and not _decided(before, after):
            return
        gains = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
        if swing := max(gains) - min(gains):
            yield TurningPoint(at, swing, gains.index(max(gains)), decided=after.result is not None)


def _decided(before: Match, after: Match) -> bool:
    """Is somebody else first now than by the score before?"""
    assert after.result
    if not after.game.HAS_RUNNING_SCORE or after.result.reason in OUTSIDE_REASONS:
        return False
    most = max(before.scores())
    ahead = [score == most for score in before.scores()]
    return ahead != [rank == 1 for rank in after.result.ranks]


def turns(passed: Sequence[Match]) -> list[TurningPoint]:
    """What decided the match first, then the greatest, of equals the earlier."""
    return sorted(scored(passed), key=lambda turn: (not turn.decided, -turn.swing, turn.at))[:MOST_TURNS]


def point(passed: Sequence[Match]) -> TurningPoint | None:
    """The turning point, where one of them stands out."""
    first, second = [*turns(passed), None, None][:2]
    return first if first and (second is None or first.decided or first.swing > second.swing) else None


def turned(match: StartedMatch, passed: Sequence[Match], locale: str, seat: Seat | None = None) -> Iterator[str]:
    """In one sentence, if there is one; and that the picture of the end shows it, where it does."""
    if turn := point(passed):
        pictured = isinstance(match, FinishedMatch) and match.result.reason not in UNRATED_REASONS
        facts = {"decided": int(turn.decided), "pictured": int(pictured)}
        yield say("turning", locale, what=retold(match, passed, turn, locale, seat), **facts)


def retold(
    match: StartedMatch, passed: Sequence[Match], turn: TurningPoint, locale: str, seat: Seat | None = None
) -> str:
    """What was told of it last that names who gained, if it can be with whom they met, to everybody or to this seat;
    and the score.
    """
    engine, called = passed[turn.at], names(match, locale)
    views = (engine.view_of(None), engine.view_of(seat))
    to_all, told = (
        engine.game.describe_step(it if match.is_over else engine.game.forget(it), locale, called) for it in views
    )
    # The telling of a game ends with its outcome.
    lines = [line.casefold() for line in (to_all[:-1] if turn.decided else to_all)]
    named = [at for at, line in enumerate(lines) if called[turn.seat].casefold() in line]
    met = [at for at in named if sum(name.casefold() in lines[at] for name in called) > 1]
    *_, what = [called[turn.seat], *(told[at] for at in met or named)]
    return f"{what.rstrip('.')} ({score(passed, turn)})"


def faded(match: StartedMatch, passed: Sequence[Match], locale: str, seat: Seat | None) -> set[str]:
    """How the turning point is told once what it showed is forgotten."""
    if (turn := point(passed)) is None:
        return set()
    game, called, view = match.game, names(match, locale), passed[turn.at].view_of(seat)
    return {*game.describe_step(game.forget(view), locale, called)}.difference(game.describe_step(view, locale, called))


def score(passed: Sequence[Match], turn: TurningPoint) -> str:
    """What it did to the score: of two both, of more what was gained."""
    before, after = passed[turn.at - 1], passed[turn.at]
    if after.seats > 2:
        return f"+{after.scores()[turn.seat] - before.scores()[turn.seat]}"
    old, new = (":".join(map(str, engine.scores())) for engine in (before, after))
    return f"{old} → {new}"
