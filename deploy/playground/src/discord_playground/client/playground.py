"""A playground: one that runs already, or one for as long as a block."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self, Unpack

import aiohttp

from discord_playground.client.line import Line
from discord_playground.client.player import Player
from discord_playground.client.program import GRACE, Options, running
from discord_playground.client.reading import JSON
from discord_playground.client.watch import PATIENCE

LAUNCHER_PATH: Final = Path(__file__).parents[1] / "bot_launcher.py"
WITNESS: Final = "otter"
"""Somebody of every world, who hears of the wire while a bot connects."""


class Playground:
    def __init__(self, line: Line) -> None:
        self.line = line

    @classmethod
    @asynccontextmanager
    async def at(cls, url: str) -> AsyncIterator[Self]:
        """One that runs already."""
        async with aiohttp.ClientSession() as session:
            yield cls(Line(url, session))

    @classmethod
    @asynccontextmanager
    async def started(cls, **options: Unpack[Options]) -> AsyncIterator[Self]:
        """One that lives as long as the block, in a process of its own; it is there when the block begins."""
        process = running(**options)
        url = await asyncio.to_thread(process.__enter__)
        try:
            async with cls.at(url) as playground:
                yield playground
        finally:
            await asyncio.to_thread(process.__exit__, None, None, None)

    def as_(self, name: str) -> Player:
        return Player(self.line, name)

    @property
    def user(self) -> Player:
        """The owner of the first server."""
        return self.as_(WITNESS)

    async def stage(self, do: str, **fields: object) -> JSON:
        """What nobody can do in Discord's app, but a test must."""
        return await self.line.post("control", {"do": do, **fields})

    async def wire(self, after: int = 0) -> JSON:
        return await self.line.get("wire", {"after": str(after)})

    async def clock(self, ahead: int | None = None) -> JSON:
        """What time it is there; whoever says how far ahead it is waits until that has changed."""
        return await self.line.get("clock", {} if ahead is None else {"offset_ms": str(ahead)})

    async def setup(self) -> JSON:
        return await self.line.get("setup")

    async def environment(self, bot: str | None = None) -> dict[str, str]:
        """What a bot's program needs to know to live here; the first bot's, if none is named."""
        setup = await self.setup()
        token = next(one["token"] for one in setup["bots"] if bot in (None, one["name"]))
        places = {f"DISCORD_{name.upper()}": setup[name] for name in ("api", "gateway", "cdn", "clock")}
        return {"DISCORD_TOKEN": token, **places}

    @asynccontextmanager
    async def hosting(
        self, *command: str, bot: str | None = None, shards: int = 1, **environment: str
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """A bot's program as a process that lives as long as the block; its shards have connected when that begins."""
        known = await self.environment(bot)
        async with self.line.connected(WITNESS, wire="1") as socket:
            process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **known, **environment})
            ready = asyncio.ensure_future(_ready(socket, bot, shards))
            ended = asyncio.ensure_future(process.wait())
            try:
                await asyncio.wait((ready, ended), return_when=asyncio.FIRST_COMPLETED, timeout=3 * PATIENCE)
                if not ready.done():
                    raise OSError(f"{' '.join(command)} did not connect, ended with {process.returncode}")
                await socket.close()
                yield process
            finally:
                ready.cancel()
                if process.returncode is None:
                    process.terminate()
                try:
                    await asyncio.wait_for(ended, GRACE)
                except TimeoutError:
                    process.kill()
                    await process.wait()

    @asynccontextmanager
    async def run_script(self, path: Path | str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run an unmodified Python bot until the block ends. Its library connects to the playground instead of Discord.

        The block begins once the bot is connected.
        """
        async with self.hosting(sys.executable, str(LAUNCHER_PATH), str(path), *arguments) as process:
            yield process


async def _ready(socket: aiohttp.ClientWebSocketResponse, bot: str | None, shards: int) -> None:
    """When the gateway has greeted so many shards of that bot."""
    while shards:
        entry = (await socket.receive_json()).get("entry", {})
        shards -= entry.get("source") == "gateway" and entry["what"] == "READY" and bot in (None, entry["bot"])
