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

RETRY_DELAY_S: Final = 1.0
"""Seconds until a playground that did not answer is asked again."""
LONG_POLL_TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
"""It holds a question until its time is moved, for some 25 seconds."""
CLOCK_ERRORS: Final = (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError)


@asynccontextmanager
async def follow_playground_clock(url: str, clock: WallClock, on_moved: Callable[[int], None]) -> AsyncIterator[None]:
    """Keep the watch at a playground's time as long as the block lasts; without a URL it shows real time.

    The watch is right when the block begins. `moved` hears by how many milliseconds the time was moved, at once: nobody
    sees the new time before.
    """
    if not url:
        yield
        return
    async with aiohttp.ClientSession(timeout=LONG_POLL_TIMEOUT) as session:
        try:
            clock.ahead_ms = await _fetch_ahead_ms(session, url)
        except CLOCK_ERRORS as no:
            raise ConfigError(f"DUEL_CLOCK tells no time: {no}") from no
        following = asyncio.create_task(_follow_changes(session, url, clock, on_moved))
        try:
            yield
        finally:
            following.cancel()
            await asyncio.wait((following,))


async def _follow_changes(
    session: aiohttp.ClientSession, url: str, clock: WallClock, on_moved: Callable[[int], None]
) -> None:
    while True:
        try:
            ahead = await _fetch_ahead_ms(session, url, {"ahead": str(clock.ahead_ms)})
        except CLOCK_ERRORS:
            log.debug("the playground's clock does not answer", exc_info=True)
            await asyncio.sleep(RETRY_DELAY_S)
            continue
        if by := ahead - clock.ahead_ms:
            clock.ahead_ms = ahead
            on_moved(by)


async def _fetch_ahead_ms(session: aiohttp.ClientSession, url: str, params: Mapping[str, str] | None = None) -> int:
    async with session.get(url, params=params) as answer:
        answer.raise_for_status()
        return int((await answer.json())["ahead"])
