"""Who is to hear in this round that they are to choose, and whom the card calls besides; and of that, what still stands
when it is their turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.matches.deadlines import stands
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
    direct: bool
    """By direct message."""
    here: bool
    """By the card, which moves for that."""
    gone: bool = False
    """They have left the server: nobody calls them, and the others are told."""

    @property
    def reminding(self) -> bool:
        return self.deadline.is_reminder


@dataclass(frozen=True, slots=True)
class DueNotifications:
    """A round looks once; just before somebody is called it is asked whether they still are to be."""

    all: tuple[Notification, ...]
    standing: Callable[[], Awaitable[Sequence[Deadline]]]
    """What the store knows at this moment."""
    replaced: list[PlayerMessage] = field(default_factory=list)
    """In whose place a call has come; they go once others may call, too."""

    @property
    def here(self) -> tuple[Notification, ...]:
        """By the card."""
        return tuple(call for call in self.all if call.here)

    @property
    def gone(self) -> tuple[Notification, ...]:
        """Of these the card tells the others."""
        return tuple(call for call in self.all if call.gone)

    async def still(self, calls: Iterable[Notification], *answers: DeadlineOutcome) -> list[Notification]:
        """Whoever has chosen meanwhile needs no call; those are left that are unanswered, or answered so."""
        tried = list(calls)
        standing = await self.standing() if tried else ()
        return [call for call in tried if stands(call.deadline, standing, *answers)]


async def besides(
    match: MatchState, before: MatchState | None, attendance: Attendance, *, clicked: bool
) -> frozenset[int]:
    """Whom the card calls for other reasons: those challenged, and at the end who is not there. Where somebody has
    `clicked` it before anything is known of it, it has called them.
    """
    match match:
        case FinishedMatch() | UnreadableMatch() if before is None or before.seq < match.seq:
            people = [person_id for person_id in match.people if person_id]
            return frozenset(
                [person_id for person_id in people if await attendance.needs_ping(match.server_id, person_id)]
            )
        case Offer():
            return attendance.without_holidaymakers(_asked(match, before, clicked=clicked))
    return frozenset()


def _asked(match: Offer, before: MatchState | None, *, clicked: bool) -> Iterable[int]:
    """Who is to say what becomes of it."""
    match before:
        case Offer() if set(match.named) - set(before.named):
            return (person_id for person_id in match.named if person_id not in before.named)
        case None if not clicked:
            return match.named
    stood = before if isinstance(before, Offer) else None
    calls_host = (match.filled and not (stood and stood.filled)) or (match.at_host and stood and not stood.at_host)
    return (match.host_id,) if calls_host else ()
