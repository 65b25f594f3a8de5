"""Where one test plays: a bot and a server of its own, on a playground that others use too."""

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
"""After any number that the wire has given: it tells the last alone."""
PERSON_NAMES = ("otter", "heron", "lynx", "badger")


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
        """The bot's own."""
        return next(str(role["id"]) for role in self.server["roles"] if role["name"] == self.bot_name)

    async def find_person_id(self, name: str) -> str:
        """Whose name that is."""
        people = (await self.otter.load_view())["people"]
        return next(str(one["id"]) for one in people if name in (one["username"], one["global_name"]))

    async def load_traffic_log(self, after_number: int = 0) -> list[JSON]:
        """What this bot sent and was sent."""
        entries = (await self.playground.load_traffic_log(after_number))["entries"]
        return [entry for entry in entries if entry["bot"] == self.bot_name]

    async def reset_people(self) -> None:
        for name in ("otter", "heron"):
            player = self.playground.person(name)
            await player.set_dms_open(open=True)
            for failed in (await player.load_view())["interactions"]:
                await player.dismiss(interaction=failed["id"])

    async def remove_people(self) -> None:
        """Whoever stays in a hundred servers is shown a hundred at every look."""
        for name in PERSON_NAMES:
            await self.playground.control("remove_member", server=self.server["id"], target=name)


async def create_server(playground: Playground, name: str, bot_names: Sequence[str]) -> JSON:
    """A server with all players and two channels, as the otter sees it."""
    made = await playground.control(
        "create_server", name=name, channels=["duels", "lounge"], members=list(PERSON_NAMES), bots=list(bot_names)
    )
    servers: list[JSON] = (await playground.person("otter").load_view())["servers"]
    return next(server for server in servers if server["id"] == made["server"]["id"])


async def create_sandbox(playground: Playground) -> Sandbox:
    # Several workers may share a machine, never a playground.
    name = f"Owl {next(SANDBOX_NUMBERS)}"
    made = await playground.control("create_bot", name=name)
    server = await create_server(playground, f"Oak of {name}", [name])
    return Sandbox(playground, name, made["token"], server, await playground.load_setup())


@contextmanager
def patch_discord_urls(setup: JSON) -> Iterator[None]:
    """The three settings of discord.py, by its public names."""
    route, asset, socket = discord.http.Route, discord.asset.Asset, discord.gateway.DiscordWebSocket
    before = route.BASE, asset.BASE, socket.DEFAULT_GATEWAY
    route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = setup["api"], setup["cdn"], yarl.URL(setup["gateway"])
    try:
        yield
    finally:
        route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = before


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
        """What went wrong in commands and events; what a test does not take out fails it."""
        self.tree.error(self._record_command_error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds between two sessions."""

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    async def _record_command_error(self, _: discord.Interaction[Self], error: app_commands.AppCommandError) -> None:
        raised = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        # Whoever has seen an answer may leave before the bot has heard that it came.
        if not (self.is_closed() and isinstance(raised, aiohttp.ServerDisconnectedError)):
            self.raised_errors.append(raised)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        self.raised_errors.append(sys.exc_info()[1] or AssertionError(event_method))

    @asynccontextmanager
    async def run_in(self, ground: Sandbox, token: str | None = None) -> AsyncIterator[Self]:
        """Logged in and ready when the block begins."""
        with patch_discord_urls(ground.setup):
            async with self.run_with_token(token or ground.bot_token):
                yield self

    @asynccontextmanager
    async def run_with_token(self, token: str) -> AsyncIterator[Self]:
        async with self:
            life = asyncio.ensure_future(self.start(token))
            ready = asyncio.ensure_future(self.wait_until_ready())
            try:
                await asyncio.wait((life, ready), return_when=asyncio.FIRST_COMPLETED, timeout=TIMEOUT_S)
                if life.done():
                    await life
                assert ready.done(), "the bot was never ready"
                yield self
            except BaseException as error:
                for raised in self.raised_errors:
                    error.add_note(f"The bot raised: {raised!r}")
                raise
            finally:
                ready.cancel()
                await self.close()
                await life
        assert self.raised_errors == []

    def messageable(self, channel_id: str) -> discord.PartialMessageable:
        """The channel of that id."""
        return self.get_partial_messageable(int(channel_id))


def reason_to_skip(program: str) -> str | None:
    """Why a test is skipped; in CI nothing is."""
    return None if os.environ.get("CI") else f"{program} is not installed"


async def grant_bot_permissions(ground: Sandbox, *permissions: str) -> None:
    await ground.playground.control(
        "set_permissions", server=ground.server["id"], target=ground.bot_role_id, allow=list(permissions), deny=[]
    )
