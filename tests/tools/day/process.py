"""One process of the bot: a store, all rooms, a clock and an ear of its own; no gateway, for people reach its desk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from bot.rooms import Rooms
from bot.table.clock import Clock
from storage import Store
from tests.bot.ear import Ready
from tests.tools.day.hourglass import Waited, glass
from tests.tools.day.wire import Wire

PAUSE: Final = 1.2
"""Seconds that the house takes, as by default."""


@dataclass
class Process:
    store: Store
    database: Waited
    rooms: Rooms
    clock: Clock


@asynccontextmanager
async def working(url: str, name: str, wire: Wire, now: Callable[[], int]) -> AsyncIterator[Process]:
    with glass().outside():
        opened = await Store.open(url)
    database = Waited(opened.database)
    async with Store(database) as store:

        async def lull() -> None:
            await asyncio.sleep(0)

        rooms = Rooms(store, wire, Ready(pause=PAUSE), now, lull)
        clock = Clock(rooms.tables, store, name, rooms.herald.fired, None, rooms.share)
        await clock.beat(now())
        lives = (clock.run(), rooms.herald.sweeping(), store.listen(rooms.ear.heard, rooms.ear.hears))
        tasks = [asyncio.create_task(it) for it in lives]
        await rooms.herald.catch_up()
        try:
            yield Process(store, database, rooms, clock)
        finally:
            rooms.house.leave()
            await rooms.herald.leave()
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
