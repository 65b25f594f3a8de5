"""How the bot comes to Discord, stays there, and hears what happens: by the gateway, or through its own address."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
import yarl

from bot.discord.command_tree import CommandTree
from bot.discord.commands.definitions import CommandTranslator
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.request_metrics import RequestMetrics
from bot.discord.slim_message import touching
from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment

INTENTS: Final = discord.Intents(guilds=True)
"""Nothing privileged: whatever we are told, somebody told us."""
SPARE_SESSIONS: Final = 50
"""Sessions per day that no start may use: Discord resets the token of a bot that has used up all."""
AWAY: Final = (
    aiohttp.ClientConnectionError,
    TimeoutError,
    discord.GatewayNotFound,
    discord.DiscordServerError,
    discord.RateLimited,
    ConnectionError,
)
"""Discord is out of reach, or asks for patience, as it does of all who come from an address."""

Hearing = Callable[[discord.Interaction], Awaitable[None]]


class Client(discord.AutoShardedClient):
    def __init__(
        self, environment: Environment, spending: RequestMetrics, tube: InteractionBridge | None = None
    ) -> None:
        """With a tube nothing is heard from any gateway."""
        _directed(environment)
        touching()
        shards = environment.duel_shards
        super().__init__(
            intents=INTENTS,
            shard_count=1 if tube else shards.of if shards else None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            http_trace=spending.trace(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.shard_ids = list(shards.numbers) if shards else None
        self.tree = CommandTree(self)
        self.leads = shards is None or shards.leads
        """What must happen once for all processes, this one does."""
        self._tube = tube
        if tube:
            tube.leads_to(self)
        self._heard: Hearing | None = None
        self._connected: Callable[[], Awaitable[None]] | None = None
        self._back: Callable[[], None] | None = None

    def opened(self, heard: Hearing, connected: Callable[[], Awaitable[None]], back: Callable[[], None]) -> None:
        """From now on somebody hears interactions; `connected` is called when it is ready, `back` after each outage."""
        self._heard = heard
        self._connected = connected
        self._back = back

    async def living(self, token: str, entered: Callable[[int, str], None]) -> None:
        """From the door until it is closed; who is not let in says why. `entered` hears as which application, and by
        which key Discord signs what it brings there.
        """
        try:
            await self.login(token)
            entered(self.application_id or 0, self.application.verify_key if self.application else "")
            if not self._tube:
                await self._check_sessions_left()
            await self.connect()
        except discord.LoginFailure as no:
            raise ConfigError("Discord does not know this token; DISCORD_TOKEN is to be the token of a bot") from no
        except discord.ConnectionClosed as no:
            raise ConfigError(f"Discord has closed the gateway for good, code {no.code}") from no
        except AWAY as no:
            raise StartupUnavailable(f"Discord is out of reach: {str(no) or type(no).__name__}") from no
        except discord.HTTPException as no:
            if no.status != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            raise StartupUnavailable(f"Discord asks for patience: {no}") from no

    async def _check_sessions_left(self) -> None:
        """Raise `StartupUnavailable` while few are left: a bot that crashes at every start would lose its token."""
        limits = await self.fetch_session_start_limits()
        if limits.remaining < SPARE_SESSIONS:
            hours = limits.reset_after / 3_600_000
            raise StartupUnavailable(
                f"only {limits.remaining} sessions are left at Discord; there are more in {hours:.1f} h"
            )

    def is_ours(self, user: discord.User | discord.Member) -> bool:
        return self.user is not None and user.id == self.user.id

    def echoes(self) -> dict[int, float | None]:
        """By shard the seconds between a heartbeat and its echo; None for one that is not connected."""
        if self._tube:
            return {}
        # Without a socket it is no number, and nothing else may be asked of it.
        return {
            number: None if math.isnan(shard.latency) or shard.is_closed() else shard.latency
            for number, shard in self.shards.items()
        }

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandTranslator())
        if self.leads:
            await self.tree.sync()

    async def on_ready(self) -> None:
        """After every outage that a resume could not bridge."""
        if self._connected:
            await self._connected()

    async def on_shard_ready(self, _: int) -> None:
        """After each outage, by one of these two ways."""
        if self._back:
            self._back()

    on_shard_resumed = on_shard_ready

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if self._heard:
            await self._heard(interaction)


def _directed(environment: Environment) -> None:
    """Discord's own addresses are class attributes; they change only for a Discord that is not Discord."""
    if environment.duel_api:
        discord.http.Route.BASE = environment.duel_api
    if environment.duel_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(environment.duel_gateway)
    if environment.duel_cdn:
        discord.asset.Asset.BASE = environment.duel_cdn
