"""Profiles, and what the mind reader says: asked for by command and by button, and shared on one’s own wish."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.ai.coach import Coach
from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response, parse_person_ids
from bot.matches.cache import MatchCache
from bot.preferences import Preferences
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.mind_reader import MindReaderReport, build_reports, count_choices_of_largest_kind, list_shown_habits
from bot.ratings.profile import CurrentRating, Profile, build_head_to_head_tally, build_profile
from bot.screens import mind_reader
from bot.screens import profile as profiles
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from games import find_game
from games.coach import COACH_EDITION
from games.core import Game
from games.insight import Habit
from games.refused import Refused
from storage import DatabaseUnusable, Store

MAX_MATCHES_READ: Final = 50
"""Matches of a game that the mind reader looks at, the newest."""


@dataclass(eq=False)
class ProfileHandler:
    _matches: MatchCache
    _store: Store
    _preferences: Preferences
    _leaderboard: Leaderboard
    _coach: Coach
    _fetch_server_locale: Callable[[int | None], Awaitable[str | None]]
    """Asks Discord which language a server speaks there."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_PROFILE: self.show_own_profile,
            Action.SHOW_HEAD_TO_HEAD: self.show_head_to_head,
            Action.SHOW_MIND_READER: self.show_mind_reading,
            Action.SHARE_PROFILE_OR_REPORT: self.share_in_channel,
        }

    async def show_profile(self, request: Request, person_id: int) -> Response:
        """Anybody's; who does not want to be seen on ladders is seen by nobody else."""
        await self._check_can_view(request, person_id)
        told = await self._load_profile(person_id, request.server_id)
        if person_id != request.person_id:
            told = await self._hide_unlisted_rivals(told)
        scene = await self._render_profile(request.server_id, person_id, told, request.locale)
        if person_id != request.person_id:
            return Response(profiles.add_visitor_rows(scene, person_id, request.locale))
        telltale = [key for key in sorted(told.finished_games) if find_game(key).has_habits]
        judged = [record.game for record in told.game_records if find_game(record.game).can_judge]
        fortunes = [await self._load_luck_and_play(request, key) for key in judged]
        own = profiles.add_owner_rows(
            scene, person_id, telltale, request.locale, can_share=request.server_id is not None
        )
        return Response(
            profiles.add_luck_lines(own, profiles.format_luck_and_play(fortunes, request.locale), request.locale)
        )

    async def _load_luck_and_play(self, request: Request, game_key: str) -> profiles.GameLuckAndPlay:
        """Luck and play, of whoever asks alone; what nobody has looked at yet is looked at next."""
        found = await self._store.results.list_luck_and_play(
            request.person_id, request.server_id, game_key, COACH_EDITION, profiles.LUCK_SAMPLE_MAX_MATCHES
        )
        self._coach.add_to_backlog(it.match_id for it in reversed(found) if it.luck is None)
        return find_game(game_key), found

    async def _check_can_view(self, request: Request, person_id: int) -> None:
        """May whoever asks look at them?"""
        if person_id != request.person_id:
            if request.server_id is None:
                # What they play on servers where the other has never been.
                raise Refused("server-only")
            if not (await self._preferences.reload_player(person_id)).listed:
                raise Refused("unlisted")

    async def show_head_to_head(self, request: Request, custom_id: CustomId) -> Response:
        """Head to head: of those two who of them was ahead how often, on this server."""
        server_id = request.require_server()
        if request.has_selected_bot:
            raise Refused("scoreless")
        one, other = parse_person_ids((custom_id.argument, *request.selected_values), 2)
        if one == other:
            return await self.show_profile(request, one)
        for person_id in (one, other):
            await self._check_can_view(request, person_id)
        told = build_head_to_head_tally(await self._store.history.load_head_to_head(one, other, server_id))
        return Response(profiles.render_head_to_head(one, other, told, request.locale))

    async def show_own_profile(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """One's own, again."""
        return await self.show_profile(request, request.person_id)

    async def show_mind_reading(self, request: Request, custom_id: CustomId) -> Response:
        """Of whoever asks, and of nobody else: what one does without knowing is one's own."""
        game = _find_game_with_habits(custom_id.argument)
        read, told = await self._read_habits(request, game)
        if custom_id.number == mind_reader.EXPLANATION_PAGE:
            how = mind_reader.render_explanation(
                request.person_id, game, told, request.locale, matches=len(read), max_matches=MAX_MATCHES_READ
            )
            return Response(mind_reader.add_back_buttons(how, game, request.locale))
        scene = mind_reader.render_report(
            request.person_id, game, told, request.locale, choices=count_choices_of_largest_kind(read)
        )
        return Response(
            mind_reader.add_owner_buttons(
                scene, game, request.locale, has_report=bool(told), can_share=request.server_id is not None
            )
        )

    async def share_in_channel(self, request: Request, custom_id: CustomId) -> Response:
        """In the language of the server; whatever is shared is that of whoever clicked."""
        server_id = request.require_server()
        request.check_can_post()
        settings = await self._preferences.load_server(server_id)
        locale = settings.effective_locale(await self._fetch_server_locale(server_id))
        if custom_id.argument:
            game = _find_game_with_habits(custom_id.argument)
            read, told = await self._read_habits(request, game)
            posts = mind_reader.render_report(
                request.person_id, game, told, locale, choices=count_choices_of_largest_kind(read)
            )
            return Response(mind_reader.render_report_shared(game, request.locale), channel_post=posts)
        seen = await self._hide_unlisted_rivals(await self._load_profile(request.person_id, server_id))
        scene = await self._render_profile(server_id, request.person_id, seen, locale)
        return Response(profiles.render_profile_shared(request.locale), channel_post=scene)

    async def _load_profile(self, person_id: int, server_id: int | None) -> Profile:
        """Return a person's profile on one server, or on all of them; points of different servers are not compared."""
        played, rated = await self._store.history.load_history(person_id, server_id)
        # In a thread: the matches of years take some tens of milliseconds.
        return await asyncio.to_thread(build_profile, played, rated if server_id is not None else ())

    async def _hide_unlisted_rivals(self, player_profile: Profile) -> Profile:
        """For other eyes: without rivals who do not want to be seen."""
        rivals = {rival.person_id for rival in (player_profile.nemesis, player_profile.favorite_opponent) if rival}
        seen = {rival for rival in rivals if (await self._preferences.reload_player(rival)).listed}
        return replace(
            player_profile,
            nemesis=player_profile.nemesis
            if player_profile.nemesis and player_profile.nemesis.person_id in seen
            else None,
            favorite_opponent=player_profile.favorite_opponent
            if player_profile.favorite_opponent and player_profile.favorite_opponent.person_id in seen
            else None,
        )

    async def _render_profile(
        self, server_id: int | None, person_id: int, player_profile: Profile, locale: str
    ) -> Scene:
        if server_id is None:
            # Between servers nothing is compared.
            return profiles.render_profile(person_id, player_profile, (), (), locale)
        awards = await self._store.seasons.list_awards_of_person(person_id, server_id)
        return profiles.render_profile(
            person_id, player_profile, await self._load_current_ratings(server_id, person_id), awards, locale
        )

    async def _load_current_ratings(self, server_id: int, person_id: int) -> Sequence[CurrentRating]:
        """Where they stand in the season that runs."""
        store = self._store
        running = await store.seasons.load_season(server_id)
        season = running.number if running else 0
        ratings = [
            it
            for it in await store.ratings.list_of_person(person_id)
            if (it.server_id, it.season_number) == (server_id, season)
        ]
        return [
            CurrentRating(standing, await self._leaderboard.count_ranked(server_id, rating.game, season))
            for rating in ratings
            if (standing := await store.ratings.find_ladder_place(server_id, rating.game, season, person_id))
        ]

    async def _read_habits(
        self, request: Request, game: Game[Any, Any, Any]
    ) -> tuple[Sequence[Sequence[Habit]], Sequence[MindReaderReport]]:
        """Their newest matches, in the order in which they were played, and what those tell."""
        matches = await self._store.history.list_newest_matches(
            request.person_id, request.server_id, game.KEY, MAX_MATCHES_READ
        )
        read: list[Sequence[Habit]] = []
        for match_id in reversed(matches):
            # What was played by rules that are no more is not read, nor what is damaged.
            with suppress(DatabaseUnusable, Refused):
                # Off the loop: a long match takes some milliseconds to fold.
                read.append(
                    await asyncio.to_thread(
                        list_shown_habits, await self._matches.load_journal(match_id), request.person_id
                    )
                )
        return read, await asyncio.to_thread(build_reports, read)


def _find_game_with_habits(game_key: str) -> Game[Any, Any, Any]:
    game = find_game(game_key)
    if not game.has_habits:
        raise Refused("button")
    return game
