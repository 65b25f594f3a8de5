"""Who waits for an answer: channels are told when nobody does, and the bot leaves when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

LULL: Final = 1.0
"""Seconds that answers may hold up what channels are told."""


class Waiting:
    def __init__(self) -> None:
        self.leaving = False
        """Clicks are put off: the bot is about to go."""
        self._under_way: set[int] = set()
        """The interactions that wait for an answer."""
        self._quiet = asyncio.Event()
        """Nobody does."""
        self._quiet.set()

    @contextmanager
    def for_an_answer(self, interaction: int) -> Iterator[None]:
        self._under_way.add(interaction)
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way.discard(interaction)
            if not self._under_way:
                self._quiet.set()

    async def lull(self) -> None:
        """Until nobody waits for an answer; but not for long, for channels wait, too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LULL):
                await self._quiet.wait()

    async def answered(self) -> None:
        """From now on clicks are put off; returns when those before have their answers."""
        self.leaving = True
        await self._quiet.wait()
