"""The playground's clock: real time, plus an offset that can be increased to make timers run early."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""The start of 2015 in Unix time. Snowflakes count milliseconds from here."""


def format_timestamp(unix_s: float) -> str:
    return datetime.fromtimestamp(unix_s, UTC).isoformat(timespec="microseconds")


class WorldClock:
    def __init__(self) -> None:
        self._offset_s = 0.0
        self._scheduled: list[tuple[float, int, Callable[[], object]]] = []
        self._sequence = count()
        self._timer: asyncio.TimerHandle | None = None
        self._last_snowflake = 0
        self._moved_event = asyncio.Event()
        """Set when the clock is moved forward, and then replaced by a new event."""

    @property
    def offset_ms(self) -> int:
        """Number of milliseconds by which the clock is ahead of real time."""
        return round(self._offset_s * 1000)

    def now(self) -> float:
        return time.time() + self._offset_s

    def _get_elapsed_s(self) -> float:
        """Return the seconds since an arbitrary start. Unlike `now`, ignore changes of the system clock."""
        return time.monotonic() + self._offset_s

    def call_later(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call `callback` after `seconds`.

        The call cannot be canceled, so `callback` must check whether it is still needed.
        """
        heapq.heappush(self._scheduled, (self._get_elapsed_s() + seconds, next(self._sequence), callback))
        self._reset_timer()

    def advance_by(self, seconds: float) -> None:
        self._offset_s += seconds
        self._run_due_callbacks()
        self._moved_event.set()
        self._moved_event = asyncio.Event()

    async def wait_until_moved(self) -> None:
        await self._moved_event.wait()

    def new_snowflake(self) -> str:
        """Return a new ID. IDs contain the time, and each is greater than all earlier ones."""
        self._last_snowflake = max(self._last_snowflake + 1, (int(self.now() * 1000) - DISCORD_EPOCH_MS) << 22)
        return str(self._last_snowflake)

    def ensure_snowflakes_after(self, snowflake: str) -> None:
        """Ensure that new IDs are greater than `snowflake`, the last ID of an earlier run."""
        self._last_snowflake = max(self._last_snowflake, int(snowflake))

    def _run_due_callbacks(self) -> None:
        while self._scheduled and self._scheduled[0][0] <= self._get_elapsed_s():
            heapq.heappop(self._scheduled)[2]()
        self._reset_timer()

    def _reset_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._scheduled:
            # The extra millisecond keeps the timer from firing too early, which would only restart it.
            delay_s = max(0.0, self._scheduled[0][0] - self._get_elapsed_s()) + 0.001
            self._timer = asyncio.get_running_loop().call_later(delay_s, self._run_due_callbacks)
