"""The slash commands, and the answer to one that is sent as it is not registered any more."""

from __future__ import annotations

import logging
from typing import Any, Final

from discord import Interaction, InteractionType, app_commands

from bot.discord.responses import send_refusal
from bot.i18n import say
from bot.preferences import choose_locale
from bot.screens.scene import Scene
from games.refused import Refused

log: Final = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: Interaction[Any], /) -> bool:
        """Refuse options and choices that a new version has dropped: discord.py looks at neither."""
        if interaction.type is InteractionType.autocomplete or _has_current_options(interaction):
            return True
        await refuse_stale_interaction(interaction, "command")
        return False

    async def on_error(self, interaction: Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer a command that discord.py cannot match: Discord shows old ones for a while after an update."""
        log.warning("command not accepted", exc_info=error)
        if interaction.type is not InteractionType.autocomplete:
            await refuse_stale_interaction(interaction, "command")


async def refuse_stale_interaction(interaction: Interaction[Any], refusal_key: str) -> None:
    """Refuse with one line, in the language of the person's Discord."""
    await send_refusal(
        interaction, Scene(above=(say.format_refusal(Refused(refusal_key), choose_locale(str(interaction.locale))),))
    )


def _has_current_options(interaction: Interaction[Any]) -> bool:
    """Check the names of the options, and the values of those that have choices."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return True
    known = {parameter.display_name: [it.value for it in parameter.choices] for parameter in command.parameters}
    return all(name in known and (not known[name] or value in known[name]) for name, value in interaction.namespace)
