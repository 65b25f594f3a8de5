"""The bell of a database that several processes share: whoever stores an event rings it, and all others hear where.

It is rung by the transaction itself (`ring` in a statement), so what is rolled back rings nothing. What it says is the
number of a match and the name of a process; whatever else there is to know is read from where it is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg

from storage.database import Unstored
from storage.turns import LOST

log: Final = logging.getLogger(__name__)

CHANNEL: Final = "duel"
LISTEN_CHECK_S: Final = 15.0
"""How often the session is checked: nothing else tells a listener that it is lost."""
AGAIN: Final = 1.0
"""Seconds until a session that was lost is tried again."""


class Bell:
    """It is heard in a session of its own: the pool's come and go, and that of the turns is given up for each doubt."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], name: str) -> None:
        """`name` is what this process calls itself when it rings."""
        self._connect = connect
        self._name = name

    async def listening(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:
        """Until cancelled."""
        while True:
            try:
                await self._listened(heard, hears)
            except (Unstored, *LOST) as lost:
                log.warning("nothing is heard of what others store: %s", lost)
            finally:
                hears(False)
            await asyncio.sleep(AGAIN)

    async def _listened(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:
        """As long as the session lasts."""
        session = await self._connect()
        gone = asyncio.Event()

        def rung(_session: object, _pid: int, _channel: str, said: Any) -> None:
            match, _, who = str(said).partition(" ")
            if who != self._name:
                heard(int(match))

        try:
            session.add_termination_listener(lambda _: gone.set())
            await session.add_listener(CHANNEL, rung)
            hears(True)
            while not gone.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LISTEN_CHECK_S):
                        await gone.wait()
                await session.execute("SELECT 1")
        finally:
            session.terminate()
