"""All of it together: the world, and the doors to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from discord_playground.cdn import Cdn
from discord_playground.fault import Troubles
from discord_playground.form import Form
from discord_playground.gateway.gateway import Gateway
from discord_playground.quota import COMMANDS_A_DAY, Quota
from discord_playground.ratelimit import DISCORDS, RateLimits
from discord_playground.schemas import Schemas
from discord_playground.wire import Wire
from discord_playground.world.change import Change, ChannelGone, Deleted
from discord_playground.world.clock import Clock
from discord_playground.world.interaction import SECONDS_TO_ANSWER
from discord_playground.world.world import World, populated

if TYPE_CHECKING:
    from discord_playground.world.memory import Memory

NEW_DMS: Final = 200
NEW_DMS_WINDOW_S: Final = 600.0


@dataclass(frozen=True, slots=True)
class Settings:
    bots: tuple[str, ...] = ("Sample",)
    folder: Path | None = None
    """Where the world is kept from one run to the next; without one nothing is written at all."""
    schemas: Path | None = None
    strict: bool = False
    privileged: bool = False
    discord_limits: bool = False
    hasty: bool = False
    """Shards identify whenever they like, not one in five seconds."""


@dataclass(slots=True)
class Playground:
    settings: Settings
    base: str
    """Where it is reached: `http://127.0.0.1:PORT`."""
    clock: Clock = field(init=False)
    world: World = field(init=False)
    wire: Wire = field(init=False)
    cdn: Cdn = field(init=False)
    form: Form = field(init=False)
    limits: RateLimits = field(init=False)
    troubles: Troubles = field(init=False)
    dms_opened: Quota = field(init=False)
    commands_made: Quota = field(init=False)
    """By bot and scope."""
    gateway: Gateway = field(init=False)
    checks: bool = field(init=False)
    """Are bodies held against Discord's own schemas?"""
    patience: float = SECONDS_TO_ANSWER
    """How long a bot may take to answer."""
    shards: int = 1
    """How many a bot is advised to have."""
    _memory: Memory | None = field(init=False)
    _fresh: bool = field(init=False, default=True)

    def __post_init__(self) -> None:
        settings = self.settings
        self.clock = Clock()
        self._memory = memory_in(settings.folder) if settings.folder else None
        self.world = (self._memory and self._memory.recalled(self.clock)) or populated(self.clock)
        self._hire(settings.bots)
        self.world.listeners.append(self._changed)
        self.wire = Wire(self.clock)
        self.cdn = Cdn(f"{self.base}/cdn", settings.folder)
        self.checks = settings.schemas is not None and settings.schemas.is_file()
        schemas = Schemas.load(settings.schemas, settings.strict) if self.checks and settings.schemas else None
        self.form = Form(schemas)
        self.limits = RateLimits(self.clock, DISCORDS if settings.discord_limits else {})
        self.troubles = Troubles()
        self.dms_opened = Quota(self.clock, NEW_DMS, NEW_DMS_WINDOW_S)
        self.commands_made = Quota(self.clock, COMMANDS_A_DAY)
        self.gateway = Gateway(self.world, self.wire)
        if settings.hasty:
            self.gateway.concurrency = None

    def resume(self) -> None:
        """What happens by itself at some time, as it was left the last time."""
        for channel in [*self.world.channels.values()]:
            if channel.thread:
                self.world.falls_asleep(channel)
        for interaction in self.world.interactions.values():
            self.world.forget_spent(interaction)

    def _hire(self, names: Iterable[str]) -> None:
        there = {bot.name for bot in self.world.bots.values()}
        guild = next(iter(self.world.guilds.values()))
        for name in names:
            if name not in there:
                bot = self.world.hire(name, guild.owner)
                self.world.join(guild, bot.id)
        for bot in self.world.bots.values():
            bot.privileged = bot.privileged or self.settings.privileged

    @property
    def gateway_url(self) -> str:
        return self.base.replace("http", "ws", 1) + "/gateway"

    def _changed(self, change: Change) -> None:
        self._fresh = True
        match change:
            case Deleted(_, messages):
                self.cdn.forget_of(self.clock, *messages)
            case ChannelGone(channel):
                self.cdn.forget_of(self.clock, *self.world.messages[channel.id].values())

    def remember(self) -> None:
        if self._memory and self._fresh:
            self._memory.keep(self.world)
            self._fresh = False

    @property
    def setup(self) -> Mapping[str, Any]:
        """What a client has to be told."""
        return {
            "bots": [
                {
                    "name": bot.name,
                    "application_id": bot.id,
                    "token": bot.token,
                    "public_key": bot.public_key,
                    "connected": self.gateway.connected(bot.id),
                }
                for bot in self.world.bots.values()
            ],
            "api": f"{self.base}/api/v10",
            "gateway": self.gateway_url,
            "cdn": f"{self.base}/cdn",
            "clock": f"{self.base}/playground/clock",
            "strict": self.settings.strict,
            "schemas": self.checks,
        }


def memory_in(folder: Path) -> Memory:
    """Imported where something is kept: what reads a world takes half as long as all the rest of a start."""
    from discord_playground.world.memory import Memory  # noqa: PLC0415

    return Memory(folder)
