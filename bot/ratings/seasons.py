"""Server seasons, which begin and end at scheduled times or when a server manager decides."""

from __future__ import annotations

import asyncio
import calendar
import logging
from datetime import UTC, datetime
from typing import Final

from bot.preferences import Preferences
from bot.wall_clock import week_end_ms
from games.refused import Refused
from storage import Season, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)


def compute_season_end(began_ms: int, months: int | None, now_ms: int, day_of_month: int | None = None) -> int | None:
    """Return when a season ends, or None if `months` is None.

    Starting from `began_ms`, count `months` at a time until the date is after `now_ms`. The end falls on
    `day_of_month`, or by default on the same day of the month as `began_ms`.
    """
    if months is None:
        return None
    began = _to_utc(began_ms)
    wanted_day = day_of_month or began.day
    month_count = 0
    while True:
        month_count += months
        year, month = divmod(began.year * 12 + began.month - 1 + month_count, 12)
        # For example, one month after January 31 is the end of February, and two months after it is March 31.
        last_day = calendar.monthrange(year, month + 1)[1]
        end = began.replace(year=year, month=month + 1, day=min(wanted_day, last_day))
        end_ms = int(end.timestamp() * 1000)
        if end_ms > now_ms:
            return end_ms


def _to_utc(time_ms: int) -> datetime:
    return datetime.fromtimestamp(time_ms / 1000, UTC)


class Seasons:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self.store = store
        self.preferences = preferences
        self.changed = asyncio.Event()
        """Set when a season begins or ends, or when one may be due."""

    async def begin_season(self, server_id: int, name: str, now_ms: int) -> Season:
        months = (await self.preferences.load_server(server_id)).season
        await self.store.seasons.begin_season(
            server_id, " ".join(name.split()), now_ms, compute_season_end(now_ms, months, now_ms)
        )
        self.changed.set()
        season = await self.store.seasons.load_season(server_id)
        assert season
        return season

    async def replace_season(self, server_id: int, number: int, name: str, now_ms: int) -> Season:
        """End the season with this number, and begin another one. Refuse if that season is not running."""
        season = await self._require_running_season(server_id, number)
        months = (await self.preferences.load_server(server_id)).season
        scheduled_end_ms = compute_season_end(now_ms, months, now_ms)
        if not await self.store.seasons.close_and_begin_next(season, now_ms, scheduled_end_ms, " ".join(name.split())):
            raise Refused("season-changed")
        self.changed.set()
        return await self._require_running_season(server_id, number + 1)

    async def end_season(self, server_id: int, number: int, now_ms: int) -> Season:
        """End the season with this number and return it. Refuse if that season is not running.

        No other season starts until a manager begins one.
        """
        season = await self._require_running_season(server_id, number)
        if not await self.store.seasons.end_season(season, now_ms):
            raise Refused("season-changed")
        self.changed.set()
        return season

    async def _require_running_season(self, server_id: int, number: int) -> Season:
        season = await self.store.seasons.load_season(server_id)
        if season is None or season.number != number:
            raise Refused("season-changed")
        return season

    async def change_season_length(self, server_id: int, months: int | None, now_ms: int) -> None:
        """Let the current season end this many months after its start, or never if `months` is None.

        Later seasons take their length from the server's settings, which the caller stores.
        """
        season = await self.store.seasons.load_season(server_id)
        if season:
            await self.store.seasons.set_season_end(
                server_id, compute_season_end(season.started_ms, months, now_ms), now_ms
            )

    async def schedule_weekly_post(self, server_id: int, now_ms: int) -> None:
        """Schedule weekly posts of the ladder on a server, starting next Monday."""
        await self.store.seasons.announce_weekly(server_id, week_end_ms(now_ms))

    async def close_due_seasons(self, now_ms: int) -> None:
        """End all seasons that are due and begin the next ones. Several processes can do this at the same time."""
        for season in await self.store.seasons.list_due(now_ms):
            try:
                await self.store.seasons.close_and_begin_next(
                    season, now_ms, await self._compute_next_season_end(season, now_ms)
                )
            except StoreUnavailable:
                raise
            except Exception:
                # An error on one server must not stop the others.
                log.exception("season %d could not be closed on server %d", season.number, season.server_id)

    async def _compute_next_season_end(self, closing: Season, now_ms: int) -> int | None:
        """Return the end time of the season after `closing`, counted from the time when `closing` was due to end.

        The day of the month is the day on which a manager last began a season. Otherwise, seasons that began on the
        31st would stay on the 28th after their first February.
        """
        assert closing.scheduled_end_ms
        months = (await self.preferences.load_server(closing.server_id)).season
        day, follows_previous = 0, False
        for season in await self.store.seasons.list_seasons(closing.server_id):
            if not follows_previous:
                day = _to_utc(season.started_ms).day
            follows_previous = (
                season.scheduled_end_ms is not None
                and season.ended_ms is not None
                and season.scheduled_end_ms <= season.ended_ms
            )
        return compute_season_end(closing.scheduled_end_ms, months, now_ms, day)
