"""What the host has set for the bot: its environment variables, read once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_SHARDS_PATTERN: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    first: int
    last: int
    total: int
    """How many the whole bot has, in all its processes."""

    @classmethod
    def parse(cls, text: str) -> Shards:
        """`0-3/16`, or `5/16` for one alone."""
        found = _SHARDS_PATTERN.fullmatch(text.strip())
        if not found:
            raise ValueError(f"shards are written 0-3/16 or 5/16, not {text!r}")
        first, last, of = found.groups()
        shards = cls(int(first), int(last or first), int(of))
        if not shards.first <= shards.last < shards.total:
            raise ValueError(f"of {shards.total} shards the last is {shards.total - 1}: {text!r}")
        return shards

    @property
    def shard_ids(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def covers_all(self) -> bool:
        """Is there nothing left for another process?"""
        return len(self.shard_ids) == self.total

    @property
    def is_leader(self) -> bool:
        """What is done once for the whole bot is done with its first shard, to which direct messages come, too."""
        return self.first == 0


class Environment(BaseSettings):
    """Each field is a variable of the same name, in capitals; an empty one is as good as none."""

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True)

    discord_token: SecretStr = SecretStr("")
    # Where Discord is, if it is not Discord. A playground that starts us calls them by its own names.
    duel_api: str = Field(default="", validation_alias=AliasChoices("duel_api", "discord_api"))
    duel_gateway: str = Field(default="", validation_alias=AliasChoices("duel_gateway", "discord_gateway"))
    duel_cdn: str = Field(default="", validation_alias=AliasChoices("duel_cdn", "discord_cdn"))
    duel_clock: str = Field(default="", validation_alias=AliasChoices("duel_clock", "discord_clock"))
    """Of a playground, whose time can be moved on; Discord has none to ask."""
    database_url: str = "sqlite:///duel.db"
    """`sqlite:///bot.db` beside the bot, `sqlite:////var/lib/bot.db` anywhere, or `postgresql://…`."""
    duel_minds: int = Field(default=1, ge=1, le=64)
    """Processes that think for the house, beside the bot's own; none is there before it is needed."""
    duel_pause: float = Field(default=1.2, ge=0, le=60)
    """Seconds that the house takes for a word at least, so that people can see what happens."""
    duel_trail: float = Field(default=2, ge=0, le=60)
    """Seconds between two edits of a card, behind the private messages of those who play."""
    duel_shards: Annotated[Annotated[Shards, BeforeValidator(Shards.parse)] | None, NoDecode] = None
    """`0-3/16` or `5/16`: this process's part, where several share a PostgreSQL. None is all that Discord advises."""
    duel_port: int = Field(default=8000, ge=0, le=65_535)
    """Where `duel serve` hears interactions; 0 takes a port that is free."""
    duel_host: str = "127.0.0.1"
    """In a container `0.0.0.0`: the balancer is outside."""
    duel_presses: float = Field(default=5, ge=0, le=1000)
    """Presses and commands a second that one person may make, with a few seconds' worth at once; 0 counts none."""
    duel_offers: int = Field(default=10, ge=0)
    """Offers of one person that may wait for somebody."""
    duel_matches: int = Field(default=100, ge=0)
    """Matches of one person that may go on. Of offers and matches a server may have twenty times as many."""
    duel_log: Literal["debug", "info", "warning", "error"] = "info"
    duel_health_port: int | None = Field(default=None, ge=0, le=65_535)
    """For `/healthz` and `/metrics`; neither without it. 0 takes one that is free."""
    duel_health_host: str = "127.0.0.1"
    """In a container `0.0.0.0`: what asks is outside."""
