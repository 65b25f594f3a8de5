"""Greets each server once, after the bot has joined it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.delivery.send_recovery import CLOCK_SKEW_MS
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.screens.front_door import GREETING_CUSTOM_ID, render_greeting
from bot.wall_clock import WEEK_MS
from storage import Greeting, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

MAX_GREETING_DELAY_MS: Final = WEEK_MS
"""How long after the bot joined a server the greeting may come, for example because the bot was not running."""
RETRY_DELAY_S: Final = 60.0


@dataclass(eq=False)
class ServerGreeter:
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _now: Callable[[], int]
    _server_ids: asyncio.Queue[int] = field(default_factory=asyncio.Queue, init=False)

    def add_server(self, server_id: int, joined_ms: int) -> None:
        """Queue a server for `greet_server`, unless the bot joined it long ago.

        This is called for every server whenever the bot connects, so most queued servers have been greeted before.
        """
        if self._now() - joined_ms < MAX_GREETING_DELAY_MS:
            self._server_ids.put_nowait(server_id)

    async def run(self) -> None:
        """Greet the added servers until canceled."""
        while True:
            server_id = await self._server_ids.get()
            try:
                await self.greet_server(server_id)
            except (DiscordUnavailable, StoreUnavailable):
                log.warning("server %d cannot be greeted now; trying again later", server_id)
                asyncio.get_running_loop().call_later(RETRY_DELAY_S, self._server_ids.put_nowait, server_id)
            except Exception:
                log.exception("server %d cannot be greeted", server_id)

    async def greet_server(self, server_id: int) -> None:
        """Greet a server that has not been greeted yet.

        After an interrupted attempt, search the channel for its greeting, and post another one only if there is none.
        """
        async with self._store.hold_lock(f"greeting {server_id}"):
            greeting = await self._store.greetings.load_greeting(server_id)
            is_first_attempt = greeting is None
            if greeting is None:
                greeting = Greeting(server_id, self._messenger.find_greeting_channel(server_id), self._now())
                await self._store.greetings.begin_greeting(greeting)
            if greeting.pending_channel_id is None:
                return
            try:
                if is_first_attempt or not await self._was_sent(greeting.pending_channel_id, greeting.started_ms):
                    await self._send_greeting(server_id, greeting.pending_channel_id)
            except DestinationUnreachable as error:
                log.info("cannot greet server %d", server_id, extra={"reason": error.reason_key})
            await self._store.greetings.finish_greeting(server_id)

    async def _was_sent(self, channel_id: int, started_ms: int) -> bool:
        since_ms = started_ms - CLOCK_SKEW_MS
        return await self._messenger.has_posted_button(channel_id, GREETING_CUSTOM_ID, since_ms)

    async def _send_greeting(self, server_id: int, channel_id: int) -> None:
        locale = await self._preferences.load_server_locale(server_id, self._messenger.fetch_server_locale)
        await self._messenger.post_message(channel_id, render_greeting(locale), f"greeting {server_id}")
