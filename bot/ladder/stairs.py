"""Ranks on ladders of many: counted from the nearest of some steps, whose own places are counted anew now and then.

Up to the first step all is counted, and exact; below it a rank is as old as the steps. So a ladder of a hundred
thousand is looked through once a minute, by nobody who waits, and not for each who asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, TypeAlias

from bot.lru import Fresh
from storage import Standing, Step, Store, Unstored

log: Final = logging.getLogger(__name__)

HEIGHT: Final = 1_000
"""Places from one step to the next."""
FRESH: Final = 60.0
"""Seconds."""
KEPT: Final = 500
"""Ladders of so many; there are not many."""

Ladder: TypeAlias = tuple[int, str, int]
"""Server, game, season."""


class Stairs:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._steps: Fresh[Ladder, Sequence[Step]] = Fresh(FRESH, KEPT)
        self._counting: dict[Ladder, asyncio.Task[None]] = {}

    async def rank(self, ladder: Ladder, player: int) -> Standing | None:
        found = await self._store.rank(*ladder, player, self._of(ladder))
        self._far(ladder, found.place if found else 0)
        return found

    async def above(self, ladder: Ladder, *ratings: float) -> list[tuple[int, float | None]]:
        """How many have more than each of these, and what the next of them has."""
        found = await self._store.above(*ladder, *ratings, steps=self._of(ladder))
        self._far(ladder, max((above for above, _ in found), default=0))
        return found

    async def players(self, ladder: Ladder) -> int:
        found = await self._store.players(*ladder, self._of(ladder))
        self._far(ladder, found)
        return found

    def _of(self, ladder: Ladder) -> Sequence[Step]:
        """As they were counted last."""
        steps = self._steps.last(ladder, ())
        if steps and ladder not in self._steps:
            self._count(ladder)
        return steps

    def _far(self, ladder: Ladder, place: int) -> None:
        """So far down somebody was counted."""
        if place > HEIGHT and not self._of(ladder):
            self._count(ladder)

    def _count(self, ladder: Ladder) -> None:
        if ladder not in self._counting:
            self._counting[ladder] = asyncio.create_task(self._counted(ladder), name=f"stairs {ladder}")

    async def _counted(self, ladder: Ladder) -> None:
        try:
            steps = await self._store.steps(*ladder, HEIGHT)
            self._steps[ladder] = steps
        except Unstored:
            # Whoever asks next tries again, or counts all of it.
            log.warning("the steps of a ladder could not be counted", exc_info=True)
        finally:
            del self._counting[ladder]
