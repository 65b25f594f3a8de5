"""Heartbeats: which processes are running, and when none was (an absence).

The pulse is one row with the newest heartbeat of any process. A gap in it is an absence: deadlines that would have
fired during it are moved, since nobody could play.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from storage.database import ClockDoubted, NoRowMatched
from storage.repository import Repository
from storage.statement import Statement

MAX_CLOCK_GAP_MS: Final = 30 * 86_400_000
"""A longer absence is taken for a wrong clock. No time limit that a player can set is longer."""
MAX_CLOCK_SKEW_MS: Final = 60_000
"""How far the clock of one process may be behind that of another."""

# The row stays locked from here on: of two processes that start at once the second reads the pulse of the first.
_ADVANCE_PULSE: Final = Statement(
    """
    UPDATE pulse SET before = at, at = CASE WHEN at > :at THEN at ELSE :at END
    WHERE id = 1 AND CAST(:at AS INTEGER) BETWEEN COALESCE(at, :at) - CAST(:max_skew AS INTEGER)
        AND COALESCE(at, :at) + CAST(:max_gap AS INTEGER)
    RETURNING COALESCE(before, :at) AS before
    """,
    must_match=True,
)
_INSERT_ABSENCE: Final = Statement(
    """
    INSERT INTO absence (began, ended) SELECT CAST(:before AS INTEGER), CAST(:at AS INTEGER)
    WHERE CAST(:at AS INTEGER) - CAST(:before AS INTEGER) > CAST(:silence AS INTEGER)
    """
)
_SELECT_ABSENCES: Final = Statement("SELECT began, ended FROM absence WHERE ended > :since ORDER BY began")
_UPSERT_HEARTBEAT: Final = Statement(
    """
    INSERT INTO heartbeat (process, at) VALUES (:process, :at) ON CONFLICT (process) DO UPDATE SET at = excluded.at
    RETURNING COALESCE((SELECT ended FROM absence WHERE began = (SELECT MAX(began) FROM absence)), 0) AS returned
    """,
    must_match=True,
)
_DELETE_OLD_HEARTBEATS: Final = Statement("DELETE FROM heartbeat WHERE at < CAST(:at AS INTEGER) - 86400000")
_SELECT_PULSE: Final = Statement("SELECT at FROM pulse WHERE at IS NOT NULL")
# An absence cannot end in the future.
_SHORTEN_ABSENCES: Final = Statement("UPDATE absence SET ended = :now WHERE ended > :now")
_DELETE_EMPTY_ABSENCES: Final = Statement("DELETE FROM absence WHERE began >= ended")
_INSERT_CURRENT_ABSENCE: Final = Statement(
    """
    INSERT INTO absence (began, ended) SELECT at, CAST(:now AS INTEGER) FROM pulse
    WHERE CAST(:now AS INTEGER) - at > CAST(:silence AS INTEGER)
    """
)
_RESET_PULSE: Final = Statement("UPDATE pulse SET at = :now, before = :now WHERE at IS NOT NULL")
_DELETE_FUTURE_HEARTBEATS: Final = Statement("DELETE FROM heartbeat WHERE at > :now")
_SELECT_PROCESSES: Final = Statement("SELECT process, at FROM heartbeat WHERE at >= :since ORDER BY process")


class HeartbeatRepository(Repository):
    async def record_heartbeat(self, process: str, now: int, silence: int, *, skipped: int = 0) -> int:
        """Record that this process runs, and return when the newest absence ended (0 if there was none).

        Call it before anything else at startup. If no process had a heartbeat for longer than `silence`, the gap is
        stored as an absence, once, however many processes come back together. No deadline moves here: a caller that
        gets a new number lists the absences and computes its deadlines anew.

        Raises `ClockDoubted` if the time is far from the last one known. `skipped` is time that a test or the
        playground has skipped on purpose.
        """
        try:
            _, _, ((returned,),), _ = await self.database.write(
                _ADVANCE_PULSE(at=now, max_skew=MAX_CLOCK_SKEW_MS, max_gap=MAX_CLOCK_GAP_MS + skipped),
                _INSERT_ABSENCE(at=now, silence=silence + skipped),
                _UPSERT_HEARTBEAT(process=process, at=now),
                _DELETE_OLD_HEARTBEATS(at=now),
            )
        except NoRowMatched as unmatched:
            last = await self._load_last_heartbeat()
            raise ClockDoubted(
                f"time is doubted: it was {_format_time(last or 0)}, and this watch says {_format_time(now)}"
            ) from unmatched
        return int(returned)

    async def find_wrong_times(self, now: int) -> list[str]:
        """Return a line for every stored time that lies in the future, or too far in the past to be believed."""
        found = []
        last = await self._load_last_heartbeat()
        if last is not None and not last - MAX_CLOCK_SKEW_MS <= now <= last + MAX_CLOCK_GAP_MS:
            found.append(f"the last sign of life is of {_format_time(last)}, and now it is {_format_time(now)}")
        for began, ended in await self.list_absences():
            if ended > now + MAX_CLOCK_SKEW_MS:
                span = f"from {_format_time(began)} to {_format_time(ended)}"
                found.append(f"nobody is said to be there {span}, which has not come")
        return found

    async def accept_clock(self, now: int, silence: int) -> None:
        """Take `now` for the right time: correct what lies in the future, and store a long gap as an absence."""
        await self.database.write(
            _SHORTEN_ABSENCES(now=now),
            _DELETE_EMPTY_ABSENCES(),
            _INSERT_CURRENT_ABSENCE(now=now, silence=silence),
            _RESET_PULSE(now=now),
            _DELETE_FUTURE_HEARTBEATS(now=now),
        )

    async def list_absences(self, since: int = 0) -> list[tuple[int, int]]:
        """Return the periods in which no process ran, as (began, ended), oldest first, that ended after `since`."""
        return [(began, ended) for began, ended in await self.fetch_rows(_SELECT_ABSENCES(since=since))]

    async def list_processes(self, since: int) -> dict[str, int]:
        """Return the last heartbeat of each process."""
        return dict(await self.fetch_rows(_SELECT_PROCESSES(since=since)))

    async def _load_last_heartbeat(self) -> int | None:
        rows = await self.fetch_rows(_SELECT_PULSE())
        return rows[0][0] if rows else None


def _format_time(at: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)).isoformat(timespec="seconds")
