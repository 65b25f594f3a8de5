"""`/ladder …`: who somebody is at the tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from discord import Interaction, app_commands

from bot import portrait
from bot.asked import Answer, Asked
from bot.commands.catalogue import CONTEXTS, told
from bot.desk import Desk
from games.refused import Refused

if TYPE_CHECKING:
    from bot.client import Client


class Ladder(app_commands.Group):
    def __init__(self, client: Client, desk: Desk) -> None:
        super().__init__(name=told("name-ladder"), description=told("command-ladder"), allowed_contexts=CONTEXTS)
        self.client = client
        self.desk = desk

    async def _do(self, interaction: Interaction, errand: Callable[[Asked], Awaitable[Answer]]) -> None:
        await self.client.handle(interaction, lambda asked, _: errand(asked))

    @app_commands.command(name=told("name-player"), description=told("command-player"))
    @app_commands.rename(user=told("name-user"))
    @app_commands.describe(user=told("about-user"))
    async def player(self, interaction: Interaction, user: discord.User | None = None) -> None:
        await self._do(interaction, lambda asked: self._player(asked, user))

    async def _player(self, asked: Asked, user: discord.User | None) -> Answer:
        if user and user.bot:
            raise Refused("bots")
        return await portrait.player(self.desk, asked, user.id if user else asked.person)
