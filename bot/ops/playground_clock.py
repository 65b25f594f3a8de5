"""Follows the clock of a playground, a replacement for Discord in which people and tests can skip time."""

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
LONG_POLL_TIMEOUT: Final = aiohttp.ClientTimeout(total=60)
"""The timeout of a request. A playground responds when its time changes, or after about 25 seconds."""
CLOCK_ERRORS: Final = (aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError)


@asynccontextmanager
async def follow_playground_clock(url: str, clock: WallClock, on_moved: Callable[[int], None]) -> AsyncIterator[None]:
    """Keep `clock` at a playground's time inside the block, or at real time if `url` is empty.

    The clock is set before the block begins. After each change of the playground's time, `on_moved` is called with the
    difference in milliseconds. No other task can read the new time before this call.
    """
    if not url:
        yield
        return
    async with aiohttp.ClientSession(timeout=LONG_POLL_TIMEOUT) as session:
        try:
            clock.ahead_ms = await _fetch_ahead_ms(session, url)
        except CLOCK_ERRORS as error:
            raise ConfigError(f"cannot read the time from DUEL_CLOCK: {error}") from error
        follow_task = asyncio.create_task(_follow_changes(session, url, clock, on_moved))
        try:
            yield
        finally:
            follow_task.cancel()
            await asyncio.wait((follow_task,))


async def _follow_changes(
    session: aiohttp.ClientSession, url: str, clock: WallClock, on_moved: Callable[[int], None]
) -> None:
    while True:
        try:
            ahead_ms = await _fetch_ahead_ms(session, url, {"offset_ms": str(clock.ahead_ms)})
        except CLOCK_ERRORS:
            log.debug("cannot reach the playground's clock", exc_info=True)
            await asyncio.sleep(RETRY_DELAY_S)
            continue
        if delta_ms := ahead_ms - clock.ahead_ms:
            clock.ahead_ms = ahead_ms
            on_moved(delta_ms)


async def _fetch_ahead_ms(session: aiohttp.ClientSession, url: str, params: Mapping[str, str] | None = None) -> int:
    async with session.get(url, params=params) as response:
        response.raise_for_status()
        return int((await response.json())["offset_ms"])
