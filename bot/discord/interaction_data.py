"""Reads what the router needs from the data of an interaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import AppCommandOptionType

from bot.display_names import choose_display_name
from bot.screens.custom_ids import CustomId


def selected_values(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the values taken from a select; none for other clicks and for commands."""
    return tuple(data.get("values", ()))


def form_text(data: Mapping[str, Any]) -> str:
    """Return the text of the only field of a form."""
    return str(data["components"][0]["component"]["value"])


def resolved_names(data: Mapping[str, Any]) -> dict[int, str]:
    """Return the global names of the people who are named in a command or taken from a select, by id.

    Nicknames belong to a server, so they are not used.
    """
    users = _resolved_users(data).items()
    people = ((int(number), user) for number, user in users if not user.get("bot"))
    return {person_id: choose_display_name(user["global_name"], user["username"]) for person_id, user in people}


def includes_bot(data: Mapping[str, Any]) -> bool:
    """Tell whether a bot was taken from a select of people."""
    return any(user.get("bot") for user in _resolved_users(data).values())


def _resolved_users(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    users: Mapping[str, Mapping[str, Any]] = data.get("resolved", {}).get("users", {})
    return users


def parse_target(data: Mapping[str, Any]) -> CustomId | str:
    """Return where a button leads, or the name of a command."""
    custom_id = CustomId.parse(data.get("custom_id", ""))
    if custom_id is not None:
        return custom_id
    subcommand = AppCommandOptionType.subcommand.value
    within = next((option["name"] for option in data.get("options", ()) if option["type"] == subcommand), "")
    return f"{data.get('name', '')} {within}".strip()


def log_fields(data: Mapping[str, Any]) -> dict[str, object]:
    """Return the verb of a button or the name of a command, and its match: never the move that was chosen."""
    about = parse_target(data)
    if isinstance(about, str):
        return {"verb": about}
    return {"verb": about.action} | ({"match": about.match_id} if about.match_id else {})
