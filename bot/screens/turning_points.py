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
from bot.screens.phrases import format_player_names
from games.core import Seat
from games.match import OUTSIDE_REASONS, UNRATED_REASONS, Match

MAX_TURNING_POINTS: Final = 3


class Moment(NamedTuple):
    kind: str
    number: int
    total: int

    def format_with_total(self, locale: str) -> str:
        return say(f"moment-{self.kind}", locale, number=self.number, of=self.total)

    def format_short(self, locale: str) -> str:
        """Of a match that is over nobody asks how much was to come."""
        if self.kind == "after":
            return say("course-after", locale, number=self.number)
        if self.kind in ("duel", "turn", "move", "step"):
            return f"{say(f'course-{self.kind}', locale)} {self.number}"
        return self.format_with_total(locale)


@dataclass(frozen=True, slots=True)
class PositionCounter:
    """What a match is counted in, and after how many steps each of them was: duels, else turns or moves, else steps."""

    unit: str
    step_numbers: tuple[int, ...]
    end_step: int | None
    """After how many steps it was over."""

    def find_moment(self, step_number: int) -> Moment:
        """What is no duel itself is after one, or before the first; the end may be none."""
        number, kind = bisect_right(self.step_numbers, step_number), self.unit
        if kind == "move":
            # Whoever answers is in the same one, as the game counts them itself.
            return Moment(kind, max(1, number), len(self.step_numbers))
        if step_number not in self.step_numbers and step_number == self.end_step:
            kind = "end"
        elif step_number not in self.step_numbers and kind == "duel":
            kind = "after"
        return Moment(kind, number, len(self.step_numbers))


def get_public_view(engine: Match, *, is_over: bool) -> Any:
    """With the eyes of everybody; while the whole match is not over what must be forgotten stays covered."""
    view = engine.view_of(None)
    return view if is_over else engine.game.forget(view)


def list_new_lines(
    before: Match, engine: Match, player_names: Sequence[str], locale: str, *, is_over: bool
) -> Sequence[str]:
    """What is told of a step and was not told before it, in full or as it is once it is covered."""
    game, view = engine.game, get_public_view(before, is_over=is_over)
    known = {
        *game.describe_step(view, locale, player_names),
        *game.describe_step(game.forget(view), locale, player_names),
    }
    return [
        line
        for line in game.describe_step(get_public_view(engine, is_over=is_over), locale, player_names)
        if line not in known
    ]


def build_position_counter(positions: Sequence[Match], *, is_over: bool) -> PositionCounter:
    """`passed` is the match at its start and after each step."""
    end = len(positions) - 1 if is_over else None
    if duels := _find_duel_steps(positions[0].game, [get_public_view(engine, is_over=is_over) for engine in positions]):
        return PositionCounter("duel", tuple(duels), end)
    if turns := _find_turn_steps(positions):
        return PositionCounter("turn", tuple(turns), end)
    if moves := _find_move_steps(positions):
        return PositionCounter("move", tuple(moves), end)
    return PositionCounter("step", tuple(range(len(positions))), end)


def _find_duel_steps(game: Any, views: Sequence[Any]) -> list[int]:
    """Where something met and was shown; where the game weighs it as nothing, it was no duel."""
    shown = [at for at, view in enumerate(views) if at and game.draw_reveal(view)]
    return [at for at in shown if game.weigh_step(views[at - 1], views[at]) != 0]


def _find_turn_steps(positions: Sequence[Match]) -> list[int]:
    """Where somebody else is to choose than before, if anybody ever chooses twice in a row."""
    found = [
        at for at, (before, engine) in enumerate(pairwise(positions), 1) if before.seats_asked != engine.seats_asked
    ]
    return found if len(found) < len(positions) - 1 else []


def _find_move_steps(positions: Sequence[Match]) -> list[int]:
    """Where one of two who choose in turn is done first: both their choices are one."""
    first, then = frozenset({0}), frozenset({1})
    alternate = all(engine.seats_asked == (then if at % 2 else first) for at, engine in enumerate(positions[:-1]))
    return [*range(1, len(positions), 2)] if alternate and positions[0].seats_asked else []


