"""What an interaction carries, read; all that Discord sends is data, and none of it is ours yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from discord import AppCommandOptionType

from bot.scenes.address import Address

INNER: Final = frozenset({AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value})
"""The kinds of options that are commands of a command."""


def chosen(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What was taken from a select; other clicks and commands choose nothing."""
    values = data.get("values")
    return tuple(map(str, values)) if isinstance(values, list) else ()


def written(data: Mapping[str, Any]) -> str:
    """The line of a form that has one field; nothing where it is none, whatever else was sent."""
    match data.get("components"):
        case [{"component": {"value": str(text)}}]:
            return text
    return ""


def people(data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Whom it names, by number."""
    resolved = data.get("resolved")
    users = resolved.get("users") if isinstance(resolved, dict) else None
    found = users.items() if isinstance(users, dict) else ()
    return {
        number: user for number, user in found if number.isdecimal() and isinstance(user, dict) and "username" in user
    }


def messages(data: Mapping[str, Any]) -> Collection[str]:
    """Which it points at, by number."""
    resolved = data.get("resolved")
    found = resolved.get("messages") if isinstance(resolved, dict) else None
    return [number for number in found if number.isdecimal()] if isinstance(found, dict) else ()


def names(data: Mapping[str, Any]) -> dict[int, str]:
    """What the people are called whom it names: everywhere, and not by a nick, which is a server's own."""
    named = people(data).items()
    return {int(number): user.get("global_name") or user["username"] for number, user in named if not user.get("bot")}


def bots(data: Mapping[str, Any]) -> bool:
    """Is a bot among those who were taken from a select of people?"""
    return any(user.get("bot") for user in people(data).values())


def is_shaped(data: Mapping[str, Any]) -> bool:
    """Is it a command at all, its options in their places?"""
    return isinstance(data.get("name"), str) and _are_options(data.get("options", []))


def _are_options(options: object) -> bool:
    """What leads to an inner command has nothing beside it."""
    if not isinstance(options, list) or not all(map(_is_option, options)):
        return False
    return len(options) == 1 or not any(option["type"] in INNER for option in options)


def _is_option(option: object) -> bool:
    if not isinstance(option, dict):
        return False
    if not isinstance(option.get("name"), str) or not isinstance(option.get("type"), int):
        return False
    # Of an inner command Discord may leave them out.
    return _are_options(option.get("options", [])) if option["type"] in INNER else "value" in option


def what(data: Mapping[str, Any]) -> Address | str:
    """Of a button where it leads, of a command its name."""
    address = Address.parse(str(data.get("custom_id", "")))
    if address is not None:
        return address
    within = next((option["name"] for option in data.get("options", ()) if option["type"] == 1), "")
    return f"{data.get('name', '')} {within}".strip()


def facts(data: Mapping[str, Any]) -> dict[str, object]:
    """What it is about, for the log: of a button its verb, of a command its name; never the word that is chosen."""
    about = what(data)
    if isinstance(about, str):
        return {"verb": about}
    return {"verb": about.verb} | ({"match": about.match} if about.match else {})
