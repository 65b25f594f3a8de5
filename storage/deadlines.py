"""Deadlines of matches: what is due, for which seat, and whether it has been done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.repository import Repository
from storage.statement import BoundStatement, Row, Statement, build_insert, to_values

WHOLE_MATCH: Final = -1
"""The seat of a deadline that belongs to no single seat."""


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: str
    due: int
    step: int
    """The step it belongs to. A process that fires it late sees that the match has moved on."""
    seat: int = WHOLE_MATCH
    match: int = 0
    """0 until it is loaded from the store."""
    answer: str = ""
    """What was done about it. A deadline with an answer is not due any more, but stays as long as its step."""


_ON_SAME_DEADLINE: Final = "ON CONFLICT (match, kind, seat) DO UPDATE SET"
_INSERT_COLUMNS: Final = "match, kind, seat, due, step"
SET_DEADLINE: Final = build_insert(
    "deadline", _INSERT_COLUMNS, f"{_ON_SAME_DEADLINE} due = excluded.due, step = excluded.step, answer = ''"
)
# A deadline that is there keeps its time, but gets another step: a process that is about to remove it then misses it.
KEEP_DEADLINE: Final = build_insert("deadline", _INSERT_COLUMNS, f"{_ON_SAME_DEADLINE} step = deadline.step + 1")
DELETE_DEADLINE: Final = Statement("DELETE FROM deadline WHERE match = :match AND kind = :kind AND seat = :seat")
_DELETE_EXACTLY: Final = Statement(
    "DELETE FROM deadline WHERE match = :match AND kind = :kind AND seat = :seat AND due = :due AND step = :step",
    must_match=True,
)
_POSTPONE_EXACTLY: Final = Statement(
    """
    UPDATE deadline SET due = :later
    WHERE match = :match AND kind = :kind AND seat = :seat AND due = :due AND step = :step AND answer = ''
    """,
    must_match=True,
)
# The clock may have postponed it meanwhile, so `due` is not compared. The step is: the next one has its own deadline.
_MARK_DONE: Final = Statement(
    """
    UPDATE deadline SET answer = :answer
    WHERE match = :match AND kind = :kind AND seat = :seat AND step = :step AND answer = ''
    """
)
_SELECT_EARLIEST: Final = Statement("SELECT MIN(due) FROM deadline WHERE answer = '' AND due > :after")
# Rows that another process is changing are skipped: that process takes care of them.
_SELECT_DUE: Final = Statement(
    """
    SELECT kind, due, step, seat, match, answer FROM deadline
    WHERE answer = '' AND due <= :now AND (match % :parts = :part OR due <= :take_over_before)
    ORDER BY due LIMIT :count FOR UPDATE SKIP LOCKED
    """
)
SELECT_DEADLINES_OF_MATCH: Final = Statement(
    "SELECT kind, due, step, seat, match, answer FROM deadline WHERE match = :match ORDER BY due, kind, seat"
)


class DeadlineRepository(Repository):
    async def find_next_due(self, after: int = -1) -> int | None:
        """Return when the next deadline after `after` is due: the clock may sleep until then."""
        (((due,),),) = await self.database.read(_SELECT_EARLIEST(after=after))
        return None if due is None else int(due)

    async def list_due(
        self, now: int, count: int = 100, *, take_over_before: int = 0, part: int = 0, parts: int = 1
    ) -> list[Deadline]:
        """Return the deadlines that are due, most overdue first.

        Processes share the work: each asks for the matches whose id is `part` modulo `parts`. Of other matches it gets
        only what was due by `take_over_before`, in case their process is gone. Firing a deadline twice does no harm:
        the append or the `claim_and_remove` that does it succeeds once.
        """
        values = {"now": now, "count": count, "take_over_before": take_over_before, "part": part, "parts": parts}
        return read_deadlines(await self.fetch_rows(_SELECT_DUE(**values)))

    async def list_of_match(self, match: int) -> list[Deadline]:
        """Return all deadlines of a match, earliest first."""
        return read_deadlines(await self.fetch_rows(SELECT_DEADLINES_OF_MATCH(match=match)))

    async def set_deadlines(self, match: int, *deadlines: Deadline) -> None:
        """Set deadlines that belong to no event, such as the end of a temporary reveal."""
        await self.database.write(*(SET_DEADLINE(match=match, **to_values(each)) for each in deadlines))

    async def mark_done(self, deadline: Deadline, answer: str) -> None:
        """Record what was done about a deadline. It stays until its step is over, but is not due any more."""
        await self.database.write(bind_mark_done(deadline, answer))

    async def claim_and_remove(self, deadline: Deadline) -> bool:
        """Remove exactly this deadline. Of all processes that try, one gets True."""
        return await self.try_write(_DELETE_EXACTLY(match=deadline.match, **to_values(deadline)))

    async def claim_and_postpone(self, deadline: Deadline, later: int) -> bool:
        """Postpone exactly this deadline. Of all processes that try, one gets True, and has until then to act."""
        return await self.try_write(_POSTPONE_EXACTLY(match=deadline.match, later=later, **to_values(deadline)))


def bind_mark_done(deadline: Deadline, answer: str) -> BoundStatement:
    """Return the statement of `mark_done`, for a transaction that does more."""
    match, kind, seat, step = deadline.match, deadline.kind, deadline.seat, deadline.step
    return _MARK_DONE(match=match, kind=kind, seat=seat, step=step, answer=answer)


def read_deadlines(rows: Iterable[Row]) -> list[Deadline]:
    return [Deadline(*row) for row in rows]
