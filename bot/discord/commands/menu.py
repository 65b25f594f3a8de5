"""What a right click on somebody offers."""

from __future__ import annotations

import discord
from discord import Interaction, app_commands

from bot.desk.asked import Answer, Asked
from bot.desk.offers import Offers, Wish
from bot.discord.commands.catalogue import USUAL, told
from bot.discord.commands.guests import Ours, guests
from bot.discord.router import Router


def challenge(router: Router, ours: Ours, offers: Offers) -> app_commands.ContextMenu:
    """The same card as from the command, with everything as usual."""

    @app_commands.guild_only()
    async def challenged(interaction: Interaction, user: discord.User) -> None:
        async def errand(asked: Asked) -> Answer:
            people, house = guests([user], ours)
            return await offers.challenge(asked, people, Wish(USUAL, clock=await offers.clock(asked)), house=house)

        await router.handle(interaction, errand)

    return app_commands.ContextMenu(name=told("menu-challenge"), callback=challenged)
