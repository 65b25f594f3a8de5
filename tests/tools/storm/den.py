"""The bot with all its processes, and whoever looks after them: what has ended is started again, as a unit does."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from deploy.playground.client import Playground
from tests.dice import TOLD
from tests.kit.process import Process
from tests.patience import PATIENCE
from tests.storage.server import Server
from tests.tools.storm.ford import Ford
from tests.tools.storm.witness import Witness

NAME: Final = "Storm Bird"
HASTE: Final = 0.2


@dataclass
class Lair:
    """One process, and the ways that lead out of it."""

    bot: Process
    discord: Ford
    database: Ford | None
    wanted: bool = True
    """Whoever looks after it starts it again."""
    fords: Sequence[Ford] = ()

    def killed(self) -> None:
        if self.bot.alive:
            self.bot.killed()

    def stops(self) -> None:
        if self.bot.alive and self.bot.process:
            self.bot.process.send_signal(signal.SIGSTOP)

    def goes_on(self) -> None:
        if self.bot.alive and self.bot.process:
            self.bot.process.send_signal(signal.SIGCONT)

    async def back(self) -> None:
        """Until it has found the gateway."""
        async with asyncio.timeout(PATIENCE):
            await self.discord.called.wait()


@dataclass
class Den:
    playground: Playground
    folder: Path
    witness: Witness
    processes: int
    url: str
    """Of the database, as whoever looks at it from outside knows it."""
    server: Server | None
    program: Sequence[str]
    """What is run; a bot that was broken on purpose is another one."""
    newer: Sequence[str] = ()
    """What it will be one day."""
    lairs: list[Lair] = field(default_factory=list)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        first = Process(NAME, self.folder)
        await first.hired(self.playground)
        await self.playground.stage("shards", count=1, concurrency=self.processes)
        async with AsyncExitStack() as stack:
            for number in range(self.processes):
                self.lairs.append(await self._dug(stack, first, number))
            keepers = [asyncio.create_task(self._keeps(lair)) for lair in self.lairs]
            try:
                for lair in self.lairs:
                    await lair.back()
                yield
            finally:
                for keeper in keepers:
                    keeper.cancel()
                await asyncio.gather(*keepers, return_exceptions=True)
                for lair in self.lairs:
                    lair.goes_on()
                    lair.killed()

    async def _dug(self, stack: AsyncExitStack, first: Process, number: int) -> Lair:
        folder = self.folder / str(number)
        folder.mkdir()
        api = urlsplit(first.environment["DUEL_API"])
        assert api.port
        ahead = api.port
        discord = Ford(lambda: asyncio.open_connection("127.0.0.1", ahead))
        await stack.enter_async_context(discord.open())
        there = f"127.0.0.1:{discord.port}"
        own = {name: first.environment[name].replace(api.netloc, there) for name in ("DUEL_API", "DUEL_GATEWAY")}
        own["DUEL_SHARDS"] = f"{number}/{self.processes}"
        own["DUEL_TRAIL"] = "0.2"
        # Some know no tests, and all are to read alike what is stored.
        own[TOLD] = ""
        own["DATABASE_URL"] = self.url
        database = None
        if self.server:
            socket = self.server.socket
            database = Ford(lambda: asyncio.open_unix_connection(socket))
            await stack.enter_async_context(database.open())
            name = urlsplit(self.url).path
            own["DATABASE_URL"] = f"postgresql://duel@127.0.0.1:{database.port}{name}?sslmode=disable"
        bot = Process(NAME, folder, environment=first.environment | own, program=self.program, hatches=False)
        fords = (discord, database) if database else (discord,)
        return Lair(bot, discord, database, fords=fords)

    async def _keeps(self, lair: Lair) -> None:
        """Until it is told not to."""
        while True:
            if lair.wanted and not lair.bot.alive:
                await self._launches(lair)
            await asyncio.sleep(HASTE)

    async def _launches(self, lair: Lair) -> None:
        ended = lair.bot.process.returncode if lair.bot.process else None
        if ended is not None and ended not in {-signal.SIGKILL, os.EX_TEMPFAIL, 0}:
            self.witness.deaths.append(f"ended with {ended}: {lair.bot.log.read_text('utf-8', 'replace')[-1500:]}")
        if ended == os.EX_TEMPFAIL:
            await asyncio.sleep(1.0)
        await self.playground.stage("starts", bot=NAME, remaining=1000)
        lair.discord.called.clear()
        lair.bot.launched()

    async def rolls(self, lair: Lair) -> None:
        """Without haste: it may end what it does, and comes back as the other version."""
        lair.wanted = False
        if code := await asyncio.to_thread(lair.bot.shut):
            self.witness.deaths.append(f"ended with {code} when asked to")
        lair.bot.program = self.program if lair.bot.program == self.newer else self.newer
        lair.discord.called.clear()
        lair.wanted = True
        await lair.back()

    @property
    def seen(self) -> int:
        """How much has happened."""
        return sum(ford.seen for lair in self.lairs for ford in lair.fords)

    @property
    def told(self) -> int:
        """How much Discord has been asked."""
        return sum(lair.discord.seen for lair in self.lairs)

    async def left(self) -> list[int]:
        """How each of them ends when it is asked to."""
        for lair in self.lairs:
            lair.wanted = False
        return await asyncio.gather(*(asyncio.to_thread(lair.bot.shut) for lair in self.lairs))
