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
from bot.ratings.rating_updates import SERIES_WINDOW_MS
from bot.ratings.seasons import Seasons
from bot.screens import settings
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from bot.time_zones import find_zone
from games.refused import Refused
from games.words import Locale
from storage import Store

ONE_SIDED_MIN_MATCHES: Final = 20
"""Two who have met so often lately, nearly always with the same end, are named to those who manage the server."""


@dataclass(eq=False)
class SettingsHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _seasons: Seasons
    _holidays: Holidays
    _schedule_refresh: Callable[[int], None]
    """Has others told of a match that somebody is gone from."""

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_SETTINGS: self.show_settings,
            Action.CHANGE_SETTING: self.save_setting,
            Action.SUBMIT_TIME_ZONE: self.set_time_zone,
            Action.EXPORT_DATA: self.export_data,
            Action.FORGET_PERSON: self.forget_person,
            Action.FORGET_HABITS: self.reset_house_reading,
        }

    async def show_settings(self, request: Request, custom_id: CustomId) -> Response:
        """One's own, or the server's."""
        if custom_id.argument == settings.SERVER_PANEL:
            number = request.require_managed_server()
            server = await self._preferences.load_server(number)
            sided = await self._store.results.list_one_sided_pairs(
                number, request.now_ms - SERIES_WINDOW_MS, ONE_SIDED_MIN_MATCHES
            )
            return Response(
                settings.render_server_settings(server, request.locale, sided, request.missing_thread_permissions)
            )
        leave = await self._holidays.load_status(request.person_id, request.now_ms)
        return Response(settings.render_player_settings(await self._preferences.load_player(request.person_id), leave))

    async def save_setting(self, request: Request, custom_id: CustomId) -> Response:
        """What was chosen is kept; the right to choose may have gone since the panel was opened."""
        panel, _, name = custom_id.argument.partition(".")
        if panel == settings.SERVER_PANEL:
            number = request.require_managed_server()
            change = settings.parse_changed_setting(ServerPreferences, panel, name, request.selected_values)
            if name == "weekly" and change.weekly:
                # Before it is set: what nobody wants is told to nobody.
                await self._seasons.schedule_weekly_post(number, request.now_ms)
            server = await self._preferences.update_server(number, change)
            if name == "season":
                await self._seasons.change_season_length(number, server.season, request.now_ms)
        elif panel == settings.PLAYER_PANEL and name == settings.HOLIDAY_SETTING:
            days = settings.parse_holiday_days(request.selected_values)
            if days:
                await self._holidays.start_holiday(request.person_id, days, request.now_ms)
            elif days == 0:
                await self._holidays.end_holiday(request.person_id, request.now_ms)
        elif (
            panel == settings.PLAYER_PANEL
            and name == settings.ZONE_SETTING
            and request.selected_values == (settings.OTHER_ZONE_CHOICE,)
        ):
            return Response(form=settings.render_zone_form(request.locale))
        elif panel == settings.PLAYER_PANEL:
            wish = settings.parse_changed_setting(PlayerPreferences, panel, name, request.selected_values)
            player = await self._preferences.update_player(request.person_id, wish)
            if name == "listed":
                await self._store.ratings.set_hidden(request.person_id, is_hidden=not player.listed)
        else:
            raise Refused("button")
        return await self.show_settings(request, replace(custom_id, argument=panel))

    async def set_time_zone(self, request: Request, custom_id: CustomId) -> Response:
        """Set the time zone of the city that somebody has typed."""
        # Off the loop: the first time it looks through the machine's database of zones.
        zone = await asyncio.to_thread(find_zone, request.form_text)
        if zone is None:
            raise Refused("zone-unknown", typed=request.form_text)
        await self._preferences.update_player(request.person_id, PlayerPreferences(zone=zone))
        return await self.show_settings(request, replace(custom_id, argument=settings.PLAYER_PANEL))

    async def export_data(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """Of whoever asks, and of nobody else."""
        told = await self._store.people.export_person(request.person_id)
        # Off the loop: some have played thousands of matches.
        return Response(await asyncio.to_thread(_render_export, told, request.locale), is_separate_message=True)

    async def reset_house_reading(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - a deed like the others
        """How they choose, wherever the house has read it; also in the match that they play just now."""
        player = await self._preferences.update_player(request.person_id, PlayerPreferences(unread=request.now_ms))
        return Response(settings.render_habits_forgotten(player.effective_locale))

    async def forget_person(self, request: Request, custom_id: CustomId) -> Response:
        """Whoever asks for it, once they are sure."""
        if custom_id.argument != settings.CONFIRMED_ARGUMENT:
            return Response(settings.render_forget_confirmation(request.locale))
        matches = [header.id for header in await self._store.matches.list_live_of_person(request.person_id)]
        await self._matches.forget_person(request.person_id, request.now_ms)
        for match_id in matches:
            self._schedule_refresh(match_id)
        return Response(settings.render_person_forgotten(request.locale), forgets_person=True)


def _render_export(exported: Mapping[str, Any], locale: Locale) -> Scene:
    return settings.render_data_export(json.dumps(exported, ensure_ascii=False, indent=1).encode(), locale)