@dataclass(frozen=True, slots=True)
class ScoreSwing:
    step_number: int
    """After how many steps."""
    size: int
    """By how much somebody drew away from somebody else."""
    gaining_seat: Seat
    """Who gained most."""
    decided_match: bool = False
    """It was the last, and before it somebody else was first, or nobody alone."""


def find_score_swings(positions: Sequence[Match]) -> Iterator[ScoreSwing]:
    """Every step at which the score changed, `passed` being the match at its start and after each step. The last of a
    match that is over only if it decided who wins: how it ended is told anyhow, and points for the end turn nothing.
    """
    for at, (before, after) in enumerate(pairwise(positions), 1):
        if after.result and not _has_new_leader(before, after):
            return
        gains = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
        if swing := max(gains) - min(gains):
            yield ScoreSwing(at, swing, gains.index(max(gains)), decided_match=after.result is not None)


def _has_new_leader(before: Match, after: Match) -> bool:
    """Is somebody else first now than by the score before?"""
    assert after.result
    if not after.game.HAS_RUNNING_SCORE or after.result.reason in OUTSIDE_REASONS:
        return False
    most = max(before.scores())
    ahead = [score == most for score in before.scores()]
    return ahead != [rank == 1 for rank in after.result.ranks]


def find_main_score_swings(positions: Sequence[Match]) -> list[ScoreSwing]:
    """What decided the match first, then the greatest, of equals the earlier."""
    return sorted(
        find_score_swings(positions), key=lambda turn: (not turn.decided_match, -turn.size, turn.step_number)
    )[:MAX_TURNING_POINTS]


def find_turning_point(positions: Sequence[Match]) -> ScoreSwing | None:
    """The turning point, where one of them stands out."""
    first, second = [*find_main_score_swings(positions), None, None][:2]
    return first if first and (second is None or first.decided_match or first.size > second.size) else None


def format_turning_point(
    match: StartedMatch, positions: Sequence[Match], locale: str, seat: Seat | None = None
) -> Iterator[str]:
    """In one sentence, if there is one; and that the picture of the end shows it, where it does."""
    if turn := find_turning_point(positions):
        pictured = isinstance(match, FinishedMatch) and match.result.reason not in UNRATED_REASONS
        facts = {"decided": int(turn.decided_match), "pictured": int(pictured)}
        yield say("turning", locale, what=format_score_swing(match, positions, turn, locale, seat), **facts)


def format_score_swing(
    match: StartedMatch, positions: Sequence[Match], swing: ScoreSwing, locale: str, seat: Seat | None = None
) -> str:
    """What was told of it last that names who gained, if it can be with whom they met, to everybody or to this seat;
    and the score.
    """
    engine, called = positions[swing.step_number], format_player_names(match, locale)
    views = (engine.view_of(None), engine.view_of(seat))
    to_all, told = (
        engine.game.describe_step(it if match.is_over else engine.game.forget(it), locale, called) for it in views
    )
    # The telling of a game ends with its outcome.
    lines = [line.casefold() for line in (to_all[:-1] if swing.decided_match else to_all)]
    named = [at for at, line in enumerate(lines) if called[swing.gaining_seat].casefold() in line]
    met = [at for at in named if sum(name.casefold() in lines[at] for name in called) > 1]
    *_, what = [called[swing.gaining_seat], *(told[at] for at in met or named)]
    return f"{what.rstrip('.')} ({format_score_change(positions, swing)})"


def list_lines_after_hiding(
    match: StartedMatch, positions: Sequence[Match], locale: str, seat: Seat | None
) -> set[str]:
    """How the turning point is told once what it showed is forgotten."""
    if (turn := find_turning_point(positions)) is None:
        return set()
    game, called, view = match.game, format_player_names(match, locale), positions[turn.step_number].view_of(seat)
    return {*game.describe_step(game.forget(view), locale, called)}.difference(game.describe_step(view, locale, called))


def format_score_change(positions: Sequence[Match], swing: ScoreSwing) -> str:
    """What it did to the score: of two both, of more what was gained."""
    before, after = positions[swing.step_number - 1], positions[swing.step_number]
    if after.seats > 2:
        return f"+{after.scores()[swing.gaining_seat] - before.scores()[swing.gaining_seat]}"
    old, new = (":".join(map(str, engine.scores())) for engine in (before, after))
    return f"{old} → {new}"
