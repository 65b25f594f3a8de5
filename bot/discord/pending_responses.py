"""Who waits for an answer: channels are told when nobody does, and the bot leaves when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import discord

from bot.discord.raw_responses import skip_response_body

MAX_WAIT_FOR_LATER_CLICKS_S: Final = 1.0
"""Seconds that answers to later presses may hold up what channels are told."""
RESPONSE_DEADLINE_S: Final = 3.0
"""Seconds after which Discord takes no answer any more, and nobody has to wait for it."""


class PendingResponses:
    def __init__(self) -> None:
        self.is_shutting_down = False
        """Clicks are put off: the bot is about to go."""
        self._in_progress: set[int] = set()
        """The interactions that are being answered."""
        self._unacknowledged: dict[int, asyncio.Future[None]] = {}
        """Those of which Discord has heard nothing yet."""
        self._all_acknowledged = asyncio.Event()
        """There are none of them."""
        self._all_acknowledged.set()
        self._all_answered = asyncio.Event()
        self._all_answered.set()

    @contextmanager
    def track_response(self, interaction_id: int) -> Iterator[None]:
        self._in_progress.add(interaction_id)
        self._all_answered.clear()
        self._unacknowledged[interaction_id] = asyncio.get_running_loop().create_future()
        self._all_acknowledged.clear()
        try:
            yield
        finally:
            self.mark_acknowledged(interaction_id)
            self._in_progress.discard(interaction_id)
            if not self._in_progress:
                self._all_answered.set()

    def mark_acknowledged(self, interaction_id: int) -> None:
        """Discord knows that an answer comes: channels need not wait for it."""
        if unheard := self._unacknowledged.pop(interaction_id, None):
            unheard.set_result(None)
        if not self._unacknowledged:
            self._all_acknowledged.set()

    async def wait_until_idle(self) -> None:
        """Until nobody waits for an answer. Those who come meanwhile are not waited for for long, since channels wait,
        too; those who were there before, as long as an answer is worth something to them.
        """
        before = [*self._unacknowledged.values()]
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT_FOR_LATER_CLICKS_S):
                await self._all_acknowledged.wait()
            return
        if before:
            await asyncio.wait(before, timeout=RESPONSE_DEADLINE_S - MAX_WAIT_FOR_LATER_CLICKS_S)

    async def drain_for_shutdown(self) -> None:
        """From now on clicks are put off; returns when those before have their answers."""
        self.is_shutting_down = True
        await self._all_answered.wait()


@asynccontextmanager
async def auto_defer(
    interaction: discord.Interaction, delay_s: float, *, private: bool = True, thinking: bool = False
) -> AsyncIterator[None]:
    """What is made within may take so many seconds before that. With `thinking` a message of its own is promised, else
    that something happens where it was pressed. Afterwards it has been said, or will not be; where Discord did not want
    to hear it, whoever answers finds that out, too.
    """
    said: list[asyncio.Task[object]] = []

    def say() -> None:
        if not interaction.response.is_done():
            said.append(asyncio.create_task(_defer_response(interaction, private=private, thinking=thinking)))

    patience = asyncio.get_running_loop().call_later(delay_s, say)
    try:
        yield
    finally:
        patience.cancel()
        if said:
            await asyncio.gather(*said, return_exceptions=True)


async def _defer_response(interaction: discord.Interaction, *, private: bool, thinking: bool) -> None:
    with skip_response_body():
        await interaction.response.defer(ephemeral=private, thinking=thinking)
