"""The commands `/play` and `/help`, which open the front door."""

from __future__ import annotations

from typing import Any

from discord import Interaction, app_commands

from bot.discord.commands.definitions import ALLOWED_CONTEXTS, ALLOWED_INSTALLS, localized_text
from bot.discord.router import Router
from bot.handlers.front_door import FrontDoorHandler


def build_front_door_command(
    name: str, router: Router, front_door: FrontDoorHandler
) -> app_commands.Command[Any, ..., None]:
    """Build a top-level command with this name that shows the list of games."""

    async def show_games(interaction: Interaction) -> None:
        await router.handle_interaction(interaction, front_door.show_games)

    return app_commands.Command(
        name=localized_text(f"name-{name}"),
        description=localized_text(f"command-{name}"),
        callback=show_games,
        allowed_contexts=ALLOWED_CONTEXTS,
        allowed_installs=ALLOWED_INSTALLS,
    )
