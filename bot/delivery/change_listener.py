"""When to look for what another process has stored and not told: a while after its bell was heard, and now and then.

A bell may be lost: with its session, or because there is none, as with SQLite. Who hears none looks every few seconds,
and who hears again looks at once; and once a minute everybody does, whatever they hear.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.matches.deadline_loop import Share

FORSAKEN: Final = 5_000
"""Milliseconds after which whoever stored something should have told it."""
SPARE: Final = 1_500
"""Milliseconds by which those are later whose share it is not."""
SWEEP: Final = 5.0
"""Seconds between two looks of those who hear nothing."""
NET: Final = 60.0
"""Seconds between two looks of those who do."""
TOGETHER: Final = 1.0
"""Seconds between two looks at what was rung for: where many play, one look is for many of them."""


class ChangeListener:
    def __init__(self, share: Share) -> None:
        self._share = share
        self._hears = False
        self._rung: dict[int, float] = {}
        """When to look at each."""
        self._looked = 0.0
        self._sweeps: list[float] = []
        """When to look at all of it, before that is due anyway."""
        self._swept: float | None = None
        self._news = asyncio.Event()

    def hears(self, hears: bool) -> None:
        """Whether a bell would be heard from now on."""
        if hears and not self._hears:
            # What was stored last while nobody heard it is not forsaken yet.
            self._sweeps = [clock(), clock() + FORSAKEN / 1000]
        self._hears = hears
        self._news.set()

    def soon(self) -> None:
        """There was more than one look could take on."""
        self._sweeps.append(clock() + SWEEP)
        self._news.set()

    def heard(self, match_id: int) -> None:
        late = FORSAKEN if self._share.has(match_id) else FORSAKEN + SPARE
        # Rung for once more it is being played: whoever does so is there, and tells it.
        self._rung[match_id] = clock() + late / 1000
        self._news.set()

    async def look(self) -> frozenset[int] | None:
        """Until it is time to: at these, or, None, at all there are."""
        if self._swept is None:
            self._swept = clock()
        while True:
            self._news.clear()
            now = clock()
            sweeps = min([self._swept + (NET if self._hears else SWEEP), *self._sweeps])
            if sweeps <= now:
                self._swept = now
                self._sweeps = [at for at in self._sweeps if at > now]
                return None
            rung = max(min(self._rung.values(), default=sweeps), self._looked + TOGETHER)
            if rung <= now:
                due = frozenset(match_id for match_id, at in self._rung.items() if at <= now)
                for match_id in due:
                    del self._rung[match_id]
                self._looked = now
                if due:
                    return due
            with suppress(TimeoutError):
                async with asyncio.timeout(min(sweeps, rung) - now):
                    await self._news.wait()


def clock() -> float:
    return asyncio.get_running_loop().time()
