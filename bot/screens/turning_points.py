"""The numbering of a match's positions, and the steps that changed its score the most.

Texts, menus and pictures all number positions in the same way: by duels, turns, moves or steps, depending on the match.
A score swing is a step that changed the score. Games without a score have no swings.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from bot.i18n import say
from bot.matches.model import StartedMatch
from bot.screens.phrases import format_player_names
from games.core import Seat
from games.match import OUTSIDE_REASONS, Match

MAX_MAIN_SWINGS: Final = 3


class Moment(NamedTuple):
    """A point in a match, such as duel 3 of 7."""

    kind: str
    """The position counter's unit, `after` for a point between two duels, or `end`."""
    number: int
    total: int

    def format_with_total(self, locale: str) -> str:
        return say(f"moment-{self.kind}", locale, number=self.number, of=self.total)

    def format_short(self, locale: str) -> str:
        """Format the moment without the total number of duels, turns, moves or steps."""
        if self.kind == "after":
            return say("course-after", locale, number=self.number)
        if self.kind in ("duel", "turn", "move", "step"):
            return f"{say(f'course-{self.kind}', locale)} {self.number}"
        return self.format_with_total(locale)


@dataclass(frozen=True, slots=True)
class PositionCounter:
    """Converts a number of played steps to the number of the current duel, turn or move, whichever the game counts."""

    unit: str
    """`duel`, `turn`, `move` or `step`."""
    step_numbers: tuple[int, ...]
    """The step numbers at which the count of duels, turns, moves or steps increases by one."""
    end_step: int | None
    """The number of the match's last step, or None if the match is not over."""

    def find_moment(self, step_number: int) -> Moment:
        """Return the moment after `step_number` steps.

        If the counter counts duels, a step without a duel has the kind `after`. The last step has the kind `end` unless
        the count increases at that step. If the counter counts moves, every step belongs to a move.
        """
        number, kind = bisect_right(self.step_numbers, step_number), self.unit
        if kind == "move":
            # The reply belongs to the same move, as in chess notation.
            return Moment(kind, max(1, number), len(self.step_numbers))
        if step_number not in self.step_numbers and step_number == self.end_step:
            kind = "end"
        elif step_number not in self.step_numbers and kind == "duel":
            kind = "after"
        return Moment(kind, number, len(self.step_numbers))


def get_public_view(engine: Match, *, is_over: bool) -> Any:
    """Return the public view. Until the match is over, it leaves out everything that players must remember."""
    view = engine.view_of(None)
    return view if is_over else engine.game.forget(view)


def list_new_lines(
    before: Match,
    engine: Match,
    player_names: Sequence[str],
    locale: str,
    *,
    is_over: bool,
    reader_seat: Seat | None = None,
) -> Sequence[str]:
    """Return the lines about the step from `before` to `engine`, except lines that already described `before`.

    With a `reader_seat`, which only a finished match may have, the lines are addressed to the player in that seat.
    """

    def get_view(position: Match) -> Any:
        if reader_seat is None:
            return get_public_view(position, is_over=is_over)
        return position.view_of(reader_seat)

    game, view = engine.game, get_view(before)
    old_lines = {
        *game.describe_step(view, locale, player_names),
        *game.describe_step(game.forget(view), locale, player_names),
    }
    return [line for line in game.describe_step(get_view(engine), locale, player_names) if line not in old_lines]


def build_position_counter(positions: Sequence[Match], *, is_over: bool) -> PositionCounter:
    """Build the counter that numbers a match's positions: by duels if there are any, or else by turns, moves or steps.

    `positions` is the match at its start and after each step.
    """
    end = len(positions) - 1 if is_over else None
    views = [get_public_view(engine, is_over=is_over) for engine in positions]
    if duels := _find_duel_steps(positions[0].game, views):
        return PositionCounter("duel", tuple(duels), end)
    if turns := _find_turn_steps(positions):
        return PositionCounter("turn", tuple(turns), end)
    if moves := _find_move_steps(positions):
        return PositionCounter("move", tuple(moves), end)
    return PositionCounter("step", tuple(range(len(positions))), end)


def _find_duel_steps(game: Any, views: Sequence[Any]) -> list[int]:
    """Return the steps that revealed choices, except steps with a weight of 0.

    The game gives a weight of 0 to steps in which nothing special happened.
    """
    reveals = [step for step, view in enumerate(views) if step and game.draw_reveal(view)]
    return [step for step in reveals if game.weigh_step(views[step - 1], views[step]) != 0]


def _find_turn_steps(positions: Sequence[Match]) -> list[int]:
    """Return the steps that changed which seats are to move, or [] if every step of the match did."""
    turn_steps = [
        step for step, (before, after) in enumerate(pairwise(positions), 1) if before.seats_asked != after.seats_asked
    ]
    return turn_steps if len(turn_steps) < len(positions) - 1 else []


