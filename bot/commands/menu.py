"""What a right click on somebody offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import Interaction, app_commands

from bot.asked import Answer, Asked
from bot.commands.catalogue import USUAL, told
from bot.errands import Errands, Wish

if TYPE_CHECKING:
    from bot.client import Client


def challenge(client: Client, errands: Errands) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    @app_commands.guild_only()
    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(asked: Asked) -> Answer:
            people, house = client.guests([user])
            clock = (await errands.desk.preferences.server(asked.server)).clock
            return await errands.challenge(asked, people, Wish(USUAL, clock=clock), house=house)

        await client.handle(interaction, errand)

    return app_commands.ContextMenu(name=told("menu-challenge"), callback=challenged)
