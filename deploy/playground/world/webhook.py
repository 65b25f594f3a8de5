"""Webhooks of channels: addresses at which anybody who knows the token may speak, under any name."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, Final

INCOMING: Final = 1
MOST: Final = 15
"""Of one channel."""


@dataclass(slots=True)
class Webhook:
    id: str
    channel: str
    guild: str
    name: str
    bot: str
    """Who has made it."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(51))

    def shape(self, user: dict[str, Any] | None) -> dict[str, Any]:
        """`user` has made it; whoever asks with the token alone is not told."""
        shape = {
            "id": self.id,
            "type": INCOMING,
            "guild_id": self.guild,
            "channel_id": self.channel,
            "name": self.name,
            "avatar": None,
            "token": self.token,
            "application_id": self.bot,
        }
        return shape | ({"user": user} if user else {})

    def guise(self, name: str | None) -> dict[str, Any]:
        """As whom it speaks."""
        return {
            "id": self.id,
            "username": name or self.name,
            "global_name": None,
            "discriminator": "0000",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
            "avatar_decoration_data": None,
            "bot": True,
        }
