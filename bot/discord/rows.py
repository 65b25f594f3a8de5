"""The rows in which shards stand at the gateway: of each row one identifies at a time, in whichever process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

from storage import Unstored

IDENTIFYING: Final = 5.0
"""Seconds in which Discord lets one shard of each row identify."""


class Rows:
    def __init__(self, turn: Callable[[str], AbstractAsyncContextManager[None]]) -> None:
        self._turn = turn
        """What all processes of the bot do one after the other."""
        self._identifying: set[asyncio.Task[None]] = set()

    async def stand(self, shard: int, rows: int) -> None:
        """Returns when it may identify; shards whose numbers differ by a multiple of `rows` are in one row."""
        ours: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._identified(f"identify {shard % rows}", ours))
        self._identifying.add(task)
        task.add_done_callback(self._identifying.discard)
        await ours

    async def _identified(self, name: str, ours: asyncio.Future[None]) -> None:
        try:
            async with self._turn(name):
                if not ours.cancelled():
                    ours.set_result(None)
                    await asyncio.sleep(IDENTIFYING)
        except Unstored as no:
            if not ours.done():
                # discord.py takes it for a broken line, and tries again: whatever else is raised here ends the bot.
                ours.set_exception(ConnectionError(str(no)))

    async def close(self) -> None:
        for task in self._identifying:
            task.cancel()
        await asyncio.gather(*self._identifying, return_exceptions=True)
