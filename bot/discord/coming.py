"""Discord waits three seconds for an answer; where one takes longer than a moment it is said that it comes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.discord.nod import nodding


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