def _find_move_steps(positions: Sequence[Match]) -> list[int]:
    """Return the first player's steps, or [] for a match in which two players do not strictly alternate.

    A move consists of a step by each player, as in chess notation.
    """
    first, second = frozenset({0}), frozenset({1})
    alternate = all(engine.seats_asked == (second if i % 2 else first) for i, engine in enumerate(positions[:-1]))
    return [*range(1, len(positions), 2)] if alternate and positions[0].seats_asked else []


@dataclass(frozen=True, slots=True)
class ScoreSwing:
    """A step that changed the score."""

    step_number: int
    size: int
    """The difference between the largest and the smallest gain of any seat. A loss is a negative gain."""
    gaining_seat: Seat
    """The seat that gained the most points."""
    decided_match: bool = False
    """Whether the step ended the match and changed who was in the lead."""

    def compute_gain(self, positions: Sequence[Match]) -> int:
        """Return how many points the gaining seat gained."""
        before, after = (
            positions[step].scores()[self.gaining_seat] for step in (self.step_number - 1, self.step_number)
        )
        return after - before


def find_score_swings(positions: Sequence[Match]) -> Iterator[ScoreSwing]:
    """Yield a swing for every step that changed the score.

    The last step of a match counts only if it changed who was in the lead, not if it merely awarded final points.
    `positions` is the match at its start and after each step.
    """
    for step_number, (before, after) in enumerate(pairwise(positions), 1):
        if after.result and not _has_new_leader(before, after):
            return
        gains = [new - old for old, new in zip(before.scores(), after.scores(), strict=True)]
        if size := max(gains) - min(gains):
            yield ScoreSwing(step_number, size, gains.index(max(gains)), decided_match=after.result is not None)


def _has_new_leader(before: Match, after: Match) -> bool:
    """Return whether the last step of a match changed who was in the lead.

    Return False if the game has no running score or the match did not end by the game's rules.
    """
    assert after.result
    if not after.game.HAS_RUNNING_SCORE or after.result.reason in OUTSIDE_REASONS:
        return False
    max_score = max(before.scores())
    was_leading = [score == max_score for score in before.scores()]
    return was_leading != [rank == 1 for rank in after.result.ranks]


def find_main_score_swings(positions: Sequence[Match]) -> list[ScoreSwing]:
    """Return up to three score swings to highlight: the one that decided the match, if any, then the largest.

    Swings of the same size are in chronological order.
    """
    return sorted(
        find_score_swings(positions), key=lambda swing: (not swing.decided_match, -swing.size, swing.step_number)
    )[:MAX_MAIN_SWINGS]


def find_winner_swing(positions: Sequence[Match]) -> ScoreSwing | None:
    """Return the score swing with which the winner decided the match or, without one, the winner's largest swing.

    Return None if nobody won alone, or if several of the winner's swings are equally large.
    """
    result = positions[-1].result if positions else None
    if result is None or result.ranks.count(1) > 1:
        return None
    swings = [swing for swing in find_score_swings(positions) if result.ranks[swing.gaining_seat] == 1]
    if swings and swings[-1].decided_match:
        return swings[-1]
    max_size = max((swing.size for swing in swings), default=0)
    largest = [swing for swing in swings if swing.size == max_size]
    return largest[0] if len(largest) == 1 else None


def format_score_swing(match: StartedMatch, positions: Sequence[Match], swing: ScoreSwing, locale: str) -> str:
    """Describe a swing as seen by an onlooker, and append the change in the score.

    The description is the last line about the step that names the gaining player. Lines that also name another player
    are preferred.
    """
    engine, player_names = positions[swing.step_number], format_player_names(match, locale)
    lines = engine.game.describe_step(get_public_view(engine, is_over=match.is_over), locale, player_names)
    if swing.decided_match:
        # The last line about a step that ends the match describes the outcome.
        lines = lines[:-1]
    gainer = player_names[swing.gaining_seat]
    with_gainer = [line for line in lines if gainer.casefold() in line.casefold()]
    with_both = [line for line in with_gainer if sum(name.casefold() in line.casefold() for name in player_names) > 1]
    *_, description = [gainer, *(with_both or with_gainer)]
    return f"{description.rstrip('.')} ({format_score_change(positions, swing)})"


def format_score_change(positions: Sequence[Match], swing: ScoreSwing) -> str:
    """Format the two players' scores before and after a swing, the gaining seat first.

    With more than two players, format only the points gained by the gaining seat.
    """
    before, after = positions[swing.step_number - 1], positions[swing.step_number]
    if after.seats > 2:
        return f"+{swing.compute_gain(positions)}"
    order = (swing.gaining_seat, 1 - swing.gaining_seat)
    old, new = ("–".join(str(engine.scores()[seat]) for seat in order) for engine in (before, after))
    return f"{old} → {new}"
