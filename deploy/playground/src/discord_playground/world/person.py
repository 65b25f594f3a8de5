"""People, bot applications and server members."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from nacl.signing import SigningKey

from discord_playground.world.clock import format_timestamp
from discord_playground.world.emoji import ApplicationEmoji

PRIVILEGED_INTENT_FLAGS: Final = 1 << 12 | 1 << 14 | 1 << 18
"""Application flags that grant the privileged intents: presences, members and message content."""


@dataclass(slots=True)
class Person:
    id: str
    name: str
    display_name: str
    locale: str = "en-US"
    accepts_dms: bool = True
    is_bot: bool = False

    @property
    def api_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "username": self.name,
            "global_name": None if self.is_bot else self.display_name,
            "discriminator": "0000" if self.is_bot else "0",
            "avatar": None,
            "avatar_decoration_data": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        if self.is_bot:
            data["bot"] = True
        return data


def new_install_config() -> dict[str, dict[str, Any]]:
    """Return the install settings of a new application: as at Discord, servers and users can install it."""
    return {context: {"oauth2_install_params": format_install_params({})} for context in ("0", "1")}


def format_install_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the install parameters of a request as Discord stores them, with default scopes and permissions."""
    return {
        "scopes": list(params.get("scopes") or ("applications.commands",)),
        "permissions": str(params.get("permissions") or 0),
    }


@dataclass(slots=True)
class BotApplication:
    """An application and its bot user. Both have the same ID, as in all recent Discord applications."""

    id: str
    name: str
    token: str
    owner_id: str
    has_privileged_intents: bool = False
    is_public: bool = True
    """Whether anybody may add the bot to a server. Only its owner may add a private bot."""
    description: str = ""
    tags: list[str] = field(default_factory=list)
    install_params: dict[str, Any] | None = None
    """Scopes and permissions of the default link for adding the app to a server, in the older format."""
    install_config: dict[str, dict[str, Any]] = field(default_factory=new_install_config)
    """Configuration by install context: "0" for servers, "1" for users. A missing context is switched off."""
    commands_by_scope: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """Commands by scope and then by ID. A scope is a server's ID, or "" for global commands."""
    emojis: dict[str, ApplicationEmoji] = field(default_factory=dict)
    signing_key_hex: str = field(default_factory=lambda: secrets.token_hex(32))
    """The private key used to sign requests to `endpoint_url`."""
    endpoint_url: str | None = None
    """URL to which interactions are sent, instead of over the gateway."""
    installed_user_ids: list[str] = field(default_factory=list)
    """IDs of users who installed the app for themselves."""

    @property
    def public_key(self) -> str:
        """The key with which the bot verifies that requests come from Discord."""
        return _derive_public_key(self.signing_key_hex)

    def to_api_json(self, owner: Person, guild_count: int) -> dict[str, Any]:
        flags = PRIVILEGED_INTENT_FLAGS if self.has_privileged_intents else 0
        optional_fields = {"install_params": self.install_params} if self.install_params else {}
        return optional_fields | {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "description": self.description,
            "tags": list(self.tags),
            "integration_types_config": self.install_config,
            # Always empty, but libraries may require the field. API version 11 removed it.
            "summary": "",
            "type": None,
            "flags": flags,
            "flags_new": str(flags),
            "verify_key": self.public_key,
            "bot_public": self.is_public,
            "bot_require_code_grant": False,
            "redirect_uris": [],
            "interactions_endpoint_url": self.endpoint_url,
            "role_connections_verification_url": None,
            "owner": owner.api_json,
            "approximate_guild_count": guild_count,
            "approximate_user_install_count": len(self.installed_user_ids),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }


@dataclass(slots=True)
class Member:
    user_id: str
    joined_at: float
    role_ids: list[str] = field(default_factory=list)
    nick: str | None = None

    @property
    def api_json(self) -> dict[str, Any]:
        """The member as JSON, without the `user` field. Messages contain the user elsewhere."""
        return {
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": list(self.role_ids),
            "joined_at": format_timestamp(self.joined_at),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }


@cache
def _derive_public_key(signing_key_hex: str) -> str:
    return SigningKey(bytes.fromhex(signing_key_hex)).verify_key.encode().hex()
