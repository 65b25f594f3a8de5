"""The playground's time: real, but a test may move it on, and whatever falls due then happens."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Final

EPOCH: Final = 1_420_070_400_000
"""Discord's first millisecond, from which snowflakes count."""


def stamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


class Clock:
    def __init__(self) -> None:
        self._ahead = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None
        self._snowflake = 0
        self._moved = asyncio.Event()
        """It has been moved on; each time another one."""

    @property
    def ahead(self) -> int:
        """Milliseconds before real time."""
        return round(self._ahead * 1000)

    def now(self) -> float:
        return time.time() + self._ahead

    def _passed(self) -> float:
        """Seconds that have passed: no more of them where the machine's watch is set, or where it stood still."""
        return time.monotonic() + self._ahead

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """`act` must not mind to come too late: nothing is ever called off."""
        heapq.heappush(self._due, (self._passed() + seconds, next(self._order), act))
        self._wake()

    def move(self, seconds: float) -> None:
        self._ahead += seconds
        self._ring()
        self._moved.set()
        self._moved = asyncio.Event()

    async def moved(self) -> None:
        await self._moved.wait()

    def snowflake(self) -> str:
        """Ids rise strictly, and tell when they were made."""
        self._snowflake = max(self._snowflake + 1, (int(self.now() * 1000) - EPOCH) << 22)
        return str(self._snowflake)

    def starts_after(self, snowflake: str) -> None:
        """What was kept from an earlier run stays older than what comes."""
        self._snowflake = max(self._snowflake, int(snowflake))

    def _ring(self) -> None:
        while self._due and self._due[0][0] <= self._passed():
            heapq.heappop(self._due)[2]()
        self._wake()

    def _wake(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._due:
            # A hair late: a timer that rings early would only be set again.
            wait = max(0.0, self._due[0][0] - self._passed()) + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)
