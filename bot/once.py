"""What is dear to make is made once: who wants it meanwhile waits for the same, and the last few are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _alike(_: object) -> int:
    return 1


class Once(Generic[K, V]):
    def __init__(self, most: int, weighs: Callable[[V], int] = _alike, at_once: int | None = None) -> None:
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
