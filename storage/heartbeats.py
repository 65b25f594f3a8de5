"""Process heartbeats, and the downtime periods in which no process was running.

One row holds the latest heartbeat of any process. If that heartbeat is old when a process starts, the gap is recorded
as downtime. Deadlines that would have fired during downtime are moved, since nobody could play.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from storage.database import ClockDoubted, NoRowMatched, Repository
from storage.statement import Statement

MAX_CLOCK_GAP_MS: Final = 30 * 86_400_000
"""A longer gap between heartbeats is blamed on a wrong clock. Players cannot set a time limit longer than this."""
MAX_CLOCK_SKEW_MS: Final = 60_000
"""How far one process's clock may be behind another's."""

# The row stays locked until the transaction ends. If two processes start at once, the second one therefore reads the
# first one's heartbeat.
_ADVANCE_LATEST: Final = Statement(
    """
    UPDATE latest_heartbeat SET previous_ms = beat_ms,
        beat_ms = CASE WHEN beat_ms > :beat_ms THEN beat_ms ELSE :beat_ms END
    WHERE id = 1 AND CAST(:beat_ms AS INTEGER) BETWEEN COALESCE(beat_ms, :beat_ms) - CAST(:max_skew_ms AS INTEGER)
        AND COALESCE(beat_ms, :beat_ms) + CAST(:max_gap_ms AS INTEGER)
    RETURNING COALESCE(previous_ms, :beat_ms) AS previous_ms
    """,
    must_match=True,
)
_INSERT_DOWNTIME: Final = Statement(
    """
    INSERT INTO downtime (start_ms, end_ms) SELECT CAST(:previous_ms AS INTEGER), CAST(:beat_ms AS INTEGER)
    WHERE CAST(:beat_ms AS INTEGER) - CAST(:previous_ms AS INTEGER) > CAST(:silence_ms AS INTEGER)
    """
)
_SELECT_DOWNTIMES: Final = Statement("SELECT start_ms, end_ms FROM downtime WHERE end_ms > :since_ms ORDER BY start_ms")
_UPSERT_HEARTBEAT: Final = Statement(
    """
    INSERT INTO heartbeat (process, beat_ms) VALUES (:process, :beat_ms)
    ON CONFLICT (process) DO UPDATE SET beat_ms = excluded.beat_ms
    RETURNING COALESCE((SELECT end_ms FROM downtime WHERE start_ms = (SELECT MAX(start_ms) FROM downtime)), 0)
        AS last_downtime_end_ms
    """,
    must_match=True,
)
_DELETE_OLD_HEARTBEATS: Final = Statement("DELETE FROM heartbeat WHERE beat_ms < CAST(:beat_ms AS INTEGER) - 86400000")
_SELECT_LATEST: Final = Statement("SELECT beat_ms FROM latest_heartbeat WHERE beat_ms IS NOT NULL")
# A downtime cannot end in the future.
_SHORTEN_DOWNTIMES: Final = Statement("UPDATE downtime SET end_ms = :now_ms WHERE end_ms > :now_ms")
_DELETE_EMPTY_DOWNTIMES: Final = Statement("DELETE FROM downtime WHERE start_ms >= end_ms")
_INSERT_CURRENT_DOWNTIME: Final = Statement(
    """
    INSERT INTO downtime (start_ms, end_ms) SELECT beat_ms, CAST(:now_ms AS INTEGER) FROM latest_heartbeat
    WHERE CAST(:now_ms AS INTEGER) - beat_ms > CAST(:silence_ms AS INTEGER)
    """
)
_RESET_LATEST: Final = Statement(
    "UPDATE latest_heartbeat SET beat_ms = :now_ms, previous_ms = :now_ms WHERE beat_ms IS NOT NULL"
)
_DELETE_FUTURE_HEARTBEATS: Final = Statement("DELETE FROM heartbeat WHERE beat_ms > :now_ms")
_SELECT_PROCESSES: Final = Statement(
    "SELECT process, beat_ms FROM heartbeat WHERE beat_ms >= :since_ms ORDER BY process"
)


class HeartbeatRepository(Repository):
    async def record_heartbeat(self, process: str, now_ms: int, silence_ms: int, *, skipped_ms: int = 0) -> int:
        """Record that this process is running, and return when the latest downtime ended (0 if there was none).

        Call this method before anything else at startup. If no process had a heartbeat for longer than `silence_ms`,
        the gap is recorded as downtime, but only once if several processes restart together. This method does not move
        deadlines. If the returned time differs from that of the previous call, the caller must list the downtimes and
        recompute its deadlines.

        Raises `ClockDoubted` if `now_ms` is too far from the last heartbeat. `skipped_ms` is time that a test or the
        playground has skipped on purpose.
        """
        try:
            _, _, ((last_downtime_end_ms,),), _ = await self.database.write(
                _ADVANCE_LATEST(
                    beat_ms=now_ms, max_skew_ms=MAX_CLOCK_SKEW_MS, max_gap_ms=MAX_CLOCK_GAP_MS + skipped_ms
                ),
                _INSERT_DOWNTIME(beat_ms=now_ms, silence_ms=silence_ms + skipped_ms),
                _UPSERT_HEARTBEAT(process=process, beat_ms=now_ms),
                _DELETE_OLD_HEARTBEATS(beat_ms=now_ms),
            )
        except NoRowMatched as error:
            last = await self._load_latest_heartbeat()
            raise ClockDoubted(
                f"the clock seems wrong: it shows {_format_time(now_ms)},"
                f" but the last heartbeat was at {_format_time(last or 0)};"
                " correct it, or if it is right, stop the bot and run duel doctor --mend"
            ) from error
        return int(last_downtime_end_ms)

    async def find_wrong_times(self, now_ms: int) -> list[str]:
        """Return a message if the last heartbeat is too old or in the future, and for each downtime in the future."""
        messages = []
        last = await self._load_latest_heartbeat()
        if last is not None and not last - MAX_CLOCK_SKEW_MS <= now_ms <= last + MAX_CLOCK_GAP_MS:
            messages.append(f"the last heartbeat was at {_format_time(last)}, but it is {_format_time(now_ms)}")
        for start_ms, end_ms in await self.list_downtimes():
            if end_ms > now_ms + MAX_CLOCK_SKEW_MS:
                span = f"from {_format_time(start_ms)} to {_format_time(end_ms)}"
                messages.append(f"a downtime {span} is stored, which is in the future")
        return messages

    async def accept_clock(self, now_ms: int, silence_ms: int) -> None:
        """Accept `now_ms` as the correct time: fix any stored times later than it, and record a long gap as downtime.

        A gap is long if no process had a heartbeat for more than `silence_ms`.
        """
        await self.database.write(
            _SHORTEN_DOWNTIMES(now_ms=now_ms),
            _DELETE_EMPTY_DOWNTIMES(),
            _INSERT_CURRENT_DOWNTIME(now_ms=now_ms, silence_ms=silence_ms),
            _RESET_LATEST(now_ms=now_ms),
            _DELETE_FUTURE_HEARTBEATS(now_ms=now_ms),
        )

    async def list_downtimes(self, since_ms: int = 0) -> list[tuple[int, int]]:
        """Return the downtime periods that ended after `since_ms`, as (start, end), oldest first."""
        return [(start_ms, end_ms) for start_ms, end_ms in await self.fetch_rows(_SELECT_DOWNTIMES(since_ms=since_ms))]

    async def load_last_heartbeats(self, since_ms: int) -> dict[str, int]:
        """Return each process's last heartbeat time by process name, ignoring heartbeats before `since_ms`."""
        return dict(await self.fetch_rows(_SELECT_PROCESSES(since_ms=since_ms)))

    async def _load_latest_heartbeat(self) -> int | None:
        row = await self.fetch_row(_SELECT_LATEST())
        return row[0] if row else None


def _format_time(time_ms: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=time_ms)).isoformat(timespec="seconds")
