"""Handlers of the daily duel: `/daily` and its buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.daily import calendar
from bot.daily.service import ClosedDay, DailyService, OpenDay
from bot.handlers.dispatcher import Handlers
from bot.handlers.requests import Request, Response
from bot.i18n import say
from bot.preferences import PlayerPreferences, Preferences
from bot.rendering.daily_renderer import render_daily_result
from bot.screens import daily as screens
from bot.screens.custom_ids import Action, CustomId
from bot.screens.scene import Scene
from games.daily import DailyChoice
from games.refused import Refused
from storage import Store, StoredChoice, StoredDay


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
            await self._mark_seen(open_day.last_played.choice)
        return Response(await self._render(request, open_day))

    async def _mark_seen(self, choice: StoredChoice) -> None:
        if not choice.is_seen:
            await self._store.daily.mark_seen(choice.daily_id, choice.person_id)

    async def _render(self, request: Request, open_day: OpenDay) -> Scene:
        if open_day.own is None:
            return screens.render_question(open_day, request.locale)
        player = await self._preferences.load_player(request.person_id)
        return screens.render_locked(open_day, wants_dm=player.daily_dm, locale=request.locale)

    async def ask_for_row(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        open_day = await self._daily.load_if_open(day, request.person_id, request.now_ms)
        if open_day is None:
            return await self._show_next(request, day)
        return Response(screens.render_question(open_day, request.locale))

    async def ask_for_column(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        open_day = await self._daily.load_if_open(day, request.person_id, request.now_ms)
        if open_day is None:
            return await self._show_next(request, day)
        _check_line(custom_id.number, len(open_day.board.payoffs))
        return Response(screens.render_column_question(open_day, custom_id.number, request.locale))

    async def choose(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        board = calendar.find_daily_game().decode_board(day.board)
        row = int(custom_id.argument) if custom_id.argument in {"0", "1", "2"} else -1
        _check_line(row, len(board.payoffs))
        _check_line(custom_id.number, len(board.payoffs[0]))
        choice = DailyChoice(row, custom_id.number)
        is_stored = await self._store.daily.save_choice(day.id, request.person_id, choice, request.now_ms)
        open_day = await self._daily.load_if_open(day, request.person_id, request.now_ms) if is_stored else None
        if open_day is None:
            return await self._show_next(request, day)
        return Response(await self._render(request, open_day))

    async def set_notification(self, request: Request, custom_id: CustomId) -> Response:
        """Turn the direct messages with results on or off."""
        day = await self._load_day(request, custom_id)
        changes = PlayerPreferences(daily_dm=custom_id.argument == screens.NOTIFY_ON)
        await self._preferences.update_player(request.person_id, changes)
        open_day = await self._daily.load_if_open(day, request.person_id, request.now_ms)
        if open_day is None:
            return await self._show_next(request, day)
        return Response(await self._render(request, open_day))

    async def _show_next(self, request: Request, day: StoredDay) -> Response:
        """Show the server's open day, with a note that `day` is over."""
        open_day = await self._daily.load_open_day(day.server_id, request.person_id, request.now_ms)
        return Response(screens.render_too_late(open_day, request.locale))

    async def _load_day(self, request: Request, custom_id: CustomId) -> StoredDay:
        """Load the day to which a button belongs.

        Refuse a day of another server, except in a direct message to somebody who has played on that server.
        """
        day = await self._daily.load_day(custom_id.daily_id)
        if request.server_id != day.server_id:
            is_in_dm = request.server_id is None
            if not (is_in_dm and await self._store.daily.has_played(request.person_id, day.server_id)):
                raise Refused("button")
        return day

    # Results

    async def show_result(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        closed = await self._daily.load_closed_day(day)
        if closed is None:
            return Response(screens.render_not_scored(day, request.locale))
        if own := closed.find_choice(request.person_id):
            await self._mark_seen(own)
        return Response(await self._render_result(request, closed))

    async def _render_result(self, request: Request, closed: ClosedDay) -> Scene:
        return await render_daily_result(
            self._daily, closed, request.person_id, request.locale, can_share=request.is_among_others
        )

    async def explain(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        closed = await self._daily.load_closed_day(day)
        if closed is None:
            return Response(screens.render_not_scored(day, request.locale))
        named_ids = await self._daily.list_named(closed)
        own = closed.find_choice(request.person_id)
        scene = screens.render_explanation(closed, own, named_ids, request.locale)
        return Response(scene, is_separate_message=custom_id.argument == screens.SEPARATE_MESSAGE)

    async def show_month(self, request: Request, custom_id: CustomId) -> Response:
        day = await self._load_day(request, custom_id)
        month = await self._daily.load_month(day)
        named_ids = await self._daily.list_named_people(day.server_id, [each.person_id for each in month])
        scene = screens.render_month(day, month, named_ids, request.person_id, request.locale)
        return Response(scene, is_separate_message=custom_id.argument == screens.SEPARATE_MESSAGE)

    async def share(self, request: Request, custom_id: CustomId) -> Response:
        """Post the person's result in the channel, without revealing the board."""
        day = await self._load_day(request, custom_id)
        closed = await self._daily.load_closed_day(day)
        own = closed.find_choice(request.person_id) if closed else None
        if closed is None or own is None:
            return Response(screens.render_not_scored(day, request.locale))
        request.check_among_others()
        request.check_can_post()
        streak = await self._daily.count_streak(request.person_id, day)
        public_locale = await self._preferences.load_server_locale(request.server_id, self._fetch_server_locale)
        post = screens.render_share_line(day, own, streak, public_locale)
        scene = await self._render_result(request, closed)
        return Response(replace(scene, above=(*scene.above, say("shared", request.locale))), channel_post=post)


def _check_line(line: int, count: int) -> None:
    if not 0 <= line < count:
        raise Refused("button")
