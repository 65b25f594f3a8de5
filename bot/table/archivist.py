"""Old matches go to the archive, one at a time and seldom enough that nobody who plays waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from bot.table.clock import SILENCE
from bot.time import DAY
from storage import Store, Unstored

log: Final = logging.getLogger(__name__)

ROUND: Final = 500
"""Matches that are looked for at once."""
APART: Final = 0.05
"""Seconds between two matches: more than a million a day, and hardly ever is anybody's press behind one."""
REST: Final = 600.0
"""Seconds until it is looked again, once there is nothing more to do."""


@dataclass(eq=False)
class Archivist:
    _store: Store
    _days: int | None
    """Without any nothing is ever old."""
    _now: Callable[[], int]
    _sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    async def run(self) -> None:
        if self._days is None:
            await asyncio.Event().wait()
        while True:
            try:
                # Of several processes one does it.
                async with self._store.turn("archive"):
                    done = await self.round()
            except Unstored:
                log.warning("the archive has to wait", exc_info=True)
                done = 0
            await self._sleep(APART if done else REST)

    async def round(self) -> int:
        """How many matches were archived; with what cannot be read, or has just changed, the others go on."""
        assert self._days is not None
        done = 0
        for match in await self._store.old(self._now() - self._days * DAY, ROUND):
            done += await self._store.archive(match, self._now() - SILENCE)
            await self._sleep(APART)
        return done
