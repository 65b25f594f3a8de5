"""The command `/daily`."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.discord.commands.definitions import ALLOWED_CONTEXTS, ALLOWED_INSTALLS, localized_text
from bot.discord.router import Router
from bot.handlers.daily import DailyHandler
from bot.screens.custom_ids import Action, CustomId


def build_daily_command(router: Router, daily: DailyHandler) -> app_commands.Command[Any, ..., None]:
    async def show_daily(interaction: Interaction) -> None:
        await router.handle_with_auto_defer(
            interaction, lambda request: daily.show(request, CustomId(Action.SHOW_DAILY))
        )

    return app_commands.Command(
        name=localized_text("name-daily"),
        description=localized_text("command-daily"),
        callback=show_daily,
        allowed_contexts=ALLOWED_CONTEXTS,
        allowed_installs=ALLOWED_INSTALLS,
    )
