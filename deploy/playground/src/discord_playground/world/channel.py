"""Channels of servers, threads, the DM of two, and groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.world.clock import format_timestamp
from discord_playground.world.person import Person

TEXT_CHANNEL: Final = 0
DM_CHANNEL: Final = 1
VOICE_CHANNEL: Final = 2
GROUP_CHANNEL: Final = 3
NEWS_CHANNEL: Final = 5
NEWS_THREAD: Final = 10
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
SERVER_CHANNEL_TYPES: Final[Mapping[str, int]] = {
    "text": TEXT_CHANNEL,
    "voice": VOICE_CHANNEL,
    "announcement": NEWS_CHANNEL,
}
"""Of a server's channels, by the names that people give them."""
THREAD_TYPES: Final[Mapping[int, tuple[int, ...]]] = {
    TEXT_CHANNEL: (PUBLIC_THREAD, PRIVATE_THREAD),
    NEWS_CHANNEL: (NEWS_THREAD,),
}
"""Which a channel of each kind may have, the plain one first."""


def normalize_channel_name(channel_type: int, name: str) -> str:
    """Where people write, a channel's name has neither capitals nor blanks."""
    return name.lower().replace(" ", "-") if channel_type in (TEXT_CHANNEL, NEWS_CHANNEL) else name


@dataclass(slots=True)
class PermissionOverwrite:
    is_for_member: bool
    """Of one member, rather than of a role."""
    allowed_bits: int = 0
    denied_bits: int = 0


@dataclass(slots=True)
class Channel:
    id: str
    type: int
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    nsfw: bool = False
    slowmode_s: int = 0
    overwrites: dict[str, PermissionOverwrite] = field(default_factory=dict)
    recipient_ids: list[str] = field(default_factory=list)
    """The two of a DM, or the people of a group."""
    opened_by_user_ids: list[str] = field(default_factory=list)
    """Who has it in the list of DMs though nothing was said yet."""
    last_message_id: str | None = None
    owner_id: str | None = None
    """Who began it: of a thread, of a group."""
    # a thread's own
    joined_at_by_member: dict[str, float] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_minutes: int = 4320
    created_at: float = 0.0
    archive_changed_at: float = 0.0
    sent_count: int = 0
    deleted_count: int = 0
    """Of these what was deleted."""

    @property
    def is_private(self) -> bool:
        """Of some people, and of no server."""
        return self.type in (DM_CHANNEL, GROUP_CHANNEL)

    @property
    def is_thread(self) -> bool:
        return self.type in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def allowed_thread_types(self) -> tuple[int, ...]:
        """The kinds that it may have."""
        return THREAD_TYPES.get(self.type, ())

    @property
    def send_permission(self) -> str:
        """The permission that is needed to speak in it."""
        return "send_messages_in_threads" if self.is_thread else "send_messages"

    def to_api_json(self, people: Mapping[str, Person], viewer_id: str | None = None) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "flags": 0,
            "last_message_id": self.last_message_id,
        }
        if self.is_private:
            others = [one for one in self.recipient_ids if one != viewer_id]
            shape["recipients"] = [people[one].api_json for one in others]
            if self.type == GROUP_CHANNEL:
                shape |= {"name": self.name or None, "icon": None, "owner_id": self.owner_id}
            return shape
        shape |= {
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "rate_limit_per_user": self.slowmode_s,
        }
        if self.type == VOICE_CHANNEL:
            shape |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        if not self.is_thread:
            return shape | {
                "position": self.position,
                "topic": self.topic,
                "nsfw": self.nsfw,
                "permission_overwrites": [
                    {
                        "id": one,
                        "type": int(it.is_for_member),
                        "allow": str(it.allowed_bits),
                        "deny": str(it.denied_bits),
                    }
                    for one, it in self.overwrites.items()
                ],
            }
        shape |= {
            "owner_id": self.owner_id,
            "message_count": self.sent_count - self.deleted_count,
            "total_message_sent": self.sent_count,
            "member_count": len(self.joined_at_by_member),
            "thread_metadata": {
                "archived": self.archived,
                "archive_timestamp": format_timestamp(self.archive_changed_at),
                "auto_archive_duration": self.auto_archive_minutes,
                "locked": self.locked,
                "create_timestamp": format_timestamp(self.created_at),
            },
        }
        if self.type == PRIVATE_THREAD:
            shape["thread_metadata"]["invitable"] = self.invitable
        if viewer_id in self.joined_at_by_member:
            shape["member"] = self.thread_member_json(viewer_id)
        return shape

    def thread_member_json(self, user_id: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "user_id": user_id,
            "join_timestamp": format_timestamp(self.joined_at_by_member[user_id]),
            "flags": 0,
        }
