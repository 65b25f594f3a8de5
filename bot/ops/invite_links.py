"""Links that install the bot on a server or for a user."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from bot.errors import ConfigError

REQUIRED_PERMISSIONS: Final = {
    "view channels": 1 << 10,
    "send messages": 1 << 11,
    "attach files": 1 << 15,
    "create public threads": 1 << 35,
    "send messages in threads": 1 << 38,
}
"""The permissions that the bot requests on a server, by name.

The bot needs no privileged intents. A server that wants a champion role must separately grant the permission to assign
roles.
"""
TOKEN_PATTERN: Final = re.compile(r"([A-Za-z0-9_-]+)={0,2}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
"""The three parts of a bot token. Anything else is a mistake in copying, which could not even be sent to Discord."""


def server_invite_url(application_id: int) -> str:
    query = {
        "client_id": application_id,
        "scope": "bot applications.commands",
        "permissions": sum(REQUIRED_PERMISSIONS.values()),
        "integration_type": 0,
    }
    return _authorize_url(query)


def user_install_url(application_id: int) -> str:
    """Return the link for users who want the bot's commands in all their conversations. It grants no permissions."""
    return _authorize_url({"client_id": application_id, "scope": "applications.commands", "integration_type": 1})


def list_invite_lines(application_id: int) -> tuple[str, ...]:
    """Return lines with both links, and what they grant."""
    return (
        f"Add to a server: {server_invite_url(application_id)}",
        f"Permissions: {', '.join(REQUIRED_PERMISSIONS)}. No privileged intents are needed.",
        f"Add to a user's account, for use everywhere: {user_install_url(application_id)}",
        "No permissions are needed; the bot responds wherever its commands are used.",
    )


def _authorize_url(query: Mapping[str, object]) -> str:
    return f"https://discord.com/oauth2/authorize?{urlencode(query)}"


def parse_application_id(token: str) -> int:
    """Return the ID of a token's application, which is encoded in the first part of the token."""
    match = TOKEN_PATTERN.fullmatch(token.strip())
    if not match:
        raise ConfigError("DISCORD_TOKEN is not a valid bot token")
    encoded_id = match[1]
    try:
        return int(base64.urlsafe_b64decode(encoded_id + "=" * (-len(encoded_id) % 4)))
    except (binascii.Error, ValueError) as error:
        raise ConfigError("DISCORD_TOKEN is not a valid bot token") from error
