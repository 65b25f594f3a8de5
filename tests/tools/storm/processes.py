"""The bot's processes in a storm, each behind proxies. What has ended is started again, as a service manager does."""

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

from discord_playground.client import Playground
from tests.dice import SEED_FILE_VARIABLE
from tests.kit.process import Process
from tests.patience import PATIENCE
from tests.storage.server import Server
from tests.tools.storm.proxy import Proxy
from tests.tools.storm.witness import Witness

BOT_NAME: Final = "Storm Bird"
LOOK_EVERY_S: Final = 0.2


@dataclass
class StormProcess:
    """One process of the bot and the proxies to Discord and to its database."""

    bot: Process
    discord: Proxy
    database: Proxy | None
    is_wanted: bool = True
    """It is started again when it ends."""

    @property
    def proxies(self) -> Sequence[Proxy]:
        return (self.discord, self.database) if self.database else (self.discord,)

    def kill(self) -> None:
        if self.bot.is_alive:
            self.bot.kill()

    def send_signal(self, number: signal.Signals) -> None:
        if self.bot.is_alive and self.bot.process:
            self.bot.process.send_signal(number)

    async def wait_for_gateway(self) -> None:
        async with asyncio.timeout(PATIENCE):
            await self.discord.gateway_called.wait()


@dataclass
class StormProcesses:
    playground: Playground
    folder: Path
    witness: Witness
    count: int
    url: str
    """The database, without a proxy."""
    server: Server | None
    """PostgreSQL, if it is that."""
    program: Sequence[str]
    newer: Sequence[str] = ()
    """The program of the next version, for rolling restarts."""
    all: list[StormProcess] = field(default_factory=list)

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        first = Process(BOT_NAME, self.folder)
        await first.register(self.playground)
        await self.playground.stage("set_shards", count=1, concurrency=self.count)
        async with AsyncExitStack() as stack:
            for number in range(self.count):
                self.all.append(await self._prepare(stack, first, number))
            keepers = [asyncio.create_task(self._keep_running(each)) for each in self.all]
            try:
                for each in self.all:
                    await each.wait_for_gateway()
                yield
            finally:
                for keeper in keepers:
                    keeper.cancel()
                await asyncio.gather(*keepers, return_exceptions=True)
                for each in self.all:
                    each.send_signal(signal.SIGCONT)
                    each.kill()

    async def _prepare(self, stack: AsyncExitStack, first: Process, number: int) -> StormProcess:
        folder = self.folder / str(number)
        folder.mkdir()
        api = urlsplit(first.environment["DUEL_API"])
        discord = Proxy(lambda: asyncio.open_connection("127.0.0.1", api.port))
        await stack.enter_async_context(discord.listen())
        there = f"127.0.0.1:{discord.port}"
        own = {name: first.environment[name].replace(api.netloc, there) for name in ("DUEL_API", "DUEL_GATEWAY")}
        # The broken bots and the newer version read no test dice, so nobody does.
        own |= {
            "DUEL_SHARDS": f"{number}/{self.count}",
            "DUEL_TRAIL": "0.2",
            SEED_FILE_VARIABLE: "",
            "DATABASE_URL": self.url,
        }
        database = None
        if self.server:
            socket = self.server.socket
            database = Proxy(lambda: asyncio.open_unix_connection(socket))
            await stack.enter_async_context(database.listen())
            name = urlsplit(self.url).path
            own["DATABASE_URL"] = f"postgresql://duel@127.0.0.1:{database.port}{name}?sslmode=disable"
        bot = Process(BOT_NAME, folder, environment=first.environment | own, program=self.program, forks=False)
        return StormProcess(bot, discord, database)

    async def _keep_running(self, each: StormProcess) -> None:
        while True:
            if each.is_wanted and not each.bot.is_alive:
                await self._launch(each)
            await asyncio.sleep(LOOK_EVERY_S)

    async def _launch(self, each: StormProcess) -> None:
        code = each.bot.process.returncode if each.bot.process else None
        if code is not None and code not in {-signal.SIGKILL, os.EX_TEMPFAIL, 0}:
            self.witness.deaths.append(f"ended with {code}: {each.bot.log.read_text('utf-8', 'replace')[-1500:]}")
        if code == os.EX_TEMPFAIL:
            await asyncio.sleep(1.0)
        await self.playground.stage("set_remaining_sessions", bot=BOT_NAME, remaining=1000)
        each.discord.gateway_called.clear()
        each.bot.launch()

    async def change_version(self, each: StormProcess) -> None:
        """Stop a process in order and start it as the other version."""
        each.is_wanted = False
        if code := await asyncio.to_thread(each.bot.stop):
            self.witness.deaths.append(f"ended with {code} when asked to")
        each.bot.program = self.program if each.bot.program == self.newer else self.newer
        each.discord.gateway_called.clear()
        each.is_wanted = True
        await each.wait_for_gateway()

    @property
    def requests(self) -> int:
        """Requests to Discord and commits so far."""
        return sum(proxy.requests for each in self.all for proxy in each.proxies)

    @property
    def discord_requests(self) -> int:
        return sum(each.discord.requests for each in self.all)

    async def shut_down(self) -> None:
        for each in self.all:
            each.is_wanted = False
        codes = await asyncio.gather(*(asyncio.to_thread(each.bot.stop) for each in self.all))
        self.witness.deaths += [f"ended with {code} when asked to" for code in codes if code]
