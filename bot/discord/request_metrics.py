"""Counts requests to Discord, and measures how close they come to its global rate limit."""

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
"""The number of requests per second that Discord allows one bot, for all its processes together."""
UNLIMITED_PATH_PARTS: Final = ("interactions", "webhooks")
"""Requests with one of these parts in their path do not count against the global limit."""
MEASURED_WINDOW_S: Final = 60


class RequestMetrics:
    def __init__(self, requests: Counter, clock: Callable[[], float] = time.monotonic) -> None:
        """Create metrics that count requests in `requests`.

        This counter must have two labels: whether a request counts against the global limit, and the status of the
        response.
        """
        self._requests = requests
        self._clock = clock
        self._counts_by_second: deque[tuple[int, int]] = deque()
        """Pairs of a second and its number of limited requests, oldest first. Seconds without requests are left out."""

    def build_trace_config(self) -> aiohttp.TraceConfig:
        """Return a trace config that counts all requests of an aiohttp session."""
        trace_config = aiohttp.TraceConfig()
        trace_config.on_request_end.append(self._on_request_end)
        trace_config.on_request_exception.append(self._on_request_exception)
        return trace_config

    def count_requests_left(self) -> int:
        """Return how many more requests the global limit would have allowed in the busiest second of the last minute.

        Requests from other processes are not included.
        """
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
        is_unlimited = any(part in url.parts for part in UNLIMITED_PATH_PARTS)
        self._requests.labels("no" if is_unlimited else "yes", outcome).inc()
        # The upgrade to a websocket is not an API request.
        if is_unlimited or outcome == str(HTTPStatus.SWITCHING_PROTOCOLS.value):
            return
        second = int(self._clock())
        count = 0
        if self._counts_by_second and self._counts_by_second[-1][0] == second:
            count = self._counts_by_second.pop()[1]
        self._counts_by_second.append((second, count + 1))
        self._drop_old_counts()

    def _drop_old_counts(self) -> None:
        while self._counts_by_second and self._counts_by_second[0][0] <= self._clock() - MEASURED_WINDOW_S:
            self._counts_by_second.popleft()
