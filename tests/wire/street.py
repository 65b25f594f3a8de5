"""One bot in several processes, which share a PostgreSQL and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg

from deploy.playground.client import Playground
from tests.kit.process import Process
from tests.patience import PATIENCE
from tests.wire.glade import Glade, founded


@dataclass
class Street:
    name: str
    folder: Path
    url: str
    processes: int
    shards: int
    """Of each."""
    bots: list[Process] = field(default_factory=list)

    @property
    def of(self) -> int:
        return self.processes * self.shards

    async def built(self, playground: Playground) -> None:
        """All at once, as after a power cut."""
        first = Process(self.name, self.folder)
        await first.hired(playground)
        for number in range(self.processes):
            folder = self.folder / str(number)
            folder.mkdir()
            begins = number * self.shards
            part = f"{begins}-{begins + self.shards - 1}/{self.of}"
            own = {"DATABASE_URL": self.url, "DUEL_SHARDS": part}
            self.bots.append(Process(self.name, folder, self.shards, environment=first.environment | own))
        before = (await playground.wire(1 << 60))["last"]
        for bot in self.bots:
            bot.launched()
        async with asyncio.timeout(PATIENCE):
            while await first.greetings(playground, before) < self.of:
                assert all(bot.alive for bot in self.bots)
                await asyncio.sleep(0.05)

    async def left(self) -> list[int]:
        """How each of them ended."""
        return await asyncio.gather(*(asyncio.to_thread(bot.shut) for bot in self.bots))

    @asynccontextmanager
    async def glade(self, playground: Playground, shard: int, locale: str = "en-US") -> AsyncIterator[Glade]:
        """A server of that shard; founded in turn, they fall to different ones."""
        async with AsyncExitStack() as stack:
            while True:
                glade = await stack.enter_async_context(founded(playground, self.bots[0], locale))
                if (int(glade.server) >> 22) % self.of == shard:
                    yield glade
                    return

    async def stores(self, query: str) -> None:
        """Until the answer to it is yes, as of one bot."""
        connection = await asyncpg.connect(self.url)
        try:
            async with asyncio.timeout(PATIENCE):
                while not await connection.fetchval(query):
                    await asyncio.sleep(0.02)
        finally:
            await connection.close()

    async def noted(self) -> None:
        """Until the store knows of all that was shown, whichever process showed it."""
        await self.stores("SELECT bool_and(shown = seq) FROM match")
