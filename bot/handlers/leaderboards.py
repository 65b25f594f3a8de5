"""Ladders and seasons, as commands and buttons ask for them; one's own row is on every page."""

from __future__ import annotations

import re
from typing import Final

from bot.handlers.dispatcher import Deeds
from bot.handlers.requests import Answer, Asked
from bot.i18n import say
from bot.ratings.leaderboard import Standings
from bot.ratings.rating_updates import EVERYTHING
from bot.ratings.seasons import Seasons
from bot.screens import leaderboard, season_posts
from bot.screens.custom_ids import Address, Verb
from games import GAMES
from games.refused import Refused
from storage import Store

START: Final = re.compile("[0-9]{0,9}")


class Ladders:
    def __init__(self, store: Store, standings: Standings, seasons: Seasons) -> None:
        self._store = store
        self._standings = standings
        self._seasons = seasons

    @property
    def deeds(self) -> Deeds:
        return {Verb.LADDER: self.turned}

    async def opened(self, asked: Asked, game: str, season: str) -> Answer:
        """The season that runs, unless another is meant; where none runs, what counts until one does."""
        server = asked.on_a_server()
        if season:
            known = {"0", *(str(it.number) for it in await self._store.seasons.list_seasons(server))}
            if season not in known:
                raise Refused("no-such-season")
            return await self._page(asked, game, int(season))
        running = await self._store.seasons.load_season(server)
        return await self._page(asked, game, running.number if running else 0)

    async def turned(self, asked: Asked, address: Address) -> Answer:
        server, (game, _, start) = asked.on_a_server(), address.rest.partition(".")
        if game != EVERYTHING and game not in GAMES:
            raise Refused("button")
        if start == leaderboard.OWN_PAGE:
            around = await self._standings.start_around(server, game, address.match, asked.person)
            return await self._page(asked, game, address.match, around)
        if not START.fullmatch(start):
            raise Refused("button")
        return await self._page(asked, game, address.match, int(start or 0))

    async def _page(self, asked: Asked, game: str, season: int, start: int = 0) -> Answer:
        page = await self._standings.page(asked.on_a_server(), game, season, asked.person, asked.now, start=start)
        return Answer(leaderboard.shown(page, asked.locale))

    async def seasons(self, asked: Asked) -> list[tuple[str, str]]:
        """For completion: the newest first, and what counted while none ran."""
        if asked.server is None:
            return []
        known = reversed(await self._store.seasons.list_seasons(asked.server))
        found = [(leaderboard.named(it, asked.locale, plainly=False), str(it.number)) for it in known]
        return [*found, (say("ladder-open", asked.locale), "0")]

    async def begun(self, asked: Asked, name: str) -> Answer:
        """The one that runs ends with it."""
        season = await self._seasons.begin(asked.managed(), name, asked.now)
        return Answer(season_posts.begun(season, asked.locale))

    async def ended(self, asked: Asked) -> Answer:
        return Answer(season_posts.ended(await self._seasons.end(asked.managed(), asked.now), asked.locale))
