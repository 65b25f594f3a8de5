"""People and bots, and how Discord tells of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from nacl.signing import SigningKey

from discord_playground.world.clock import stamp
from discord_playground.world.emoji import Emoji


@dataclass(slots=True)
class Person:
    id: str
    name: str
    shown: str
    locale: str = "en-US"
    dms: bool = True
    bot: bool = False

    @property
    def shape(self) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "id": self.id,
            "username": self.name,
            "global_name": None if self.bot else self.shown,
            "discriminator": "0000" if self.bot else "0",
            "avatar": None,
            "avatar_decoration_data": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        if self.bot:
            shape["bot"] = True
        return shape


@dataclass(slots=True)
class Bot:
    """An application and its bot user; they share their id, as all of recent years do."""

    id: str
    name: str
    token: str
    owner: str
    privileged: bool = False
    description: str = ""
    commands: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By scope, a server's id or "" for everywhere, then by id."""
    emojis: dict[str, Emoji] = field(default_factory=dict)
    """By id."""
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    """With which what is sent to its own address is signed; told to nobody."""
    endpoint: str | None = None
    """Its own address, in the place of the gateway."""
    installs: list[str] = field(default_factory=list)
    """Who has installed it for themselves."""

    @property
    def public_key(self) -> str:
        """By which it knows what has really been sent by Discord."""
        return _public_key(self.secret)

    def shape(self, owner: Person, guilds: int) -> dict[str, Any]:
        flags = (1 << 12 | 1 << 14 | 1 << 18) if self.privileged else 0
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "description": self.description,
            # Until v11 it is there, and empty: libraries may insist on it.
            "summary": "",
            "type": None,
            "flags": flags,
            "flags_new": str(flags),
            "verify_key": self.public_key,
            "bot_public": True,
            "bot_require_code_grant": False,
            "redirect_uris": [],
            "interactions_endpoint_url": self.endpoint,
            "role_connections_verification_url": None,
            "owner": owner.shape,
            "approximate_guild_count": guilds,
            "approximate_user_install_count": len(self.installs),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }


@dataclass(slots=True)
class Member:
    user: str
    joined: float
    roles: list[str] = field(default_factory=list)
    nick: str | None = None

    @property
    def shape(self) -> dict[str, Any]:
        """Without the user: messages tell it elsewhere."""
        return {
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": list(self.roles),
            "joined_at": stamp(self.joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


@cache
def _public_key(secret: str) -> str:
    return SigningKey(bytes.fromhex(secret)).verify_key.encode().hex()
