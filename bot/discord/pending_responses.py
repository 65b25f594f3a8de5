"""Who waits for an answer: channels are told when nobody does, and the bot leaves when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import discord

from bot.discord.raw_responses import nodding

LULL: Final = 1.0
"""Seconds that answers to later presses may hold up what channels are told."""
LOST: Final = 3.0
"""Seconds after which Discord takes no answer any more, and nobody has to wait for it."""


class PendingResponses:
    def __init__(self) -> None:
        self.leaving = False
        """Clicks are put off: the bot is about to go."""
        self._under_way: set[int] = set()
        """The interactions that are being answered."""
        self._unheard: dict[int, asyncio.Future[None]] = {}
        """Those of which Discord has heard nothing yet."""
        self._quiet = asyncio.Event()
        """There are none of them."""
        self._quiet.set()
        self._answered = asyncio.Event()
        self._answered.set()

    @contextmanager
    def for_an_answer(self, interaction: int) -> Iterator[None]:
        self._under_way.add(interaction)
        self._answered.clear()
        self._unheard[interaction] = asyncio.get_running_loop().create_future()
        self._quiet.clear()
        try:
            yield
        finally:
            self.heard(interaction)
            self._under_way.discard(interaction)
            if not self._under_way:
                self._answered.set()

    def heard(self, interaction: int) -> None:
        """Discord knows that an answer comes: channels need not wait for it."""
        if unheard := self._unheard.pop(interaction, None):
            unheard.set_result(None)
        if not self._unheard:
            self._quiet.set()

    async def lull(self) -> None:
        """Until nobody waits for an answer. Those who come meanwhile are not waited for for long, since channels wait,
        too; those who were there before, as long as an answer is worth something to them.
        """
        before = [*self._unheard.values()]
        with suppress(TimeoutError):
            async with asyncio.timeout(LULL):
                await self._quiet.wait()
            return
        if before:
            await asyncio.wait(before, timeout=LOST - LULL)

    async def answered(self) -> None:
        """From now on clicks are put off; returns when those before have their answers."""
        self.leaving = True
        await self._answered.wait()


@asynccontextmanager
async def coming(
    interaction: discord.Interaction, moment: float, *, private: bool = True, thinking: bool = False
) -> AsyncIterator[None]:
    """What is made within may take so many seconds before that. With `thinking` a message of its own is promised, else
    that something happens where it was pressed. Afterwards it has been said, or will not be; where Discord did not want
    to hear it, whoever answers finds that out, too.
    """
    said: list[asyncio.Task[object]] = []

    def say() -> None:
        if not interaction.response.is_done():
            said.append(asyncio.create_task(_said(interaction, private=private, thinking=thinking)))

    patience = asyncio.get_running_loop().call_later(moment, say)
    try:
        yield
    finally:
        patience.cancel()
        if said:
            await asyncio.gather(*said, return_exceptions=True)


async def _said(interaction: discord.Interaction, *, private: bool, thinking: bool) -> None:
    with nodding():
        await interaction.response.defer(ephemeral=private, thinking=thinking)
