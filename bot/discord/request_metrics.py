"""What the requests to Discord come to: how many count against its limit, and what it says to them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import Counter
from yarl import URL

GLOBAL_LIMIT_PER_S: Final = 50
"""Requests a second that Discord takes of one bot, in all its processes; answers to presses do not count."""
UNLIMITED_PATH_PARTS: Final = ("interactions", "webhooks")
MEASURED_WINDOW_S: Final = 60
"""Seconds of which the busiest tells what is left."""


class RequestMetrics:
    def __init__(self, requests: Counter, clock: Callable[[], float] = time.monotonic) -> None:
        """`requests` counts them by whether they count at Discord and by what it said."""
        self._requests = requests
        self._clock = clock
        self._counts_by_second: deque[tuple[int, int]] = deque()
        """Of each second in which any was made, how many; the oldest first."""

    def build_trace_config(self) -> aiohttp.TraceConfig:
        """Hears of every request of a session."""
        heard = aiohttp.TraceConfig()
        heard.on_request_end.append(self._on_request_end)
        heard.on_request_exception.append(self._on_request_exception)
        return heard

    def count_requests_left(self) -> int:
        """Of the requests a second, in the busiest second lately; of several processes each knows of its own alone."""
        self._drop_old_counts()
        return max(0, GLOBAL_LIMIT_PER_S - max((count for _, count in self._counts_by_second), default=0))

    async def _on_request_end(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self._count_request(request.url, str(request.response.status))

    async def _on_request_exception(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._count_request(request.url, "lost")

    def _count_request(self, url: URL, outcome: str) -> None:
        free = any(part in url.parts for part in UNLIMITED_PATH_PARTS)
        self._requests.labels("no" if free else "yes", outcome).inc()
        if free or outcome == str(HTTPStatus.SWITCHING_PROTOCOLS.value):
            return
        second = int(self._clock())
        count = (
            self._counts_by_second.pop()[1] if self._counts_by_second and self._counts_by_second[-1][0] == second else 0
        )
        self._counts_by_second.append((second, count + 1))
        self._drop_old_counts()

    def _drop_old_counts(self) -> None:
        while self._counts_by_second and self._counts_by_second[0][0] <= self._clock() - MEASURED_WINDOW_S:
            self._counts_by_second.popleft()
