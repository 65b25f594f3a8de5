"""A loop that sleeps until the next stored deadline and fires it.

Every method but `run` gets the time as an argument.
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
"""The loop always sleeps this long, so that overdue deadlines do not keep other tasks from running."""
DOWNTIME_THRESHOLD_MS: Final = 25_000
"""A longer gap between heartbeats counts as downtime. Shorter gaps are charged to players, so it is just over two
intervals.
"""
MAX_CLOCK_DIFFERENCE_MS: Final = MINUTE_MS
"""How much this machine's clock may differ from the database's."""
HEALTHY_TICK_AGE_MS: Final = MINUTE_MS
"""The loop is unhealthy if it has not finished a pass for this long."""
TAKEOVER_DELAY_MS: Final = 3_000
"""How overdue a deadline must be before another process than its own fires it."""


class MatchPartition:
    """The share of the matches that this process handles first, when several processes use one store.

    A match belongs to the process whose index is its id modulo the number of processes. Correctness does not depend on
    it: overdue deadlines are taken over by the other processes.
    """

    def __init__(self) -> None:
        self.index = 0
        self.partition_count = 1

    def update_share(self, process: str, live_processes: Iterable[str]) -> None:
        """Set this process's share. All processes sort the names alike, so they agree."""
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
    ) -> None:
        """`read_database_time` is None where time is simulated, because there are no clocks to compare."""
        self.matches = matches
        self.store = store
        self.process = process
        self._on_fired = on_fired
        self._partition = partition or MatchPartition()
        self._read_database_time = read_database_time
        self._last_downtime_end_ms: int | None = None
        self._last_heartbeat_ms: int | None = None
        self.last_tick_ms = 0
        """When the loop last finished a pass."""
        self._skipped_ms = 0
        """By how much simulated time was moved forward since the last heartbeat."""
        self._time_skipped = asyncio.Event()

    def skip_time(self, skipped_ms: int) -> None:
        """Move simulated time forward. This is no downtime, so players are charged for it."""
        self._skipped_ms += skipped_ms
        self._time_skipped.set()

    async def record_heartbeat(self, now_ms: int) -> None:
        """Store a heartbeat. If no process had stored one for long, the gap becomes a downtime that no clock counts.

        Call it before firing deadlines at startup, so that the downtime before is known.
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
                f"time is doubted: this watch is {(now_ms - database_ms) // 1000} s ahead of the database's"
            )

    async def fire_due_deadlines(self, now_ms: int) -> int | None:
        """Fire everything that is due, and return when the next deadline is."""
        fired: set[Deadline] = set()
        # Never fire the same deadline twice: if firing did not remove it, this loop would not end.
        while due := set(await self._list_due(now_ms)) - fired:
            for deadline in sorted(due, key=lambda deadline: deadline.due_ms):
                await self._fire_deadline(deadline, now_ms)
            fired |= due
        return await self._find_next_due(now_ms)

    async def _list_due(self, now_ms: int) -> list[Deadline]:
        """Return this process's due deadlines, and overdue ones of other processes."""
        return await self.store.deadlines.list_due(
            now_ms,
            take_over_before_ms=now_ms - TAKEOVER_DELAY_MS,
            partition=self._partition.index,
            partition_count=self._partition.partition_count,
        )

    async def _find_next_due(self, now_ms: int) -> int | None:
        """Return when to look again. Other processes get `TAKEOVER_DELAY_MS` to fire their own due deadlines."""
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
            # One unreadable match must not stop the clocks of all the others.
            log.exception("its %s is put off for an hour", deadline.kind, extra={"match": deadline.match_id})
            # Does nothing if the deadline was changed meanwhile.
            await self.store.deadlines.claim_and_postpone(deadline, now_ms + HOUR_MS)
            return
        if has_changed:
            try:
                await self._on_fired(deadline)
            except Exception:
                # The change is stored, so the next refresh of the match shows it.
                log.exception("nobody could be told of its %s", deadline.kind, extra={"match": deadline.match_id})

    async def run(self) -> None:
        """Run until cancelled, until the store is damaged, or until a newer bot has made it incompatible."""
        while True:
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
                log.exception("the store is out of reach; trying again")
            except ClockDoubted as error:
                # Players must not lose time by a wrong clock.
                log.error("no clock runs: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(sleep_ms / 1000):
                    await self._time_skipped.wait()

    def _is_heartbeat_due(self, now_ms: int) -> bool:
        """Return whether to store a heartbeat before the next pass.

        One is also due after the clock jumped or was moved forward. Storing it checks the clock before any deadline is
        fired.
        """
        return (
            self._last_heartbeat_ms is None
            or bool(self._skipped_ms)
            or not 0 <= now_ms - self._last_heartbeat_ms < HEARTBEAT_INTERVAL_MS
        )

    def _compute_sleep_ms(self, due_ms: int | None = None) -> int:
        """Return how long to sleep: until a deadline or the next heartbeat is due."""
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
        """Fire due deadlines, and store heartbeats while that takes long.

        After an outage much is due at once, and working through it is no downtime.
        """
        firing = asyncio.create_task(self.fire_due_deadlines(current_time_ms()))
        try:
            while not (await asyncio.wait((firing,), timeout=self._compute_sleep_ms() / 1000))[0]:
                await self.record_heartbeat(current_time_ms())
            return firing.result()
        finally:
            firing.cancel()
