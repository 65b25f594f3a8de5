"""Deadlines, and the pulse that tells how long nobody was there to keep them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from storage.database import Doubted, Missed
from storage.part import Part
from storage.statement import Bound, Row, Statement, fields, insert


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
_RESUME: Final = Statement(
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


def read_holiday(row: Row) -> Holiday:
    return Holiday(*row)


NO_SEAT: Final = -1
"""A deadline of the whole match."""


@dataclass(frozen=True, slots=True)
class Deadline:
    kind: str
    due: int
    step: int
    """The step it belongs to: whoever fires it late finds that the match has moved on."""
    seat: int = NO_SEAT
    match: int = 0
    """Known when it comes out of the store."""
    answer: str = ""
    """What was done about it, where it stands on nonetheless; what has an answer is not due any more."""


BELIEF: Final = 30 * 86_400_000
"""Milliseconds. A longer absence is not believed: no clock that anybody may set goes further."""
BACK: Final = 60_000
"""So far one watch may be behind another. Time does not go back; if it seems to, either was wrong."""

_KEY: Final = "ON CONFLICT (match, kind, seat) DO UPDATE SET"
_NEW: Final = "match, kind, seat, due, step"
SET: Final = insert("deadline", _NEW, f"{_KEY} due = excluded.due, step = excluded.step, answer = ''")
# One that stands already stays as it is; but whoever is about to lift it finds that it is not the same any more.
KEPT: Final = insert("deadline", _NEW, f"{_KEY} step = deadline.step + 1")
UNSET: Final = Statement("DELETE FROM deadline WHERE match = :match AND kind = :kind AND seat = :seat")
_LIFT: Final = Statement(
    "DELETE FROM deadline WHERE match = :match AND kind = :kind AND seat = :seat AND due = :due AND step = :step",
    must=True,
)
_PUT_OFF: Final = Statement(
    """
    UPDATE deadline SET due = :later
    WHERE match = :match AND kind = :kind AND seat = :seat AND due = :due AND step = :step AND answer = ''
    """,
    must=True,
)
# Whatever the clock has made of it meanwhile; but not of the next step's.
_ANSWER: Final = Statement(
    """
    UPDATE deadline SET answer = :answer
    WHERE match = :match AND kind = :kind AND seat = :seat AND step = :step AND answer = ''
    """
)
_EARLIEST: Final = Statement("SELECT MIN(due) FROM deadline WHERE answer = '' AND due > :after")
# A deadline that another process is just now moving or lifting is its affair.
_DUE: Final = Statement(
    """
    SELECT kind, due, step, seat, match, answer FROM deadline
    WHERE answer = '' AND due <= :now AND (match % :parts = :part OR due <= :spared)
    ORDER BY due LIMIT :count FOR UPDATE SKIP LOCKED
    """
)
STANDING: Final = Statement(
    "SELECT kind, due, step, seat, match, answer FROM deadline WHERE match = :match ORDER BY due, kind, seat"
)
# The row is locked from here on: of two processes that start at once the second finds the pulse of the first.
_PULSE: Final = Statement(
    """
    UPDATE pulse SET before = at, at = CASE WHEN at > :at THEN at ELSE :at END
    WHERE id = 1 AND CAST(:at AS INTEGER) BETWEEN COALESCE(at, :at) - CAST(:back AS INTEGER)
        AND COALESCE(at, :at) + CAST(:belief AS INTEGER)
    RETURNING COALESCE(before, :at) AS before
    """,
    must=True,
)
_NOTE: Final = Statement(
    """
    INSERT INTO absence (began, ended) SELECT CAST(:before AS INTEGER), CAST(:at AS INTEGER)
    WHERE CAST(:at AS INTEGER) - CAST(:before AS INTEGER) > CAST(:silence AS INTEGER)
    """
)
_ABSENCES: Final = Statement("SELECT began, ended FROM absence WHERE ended > :since ORDER BY began")
_BEAT: Final = Statement(
    """
    INSERT INTO heartbeat (process, at) VALUES (:process, :at) ON CONFLICT (process) DO UPDATE SET at = excluded.at
    RETURNING COALESCE((SELECT ended FROM absence WHERE began = (SELECT MAX(began) FROM absence)), 0) AS returned
    """,
    must=True,
)
_BURY: Final = Statement("DELETE FROM heartbeat WHERE at < CAST(:at AS INTEGER) - 86400000")
_KNOWN: Final = Statement("SELECT at FROM pulse WHERE at IS NOT NULL")
# What has not come yet nobody has been away for.
_SHORTEN: Final = Statement("UPDATE absence SET ended = :now WHERE ended > :now")
_UNDO: Final = Statement("DELETE FROM absence WHERE began >= ended")
_SILENT: Final = Statement(
    """
    INSERT INTO absence (began, ended) SELECT at, CAST(:now AS INTEGER) FROM pulse
    WHERE CAST(:now AS INTEGER) - at > CAST(:silence AS INTEGER)
    """
)
_SET_RIGHT: Final = Statement("UPDATE pulse SET at = :now, before = :now WHERE at IS NOT NULL")
_EXPOSE: Final = Statement("DELETE FROM heartbeat WHERE at > :now")
_ALIVE: Final = Statement("SELECT process, at FROM heartbeat WHERE at >= :since ORDER BY process")


class Deadlines(Part):
    async def earliest(self, after: int = -1) -> int | None:
        """Until when the clock may sleep."""
        (((due,),),) = await self.database.read(_EARLIEST(after=after))
        return None if due is None else int(due)

    async def due(
        self, now: int, count: int = 100, *, spared: int = 0, part: int = 0, parts: int = 1
    ) -> list[Deadline]:
        """The most overdue first. To fire one is an append that takes it away, or a `lift`: it is harmless twice.

        Of all matches one part, by their numbers, and of the others only what was due by `spared`.
        """
        values = {"now": now, "count": count, "spared": spared, "part": part, "parts": parts}
        return read_deadlines(await self.rows(_DUE(**values)))

    async def standing(self, match: int) -> list[Deadline]:
        """All of a match, the earliest first."""
        return read_deadlines(await self.rows(STANDING(match=match)))

    async def schedule(self, match: int, *deadlines: Deadline) -> None:
        """Deadlines that no event sets, such as the cover of what was just revealed."""
        await self.database.write(*(SET(match=match, **fields(each)) for each in deadlines))

    async def answer(self, deadline: Deadline, answer: str) -> None:
        """It has been done, and stands as long as what it belongs to."""
        await self.database.write(answered(deadline, answer))

    async def lift(self, deadline: Deadline) -> bool:
        """Takes away exactly this one. Of all who try, one is told yes."""
        return await self.wrote(_LIFT(match=deadline.match, **fields(deadline)))

    async def put_off(self, deadline: Deadline, later: int) -> bool:
        """Exactly this one is due later. Of all who try, one is told yes, and has until then to do what is due."""
        return await self.wrote(_PUT_OFF(match=deadline.match, later=later, **fields(deadline)))

    async def beat(self, process: str, now: int, silence: int, *, skipped: int = 0) -> int:
        """This process is there. If nobody had beaten for longer than `silence`, that was an absence and is recorded;
        once, however many come back together. Beat before anything else.

        Returns when the newest absence ended, whoever recorded it, or 0: who knew another number asks for `absences`
        and sets its deadlines anew. Here no deadline moves, since only a match knows from when its time counts.

        A time that is far from the last one known is doubted, but for what was `skipped` knowingly.
        """
        try:
            _, _, ((returned,),), _ = await self.database.write(
                _PULSE(at=now, back=BACK, belief=BELIEF + skipped),
                _NOTE(at=now, silence=silence + skipped),
                _BEAT(process=process, at=now),
                _BURY(at=now),
            )
        except Missed as missed:
            last = await self._known()
            raise Doubted(f"time is doubted: it was {_date(last or 0)}, and this watch says {_date(now)}") from missed
        return int(returned)

    async def misdated(self, now: int) -> list[str]:
        """What bears a time that has not come, or is too long ago to be believed."""
        found = []
        last = await self._known()
        if last is not None and not last - BACK <= now <= last + BELIEF:
            found.append(f"the last sign of life is of {_date(last)}, and now it is {_date(now)}")
        for began, ended in await self.absences():
            if ended > now + BACK:
                found.append(f"nobody is said to be there from {_date(began)} to {_date(ended)}, which has not come")
        return found

    async def put_right(self, now: int, silence: int) -> None:
        """It is now, whatever was known: what was to come is taken back, and what was not believed is an absence."""
        await self.database.write(
            _SHORTEN(now=now), _UNDO(), _SILENT(now=now, silence=silence), _SET_RIGHT(now=now), _EXPOSE(now=now)
        )

    async def _known(self) -> int | None:
        rows = await self.rows(_KNOWN())
        return rows[0][0] if rows else None

    async def absences(self, since: int = 0) -> list[tuple[int, int]]:
        """From when to when nobody was there, the oldest first; those that ended after `since`."""
        return [(began, ended) for began, ended in await self.rows(_ABSENCES(since=since))]

    async def alive(self, since: int) -> dict[str, int]:
        """When each process last beat."""
        return dict(await self.rows(_ALIVE(since=since)))

    async def take_holiday(self, person: int, now: int, until: int) -> bool:
        """False for who is on one."""
        return await self.wrote(_TAKE(person=person, now=now, until=until))

    async def end_holiday(self, person: int, now: int) -> bool:
        """Before its time; False for who is on none. Every deadline of theirs is due now, and none is too late."""
        return await self.wrote(_END(person=person, now=now), _RESUME(person=person, now=now))

    async def holidays(self, since: int, after: int) -> list[Holiday]:
        """Those that were taken or ended since then, but for those that were over before `after`."""
        return [read_holiday(row) for row in await self.rows(_SINCE(since=since, after=after))]

    async def holidays_of(self, person: int) -> list[Holiday]:
        return [read_holiday(row) for row in await self.rows(OF_HOLIDAYS(person=person))]


def _date(at: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).isoformat(timespec="seconds")


def answered(deadline: Deadline, answer: str) -> Bound:
    """It has been done, among other things."""
    match, kind, seat, step = deadline.match, deadline.kind, deadline.seat, deadline.step
    return _ANSWER(match=match, kind=kind, seat=seat, step=step, answer=answer)


def read_deadlines(rows: Iterable[Row]) -> list[Deadline]:
    return [Deadline(*row) for row in rows]
