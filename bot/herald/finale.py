"""The end of a season: told once in its channel, with the final standing."""

from __future__ import annotations

import logging
from typing import Final

from bot.errors import Unavailable, Unreachable
from bot.herald.channels import Channels
from bot.ladder.cursor import FIRST
from bot.ladder.rating import EVERYTHING
from bot.ladder.season import Seasons
from bot.ladder.standings import Standings
from bot.preferences import Preferences
from bot.scenes import ladder as scenes
from bot.time import MINUTE
from bot.time import now as at_once
from storage import Season, Store, Unstored

log: Final = logging.getLogger(__name__)

PAUSE: Final = 60.0
"""Seconds between two looks at the calendar."""
CLAIMED: Final = 5 * MINUTE
"""So long whoever took it upon themselves to tell of an end has time for it."""
ASKING: Final = 30.0
"""Seconds that may pass until it is known who is still there; nobody waits."""


class Finale:
    def __init__(
        self, store: Store, channels: Channels, preferences: Preferences, seasons: Seasons, standings: Standings
    ) -> None:
        self._store = store
        self._channels = channels
        self._preferences = preferences
        self._seasons = seasons
        self._standings = standings

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.tick(at_once())
            except Unstored:
                log.exception("the store is out of reach; trying again")
            await self._seasons.stirred(PAUSE)

    async def tick(self, now: int) -> None:
        """Closes what is due, and tells of what has ended. Of several processes one does either."""
        await self._seasons.close(now)
        for season in await self._store.seasons_untold(now - CLAIMED):
            if await self._store.claim_season(season, now, now - CLAIMED):
                try:
                    await self._tell(season, now)
                except Unavailable:
                    log.warning("Discord is out of reach; the end of a season is told later")
                    continue
                except Exception:
                    log.exception("the end of season %d could not be told on server %d", season.number, season.server)
                    continue
                await self._store.season_told(season)

    async def _tell(self, season: Season, now: int) -> None:
        """Where the server wants it, or else where the last match was played."""
        server = season.server
        settings = await self._preferences.server(server)
        channel = settings.standing[0] if settings.standing else await self._store.last_channel(server, season.number)
        page = await self._standings.page(server, EVERYTHING, season.number, FIRST, None, now, patience=ASKING)
        if channel is None or not page.lines:
            return
        locale = settings.speaks(await self._channels.locale(server))
        try:
            await self._channels.post(channel, scenes.final(page, locale), f"season {server} {season.number}")
        except Unreachable as lost:
            log.info("channel %d is out of reach", channel, extra={"why": lost.why})
