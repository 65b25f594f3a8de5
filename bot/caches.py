"""Caches with a limited size.

Without a limit, a cache would grow as long as the bot runs. The bot often cannot know that an entry has become useless:
matches end in other processes, and people stop playing.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Generic, TypeVar

MAX_CACHE_ENTRIES: Final = 10_000

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(OrderedDict[K, V]):
    """A dictionary that drops the least recently written entry when it is full."""

    def __init__(self, max_entries: int | None = None) -> None:
        super().__init__()
        self.max_entries = MAX_CACHE_ENTRIES if max_entries is None else min(max_entries, MAX_CACHE_ENTRIES)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.max_entries:
            self.popitem(last=False)


class TtlCache(Generic[K, V]):
    """A cache whose entries expire after `ttl_s`."""

    def __init__(self, ttl_s: float) -> None:
        self.ttl_s = ttl_s
        self._entries: BoundedCache[K, tuple[float, V]] = BoundedCache()

    def __contains__(self, key: K) -> bool:
        return key in self._entries and time.monotonic() - self._entries[key][0] < self.ttl_s

    def __getitem__(self, key: K) -> V:
        return self._entries[key][1]

    def get(self, key: K) -> V | None:
        return self._entries[key][1] if key in self else None

    def __setitem__(self, key: K, value: V) -> None:
        self.set_unless_newer(key, value, time.monotonic())

    def set_unless_newer(self, key: K, value: V, requested_at_s: float) -> None:
        """Cache a value that was requested at `requested_at_s`, unless the cached value was requested later."""
        if key not in self._entries or self._entries[key][0] <= requested_at_s:
            self._entries[key] = (requested_at_s, value)

    def get_even_if_expired(self, key: K, default: V) -> V:
        return self._entries[key][1] if key in self._entries else default

    def discard(self, key: K) -> None:
        self._entries.pop(key, None)


class SingleFlightCache(Generic[K, V]):
    """A cache of values that are expensive to make. Concurrent requests for a key share one computation."""

    def __init__(
        self, max_weight: int, weight_of: Callable[[V], int] = lambda _: 1, max_concurrent: int | None = None
    ) -> None:
        """Create a cache that keeps the most recently used values, up to a total weight of `max_weight`.

        At most `max_concurrent` values are made at the same time, so that many requests do not block the event loop.
        """
        self._max_weight = max_weight
        self._weight_of = weight_of
        self._concurrency_limit = asyncio.Semaphore(max_concurrent) if max_concurrent else None
        self._values: OrderedDict[K, V] = OrderedDict()
        self._total_weight = 0
        self._in_progress: dict[K, asyncio.Future[V]] = {}

    async def get_or_make(self, key: K, make: Callable[[], Awaitable[V]]) -> V:
        if (value := self._values.get(key)) is not None:
            self._values.move_to_end(key)
            return value
        task = self._in_progress.get(key)
        if task is None:
            task = self._in_progress[key] = asyncio.ensure_future(self._make_with_limit(make))
            task.add_done_callback(partial(self._store_result, key))
        # If a caller is canceled, other callers may still need the value.
        return await asyncio.shield(task)

    async def _make_with_limit(self, make: Callable[[], Awaitable[V]]) -> V:
        if self._concurrency_limit is None:
            return await make()
        async with self._concurrency_limit:
            return await make()

    def _store_result(self, key: K, future: asyncio.Future[V]) -> None:
        del self._in_progress[key]
        if future.cancelled() or future.exception():
            return
        self._values[key] = value = future.result()
        self._total_weight += self._weight_of(value)
        while self._total_weight > self._max_weight:
            _, oldest = self._values.popitem(last=False)
            self._total_weight -= self._weight_of(oldest)
