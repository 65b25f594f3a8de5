"""The components of a running playground, such as its world, settings, limits, log and gateway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from discord_playground.body_validation import BodyValidator
from discord_playground.cdn import Cdn
from discord_playground.fault_injection import FaultInjector
from discord_playground.gateway.gateway import Gateway
from discord_playground.quota import MAX_NEW_COMMANDS_PER_DAY, Quota
from discord_playground.rate_limits import MEASURED_DISCORD_LIMITS, RequestRateLimiter
from discord_playground.schemas import Schemas
from discord_playground.traffic_log import TrafficLog
from discord_playground.world.change import ChannelDeleted, MessagesDeleted, WorldChange
from discord_playground.world.clock import WorldClock
from discord_playground.world.interaction import RESPONSE_TIMEOUT_S
from discord_playground.world.saved_world import WorldStore
from discord_playground.world.world import create_default_world

MAX_NEW_DMS: Final = 200
NEW_DMS_WINDOW_S: Final = 600.0


@dataclass(frozen=True, slots=True)
class PlaygroundSettings:
    """The options of the command line, which the README describes."""

    bot_names: tuple[str, ...] = ("Sample",)
    folder: Path | None = None
    """The folder that keeps the world between runs. Without a folder, nothing is written to disk."""
    schemas_path: Path | None = None
    strict: bool = False
    privileged: bool = False
    discord_limits: bool = False
    skip_identify_limit: bool = False
    """Whether shards may identify at any time, instead of one every five seconds."""


class PlaygroundServer:
    def __init__(self, settings: PlaygroundSettings, base_url: str) -> None:
        """`base_url` is `http://127.0.0.1:PORT`."""
        self.settings = settings
        self.base_url = base_url
        self.response_timeout_s = RESPONSE_TIMEOUT_S
        """Time within which a bot must respond to an interaction."""
        self.recommended_shard_count = 1
        """The number of shards that `GET /gateway/bot` recommends."""
        self.clock = WorldClock()
        self._world_store = WorldStore(settings.folder) if settings.folder else None
        self._has_unsaved_changes = True
        saved_world = self._world_store and self._world_store.load_world(self.clock)
        self.world = saved_world or create_default_world(self.clock)
        self._create_missing_bots(settings.bot_names)
        self.world.listeners.append(self._on_change)
        self.traffic_log = TrafficLog(self.clock)
        self.cdn = Cdn(f"{base_url}/cdn", settings.folder)
        path = settings.schemas_path
        schemas = Schemas.load_file(path, settings.strict) if path and path.is_file() else None
        self.body_validator = BodyValidator(schemas)
        self.has_schemas = schemas is not None
        """Whether bodies are checked against Discord's schemas."""
        self.rate_limits = RequestRateLimiter(self.clock, MEASURED_DISCORD_LIMITS if settings.discord_limits else {})
        self.fault_injector = FaultInjector()
        self.new_dm_quota = Quota(self.clock, MAX_NEW_DMS, NEW_DMS_WINDOW_S)
        self.new_command_quota = Quota(self.clock, MAX_NEW_COMMANDS_PER_DAY)
        """Quota of newly created commands, by bot and scope (global or one server)."""
        self.gateway = Gateway(self.world, self.traffic_log)
        if settings.skip_identify_limit:
            self.gateway.max_concurrency = None

    def resume_timers(self) -> None:
        """Restart the timers of a loaded world, which archive threads, run events and expire interaction tokens."""
        for channel in [*self.world.channels.values()]:
            if channel.is_thread:
                self.world.archive_when_inactive(channel)
        for guild in self.world.guilds.values():
            for event in guild.open_events:
                self.world.update_event_on_time(event)
        for interaction in self.world.interactions.values():
            self.world.schedule_token_expiry(interaction)

    def _create_missing_bots(self, names: Iterable[str]) -> None:
        existing_names = {bot.name for bot in self.world.bots.values()}
        guild = next(iter(self.world.guilds.values()))
        for name in names:
            if name not in existing_names:
                bot = self.world.create_bot(name, guild.owner_id)
                self.world.add_member(guild, bot.id)
        for bot in self.world.bots.values():
            bot.has_privileged_intents = bot.has_privileged_intents or self.settings.privileged

    @property
    def gateway_url(self) -> str:
        return self.base_url.replace("http", "ws", 1) + "/gateway"

    def _on_change(self, change: WorldChange) -> None:
        self._has_unsaved_changes = True
        match change:
            case MessagesDeleted(_, messages):
                self.cdn.delete_attachments_later(self.clock, *messages)
            case ChannelDeleted(channel):
                self.cdn.delete_attachments_later(self.clock, *self.world.messages[channel.id].values())

    def save_world(self) -> None:
        if self._world_store and self._has_unsaved_changes:
            self._world_store.save_world(self.world)
            self._has_unsaved_changes = False

    @property
    def connection_info(self) -> Mapping[str, Any]:
        """The bots and the addresses that they connect to, in the format of `GET /playground/setup`."""
        return {
            "bots": [
                {
                    "name": bot.name,
                    "application_id": bot.id,
                    "token": bot.token,
                    "public_key": bot.public_key,
                    "connected": self.gateway.is_connected(bot.id),
                }
                for bot in self.world.bots.values()
            ],
            "api": f"{self.base_url}/api/v10",
            "gateway": self.gateway_url,
            "cdn": f"{self.base_url}/cdn",
            "clock": f"{self.base_url}/playground/clock",
            "strict": self.settings.strict,
            "schemas": self.has_schemas,
        }
