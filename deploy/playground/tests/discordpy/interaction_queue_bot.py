"""A discord.py bot that queues the interactions it receives, so that tests can respond to them."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands, ui

from deploy.playground.tests.sandbox import DiscordPyBot
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import PersonClient


class InteractionQueueBot(DiscordPyBot):
    """A bot that queues its interactions. Servers and users can install it, to use its command `call`."""

    def __init__(self) -> None:
        super().__init__()
        self.interactions: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.tree.add_command(
            app_commands.Command(
                name="call",
                description="Calls",
                callback=ignore_call,
                allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
                allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            )
        )

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.interactions.put(interaction)

    async def next_interaction(self) -> discord.Interaction:
        return await asyncio.wait_for(self.interactions.get(), TIMEOUT_S)

    async def run_call_command(self, person: PersonClient, channel: str) -> discord.Interaction:
        """Run the command `call` and return the interaction, without waiting for a response."""
        await person.run_command(channel, "call", wait=False)
        return await self.next_interaction()


async def ignore_call(_: discord.Interaction) -> None:
    """Do nothing. `InteractionQueueBot.on_interaction` queues the interaction."""


def get_custom_id(interaction: discord.Interaction) -> str:
    data: Any = interaction.data
    return str(data["custom_id"])


def make_view(*items: ui.Item[Any]) -> ui.View:
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
