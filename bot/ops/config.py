"""The configuration of the bot, which it reads from environment variables at the start."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_SHARDS_PATTERN: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """The gateway shards that this process runs, from `first` to `last`."""

    first: int
    last: int
    total: int
    """The number of shards of the whole bot, in all its processes."""

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse a range such as `0-3/16`, or a single shard such as `5/16`."""
        match = _SHARDS_PATTERN.fullmatch(text.strip())
        if not match:
            raise ValueError(f"shards are written 0-3/16 or 5/16, not {text!r}")
        first, last, total = match.groups()
        shards = cls(int(first), int(last or first), int(total))
        if not shards.first <= shards.last < shards.total:
            raise ValueError(f"of {shards.total} shards the last is {shards.total - 1}: {text!r}")
        return shards

    @property
    def shard_ids(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def covers_all(self) -> bool:
        """Whether this process runs all shards of the bot."""
        return len(self.shard_ids) == self.total

    @property
    def is_leader(self) -> bool:
        """Whether this process does the work that is done once for the whole bot. Shard 0 also receives all DMs."""
        return self.first == 0


class Environment(BaseSettings):
    """Each field is the environment variable with the same name in capitals. An empty variable counts as not set."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True)

    discord_token: SecretStr = SecretStr("")
    # URLs of a server that stands in for Discord. A playground that starts the bot sets the DISCORD_ variants.
    duel_api: str = Field(default="", validation_alias=AliasChoices("duel_api", "discord_api"))
    duel_gateway: str = Field(default="", validation_alias=AliasChoices("duel_gateway", "discord_gateway"))
    duel_cdn: str = Field(default="", validation_alias=AliasChoices("duel_cdn", "discord_cdn"))
    duel_clock: str = Field(default="", validation_alias=AliasChoices("duel_clock", "discord_clock"))
    """The URL of the clock of a playground, where people can skip time. Empty for Discord."""
    database_url: str = "sqlite:///duel.db"
    """`sqlite:///duel.db` (relative path), `sqlite:////var/lib/duel.db` (absolute path) or `postgresql://…`."""
    duel_minds: int = Field(default=1, ge=1, le=64)
    """Worker processes for the AI. Each one starts when it is first needed."""
    duel_pause: float = Field(default=1.2, ge=0, le=60)
    """The least number of seconds that the AI takes for a move, so that people can follow the match."""
    duel_trail: float = Field(default=2, ge=0, le=60)
    """Seconds between two edits of a card while the match is played in private messages."""
    duel_shards: Annotated[Annotated[Shards, BeforeValidator(Shards.parse)] | None, NoDecode] = None
    """The shards of this process, such as `0-3/16` or `5/16`, if several processes share a PostgreSQL database.

    None runs as many shards as Discord recommends.
    """
    duel_port: int = Field(default=8000, ge=0, le=65_535)
    """The port on which `duel serve` receives interactions. 0 picks a free port."""
    duel_host: str = "127.0.0.1"
    """Use `0.0.0.0` in a container, so that a load balancer outside can connect."""
    duel_presses: float = Field(default=5, ge=0, le=1000)
    """Clicks and commands per second and person, with bursts of a few seconds' worth. 0 switches the limit off."""
    duel_offers: int = Field(default=10, ge=0)
    """Open offers per person."""
    duel_matches: int = Field(default=100, ge=0)
    """Running matches per person. A server may have twenty times as many offers and matches."""
    duel_log: Literal["debug", "info", "warning", "error"] = "info"
    duel_health_port: int | None = Field(default=None, ge=0, le=65_535)
    """The port for `/healthz` and `/metrics`. None serves neither; 0 picks a free port."""
    duel_health_host: str = "127.0.0.1"
    """Use `0.0.0.0` in a container, so that monitoring outside can connect."""
