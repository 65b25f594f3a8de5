"""Profiles, and what the mind reader says: asked for by command and by button, and shared on one’s own wish."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.ai.coach import Coach
from bot.handlers.dispatcher import Handlers
from bot.handlers.offers import NUMBER
from bot.handlers.requests import Request, Response
from bot.matches.cache import MatchCache
from bot.preferences import Preferences
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.mind_reader import MindReaderReport, most, reports, shown
from bot.ratings.profile import CurrentRating, Profile, encounter, profile
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

READ: Final = 50
"""Matches of a game that the mind reader looks at, the newest."""


@dataclass(eq=False)
class ProfileHandler:
    _matches: MatchCache
    _store: Store
    _preferences: Preferences
    _leaderboard: Leaderboard
    _coach: Coach
    _locale: Callable[[int | None], Awaitable[str | None]]
    """Asks Discord which language a server speaks there."""

    @property
    def deeds(self) -> Handlers:
        return {
            Action.PROFILE: self.opened,
            Action.MEET: self.meet,
            Action.MIND: self.mind,
            Action.SHARE: self.share,
        }

    async def player(self, request: Request, person_id: int) -> Response:
        """Anybody's; who does not want to be seen on ladders is seen by nobody else."""
        await self._check(request, person_id)
        told = await self._read_profile(person_id, request.server_id)
        if person_id != request.person_id:
            told = await self._discreet(told)
        scene = await self._profile(request.server_id, person_id, told, request.locale)
        if person_id != request.person_id:
            return Response(profiles.of_another(scene, person_id, request.locale))
        telltale = [key for key in sorted(told.practised) if find_game(key).has_habits]
        judged = [record.game for record in told.records if find_game(record.game).can_judge]
        fortunes = [await self._weighed(request, key) for key in judged]
        own = profiles.own(scene, person_id, telltale, request.locale, shares=request.server_id is not None)
        return Response(profiles.lucky(own, profiles.describe_fortunes(fortunes, request.locale), request.locale))

    async def _weighed(self, request: Request, key: str) -> profiles.Found:
        """Luck and play, of whoever asks alone; what nobody has looked at yet is looked at next."""
        found = await self._store.results.list_luck_and_play(
            request.person_id, request.server_id, key, COACH_EDITION, profiles.MOST_WEIGHED
        )
        self._coach.catch_up(it.match_id for it in reversed(found) if it.luck is None)
        return find_game(key), found

    async def _check(self, request: Request, person_id: int) -> None:
        """May whoever asks look at them?"""
        if person_id != request.person_id:
            if request.server_id is None:
                # What they play on servers where the other has never been.
                raise Refused("server-only")
            if not (await self._preferences.stored(person_id)).listed:
                raise Refused("unlisted")

    async def meet(self, request: Request, custom_id: CustomId) -> Response:
        """Head to head: of those two who of them was ahead how often, on this server."""
        server_id = request.on_a_server()
        if request.bots:
            raise Refused("scoreless")
        numbers = (custom_id.rest, *request.chosen)
        if len(numbers) != 2 or not all(re.fullmatch(NUMBER, it) for it in numbers):
            raise Refused("button")
        one, other = map(int, numbers)
        if one == other:
            return await self.player(request, one)
        for person_id in (one, other):
            await self._check(request, person_id)
        told = encounter(await self._store.history.load_head_to_head(one, other, server_id))
        return Response(profiles.meeting(one, other, told, request.locale))

    async def opened(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """One's own, again."""
        return await self.player(request, request.person_id)

    async def mind(self, request: Request, custom_id: CustomId) -> Response:
        """Of whoever asks, and of nobody else: what one does without knowing is one's own."""
        game = _telltale(custom_id.rest)
        read, told = await self._read(request, game)
        if custom_id.step == mind_reader.HOW:
            how = mind_reader.how(request.person_id, game, told, request.locale, matches=len(read), most=READ)
            return Response(mind_reader.explained(how, game, request.locale))
        scene = mind_reader.report(request.person_id, game, told, request.locale, choices=most(read))
        return Response(
            mind_reader.own(scene, game, request.locale, told=bool(told), shares=request.server_id is not None)
        )

    async def share(self, request: Request, custom_id: CustomId) -> Response:
        """In the language of the server; whatever is shared is that of whoever clicked."""
        server_id = request.on_a_server()
        request.check_room()
        settings = await self._preferences.server(server_id)
        locale = settings.speaks(await self._locale(server_id))
        if custom_id.rest:
            game = _telltale(custom_id.rest)
            read, told = await self._read(request, game)
            posts = mind_reader.report(request.person_id, game, told, locale, choices=most(read))
            return Response(mind_reader.shared(game, request.locale), posts=posts)
        seen = await self._discreet(await self._read_profile(request.person_id, server_id))
        scene = await self._profile(server_id, request.person_id, seen, locale)
        return Response(profiles.shared(request.locale), posts=scene)

    async def _read_profile(self, person_id: int, server_id: int | None) -> Profile:
        """Return a person's profile on one server, or on all of them; points of different servers are not compared."""
        played, rated = await self._store.history.load_history(person_id, server_id)
        # In a thread: the matches of years take some tens of milliseconds.
        return await asyncio.to_thread(profile, played, rated if server_id is not None else ())

    async def _discreet(self, told: Profile) -> Profile:
        """For other eyes: without rivals who do not want to be seen."""
        rivals = {rival.person_id for rival in (told.nemesis, told.favourite) if rival}
        seen = {rival for rival in rivals if (await self._preferences.stored(rival)).listed}
        return replace(
            told,
            nemesis=told.nemesis if told.nemesis and told.nemesis.person_id in seen else None,
            favourite=told.favourite if told.favourite and told.favourite.person_id in seen else None,
        )

    async def _profile(self, server_id: int | None, person_id: int, told: Profile, locale: str) -> Scene:
        if server_id is None:
            # Between servers nothing is compared.
            return profiles.profile(person_id, told, (), (), locale)
        awards = await self._store.seasons.list_awards_of_person(person_id, server_id)
        return profiles.profile(person_id, told, await self._stood(server_id, person_id), awards, locale)

    async def _stood(self, server_id: int, person_id: int) -> Sequence[CurrentRating]:
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

    async def _read(
        self, request: Request, game: Game[Any, Any, Any]
    ) -> tuple[Sequence[Sequence[Habit]], Sequence[MindReaderReport]]:
        """Their newest matches, in the order in which they were played, and what those tell."""
        matches = await self._store.history.list_newest_matches(request.person_id, request.server_id, game.KEY, READ)
        read: list[Sequence[Habit]] = []
        for match_id in reversed(matches):
            # What was played by rules that are no more is not read, nor what is damaged.
            with suppress(DatabaseUnusable, Refused):
                # Off the loop: a long match takes some milliseconds to fold.
                read.append(await asyncio.to_thread(shown, await self._matches.journal(match_id), request.person_id))
        return read, await asyncio.to_thread(reports, read)


def _telltale(key: str) -> Game[Any, Any, Any]:
    game = find_game(key)
    if not game.has_habits:
        raise Refused("button")
    return game
