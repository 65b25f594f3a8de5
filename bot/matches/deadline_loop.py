"""One loop that sleeps until the next deadline in the store. Time is an argument: only `run` looks at a watch."""

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
"""Milliseconds between two signs of life."""
MIN_SLEEP_MS: Final = 100
"""Whatever is due: others want to do something, too."""
DOWNTIME_THRESHOLD_MS: Final = 25_000
"""So long without any, and the bot was away. Hardly more than two of them: what is not counted adds up."""
MAX_CLOCK_DIFFERENCE_MS: Final = MINUTE_MS
"""Milliseconds that our watch and the database's may differ by."""
HEALTHY_TICK_AGE_MS: Final = MINUTE_MS
"""Without a look at what is due for so long, the clock is not well."""
TAKEOVER_DELAY_MS: Final = 3_000
"""Milliseconds by which those are later whose share it is not."""


class MatchPartition:
    """Which matches this process looks after first, of all that serve the same store: every so-manieth, by its number.

    Nothing depends on it: what nobody has done after a while the others do.
    """

    def __init__(self) -> None:
        self.index = 0
        self.partition_count = 1
        """So many share."""

    def assign(self, process: str, live_processes: Iterable[str]) -> None:
        """They go by the order of their names, which each of them finds the same."""
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
        """`server` is asked what time it is elsewhere; at a playground nobody is, for there it is what it likes."""
        self.matches = matches
        self.store = store
        self.process = process
        self._on_fired = on_fired
        """Who is to hear what happened."""
        self._partition = partition or MatchPartition()
        self._read_database_time = read_database_time
        self._last_downtime_end_ms: int | None = None
        """When the last absence that we know of ended."""
        self._last_heartbeat_ms: int | None = None
        """When it last gave a sign of life."""
        self.last_tick_ms = 0
        """When it last did all that was due."""
        self._skipped_ms = 0
        """Milliseconds by which time has been moved on since the last sign of life."""
        self._time_skipped = asyncio.Event()

    def skip_time(self, skipped_ms: int) -> None:
        """Time goes on from elsewhere. We were there all the while: it is no absence, and people are charged for it."""
        self._skipped_ms += skipped_ms
        self._time_skipped.set()

    async def record_heartbeat(self, now: int) -> None:
        """A sign of life; if there had been none for long, from anybody, nobody is charged for that time.

        Before anything else: whoever starts must know how long all were away.
        """
        skipped, self._skipped_ms = self._skipped_ms, 0
        try:
            await self._check_database_clock(now)
            away = await self.store.heartbeats.record_heartbeat(
                self.process, now, DOWNTIME_THRESHOLD_MS, skipped_ms=skipped
            )
        except (ClockDoubted, StoreUnavailable):
            self._skipped_ms += skipped
            raise
        if away != self._last_downtime_end_ms:
            self.matches.set_downtimes(await self.store.heartbeats.list_downtimes(now - ABSENCE_LOOKBACK_MS))
            self._last_downtime_end_ms = away
        await self.matches.refresh_holidays(now)
        self._partition.assign(
            self.process, await self.store.heartbeats.load_last_heartbeats(now - DOWNTIME_THRESHOLD_MS)
        )
        self._last_heartbeat_ms = now

    async def _check_database_clock(self, now: int) -> None:
        theirs = await self._read_database_time() if self._read_database_time else None
        if theirs is not None and abs(now - theirs) > MAX_CLOCK_DIFFERENCE_MS:
            raise ClockDoubted(f"time is doubted: this watch is {(now - theirs) // 1000} s ahead of the database's")

    async def fire_due_deadlines(self, now: int) -> int | None:
        """Fires all that is due; says when there will be more."""
        fired: set[Deadline] = set()
        # What has been fired and is due as before would be so for ever.
        while due := set(await self._list_due(now)) - fired:
            for deadline in sorted(due, key=lambda deadline: deadline.due_ms):
                await self._fire_deadline(deadline, now)
            fired |= due
        return await self._find_next_due(now)

    async def _list_due(self, now: int) -> list[Deadline]:
        """Ours, and what others should have done by now."""
        return await self.store.deadlines.list_due(
            now,
            take_over_before_ms=now - TAKEOVER_DELAY_MS,
            partition=self._partition.index,
            partition_count=self._partition.partition_count,
        )

    async def _find_next_due(self, now: int) -> int | None:
        """When to look again. What is due and not ours is left to whoever has it for a while."""
        first = await self.store.deadlines.find_next_due()
        if first is None or first > now or self._partition.partition_count == 1:
            return first
        coming = await self.store.deadlines.find_next_due(after_ms=now)
        return first + TAKEOVER_DELAY_MS if coming is None else min(first + TAKEOVER_DELAY_MS, coming)

    async def _fire_deadline(self, deadline: Deadline, now: int) -> None:
        try:
            happened = await self.matches.fire_deadline(deadline, now)
        except StoreUnavailable:
            raise
        except Exception:
            # One match that cannot be read must not stop the clocks of all the others.
            log.exception("its %s is put off for an hour", deadline.kind, extra={"match": deadline.match_id})
            # Exactly this one: whatever has come of it meanwhile is not taken back.
            await self.store.deadlines.claim_and_postpone(deadline, now + HOUR_MS)
            return
        if happened:
            try:
                await self._on_fired(deadline)
            except Exception:
                # It is stored; whoever shows tables will find it unshown.
                log.exception("nobody could be told of its %s", deadline.kind, extra={"match": deadline.match_id})

    async def run(self) -> None:
        """Until cancelled, or the store is damaged, or changed by a newer bot in a way that this one does not know."""
        while True:
            self._time_skipped.clear()
            pause = HEARTBEAT_INTERVAL_MS
            try:
                if self._is_heartbeat_due(current_time_ms()):
                    await self.store.check_compatibility()
                    await self.record_heartbeat(current_time_ms())
                due = await self._fire_with_heartbeats()
                self.last_tick_ms = current_time_ms()
                pause = self._compute_sleep_ms(due)
            except StoreUnavailable:
                log.exception("the store is out of reach; trying again")
            except ClockDoubted as doubted:
                # Whoever was charged by a wrong watch would lose by it.
                log.error("no clock runs: %s", doubted)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause / 1000):
                    await self._time_skipped.wait()

    def _is_heartbeat_due(self, now: int) -> bool:
        """A sign of life? Where much is due it looks many times between two; but nothing is due by a watch that has
        jumped since the last, or was moved on.
        """
        return (
            self._last_heartbeat_ms is None
            or bool(self._skipped_ms)
            or not 0 <= now - self._last_heartbeat_ms < HEARTBEAT_INTERVAL_MS
        )

    def _compute_sleep_ms(self, due_ms: int | None = None) -> int:
        """Milliseconds until something is due, or the next sign of life."""
        owed = (
            HEARTBEAT_INTERVAL_MS
            if self._last_heartbeat_ms is None
            else self._last_heartbeat_ms + HEARTBEAT_INTERVAL_MS - current_time_ms()
        )
        return max(
            MIN_SLEEP_MS,
            min(HEARTBEAT_INTERVAL_MS, owed, HEARTBEAT_INTERVAL_MS if due_ms is None else due_ms - current_time_ms()),
        )

    async def _fire_with_heartbeats(self) -> int | None:
        """With signs of life for as long as it takes: after an outage much is due at once, and that is no absence."""
        ticking = asyncio.create_task(self.fire_due_deadlines(current_time_ms()))
        try:
            while not (await asyncio.wait((ticking,), timeout=self._compute_sleep_ms() / 1000))[0]:
                await self.record_heartbeat(current_time_ms())
            return ticking.result()
        finally:
            ticking.cancel()
