"""Where in a match one is: which duel, which turn or else which step, and of how many; the same in texts, lists and
pictures.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from bot.texts import say
from games.match import Match


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
class Count:
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


def seen(match: Match, *, over: bool) -> Any:
    """With the eyes of everybody; while the whole match is not over what must be forgotten stays covered."""
    view = match.view(None)
    return view if over else match.game.forget(view)


def news(before: Match, match: Match, names: Sequence[str], locale: str, *, over: bool) -> Sequence[str]:
    """What is told of a step and was not told before it, in full or as it is once it is covered."""
    game, view = match.game, seen(before, over=over)
    known = {*game.told(view, locale, names), *game.told(game.forget(view), locale, names)}
    return [line for line in game.told(seen(match, over=over), locale, names) if line not in known]


def counted(passed: Sequence[Match], *, over: bool) -> Count:
    """`passed` is the match at its start and after each step."""
    end = len(passed) - 1 if over else None
    if duels := _duels(passed[0].game, [seen(match, over=over) for match in passed]):
        return Count("duel", tuple(duels), end)
    if turns := _turns(passed):
        return Count("turn", tuple(turns), end)
    if moves := _moves(passed):
        return Count("move", tuple(moves), end)
    return Count("step", tuple(range(len(passed))), end)


def _duels(game: Any, views: Sequence[Any]) -> list[int]:
    """Where something met and was shown; where the game weighs it as nothing, it was no duel."""
    shown = [at for at, view in enumerate(views) if at and game.reveal(view)]
    return [at for at in shown if game.weigh_step(views[at - 1], views[at]) != 0]


def _turns(passed: Sequence[Match]) -> list[int]:
    """Where somebody else is to choose than before, if anybody ever chooses twice in a row."""
    found = [at for at, (before, match) in enumerate(pairwise(passed), 1) if before.awaited != match.awaited]
    return found if len(found) < len(passed) - 1 else []


def _moves(passed: Sequence[Match]) -> list[int]:
    """Where one of two who choose in turn is done first: both their choices are one."""
    first, then = frozenset({0}), frozenset({1})
    alternate = all(match.awaited == (then if at % 2 else first) for at, match in enumerate(passed[:-1]))
    return [*range(1, len(passed), 2)] if alternate and passed[0].awaited else []
