"""Handlers that show ladders, and start and end seasons."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.handlers.typed_line import check_typed_line
from bot.i18n import say
from bot.preferences import Preferences
from bot.ratings.ladder import Ladder
from bot.ratings.rating_updates import ALL_GAMES
from bot.ratings.seasons import Seasons
from bot.ratings.seers import load_seer_table
from bot.screens import ladder, season_posts, seers
from bot.screens.custom_ids import Action, CustomId
from bot.wall_clock import month_number
from games import GAMES
from games.refused import Refused
from storage import Store

MAX_PAST_MONTHS: Final = 120
PAGE_START_PATTERN: Final = re.compile("[0-9]{0,9}")


@dataclass(eq=False)
class LadderHandler:
    _store: Store
    _preferences: Preferences
    _ladder: Ladder
    _seasons: Seasons
    _fetch_server_locale: Callable[[int | None], Awaitable[str | None]]
    """Fetches the language of the server with this ID from Discord."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_LADDER: self.show_page,
            Action.SHARE_LADDER: self.share_page,
            Action.SHOW_SEERS: self.show_seers,
            Action.END_SEASON: self.end_season,
            Action.SUBMIT_SEASON: self.replace_season,
        }

    async def show_ladder(self, request: Request, game: str, season: str) -> Response:
        """Show the ladder of the given season or, by default, of the current season.

        Season 0 covers the matches played while no season was running. It is the default between seasons.
        """
        server_id = request.require_server()
        if season:
            seasons = await self._store.seasons.list_seasons(server_id)
            if season not in {"0", *(str(each.number) for each in seasons)}:
                raise Refused("no-such-season")
            return await self._render_page(request, game, int(season))
        return await self._render_page(request, game, await self._store.seasons.find_running_number(server_id))

    async def show_page(self, request: Request, custom_id: CustomId) -> Response:
        server_id = request.require_server()
        game, _, start = custom_id.argument.partition(".")
        season_number = custom_id.season_number
        if game != ALL_GAMES and game not in GAMES:
            raise Refused("button")
        if start == ladder.OWN_PAGE_ARGUMENT:
            own_start = await self._ladder.find_page_start(server_id, game, season_number, request.person_id)
            return await self._render_page(request, game, season_number, own_start)
        if not PAGE_START_PATTERN.fullmatch(start):
            raise Refused("button")
        return await self._render_page(request, game, season_number, int(start or 0))

    async def share_page(self, request: Request, custom_id: CustomId) -> Response:
        """Post a ladder page in the channel, in the server's language. Refuse people who are not on the ladder."""
        server_id = request.require_server()
        request.check_can_post()
        game, _, start = custom_id.argument.partition(".")
        if (game != ALL_GAMES and game not in GAMES) or not PAGE_START_PATTERN.fullmatch(start):
            raise Refused("button")
        place = await self._store.ratings.find_ladder_place(server_id, game, custom_id.season_number, request.person_id)
        if place is None or place.rating.is_hidden:
            raise Refused("button")
        page = await self._ladder.load_page(
            server_id, game, custom_id.season_number, None, request.now_ms, start=int(start or 0)
        )
        locale = await self._preferences.load_server_locale(server_id, self._fetch_server_locale)
        post = ladder.render_shared_ladder(page, request.person_id, locale)
        return Response(ladder.render_ladder_shared(custom_id, request.locale), channel_post=post)

    async def _render_page(self, request: Request, game: str, season_number: int, start: int = 0) -> Response:
        page = await self._ladder.load_page(
            request.require_server(), game, season_number, request.person_id, request.now_ms, start=start
        )
        scene = ladder.render_ladder(page, request.locale)
        page_id = CustomId(Action.SHOW_LADDER, season_number, argument=f"{game}.{start or ''}")
        seers_button = seers.build_seers_button(month_number(request.now_ms), page_id, request.locale)
        return Response(replace(scene, rows=(*scene.rows, (seers_button,))))

    async def show_seers(self, request: Request, custom_id: CustomId) -> Response:
        current_month = month_number(request.now_ms)
        if custom_id.number not in range(current_month - MAX_PAST_MONTHS, current_month + 1):
            raise Refused("button")
        table = await load_seer_table(
            self._store, self._ladder, request.require_server(), custom_id.number, request.person_id
        )
        ladder_page = CustomId(Action.SHOW_LADDER, custom_id.season_number, argument=custom_id.argument)
        return Response(seers.render_seer_table(table, current_month, ladder_page, request.locale))

    async def list_season_choices(self, request: Request) -> list[tuple[str, str]]:
        """Return season names and numbers for autocompletion, newest first, with season 0 at the end."""
        if request.server_id is None:
            return []
        seasons = reversed(await self._store.seasons.list_seasons(request.server_id))
        choices = [
            (ladder.format_season_name(season, request.locale, escaped=False), str(season.number)) for season in seasons
        ]
        return [*choices, (say("ladder-open", request.locale), "0")]

    async def begin_season(self, request: Request, name: str) -> Response:
        """Start a season. If another season is running, ask first, because that one ends."""
        server_id = request.require_managed_server()
        _check_season_name(name)
        running = await self._store.seasons.load_season(server_id)
        if running:
            return Response(form=season_posts.render_new_season_form(running, name, request.locale))
        season = await self._seasons.begin_season(server_id, name, request.now_ms)
        return Response(season_posts.render_season_start(season, request.locale))

    async def replace_season(self, request: Request, custom_id: CustomId) -> Response:
        """Handle the form that confirms a new season: end the season in the custom ID, and start the new one."""
        server_id = request.require_managed_server()
        _check_season_name(request.form_text)
        season = await self._seasons.replace_season(
            server_id, custom_id.season_number, request.form_text, request.now_ms
        )
        return Response(season_posts.render_season_start(season, request.locale))

    async def ask_to_end_season(self, request: Request) -> Response:
        running = await self._store.seasons.load_season(request.require_managed_server())
        if running is None:
            raise Refused("no-season")
        return Response(season_posts.render_season_end_question(running, request.locale))

    async def end_season(self, request: Request, custom_id: CustomId) -> Response:
        season = await self._seasons.end_season(
            request.require_managed_server(), custom_id.season_number, request.now_ms
        )
        return Response(season_posts.render_season_end_confirmation(season, request.locale))


def _check_season_name(name: str) -> None:
    """Raise `Refused` for a season name that the bot should not post. An empty name is allowed."""
    if name.strip():
        check_typed_line(name, season_posts.SEASON_NAME_MAX_LENGTH)
