"""Servers, which Discord's API calls guilds, and their roles."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.world.person import Member
from discord_playground.world.scheduled_event import ScheduledEvent

SUPPRESS_SYSTEM_MESSAGES: Final = 0b111111
"""All flags that suppress Discord's own messages in a server's system channel."""


@dataclass(slots=True)
class Role:
    id: str
    name: str
    permissions: int
    position: int = 0
    color: int = 0
    bot_id: str | None = None

    @property
    def api_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": self.bot_id is not None,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }
        if self.bot_id:
            data["tags"] = {"bot_id": self.bot_id}
        return data


@dataclass(slots=True)
class Guild:
    id: str
    name: str
    owner_id: str
    locale: str = "en-US"
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    system_channel_id: str | None = None
    """The channel in which Discord and some bots welcome new members."""
    scheduled_events: dict[str, ScheduledEvent] = field(default_factory=dict)

    @property
    def open_events(self) -> list[ScheduledEvent]:
        """The events that are scheduled or active."""
        return [event for event in self.scheduled_events.values() if event.is_open]

    @property
    def api_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "description": None,
            "home_header": None,
            "splash": None,
            "discovery_splash": None,
            "features": [],
            "banner": None,
            "owner_id": self.owner_id,
            "application_id": None,
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": self.system_channel_id,
            "system_channel_flags": SUPPRESS_SYSTEM_MESSAGES,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "roles": [role.api_json for role in self.roles.values()],
            "default_message_notifications": 0,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": None,
            "max_members": 25_000_000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "rules_channel_id": None,
            "safety_alerts_channel_id": None,
            "public_updates_channel_id": None,
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": None,
        }
