"""What people and servers have set for themselves; stored as JSON, so a new setting needs no migration."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.caches import TtlCache
from bot.time_zones import UTC_ZONE, load_zone
from bot.wall_clock import DAY_MS, MAX_CLOCK_MS
from games.words import LOCALES, Locale
from storage import Store

PLAYER_CACHE_TTL_S: Final = 10.0
"""Seconds."""


class PlayerPreferences(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    locale: Locale | None = None
    """None follows Discord's."""
    discord: str | None = None
    """What their Discord speaks, as far as they have met us."""
    prompts: Literal["dm", "here", "both", "none"] = "dm"
    """How they are called when they are to choose and not at it."""
    reminders: bool = True
    quiet: tuple[int, int] | None = None
    """From which hour to which nobody calls them; clocks go on."""
    zone: str = UTC_ZONE
    """The IANA name of their time zone."""
    listed: bool = True
    """Do others see them on ladders?"""
    unread: int = 0
    """When they had it forgotten how they choose; what was before is read no more."""

    @property
    def effective_locale(self) -> Locale:
        return choose_locale(self.locale, self.discord)

    def next_notification_time_ms(self, now_ms: int) -> int:
        """When they may be called again; `now` where they may be."""
        if self.quiet is None:
            return now_ms
        begins, ends = self.quiet
        clock = datetime.fromtimestamp(now_ms / 1000, load_zone(self.zone))
        if (clock.hour - begins) % 24 >= (ends - begins) % 24:
            return now_ms
        # Arithmetic on what the clock shows: a night in which it is changed is an hour shorter or longer.
        days = timedelta(days=clock.hour >= ends)
        wakes = clock.replace(hour=ends, minute=0, second=0, microsecond=0) + days
        return int(wakes.timestamp() * 1000)


class ServerPreferences(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    locale: Locale | None = None
    clock: int | None = Field(default=DAY_MS, gt=0, le=MAX_CLOCK_MS)
    channels: tuple[int, ...] = ()
    """Where matches may be offered; none named means everywhere."""
    threads: bool = False
    """A thread for each match."""
    pair: int | None = Field(default=5, gt=0)
    """So many matches of the same two count within a day."""
    steps: int = Field(default=2, ge=0)
    """A match of fewer does not count."""
    season: int | None = Field(default=None, gt=0, le=24)
    """Months that a season lasts; None ends by hand only."""
    standing: tuple[int, ...] = ()
    """The channel where what is told of seasons is posted; none means where the last match was played."""
    crown: tuple[int, ...] = ()
    """The role that the champion of the last season has; none means that there is none."""
    weekly: bool = False
    """The ladder of the week, every Monday."""

    def effective_locale(self, discord_locale: str | None) -> Locale:
        """What is read here by everybody; `discord` is what the server speaks there."""
        return choose_locale(self.locale, discord_locale)


class Preferences:
    """A player's are kept for a moment: whoever clicks clicks again. Another process may be as much behind."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._players: TtlCache[int, PlayerPreferences] = TtlCache(PLAYER_CACHE_TTL_S)

    async def load_player(self, person_id: int) -> PlayerPreferences:
        return self._players.get(person_id) or await self.reload_player(person_id)

    async def load_player_locale(self, person_id: int) -> Locale:
        """The language in which somebody is written to."""
        return (await self.load_player(person_id)).effective_locale

    async def reload_player(self, person_id: int) -> PlayerPreferences:
        """As it is now, whatever another process has just stored."""
        asked = time.monotonic()
        text = await self.store.people.load_player_settings(person_id)
        player = PlayerPreferences.model_validate_json(text) if text else PlayerPreferences()
        self._players.set_unless_newer(person_id, player, asked)
        return player

    def discard_cached_player(self, person_id: int) -> None:
        """They are met for the first time when they do something again."""
        self._players.discard(person_id)

    async def load_server(self, server_id: int | None) -> ServerPreferences:
        text = await self.store.people.load_server_settings(server_id) if server_id else None
        return ServerPreferences.model_validate_json(text) if text else ServerPreferences()

    async def update_discord_locale(self, person_id: int, discord_locale: str) -> PlayerPreferences:
        """Somebody has just done something; what their Discord speaks is kept for when we write first."""
        player = await self.load_player(person_id)
        return (
            player
            if player.discord == discord_locale
            else await self.update_player(person_id, PlayerPreferences(discord=discord_locale))
        )

    async def update_player(self, person_id: int, changes: PlayerPreferences) -> PlayerPreferences:
        """Only what `change` was made with; all that they have set by now is returned."""
        await self.store.people.change_player_settings(person_id, _dump_set_fields(changes))
        return await self.reload_player(person_id)

    async def update_server(self, server_id: int, changes: ServerPreferences) -> ServerPreferences:
        await self.store.people.change_server_settings(server_id, _dump_set_fields(changes))
        return await self.load_server(server_id)


def _dump_set_fields(changes: PlayerPreferences | ServerPreferences) -> dict[str, Any]:
    return changes.model_dump(mode="json", exclude_unset=True)


def choose_locale(*wanted: str | None) -> Locale:
    """The first that somebody has written for."""
    for locale in wanted:
        for known in LOCALES:
            if locale and locale[:2] == known:
                return known
    return LOCALES[0]
