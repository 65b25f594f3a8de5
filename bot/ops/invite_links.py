"""The links by which somebody brings the bot to their server, or takes it along for themselves."""

from __future__ import annotations

import base64
import binascii
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
"""All that it needs; a server that has a role given to its champion allows that itself. Intents that Discord would have
to grant are not among it.
"""


def server_invite_url(application_id: int) -> str:
    asked = {
        "client_id": application_id,
        "scope": "bot applications.commands",
        "permissions": sum(REQUIRED_PERMISSIONS.values()),
        "integration_type": 0,
    }
    return _authorize_url(asked)


def user_install_url(application_id: int) -> str:
    """Then it is in every conversation of theirs, and may read and post in none."""
    return _authorize_url({"client_id": application_id, "scope": "applications.commands", "integration_type": 1})


def _authorize_url(query: Mapping[str, object]) -> str:
    return f"https://discord.com/oauth2/authorize?{urlencode(query)}"


def parse_application_id(token: str) -> int:
    """Whose token that is: its first part tells, without asking Discord."""
    head = token.partition(".")[0]
    try:
        return int(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (binascii.Error, ValueError) as wrong:
        raise ConfigError("DISCORD_TOKEN does not look like the token of a bot") from wrong
