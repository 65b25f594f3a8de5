"""Does what the plan says, and takes it back again."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tests.storm.den import NAME, Den, Lair
from tests.storm.ford import Snare
from tests.storm.plan import POINTS, Fault, Kind
from tests.storm.witness import Witness

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
        self._long: asyncio.Task[None] | None = None
        """A pause, or a host that is gone: one at a time, while the rest goes on."""
        self._wires: set[asyncio.Task[None]] = set()
        self._routes: set[str] = set()
        """Where something goes wrong just now."""
        self.done: list[Fault] = []

    async def rages(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                fault = next(self._plan)
                await self._comes(fault.after)
                self.done.append(fault)
                await self._does(fault)
        finally:
            await self.clears()

    async def clears(self) -> None:
        """Nothing that was done stays."""
        if self._long:
            with suppress(asyncio.CancelledError):
                await self._long
        await asyncio.gather(*self._wires)
        await self._den.playground.stage("mend")
        for lair in self._den.lairs:
            for ford in lair.fords:
                ford.snare = None

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
                with self._witness.trouble(fault.kind, GRACE):
                    self._witness.notes(f"process {fault.whom} is killed")
                    await self._killed(lair, fault.lasts)
            case Kind.SNARE:
                await self._snared(lair, fault)
            case Kind.PAUSE | Kind.VANISH:
                if self._long:
                    await self._long
                self._long = asyncio.create_task(
                    self._paused(lair, fault) if fault.kind is Kind.PAUSE else self._gone(lair, fault)
                )
            case Kind.CRASH:
                with self._witness.trouble(fault.kind, GRACE):
                    await self._crashed(fault)
            case Kind.WIRE:
                self._wires.add(asyncio.create_task(self._wired(fault)))
            case Kind.GATEWAY:
                with self._witness.trouble(fault.kind, GRACE):
                    order = {"send": fault.how, "bot": NAME, "shard": fault.whom}
                    await self._den.playground.stage("gateway", **order)
                    await asyncio.sleep(1.0)
            case Kind.JUMP:
                self._witness.faults[fault.kind] += 1
                self._witness.notes(f"time jumps by {fault.lasts:.0f} s")
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
        """On one route one thing at a time."""
        if fault.route in self._routes:
            return
        self._routes.add(fault.route)
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
        self._routes.discard(fault.route)
