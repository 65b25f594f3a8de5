"""What somebody has played, folded once: of whoever has played for years only the last days are read again.

What is kept is older than a day, so that nothing comes before its end any more, and is folded anew each hour, for a
rebuild may put ratings right. It goes at once with whoever was forgotten: whom it would name must still have met them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.ladder.profile import Career, Profile
from bot.lru import Lru
from bot.time import DAY
from storage import Played, Rated, Store

MANY: Final = 2_000
"""Matches; fewer are read at once."""
KEPT: Final = 50
"""People who have played so many."""
FRESH: Final = 3600.0
"""Seconds."""


class _Kept(NamedTuple):
    career: Career
    since: int
    """It is of what was before."""
    began: float
    """To be folded, by the watch of this process."""


class Careers:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Lru[tuple[int, int | None], _Kept] = Lru(KEPT)

    async def of(self, person: int, server: int | None) -> Profile:
        """On a server; without one on all, and without points, which are not compared between them."""
        kept = self._kept.get((person, server))
        if kept and time.monotonic() - kept.began <= FRESH:
            told = await self._went_on(person, server, kept)
            rivals = {rival.person for rival in (told.nemesis, told.favourite) if rival}
            if rivals and await self._store.has_met(person, rivals):
                return told
        return await self._went_on(person, server, _Kept(Career(), -1, time.monotonic()))

    async def _went_on(self, person: int, server: int | None, kept: _Kept) -> Profile:
        played, rated = await self._store.played(person, server, kept.since)
        # Off the loop: some have played thousands.
        told, kept = await asyncio.to_thread(_folded, kept, played, rated if server is not None else ())
        if kept.career.matches >= MANY:
            self._kept[person, server] = kept
        return told


def _folded(kept: _Kept, played: Sequence[Played], rated: Sequence[Rated]) -> tuple[Profile, _Kept]:
    """What is told by now, and what may be kept of it."""
    since = max(kept.since, played[-1].at - DAY) if played else kept.since
    career = kept.career.copy().add((it for it in played if it.at < since), (it for it in rated if it.at < since))
    fresh = career.copy().add((it for it in played if it.at >= since), (it for it in rated if it.at >= since))
    return fresh.told(), _Kept(career, since, kept.began)
