"""The deadlines that follow from a match's state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from bot.matches.model import MatchState, Offer, RunningMatch
from bot.matches.time_budget import Absences
from bot.wall_clock import MINUTE_MS
from storage import Deadline, DeadlineOutcome, PlayerMessage

AI_RETRY_DELAY_MS: Final = 10_000
"""How long until any live process may ask the AI for its move again. The process that asked first may have died."""
PAUSE_DELAY_MS: Final = 14 * MINUTE_MS
"""The time between the last click on a player message and the pausing of the message. It is slightly shorter than the
15 minutes for which the token of the click can be used to edit the message.
"""


class DeadlineKind(StrEnum):
    """The kinds of deadlines. Their values are stored, so they must not change."""

    TURN = "turn"
    REMINDER = "reminder"
    MATCH_LIMIT = "limit"
    OFFER_EXPIRY = "offer"
    AI_FILL = "fill"
    AI_MOVE = "house"
    """The AI owes a move, and the process that was computing it may have died."""
    NOTIFICATION = "call"
    """A player has to move, add a seed or answer a proposal, and must be notified of it if they are not active. The
    deadline stays stored until the player has acted. Its outcome shows whether the notification was sent.
    """
    COVER_REVEAL = "cover"
    """A temporary reveal must be covered again. The deadline is set when the reveal is opened."""
    SCORE_EDIT = "score"
    """The line above the match's thread shows an old score, because it was edited only moments before the change."""
    TOKEN_EXPIRY = "pause"  # noqa: S105 - not a password
    """A player message must be paused before its token expires, because the message cannot be edited after that."""


KINDS_WITHOUT_EVENT: Final = frozenset(
    {
        DeadlineKind.NOTIFICATION,
        DeadlineKind.COVER_REVEAL,
        DeadlineKind.SCORE_EDIT,
        DeadlineKind.TOKEN_EXPIRY,
        DeadlineKind.AI_MOVE,
    }
)
"""The kinds that `delivery` or the AI seats handle. `MatchService` adds no event when such a deadline fires."""
KINDS_SET_BY_DELIVERY: Final = frozenset(
    {DeadlineKind.COVER_REVEAL, DeadlineKind.SCORE_EDIT, DeadlineKind.TOKEN_EXPIRY}
)
"""The kinds that do not follow from the state of a match, so `list_deadlines` does not list them."""


def list_deadlines(match: MatchState, absences: Absences) -> Iterator[Deadline]:
    """Yield all deadlines that follow from the state of an offer or a running match. Other matches have none."""
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
    """Return whether a match's players may be notified. In practice and user-installed matches, they may not."""
    return not (match.is_practice or match.is_user_installed)


def _list_notification_deadlines(match: RunningMatch, absences: Absences) -> Iterator[Deadline]:
    """Yield the next notification deadline of each player who must move or answer a proposal.

    Players are notified once per step, and again when their time runs short. A player who is still active when the
    notification is due does not get it.
    """
    for seat in sorted(match.engine.to_move - match.ai_controlled_seats):
        budget, reminder_after_ms = match.time_budgets[seat], match.find_reminder_delay(seat)
        since_ms = budget.running_since_ms or match.step_began_ms
        left_ms = reminder_after_ms - budget.spent_ms if reminder_after_ms and budget.was_reminded else 0
        if left_ms > 0:
            yield Deadline(
                DeadlineKind.NOTIFICATION,
                match.select_absences(absences).for_person(match.player_ids[seat]).compute_deadline(since_ms, left_ms),
                match.engine.step,
                seat,
                is_reminder=True,
            )
        else:
            # Even the player who completed the last step can become inactive before this step, so notify for each step.
            yield Deadline(DeadlineKind.NOTIFICATION, max(since_ms, match.step_began_ms), match.engine.step, seat)
    for seat in sorted(match.seats_owing_agreement):
        yield Deadline(DeadlineKind.NOTIFICATION, match.last_proposal_ms, match.engine.step, seat)


def is_notification_due(
    notification: Deadline, stored_deadlines: Iterable[Deadline], *accepted_outcomes: DeadlineOutcome
) -> bool:
    """Return whether a notification must still be sent.

    That is so if its deadline is stored, with no outcome yet or with one of `accepted_outcomes`.
    """
    return any(
        is_same_deadline(deadline, notification) and deadline.outcome in {None, *accepted_outcomes}
        for deadline in stored_deadlines
    )


def is_same_deadline(one: Deadline, other: Deadline) -> bool:
    """Return whether two deadlines of a match are the same, ignoring their due times and outcomes."""
    return (one.kind, one.seat, one.step, one.is_reminder) == (
        other.kind,
        other.seat,
        other.step,
        other.is_reminder,
    )


def build_pause_deadline(message: PlayerMessage) -> Deadline | None:
    """Return the deadline for pausing a player message.

    Returns None for a direct message, which the bot can edit without a token and never pauses.
    """
    return None if message.channel_id else Deadline(DeadlineKind.TOKEN_EXPIRY, message.last_used_ms + PAUSE_DELAY_MS, 0)
