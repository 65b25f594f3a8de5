"""Tells a day, and what it took."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final
from unittest import mock

import asyncpg

from bot.herald import ear
from bot.time import DAY, EPOCH, WATCH
from storage import bell, turns
from tests.tools.day.hourglass import Hourglass, connecting, glass
from tests.tools.day.model import Day, curve
from tests.tools.day.people import Ledger, People
from tests.tools.day.process import working
from tests.tools.day.verdict import Verdict, judged
from tests.tools.day.wire import Line, Wire

DAWN: Final = EPOCH + 4_000 * DAY
"""Milliseconds: a day like any other begins."""
AFTER: Final = 900.0
"""Seconds after a day in which what is under way is told."""


@dataclass
class Told:
    """What was found."""

    day: Day
    processes: int
    ledger: Ledger
    wire: Wire
    verdict: Verdict
    processor: float
    """Seconds that all of it took of the processor: the processes and those who play."""
    wall: float
    start: float
    """Real seconds until all processes had caught up."""
    reads: int
    writes: int
    bytes: int
    blank: int
    """Bytes of a store in which there is nothing yet."""
    matches: Sequence[int]


def told(url: str, day: Day, processes: int, discord: type[Wire] = Wire, began: float = 0.0) -> Told:
    """`began` so many seconds after the first dawn, which no store has seen."""
    with seldom(), asyncio.Runner(loop_factory=Hourglass) as runner:
        return runner.run(_told(url, day, processes, discord, began))


@contextmanager
def seldom() -> Iterator[None]:
    """What is done whether or not anybody plays would be nearly all of a small sample's work: looks at all that goes on
    are rarer than they are. What a process misses without them another one has told; clocks are as they always are.
    """
    with ExitStack() as stack:
        for where, what, value in (
            (asyncpg, "connect", connecting(asyncpg.connect)),
            (turns, "BREATH", 60.0),
            (bell, "LISTEN_CHECK_S", 60.0),
            (ear, "SWEEP", 60.0),
            (ear, "NET", 300.0),
        ):
            stack.enter_context(mock.patch.object(where, what, value))
        yield


@contextmanager
def following(began: float) -> Iterator[Callable[[], int]]:
    """The watch of the bot shows the time of the loop."""
    sand = glass().sand

    def now() -> int:
        return DAWN + round((began + sand.now) * 1000)

    with mock.patch.object(WATCH, "now", now):
        yield now


async def _told(url: str, day: Day, processes: int, discord: type[Wire], dawn: float) -> Told:
    with following(dawn) as now:
        loop = glass()
        wire = discord(now, line=Line(day.factor, day.seed, curve()), seconds=loop.time)
        async with AsyncExitStack() as stack:
            start = time.perf_counter()
            them = [await stack.enter_async_context(working(url, f"p{it}", wire, now)) for it in range(processes)]
            start, began, used = time.perf_counter() - start, time.perf_counter(), _used()
            blank = await them[0].store.size()
            people = People(wire, them, now, day.seed)
            playing = [asyncio.create_task(people.plays(it)) for it in day.matches]
            await asyncio.sleep(day.hours * 3600 - loop.time())
            for task in playing:
                task.cancel()
            for came in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(came, Exception):
                    raise came
            await asyncio.sleep(AFTER)
            processor, wall = _used() - used, time.perf_counter() - began
            wire.line.ended(loop.time())
            verdict = await judged(them[0].store, wire, people.ledger, people.matches)
            size = await them[0].store.size()
            reads, writes = (sum(getattr(it.database, what) for it in them) for what in ("reads", "writes"))
        return Told(
            day,
            processes,
            people.ledger,
            wire,
            verdict,
            processor,
            wall,
            start,
            reads,
            writes,
            size,
            blank,
            people.matches,
        )


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime
