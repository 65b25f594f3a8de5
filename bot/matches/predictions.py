"""Determines which choices of players onlookers can predict, from the public view of a match only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from bot.matches.model import EventType, MatchState, RunningMatch, StartedMatch
from bot.wall_clock import MINUTE_MS
from games.core import Move, Seat
from storage import Event, ResolvedChoice

CHOICES_MAX: Final = 5
"""The maximum number of moves between which a predicted player chooses. As buttons, they fit in a row."""
SEATS_MAX: Final = 4
"""How many players can be predicted in one step. Discord allows 40 components in a message."""
CLOCK_MIN_MS: Final = 5 * MINUTE_MS
"""The shortest clock that leaves onlookers time to predict."""

OpenChoices: TypeAlias = Mapping[Seat, Sequence[Move]]
"""The moves between which each seat chooses now."""


def are_predictions_open(match: MatchState) -> bool:
    """Return whether a match is public, and its clock long enough, so that onlookers can predict choices in it."""
    return _is_public(match) and not _is_too_fast(match)


def _is_public(match: MatchState) -> bool:
    return (
        isinstance(match, StartedMatch)
        and match.server_id is not None
        and not match.is_practice
        and not match.is_user_installed
    )


def _is_too_fast(match: MatchState) -> bool:
    return match.terms.clock is not None and match.terms.clock < CLOCK_MIN_MS


def list_open_choices(match: RunningMatch, unpredictable_ids: Collection[int] = ()) -> OpenChoices:
    """Return the moves that onlookers can predict in the current step, by seat.

    Seats of the AI and of `unpredictable_ids` are left out, and so are choices among many moves. Sealed choices are
    included, because they have not been revealed.
    """
    return _list_predictable_choices(match, unpredictable_ids) if are_predictions_open(match) else {}


def would_longer_clock_open_choices(match: RunningMatch, unpredictable_ids: Collection[int]) -> bool:
    """Return whether a short clock is the only reason why no choice can be predicted now."""
    return _is_public(match) and _is_too_fast(match) and bool(_list_predictable_choices(match, unpredictable_ids))


def _list_predictable_choices(match: RunningMatch, unpredictable_ids: Collection[int]) -> OpenChoices:
    public = match.game.forget(match.engine.view_of(None))
    choices = {
        seat: match.game.list_public_choices(public, seat)
        for seat in sorted(match.engine.seats_asked - match.ai_controlled_seats)
        if match.player_ids[seat] not in unpredictable_ids
    }
    predictable = [seat for seat, moves in choices.items() if 1 < len(moves) <= CHOICES_MAX]
    return {seat: choices[seat] for seat in predictable[:SEATS_MAX]}


def list_resolved_choices(before: MatchState, event: Event, after: MatchState) -> Sequence[ResolvedChoice]:
    """Return the moves that people made in the step that this event resolved, to score predictions of them.

    Return nothing if the event resolved no step, or if the match allows no predictions.
    """
    if (
        not isinstance(before, RunningMatch)
        or not isinstance(after, StartedMatch)
        or event.kind != EventType.MOVED
        or event.seat is None
        or before.engine.step == after.engine.step
        or not are_predictions_open(before)
    ):
        return ()
    moves = {**before.engine.sealed, event.seat: tuple(event.payload.split())}
    return [
        ResolvedChoice(before.engine.step, seat, " ".join(moves[seat]))
        for seat in sorted(moves.keys() - before.ai_controlled_seats)
    ]
