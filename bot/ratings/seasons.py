"""Seasons of a server: begun and ended by those who manage it, or by the calendar."""

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


def compute_season_end(began_ms: int, months: int | None, now: int, day_of_month: int | None = None) -> int | None:
    """The first moment from now on that is so many months, or as many once more, after the beginning.

    On that day of the month, or on the one on which it began.
    """
    if months is None:
        return None
    first = _to_utc(began_ms)
    wanted = day_of_month or first.day
    count = 0
    while True:
        count += months
        year, month = divmod(first.year * 12 + first.month - 1 + count, 12)
        # The 31st of January and a month is the end of February, and two months the 31st of March.
        last = calendar.monthrange(year, month + 1)[1]
        due = int(first.replace(year=year, month=month + 1, day=min(wanted, last)).timestamp() * 1000)
        if due > now:
            return due


def _to_utc(time_ms: int) -> datetime:
    return datetime.fromtimestamp(time_ms / 1000, UTC)


class Seasons:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self.store = store
        self.preferences = preferences
        self._seasons_changed = asyncio.Event()

    async def begin_season(self, server_id: int, name: str, now: int) -> Season:
        months = (await self.preferences.load_server(server_id)).season
        await self.store.seasons.begin_season(
            server_id, " ".join(name.split()), now, compute_season_end(now, months, now)
        )
        self._seasons_changed.set()
        begun = await self.store.seasons.load_season(server_id)
        assert begun
        return begun

    async def end_season(self, server_id: int, now: int) -> Season:
        """Nothing follows it until the next is begun."""
        running = await self.store.seasons.load_season(server_id)
        if running is None:
            raise Refused("no-season")
        await self.store.seasons.end_season(server_id, now)
        self._seasons_changed.set()
        return running

    async def change_season_length(self, server_id: int, months: int | None, now: int) -> None:
        """The one that runs, and those after it."""
        running = await self.store.seasons.load_season(server_id)
        if running:
            await self.store.seasons.set_season_end(server_id, compute_season_end(running.started_ms, months, now), now)

    async def schedule_weekly_post(self, server_id: int, now: int) -> None:
        """On Monday, and on those after it, as long as the server has it so."""
        await self.store.seasons.announce_weekly(server_id, week_end_ms(now))

    async def close_due_seasons(self, now: int) -> None:
        """What the calendar ends; of several processes one does."""
        for season in await self.store.seasons.list_due(now):
            try:
                await self.store.seasons.close_and_begin_next(
                    season, now, await self._compute_next_season_end(season, now)
                )
            except StoreUnavailable:
                raise
            except Exception:
                # One server must not keep the others from theirs.
                log.exception("season %d could not be closed on server %d", season.number, season.server_id)

    def signal_change(self) -> None:
        """One may be over by now."""
        self._seasons_changed.set()

    async def wait_for_change(self, timeout_s: float) -> None:
        """Until one begins or ends, or patience does."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._seasons_changed.wait()
        except TimeoutError:
            return
        self._seasons_changed.clear()

    async def _compute_next_season_end(self, closing: Season, now: int) -> int | None:
        """Counted from when this one was due: it closes a moment later, and the next is not to be over in that moment.

        The end of February has forgotten on which day it all began: on that of the last one that was begun by hand.
        """
        assert closing.scheduled_end_ms
        months = (await self.preferences.load_server(closing.server_id)).season
        day, follows = 0, False
        for season in await self.store.seasons.list_seasons(closing.server_id):
            if not follows:
                day = _to_utc(season.started_ms).day
            follows = (
                season.scheduled_end_ms is not None
                and season.ended_ms is not None
                and season.scheduled_end_ms <= season.ended_ms
            )
        return compute_season_end(closing.scheduled_end_ms, months, now, day)
