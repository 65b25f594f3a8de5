"""The notifications due in a refresh, and the rules for whom a new card pings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.matches.deadlines import is_notification_due
from bot.matches.model import FinishedMatch, MatchState, Offer, UnreadableMatch
from bot.rendering.attendance import Attendance
from storage import Deadline, DeadlineOutcome, PlayerMessage


@dataclass(frozen=True, slots=True)
class Notification:
    """How to notify a player whose turn it is, or who has to add a player seed (a text that affects the dice)."""

    person_id: int
    deadline: Deadline
    by_dm: bool
    by_card: bool
    """Whether a new card pings the player. Editing a card pings nobody."""
    has_left: bool = False
    """Whether the player has left the server. If so, the card says so, and the player is not notified."""

    @property
    def is_reminder(self) -> bool:
        return self.deadline.is_reminder


@dataclass(frozen=True, slots=True)
class DueNotifications:
    """The notifications that were due when a refresh began. Some may be obsolete by the time they are sent."""

    notifications: tuple[Notification, ...]
    load_deadlines: Callable[[], Awaitable[Sequence[Deadline]]]
    """Loads the match's current deadlines from the store."""
    replaced_messages: list[PlayerMessage] = field(default_factory=list)
    """Direct messages replaced by new ones. They are deleted after the locks on the recipients are released."""

    @property
    def by_card(self) -> tuple[Notification, ...]:
        return tuple(notification for notification in self.notifications if notification.by_card)

    @property
    def of_departed(self) -> tuple[Notification, ...]:
        """The notifications of players who have left the server."""
        return tuple(notification for notification in self.notifications if notification.has_left)

    async def filter_still_due(
        self, notifications: Sequence[Notification], *accepted_outcomes: DeadlineOutcome
    ) -> list[Notification]:
        """Return those of `notifications` that are still due, because players may have moved since a refresh began.

        Notifications whose stored deadlines have one of `accepted_outcomes` are included.
        """
        stored = await self.load_deadlines() if notifications else ()
        return [it for it in notifications if is_notification_due(it.deadline, stored, *accepted_outcomes)]


async def find_people_to_ping(
    match: MatchState, last_shown: MatchState | None, attendance: Attendance, *, was_clicked: bool
) -> frozenset[int]:
    """Return the people whom a new card pings for reasons other than their turn.

    These are invited people, the host of an offer, or the players of a finished match. If `was_clicked`, somebody has
    clicked an existing card. That card has pinged the invited people, even if it is not stored yet.
    """
    match match:
        case FinishedMatch() | UnreadableMatch() if last_shown is None or last_shown.event_count < match.event_count:
            people = filter(None, match.player_ids)
            return frozenset([it for it in people if await attendance.needs_result_ping(match, it)])
        case Offer():
            return attendance.exclude_people_on_holiday(
                _list_people_who_must_answer(match, last_shown, was_clicked=was_clicked)
            )
    return frozenset()


def _list_people_who_must_answer(match: Offer, last_shown: MatchState | None, *, was_clicked: bool) -> Iterable[int]:
    """Return the people who were invited, or whom new terms require to join again, since the card was last shown.

    If there are none, return the host if the host must act.
    """
    match last_shown:
        case Offer() if set(match.unseated_ids) - set(last_shown.unseated_ids):
            return set(match.unseated_ids) - set(last_shown.unseated_ids)
        case Offer() if set(match.invited_ids) - set(last_shown.invited_ids):
            return (person_id for person_id in match.invited_ids if person_id not in last_shown.invited_ids)
        case None if not was_clicked:
            return match.invited_ids
    shown_offer = last_shown if isinstance(last_shown, Offer) else None
    needs_host = (match.has_ai_joined and not (shown_offer and shown_offer.has_ai_joined)) or (
        match.is_waiting_for_host and shown_offer and not shown_offer.is_waiting_for_host
    )
    return (match.host_id,) if needs_host else ()
