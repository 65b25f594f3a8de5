"""Holidays: from when to when somebody's clocks stand still."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.part import Part
from storage.statement import Row, Statement


@dataclass(frozen=True, slots=True)
class Holiday:
    """Their clocks stand still."""

    person: int
    began: int
    ended: int
    """When it ends, or did."""
    changed: int
    """When it was taken, or ended before its time."""


# One at a time; and never from earlier than now: whoever takes one has its whole length before them.
_TAKE: Final = Statement(
    """
    INSERT INTO holiday (person, began, ended, changed)
    SELECT CAST(:person AS INTEGER), CAST(:now AS INTEGER), CAST(:until AS INTEGER), CAST(:now AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM holiday WHERE person = :person AND ended > :now)
    """,
    must=True,
)
_END: Final = Statement(
    "UPDATE holiday SET ended = :now, changed = :now WHERE person = :person AND ended > :now", must=True
)
# With it: what was put off until they come back is due at once, and put right when it is looked at. Where they are
# called before a match begins nobody has a seat yet: then all calls are looked at.
_DUE: Final = Statement(
    """
    UPDATE deadline SET due = :now FROM seat
    WHERE seat.person = :person AND seat.live = 1 AND seat.match = deadline.match
    AND (seat.seat = deadline.seat OR deadline.seat < -1) AND deadline.answer = ''
    """
)
_SINCE: Final = Statement(
    """
    SELECT person, began, ended, changed FROM holiday
    WHERE changed >= :since AND ended > :after ORDER BY changed, person, began
    """
)
OF_HOLIDAYS: Final = Statement(
    "SELECT person, began, ended, changed FROM holiday WHERE person = :person ORDER BY began"
)


class Holidays(Part):
    async def take_holiday(self, person: int, now: int, until: int) -> bool:
        """False for who is on one."""
        return await self.wrote(_TAKE(person=person, now=now, until=until))

    async def end_holiday(self, person: int, now: int) -> bool:
        """Before its time; False for who is on none. Every deadline of theirs is due now, and none is too late."""
        return await self.wrote(_END(person=person, now=now), _DUE(person=person, now=now))

    async def holidays(self, since: int, after: int) -> list[Holiday]:
        """Those that were taken or ended since then, but for those that were over before `after`."""
        return [read_holiday(row) for row in await self.rows(_SINCE(since=since, after=after))]

    async def holidays_of(self, person: int) -> list[Holiday]:
        return [read_holiday(row) for row in await self.rows(OF_HOLIDAYS(person=person))]


def read_holiday(row: Row) -> Holiday:
    return Holiday(*row)
