"""A message as it lies in its channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.world.clock import stamp
from discord_playground.world.person import Person
from discord_playground.world.reaction import Reaction

# types
SAID: Final = 0
THREAD_MADE: Final = 18
REPLY: Final = 19
COMMAND: Final = 20
CONTEXT_COMMAND: Final = 23
EDITABLE: Final = {SAID, REPLY, COMMAND, CONTEXT_COMMAND}
# flags
SUPPRESS_EMBEDS: Final = 1 << 2
HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SILENT: Final = 1 << 12
V2: Final = 1 << 15


@dataclass(slots=True)
class Message:
    id: str
    channel: str
    guild: str | None
    author: str
    at: float
    type: int = SAID
    content: str = ""
    flags: int = 0
    edited: float | None = None
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: dict[str, dict[str, Any]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    """The attachments that components and embeds show; they are not listed beside."""
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    everyone: bool = False
    nonce: str | int | None = None
    tts: bool = False
    """To be read aloud."""
    application: str | None = None
    reference: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    """Which interaction it answers, whose, and the words of its command."""
    reader: str | None = None
    """Ephemeral: the one person who sees it."""
    thread: str | None = None
    reactions: list[Reaction] = field(default_factory=list)
    late_edits: int = 0
    """Edits since it is older than an hour."""

    def seen_by(self, user: str) -> bool:
        return self.reader is None or self.reader == user

    def shape(
        self, people: Mapping[str, Person], quoted: Message | None = None, viewer: str | None = None
    ) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "id": self.id,
            "channel_id": self.channel,
            "type": self.type,
            "author": people[self.author].shape,
            "content": self.content,
            "timestamp": stamp(self.at),
            "edited_timestamp": stamp(self.edited) if self.edited else None,
            "flags": self.flags,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": [it for key, it in self.attachments.items() if key not in self.used],
            "mentions": [people[one].shape for one in self.mentions],
            "mention_roles": self.mention_roles,
            "mention_everyone": self.everyone,
            "pinned": False,
            "tts": self.tts,
        }
        if self.reactions:
            shape["reactions"] = [reaction.shape(viewer) for reaction in self.reactions]
        if self.nonce is not None:
            shape["nonce"] = self.nonce
        if self.application:
            shape["application_id"] = self.application
            shape["webhook_id"] = self.application
        if self.reference:
            shape["message_reference"] = self.reference
            if self.type in (REPLY, CONTEXT_COMMAND):
                shape["referenced_message"] = quoted.shape(people) if quoted else None
        if self.metadata:
            shape["interaction_metadata"] = _told(self.metadata, people)
            name = self.metadata.get("name")
            if name:
                user = people[self.metadata["user"]].shape
                shape["interaction"] = {"id": self.metadata["id"], "type": 2, "name": name, "user": user}
        return shape


def veiled(shape: dict[str, Any], bot: str) -> dict[str, Any]:
    """A message for a bot that may not read what people write, unless it is the bot's own or means it."""
    if quoted := shape.get("referenced_message"):
        shape = shape | {"referenced_message": veiled(quoted, bot)}
    if shape["author"]["id"] == bot or any(one["id"] == bot for one in shape["mentions"]):
        return shape
    return shape | {"content": "", "embeds": [], "attachments": [], "components": []}


def _told(metadata: Mapping[str, Any], people: Mapping[str, Person]) -> dict[str, Any]:
    told = {key: value for key, value in metadata.items() if key not in {"name", "user", "target_user"}}
    told["user"] = people[metadata["user"]].shape
    if "target_user" in metadata:
        told["target_user"] = people[metadata["target_user"]].shape
    if "triggering_interaction_metadata" in metadata:
        told["triggering_interaction_metadata"] = _told(metadata["triggering_interaction_metadata"], people)
    return told
