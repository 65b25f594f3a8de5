"""Channels of servers, threads, the DM of two, and groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.world.clock import stamp
from discord_playground.world.person import Person

TEXT: Final = 0
DM: Final = 1
VOICE: Final = 2
GROUP: Final = 3
NEWS: Final = 5
NEWS_THREAD: Final = 10
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
KINDS: Final[Mapping[str, int]] = {"text": TEXT, "voice": VOICE, "announcement": NEWS}
"""Of a server's channels, by the names that people give them."""
THREADS: Final[Mapping[int, tuple[int, ...]]] = {TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), NEWS: (NEWS_THREAD,)}
"""Which a channel of each kind may have, the plain one first."""


def named(kind: int, name: str) -> str:
    """Where people write, a channel's name has neither capitals nor blanks."""
    return name.lower().replace(" ", "-") if kind in (TEXT, NEWS) else name


@dataclass(slots=True)
class Overwrite:
    member: bool
    """Of one member, rather than of a role."""
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class Channel:
    id: str
    type: int
    name: str = ""
    guild: str | None = None
    parent: str | None = None
    position: int = 0
    topic: str | None = None
    nsfw: bool = False
    slowmode: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[str] = field(default_factory=list)
    """The two of a DM, or the people of a group."""
    opened: list[str] = field(default_factory=list)
    """Who has it in the list of DMs though nothing was said yet."""
    last: str | None = None
    owner: str | None = None
    """Who began it: of a thread, of a group."""
    # a thread's own
    members: dict[str, float] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    archive_after: int = 4320
    made: float = 0.0
    changed: float = 0.0
    said: int = 0
    unsaid: int = 0
    """Of these what was deleted."""

    @property
    def private(self) -> bool:
        """Of some people, and of no server."""
        return self.type in (DM, GROUP)

    @property
    def thread(self) -> bool:
        return self.type in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def threads(self) -> tuple[int, ...]:
        """The kinds that it may have."""
        return THREADS.get(self.type, ())

    @property
    def speech(self) -> str:
        """The permission that is needed to speak in it."""
        return "send_messages_in_threads" if self.thread else "send_messages"

    def shape(self, people: Mapping[str, Person], me: str | None = None) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "flags": 0,
            "last_message_id": self.last,
        }
        if self.private:
            others = [one for one in self.recipients if one != me]
            shape["recipients"] = [people[one].shape for one in others]
            if self.type == GROUP:
                shape |= {"name": self.name or None, "icon": None, "owner_id": self.owner}
            return shape
        shape |= {
            "guild_id": self.guild,
            "name": self.name,
            "parent_id": self.parent,
            "rate_limit_per_user": self.slowmode,
        }
        if self.type == VOICE:
            shape |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        if not self.thread:
            return shape | {
                "position": self.position,
                "topic": self.topic,
                "nsfw": self.nsfw,
                "permission_overwrites": [
                    {"id": one, "type": int(it.member), "allow": str(it.allow), "deny": str(it.deny)}
                    for one, it in self.overwrites.items()
                ],
            }
        shape |= {
            "owner_id": self.owner,
            "message_count": self.said - self.unsaid,
            "total_message_sent": self.said,
            "member_count": len(self.members),
            "thread_metadata": {
                "archived": self.archived,
                "archive_timestamp": stamp(self.changed),
                "auto_archive_duration": self.archive_after,
                "locked": self.locked,
                "create_timestamp": stamp(self.made),
            },
        }
        if self.type == PRIVATE_THREAD:
            shape["thread_metadata"]["invitable"] = self.invitable
        if me in self.members:
            shape["member"] = self.membership(me)
        return shape

    def membership(self, user: str) -> dict[str, Any]:
        return {"id": self.id, "user_id": user, "join_timestamp": stamp(self.members[user]), "flags": 0}
