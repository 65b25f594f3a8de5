"""The `/settings` commands, which open a player's or a server's settings."""

from __future__ import annotations

from discord import Interaction

from bot.discord.commands.definitions import CommandGroup, localized_text, slash_command
from bot.discord.router import Router
from bot.handlers.settings import SettingsHandler
from bot.screens.custom_ids import Action, CustomId


class SettingsCommands(CommandGroup):
    def __init__(self, router: Router, settings_handler: SettingsHandler) -> None:
        super().__init__(localized_text("name-settings"), localized_text("command-settings"))
        self.router = router
        self.settings_handler = settings_handler

    @slash_command("me")
    async def own_settings_command(self, interaction: Interaction) -> None:
        await self._open_panel(interaction, "me")

    @slash_command("server")
    async def server_settings_command(self, interaction: Interaction) -> None:
        await self._open_panel(interaction, "server")

    async def _open_panel(self, interaction: Interaction, owner: str) -> None:
        custom_id = CustomId(Action.SHOW_SETTINGS, 0, 0, owner)
        await self.router.handle_interaction(
            interaction, lambda request: self.settings_handler.show_settings(request, custom_id)
        )
