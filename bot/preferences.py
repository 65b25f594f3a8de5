"""Settings of people and servers. The settings are stored as JSON, so that a new setting needs no migration."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.caches import TtlCache
from bot.i18n import choose_locale
from bot.time_zones import UTC_ZONE, load_zone
from bot.wall_clock import DAY_MS, MAX_CLOCK_MS
from games.words import Locale
from storage import Store

PLAYER_CACHE_TTL_S: Final = 10.0


class PlayerPreferences(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    locale: Locale | None = None
    """The language chosen by the person. None means the language of their Discord client."""
    discord: str | None = None
    """The language of the person's Discord client, as seen in their latest interaction."""
    prompts: Literal["dm", "here", "both", "none"] = "dm"
    """Where the person is notified when it is their turn."""
    reminders: bool = True
    quiet: tuple[int, int] | None = None
    """The hours at which quiet hours begin and end. Notifications wait during quiet hours, but clocks keep running."""
    zone: str = UTC_ZONE
    """The IANA name of the person's time zone."""
    listed: bool = True
    """Whether ladders and the results of the daily duel show the person to others."""
    daily_dm: bool = False
    """Whether the results of the daily duel are sent to the person as direct messages."""
    predictable: bool = True
    """Whether onlookers may predict the person's choices."""
    unread: int = 0
    """The time, in milliseconds, when the person last reset the mind reader. The AI ignores all earlier moves."""

    @property
    def effective_locale(self) -> Locale:
        return choose_locale(self.locale, self.discord)

    def next_notification_time_ms(self, now_ms: int) -> int:
        """Return the time when the person's quiet hours end, or `now_ms` outside of quiet hours."""
        if self.quiet is None:
            return now_ms
        start_hour, end_hour = self.quiet
        local_now = datetime.fromtimestamp(now_ms / 1000, load_zone(self.zone))
        if (local_now.hour - start_hour) % 24 >= (end_hour - start_hour) % 24:
            return now_ms
        # Days are added in local time, so the end is right even if the clocks change in between.
        days = timedelta(days=local_now.hour >= end_hour)
        local_end = local_now.replace(hour=end_hour, minute=0, second=0, microsecond=0) + days
        return int(local_end.timestamp() * 1000)


class ServerPreferences(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    locale: Locale | None = None
    clock: int | None = Field(default=DAY_MS, gt=0, le=MAX_CLOCK_MS)
    channels: tuple[int, ...] = ()
    """The channels where matches can be offered. Empty means all channels."""
    threads: bool = True
    """Whether each match gets its own thread, if the bot may create one."""
    results: Literal["thread", "line", "full"] = "thread"
    """Which results are a single line in the channel: those of matches in threads, all or none. The others are cards
    with a picture.
    """
    pair: int | None = Field(default=5, gt=0)
    """How many matches between the same two players count within a day. None means no limit."""
    steps: int = Field(default=2, ge=0)
    """The minimum number of steps of a match that counts."""
    season: int | None = Field(default=None, gt=0, le=24)
    """The length of a season in months. None means that seasons end only when a manager ends them."""
    standing: tuple[int, ...] = ()
    """The channel for season posts, if one was chosen. Empty means the channel of the latest match."""
    lobby: tuple[int, ...] = ()
    """The channel of the lobby card, if one was chosen. Empty means no lobby."""
    crown: tuple[int, ...] = ()
    """The role given to champions of the latest season, if one was chosen. Empty means no role."""
    organizers: tuple[int, ...] = ()
    """The role whose members may open tournaments, if one was chosen. Server managers always may."""
    daily: bool = True
    """Whether the server has a daily duel."""
    daily_channel: tuple[int, ...] = ()
    """The channel for the results of the daily duel, if one was chosen. Empty means that they are not posted."""
    daily_hour: int = Field(default=20, ge=0, le=23)
    """The hour at which a day of the daily duel closes, in the time zone `daily_zone`."""
    daily_zone: str = UTC_ZONE
    weekly: bool = False
    """Whether the ladder is posted every Monday."""

    def effective_locale(self, discord_locale: str | None) -> Locale:
        """Return the language of public messages. `discord_locale` is the language in the server's Discord settings."""
        return choose_locale(self.locale, discord_locale)


class Preferences:
    """Loads and stores settings, and caches players' settings.

    Cached settings may be outdated for up to `PLAYER_CACHE_TTL_S` after a change in another process.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._players: TtlCache[int, PlayerPreferences] = TtlCache(PLAYER_CACHE_TTL_S)

    async def load_player(self, person_id: int) -> PlayerPreferences:
        return self._players.get(person_id) or await self.reload_player(person_id)

    async def load_player_locale(self, person_id: int) -> Locale:
        return (await self.load_player(person_id)).effective_locale

    async def reload_player(self, person_id: int) -> PlayerPreferences:
        """Load a player's settings from the store, even if they are cached."""
        requested_at_s = time.monotonic()
        text = await self.store.people.load_player_settings(person_id)
        player = PlayerPreferences.model_validate_json(text) if text else PlayerPreferences()
        self._players.set_unless_newer(person_id, player, requested_at_s)
        return player

    def discard_cached_player(self, person_id: int) -> None:
        self._players.discard(person_id)

    async def load_server(self, server_id: int | None) -> ServerPreferences:
        text = await self.store.people.load_server_settings(server_id) if server_id else None
        return ServerPreferences.model_validate_json(text) if text else ServerPreferences()

    async def load_server_locale(
        self, server_id: int | None, fetch_discord_locale: Callable[[int | None], Awaitable[str | None]]
    ) -> Locale:
        """Return the language of a server's public messages."""
        settings = await self.load_server(server_id)
        return settings.effective_locale(await fetch_discord_locale(server_id))

    async def list_lobby_channels(self) -> dict[int, int]:
        """Return the channel of each server's lobby card, by server ID. Unreadable settings are left out."""
        channels: dict[int, int] = {}
        for server_id, text in (await self.store.people.list_servers_with_setting("lobby")).items():
            with suppress(ValidationError):
                if lobby := ServerPreferences.model_validate_json(text).lobby:
                    [channels[server_id]] = lobby
        return channels

    async def update_discord_locale(self, person_id: int, discord_locale: str) -> PlayerPreferences:
        """Store the language of a person's Discord client, for messages that do not respond to an interaction."""
        player = await self.load_player(person_id)
        if player.discord == discord_locale:
            return player
        return await self.update_player(person_id, PlayerPreferences(discord=discord_locale))

    async def update_player(self, person_id: int, changes: PlayerPreferences) -> PlayerPreferences:
        """Store the fields that are set explicitly in `changes`, and return all current settings."""
        await self.store.people.change_player_settings(person_id, _dump_set_fields(changes))
        return await self.reload_player(person_id)

    async def update_server(self, server_id: int, changes: ServerPreferences) -> ServerPreferences:
        await self.store.people.change_server_settings(server_id, _dump_set_fields(changes))
        return await self.load_server(server_id)


def _dump_set_fields(changes: PlayerPreferences | ServerPreferences) -> dict[str, Any]:
    return changes.model_dump(mode="json", exclude_unset=True)
