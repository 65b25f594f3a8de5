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
"""Milliseconds after which the house is asked again, by whichever process is there."""
PAUSE_DELAY_MS: Final = 14 * MINUTE_MS
"""After the last press, a player message that only its token reaches is paused: Discord expires tokens after 15."""


class DeadlineKind(StrEnum):
    """What can be due; stored by name."""

    TURN = "turn"
    REMINDER = "reminder"
    MATCH_LIMIT = "limit"
    OFFER_EXPIRY = "offer"
    AI_FILL = "fill"
    AI_MOVE = "house"
    """The house owes a word; whoever was thinking about it may be gone."""
    NOTIFICATION = "call"
    """Somebody is to choose, or to shake the dice, and not at it: they are called, in their way. It stands until they
    have, and says what came of it: so a call that was lost can be told from one that was made.
    """
    COVER_REVEAL = "cover"
    """A temporary reveal must be covered again; `delivery` sets it when it reveals something."""
    TOKEN_EXPIRY = "pause"  # noqa: S105 - not a password
    """The token of a player message is about to expire, so it can soon not be edited; `delivery` sets it."""


KINDS_WITHOUT_EVENT: Final = frozenset(
    {DeadlineKind.NOTIFICATION, DeadlineKind.COVER_REVEAL, DeadlineKind.TOKEN_EXPIRY, DeadlineKind.AI_MOVE}
)
"""Deadlines for `delivery` or the AI seats: firing one adds no event to the match by itself."""


def list_deadlines(match: MatchState, absences: Absences) -> Iterator[Deadline]:
    """Of the offer while it stands, then of the match and of everybody who is being waited for."""
    match match:
        case Offer():
            yield from _list_offer_deadlines(match, absences)
        case RunningMatch():
            yield from _list_match_deadlines(match, absences)


def _list_offer_deadlines(match: Offer, absences: Absences) -> Iterator[Deadline]:
    yield Deadline(DeadlineKind.OFFER_EXPIRY, match.compute_expiry(absences), 0)
    fills = match.compute_ai_fill_time(absences)
    if fills is not None:
        yield Deadline(DeadlineKind.AI_FILL, fills, 0)
    for sitter in match.players_delaying_start if _can_notify_players(match) else ():
        yield Deadline(DeadlineKind.NOTIFICATION, match.offered_ms, 0, sitter.lobby_seat)


def _list_match_deadlines(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    limit = match.compute_match_deadline(absences)
    if limit is not None:
        yield Deadline(DeadlineKind.MATCH_LIMIT, limit, 0)
    if match.engine.to_move & match.ai_controlled_seats:
        yield Deadline(DeadlineKind.AI_MOVE, match.step_began_ms + AI_RETRY_DELAY_MS, match.engine.step)
    for seat in sorted(match.time_budgets):
        due, reminder = match.compute_seat_deadline(seat, absences), match.compute_reminder_time(seat, absences)
        if due is not None:
            yield Deadline(DeadlineKind.TURN, due, match.engine.step, seat)
        if reminder is not None and _can_notify_players(match):
            yield Deadline(DeadlineKind.REMINDER, reminder, match.engine.step, seat)
    if _can_notify_players(match):
        yield from _list_notification_deadlines(match, absences)


def _can_notify_players(match: MatchState) -> bool:
    """Can we call anybody? Whoever practises is there, and abroad we speak only to whoever has just pressed."""
    return not (match.is_practice or match.is_user_installed)


def _list_notification_deadlines(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    """One a step, the same as long as it is due, and one more when the time runs short; who plays on is not called."""
    for seat in sorted(match.engine.to_move - match.ai_controlled_seats):
        allowance, most = match.time_budgets[seat], match.terms.reminder_after_ms
        since = allowance.running_since_ms or match.step_began_ms
        left = most - allowance.spent_ms if most and allowance.was_reminded else 0
        if left > 0:
            yield Deadline(
                DeadlineKind.NOTIFICATION,
                absences.for_person(match.player_ids[seat]).compute_deadline(since, left),
                match.engine.step,
                seat,
                is_reminder=True,
            )
        else:
            # Who chose last and is asked again may leave just then.
            yield Deadline(DeadlineKind.NOTIFICATION, max(since, match.step_began_ms), match.engine.step, seat)
    for seat in sorted(match.seats_owing_agreement):
        yield Deadline(DeadlineKind.NOTIFICATION, match.last_proposal_ms, match.engine.step, seat)


def is_notification_due(
    notification: Deadline, stored_deadlines: Iterable[Deadline], *accepted_outcomes: DeadlineOutcome
) -> bool:
    """Is it still to be made? Whatever the clock has made of it meanwhile; and also where one of these answers it."""
    return any(
        is_same_deadline(it, notification) and it.outcome in {None, *accepted_outcomes} for it in stored_deadlines
    )


def is_same_deadline(one: Deadline, other: Deadline) -> bool:
    """The same of somebody, whenever it is due."""
    return (one.kind, one.seat, one.step, one.is_reminder) == (
        other.kind,
        other.seat,
        other.step,
        other.is_reminder,
    )


def pause_deadline(message: PlayerMessage) -> Deadline | None:
    """Return when to pause a player message; None if it can also be edited in its channel."""
    return None if message.channel_id else Deadline(DeadlineKind.TOKEN_EXPIRY, message.last_used_ms + PAUSE_DELAY_MS, 0)
