"""A bot of discord.py that hands over what is clicked, for the test to answer."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import ui

from deploy.playground.tests.ground import Bot
from deploy.playground.tests.timeout import TIMEOUT_S


class Listener(Bot):
    """Hands over what is clicked and filled in, for the test to answer."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.heard.put(interaction)

    async def next(self) -> discord.Interaction:
        return await asyncio.wait_for(self.heard.get(), TIMEOUT_S)


def custom_id(interaction: discord.Interaction) -> str:
    data: Any = interaction.data
    return str(data["custom_id"])


def view_of(*items: ui.Item[Any]) -> ui.View:
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
