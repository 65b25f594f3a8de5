"""Holidays: periods in which somebody's clocks stand still."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.repository import Repository
from storage.statement import Row, Statement


@dataclass(frozen=True, slots=True)
class Holiday:
    person: int
    began: int
    ended: int
    """When the holiday ends, or ended."""
    changed: int
    """When it was started or ended early."""


# Nobody has two holidays at once.
_INSERT_HOLIDAY: Final = Statement(
    """
    INSERT INTO holiday (person, began, ended, changed)
    SELECT CAST(:person AS INTEGER), CAST(:now AS INTEGER), CAST(:until AS INTEGER), CAST(:now AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM holiday WHERE person = :person AND ended > :now)
    """,
    must_match=True,
)
_END_HOLIDAY: Final = Statement(
    "UPDATE holiday SET ended = :now, changed = :now WHERE person = :person AND ended > :now", must_match=True
)
# Deadlines that were postponed until the end of the holiday become due at once; the clock then computes them anew.
# Before a match begins its players have no seats yet, so all of its notifications (seats below -1) are checked.
_MAKE_DEADLINES_DUE: Final = Statement(
    """
    UPDATE deadline SET due = :now FROM seat
    WHERE seat.person = :person AND seat.live = 1 AND seat.match = deadline.match
    AND (seat.seat = deadline.seat OR deadline.seat < -1) AND deadline.answer = ''
    """
)
_SELECT_CHANGED_HOLIDAYS: Final = Statement(
    """
    SELECT person, began, ended, changed FROM holiday
    WHERE changed >= :since AND ended > :after ORDER BY changed, person, began
    """
)
_SELECT_HOLIDAYS_OF_PERSON: Final = Statement(
    "SELECT person, began, ended, changed FROM holiday WHERE person = :person ORDER BY began"
)


class HolidayRepository(Repository):
    async def start_holiday(self, person: int, now: int, until: int) -> bool:
        """Start a holiday. Return False if this person is already on one."""
        return await self.try_write(_INSERT_HOLIDAY(person=person, now=now, until=until))

    async def end_holiday(self, person: int, now: int) -> bool:
        """End a holiday early and make all deadlines of this person due. Return False if they are on none."""
        return await self.try_write(_END_HOLIDAY(person=person, now=now), _MAKE_DEADLINES_DUE(person=person, now=now))

    async def list_changed(self, since: int, after: int) -> list[Holiday]:
        """Return the holidays that were started or ended since `since`, without those that were over by `after`."""
        return [read_holiday(row) for row in await self.fetch_rows(_SELECT_CHANGED_HOLIDAYS(since=since, after=after))]

    async def list_of_person(self, person: int) -> list[Holiday]:
        return [read_holiday(row) for row in await self.fetch_rows(_SELECT_HOLIDAYS_OF_PERSON(person=person))]


def read_holiday(row: Row) -> Holiday:
    return Holiday(*row)
