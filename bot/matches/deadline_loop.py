"""A loop that sleeps until the next stored deadline and fires it.

Only `run` reads the clock. The other public methods get the current time as an argument if they need it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

from bot.matches.cache import ABSENCE_LOOKBACK_MS
from bot.matches.service import MatchService
from bot.wall_clock import HOUR_MS, MINUTE_MS, current_time_ms
from storage import ClockDoubted, Deadline, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

HEARTBEAT_INTERVAL_MS: Final = 10_000
MIN_SLEEP_MS: Final = 100
"""The loop sleeps at least this long, so that overdue deadlines do not keep other tasks from running."""
DOWNTIME_THRESHOLD_MS: Final = 25_000
"""A gap between heartbeats counts as downtime if it is longer than this. Shorter gaps are charged to players, so the
threshold is just over two heartbeat intervals.
"""
MAX_CLOCK_DIFFERENCE_MS: Final = MINUTE_MS
"""How much this machine's clock may differ from the database's."""
HEALTHY_TICK_AGE_MS: Final = MINUTE_MS
"""The loop counts as unhealthy if its last pass ended longer ago than this."""
TAKEOVER_DELAY_MS: Final = 3_000
"""How long a deadline must be overdue before a process fires it for a match that belongs to another process."""


class MatchPartition:
    """This process's share of the matches when several processes use one store.

    A match belongs to the process whose index is the match ID modulo the number of processes. The shares only prevent
    duplicate work: if a process misses a deadline of its own match, another process fires the deadline.
    """

    def __init__(self) -> None:
        self.index = 0
        self.partition_count = 1

    def update_share(self, process: str, live_processes: Iterable[str]) -> None:
        """Recompute this process's share from the names of all live processes.

        All processes sort the names in the same way, so they agree on the shares.
        """
        names = sorted({process, *live_processes})
        self.index, self.partition_count = names.index(process), len(names)

    def owns_match(self, match_id: int) -> bool:
        return match_id % self.partition_count == self.index


class DeadlineLoop:
    def __init__(
        self,
        matches: MatchService,
        store: Store,
        process: str,
        on_fired: Callable[[Deadline], Awaitable[None]],
        read_database_time: Callable[[], Awaitable[int | None]] | None = None,
        partition: MatchPartition | None = None,
        on_progress: Callable[[], None] = lambda: None,
    ) -> None:
        """Create the loop. `read_database_time` is None if there is no database clock to compare with.

        `on_progress` is called before each pass and after each deadline. If no calls follow, the loop hangs.
        """
        self.matches = matches
        self.store = store
        self.process = process
        self._on_fired = on_fired
        self._partition = partition or MatchPartition()
        self._read_database_time = read_database_time
        self._on_progress = on_progress
        self._last_downtime_end_ms: int | None = None
        self._last_heartbeat_ms: int | None = None
        self.last_tick_ms = 0
        """When the loop last finished a pass."""
        self._skipped_ms = 0
        """How much simulated time was skipped since the last heartbeat."""
        self._time_skipped = asyncio.Event()

    def skip_time(self, skipped_ms: int) -> None:
        """Move simulated time forward. The skipped time does not count as downtime, so it is charged to players."""
        self._skipped_ms += skipped_ms
        self._time_skipped.set()

    async def record_heartbeat(self, now_ms: int) -> None:
        """Store that this process is alive. If no process did so for too long, record the gap as downtime.

        Call this method at startup before firing deadlines, so that the preceding downtime is not charged to players.
        """
        skipped_ms, self._skipped_ms = self._skipped_ms, 0
        try:
            await self._check_database_clock(now_ms)
            downtime_end_ms = await self.store.heartbeats.record_heartbeat(
                self.process, now_ms, DOWNTIME_THRESHOLD_MS, skipped_ms=skipped_ms
            )
        except (ClockDoubted, StoreUnavailable):
            self._skipped_ms += skipped_ms
            raise
        if downtime_end_ms != self._last_downtime_end_ms:
            self.matches.set_downtimes(await self.store.heartbeats.list_downtimes(now_ms - ABSENCE_LOOKBACK_MS))
            self._last_downtime_end_ms = downtime_end_ms
        await self.matches.refresh_holidays(now_ms)
        self._partition.update_share(
            self.process, await self.store.heartbeats.load_last_heartbeats(now_ms - DOWNTIME_THRESHOLD_MS)
        )
        self._last_heartbeat_ms = now_ms

    async def _check_database_clock(self, now_ms: int) -> None:
        database_ms = await self._read_database_time() if self._read_database_time else None
        if database_ms is not None and abs(now_ms - database_ms) > MAX_CLOCK_DIFFERENCE_MS:
            raise ClockDoubted(
                f"the clock seems wrong: it differs from PostgreSQL's clock by {(now_ms - database_ms) // 1000} s"
            )

    async def fire_due_deadlines(self, now_ms: int) -> int | None:
        """Fire all due deadlines, and return when to check again, or None if no deadlines are left."""
        fired: set[Deadline] = set()
        # Never fire a deadline twice: if firing did not remove the deadline, this loop would never end.
        while due := set(await self._list_due(now_ms)) - fired:
            for deadline in sorted(due, key=lambda deadline: deadline.due_ms):
                await self._fire_deadline(deadline, now_ms)
                self._on_progress()
            fired |= due
        return await self._find_next_due(now_ms)

    async def _list_due(self, now_ms: int) -> list[Deadline]:
        """Return the due deadlines of this process's matches, and the overdue deadlines of other processes' matches."""
        return await self.store.deadlines.list_due(
            now_ms,
            take_over_before_ms=now_ms - TAKEOVER_DELAY_MS,
            partition=self._partition.index,
            partition_count=self._partition.partition_count,
        )

    async def _find_next_due(self, now_ms: int) -> int | None:
        """Return when to check for due deadlines again, or None if there are no deadlines.

        Other processes get `TAKEOVER_DELAY_MS` to fire their own due deadlines.
        """
        first_ms = await self.store.deadlines.find_next_due()
        if first_ms is None or first_ms > now_ms or self._partition.partition_count == 1:
            return first_ms
        next_ms = await self.store.deadlines.find_next_due(after_ms=now_ms)
        return first_ms + TAKEOVER_DELAY_MS if next_ms is None else min(first_ms + TAKEOVER_DELAY_MS, next_ms)

    async def _fire_deadline(self, deadline: Deadline, now_ms: int) -> None:
        try:
            has_changed = await self.matches.fire_deadline(deadline, now_ms)
        except StoreUnavailable:
            raise
        except Exception:
            # One unreadable match must not stop the deadlines of all other matches.
            log.exception(
                "a deadline of kind %s failed, next attempt in an hour",
                deadline.kind,
                extra={"match": deadline.match_id},
            )
            # Does nothing if the deadline was changed meanwhile.
            await self.store.deadlines.claim_and_postpone(deadline, now_ms + HOUR_MS)
            return
        if has_changed:
            try:
                await self._on_fired(deadline)
            except Exception:
                # The change is stored, so the next refresh of the match shows it.
                log.exception(
                    "a deadline of kind %s fired, but the follow-up failed",
                    deadline.kind,
                    extra={"match": deadline.match_id},
                )

    async def run(self) -> None:
        """Fire deadlines until canceled.

        Raises an exception if the store is damaged, or if a newer version of the bot has made it incompatible.
        """
        while True:
            self._on_progress()
            self._time_skipped.clear()
            sleep_ms = HEARTBEAT_INTERVAL_MS
            try:
                if self._is_heartbeat_due(current_time_ms()):
                    await self.store.check_compatibility()
                    await self.record_heartbeat(current_time_ms())
                next_due_ms = await self._fire_with_heartbeats()
                self.last_tick_ms = current_time_ms()
                sleep_ms = self._compute_sleep_ms(next_due_ms)
            except StoreUnavailable:
                log.exception("the store is unavailable; trying again")
            except ClockDoubted as error:
                # A wrong clock must not cost players any time.
                log.error("deadlines are suspended: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(sleep_ms / 1000):
                    await self._time_skipped.wait()

    def _is_heartbeat_due(self, now_ms: int) -> bool:
        """Return whether to store a heartbeat before the next pass.

        A heartbeat is also due after the clock has jumped or simulated time was skipped. Storing a heartbeat checks the
        clock before any deadline is fired.
        """
        return (
            self._last_heartbeat_ms is None
            or bool(self._skipped_ms)
            or not 0 <= now_ms - self._last_heartbeat_ms < HEARTBEAT_INTERVAL_MS
        )

    def _compute_sleep_ms(self, due_ms: int | None = None) -> int:
        """Return how long to sleep: until the next heartbeat, or until `due_ms` if that is earlier."""
        until_heartbeat_ms = (
            HEARTBEAT_INTERVAL_MS
            if self._last_heartbeat_ms is None
            else self._last_heartbeat_ms + HEARTBEAT_INTERVAL_MS - current_time_ms()
        )
        return max(
            MIN_SLEEP_MS,
            min(
                HEARTBEAT_INTERVAL_MS,
                until_heartbeat_ms,
                HEARTBEAT_INTERVAL_MS if due_ms is None else due_ms - current_time_ms(),
            ),
        )

    async def _fire_with_heartbeats(self) -> int | None:
        """Fire due deadlines, store heartbeats in the meantime, and return when to check again.

        After an outage, many deadlines are due at once. The time it takes to fire them must not count as downtime.
        """
        firing = asyncio.create_task(self.fire_due_deadlines(current_time_ms()))
        try:
            while not (await asyncio.wait((firing,), timeout=self._compute_sleep_ms() / 1000))[0]:
                await self.record_heartbeat(current_time_ms())
            return firing.result()
        finally:
            firing.cancel()
