"""Who is to hear in this round that they are to choose, and whom the card calls besides; and of that, what still stands
when it is their turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bot.delivery.attendance import Attendance
from bot.matches.deadlines import stands
from bot.matches.model import Foreign, Offer, Over, Table
from games.core import Seat
from storage import Deadline, DeadlineOutcome, PlayerMessage


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody is to hear that they are to choose."""

    person: int
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
class Calls:
    """A round looks once; just before somebody is called it is asked whether they still are to be."""

    all: tuple[Call, ...]
    standing: Callable[[], Awaitable[Sequence[Deadline]]]
    """What the store knows at this moment."""
    replaced: list[PlayerMessage] = field(default_factory=list)
    """In whose place a call has come; they go once others may call, too."""

    @property
    def here(self) -> tuple[Call, ...]:
        """By the card."""
        return tuple(call for call in self.all if call.here)

    @property
    def gone(self) -> tuple[Call, ...]:
        """Of these the card tells the others."""
        return tuple(call for call in self.all if call.gone)

    async def still(self, calls: Iterable[Call], *answers: DeadlineOutcome) -> list[Call]:
        """Whoever has chosen meanwhile needs no call; those are left that are unanswered, or answered so."""
        tried = list(calls)
        standing = await self.standing() if tried else ()
        return [call for call in tried if stands(call.deadline, standing, *answers)]


async def besides(table: Table, before: Table | None, attendance: Attendance, *, clicked: bool) -> frozenset[int]:
    """Whom the card calls for other reasons: those challenged, and at the end who is not there. Where somebody has
    `clicked` it before anything is known of it, it has called them.
    """
    match table:
        case Over() | Foreign() if before is None or before.seq < table.seq:
            people = [person for person in table.people if person]
            return frozenset([person for person in people if await attendance.needs_call(table.server, person)])
        case Offer():
            return attendance.awake(_asked(table, before, clicked=clicked))
    return frozenset()


def _asked(table: Offer, before: Table | None, *, clicked: bool) -> Iterable[int]:
    """Who is to say what becomes of it."""
    match before:
        case Offer() if set(table.named) - set(before.named):
            return (person for person in table.named if person not in before.named)
        case None if not clicked:
            return table.named
    stood = before if isinstance(before, Offer) else None
    calls_host = (table.filled and not (stood and stood.filled)) or (table.at_host and stood and not stood.at_host)
    return (table.host,) if calls_host else ()
