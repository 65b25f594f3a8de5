"""Tracks interactions that wait for a response, so that refreshes and the shutdown can wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import discord

MAX_WAIT_FOR_LATER_CLICKS_S: Final = 1.0
"""How long `wait_until_idle` can be delayed by interactions that arrive after it was called."""
RESPONSE_DEADLINE_S: Final = 3.0
"""Discord accepts a response only if it arrives within this time after the interaction."""


class PendingResponses:
    def __init__(self) -> None:
        self.is_shutting_down = False
        """While True, the router refuses all interactions."""
        self._in_progress: dict[int, asyncio.Future[None]] = {}
        """Futures by interaction ID. Each is done once the interaction is answered."""
        self._all_answered = asyncio.Event()
        self._all_answered.set()

    @contextmanager
    def track_response(self, interaction_id: int) -> Iterator[None]:
        """Count an interaction as pending while the context is open."""
        self._in_progress[interaction_id] = asyncio.get_running_loop().create_future()
        self._all_answered.clear()
        try:
            yield
        finally:
            self._in_progress.pop(interaction_id).set_result(None)
            if not self._in_progress:
                self._all_answered.set()

    async def wait_until_idle(self) -> None:
        """Wait until all interactions are answered, with a time limit.

        Interactions that are already pending are awaited until their deadline. Interactions that arrive later delay the
        return by at most `MAX_WAIT_FOR_LATER_CLICKS_S`, so that channels are still refreshed during many clicks.
        """
        pending_at_call = [*self._in_progress.values()]
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT_FOR_LATER_CLICKS_S):
                await self._all_answered.wait()
            return
        if pending_at_call:
            await asyncio.wait(pending_at_call, timeout=RESPONSE_DEADLINE_S - MAX_WAIT_FOR_LATER_CLICKS_S)

    async def drain_for_shutdown(self) -> None:
        """Make the router refuse new interactions, and wait until all earlier ones are answered."""
        self.is_shutting_down = True
        await self._all_answered.wait()


@asynccontextmanager
async def auto_defer(
    interaction: discord.Interaction, delay_s: float, *, private: bool = True, thinking: bool = False
) -> AsyncIterator[None]:
    """Defer the response to an interaction if the block takes longer than `delay_s`.

    With `thinking`, the response will be a new message; otherwise it will edit the clicked message. A deferral that has
    started is completed before the context exits. The deferral's errors are ignored, because sending the response
    raises the same errors.
    """
    deferrals: list[asyncio.Task[object]] = []

    def start_deferral() -> None:
        if not interaction.response.is_done():
            defer = interaction.response.defer(ephemeral=private, thinking=thinking)
            deferrals.append(asyncio.create_task(defer))

    timer = asyncio.get_running_loop().call_later(delay_s, start_deferral)
    try:
        yield
    finally:
        timer.cancel()
        if deferrals:
            await asyncio.gather(*deferrals, return_exceptions=True)
