"""The slash commands, and who asks for one that is not as it was registered: they are answered too, in one line.

Discord shows old commands for a while after a new version, and what comes over its gateway is not ours to believe. Its
library reads some of it unseen, logs a traceback and says nothing to whoever asked.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType, AppCommandType, Interaction, app_commands

from bot.discord import payload
from bot.discord.reply import refused
from bot.preferences import spoken
from bot.scenes.scene import Scene
from bot.texts import say
from games.refused import Refused

log: Final = logging.getLogger(__name__)

VALUES: Final[Mapping[int, type]] = {
    AppCommandOptionType.string.value: str,
    AppCommandOptionType.integer.value: int,
    AppCommandOptionType.boolean.value: bool,
    AppCommandOptionType.user.value: str,
}
"""The kinds of options that our commands have, and what stands for each."""


class Tree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: Interaction[Any], /) -> bool:
        """Before the library looks at it."""
        if fits(interaction):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await nothing(interaction)
        else:
            await unknown(interaction, Refused("command"))
        return False

    async def on_error(self, interaction: Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """What is within its options' kinds and not within their bounds."""
        log.info("a command that is not ours", extra={"why": type(error).__qualname__})
        await unknown(interaction, Refused("command"))


async def unknown(interaction: Interaction[Any], no: Refused) -> None:
    """One line, where nothing else is known of who asks than what their Discord speaks."""
    await refused(interaction, Scene(above=(say.no(no, spoken(str(interaction.locale))),)))


async def nothing(interaction: Interaction[Any]) -> None:
    """Nobody waits for a completion that cannot be."""
    try:
        await interaction.response.autocomplete([])
    except (discord.HTTPException, discord.RateLimited, OSError) as error:
        log.warning("unheard", exc_info=error)


def fits(interaction: Interaction[Any]) -> bool:
    """Does somebody ask for a command as we have registered it? Bounds of values are the library's to check."""
    data: Mapping[str, Any] = interaction.data or {}
    if not interaction.user or not payload.is_shaped(data):
        return False
    command = _meant(interaction)
    if isinstance(command, app_commands.ContextMenu):
        return _is_target(str(data.get("target_id")), command.type, data)
    if not isinstance(command, app_commands.Command):
        return False
    known = {parameter.display_name: parameter for parameter in command.parameters}
    given = [*leaves(data)]
    if any(option["name"] not in known for option in given):
        return False
    if interaction.type is discord.InteractionType.autocomplete:
        focused = [known[option["name"]].autocomplete for option in given if option.get("focused")]
        return focused == [True] and all(_is_unfinished(option, known[option["name"]]) for option in given)
    return all(_is_one(option, known[option["name"]], data) for option in given)


def _is_target(target: str, kind: AppCommandType, data: Mapping[str, Any]) -> bool:
    if data["type"] != kind.value:
        return False
    return target in (payload.people(data) if kind is AppCommandType.user else payload.messages(data))


def _meant(interaction: Interaction[Any]) -> object:
    """The command, if there is one and the library can read what it is given."""
    try:
        # Whoever is named is read with it.
        return interaction.namespace and interaction.command
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def leaves(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The options of the innermost command."""
    for option in data.get("options", ()):
        if option["type"] in payload.INNER:
            yield from leaves(option)
        else:
            yield option


def _is_unfinished(option: Mapping[str, Any], parameter: app_commands.Parameter) -> bool:
    """While somebody types, anything may be a text still, and whom it names Discord does not tell."""
    kind, value = option["type"], option["value"]
    return kind == parameter.type.value and isinstance(value, str | VALUES.get(kind, str))


def _is_one(option: Mapping[str, Any], parameter: app_commands.Parameter, data: Mapping[str, Any]) -> bool:
    kind, value = option["type"], option["value"]
    if kind != parameter.type.value or not isinstance(value, VALUES.get(kind, ())):
        return False
    if kind == AppCommandOptionType.integer.value and isinstance(value, bool):
        return False
    if kind == AppCommandOptionType.user.value and value not in payload.people(data):
        return False
    return not parameter.choices or value in {choice.value for choice in parameter.choices}
