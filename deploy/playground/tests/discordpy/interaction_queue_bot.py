"""A discord.py bot that queues the interactions it receives."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import ui

from deploy.playground.tests.sandbox import DiscordPyBot
from deploy.playground.tests.timeout import TIMEOUT_S


class InteractionQueueBot(DiscordPyBot):
    """A bot that queues interactions, so that the test can respond to them."""

    def __init__(self) -> None:
        super().__init__()
        self.interactions: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.interactions.put(interaction)

    async def next_interaction(self) -> discord.Interaction:
        return await asyncio.wait_for(self.interactions.get(), TIMEOUT_S)


def get_custom_id(interaction: discord.Interaction) -> str:
    data: Any = interaction.data
    return str(data["custom_id"])


def make_view(*items: ui.Item[Any]) -> ui.View:
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
