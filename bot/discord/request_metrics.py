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

LIMIT: Final = 50
"""Requests a second that Discord takes of one bot, in all its processes; answers to presses do not count."""
FREE: Final = ("interactions", "webhooks")
LATELY: Final = 60
"""Seconds of which the busiest tells what is left."""


class RequestMetrics:
    def __init__(self, requests: Counter, watch: Callable[[], float] = time.monotonic) -> None:
        """`requests` counts them by whether they count at Discord and by what it said."""
        self._requests = requests
        self._watch = watch
        self._seconds: deque[tuple[int, int]] = deque()
        """Of each second in which any was made, how many; the oldest first."""

    def trace(self) -> aiohttp.TraceConfig:
        """Hears of every request of a session."""
        heard = aiohttp.TraceConfig()
        heard.on_request_end.append(self._ended)
        heard.on_request_exception.append(self._lost)
        return heard

    def left(self) -> int:
        """Of the requests a second, in the busiest second lately; of several processes each knows of its own alone."""
        self._forget()
        return max(0, LIMIT - max((count for _, count in self._seconds), default=0))

    async def _ended(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self._count(request.url, str(request.response.status))

    async def _lost(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._count(request.url, "lost")

    def _count(self, url: URL, came: str) -> None:
        free = any(part in url.parts for part in FREE)
        self._requests.labels("no" if free else "yes", came).inc()
        if free or came == str(HTTPStatus.SWITCHING_PROTOCOLS.value):
            return
        second = int(self._watch())
        count = self._seconds.pop()[1] if self._seconds and self._seconds[-1][0] == second else 0
        self._seconds.append((second, count + 1))
        self._forget()

    def _forget(self) -> None:
        while self._seconds and self._seconds[0][0] <= self._watch() - LATELY:
            self._seconds.popleft()
