"""`/settings …`: a panel of one's own, and one for the server."""

from __future__ import annotations

from discord import Interaction

from bot.discord.commands.definitions import CommandGroup, command, told
from bot.discord.router import Router
from bot.handlers.settings import SettingsHandler
from bot.screens.custom_ids import Action, CustomId


class SettingsCommands(CommandGroup):
    def __init__(self, router: Router, panels: SettingsHandler) -> None:
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
        custom_id = CustomId(Action.SETTINGS, 0, 0, whose)
        await self.router.handle(interaction, lambda request: self.panels.opened(request, custom_id))
