"""The time of a playground, which people and tests move on there. At Discord nobody asks for it: time is what it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

import aiohttp

from bot.errors import ConfigError
from bot.wall_clock import WallClock

log: Final = logging.getLogger(__name__)

AGAIN: Final = 1.0
"""Seconds until a playground that did not answer is asked again."""
HELD: Final = aiohttp.ClientTimeout(total=60)
"""It holds a question until its time is moved, for some 25 seconds."""
NO_TIME: Final = (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError)


@asynccontextmanager
async def follow_playground_clock(url: str, watch: WallClock, moved: Callable[[int], None]) -> AsyncIterator[None]:
    """Keep the watch at a playground's time as long as the block lasts; without a URL it shows real time.

    The watch is right when the block begins. `moved` hears by how many milliseconds the time was moved, at once: nobody
    sees the new time before.
    """
    if not url:
        yield
        return
    async with aiohttp.ClientSession(timeout=HELD) as session:
        try:
            watch.ahead = await _ask(session, url)
        except NO_TIME as no:
            raise ConfigError(f"DUEL_CLOCK tells no time: {no}") from no
        following = asyncio.create_task(_follow(session, url, watch, moved))
        try:
            yield
        finally:
            following.cancel()
            await asyncio.wait((following,))


async def _follow(session: aiohttp.ClientSession, url: str, watch: WallClock, moved: Callable[[int], None]) -> None:
    while True:
        try:
            ahead = await _ask(session, url, {"ahead": str(watch.ahead)})
        except NO_TIME:
            log.debug("the playground's clock does not answer", exc_info=True)
            await asyncio.sleep(AGAIN)
            continue
        if by := ahead - watch.ahead:
            watch.ahead = ahead
            moved(by)


async def _ask(session: aiohttp.ClientSession, url: str, known: Mapping[str, str] | None = None) -> int:
    async with session.get(url, params=known) as answer:
        answer.raise_for_status()
        return int((await answer.json())["ahead"])
