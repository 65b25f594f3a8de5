"""Holidays: periods in which a person's clocks are stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_select


@dataclass(frozen=True, slots=True)
class Holiday:
    person_id: int
    start_ms: int
    end_ms: int
    """When the holiday ends or ended."""
    changed_ms: int
    """When the person started the holiday, or ended it early."""


# A person cannot have two holidays at once.
_INSERT_HOLIDAY: Final = Statement(
    """
    INSERT INTO holiday (person_id, start_ms, end_ms, changed_ms)
    SELECT CAST(:person_id AS INTEGER), CAST(:now_ms AS INTEGER), CAST(:until_ms AS INTEGER), CAST(:now_ms AS INTEGER)
    WHERE NOT EXISTS (SELECT 1 FROM holiday WHERE person_id = :person_id AND end_ms > :now_ms)
    """,
    must_match=True,
)
_END_HOLIDAY: Final = Statement(
    "UPDATE holiday SET end_ms = :now_ms, changed_ms = :now_ms WHERE person_id = :person_id AND end_ms > :now_ms",
    must_match=True,
)
# Deadlines that were postponed until the end of the holiday become due at once and are then recomputed. Players of an
# offer have no seat numbers yet, so all of the offer's notifications (seats below -1) are made due.
_MAKE_DEADLINES_DUE: Final = Statement(
    """
    UPDATE deadline SET due_ms = :now_ms FROM seat
    WHERE seat.person_id = :person_id AND seat.is_live = 1 AND seat.match_id = deadline.match_id
    AND (seat.seat = deadline.seat OR deadline.seat < -1) AND deadline.outcome IS NULL
    """
)
_COLUMNS: Final = "person_id, start_ms, end_ms, changed_ms"
_SELECT_CHANGED_HOLIDAYS: Final = build_select(
    _COLUMNS,
    """FROM holiday WHERE changed_ms >= :since_ms AND end_ms > :ended_after_ms
    ORDER BY changed_ms, person_id, start_ms""",
)
_SELECT_HOLIDAYS_OF_PERSON: Final = build_select(
    _COLUMNS, "FROM holiday WHERE person_id = :person_id ORDER BY start_ms"
)


class HolidayRepository(Repository):
    async def start_holiday(self, person_id: int, now_ms: int, until_ms: int) -> bool:
        """Start a holiday. Return False if this person is already on one."""
        return await self.try_write(_INSERT_HOLIDAY(person_id=person_id, now_ms=now_ms, until_ms=until_ms))

    async def end_holiday(self, person_id: int, now_ms: int) -> bool:
        """End a person's holiday early. Return False if they are not on holiday.

        The person's postponed deadlines become due at once and are then recomputed.
        """
        return await self.try_write(
            _END_HOLIDAY(person_id=person_id, now_ms=now_ms), _MAKE_DEADLINES_DUE(person_id=person_id, now_ms=now_ms)
        )

    async def list_changed(self, since_ms: int, ended_after_ms: int) -> list[Holiday]:
        """Return the holidays that changed at or after `since_ms` and that end after `ended_after_ms`."""
        return [
            Holiday(*row)
            for row in await self.fetch_rows(_SELECT_CHANGED_HOLIDAYS(since_ms=since_ms, ended_after_ms=ended_after_ms))
        ]

    async def list_of_person(self, person_id: int) -> list[Holiday]:
        return [Holiday(*row) for row in await self.fetch_rows(_SELECT_HOLIDAYS_OF_PERSON(person_id=person_id))]
