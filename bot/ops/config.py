"""The bot's configuration, which is read from environment variables and the file `.env` at startup."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

ENV_FILE: Final = Path(".env")
_SHARDS_PATTERN: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """The gateway shards that this process runs, from `first` to `last`."""

    first: int
    last: int
    total: int
    """The total number of shards in all processes of the bot."""

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parse a range such as `0-3/16`, or a single shard such as `5/16`."""
        match = _SHARDS_PATTERN.fullmatch(text.strip())
        if not match:
            raise ValueError(f"shards must be given as 0-3/16 or 5/16, not {text!r}")
        first, last, total = match.groups()
        shards = cls(int(first), int(last or first), int(total))
        if not shards.first <= shards.last < shards.total:
            raise ValueError(
                f"the last of {shards.total} shards is {shards.total - 1}, and ranges must be ascending: {text!r}"
            )
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
        """Whether this process runs shard 0 and therefore does the work that must be done only once for the bot.

        Shard 0 also receives all DMs.
        """
        return self.first == 0


def _require_prefix(*prefixes: str) -> AfterValidator:
    """Return a validator that rejects URLs without one of these prefixes. An empty text means no URL, and is valid."""

    def check(url: str) -> str:
        if url and not url.startswith(prefixes):
            raise ValueError(f"the URL must begin with {' or '.join(prefixes)}: {url}")
        return url

    return AfterValidator(check)


def find_default_database() -> Path:
    """Return the path of the database if the host sets none, such as `~/.local/state/wolf-and-bison/duel.db`."""
    state_folder = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state_folder) if state_folder.startswith("/") else Path.home() / ".local" / "state"
    return base / "wolf-and-bison" / "duel.db"


def _fill_database_url(url: str) -> str:
    return url or f"sqlite:///{find_default_database()}"


_WebUrl = Annotated[str, _require_prefix("http://", "https://")]
_WebSocketUrl = Annotated[str, _require_prefix("ws://", "wss://")]


class Environment(BaseSettings):
    """Settings from environment variables. Each field is read from the variable of the same name in capital letters.

    An empty variable counts as not set. A variable that is not set is read from `.env` in the working directory, which
    `duel setup` writes. With Docker Compose, this file also has variables for other services.
    """

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True, env_file=ENV_FILE, extra="ignore")

    discord_token: SecretStr = SecretStr("")
    # URLs of a server that replaces Discord. A playground sets the DISCORD_ variants when it starts the bot.
    duel_api: _WebUrl = Field(default="", validation_alias=AliasChoices("duel_api", "discord_api"))
    duel_gateway: _WebSocketUrl = Field(default="", validation_alias=AliasChoices("duel_gateway", "discord_gateway"))
    duel_cdn: _WebUrl = Field(default="", validation_alias=AliasChoices("duel_cdn", "discord_cdn"))
    duel_clock: _WebUrl = Field(default="", validation_alias=AliasChoices("duel_clock", "discord_clock"))
    """The URL of a playground's clock, which lets people skip time. Empty when the bot runs on Discord."""
    database_url: Annotated[str, AfterValidator(_fill_database_url)] = Field(default="", validate_default=True)
    """The URL of the database. By default, it is a file in the user's state folder.

    Examples are `sqlite:///duel.db` (relative path), `sqlite:////var/lib/duel.db` (absolute path) and `postgresql://…`.
    """
    duel_minds: int = Field(default=1, ge=1, le=64)
    """The number of worker processes for the AI. Each process starts when it is first needed."""
    duel_pause: float = Field(default=1.2, ge=0, le=60)
    """The minimum number of seconds that the AI takes for a move, so that people can follow the match."""
    duel_trail: float = Field(default=2, ge=0, le=60)
    """The minimum number of seconds between two edits of a card while players play in their private messages."""
    duel_shards: Annotated[Annotated[Shards, BeforeValidator(Shards.parse)] | None, NoDecode] = None
    """The shards that this process runs, for example `0-3/16` or `5/16`, if several processes share the work.

    None means that this process runs as many shards as Discord recommends. Several processes need a PostgreSQL
    database.
    """
    duel_port: int = Field(default=8000, ge=0, le=65_535)
    """The port on which `duel serve` receives interactions. 0 means any free port."""
    duel_host: str = "127.0.0.1"
    """The address on which `duel serve` listens. Use `0.0.0.0` in a container, so that a load balancer can connect."""
    duel_presses: float = Field(default=5, ge=0, le=1000)
    """Clicks and commands allowed per second for each person. Short bursts may exceed it. 0 means no limit."""
    duel_offers: int = Field(default=10, ge=0)
    """The maximum number of open offers per person."""
    duel_matches: int = Field(default=100, ge=0)
    """The maximum number of running matches per person. A server may have twenty times as many offers and matches."""
    duel_log: Literal["debug", "info", "warning", "error"] = "info"
    duel_backups: Path | None = None
    """The folder to which `duel backup` writes. `duel doctor` and a metric report when its last backup was made."""
    duel_health_port: int | None = Field(default=None, ge=0, le=65_535)
    """The port for `/healthz` and `/metrics`. 0 means any free port; None means that they are not served."""
    duel_health_host: str = "127.0.0.1"
    """The address for `/healthz` and `/metrics`. Use `0.0.0.0` in a container, so that monitoring can connect."""


def find_unknown_variables() -> Iterator[str]:
    """Yield a line for each variable that begins with DUEL_ but is no setting: `DUEL_PORTS: did you mean DUEL_PORT?`"""
    settings = [name.upper() for name in Environment.model_fields]
    for name in sorted({name.upper() for name in (*os.environ, *DotEnvSettingsSource(Environment).env_vars)}):
        if name.startswith("DUEL_") and name not in settings:
            similar = get_close_matches(name, settings, 1, cutoff=0.7)
            yield f"{name}: did you mean {similar[0]}?" if similar else f"{name}: there is no such setting"
