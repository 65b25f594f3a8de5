"""How many sessions the bot may still begin today: who crashes again and again slows down before there is none left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

log: Final = logging.getLogger(__name__)

LOW: Final = 50
"""Of a thousand a day; with more of them left nobody waits."""
MOST: Final = 30.0
"""Seconds that a shard may wait with an open line: then discord.py would give it up."""

Asking = Callable[[], Awaitable[discord.SessionStartLimits]]


def pause(limits: discord.SessionStartLimits) -> float:
    """Seconds before the next: hardly any at first, and towards the end so many that the rest lasts until the reset."""
    reset = limits.reset_after / 1000
    if not limits.remaining:
        return reset
    missing = max(0, LOW - limits.remaining)
    # The last one waits for the whole of it.
    return missing / (LOW - 1) * reset / limits.remaining


class Starts:
    def __init__(
        self, left: Callable[[float], None], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """`left` hears how many there still are."""
        self._left = left
        self._sleep = sleep

    async def spare(self, ask: Asking) -> None:
        """Before the bot connects: whoever starts it anew each time it crashes, starts it in vain."""
        while True:
            limits = await self._asked(ask)
            if wait := pause(limits):
                log.warning("%d sessions may be begun today; the next in %.0f s", limits.remaining, wait)
                await self._sleep(wait)
            if limits.remaining:
                return

    async def rows(self, ask: Asking) -> int:
        """Before a shard identifies, at whatever time; returns how many may at once."""
        limits = await self._asked(ask)
        if not limits.remaining:
            # discord.py takes it for a broken line, and tries again later and later.
            raise ConnectionError("no session may be begun any more today")
        if wait := min(MOST, pause(limits)):
            await self._sleep(wait)
        return limits.max_concurrency

    async def _asked(self, ask: Asking) -> discord.SessionStartLimits:
        try:
            limits = await ask()
        except discord.RateLimited as no:
            raise ConnectionError(f"Discord asks for {no.retry_after:.0f} s of patience") from no
        self._left(limits.remaining)
        return limits
