"""The deadlines that follow from the state of a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE_MS
from storage import Deadline, DeadlineOutcome, PlayerMessage

AI_RETRY_DELAY_MS: Final = 10_000
"""After this time any live process may ask the AI for its move again, in case the first one died."""
PAUSE_DELAY_MS: Final = 14 * MINUTE_MS
"""Time since the last click after which a player message is paused. Discord expires its token after 15 minutes."""


class DeadlineKind(StrEnum):
    """What can be due. Stored by value."""

    TURN = "turn"
    REMINDER = "reminder"
    MATCH_LIMIT = "limit"
    OFFER_EXPIRY = "offer"
    AI_FILL = "fill"
    AI_MOVE = "house"
    """The AI owes a move, and the process that was computing it may have died."""
    NOTIFICATION = "call"
    """A player who is not active must be notified to move or to add a seed. Until they have, the deadline stays stored
    with its outcome, which shows whether the notification was sent.
    """
    COVER_REVEAL = "cover"
    """A temporary reveal must be covered again; `delivery` sets it when it reveals something."""
    TOKEN_EXPIRY = "pause"  # noqa: S105 - not a password
    """The token of a player message expires soon; afterwards the message cannot be edited. `delivery` sets it."""


KINDS_WITHOUT_EVENT: Final = frozenset(
    {DeadlineKind.NOTIFICATION, DeadlineKind.COVER_REVEAL, DeadlineKind.TOKEN_EXPIRY, DeadlineKind.AI_MOVE}
)
"""Deadlines for `delivery` or the AI seats: firing one adds no event to the match by itself."""


def list_deadlines(match: MatchState, absences: Absences) -> Iterator[Deadline]:
    """Return the deadlines of an offer, or of a running match and the players it waits for."""
    if isinstance(match, Offer):
        yield from _list_offer_deadlines(match, absences)
    elif isinstance(match, RunningMatch):
        yield from _list_match_deadlines(match, absences)


def _list_offer_deadlines(match: Offer, absences: Absences) -> Iterator[Deadline]:
    yield Deadline(DeadlineKind.OFFER_EXPIRY, match.compute_expiry(absences), 0)
    fill_ms = match.compute_ai_fill_time(absences)
    if fill_ms is not None:
        yield Deadline(DeadlineKind.AI_FILL, fill_ms, 0)
    for player in match.players_delaying_start if _can_notify_players(match) else ():
        yield Deadline(DeadlineKind.NOTIFICATION, match.offered_ms, 0, player.lobby_seat)


def _list_match_deadlines(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    limit_ms = match.compute_match_deadline(absences)
    if limit_ms is not None:
        yield Deadline(DeadlineKind.MATCH_LIMIT, limit_ms, 0)
    if match.engine.to_move & match.ai_controlled_seats:
        yield Deadline(DeadlineKind.AI_MOVE, match.step_began_ms + AI_RETRY_DELAY_MS, match.engine.step)
    for seat in sorted(match.time_budgets):
        due_ms, reminder_ms = match.compute_seat_deadline(seat, absences), match.compute_reminder_time(seat, absences)
        if due_ms is not None:
            yield Deadline(DeadlineKind.TURN, due_ms, match.engine.step, seat)
        if reminder_ms is not None and _can_notify_players(match):
            yield Deadline(DeadlineKind.REMINDER, reminder_ms, match.engine.step, seat)
    if _can_notify_players(match):
        yield from _list_notification_deadlines(match, absences)


def _can_notify_players(match: MatchState) -> bool:
    """Return whether players may be notified: not in practice, and not where the bot is user-installed."""
    return not (match.is_practice or match.is_user_installed)


def _list_notification_deadlines(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    """Return one notification per step for each player to move, and another one when their time runs short.

    Players who are still active get none when it is due.
    """
    for seat in sorted(match.engine.to_move - match.ai_controlled_seats):
        budget, reminder_after_ms = match.time_budgets[seat], match.terms.reminder_after_ms
        since_ms = budget.running_since_ms or match.step_began_ms
        left_ms = reminder_after_ms - budget.spent_ms if reminder_after_ms and budget.was_reminded else 0
        if left_ms > 0:
            yield Deadline(
                DeadlineKind.NOTIFICATION,
                absences.for_person(match.player_ids[seat]).compute_deadline(since_ms, left_ms),
                match.engine.step,
                seat,
                is_reminder=True,
            )
        else:
            # The player who completed the last step may go away before this one, so notify for each step.
            yield Deadline(DeadlineKind.NOTIFICATION, max(since_ms, match.step_began_ms), match.engine.step, seat)
    for seat in sorted(match.seats_owing_agreement):
        yield Deadline(DeadlineKind.NOTIFICATION, match.last_proposal_ms, match.engine.step, seat)


def is_notification_due(
    notification: Deadline, stored_deadlines: Iterable[Deadline], *accepted_outcomes: DeadlineOutcome
) -> bool:
    """Return whether a notification is still stored and pending, or has one of `accepted_outcomes`."""
    return any(
        is_same_deadline(deadline, notification) and deadline.outcome in {None, *accepted_outcomes}
        for deadline in stored_deadlines
    )


def is_same_deadline(one: Deadline, other: Deadline) -> bool:
    """Compare two deadlines of one match without their due times."""
    return (one.kind, one.seat, one.step, one.is_reminder) == (
        other.kind,
        other.seat,
        other.step,
        other.is_reminder,
    )


def build_pause_deadline(message: PlayerMessage) -> Deadline | None:
    """Return when to pause a player message. None if the message can also be edited in its channel."""
    return None if message.channel_id else Deadline(DeadlineKind.TOKEN_EXPIRY, message.last_used_ms + PAUSE_DELAY_MS, 0)
