"""A listener for changes that other processes store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage import Store
from tests.patience import PATIENCE


class Listener:
    """Records the matches that it was notified of, and whether its connection was up."""

    def __init__(self) -> None:
        self.rung: list[int] = []
        self.hears: list[bool] = []
        self._news = asyncio.Event()

    def heard(self, match: int) -> None:
        self.rung.append(match)
        self._news.set()

    def hearing(self, hears: bool) -> None:
        self.hears.append(hears)
        self._news.set()

    async def has(self, rung: list[int]) -> None:
        await self.until(lambda: self.rung == rung)

    async def listens(self, hears: list[bool]) -> None:
        await self.until(lambda: self.hears == hears)

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not there():
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def listening(store: Store) -> AsyncIterator[Listener]:
    listener = Listener()
    task = asyncio.create_task(store.listen_for_changes(listener.heard, listener.hearing))
    try:
        await listener.listens([True])
        yield listener
    finally:
        task.cancel()
        await asyncio.wait((task,))
