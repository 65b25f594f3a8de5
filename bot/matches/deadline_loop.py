"""One loop that sleeps until the next deadline in the store. Time is an argument: only `run` looks at a watch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

from bot.matches.cache import PAST
from bot.matches.service import MatchService
from bot.wall_clock import HOUR, MINUTE, now
from storage import ClockDoubted, Deadline, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

BEAT: Final = 10_000
"""Milliseconds between two signs of life."""
LEAST: Final = 100
"""Whatever is due: others want to do something, too."""
SILENCE: Final = 25_000
"""So long without any, and the bot was away. Hardly more than two of them: what is not counted adds up."""
APART: Final = MINUTE
"""Milliseconds that our watch and the database's may differ by."""
LATE: Final = MINUTE
"""Without a look at what is due for so long, the clock is not well."""
SPARE: Final = 3_000
"""Milliseconds by which those are later whose share it is not."""


class Share:
    """Which matches this process looks after first, of all that serve the same store: every so-manieth, by its number.

    Nothing depends on it: what nobody has done after a while the others do.
    """

    def __init__(self) -> None:
        self.place = 0
        self.of = 1
        """So many share."""

    def learn(self, process: str, alive: Iterable[str]) -> None:
        """They go by the order of their names, which each of them finds the same."""
        names = sorted({process, *alive})
        self.place, self.of = names.index(process), len(names)

    def has(self, match_id: int) -> bool:
        return match_id % self.of == self.place


class DeadlineLoop:
    def __init__(
        self,
        matches: MatchService,
        store: Store,
        process: str,
        told: Callable[[Deadline], Awaitable[None]],
        server: Callable[[], Awaitable[int | None]] | None = None,
        share: Share | None = None,
    ) -> None:
        """`server` is asked what time it is elsewhere; at a playground nobody is, for there it is what it likes."""
        self.matches = matches
        self.store = store
        self.process = process
        self._told = told
        """Who is to hear what happened."""
        self._share = share or Share()
        self._server = server
        self._away: int | None = None
        """When the last absence that we know of ended."""
        self._beaten: int | None = None
        """When it last gave a sign of life."""
        self.looked = 0
        """When it last did all that was due."""
        self._skipped = 0
        """Milliseconds by which time has been moved on since the last sign of life."""
        self._moved = asyncio.Event()

    def moved(self, by: int) -> None:
        """Time goes on from elsewhere. We were there all the while: it is no absence, and people are charged for it."""
        self._skipped += by
        self._moved.set()

    async def beat(self, now: int) -> None:
        """A sign of life; if there had been none for long, from anybody, nobody is charged for that time.

        Before anything else: whoever starts must know how long all were away.
        """
        skipped, self._skipped = self._skipped, 0
        try:
            await self._compared(now)
            away = await self.store.heartbeats.record_heartbeat(self.process, now, SILENCE, skipped_ms=skipped)
        except (ClockDoubted, StoreUnavailable):
            self._skipped += skipped
            raise
        if away != self._away:
            self.matches.returned(await self.store.heartbeats.list_downtimes(now - PAST))
            self._away = away
        await self.matches.learn(now)
        self._share.learn(self.process, await self.store.heartbeats.load_last_heartbeats(now - SILENCE))
        self._beaten = now

    async def _compared(self, now: int) -> None:
        theirs = await self._server() if self._server else None
        if theirs is not None and abs(now - theirs) > APART:
            raise ClockDoubted(f"time is doubted: this watch is {(now - theirs) // 1000} s ahead of the database's")

    async def tick(self, now: int) -> int | None:
        """Fires all that is due; says when there will be more."""
        fired: set[Deadline] = set()
        # What has been fired and is due as before would be so for ever.
        while due := set(await self._due(now)) - fired:
            for deadline in sorted(due, key=lambda deadline: deadline.due_ms):
                await self._fire(deadline, now)
            fired |= due
        return await self._earliest(now)

    async def _due(self, now: int) -> list[Deadline]:
        """Ours, and what others should have done by now."""
        return await self.store.deadlines.list_due(
            now, take_over_before_ms=now - SPARE, partition=self._share.place, partition_count=self._share.of
        )

    async def _earliest(self, now: int) -> int | None:
        """When to look again. What is due and not ours is left to whoever has it for a while."""
        first = await self.store.deadlines.find_next_due()
        if first is None or first > now or self._share.of == 1:
            return first
        coming = await self.store.deadlines.find_next_due(after_ms=now)
        return first + SPARE if coming is None else min(first + SPARE, coming)

    async def _fire(self, deadline: Deadline, now: int) -> None:
        try:
            happened = await self.matches.fire(deadline, now)
        except StoreUnavailable:
            raise
        except Exception:
            # One match that cannot be read must not stop the clocks of all the others.
            log.exception("its %s is put off for an hour", deadline.kind, extra={"match": deadline.match_id})
            # Exactly this one: whatever has come of it meanwhile is not taken back.
            await self.store.deadlines.claim_and_postpone(deadline, now + HOUR)
            return
        if happened:
            try:
                await self._told(deadline)
            except Exception:
                # It is stored; whoever shows tables will find it unshown.
                log.exception("nobody could be told of its %s", deadline.kind, extra={"match": deadline.match_id})

    async def run(self) -> None:
        """Until cancelled, or the store is damaged, or changed by a newer bot in a way that this one does not know."""
        while True:
            self._moved.clear()
            pause = BEAT
            try:
                if self._owes(now()):
                    await self.store.check_compatibility()
                    await self.beat(now())
                due = await self._ticked()
                self.looked = now()
                pause = self._pause(due)
            except StoreUnavailable:
                log.exception("the store is out of reach; trying again")
            except ClockDoubted as doubted:
                # Whoever was charged by a wrong watch would lose by it.
                log.error("no clock runs: %s", doubted)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause / 1000):
                    await self._moved.wait()

    def _owes(self, now: int) -> bool:
        """A sign of life? Where much is due it looks many times between two; but nothing is due by a watch that has
        jumped since the last, or was moved on.
        """
        return self._beaten is None or bool(self._skipped) or not 0 <= now - self._beaten < BEAT

    def _pause(self, due: int | None = None) -> int:
        """Milliseconds until something is due, or the next sign of life."""
        owed = BEAT if self._beaten is None else self._beaten + BEAT - now()
        return max(LEAST, min(BEAT, owed, BEAT if due is None else due - now()))

    async def _ticked(self) -> int | None:
        """With signs of life for as long as it takes: after an outage much is due at once, and that is no absence."""
        ticking = asyncio.create_task(self.tick(now()))
        try:
            while not (await asyncio.wait((ticking,), timeout=self._pause() / 1000))[0]:
                await self.beat(now())
            return ticking.result()
        finally:
            ticking.cancel()
