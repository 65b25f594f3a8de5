"""The bot's processes in a storm, which connect through proxies and are restarted when they end."""

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
from tests.kit.bot_process import BotProcess
from tests.seeded_dice import SEED_FILE_VARIABLE
from tests.storage.postgres_server import PostgresServer
from tests.tools.storm.proxy import TcpProxy
from tests.tools.storm.witness import StormWitness
from tests.waiting import TEST_TIMEOUT_S

BOT_NAME: Final = "Storm Bird"
CHECK_INTERVAL_S: Final = 0.2


@dataclass
class StormProcess:
    """A process of the bot, with its proxies to Discord and to the database."""

    bot: BotProcess
    discord: TcpProxy
    database: TcpProxy | None
    should_run: bool = True
    """Whether the process is restarted when it ends."""

    @property
    def proxies(self) -> Sequence[TcpProxy]:
        return (self.discord, self.database) if self.database else (self.discord,)

    def kill(self) -> None:
        if self.bot.is_alive:
            self.bot.kill()

    def send_signal(self, number: signal.Signals) -> None:
        if self.bot.is_alive and self.bot.process:
            self.bot.process.send_signal(number)

    async def wait_for_gateway(self) -> None:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            await self.discord.gateway_called.wait()


@dataclass
class StormProcesses:
    playground: Playground
    folder: Path
    witness: StormWitness
    process_count: int
    url: str
    """The URL of the database, without a proxy."""
    server: PostgresServer | None
    """The PostgreSQL server, or None with SQLite."""
    program: Sequence[str]
    newer_program: Sequence[str] = ()
    """The program of the bot's next version, for tests of rolling restarts."""
    all_processes: list[StormProcess] = field(default_factory=list)

    @asynccontextmanager
    async def run_all(self) -> AsyncIterator[None]:
        first = BotProcess(BOT_NAME, self.folder)
        await first.register_application(self.playground)
        await self.playground.control("set_shards", count=1, concurrency=self.process_count)
        async with AsyncExitStack() as stack:
            for number in range(self.process_count):
                self.all_processes.append(await self._prepare_process(stack, first, number))
            restart_tasks = [asyncio.create_task(self._keep_running(each)) for each in self.all_processes]
            try:
                for each in self.all_processes:
                    await each.wait_for_gateway()
                yield
            finally:
                for task in restart_tasks:
                    task.cancel()
                await asyncio.gather(*restart_tasks, return_exceptions=True)
                for each in self.all_processes:
                    each.send_signal(signal.SIGCONT)
                    each.kill()

    async def _prepare_process(self, stack: AsyncExitStack, first: BotProcess, number: int) -> StormProcess:
        folder = self.folder / str(number)
        folder.mkdir()
        api = urlsplit(first.environment["DUEL_API"])
        discord = TcpProxy(lambda: asyncio.open_connection("127.0.0.1", api.port))
        await stack.enter_async_context(discord.listen())
        proxy_address = f"127.0.0.1:{discord.port}"
        environment = {
            name: first.environment[name].replace(api.netloc, proxy_address) for name in ("DUEL_API", "DUEL_GATEWAY")
        }
        # The broken bots and the newer version do not use the test's dice, so no process does.
        environment |= {
            "DUEL_SHARDS": f"{number}/{self.process_count}",
            "DUEL_TRAIL": "0.2",
            SEED_FILE_VARIABLE: "",
            "DATABASE_URL": self.url,
        }
        database = None
        if self.server:
            socket = self.server.socket
            database = TcpProxy(lambda: asyncio.open_unix_connection(socket))
            await stack.enter_async_context(database.listen())
            name = urlsplit(self.url).path
            environment["DATABASE_URL"] = f"postgresql://duel@127.0.0.1:{database.port}{name}?sslmode=disable"
        bot = BotProcess(
            BOT_NAME, folder, environment=first.environment | environment, program=self.program, uses_fork_server=False
        )
        return StormProcess(bot, discord, database)

    async def _keep_running(self, process: StormProcess) -> None:
        while True:
            if process.should_run and not process.bot.is_alive:
                await self._launch_process(process)
            await asyncio.sleep(CHECK_INTERVAL_S)

    async def _launch_process(self, process: StormProcess) -> None:
        code = process.bot.process.returncode if process.bot.process else None
        if code is not None and code not in {-signal.SIGKILL, os.EX_TEMPFAIL, 0}:
            self.witness.deaths.append(
                f"exited with {code}: {process.bot.log_path.read_text('utf-8', 'replace')[-1500:]}"
            )
        if code == os.EX_TEMPFAIL:
            await asyncio.sleep(1.0)
        await self.playground.control("set_remaining_sessions", bot=BOT_NAME, remaining=1000)
        process.discord.gateway_called.clear()
        process.bot.launch_process()

    async def change_version(self, process: StormProcess) -> None:
        """Shut a process down normally and restart it with the other version of the bot."""
        process.should_run = False
        if code := await asyncio.to_thread(process.bot.stop):
            self.witness.deaths.append(f"exited with {code} at a normal shutdown")
        process.bot.program = self.program if process.bot.program == self.newer_program else self.newer_program
        process.discord.gateway_called.clear()
        process.should_run = True
        await process.wait_for_gateway()

    @property
    def request_count(self) -> int:
        """The number of requests to Discord and of commits so far."""
        return sum(proxy.request_count for each in self.all_processes for proxy in each.proxies)

    @property
    def discord_request_count(self) -> int:
        return sum(each.discord.request_count for each in self.all_processes)

    async def shut_down(self) -> None:
        for each in self.all_processes:
            each.should_run = False
        codes = await asyncio.gather(*(asyncio.to_thread(each.bot.stop) for each in self.all_processes))
        self.witness.deaths += [f"exited with {code} at a normal shutdown" for code in codes if code]
