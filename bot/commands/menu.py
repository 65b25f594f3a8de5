"""What a right click on somebody offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import Interaction, app_commands

from bot.asked import Answer, Asked
from bot.commands.catalogue import USUAL, told
from bot.errands import Errands, Wish
from games.refused import Refused

if TYPE_CHECKING:
    from bot.client import Client


def challenge(client: Client, errands: Errands) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    @app_commands.guild_only()
    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(asked: Asked) -> Answer:
            if user.bot:
                raise Refused("bots")
            clock = (await errands.desk.preferences.server(asked.server)).clock
            return await errands.challenge(asked, [user.id], Wish(USUAL, clock=clock))

        await client.handle(interaction, lambda asked, _: errand(asked))

    return app_commands.ContextMenu(name=told("menu-challenge"), callback=challenged)
