"""Handlers for profiles, head-to-head records and mind reader reports."""

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
from bot.ratings.ladder import Ladder
from bot.ratings.mind_reader import (
    MindReaderReport,
    build_reports,
    count_choices_of_largest_kind,
    has_enough_choices,
    list_shown_habits,
)
from bot.ratings.profile import (
    CurrentRating,
    HeadToHeadTally,
    Profile,
    SeasonState,
    build_head_to_head_tally,
    build_profile,
)
from bot.ratings.rating_updates import ALL_GAMES
from bot.screens import mind_reader, profile
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from games import find_game
from games.coach import COACH_EDITION
from games.core import Game
from games.insight import Habit
from games.refused import Refused
from storage import DatabaseUnusable, Store

MAX_MATCHES_READ: Final = 50
"""How many of a player's newest matches in a game the mind reader analyzes."""


@dataclass(eq=False)
class ProfileHandler:
    _matches: MatchCache
    _store: Store
    _preferences: Preferences
    _ladder: Ladder
    _coach: Coach
    _fetch_server_locale: Callable[[int | None], Awaitable[str | None]]
    """Fetches the language of the server with this ID from Discord."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_PROFILE: self.show_requested_profile,
            Action.EXPLAIN_PROFILE: self.explain_profile,
            Action.SHOW_HEAD_TO_HEAD: self.show_head_to_head,
            Action.SHOW_MIND_READER: self.show_mind_reader_report,
            Action.SHARE_PROFILE_OR_REPORT: self.share_profile_or_report,
            Action.SHARE_HEAD_TO_HEAD: self.share_head_to_head,
        }

    async def show_profile(self, request: Request, person_id: int) -> Response:
        """Show a player's profile. Other people cannot see it if the player is hidden on ladders."""
        await self._check_can_view(request, person_id)
        player_profile = await self._load_profile(person_id, request.server_id)
        if person_id != request.person_id:
            player_profile = await self._hide_unlisted_rivals(player_profile)
        scene = await self._render_profile(request.server_id, person_id, player_profile, request.locale)
        if person_id != request.person_id:
            is_followed = person_id in await self._store.follows.list_followed_people(request.person_id)
            return Response(profile.add_visitor_rows(scene, person_id, request.locale, is_followed=is_followed))
        habit_games = [key for key in sorted(player_profile.finished_games) if await self._has_report(request, key)]
        scene = profile.add_owner_rows(
            scene, person_id, habit_games, request.locale, can_share=request.server_id is not None
        )
        judged_games = [record.game for record in player_profile.game_records if find_game(record.game).can_judge]
        luck_and_play = [await self._load_luck_and_play(request, key) for key in judged_games]
        luck_lines = profile.format_luck_and_play(luck_and_play, request.locale)
        return Response(profile.add_luck_lines(scene, luck_lines, request.locale))

    async def _load_luck_and_play(self, request: Request, game_key: str) -> profile.GameLuckAndPlay:
        """Load how much luck and how much play contributed to the results of the person's matches.

        Matches that have not been analyzed yet are queued for a review by the coach.
        """
        matches = await self._store.results.list_luck_and_play(
            request.person_id, request.server_id, game_key, COACH_EDITION, profile.LUCK_SAMPLE_MAX_MATCHES
        )
        self._coach.add_to_backlog(match.match_id for match in reversed(matches) if match.luck is None)
        return find_game(game_key), matches

    async def _check_can_view(self, request: Request, person_id: int) -> None:
        """Raise `Refused` if the sender of the request may not see this person's profile.

        People can always see their own profiles. Other profiles are shown only on a server, and only if their owners
        are not hidden on ladders.
        """
        if person_id != request.person_id:
            if request.server_id is None:
                # Outside a server, the profile would include matches from servers that the reader is not on.
                raise Refused("server-only")
            if not (await self._preferences.reload_player(person_id)).listed:
                raise Refused("unlisted")

    async def show_head_to_head(self, request: Request, custom_id: CustomId) -> Response:
        """Show the head-to-head record of two people: how often each finished ahead of the other on this server."""
        server_id = request.require_server()
        if request.has_selected_bot:
            raise Refused("scoreless")
        person_id, opponent_id = parse_person_ids((custom_id.argument, *request.selected_values), 2)
        if person_id == opponent_id:
            return await self.show_profile(request, person_id)
        await self._check_can_view(request, person_id)
        await self._check_can_view(request, opponent_id)
        tally = await self._load_tally(person_id, opponent_id, server_id)
        others = [it for it in (person_id, opponent_id) if it != request.person_id]
        scene = profile.render_head_to_head(
            person_id, opponent_id, tally, request.locale, other_id=others[0] if len(others) == 1 else None
        )
        return Response(scene)

    async def _load_tally(self, person_id: int, opponent_id: int, server_id: int) -> HeadToHeadTally:
        return build_head_to_head_tally(await self._store.history.load_head_to_head(person_id, opponent_id, server_id))

    async def share_head_to_head(self, request: Request, custom_id: CustomId) -> Response:
        """Post the head-to-head record of the sender and another person, in the server's language."""
        server_id = request.require_server()
        request.check_can_post()
        [other_id] = parse_person_ids((custom_id.argument,), 1)
        await self._check_can_view(request, other_id)
        tally = await self._load_tally(request.person_id, other_id, server_id)
        locale = await self._preferences.load_server_locale(server_id, self._fetch_server_locale)
        post = profile.render_shared_head_to_head(request.person_id, other_id, tally, locale)
        return Response(profile.render_profile_shared(request.locale), channel_post=post)

    async def show_requested_profile(self, request: Request, custom_id: CustomId) -> Response:
        """Show the profile of the person named by the button, by default the person's own."""
        [person_id] = parse_person_ids((custom_id.argument,), 1) if custom_id.argument else [request.person_id]
        return await self.show_profile(request, person_id)

    async def explain_profile(self, request: Request, custom_id: CustomId) -> Response:
        parse_person_ids((custom_id.argument,), 1)
        return Response(profile.render_explanation(custom_id.argument, request.locale))

    async def show_mind_reader_report(self, request: Request, custom_id: CustomId) -> Response:
        """Show the person's own mind reader report, or explain how the report is made.

        Nobody can request another person's report.
        """
        game = _find_game_with_habits(custom_id.argument)
        habits, reports = await self._read_habits(request, game)
        if custom_id.number == mind_reader.EXPLANATION_PAGE:
            scene = mind_reader.render_explanation(
                request.person_id, game, reports, request.locale, match_count=len(habits), max_matches=MAX_MATCHES_READ
            )
            return Response(mind_reader.add_back_buttons(scene, game, request.locale))
        scene = mind_reader.render_report(
            request.person_id, game, reports, request.locale, choice_count=count_choices_of_largest_kind(habits)
        )
        return Response(
            mind_reader.add_owner_buttons(
                scene, game, request.locale, has_report=bool(reports), can_share=request.server_id is not None
            )
        )

    async def share_profile_or_report(self, request: Request, custom_id: CustomId) -> Response:
        """Post the person's own profile or report in the channel, in the server's language."""
        server_id = request.require_server()
        request.check_can_post()
        locale = await self._preferences.load_server_locale(server_id, self._fetch_server_locale)
        if custom_id.argument:
            game = _find_game_with_habits(custom_id.argument)
            habits, reports = await self._read_habits(request, game)
            post = mind_reader.render_report(
                request.person_id, game, reports, locale, choice_count=count_choices_of_largest_kind(habits)
            )
            return Response(mind_reader.render_report_shared(game, request.locale), channel_post=post)
        player_profile = await self._hide_unlisted_rivals(await self._load_profile(request.person_id, server_id))
        scene = await self._render_profile(server_id, request.person_id, player_profile, locale)
        post = profile.render_shared_profile(scene, request.person_id, locale)
        return Response(profile.render_profile_shared(request.locale), channel_post=post)

    async def _load_profile(self, person_id: int, server_id: int | None) -> Profile:
        """Build a profile for one server or, if `server_id` is None, for all servers.

        A profile for all servers has no ratings, because each server has its own ratings.
        """
        results, rating_points = await self._store.history.load_history(person_id, server_id)
        # Use a thread, because years of matches take tens of milliseconds.
        return await asyncio.to_thread(build_profile, results, rating_points if server_id is not None else ())

    async def _hide_unlisted_rivals(self, player_profile: Profile) -> Profile:
        """Remove rivals who are hidden on ladders, so that other people do not see them in the profile."""
        nemesis, favorite = player_profile.nemesis, player_profile.favorite_opponent
        rival_ids = {rival.person_id for rival in (nemesis, favorite) if rival}
        listed_ids = {rival_id for rival_id in rival_ids if (await self._preferences.reload_player(rival_id)).listed}
        return replace(
            player_profile,
            nemesis=nemesis if nemesis and nemesis.person_id in listed_ids else None,
            favorite_opponent=favorite if favorite and favorite.person_id in listed_ids else None,
        )

    async def _render_profile(
        self, server_id: int | None, person_id: int, player_profile: Profile, locale: str
    ) -> Scene:
        if server_id is None:
            # Ratings and awards belong to a server.
            return profile.render_profile(person_id, player_profile, (), (), locale)
        awards = await self._store.seasons.list_awards_of_person(person_id, server_id)
        seasons = await self._load_season_state(server_id, person_id)
        ratings = await self._load_current_ratings(server_id, person_id, seasons)
        scene = profile.render_profile(person_id, player_profile, ratings, awards, locale, seasons)
        calibration = await self._store.predictions.load_calibration(person_id, server_id)
        return profile.add_calibration(scene, calibration, locale)

    async def _load_season_state(self, server_id: int, person_id: int) -> SeasonState:
        seasons = await self._store.seasons.list_seasons(server_id)
        running = next((it for it in seasons if it.ended_ms is None), None)
        ended = next((it for it in reversed(seasons) if it.ended_ms is not None), None)
        place = (
            await self._store.ratings.find_ladder_place(server_id, ALL_GAMES, ended.number, person_id)
            if ended
            else None
        )
        return SeasonState(running, ended, place)

    async def _load_current_ratings(
        self, server_id: int, person_id: int, seasons: SeasonState
    ) -> Sequence[CurrentRating]:
        """Load a person's rating and rank in each game for the current season.

        Between two seasons, only ratings of matches since the last season count, not those from before it.
        """
        store = self._store
        season_number = seasons.running.number if seasons.running else 0
        ended_ms = (seasons.latest_ended.ended_ms or 0) if seasons.latest_ended and not seasons.running else 0
        ratings = [
            rating
            for rating in await store.ratings.list_of_person(person_id)
            if (rating.server_id, rating.season_number) == (server_id, season_number) and rating.updated_ms >= ended_ms
        ]
        return [
            CurrentRating(place, await self._ladder.count_ranked(server_id, rating.game, season_number))
            for rating in ratings
            if (place := await store.ratings.find_ladder_place(server_id, rating.game, season_number, person_id))
        ]

    async def _has_report(self, request: Request, game_key: str) -> bool:
        """Return whether the person has made enough choices in a game for a mind reader report."""
        if not find_game(game_key).has_habits:
            return False
        habits: list[Sequence[Habit]] = []
        for match_id in await self._list_newest_matches(request, game_key):
            habits += await self._list_habits(request, match_id)
            if has_enough_choices(habits):
                return True
        return False

    async def _read_habits(
        self, request: Request, game: Game[Any, Any, Any]
    ) -> tuple[Sequence[Sequence[Habit]], Sequence[MindReaderReport]]:
        """Return the habits in the person's newest matches, oldest first, and the reports built from these habits."""
        match_ids = await self._list_newest_matches(request, game.KEY)
        habits = [habits for match_id in reversed(match_ids) for habits in await self._list_habits(request, match_id)]
        return habits, await asyncio.to_thread(build_reports, habits)

    async def _list_newest_matches(self, request: Request, game_key: str) -> Sequence[int]:
        return await self._store.history.list_newest_matches(
            request.person_id, request.server_id, game_key, MAX_MATCHES_READ
        )

    async def _list_habits(self, request: Request, match_id: int) -> list[Sequence[Habit]]:
        """Return a list with one element, the person's habits in a match, or an empty list if the match is unreadable.

        A match is unreadable if it is damaged, or was played with another edition of the rules.
        """
        with suppress(DatabaseUnusable, Refused):
            journal = await self._matches.load_journal(match_id)
            # Use a thread, because folding a long match takes milliseconds.
            return [await asyncio.to_thread(list_shown_habits, journal, request.person_id)]
        return []


def _find_game_with_habits(game_key: str) -> Game[Any, Any, Any]:
    game = find_game(game_key)
    if not game.has_habits:
        raise Refused("button")
    return game
