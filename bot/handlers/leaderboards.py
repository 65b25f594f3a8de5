"""Ladders and seasons, as commands and buttons ask for them; one's own row is on every page."""

from __future__ import annotations

import re
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.rating_updates import EVERYTHING
from bot.ratings.seasons import Seasons
from bot.screens import leaderboard, season_posts
from bot.screens.custom_ids import Action, CustomId
from games import GAMES
from games.refused import Refused
from storage import Store

START: Final = re.compile("[0-9]{0,9}")


class LeaderboardHandler:
    def __init__(self, store: Store, leaderboard: Leaderboard, seasons: Seasons) -> None:
        self._store = store
        self._leaderboard = leaderboard
        self._seasons = seasons

    @property
    def deeds(self) -> Handlers:
        return {Action.LADDER: self.turned}

    async def opened(self, request: Request, game: str, season: str) -> Response:
        """The season that runs, unless another is meant; where none runs, what counts until one does."""
        server_id = request.on_a_server()
        if season:
            known = {"0", *(str(it.number) for it in await self._store.seasons.list_seasons(server_id))}
            if season not in known:
                raise Refused("no-such-season")
            return await self._page(request, game, int(season))
        running = await self._store.seasons.load_season(server_id)
        return await self._page(request, game, running.number if running else 0)

    async def turned(self, request: Request, custom_id: CustomId) -> Response:
        server_id, (game, _, start) = request.on_a_server(), custom_id.rest.partition(".")
        if game != EVERYTHING and game not in GAMES:
            raise Refused("button")
        if start == leaderboard.OWN_PAGE:
            around = await self._leaderboard.start_around(server_id, game, custom_id.match_id, request.person_id)
            return await self._page(request, game, custom_id.match_id, around)
        if not START.fullmatch(start):
            raise Refused("button")
        return await self._page(request, game, custom_id.match_id, int(start or 0))

    async def _page(self, request: Request, game: str, season: int, start: int = 0) -> Response:
        page = await self._leaderboard.page(
            request.on_a_server(), game, season, request.person_id, request.now, start=start
        )
        return Response(leaderboard.shown(page, request.locale))

    async def seasons(self, request: Request) -> list[tuple[str, str]]:
        """For completion: the newest first, and what counted while none ran."""
        if request.server_id is None:
            return []
        known = reversed(await self._store.seasons.list_seasons(request.server_id))
        found = [(leaderboard.named(it, request.locale, plainly=False), str(it.number)) for it in known]
        return [*found, (say("ladder-open", request.locale), "0")]

    async def begun(self, request: Request, name: str) -> Response:
        """The one that runs ends with it."""
        season = await self._seasons.begin(request.managed(), name, request.now)
        return Response(season_posts.begun(season, request.locale))

    async def ended(self, request: Request) -> Response:
        return Response(season_posts.ended(await self._seasons.end(request.managed(), request.now), request.locale))
