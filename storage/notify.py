"""PostgreSQL notifications by which one process informs the others that a match has new events.

The transaction that stores an event also sends the notification (`notify` in a statement), so nothing is sent if the
transaction is rolled back. The payload consists of the match ID and the name of the process that stored the event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg

from storage.database import StoreUnavailable
from storage.locks import CONNECTION_ERRORS

log: Final = logging.getLogger(__name__)

NOTIFY_CHANNEL: Final = "duel"
LISTEN_CHECK_S: Final = 15.0
"""The interval between checks of the session. Without them, a listener would not notice that its session is lost."""
RECONNECT_PAUSE_S: Final = 1.0
"""The pause before opening a new session after one was lost."""


class ChangeListener:
    """Listener that reports the matches in which other processes have stored events. It has a session of its own.

    No other session lasts long enough: the pool's sessions are closed when they are not needed, and the lock session is
    closed on any error.
    """

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]], name: str) -> None:
        """Create a listener that ignores the notifications of this process, whose name is `name`."""
        self._connect = connect
        self._name = name

    async def listen_forever(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        """Listen until canceled, and reconnect when the session is lost."""
        while True:
            try:
                await self._listen_once(on_change, on_listening)
            except (StoreUnavailable, *CONNECTION_ERRORS) as lost:
                log.warning("changes by other processes cannot be received: %s", lost)
            finally:
                on_listening(False)
            await asyncio.sleep(RECONNECT_PAUSE_S)

    async def _listen_once(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        """Open a session and listen until it is lost."""
        session = await self._connect()
        is_closed = asyncio.Event()

        def on_notification(_session: object, _pid: int, _channel: str, payload: Any) -> None:
            match_id, _, sender = str(payload).partition(" ")
            if sender != self._name:
                on_change(int(match_id))

        try:
            session.add_termination_listener(lambda _: is_closed.set())
            await session.add_listener(NOTIFY_CHANNEL, on_notification)
            on_listening(True)
            while not is_closed.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LISTEN_CHECK_S):
                        await is_closed.wait()
                await session.execute("SELECT 1")
        finally:
            session.terminate()
