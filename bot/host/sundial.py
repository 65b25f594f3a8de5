"""The time of a playground, which people and tests move on there. At Discord nobody asks for it: time is what it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import aiohttp

from bot.errors import Barred
from bot.time import Watch

log: Final = logging.getLogger(__name__)

AGAIN: Final = 1.0
"""Seconds until a playground that did not answer is asked again."""
HELD: Final = aiohttp.ClientTimeout(total=60)
"""It holds a question until its time is moved, for some 25 seconds."""


class Sundial:
    def __init__(self, url: str, watch: Watch, moved: Callable[[int], None]) -> None:
        """`moved` hears by how many milliseconds, at once: nobody sees the new time before."""
        self._url = url
        self._watch = watch
        self._moved = moved

    @asynccontextmanager
    async def read(self) -> AsyncIterator[None]:
        """As long as the block lasts; when it begins, the watch is right already."""
        if not self._url:
            yield
            return
        async with aiohttp.ClientSession(timeout=HELD) as session:
            try:
                self._watch.ahead = await self._ahead(session)
            except (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError) as no:
                raise Barred(f"DUEL_CLOCK tells no time: {no}") from no
            following = asyncio.create_task(self._following(session))
            try:
                yield
            finally:
                following.cancel()
                await asyncio.wait((following,))

    async def _following(self, session: aiohttp.ClientSession) -> None:
        while True:
            try:
                ahead = await self._ahead(session, self._watch.ahead)
            except (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError):
                log.debug("the playground's clock does not answer", exc_info=True)
                await asyncio.sleep(AGAIN)
                continue
            if by := ahead - self._watch.ahead:
                self._watch.ahead = ahead
                self._moved(by)

    async def _ahead(self, session: aiohttp.ClientSession, known: int | None = None) -> int:
        query = {} if known is None else {"ahead": str(known)}
        async with session.get(self._url, params=query) as answer:
            answer.raise_for_status()
            return int((await answer.json())["ahead"])
