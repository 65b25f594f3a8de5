"""The Discord client, which logs in, connects to the gateway or the interaction bridge, and passes on interactions."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.application import (
    GATEWAY_INTENTS,
    describe_endpoint_conflict,
    override_discord_urls,
    translate_login_errors,
)
from bot.discord.commands.definitions import CommandTranslator, map_command_mentions
from bot.discord.interaction_bridge import InteractionBridge
from bot.discord.layout import render_layout
from bot.discord.request_metrics import RequestMetrics
from bot.discord.responses import send_refusal
from bot.errors import ConfigError, StartupUnavailable
from bot.i18n import choose_locale
from bot.ops.config import Environment
from bot.screens.dialogs import render_refusal
from games.refused import Refused

log: Final = logging.getLogger(__name__)

MIN_SESSIONS_LEFT: Final = 50
"""The number of daily gateway sessions to keep in reserve. Discord resets the token of a bot that uses them all up."""

InteractionHandler = Callable[[discord.Interaction], Awaitable[None]]


class CommandTree(app_commands.CommandTree[Any]):
    """The slash command tree. It refuses outdated commands, which Discord still shows for a while after an update."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Refuse a command with unknown options or choices, and return whether the command can run.

        This check is necessary because discord.py does not validate options and choices.
        """
        if interaction.type is discord.InteractionType.autocomplete or _has_current_options(interaction):
            return True
        await _refuse_stale_command(interaction)
        return False

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Send a refusal for a command that discord.py rejects.

        Such a command is probably outdated, because Discord shows old commands for a while after an update.
        """
        log.warning("discord.py rejected a command", exc_info=error)
        if interaction.type is not discord.InteractionType.autocomplete:
            await _refuse_stale_command(interaction)


async def _refuse_stale_command(interaction: discord.Interaction[Any]) -> None:
    scene = render_refusal(Refused("command"), choose_locale(str(interaction.locale)))
    await send_refusal(interaction, render_layout(scene))


def _has_current_options(interaction: discord.Interaction[Any]) -> bool:
    """Return whether all options passed to a command exist and have allowed values."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    choices_by_option = {
        parameter.display_name: [choice.value for choice in parameter.choices] for parameter in command.parameters
    }
    return all(
        name in choices_by_option and (not choices_by_option[name] or value in choices_by_option[name])
        for name, value in interaction.namespace
    )


class Client(discord.AutoShardedClient):
    """The bot's Discord client."""

    def __init__(
        self,
        environment: Environment,
        request_metrics: RequestMetrics,
        command_mentions: dict[str, str],
        bridge: InteractionBridge | None = None,
    ) -> None:
        """Create the client. If there is a `bridge`, the client connects to the bridge instead of the gateway.

        The client fills `command_mentions` once it knows the IDs of the commands (see `map_command_mentions`).
        """
        override_discord_urls(environment)
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
        """True in the one process that registers commands and uploads emoji for all processes."""
        self._command_mentions = command_mentions
        self._bridge = bridge
        if bridge:
            bridge.attach_to_client(self)
        self._interaction_handler: InteractionHandler | None = None
        self._connected_handler: Callable[[], Awaitable[None]] | None = None
        self._reconnected_handler: Callable[[], None] | None = None
        self._server_handler: Callable[[int, int], None] | None = None

    def set_handlers(
        self,
        interaction_handler: InteractionHandler,
        connected_handler: Callable[[], Awaitable[None]],
        reconnected_handler: Callable[[], None],
        server_handler: Callable[[int, int], None],
    ) -> None:
        """Set the client's callbacks.

        `interaction_handler` is called for each interaction, `connected_handler` when all shards are ready, and
        `reconnected_handler` when a single shard has started or resumed a session. `server_handler` is called whenever
        a server becomes available, with the server's ID and the time in milliseconds when the bot joined it.
        """
        self._interaction_handler = interaction_handler
        self._connected_handler = connected_handler
        self._reconnected_handler = reconnected_handler
        self._server_handler = server_handler

    async def run_until_closed(self, token: str, on_login: Callable[[int, str], None]) -> None:
        """Log in, and stay connected until the client is closed.

        `on_login` receives the application ID and the public key that verifies HTTP interactions.
        Raises `ConfigError` or `StartupUnavailable` if the bot cannot connect.
        """
        with translate_login_errors():
            await self.login(token)
            on_login(self.application_id or 0, self.application.verify_key if self.application else "")
            if not self._bridge:
                await self._check_sessions_left()
            await self.connect()

    async def _check_sessions_left(self) -> None:
        """Raise `StartupUnavailable` if fewer than `MIN_SESSIONS_LEFT` gateway sessions are left.

        Without this check, a bot that crashes at every start would use up its sessions and lose its token.
        """
        limits = await self.fetch_session_start_limits()
        if limits.remaining < MIN_SESSIONS_LEFT:
            hours = limits.reset_after / 3_600_000
            raise StartupUnavailable(
                f"only {limits.remaining} Discord sessions are left; the limit resets in {hours:.1f} h"
            )

    def is_this_bot(self, user: discord.User | discord.Member) -> bool:
        return self.user is not None and user.id == self.user.id

    def heartbeat_latencies(self) -> dict[int, float | None]:
        """Return the heartbeat latency of each shard in seconds, or None for a shard that is not connected."""
        if self._bridge:
            return {}
        # Without a socket, the latency is NaN and `is_closed` raises, so check the latency first.
        return {
            shard_id: None if math.isnan(shard.latency) or shard.is_closed() else shard.latency
            for shard_id, shard in self.shards.items()
        }

    async def setup_hook(self) -> None:
        """Register the commands. discord.py calls this after the login, and before it connects to the gateway."""
        if not self._bridge and self.application and self.application.interactions_endpoint_url:
            raise ConfigError(describe_endpoint_conflict(self.application.interactions_endpoint_url))
        await self.tree.set_translator(CommandTranslator())
        registered = await (self.tree.sync() if self.is_leader else self.tree.fetch_commands())
        self._command_mentions.update(await map_command_mentions(self.tree, registered))

    async def on_ready(self) -> None:
        """Call the connected handler after the first connection, and after those that could not resume a session."""
        log.info("connected to Discord")
        if self._connected_handler:
            await self._connected_handler()

    async def on_shard_ready(self, _: int) -> None:
        """Call the reconnected handler when a shard has connected, with either a new session or a resumed one."""
        if self._reconnected_handler:
            self._reconnected_handler()

    on_shard_resumed = on_shard_ready

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Call the server handler for a server that the bot has joined or that has become available."""
        joined_at = guild.me.joined_at if guild.me else None
        if self._server_handler and joined_at:
            self._server_handler(guild.id, int(joined_at.timestamp() * 1000))

    on_guild_join = on_guild_available

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if self._interaction_handler:
            await self._interaction_handler(interaction)
