"""The commands without subcommands: `/play` and `/help`, which open the front door, and `/daily`."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.discord.commands.definitions import ALLOWED_CONTEXTS, ALLOWED_INSTALLS, localized_text
from bot.discord.router import Router
from bot.handlers.daily import DailyHandler
from bot.handlers.front_door import FrontDoorHandler
from bot.screens.custom_ids import Action, CustomId


def build_front_door_command(
    name: str, router: Router, front_door: FrontDoorHandler
) -> app_commands.Command[Any, ..., None]:
    """Build a command that shows the list of games: `/play` or `/help`, depending on `name`."""

    async def show_games(interaction: Interaction) -> None:
        await router.handle_interaction(interaction, front_door.show_games)

    return _build_command(name, show_games)


def build_daily_command(router: Router, daily: DailyHandler) -> app_commands.Command[Any, ..., None]:
    async def show_daily(interaction: Interaction) -> None:
        await router.handle_with_auto_defer(
            interaction, lambda request: daily.show(request, CustomId(Action.SHOW_DAILY))
        )

    return _build_command("daily", show_daily)


def _build_command(name: str, callback: Any) -> app_commands.Command[Any, ..., None]:
    return app_commands.Command(
        name=localized_text(f"name-{name}"),
        description=localized_text(f"command-{name}"),
        callback=callback,
        allowed_contexts=ALLOWED_CONTEXTS,
        allowed_installs=ALLOWED_INSTALLS,
    )
