"""Who is to hear in this round that they are to choose, and whom the card calls besides; and of that, what still stands
when it is their turn.
"""

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
    """Somebody is to hear that they are to choose."""

    person_id: int
    seat: Seat
    deadline: Deadline
    by_dm: bool
    """By direct message."""
    by_card: bool
    """By the card, which moves for that."""
    has_left: bool = False
    """They have left the server: nobody calls them, and the others are told."""

    @property
    def is_reminder(self) -> bool:
        return self.deadline.is_reminder


@dataclass(frozen=True, slots=True)
class DueNotifications:
    """A round looks once; just before somebody is called it is asked whether they still are to be."""

    notifications: tuple[Notification, ...]
    load_deadlines: Callable[[], Awaitable[Sequence[Deadline]]]
    """What the store knows at this moment."""
    replaced_messages: list[PlayerMessage] = field(default_factory=list)
    """In whose place a call has come; they go once others may call, too."""

    @property
    def by_card(self) -> tuple[Notification, ...]:
        """By the card."""
        return tuple(notification for notification in self.notifications if notification.by_card)

    @property
    def of_departed(self) -> tuple[Notification, ...]:
        """Of these the card tells the others."""
        return tuple(notification for notification in self.notifications if notification.has_left)

    async def filter_still_due(
        self, notifications: Iterable[Notification], *answers: DeadlineOutcome
    ) -> list[Notification]:
        """Whoever has chosen meanwhile needs no call; those are left that are unanswered, or answered so."""
        tried = list(notifications)
        standing = await self.load_deadlines() if tried else ()
        return [
            notification for notification in tried if is_notification_due(notification.deadline, standing, *answers)
        ]


async def find_people_to_ping(
    match: MatchState, last_shown: MatchState | None, attendance: Attendance, *, was_clicked: bool
) -> frozenset[int]:
    """Whom the card calls for other reasons: those challenged, and at the end who is not there. Where somebody has
    `clicked` it before anything is known of it, it has called them.
    """
    match match:
        case FinishedMatch() | UnreadableMatch() if last_shown is None or last_shown.event_count < match.event_count:
            people = [person_id for person_id in match.player_ids if person_id]
            return frozenset(
                [person_id for person_id in people if await attendance.needs_ping(match.server_id, person_id)]
            )
        case Offer():
            return attendance.without_holidaymakers(_list_people_to_answer(match, last_shown, was_clicked=was_clicked))
    return frozenset()


def _list_people_to_answer(match: Offer, last_shown: MatchState | None, *, was_clicked: bool) -> Iterable[int]:
    """Who is to say what becomes of it."""
    match last_shown:
        case Offer() if set(match.invited_ids) - set(last_shown.invited_ids):
            return (person_id for person_id in match.invited_ids if person_id not in last_shown.invited_ids)
        case None if not was_clicked:
            return match.invited_ids
    stood = last_shown if isinstance(last_shown, Offer) else None
    calls_host = (match.has_ai_joined and not (stood and stood.has_ai_joined)) or (
        match.is_waiting_for_host and stood and not stood.is_waiting_for_host
    )
    return (match.host_id,) if calls_host else ()
