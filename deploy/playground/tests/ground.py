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
from discord_playground.client import JSON, Player, Playground

NUMBERS = count(1)
NEWEST = 1 << 60
"""After any number that the wire has given: it tells the last alone."""
PLAYERS = ("otter", "heron", "lynx", "badger")


@dataclass(frozen=True)
class Ground:
    playground: Playground
    name: str
    token: str
    server: JSON
    setup: JSON

    @property
    def otter(self) -> Player:
        return self.playground.as_("otter")

    @property
    def heron(self) -> Player:
        return self.playground.as_("heron")

    @property
    def lynx(self) -> Player:
        return self.playground.as_("lynx")

    @property
    def guild(self) -> discord.Object:
        return discord.Object(int(self.server["id"]))

    @property
    def duels(self) -> str:
        return self.channel("duels")

    @property
    def lounge(self) -> str:
        return self.channel("lounge")

    @property
    def dm(self) -> str:
        return f"@{self.name}"

    def channel(self, name: str) -> str:
        return next(str(channel["id"]) for channel in self.server["channels"] if channel["name"] == name)

    @property
    def role(self) -> str:
        """The bot's own."""
        return next(str(role["id"]) for role in self.server["roles"] if role["name"] == self.name)

    async def id(self, name: str) -> str:
        """Whose name that is."""
        people = (await self.otter.see())["people"]
        return next(str(one["id"]) for one in people if name in (one["username"], one["global_name"]))

    async def wire(self, after: int = 0) -> list[JSON]:
        """What this bot sent and was sent."""
        entries = (await self.playground.wire(after))["entries"]
        return [entry for entry in entries if entry["bot"] == self.name]

    async def restored(self) -> None:
        for name in ("otter", "heron"):
            player = self.playground.as_(name)
            await player.dms(open=True)
            for failed in (await player.see())["interactions"]:
                await player.dismiss(interaction=failed["id"])

    async def left(self) -> None:
        """Whoever stays in a hundred servers is shown a hundred at every look."""
        for name in PLAYERS:
            await self.playground.stage("remove_member", server=self.server["id"], target=name)


async def founded(playground: Playground, name: str, bots: Sequence[str]) -> JSON:
    """A server with all players and two channels, as the otter sees it."""
    made = await playground.stage(
        "create_server", name=name, channels=["duels", "lounge"], members=list(PLAYERS), bots=list(bots)
    )
    servers: list[JSON] = (await playground.as_("otter").see())["servers"]
    return next(server for server in servers if server["id"] == made["server"]["id"])


async def grounds(playground: Playground) -> Ground:
    # Several workers may share a machine, never a playground.
    name = f"Owl {next(NUMBERS)}"
    made = await playground.stage("create_bot", name=name)
    server = await founded(playground, f"Oak of {name}", [name])
    return Ground(playground, name, made["token"], server, await playground.setup())


@contextmanager
def pointed_at(setup: JSON) -> Iterator[None]:
    """The three settings of discord.py, by its public names."""
    route, asset, socket = discord.http.Route, discord.asset.Asset, discord.gateway.DiscordWebSocket
    before = route.BASE, asset.BASE, socket.DEFAULT_GATEWAY
    route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = setup["api"], setup["cdn"], yarl.URL(setup["gateway"])
    try:
        yield
    finally:
        route.BASE, asset.BASE, socket.DEFAULT_GATEWAY = before


class Bot(discord.AutoShardedClient):
    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        options.setdefault("shard_count", 1)
        super().__init__(
            intents=intents or discord.Intents(guilds=True, dm_messages=True, guild_messages=True),
            max_messages=None,
            guild_ready_timeout=0.1,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.raised: list[BaseException] = []
        """What went wrong in commands and events; what a test does not take out fails it."""
        self.tree.error(self._caught)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds between two sessions."""

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    async def _caught(self, _: discord.Interaction[Self], error: app_commands.AppCommandError) -> None:
        raised = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        # Whoever has seen an answer may leave before the bot has heard that it came.
        if not (self.is_closed() and isinstance(raised, aiohttp.ServerDisconnectedError)):
            self.raised.append(raised)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        self.raised.append(sys.exc_info()[1] or AssertionError(event_method))

    @asynccontextmanager
    async def living(self, ground: Ground, token: str | None = None) -> AsyncIterator[Self]:
        """Logged in and ready when the block begins."""
        with pointed_at(ground.setup):
            async with self.connected(token or ground.token):
                yield self

    @asynccontextmanager
    async def connected(self, token: str) -> AsyncIterator[Self]:
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
                for raised in self.raised:
                    error.add_note(f"The bot raised: {raised!r}")
                raise
            finally:
                ready.cancel()
                await self.close()
                await life
        assert self.raised == []

    def told(self, channel: str) -> discord.PartialMessageable:
        """The channel of that id."""
        return self.get_partial_messageable(int(channel))


def missing(what: str) -> str | None:
    """Why a test is skipped; in CI nothing is."""
    return None if os.environ.get("CI") else f"{what} is not installed"


async def allowed(ground: Ground, *permissions: str) -> None:
    await ground.playground.stage(
        "set_permissions", server=ground.server["id"], target=ground.role, allow=list(permissions), deny=[]
    )
