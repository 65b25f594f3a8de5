"""A client of a playground that is already running or is started for a test."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Self, Unpack

import aiohttp

from discord_playground.bot_process import LAUNCHER_PATH, build_bot_environment, stop_bot_process
from discord_playground.client.api_client import ApiClient
from discord_playground.client.live_view import DEFAULT_TIMEOUT_S
from discord_playground.client.message_content import JSON
from discord_playground.client.person_client import PersonClient
from discord_playground.client.server_process import ServerOptions, run_playground

OWNER_NAME: Final = "otter"
"""Name of the first server's owner, who exists in every world."""


class Playground:
    """Gives tests access to the people, controls and bots of a playground.

    async with Playground.start(bots=["Duels"], strict=True) as playground:
        async with playground.run_script("my_bot.py"):
            await playground.user.run_command("duels", "hello")
    """

    def __init__(self, api_client: ApiClient) -> None:
        self.api_client = api_client

    @classmethod
    @asynccontextmanager
    async def connect(cls, url: str) -> AsyncIterator[Self]:
        """Connect to a playground that is already running, such as `http://127.0.0.1:8765`."""
        async with aiohttp.ClientSession() as session:
            yield cls(ApiClient(url, session))

    @classmethod
    @asynccontextmanager
    async def start(cls, **options: Unpack[ServerOptions]) -> AsyncIterator[Self]:
        """Run a playground in its own process until the block ends. `ServerOptions` lists the options."""
        process = run_playground(**options)
        url = await asyncio.to_thread(process.__enter__)
        try:
            async with cls.connect(url) as playground:
                yield playground
        finally:
            await asyncio.to_thread(process.__exit__, None, None, None)

    def person(self, name: str) -> PersonClient:
        """Return a client that acts as the person with this name or ID, such as `heron`."""
        return PersonClient(self.api_client, name)

    @property
    def user(self) -> PersonClient:
        """A client that acts as the owner of the first server."""
        return self.person(OWNER_NAME)

    async def control(self, do: str, **fields: object) -> JSON:
        """Make a change that no user can make. See `POST /playground/control` in `API.md`.

        await playground.control("advance_time", seconds=900)
        """
        return await self.api_client.post("control", {"do": do, **fields})

    async def load_traffic_log(self, after_number: int = 0) -> JSON:
        """Return all log entries for requests and events after the entry `after_number`."""
        return await self.api_client.get("wire", {"after": str(after_number)})

    async def load_clock(self, known_offset_ms: int | None = None) -> JSON:
        """Return the playground's time and its offset from real time.

        If `known_offset_ms` is the current offset, wait until the offset changes.
        """
        return await self.api_client.get(
            "clock", {} if known_offset_ms is None else {"offset_ms": str(known_offset_ms)}
        )

    async def load_setup(self) -> JSON:
        """Return the bots with their tokens, and the addresses of the API, gateway and CDN."""
        return await self.api_client.get("setup")

    async def bot_environment(self, bot: str | None = None) -> dict[str, str]:
        """Return the environment variables that a bot needs to connect, such as `DISCORD_TOKEN` and `DISCORD_API`.

        Without a name, return the variables of the first bot.
        """
        return build_bot_environment(await self.load_setup(), bot)

    @asynccontextmanager
    async def run_bot(
        self, *command: str, bot: str | None = None, shards: int = 1, **environment: str
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run a bot's program until the block ends. The block starts once `shards` shards are connected.

            async with playground.run_bot("node", "my_bot.js"): ...

        Raises `OSError` if the program exits or does not connect in time.
        """
        variables = {**os.environ, **await self.bot_environment(bot), **environment}
        async with self.api_client.open_websocket(OWNER_NAME, wire="1") as socket:
            process = await asyncio.create_subprocess_exec(*command, env=variables)
            ready = asyncio.ensure_future(_wait_for_shards(socket, bot, shards))
            ended = asyncio.ensure_future(process.wait())
            try:
                await asyncio.wait((ready, ended), return_when=asyncio.FIRST_COMPLETED, timeout=3 * DEFAULT_TIMEOUT_S)
                if not ready.done():
                    raise OSError(f"{' '.join(command)} did not connect, ended with {process.returncode}")
                await socket.close()
                yield process
            finally:
                ready.cancel()
                await stop_bot_process(process)

    @asynccontextmanager
    async def run_script(self, path: Path | str, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run an unmodified Python bot until the block ends. Its library connects to the playground instead of Discord.

        The block starts once the bot is connected.
        """
        async with self.run_bot(sys.executable, str(LAUNCHER_PATH), str(path), *arguments) as process:
            yield process


async def _wait_for_shards(socket: aiohttp.ClientWebSocketResponse, bot: str | None, shard_count: int) -> None:
    """Wait until the gateway has sent READY to `shard_count` shards of the bot."""
    while shard_count:
        entry = (await socket.receive_json()).get("entry", {})
        shard_count -= entry.get("source") == "gateway" and entry["what"] == "READY" and bot in (None, entry["bot"])
