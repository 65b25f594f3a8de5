"""`/settings …`: a panel of one's own, and one for the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import Interaction, app_commands

from bot.address import Address
from bot.commands.catalogue import CONTEXTS, told
from bot.desk import Desk
from bot.verb import Verb

if TYPE_CHECKING:
    from bot.client import Client


class Panels(app_commands.Group):
    def __init__(self, client: Client, desk: Desk) -> None:
        super().__init__(name=told("name-settings"), description=told("command-settings"), allowed_contexts=CONTEXTS)
        self.client = client
        self.desk = desk

    @app_commands.command(name=told("name-me"), description=told("command-me"))
    async def me(self, interaction: Interaction) -> None:
        await self._open(interaction, "me")

    @app_commands.command(name=told("name-server"), description=told("command-server"))
    async def server(self, interaction: Interaction) -> None:
        await self._open(interaction, "server")

    async def _open(self, interaction: Interaction, whose: str) -> None:
        address = Address(Verb.SETTINGS, 0, 0, whose)
        await self.client.handle(interaction, lambda asked: self.desk.answer(asked, address))
