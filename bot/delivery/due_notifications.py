"""The notifications of one refresh: who is to be notified by direct message, and whom the card pings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.matches.deadlines import is_notification_due
from bot.matches.model import FinishedMatch, MatchState, Offer, UnreadableMatch
from bot.rendering.attendance import Attendance
from games.core import Seat
from storage import Deadline, DeadlineOutcome, PlayerMessage


@dataclass(frozen=True, slots=True)
class Notification:
    """How to notify one player whose turn it is, or who has to add a player seed."""

    person_id: int
    seat: Seat
    deadline: Deadline
    by_dm: bool
    by_card: bool
    """By a ping on a new card, since an edit pings nobody."""
    has_left: bool = False
    """They left the server. They are not notified; the card says so to the other players."""

    @property
    def is_reminder(self) -> bool:
        return self.deadline.is_reminder


@dataclass(frozen=True, slots=True)
class DueNotifications:
    """The notifications that were due when a refresh began; some may be done by the time they are sent."""

    notifications: tuple[Notification, ...]
    load_deadlines: Callable[[], Awaitable[Sequence[Deadline]]]
    """Loads the deadlines of the match as they are stored at that moment."""
    replaced_messages: list[PlayerMessage] = field(default_factory=list)
    """Old direct messages that new ones replace. They are deleted after the locks on the people are released."""

    @property
    def by_card(self) -> tuple[Notification, ...]:
        return tuple(notification for notification in self.notifications if notification.by_card)

    @property
    def of_departed(self) -> tuple[Notification, ...]:
        """Those of players who left the server."""
        return tuple(notification for notification in self.notifications if notification.has_left)

    async def filter_still_due(
        self, notifications: Sequence[Notification], *accepted_outcomes: DeadlineOutcome
    ) -> list[Notification]:
        """Return those that are still pending, or have one of `accepted_outcomes`; the others may have moved."""
        stored = await self.load_deadlines() if notifications else ()
        return [it for it in notifications if is_notification_due(it.deadline, stored, *accepted_outcomes)]


async def find_people_to_ping(
    match: MatchState, last_shown: MatchState | None, attendance: Attendance, *, was_clicked: bool
) -> frozenset[int]:
    """Return whom a new card pings regardless of turns: invited people, the host of an offer, or players at the end.

    `was_clicked` says that somebody pressed the card; even if the store does not know it yet, it has pinged people.
    """
    match match:
        case FinishedMatch() | UnreadableMatch() if last_shown is None or last_shown.event_count < match.event_count:
            people = filter(None, match.player_ids)
            return frozenset([it for it in people if await attendance.needs_ping(match.server_id, it)])
        case Offer():
            return attendance.exclude_people_on_holiday(
                _list_people_to_answer(match, last_shown, was_clicked=was_clicked)
            )
    return frozenset()


def _list_people_to_answer(match: Offer, last_shown: MatchState | None, *, was_clicked: bool) -> Iterable[int]:
    """Return the people who have been invited since the card was last shown, or the host if they have to act next."""
    match last_shown:
        case Offer() if set(match.invited_ids) - set(last_shown.invited_ids):
            return (person_id for person_id in match.invited_ids if person_id not in last_shown.invited_ids)
        case None if not was_clicked:
            return match.invited_ids
    shown_offer = last_shown if isinstance(last_shown, Offer) else None
    needs_host = (match.has_ai_joined and not (shown_offer and shown_offer.has_ai_joined)) or (
        match.is_waiting_for_host and shown_offer and not shown_offer.is_waiting_for_host
    )
    return (match.host_id,) if needs_host else ()
