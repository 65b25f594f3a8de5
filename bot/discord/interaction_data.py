"""Reads the data that the router needs from an interaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import AppCommandOptionType

from bot.discord.api_errors import list_missing_permissions, list_missing_user_app_permissions
from bot.display_names import choose_display_name
from bot.matches.model import Installation
from bot.screens.custom_ids import CustomId, parse_discord_id
from games.refused import Refused


def parse_selected_values(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values chosen in a select menu, such as `("b4",)`. The result is empty for buttons and commands."""
    return tuple(data.get("values", ()))


def parse_form_values(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return a form's submitted values by field name. A field without a value has an empty tuple.

    Example: `{"name": ("Ann",), "options": ("rated", "public"), "note": ()}`.
    """
    fields = [label["component"] for label in data["components"] if "component" in label]
    values = {field["custom_id"]: field.get("values", [field.get("value")]) for field in fields}
    return {name: tuple(str(value) for value in given if value is not None) for name, given in values.items()}


def parse_resolved_names(data: Mapping[str, Any]) -> dict[int, str]:
    """Return the global names of the people chosen in a command or select menu, by user ID.

    Nicknames are not used, because they differ between servers.
    """
    users = _resolved_users(data).items()
    people = ((int(person_id), user) for person_id, user in users if not user.get("bot"))
    return {person_id: choose_display_name(user["global_name"], user["username"]) for person_id, user in people}


def includes_bot(data: Mapping[str, Any]) -> bool:
    """Return whether there is a bot among the users chosen in a command or select menu."""
    return any(user.get("bot") for user in _resolved_users(data).values())


def includes_user(data: Mapping[str, Any], user: discord.ClientUser | None) -> bool:
    """Return whether this user was chosen in a command or select menu."""
    return user is not None and str(user.id) in _resolved_users(data)


def check_user_ids(interaction: discord.Interaction) -> None:
    """Raise `Refused` if the sender or a chosen user cannot exist, because the interaction was forged.

    Such users have an invalid ID, or a command chooses them without describing them as Discord does.
    """
    data: Mapping[str, Any] = interaction.data or {}
    users = _resolved_users(data)
    chosen = {
        str(option["value"]) for option in _list_options(data) if option["type"] == AppCommandOptionType.user.value
    }
    try:
        for user_id in (str(interaction.user.id), *users, *chosen):
            parse_discord_id(user_id)
    except ValueError as error:
        raise Refused("unknown-person") from error
    if interaction.type is discord.InteractionType.application_command and not chosen <= users.keys():
        raise Refused("unknown-person")


def _list_options(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield all options of a command, including its subcommand and the options of that subcommand."""
    for option in data.get("options", ()):
        yield option
        yield from _list_options(option)


def _resolved_users(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    users: Mapping[str, Mapping[str, Any]] = data.get("resolved", {}).get("users", {})
    return users


def parse_target(data: Mapping[str, Any]) -> CustomId | str:
    """Return the custom ID of a button, menu or form, or the name of a command, such as `duel inbox`."""
    custom_id = CustomId.parse(data.get("custom_id", ""))
    if custom_id is not None:
        return custom_id
    subcommand_type = AppCommandOptionType.subcommand.value
    options = data.get("options", ())
    subcommand = next((option["name"] for option in options if option["type"] == subcommand_type), "")
    return f"{data.get('name', '')} {subcommand}".strip()


def build_log_fields(data: Mapping[str, Any]) -> dict[str, object]:
    """Return the fields to log for an interaction: its action or command, and its match, but never the chosen move."""
    target = parse_target(data)
    if isinstance(target, str):
        return {"action": target}
    return {"action": target.action} | ({"match": target.match_id} if target.match_id else {})


def find_installation(interaction: discord.Interaction) -> Installation:
    """Return whose installation of the bot is used: a server's or a user's.

    Direct messages with the bot count as use of a server's installation.
    """
    if interaction.guild_id is None:
        return Installation.USER if interaction.context.private_channel else Installation.SERVER
    return Installation.SERVER if interaction.is_guild_integration() else Installation.USER


def list_role_ids(interaction: discord.Interaction) -> frozenset[int]:
    """Return the IDs of the roles that the sender has on the server. The result is empty outside of servers."""
    user = interaction.user
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()


def find_missing_permissions(interaction: discord.Interaction, installation: Installation) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks for showing a message to everybody in the channel.

    A user-installed bot has only the permissions of the user who sent the interaction.
    """
    if interaction.guild_id is None:
        return ()
    if installation is Installation.SERVER:
        return list_missing_permissions(interaction.channel, interaction.app_permissions)
    return list_missing_user_app_permissions(interaction.channel, interaction.permissions)


def collect_names(interaction: discord.Interaction) -> dict[int, str]:
    """Return the names of the sender and of all people chosen in the interaction, by user ID."""
    user = interaction.user
    sender = {user.id: choose_display_name(user.global_name, user.name)}
    return sender | parse_resolved_names(interaction.data or {})
