"""Does what the plan says, and takes it back again."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tests.tools.storm.den import NAME, Den, Lair
from tests.tools.storm.ford import Snare
from tests.tools.storm.plan import CALM, POINTS, Fault, Kind
from tests.tools.storm.witness import Witness

AT_ONCE: Final = 5
"""So much goes wrong in the same moment."""
IDLE: Final = 4.0
"""Seconds without anything that happens, and the next fault comes at once: it may be all that is waited for."""
LATE: Final = 4.0
"""Seconds that an answer takes which is only late."""
GRACE: Final = 2.0
"""Seconds until all have come to themselves."""
SPRUNG: Final = 5.0
"""Seconds that a snare lies, and that a fault of the wire waits for somebody."""


class Weather:
    def __init__(self, den: Den, witness: Witness, plan: Iterator[Fault], dice: random.Random) -> None:
        self._den = den
        self._witness = witness
        self._plan = plan
        self._dice = dice
        self._locks: defaultdict[object, asyncio.Lock] = defaultdict(asyncio.Lock)
        """To one process, or on one route, one thing happens at a time."""
        self._long = asyncio.Lock()
        """A pause, or a host that is gone: who else would tell?"""
        self._under_way: set[asyncio.Task[None]] = set()

    async def rages(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            fault = next(self._plan)
            while len(self._under_way) >= (1 if fault.after > CALM else AT_ONCE):
                await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
            await self._comes(fault.after)
            task = asyncio.create_task(self._does(fault))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        await asyncio.gather(*self._under_way)
        # Nothing that was done stays.
        await self._den.playground.stage("mend")

    async def _comes(self, after: int) -> None:
        until, seen, since = self._den.seen + after, self._den.seen, time.monotonic()
        while (now := self._den.seen) < until:
            if now != seen:
                seen, since = now, time.monotonic()
            if time.monotonic() - since > IDLE:
                return
            await asyncio.sleep(0.01)

    async def _does(self, fault: Fault) -> None:
        lair = self._den.lairs[fault.whom]
        match fault.kind:
            case Kind.KILL:
                async with self._locks[fault.whom]:
                    with self._witness.trouble(f"{fault.kind} of {fault.whom}", GRACE):
                        await self._killed(lair, fault.lasts)
            case Kind.SNARE:
                async with self._locks[fault.whom]:
                    await self._snared(lair, fault)
            case Kind.PAUSE:
                async with self._long, self._locks[fault.whom]:
                    await self._paused(lair, fault)
            case Kind.VANISH:
                async with self._long, self._locks[fault.whom]:
                    await self._gone(lair, fault)
            case Kind.CRASH:
                async with self._locks[fault.kind]:
                    with self._witness.trouble(fault.kind, GRACE):
                        await self._crashed(fault)
            case Kind.WIRE:
                async with self._locks[fault.route]:
                    await self._wired(fault)
            case Kind.GATEWAY:
                with self._witness.trouble(fault.kind, GRACE):
                    order = {"send": fault.how, "bot": NAME, "shard": fault.whom}
                    await self._den.playground.stage("gateway", **order)
                    await asyncio.sleep(1.0)
            case Kind.ROLL:
                async with self._locks[Kind.ROLL]:
                    with self._witness.trouble(fault.kind, GRACE):
                        await self._den.rolls(lair)
            case Kind.JUMP:
                with self._witness.trouble(f"{fault.kind} by {fault.lasts:.0f} s", GRACE):
                    await self._den.playground.stage("time", seconds=fault.lasts)

    async def _killed(self, lair: Lair, away: float = 0.0) -> None:
        lair.wanted = False
        lair.goes_on()
        lair.killed()
        lair.discord.called.clear()
        await asyncio.sleep(away)
        lair.wanted = True
        await lair.back()

    async def _snared(self, lair: Lair, fault: Fault) -> None:
        """It dies in the middle of what it does."""
        ford = lair.database if fault.route == "commit" and lair.database else lair.discord
        sprung = asyncio.Event()

        def springs() -> None:
            lair.wanted = False
            lair.killed()
            sprung.set()

        ford.snare = Snare(re.compile(POINTS[fault.route].encode()), fault.how == "after", springs)
        with suppress(TimeoutError):
            async with asyncio.timeout(SPRUNG):
                await sprung.wait()
        ford.snare = None
        if sprung.is_set():
            with self._witness.trouble(f"{fault.kind}: {fault.how} {fault.route}", GRACE):
                await self._killed(lair)

    async def _paused(self, lair: Lair, fault: Fault) -> None:
        with self._witness.trouble(fault.kind, GRACE):
            lair.stops()
            await asyncio.sleep(fault.lasts)
            lair.goes_on()

    async def _gone(self, lair: Lair, fault: Fault) -> None:
        what, _, how = fault.how.partition(" and ")
        fords = [ford for ford in lair.fords if what == "all" or (ford is lair.discord) == (what == "Discord")]
        with self._witness.trouble(f"{fault.kind}: {fault.how}", 2 * GRACE):
            for ford in fords:
                ford.floods()
            await asyncio.sleep(fault.lasts)
            for ford in fords:
                if how == "is forgotten":
                    await ford.swept()
                ford.falls()

    async def _crashed(self, fault: Fault) -> None:
        server = self._den.server
        assert server
        sessions = server.sessions()
        if fault.how == "session" and sessions:
            # Its whole server begins anew when one of its sessions dies like this.
            with suppress(ProcessLookupError):
                os.kill(self._dice.choice(sessions), signal.SIGKILL)
            return
        server.killed()
        await asyncio.sleep(fault.lasts)
        await asyncio.to_thread(server.started)

    async def _wired(self, fault: Fault) -> None:
        stage = self._den.playground.stage
        with self._witness.trouble(f"{fault.kind}: {fault.how}", GRACE):
            if fault.how == "429":
                await stage("limit", route=fault.route, limit=1, seconds=1)
                await asyncio.sleep(GRACE)
                await stage("limit", route=fault.route, limit=None)
            else:
                carried, status = fault.how.startswith("carried"), fault.how.rpartition(" ")[2]
                what: int | str | None = None if status == "late" else status if status == "drop" else int(status)
                delay = LATE if what is None else 0.0
                await stage("fault", route=fault.route, times=fault.times, carried=carried, status=what, delay=delay)
                await asyncio.sleep(GRACE)
                left = (await stage("mend", route=fault.route))["left"]
                # What nobody has met is none.
                self._witness.faults[f"{fault.kind}: {fault.how}"] += fault.times - left - 1
