"""Profiles, and what the mind reader says: asked for by command and by button, and shared on one’s own wish."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.ai.coach import Coach
from bot.handlers.dispatcher import Deeds
from bot.handlers.offers import NUMBER
from bot.handlers.requests import Answer, Asked
from bot.matches.cache import Kept
from bot.preferences import Preferences
from bot.ratings.leaderboard import Standings
from bot.ratings.mind_reader import Report, most, reports, shown
from bot.ratings.profile import Profile, Stood, encounter, profile
from bot.screens import mind_reader
from bot.screens import profile as profiles
from bot.screens.custom_ids import Address, Verb
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
class Profiles:
    _tables: Kept
    _store: Store
    _preferences: Preferences
    _standings: Standings
    _coach: Coach
    _locale: Callable[[int | None], Awaitable[str | None]]
    """Asks Discord which language a server speaks there."""

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.PROFILE: self.opened,
            Verb.MEET: self.meet,
            Verb.MIND: self.mind,
            Verb.SHARE: self.share,
        }

    async def player(self, asked: Asked, person: int) -> Answer:
        """Anybody's; who does not want to be seen on ladders is seen by nobody else."""
        await self._check(asked, person)
        told = await self._read_profile(person, asked.server)
        if person != asked.person:
            told = await self._discreet(told)
        scene = await self._profile(asked.server, person, told, asked.locale)
        if person != asked.person:
            return Answer(profiles.of_another(scene, person, asked.locale))
        telltale = [key for key in sorted(told.practised) if find_game(key).has_habits]
        judged = [record.game for record in told.records if find_game(record.game).can_judge]
        fortunes = [await self._weighed(asked, key) for key in judged]
        own = profiles.own(scene, person, telltale, asked.locale, shares=asked.server is not None)
        return Answer(profiles.lucky(own, profiles.describe_fortunes(fortunes, asked.locale), asked.locale))

    async def _weighed(self, asked: Asked, key: str) -> profiles.Found:
        """Luck and play, of whoever asks alone; what nobody has looked at yet is looked at next."""
        found = await self._store.results.list_luck_and_play(
            asked.person, asked.server, key, COACH_EDITION, profiles.MOST_WEIGHED
        )
        self._coach.catch_up(it.match_id for it in reversed(found) if it.luck is None)
        return find_game(key), found

    async def _check(self, asked: Asked, person: int) -> None:
        """May whoever asks look at them?"""
        if person != asked.person:
            if asked.server is None:
                # What they play on servers where the other has never been.
                raise Refused("server-only")
            if not (await self._preferences.stored(person)).listed:
                raise Refused("unlisted")

    async def meet(self, asked: Asked, address: Address) -> Answer:
        """Head to head: of those two who of them was ahead how often, on this server."""
        server = asked.on_a_server()
        if asked.bots:
            raise Refused("scoreless")
        numbers = (address.rest, *asked.chosen)
        if len(numbers) != 2 or not all(re.fullmatch(NUMBER, it) for it in numbers):
            raise Refused("button")
        one, other = map(int, numbers)
        if one == other:
            return await self.player(asked, one)
        for person in (one, other):
            await self._check(asked, person)
        told = encounter(await self._store.history.load_head_to_head(one, other, server))
        return Answer(profiles.meeting(one, other, told, asked.locale))

    async def opened(self, asked: Asked, address: Address) -> Answer:  # noqa: ARG002 - a deed like the others
        """One's own, again."""
        return await self.player(asked, asked.person)

    async def mind(self, asked: Asked, address: Address) -> Answer:
        """Of whoever asks, and of nobody else: what one does without knowing is one's own."""
        game = _telltale(address.rest)
        read, told = await self._read(asked, game)
        if address.step == mind_reader.HOW:
            how = mind_reader.how(asked.person, game, told, asked.locale, matches=len(read), most=READ)
            return Answer(mind_reader.explained(how, game, asked.locale))
        scene = mind_reader.report(asked.person, game, told, asked.locale, choices=most(read))
        return Answer(mind_reader.own(scene, game, asked.locale, told=bool(told), shares=asked.server is not None))

    async def share(self, asked: Asked, address: Address) -> Answer:
        """In the language of the server; whatever is shared is that of whoever clicked."""
        server = asked.on_a_server()
        asked.check_room()
        settings = await self._preferences.server(server)
        locale = settings.speaks(await self._locale(server))
        if address.rest:
            game = _telltale(address.rest)
            read, told = await self._read(asked, game)
            posts = mind_reader.report(asked.person, game, told, locale, choices=most(read))
            return Answer(mind_reader.shared(game, asked.locale), posts=posts)
        seen = await self._discreet(await self._read_profile(asked.person, server))
        scene = await self._profile(server, asked.person, seen, locale)
        return Answer(profiles.shared(asked.locale), posts=scene)

    async def _read_profile(self, person: int, server: int | None) -> Profile:
        """Return a person's profile on one server, or on all of them; points of different servers are not compared."""
        played, rated = await self._store.history.load_history(person, server)
        # In a thread: the matches of years take some tens of milliseconds.
        return await asyncio.to_thread(profile, played, rated if server is not None else ())

    async def _discreet(self, told: Profile) -> Profile:
        """For other eyes: without rivals who do not want to be seen."""
        rivals = {rival.person for rival in (told.nemesis, told.favourite) if rival}
        seen = {rival for rival in rivals if (await self._preferences.stored(rival)).listed}
        return replace(
            told,
            nemesis=told.nemesis if told.nemesis and told.nemesis.person in seen else None,
            favourite=told.favourite if told.favourite and told.favourite.person in seen else None,
        )

    async def _profile(self, server: int | None, person: int, told: Profile, locale: str) -> Scene:
        if server is None:
            # Between servers nothing is compared.
            return profiles.profile(person, told, (), (), locale)
        awards = await self._store.seasons.list_awards_of_person(person, server)
        return profiles.profile(person, told, await self._stood(server, person), awards, locale)

    async def _stood(self, server: int, person: int) -> Sequence[Stood]:
        """Where they stand in the season that runs."""
        store = self._store
        running = await store.seasons.load_season(server)
        season = running.number if running else 0
        ratings = [
            it
            for it in await store.ratings.list_of_person(person)
            if (it.server_id, it.season_number) == (server, season)
        ]
        return [
            Stood(standing, await self._standings.count_ranked(server, rating.game, season))
            for rating in ratings
            if (standing := await store.ratings.find_ladder_place(server, rating.game, season, person))
        ]

    async def _read(
        self, asked: Asked, game: Game[Any, Any, Any]
    ) -> tuple[Sequence[Sequence[Habit]], Sequence[Report]]:
        """Their newest matches, in the order in which they were played, and what those tell."""
        matches = await self._store.history.list_newest_matches(asked.person, asked.server, game.KEY, READ)
        read: list[Sequence[Habit]] = []
        for match in reversed(matches):
            # What was played by rules that are no more is not read, nor what is damaged.
            with suppress(DatabaseUnusable, Refused):
                # Off the loop: a long match takes some milliseconds to fold.
                read.append(await asyncio.to_thread(shown, await self._tables.journal(match), asked.person))
        return read, await asyncio.to_thread(reports, read)


def _telltale(key: str) -> Game[Any, Any, Any]:
    game = find_game(key)
    if not game.has_habits:
        raise Refused("button")
    return game
