"""Caches, each of them bounded. Matches end in other processes, people never come back, and nobody says so: without a
bound a cache would grow for as long as the bot runs.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Generic, TypeVar

MOST: Final = 10_000

K = TypeVar("K")
V = TypeVar("V")


class LruCache(OrderedDict[K, V]):
    """What was written longest ago goes first; whoever misses it finds it out anew."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.most = MOST if most is None else min(most, MOST)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)


class FreshCache(Generic[K, V]):
    """What was found out is in it for so many seconds, and then to be found out anew."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._found: LruCache[K, tuple[float, V]] = LruCache()

    def __contains__(self, key: K) -> bool:
        return key in self._found and time.monotonic() - self._found[key][0] < self.seconds

    def __getitem__(self, key: K) -> V:
        return self._found[key][1]

    def get(self, key: K) -> V | None:
        return self._found[key][1] if key in self else None

    def __setitem__(self, key: K, value: V) -> None:
        self.learn(key, value, time.monotonic())

    def learn(self, key: K, value: V, asked: float) -> None:
        """Of two answers the one that was asked for last knows more, whichever comes last."""
        if key not in self._found or self._found[key][0] <= asked:
            self._found[key] = (asked, value)

    def last(self, key: K, otherwise: V) -> V:
        """However long ago that was."""
        return self._found[key][1] if key in self._found else otherwise

    def discard(self, key: K) -> None:
        self._found.pop(key, None)


class OnceCache(Generic[K, V]):
    """Make what is expensive once: who wants it meanwhile waits for the same, and the last few are kept."""

    def __init__(self, most: int, weighs: Callable[[V], int] = lambda _: 1, at_once: int | None = None) -> None:
        """Of what was made longest ago that is kept whose weight together is `most`; `at_once` are made together, and
        the others in turn, so that whoever wants many has nobody else wait for the loop.
        """
        self._most = most
        self._weighs = weighs
        self._room = asyncio.Semaphore(at_once) if at_once else None
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._weight = 0
        self._under_way: dict[K, asyncio.Future[V]] = {}

    async def of(self, key: K, make: Callable[[], Awaitable[V]]) -> V:
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return kept
        making = self._under_way.get(key)
        if making is None:
            making = self._under_way[key] = asyncio.ensure_future(self._made(make))
            making.add_done_callback(partial(self._keep, key))
        # Who waits may go away; the others still want it.
        return await asyncio.shield(making)

    async def _made(self, make: Callable[[], Awaitable[V]]) -> V:
        if self._room is None:
            return await make()
        async with self._room:
            return await make()

    def _keep(self, key: K, making: asyncio.Future[V]) -> None:
        del self._under_way[key]
        if making.cancelled() or making.exception():
            return
        self._kept[key] = made = making.result()
        self._weight += self._weighs(made)
        while self._weight > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._weight -= self._weighs(oldest)
