"""Channels: server channels, threads, DMs and group DMs."""

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
"""Types of server channels, by their everyday names."""
THREAD_TYPES: Final[Mapping[int, tuple[int, ...]]] = {
    TEXT_CHANNEL: (PUBLIC_THREAD, PRIVATE_THREAD),
    NEWS_CHANNEL: (NEWS_THREAD,),
}
"""Types of threads that each type of channel may have. The first is the default."""


def normalize_channel_name(channel_type: int, name: str) -> str:
    """Return the name as Discord stores it. For example, the text channel `Old Oak` becomes `old-oak`."""
    return name.lower().replace(" ", "-") if channel_type in (TEXT_CHANNEL, NEWS_CHANNEL) else name


@dataclass(slots=True)
class PermissionOverwrite:
    is_for_member: bool
    """True if the overwrite is for a member, False if it is for a role."""
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
    """Both users of a DM, or all members of a group DM."""
    opened_by_user_ids: list[str] = field(default_factory=list)
    """Users who opened this DM. They see it in their list even before it has messages."""
    last_message_id: str | None = None
    owner_id: str | None = None
    """The user who started the thread or group DM."""
    # The other fields are for threads only.
    joined_at_by_member: dict[str, float] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_minutes: int = 4320
    created_at: float = 0.0
    archive_changed_at: float = 0.0
    sent_count: int = 0
    deleted_count: int = 0

    @property
    def is_private(self) -> bool:
        """Whether this is a DM or group DM."""
        return self.type in (DM_CHANNEL, GROUP_CHANNEL)

    @property
    def is_thread(self) -> bool:
        return self.type in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def allowed_thread_types(self) -> tuple[int, ...]:
        return THREAD_TYPES.get(self.type, ())

    @property
    def send_permission(self) -> str:
        """The name of the permission that is required to send messages to this channel."""
        return "send_messages_in_threads" if self.is_thread else "send_messages"

    def to_api_json(self, people: Mapping[str, Person], viewer_id: str | None = None) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "flags": 0,
            "last_message_id": self.last_message_id,
        }
        if self.is_private:
            other_ids = [user_id for user_id in self.recipient_ids if user_id != viewer_id]
            data["recipients"] = [people[user_id].api_json for user_id in other_ids]
            if self.type == GROUP_CHANNEL:
                data |= {"name": self.name or None, "icon": None, "owner_id": self.owner_id}
            return data
        data |= {
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "rate_limit_per_user": self.slowmode_s,
        }
        if self.type == VOICE_CHANNEL:
            data |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        if not self.is_thread:
            return data | {
                "position": self.position,
                "topic": self.topic,
                "nsfw": self.nsfw,
                "permission_overwrites": [
                    {
                        "id": target_id,
                        "type": int(overwrite.is_for_member),
                        "allow": str(overwrite.allowed_bits),
                        "deny": str(overwrite.denied_bits),
                    }
                    for target_id, overwrite in self.overwrites.items()
                ],
            }
        data |= {
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
            data["thread_metadata"]["invitable"] = self.invitable
        if viewer_id in self.joined_at_by_member:
            data["member"] = self.thread_member_json(viewer_id)
        return data

    def thread_member_json(self, user_id: str) -> dict[str, Any]:
        return {
            "id": self.id,
            "user_id": user_id,
            "join_timestamp": format_timestamp(self.joined_at_by_member[user_id]),
            "flags": 0,
        }
