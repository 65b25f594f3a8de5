"""A bot and a server for a single test, on a playground that all tests share."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Self

import aiohttp
import discord
import yarl
from discord import app_commands

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, PersonClient, Playground

SANDBOX_NUMBERS = count(1)
PAST_LAST_ENTRY = 1 << 60
"""A number higher than that of any log entry. A request for later entries returns only the number of the last one."""
PERSON_NAMES = ("otter", "heron", "lynx", "badger")
EPHEMERAL_FLAG, LOADING_FLAG, SILENT_FLAG, V2_FLAG = 1 << 6, 1 << 7, 1 << 12, 1 << 15
"""Flags of messages."""


@dataclass(frozen=True)
class Sandbox:
    playground: Playground
    bot_name: str
    bot_token: str
    server: JSON
    setup: JSON

    @property
    def otter(self) -> PersonClient:
        return self.playground.person("otter")

    @property
    def heron(self) -> PersonClient:
        return self.playground.person("heron")

    @property
    def lynx(self) -> PersonClient:
        return self.playground.person("lynx")

    @property
    def guild(self) -> discord.Object:
        return discord.Object(int(self.server["id"]))

    @property
    def duels_id(self) -> str:
        return self.channel_id("duels")

    @property
    def lounge_id(self) -> str:
        return self.channel_id("lounge")

    @property
    def dm_name(self) -> str:
        return f"@{self.bot_name}"

    def channel_id(self, name: str) -> str:
        return next(str(channel["id"]) for channel in self.server["channels"] if channel["name"] == name)

    @property
    def bot_role_id(self) -> str:
        """The ID of the role that belongs to the bot."""
        return next(str(role["id"]) for role in self.server["roles"] if role["name"] == self.bot_name)

    async def find_person_id(self, name: str) -> str:
        """Return the ID of the person or bot with this username or display name."""
        people = (await self.otter.load_view())["people"]
        return next(str(person["id"]) for person in people if name in (person["username"], person["global_name"]))

    async def load_traffic_log(self, after_number: int = 0) -> list[JSON]:
        """Return the traffic log entries of this bot, after the entry with this number."""
        entries = (await self.playground.load_traffic_log(after_number))["entries"]
        return [entry for entry in entries if entry["bot"] == self.bot_name]

    async def reset_people(self) -> None:
        for name in ("otter", "heron"):
            person = self.playground.person(name)
            await person.set_dms_open(open=True)
            for interaction in (await person.load_view())["interactions"]:
                await person.dismiss(interaction=interaction["id"])

    async def remove_people(self) -> None:
        """Remove all people from the server. Otherwise, their views in later tests would contain many servers."""
        for name in PERSON_NAMES:
            await self.playground.control("remove_member", server=self.server["id"], target=name)


async def create_server(playground: Playground, name: str, bot_names: Sequence[str]) -> JSON:
    """Create a server with all people and two channels, and return it as in the view of the user otter."""
    created = await playground.control(
        "create_server", name=name, channels=["duels", "lounge"], members=list(PERSON_NAMES), bots=list(bot_names)
    )
    servers: list[JSON] = (await playground.person("otter").load_view())["servers"]
    return next(server for server in servers if server["id"] == created["server"]["id"])


async def create_sandbox(playground: Playground) -> Sandbox:
    # Numbers must be unique only within the process, because each worker has its own playground.
    name = f"Owl {next(SANDBOX_NUMBERS)}"
    created = await playground.control("create_bot", name=name)
    server = await create_server(playground, f"Oak of {name}", [name])
    return Sandbox(playground, name, created["token"], server, await playground.load_setup())


@contextmanager
def patch_discord_urls(setup: JSON) -> Iterator[None]:
    """Connect discord.py to the playground in the block, by replacing its three base URLs."""
    route, asset, socket = discord.http.Route, discord.asset.Asset, discord.gateway.DiscordWebSocket
    original = route.BASE, asset.BASE, socket.DEFAULT_GATEWAY
    route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = setup["api"], setup["cdn"], yarl.URL(setup["gateway"])
    try:
        yield
    finally:
        route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = original


class DiscordPyBot(discord.AutoShardedClient):
    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        options.setdefault("shard_count", 1)
        super().__init__(
            intents=intents or discord.Intents(guilds=True, dm_messages=True, guild_messages=True),
            max_messages=None,
            guild_ready_timeout=0.1,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.raised_errors: list[BaseException] = []
        """Errors raised in commands and events. A test fails unless it removes the ones that it expects."""
        self.tree.error(self._record_command_error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do nothing. The default implementation waits five seconds between two sessions."""

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    async def _record_command_error(self, _: discord.Interaction[Self], error: app_commands.AppCommandError) -> None:
        raised = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        # A test may close the bot when its response is visible, before the bot has received the reply to it.
        if not (self.is_closed() and isinstance(raised, aiohttp.ServerDisconnectedError)):
            self.raised_errors.append(raised)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        self.raised_errors.append(sys.exc_info()[1] or AssertionError(event_method))

    @asynccontextmanager
    async def run_in(self, sandbox: Sandbox, token: str | None = None) -> AsyncIterator[Self]:
        """Run the bot on the playground, and yield it when it is ready."""
        with patch_discord_urls(sandbox.setup):
            async with self.run_with_token(token or sandbox.bot_token):
                yield self

    @asynccontextmanager
    async def run_with_token(self, token: str) -> AsyncIterator[Self]:
        async with self:
            run_task = asyncio.ensure_future(self.start(token))
            ready_task = asyncio.ensure_future(self.wait_until_ready())
            try:
                await asyncio.wait((run_task, ready_task), return_when=asyncio.FIRST_COMPLETED, timeout=TIMEOUT_S)
                if run_task.done():
                    await run_task
                assert ready_task.done(), "the bot was never ready"
                yield self
            except BaseException as error:
                for raised in self.raised_errors:
                    error.add_note(f"The bot raised: {raised!r}")
                raise
            finally:
                ready_task.cancel()
                await self.close()
                await run_task
        assert self.raised_errors == []

    def messageable(self, channel_id: str) -> discord.PartialMessageable:
        """Return an object that can send messages to the channel with this ID, without loading the channel."""
        return self.get_partial_messageable(int(channel_id))


def get_skip_reason(program: str) -> str | None:
    """Return the reason to skip a test because `program` is missing, or None in CI, where such tests must fail."""
    return None if os.environ.get("CI") else f"{program} is not installed"


async def grant_bot_permissions(sandbox: Sandbox, *permissions: str) -> None:
    await sandbox.playground.control(
        "set_permissions", server=sandbox.server["id"], target=sandbox.bot_role_id, allow=list(permissions), deny=[]
    )
