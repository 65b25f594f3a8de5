"""Match deadlines: when something is due, for which seat, and whether it has been done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from storage.database import Repository
from storage.statement import NOT_STORED, BoundStatement, Row, Statement, build_insert, build_select, to_values

WHOLE_MATCH: Final = -1
"""The seat number of a deadline that applies to the match as a whole."""


class DeadlineOutcome(StrEnum):
    """Whether a player was notified at a deadline, or why not."""

    NOTIFIED = "notified"
    UNWANTED = "unwanted"
    """The player does not want notifications."""
    LEFT_SERVER = "left_server"
    """The player has left the server. The card shows this to the other players."""


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: str
    due_ms: int
    step: int
    """The step that the deadline belongs to. If the deadline fires late, the match may already be in a later step."""
    seat: int = WHOLE_MATCH
    """The seat, or `WHOLE_MATCH`. In an offer, -2 is the player who joined first, -3 is the second, and so on."""
    match_id: int = NOT_STORED
    outcome: str | None = None
    """The `DeadlineOutcome`, if the notification has been handled. A handled deadline is kept until its step ends."""
    is_reminder: bool = False
    """Whether this is the step's second notification, sent because time is running out."""
    revision: int = 0
    """How often the deadline was set again while it was still pending."""


_COLUMNS: Final = "kind, due_ms, step, seat, match_id, outcome, is_reminder, revision"
_INSERT_COLUMNS: Final = "match_id, kind, seat, due_ms, step, is_reminder"
_ON_SAME_DEADLINE: Final = "ON CONFLICT (match_id, kind, seat) DO UPDATE SET"
SET_DEADLINE: Final = build_insert(
    "deadline",
    _INSERT_COLUMNS,
    f"""{_ON_SAME_DEADLINE} due_ms = excluded.due_ms, step = excluded.step, is_reminder = excluded.is_reminder,
        outcome = NULL, revision = 0""",
)
# An existing deadline keeps its time but gets a new revision, so that another process cannot remove it by mistake.
KEEP_DEADLINE: Final = build_insert(
    "deadline", _INSERT_COLUMNS, f"{_ON_SAME_DEADLINE} revision = deadline.revision + 1"
)
DELETE_DEADLINE: Final = Statement("DELETE FROM deadline WHERE match_id = :match_id AND kind = :kind AND seat = :seat")
_WHERE_SAME_STEP: Final = (
    "match_id = :match_id AND kind = :kind AND seat = :seat AND step = :step AND is_reminder = :is_reminder"
)
_WHERE_EXACTLY: Final = f"{_WHERE_SAME_STEP} AND due_ms = :due_ms AND revision = :revision"
_DELETE_EXACTLY: Final = Statement(f"DELETE FROM deadline WHERE {_WHERE_EXACTLY}", must_match=True)  # noqa: S608 - names of ours
_POSTPONE_EXACTLY: Final = Statement(
    f"UPDATE deadline SET due_ms = :new_due_ms WHERE {_WHERE_EXACTLY} AND outcome IS NULL",  # noqa: S608 - names of ours
    must_match=True,
    is_deferrable=True,
)
# `due_ms` is not compared, because the deadline may have been postponed in the meantime. The step is compared, because
# the next step has its own deadline.
_MARK_DONE: Final = Statement(
    f"UPDATE deadline SET outcome = :outcome WHERE {_WHERE_SAME_STEP} AND outcome IS NULL"  # noqa: S608 - names of ours
)
_SELECT_EARLIEST: Final = Statement("SELECT MIN(due_ms) FROM deadline WHERE outcome IS NULL AND due_ms > :after_ms")
# Skip rows that another process is changing, since that process is handling them.
_SELECT_DUE: Final = build_select(
    _COLUMNS,
    """FROM deadline WHERE outcome IS NULL AND due_ms <= :now_ms
        AND (match_id % :partition_count = :partition OR due_ms <= :take_over_before_ms)
    ORDER BY due_ms LIMIT :count FOR UPDATE SKIP LOCKED""",
)
SELECT_DEADLINES_OF_MATCH: Final = build_select(
    _COLUMNS, "FROM deadline WHERE match_id = :match_id ORDER BY due_ms, kind, seat"
)


class DeadlineRepository(Repository):
    async def find_next_due(self, after_ms: int = -1) -> int | None:
        """Return the time of the first pending deadline after `after_ms`, or None if there is none."""
        ((due_ms,),) = await self.fetch_rows(_SELECT_EARLIEST(after_ms=after_ms))
        return None if due_ms is None else int(due_ms)

    async def list_due(
        self,
        now_ms: int,
        count: int = 100,
        *,
        take_over_before_ms: int = 0,
        partition: int = 0,
        partition_count: int = 1,
    ) -> list[Deadline]:
        """Return the deadlines that are due, most overdue first.

        To share the work, each process asks for the matches whose ID modulo `partition_count` is `partition`. For all
        other matches, a process gets only the deadlines that were due by `take_over_before_ms`, in case the process
        responsible for them has died. Firing a deadline twice does no harm, because the resulting append or
        `claim_and_remove` succeeds only once.
        """
        values = {
            "now_ms": now_ms,
            "count": count,
            "take_over_before_ms": take_over_before_ms,
            "partition": partition,
            "partition_count": partition_count,
        }
        return read_deadlines(await self.fetch_rows(_SELECT_DUE(**values)))

    async def list_of_match(self, match_id: int) -> list[Deadline]:
        """Return all deadlines of a match, earliest first."""
        return read_deadlines(await self.fetch_rows(SELECT_DEADLINES_OF_MATCH(match_id=match_id)))

    async def set_deadlines(self, match_id: int, *deadlines: Deadline) -> None:
        """Set deadlines that do not result from an event, such as the end of a temporary reveal."""
        await self.database.write(*(SET_DEADLINE(match_id=match_id, **to_values(deadline)) for deadline in deadlines))

    async def mark_done(self, deadline: Deadline, outcome: DeadlineOutcome) -> None:
        """Record the outcome of a deadline.

        The deadline is no longer due, but it stays stored until its step is over.
        """
        await self.database.write(bind_mark_done(deadline, outcome))

    async def claim_and_remove(self, deadline: Deadline) -> bool:
        """Remove this deadline if it is unchanged. If several processes try, only one gets True."""
        return await self.try_write(_DELETE_EXACTLY(match_id=deadline.match_id, **to_values(deadline)))

    async def claim_and_postpone(self, deadline: Deadline, new_due_ms: int) -> bool:
        """Postpone this deadline if it is unchanged. If several processes try, only one gets True.

        The process that gets True can act until `new_due_ms`, when the deadline is due again.
        """
        return await self.try_write(
            _POSTPONE_EXACTLY(match_id=deadline.match_id, new_due_ms=new_due_ms, **to_values(deadline))
        )


def bind_mark_done(deadline: Deadline, outcome: DeadlineOutcome) -> BoundStatement:
    """Return the statement that `mark_done` runs, for use in a larger transaction."""
    return _MARK_DONE(match_id=deadline.match_id, **{**to_values(deadline), "outcome": outcome})


def read_deadlines(rows: Iterable[Row]) -> list[Deadline]:
    return [Deadline(*(*row[:6], bool(row[6]), *row[7:])) for row in rows]
