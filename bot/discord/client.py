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
from bot.discord.slim_message import install_slim_message
from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment

GATEWAY_INTENTS: Final = discord.Intents(guilds=True)
"""Nothing privileged: whatever we are told, somebody told us."""
MIN_SESSIONS_LEFT: Final = 50
"""Sessions per day that no start may use: Discord resets the token of a bot that has used up all."""
UNAVAILABLE_ERRORS: Final = (
    aiohttp.ClientConnectionError,
    TimeoutError,
    discord.GatewayNotFound,
    discord.DiscordServerError,
    discord.RateLimited,
    ConnectionError,
)
"""Discord is out of reach, or asks for patience, as it does of all who come from an address."""

InteractionHandler = Callable[[discord.Interaction], Awaitable[None]]


class Client(discord.AutoShardedClient):
    def __init__(
        self, environment: Environment, request_metrics: RequestMetrics, bridge: InteractionBridge | None = None
    ) -> None:
        """With a tube nothing is heard from any gateway."""
        _override_discord_urls(environment)
        install_slim_message()
        shards = environment.duel_shards
        super().__init__(
            intents=GATEWAY_INTENTS,
            shard_count=1 if bridge else shards.total if shards else None,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=30.0,
            http_trace=request_metrics.build_trace_config(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.shard_ids = list(shards.shard_ids) if shards else None
        self.tree = CommandTree(self)
        self.is_leader = shards is None or shards.is_leader
        """What must happen once for all processes, this one does."""
        self._bridge = bridge
        if bridge:
            bridge.attach_to_client(self)
        self._interaction_handler: InteractionHandler | None = None
        self._connected_handler: Callable[[], Awaitable[None]] | None = None
        self._reconnected_handler: Callable[[], None] | None = None

    def set_handlers(
        self,
        interaction_handler: InteractionHandler,
        connected_handler: Callable[[], Awaitable[None]],
        reconnected_handler: Callable[[], None],
    ) -> None:
        """From now on somebody hears interactions; `connected` is called when it is ready, `back` after each outage."""
        self._interaction_handler = interaction_handler
        self._connected_handler = connected_handler
        self._reconnected_handler = reconnected_handler

    async def run_until_closed(self, token: str, on_login: Callable[[int, str], None]) -> None:
        """From the door until it is closed; who is not let in says why. `entered` hears as which application, and by
        which key Discord signs what it brings there.
        """
        try:
            await self.login(token)
            on_login(self.application_id or 0, self.application.verify_key if self.application else "")
            if not self._bridge:
                await self._check_sessions_left()
            await self.connect()
        except discord.LoginFailure as no:
            raise ConfigError("Discord does not know this token; DISCORD_TOKEN is to be the token of a bot") from no
        except discord.ConnectionClosed as no:
            raise ConfigError(f"Discord has closed the gateway for good, code {no.code}") from no
        except UNAVAILABLE_ERRORS as no:
            raise StartupUnavailable(f"Discord is out of reach: {str(no) or type(no).__name__}") from no
        except discord.HTTPException as no:
            if no.status != HTTPStatus.TOO_MANY_REQUESTS:
                raise
            raise StartupUnavailable(f"Discord asks for patience: {no}") from no

    async def _check_sessions_left(self) -> None:
        """Raise `StartupUnavailable` while few are left: a bot that crashes at every start would lose its token."""
        limits = await self.fetch_session_start_limits()
        if limits.remaining < MIN_SESSIONS_LEFT:
            hours = limits.reset_after / 3_600_000
            raise StartupUnavailable(
                f"only {limits.remaining} sessions are left at Discord; there are more in {hours:.1f} h"
            )

    def is_this_bot(self, user: discord.User | discord.Member) -> bool:
        return self.user is not None and user.id == self.user.id

    def heartbeat_latencies(self) -> dict[int, float | None]:
        """By shard the seconds between a heartbeat and its echo; None for one that is not connected."""
        if self._bridge:
            return {}
        # Without a socket it is no number, and nothing else may be asked of it.
        return {
            number: None if math.isnan(shard.latency) or shard.is_closed() else shard.latency
            for number, shard in self.shards.items()
        }

    async def setup_hook(self) -> None:
        await self.tree.set_translator(CommandTranslator())
        if self.is_leader:
            await self.tree.sync()

    async def on_ready(self) -> None:
        """After every outage that a resume could not bridge."""
        if self._connected_handler:
            await self._connected_handler()

    async def on_shard_ready(self, _: int) -> None:
        """After each outage, by one of these two ways."""
        if self._reconnected_handler:
            self._reconnected_handler()

    on_shard_resumed = on_shard_ready

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if self._interaction_handler:
            await self._interaction_handler(interaction)


def _override_discord_urls(environment: Environment) -> None:
    """Discord's own addresses are class attributes; they change only for a Discord that is not Discord."""
    if environment.duel_api:
        discord.http.Route.BASE = environment.duel_api
    if environment.duel_gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(environment.duel_gateway)
    if environment.duel_cdn:
        discord.asset.Asset.BASE = environment.duel_cdn
