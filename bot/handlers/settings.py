"""Settings, looked at and changed: one's own, and the server's by those who manage it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.handlers.dispatcher import Deeds
from bot.handlers.requests import Answer, Asked
from bot.matches.holidays import Holidays
from bot.matches.service import Tables
from bot.preferences import Player, Preferences, Server
from bot.ratings.rating_updates import LATELY
from bot.ratings.seasons import Seasons
from bot.screens import settings
from bot.screens.custom_ids import Address, Verb
from bot.screens.scene import Scene
from bot.time_zones import find_zone
from games.refused import Refused
from games.words import Locale
from storage import Store

OFTEN: Final = 20
"""Two who have met so often lately, nearly always with the same end, are named to those who manage the server."""


@dataclass(eq=False)
class Panels:
    _tables: Tables
    _store: Store
    _preferences: Preferences
    _seasons: Seasons
    _holidays: Holidays
    _stir: Callable[[int], None]
    """Has others told of a match that somebody is gone from."""

    @property
    def deeds(self) -> Deeds:
        return {
            Verb.SETTINGS: self.opened,
            Verb.SETTLED: self.settled,
            Verb.ZONE: self.set_zone,
            Verb.DATA: self.data,
            Verb.FORGET: self.forget,
            Verb.UNREAD: self.unread,
        }

    async def opened(self, asked: Asked, address: Address) -> Answer:
        """One's own, or the server's."""
        if address.rest == settings.SERVER:
            number = asked.managed()
            server = await self._preferences.server(number)
            sided = await self._store.results.list_one_sided_pairs(number, asked.now - LATELY, OFTEN)
            return Answer(settings.theirs(server, asked.locale, sided, asked.lacking_for_threads))
        leave = await self._holidays.leave(asked.person, asked.now)
        return Answer(settings.mine(await self._preferences.player(asked.person), leave))

    async def settled(self, asked: Asked, address: Address) -> Answer:
        """What was chosen is kept; the right to choose may have gone since the panel was opened."""
        panel, _, name = address.rest.partition(".")
        if panel == settings.SERVER:
            number = asked.managed()
            change = settings.changed(Server, panel, name, asked.chosen)
            if name == "weekly" and change.weekly:
                # Before it is set: what nobody wants is told to nobody.
                await self._seasons.weekly(number, asked.now)
            server = await self._preferences.set_server(number, change)
            if name == "season":
                await self._seasons.lasts(number, server.season, asked.now)
        elif panel == settings.ME and name == settings.HOLIDAY:
            days = settings.days(asked.chosen)
            if days:
                await self._holidays.take(asked.person, days, asked.now)
            elif days == 0:
                await self._holidays.end(asked.person, asked.now)
        elif panel == settings.ME and name == settings.ZONE and asked.chosen == (settings.OTHER_ZONE,):
            return Answer(form=settings.zone_form(asked.locale))
        elif panel == settings.ME:
            wish = settings.changed(Player, panel, name, asked.chosen)
            player = await self._preferences.set_player(asked.person, wish)
            if name == "listed":
                await self._store.ratings.set_hidden(asked.person, is_hidden=not player.listed)
        else:
            raise Refused("button")
        return await self.opened(asked, replace(address, rest=panel))

    async def set_zone(self, asked: Asked, address: Address) -> Answer:
        """Set the time zone of the city that somebody has typed."""
        # Off the loop: the first time it looks through the machine's database of zones.
        zone = await asyncio.to_thread(find_zone, asked.written)
        if zone is None:
            raise Refused("zone-unknown", typed=asked.written)
        await self._preferences.set_player(asked.person, Player(zone=zone))
        return await self.opened(asked, replace(address, rest=settings.ME))

    async def data(self, asked: Asked, address: Address) -> Answer:  # noqa: ARG002 - a deed like the others
        """Of whoever asks, and of nobody else."""
        told = await self._store.people.export_person(asked.person)
        # Off the loop: some have played thousands of matches.
        return Answer(await asyncio.to_thread(_packed, told, asked.locale), apart=True)

    async def unread(self, asked: Asked, address: Address) -> Answer:  # noqa: ARG002 - a deed like the others
        """How they choose, wherever the house has read it; also in the match that they play just now."""
        player = await self._preferences.set_player(asked.person, Player(unread=asked.now))
        return Answer(settings.unread(player.speaks))

    async def forget(self, asked: Asked, address: Address) -> Answer:
        """Whoever asks for it, once they are sure."""
        if address.rest != settings.YES:
            return Answer(settings.sure(asked.locale))
        matches = [header.id for header in await self._store.matches.list_live_of_person(asked.person)]
        await self._tables.forget(asked.person, asked.now)
        for match in matches:
            self._stir(match)
        return Answer(settings.forgotten(asked.locale), forgets=True)


def _packed(told: Mapping[str, Any], locale: Locale) -> Scene:
    return settings.given(json.dumps(told, ensure_ascii=False, indent=1).encode(), locale)
