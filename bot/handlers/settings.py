"""Handlers for player and server settings, data export, and deletion of personal data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
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
from bot.screens.custom_ids import CONFIRMED_ARGUMENT, Action, CustomId
from bot.screens.scene import Scene
from bot.time_zones import find_zone
from games.refused import Refused
from games.words import Locale
from storage import Store

ONE_SIDED_MIN_MATCHES: Final = 20
"""How many recent matches two players must have played before one-sided results are shown to server managers."""


@dataclass(eq=False)
class SettingsHandler:
    _matches: MatchService
    _store: Store
    _preferences: Preferences
    _seasons: Seasons
    _holidays: Holidays
    _schedule_refresh: Callable[[int], None]
    """Schedules a refresh of the match with this ID, which a forgotten person has left."""
    _check_can_post: Callable[[int], Awaitable[None]]
    """Raises the error that posting in a channel would raise, if any."""
    _wake_lobby: Callable[[], None]

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_SETTINGS: self.show_settings,
            Action.CHANGE_SETTING: self.save_setting,
            Action.SUBMIT_TIME_ZONE: self.set_time_zone,
            Action.EXPORT_DATA: self.export_data,
            Action.FORGET_PERSON: self.forget_person,
            Action.FORGET_HABITS: self.forget_habits,
        }

    async def show_settings(self, request: Request, custom_id: CustomId) -> Response:
        """Show the person's own settings or, if the button asks for them, the settings of the server.

        Only people who manage the server can see its settings.
        """
        if custom_id.argument in settings.SERVER_PANELS:
            server_id = request.require_managed_server()
            server = await self._preferences.load_server(server_id)
            pairs = await self._store.results.list_one_sided_pairs(
                server_id, request.now_ms - SERIES_WINDOW_MS, ONE_SIDED_MIN_MATCHES
            )
            return Response(
                settings.render_server_settings(
                    server, custom_id.argument, request.locale, pairs, request.missing_thread_permissions
                )
            )
        holiday = await self._holidays.load_status(request.person_id, request.now_ms)
        player = await self._preferences.load_player(request.person_id)
        return Response(settings.render_player_settings(player, holiday))

    async def save_setting(self, request: Request, custom_id: CustomId) -> Response:
        """Store a changed setting, and show the settings again.

        Permissions are checked again, because they may have changed since the settings were opened.
        """
        panel, _, name = custom_id.argument.partition(".")
        if name in settings.ZONE_SETTINGS and request.selected_values == (settings.OTHER_ZONE_CHOICE,):
            return Response(form=settings.render_zone_form(panel, request.locale))
        if panel in settings.SERVER_PANELS:
            server_id = request.require_managed_server()
            change = settings.parse_changed_setting(ServerPreferences, panel, name, request.selected_values)
            for channel_id in (*change.lobby, *change.daily_channel):
                await self._check_can_post(channel_id)
            if name == "weekly" and change.weekly:
                # Schedule the post before storing the setting. If storing fails, the post is not sent, because the
                # server has not enabled it.
                await self._seasons.schedule_weekly_post(server_id, request.now_ms)
            server = await self._preferences.update_server(server_id, change)
            if name == "lobby":
                self._wake_lobby()
            if name == "season":
                await self._seasons.change_season_length(server_id, server.season, request.now_ms)
        elif panel == settings.PLAYER_PANEL and name == settings.HOLIDAY_SETTING:
            choice = settings.parse_holiday_choice(request.selected_values)
            if choice == settings.COME_BACK_CHOICE:
                await self._holidays.end_holiday(request.person_id, request.now_ms)
            elif choice != settings.STAY_AWAY_CHOICE:
                await self._holidays.start_holiday(request.person_id, int(choice), request.now_ms)
        elif panel == settings.PLAYER_PANEL:
            changed = settings.parse_changed_setting(PlayerPreferences, panel, name, request.selected_values)
            await self._save_player_setting(request.person_id, name, changed)
        else:
            raise Refused("button")
        return await self.show_settings(request, replace(custom_id, argument=panel))

    async def _save_player_setting(self, person_id: int, name: str, changed: PlayerPreferences) -> None:
        player = await self._preferences.update_player(person_id, changed)
        if name == "listed":
            await self._store.ratings.set_hidden(person_id, is_hidden=not player.listed)
        if name == "predictable" and not player.predictable:
            await self._store.predictions.delete_open_on_player(person_id)

    async def set_time_zone(self, request: Request, custom_id: CustomId) -> Response:
        """Store the time zone of the city typed in the form."""
        # Use a thread, because the first call reads the machine's time zone database.
        zone = await asyncio.to_thread(find_zone, request.form_text)
        if zone is None:
            raise Refused("zone-unknown", typed=request.form_text)
        if custom_id.argument == settings.DAILY_PANEL:
            await self._preferences.update_server(request.require_managed_server(), ServerPreferences(daily_zone=zone))
        else:
            await self._preferences.update_player(request.person_id, PlayerPreferences(zone=zone))
        return await self.show_settings(request, custom_id)

    async def export_data(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - the signature of a handler
        exported = await self._store.people.export_person(request.person_id)
        # Use a thread, because some people have played thousands of matches.
        return Response(await asyncio.to_thread(_render_export, exported, request.locale), is_separate_message=True)

    async def forget_habits(self, request: Request, custom_id: CustomId) -> Response:
        """Make the house ignore the person's earlier moves, including those of a running match, after confirmation."""
        if custom_id.argument != CONFIRMED_ARGUMENT:
            return Response(settings.render_forget_habits_confirmation(request.locale))
        player = await self._preferences.update_player(request.person_id, PlayerPreferences(unread=request.now_ms))
        return Response(settings.render_habits_forgotten(player.effective_locale))

    async def forget_person(self, request: Request, custom_id: CustomId) -> Response:
        """Delete all data of the person who asks, after confirmation."""
        if custom_id.argument != CONFIRMED_ARGUMENT:
            return Response(settings.render_forget_confirmation(request.locale))
        match_ids = [header.id for header in await self._store.matches.list_live_of_person(request.person_id)]
        await self._matches.forget_person(request.person_id, request.now_ms)
        for match_id in match_ids:
            self._schedule_refresh(match_id)
        return Response(settings.render_person_forgotten(request.locale), forgets_person=True)


def _render_export(exported: Mapping[str, Any], locale: Locale) -> Scene:
    return settings.render_data_export(json.dumps(exported, ensure_ascii=False, indent=1).encode(), locale)
