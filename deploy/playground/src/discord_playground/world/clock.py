"""The playground's time: real, but a test may move it on, and whatever falls due then happens."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""Discord's first millisecond, from which snowflakes count."""


def format_timestamp(unix_s: float) -> str:
    return datetime.fromtimestamp(unix_s, UTC).isoformat(timespec="microseconds")


class WorldClock:
    def __init__(self) -> None:
        self._offset_s = 0.0
        self._scheduled: list[tuple[float, int, Callable[[], None]]] = []
        self._sequence = count()
        self._timer: asyncio.TimerHandle | None = None
        self._last_snowflake = 0
        self._moved_event = asyncio.Event()
        """It has been moved on; each time another one."""

    @property
    def offset_ms(self) -> int:
        """Milliseconds before real time."""
        return round(self._offset_s * 1000)

    def now(self) -> float:
        return time.time() + self._offset_s

    def _elapsed_s(self) -> float:
        """Seconds that have passed: no more of them where the machine's watch is set, or where it stood still."""
        return time.monotonic() + self._offset_s

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        """`act` must not mind to come too late: nothing is ever called off."""
        heapq.heappush(self._scheduled, (self._elapsed_s() + seconds, next(self._sequence), callback))
        self._reset_timer()

    def advance_by(self, seconds: float) -> None:
        self._offset_s += seconds
        self._run_due_callbacks()
        self._moved_event.set()
        self._moved_event = asyncio.Event()

    async def wait_until_moved(self) -> None:
        await self._moved_event.wait()

    def new_snowflake(self) -> str:
        """Ids rise strictly, and tell when they were made."""
        self._last_snowflake = max(self._last_snowflake + 1, (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22)
        return str(self._last_snowflake)

    def ensure_snowflakes_after(self, snowflake: str) -> None:
        """What was kept from an earlier run stays older than what comes."""
        self._last_snowflake = max(self._last_snowflake, int(snowflake))

    def _run_due_callbacks(self) -> None:
        while self._scheduled and self._scheduled[0][0] <= self._elapsed_s():
            heapq.heappop(self._scheduled)[2]()
        self._reset_timer()

    def _reset_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._scheduled:
            # A hair late: a timer that rings early would only be set again.
            wait = max(0.0, self._scheduled[0][0] - self._elapsed_s()) + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._run_due_callbacks)
