"""Settings, looked at and changed: one's own, and the server's by those who manage it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.matches.holidays import Holidays
from bot.matches.service import MatchService
from bot.preferences import PlayerPreferences, Preferences, ServerPreferences
from bot.ratings.rating_updates import LATELY
from bot.ratings.seasons import Seasons
from bot.screens import settings
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.time_zones import find_zone
from games.refused import Refused
from games.words import Locale
from storage import Store

OFTEN: Final = 20
"""Two who have met so often lately, nearly always with the same end, are named to those who manage the server."""


@dataclass(eq=False)
class SettingsHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _seasons: Seasons
    _holidays: Holidays
    _stir: Callable[[int], None]
    """Has others told of a match that somebody is gone from."""

    @property
    def deeds(self) -> Handlers:
        return {
            Action.SETTINGS: self.opened,
            Action.SETTLED: self.settled,
            Action.ZONE: self.set_zone,
            Action.DATA: self.data,
            Action.FORGET: self.forget,
            Action.UNREAD: self.unread,
        }

    async def opened(self, request: Request, custom_id: CustomId) -> Response:
        """One's own, or the server's."""
        if custom_id.rest == settings.SERVER:
            number = request.managed()
            server = await self._preferences.server(number)
            sided = await self._store.results.list_one_sided_pairs(number, request.now - LATELY, OFTEN)
            return Response(settings.theirs(server, request.locale, sided, request.missing_thread_permissions))
        leave = await self._holidays.leave(request.person_id, request.now)
        return Response(settings.mine(await self._preferences.player(request.person_id), leave))

    async def settled(self, request: Request, custom_id: CustomId) -> Response:
        """What was chosen is kept; the right to choose may have gone since the panel was opened."""
        panel, _, name = custom_id.rest.partition(".")
        if panel == settings.SERVER:
            number = request.managed()
            change = settings.changed(ServerPreferences, panel, name, request.chosen)
            if name == "weekly" and change.weekly:
                # Before it is set: what nobody wants is told to nobody.
                await self._seasons.weekly(number, request.now)
            server = await self._preferences.set_server(number, change)
            if name == "season":
                await self._seasons.lasts(number, server.season, request.now)
        elif panel == settings.ME and name == settings.HOLIDAY:
            days = settings.days(request.chosen)
            if days:
                await self._holidays.take(request.person_id, days, request.now)
            elif days == 0:
                await self._holidays.end(request.person_id, request.now)
        elif panel == settings.ME and name == settings.ZONE and request.chosen == (settings.OTHER_ZONE,):
            return Response(form=settings.zone_form(request.locale))
        elif panel == settings.ME:
            wish = settings.changed(PlayerPreferences, panel, name, request.chosen)
            player = await self._preferences.set_player(request.person_id, wish)
            if name == "listed":
                await self._store.ratings.set_hidden(request.person_id, is_hidden=not player.listed)
        else:
            raise Refused("button")
        return await self.opened(request, replace(custom_id, rest=panel))

    async def set_zone(self, request: Request, custom_id: CustomId) -> Response:
        """Set the time zone of the city that somebody has typed."""
        # Off the loop: the first time it looks through the machine's database of zones.
        zone = await asyncio.to_thread(find_zone, request.written)
        if zone is None:
            raise Refused("zone-unknown", typed=request.written)
        await self._preferences.set_player(request.person_id, PlayerPreferences(zone=zone))
        return await self.opened(request, replace(custom_id, rest=settings.ME))

    async def data(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """Of whoever asks, and of nobody else."""
        told = await self._store.people.export_person(request.person_id)
        # Off the loop: some have played thousands of matches.
        return Response(await asyncio.to_thread(_packed, told, request.locale), apart=True)

    async def unread(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """How they choose, wherever the house has read it; also in the match that they play just now."""
        player = await self._preferences.set_player(request.person_id, PlayerPreferences(unread=request.now))
        return Response(settings.unread(player.speaks))

    async def forget(self, request: Request, custom_id: CustomId) -> Response:
        """Whoever asks for it, once they are sure."""
        if custom_id.rest != settings.YES:
            return Response(settings.sure(request.locale))
        matches = [header.id for header in await self._store.matches.list_live_of_person(request.person_id)]
        await self._matches.forget(request.person_id, request.now)
        for match_id in matches:
            self._stir(match_id)
        return Response(settings.forgotten(request.locale), forgets=True)


def _packed(told: Mapping[str, Any], locale: Locale) -> Scene:
    return settings.given(json.dumps(told, ensure_ascii=False, indent=1).encode(), locale)
