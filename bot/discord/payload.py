"""What an interaction carries, read; all that Discord sends is data, and none of it is ours yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.scenes.address import Address


def chosen(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What was taken from a select; other clicks and commands choose nothing."""
    return tuple(data.get("values", ()))


def names(data: Mapping[str, Any]) -> dict[int, str]:
    """What the people are called whom it names: everywhere, and not by a nick, which is a server's own."""
    named = data.get("resolved", {}).get("users", {}).values()
    return {int(user["id"]): user.get("global_name") or user["username"] for user in named if not user.get("bot")}


def bots(data: Mapping[str, Any]) -> bool:
    """Is a bot among those who were taken from a select of people?"""
    return any(user.get("bot") for user in data.get("resolved", {}).get("users", {}).values())


def facts(data: Mapping[str, Any]) -> dict[str, object]:
    """What it is about, for the log: of a button its verb, of a command its name; never the word that is chosen."""
    address = Address.parse(str(data.get("custom_id", "")))
    if address is None:
        within = next((option["name"] for option in data.get("options", ()) if option["type"] == 1), "")
        return {"verb": f"{data.get('name', '')} {within}".strip()}
    return {"verb": address.verb} | ({"match": address.match} if address.match else {})
