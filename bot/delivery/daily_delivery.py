"""Closes the days of the daily duel, posts their results, and sends them by direct message to those who want that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.daily import results
from bot.daily.service import ClosedDay, DailyService
from bot.delivery.periodic import attempt, run_periodically
from bot.delivery.send_recovery import was_posted
from bot.errors import DestinationUnreachable
from bot.messenger import Messenger
from bot.preferences import PlayerPreferences, Preferences, ServerPreferences
from bot.rendering.daily_renderer import render_daily_result
from bot.screens import daily as screens
from bot.screens.scene import Scene
from games.refused import Refused
from storage import Store, StoredChoice, StoredDay

log: Final = logging.getLogger(__name__)

POLL_INTERVAL_S: Final = 15.0
CHECKED_MEMBERS_MAX: Final = 12
"""How many of a day's best players are checked for having left the server, before a post names some of them."""
DMS_PER_POLL: Final = 10
"""How many results are sent per poll, because Discord refuses to open many direct messages at once (error 40003)."""


@dataclass(eq=False)
class DailyDelivery:
    _daily: DailyService
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _now: Callable[[], int]
    _woken: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def wake(self) -> None:
        """Close due days now instead of at the next poll. A playground calls this when people skip time in it."""
        self._woken.set()

    async def run(self) -> None:
        """Close days and show their results until canceled."""
        await run_periodically(self.close_due_days, POLL_INTERVAL_S, self._woken)

    async def close_due_days(self) -> None:
        """Close the days that are over and post their results. Send the next few results by direct message."""
        for day in await self._store.daily.list_due(self._now()):
            await attempt(self._finish(day), f"close day {day.number} of server {day.server_id}")
        for choice in await self._store.daily.list_due_dms(DMS_PER_POLL):
            await attempt(self._send_result(choice), f"send the result of day {choice.daily_id}")

    async def _finish(self, day: StoredDay) -> None:
        # The lock keeps two processes from posting the same result.
        async with self._store.hold_lock(f"daily {day.id}"):
            day = await self._daily.close_day(await self._daily.load_day(day.id))
            if day.status not in {"scored", "posting"} or not self._messenger.serves_server(day.server_id):
                return
            closed = await self._daily.load_closed_day(day)
            settings = await self._preferences.load_server(day.server_id)
            if closed and settings.daily and settings.daily_channel and len(closed.choices) >= results.REVEAL_MIN:
                await self._post_reveal(closed, settings)
            await self._store.daily.finish_day(day.id)

    async def _post_reveal(self, closed: ClosedDay, settings: ServerPreferences) -> None:
        day, [channel_id] = closed.day, settings.daily_channel
        try:
            custom_id = screens.build_reveal_custom_id(day)
            # An interrupted attempt may have posted the result.
            if day.status == "posting" and await was_posted(self._messenger, channel_id, custom_id, day.closes_ms):
                return
            await self._store.daily.advance_status(day.id, "scored", "posting")
            await self._check_members(closed)
            locale = await self._preferences.load_server_locale(day.server_id, self._messenger.fetch_server_locale)
            scene = screens.render_reveal(closed, await self._daily.list_named(closed), locale)
            await self._messenger.post_message(channel_id, scene, f"daily {day.id}")
        except DestinationUnreachable as error:
            log.info("cannot send to channel %d", channel_id, extra={"reason": error.reason_key})

    async def _check_members(self, closed: ClosedDay) -> None:
        """Store which of the best players have left the server, so that the post does not name them."""
        ranked = [choice.person_id for choice in closed.choices if choice.is_ranked and choice.person_id > 0]
        for person_id in ranked[:CHECKED_MEMBERS_MAX]:
            name = await self._messenger.fetch_member_name(closed.day.server_id, person_id)
            await self._store.people.save_membership(
                closed.day.server_id, person_id, self._now(), has_left=name is None
            )

    async def _send_result(self, choice: StoredChoice) -> None:
        """Send a day's result, and the next board to play, to a player who wants this by direct message.

        If the player does not accept direct messages, switch them off in the player's settings.
        """
        async with self._store.hold_lock(f"daily {choice.daily_id} {choice.person_id}"):
            current = await self._store.daily.load_choice(choice.daily_id, choice.person_id)
            closed = await self._daily.load_closed_day(await self._daily.load_day(choice.daily_id))
            if current is None or current.result_dm != "due" or closed is None:
                return
            player = await self._preferences.load_player(choice.person_id)
            try:
                if player.daily_dm:
                    scene = await self._render_dm(closed, choice.person_id, player.effective_locale)
                    nonce_key = f"daily {choice.daily_id} {choice.person_id}"
                    await self._messenger.send_dm(choice.person_id, scene, nonce_key)
                    await self._store.daily.mark_seen(choice.daily_id, choice.person_id)
            except DestinationUnreachable:
                await self._preferences.update_player(choice.person_id, PlayerPreferences(daily_dm=False))
            await self._store.daily.set_result_dm(choice.daily_id, choice.person_id, "sent")

    async def _render_dm(self, closed: ClosedDay, person_id: int, locale: str) -> Scene:
        result = await render_daily_result(self._daily, closed, person_id, locale, can_share=False)
        try:
            open_day = await self._daily.load_open_day(closed.day.server_id, person_id, self._now())
        except Refused:
            # The server has switched the daily duel off.
            return result
        return screens.add_next_question(result, closed, open_day, locale) if open_day.own is None else result
