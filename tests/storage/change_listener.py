"""A listener for changes to matches by other processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from storage import Store
from tests.waiting import TEST_TIMEOUT_S


class RecordingChangeListener:
    """Records the IDs of matches that other processes changed, and each gain or loss of the connection."""

    def __init__(self) -> None:
        self.notified_match_ids: list[int] = []
        self.connection_states: list[bool] = []
        self._changed = asyncio.Event()

    def on_match_changed(self, match_id: int) -> None:
        self.notified_match_ids.append(match_id)
        self._changed.set()

    def on_connection_changed(self, is_connected: bool) -> None:
        self.connection_states.append(is_connected)
        self._changed.set()

    async def wait_for_matches(self, match_ids: list[int]) -> None:
        await self.wait_until(lambda: self.notified_match_ids == match_ids)

    async def wait_for_connection_states(self, states: list[bool]) -> None:
        await self.wait_until(lambda: self.connection_states == states)

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not condition():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def listen_for_changes(store: Store) -> AsyncIterator[RecordingChangeListener]:
    listener = RecordingChangeListener()
    task = asyncio.create_task(store.listen_for_changes(listener.on_match_changed, listener.on_connection_changed))
    try:
        await listener.wait_for_connection_states([True])
        yield listener
    finally:
        task.cancel()
        await asyncio.wait((task,))
