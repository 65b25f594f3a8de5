"""`/settings …`: a panel of one's own, and one for the server."""

from __future__ import annotations

from discord import Interaction

from bot.discord.commands.definitions import Commands, command, told
from bot.discord.router import Router
from bot.handlers.settings import Panels
from bot.screens.custom_ids import Address, Verb


class SettingsCommands(Commands):
    def __init__(self, router: Router, panels: Panels) -> None:
        super().__init__(told("name-settings"), told("command-settings"))
        self.router = router
        self.panels = panels

    @command("me")
    async def me(self, interaction: Interaction) -> None:
        await self._open(interaction, "me")

    @command("server")
    async def server(self, interaction: Interaction) -> None:
        await self._open(interaction, "server")

    async def _open(self, interaction: Interaction, whose: str) -> None:
        address = Address(Verb.SETTINGS, 0, 0, whose)
        await self.router.handle(interaction, lambda asked: self.panels.opened(asked, address))
