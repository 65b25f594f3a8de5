"""Handlers of the daily duel: `/daily` and its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.daily.service import ClosedDay, DailyService, OpenDay
from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.preferences import PlayerPreferences, Preferences
from bot.rendering.daily_renderer import render_daily_result
from bot.screens import daily as screens
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from games.daily import Choice
from games.refused import Refused
from storage import Store, StoredDay


@dataclass(eq=False)
class DailyHandler:
    _daily: DailyService
    _store: Store
    _preferences: Preferences
    _fetch_server_locale: Callable[[int | None], Awaitable[str | None]]

    @property
    def handlers(self) -> Handlers:
        return {
            Action.SHOW_DAILY: self.show,
            Action.CHANGE_DAILY: self.ask_for_row,
            Action.PICK_DAILY_ROW: self.ask_for_column,
            Action.PICK_DAILY_COLUMN: self.choose,
            Action.NOTIFY_DAILY: self.set_notification,
            Action.SHOW_DAILY_RESULT: self.show_result,
            Action.EXPLAIN_DAILY: self.explain,
            Action.SHOW_DAILY_MONTH: self.show_month,
            Action.SHARE_DAILY: self.share,
        }

    async def show(self, request: Request, custom_id: CustomId) -> Response:  # noqa: ARG002 - the signature of a handler
        """Show the current day, and the last result if the person has not seen it."""
        server_id = request.server_id or await self._store.daily.find_last_server(request.person_id)
        if server_id is None:
            raise Refused("daily-where")
        open_day = await self._daily.load_open_day(server_id, request.person_id, request.now_ms)
        if open_day.last_played:
            await self._store.daily.mark_seen(open_day.last_played.day.id, request.person_id)
        return Response(await self._render(request, open_day))

    async def _render(self, request: Request, open_day: OpenDay) -> Scene:
        if open_day.own is None:
            return screens.render_question(open_day, request.locale)
        player = await self._preferences.load_player(request.person_id)
        return screens.render_locked(open_day, wants_dm=player.daily_dm, locale=request.locale)

    async def ask_for_row(self, request: Request, custom_id: CustomId) -> Response:
        open_day = await self._load_clicked_day(request, custom_id)
        if open_day is None:
            return await self._show_next(request, custom_id)
        return Response(screens.render_question(open_day, request.locale))

    async def ask_for_column(self, request: Request, custom_id: CustomId) -> Response:
        open_day = await self._load_clicked_day(request, custom_id)
        if open_day is None:
            return await self._show_next(request, custom_id)
        _check_line(custom_id.number, len(open_day.board.payoffs))
        return Response(screens.render_column_question(open_day, custom_id.number, request.locale))

    async def choose(self, request: Request, custom_id: CustomId) -> Response:
        open_day = await self._load_clicked_day(request, custom_id)
        if open_day is None:
            return await self._show_next(request, custom_id)
        row = int(custom_id.argument) if custom_id.argument in {"0", "1", "2"} else -1
        _check_line(row, len(open_day.board.payoffs))
        _check_line(custom_id.number, len(open_day.board.payoffs[0]))
        choice = Choice(row, custom_id.number)
        if not await self._daily.choose(open_day.day.id, request.person_id, choice, request.now_ms):
            return await self._show_next(request, custom_id)
        chosen = await self._daily.load_if_open(open_day.day.id, request.person_id, request.now_ms)
        if chosen is None or chosen.own is None:
            return await self._show_next(request, custom_id)
        return Response(await self._render(request, chosen))

    async def set_notification(self, request: Request, custom_id: CustomId) -> Response:
        """Turn the direct messages with results on or off."""
        changes = PlayerPreferences(daily_dm=custom_id.argument == screens.NOTIFY_ON)
        await self._preferences.update_player(request.person_id, changes)
        open_day = await self._load_clicked_day(request, custom_id)
        if open_day is None:
            return await self._show_next(request, custom_id)
        return Response(await self._render(request, open_day))

    async def _load_clicked_day(self, request: Request, custom_id: CustomId) -> OpenDay | None:
        """Return the day of a button, or None if it is over."""
        await self._check_is_here(request, await self._daily.load_day(custom_id.daily_id))
        return await self._daily.load_if_open(custom_id.daily_id, request.person_id, request.now_ms)

    async def _show_next(self, request: Request, custom_id: CustomId) -> Response:
        """Show the day after the one that was clicked, which is over."""
        day = await self._daily.load_day(custom_id.daily_id)
        open_day = await self._daily.load_open_day(day.server_id, request.person_id, request.now_ms)
        return Response(screens.render_closed_note(open_day, request.locale))

    async def _check_is_here(self, request: Request, day: StoredDay) -> None:
        """Refuse a button of another server's day, except in a direct message to somebody who played there."""
        if request.server_id == day.server_id:
            return
        is_in_dm = request.server_id is None and await self._store.daily.has_played(request.person_id, day.server_id)
        if not is_in_dm:
            raise Refused("button")

    # Results

    async def show_result(self, request: Request, custom_id: CustomId) -> Response:
        closed = await self._load_closed(request, custom_id)
        if closed is None:
            return await self._answer_not_scored(request, custom_id)
        await self._store.daily.mark_seen(closed.day.id, request.person_id)
        return Response(await self._render_result(request, closed))

    async def _render_result(self, request: Request, closed: ClosedDay) -> Scene:
        return await render_daily_result(
            self._daily, closed, request.person_id, request.locale, can_share=request.is_among_others
        )

    async def explain(self, request: Request, custom_id: CustomId) -> Response:
        closed = await self._load_closed(request, custom_id)
        if closed is None:
            return await self._answer_not_scored(request, custom_id)
        named_ids = await self._daily.list_named(closed)
        own = closed.find_choice(request.person_id)
        scene = screens.render_explanation(closed, own, named_ids, request.locale)
        return Response(scene, is_separate_message=custom_id.argument == screens.SEPARATE_MESSAGE)

    async def show_month(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._daily.load_day(custom_id.daily_id)
        await self._check_is_here(request, day)
        month = await self._daily.load_month(day)
        named_ids = await self._daily.list_named_people(day.server_id, [each.person_id for each in month])
        scene = screens.render_month(day, month, named_ids, request.person_id, request.locale)
        return Response(scene, is_separate_message=custom_id.argument == screens.SEPARATE_MESSAGE)

    async def share(self, request: Request, custom_id: CustomId) -> Response:
        """Post the person's result in the channel, without revealing the board."""
        closed = await self._load_closed(request, custom_id)
        own = closed.find_choice(request.person_id) if closed else None
        if closed is None or own is None:
            return await self._answer_not_scored(request, custom_id)
        request.check_among_others()
        request.check_can_post()
        streak = await self._daily.count_streak(request.person_id, closed.day)
        settings = await self._preferences.load_server(request.server_id)
        public_locale = settings.effective_locale(await self._fetch_server_locale(request.server_id))
        post = screens.render_share_line(closed.day, own, streak, public_locale)
        scene = await self._render_result(request, closed)
        return Response(replace(scene, above=(*scene.above, say("shared", request.locale))), channel_post=post)

    async def _load_closed(self, request: Request, custom_id: CustomId) -> ClosedDay | None:
        await self._check_is_here(request, await self._daily.load_day(custom_id.daily_id))
        return await self._daily.load_closed_day(custom_id.daily_id)

    async def _answer_not_scored(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._daily.load_day(custom_id.daily_id)
        return Response(screens.render_not_scored(day, request.locale))


def _check_line(line: int, count: int) -> None:
    if not 0 <= line < count:
        raise Refused("button")
