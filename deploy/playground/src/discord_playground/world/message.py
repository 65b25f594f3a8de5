"""Messages and their JSON form in Discord's API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.world.clock import format_timestamp
from discord_playground.world.interaction import APPLICATION_COMMAND
from discord_playground.world.person import Person
from discord_playground.world.reaction import Reaction

# types
DEFAULT_MESSAGE: Final = 0
THREAD_CREATED_MESSAGE: Final = 18
REPLY_MESSAGE: Final = 19
COMMAND_MESSAGE: Final = 20
CONTEXT_MENU_MESSAGE: Final = 23
EDITABLE_TYPES: Final = {DEFAULT_MESSAGE, REPLY_MESSAGE, COMMAND_MESSAGE, CONTEXT_MENU_MESSAGE}
# flags
SUPPRESS_EMBEDS: Final = 1 << 2
HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
IS_COMPONENTS_V2: Final = 1 << 15


@dataclass(slots=True)
class Message:
    id: str
    channel_id: str
    guild_id: str | None
    author_id: str
    sent_at: float
    type: int = DEFAULT_MESSAGE
    content: str = ""
    flags: int = 0
    edited_at: float | None = None
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: dict[str, dict[str, Any]] = field(default_factory=dict)
    embedded_attachment_ids: set[str] = field(default_factory=set)
    """IDs of attachments shown in components or embeds. The API does not list these as attachments."""
    mentioned_user_ids: list[str] = field(default_factory=list)
    mentioned_role_ids: list[str] = field(default_factory=list)
    mentions_everyone: bool = False
    nonce: str | int | None = None
    tts: bool = False
    """Whether clients read the message aloud (text to speech)."""
    application_id: str | None = None
    reference: dict[str, Any] | None = None
    interaction_metadata: dict[str, Any] | None = None
    """Metadata of the interaction that the message responds to. Users appear only as IDs."""
    ephemeral_user_id: str | None = None
    """The only user who can see the message, if it is ephemeral."""
    thread_id: str | None = None
    reactions: list[Reaction] = field(default_factory=list)
    late_edit_count: int = 0
    """Number of edits made when the message was more than an hour old."""

    def is_visible_to(self, user_id: str) -> bool:
        return self.ephemeral_user_id is None or self.ephemeral_user_id == user_id

    def to_api_json(
        self, people: Mapping[str, Person], quoted: Message | None = None, viewer_id: str | None = None
    ) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "channel_id": self.channel_id,
            "type": self.type,
            "author": people[self.author_id].api_json,
            "content": self.content,
            "timestamp": format_timestamp(self.sent_at),
            "edited_timestamp": format_timestamp(self.edited_at) if self.edited_at else None,
            "flags": self.flags,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": [
                attachment
                for attachment_id, attachment in self.attachments.items()
                if attachment_id not in self.embedded_attachment_ids
            ],
            "mentions": [people[user_id].api_json for user_id in self.mentioned_user_ids],
            "mention_roles": self.mentioned_role_ids,
            "mention_everyone": self.mentions_everyone,
            "pinned": False,
            "tts": self.tts,
        }
        if self.reactions:
            data["reactions"] = [reaction.to_api_json(viewer_id) for reaction in self.reactions]
        if self.nonce is not None:
            data["nonce"] = self.nonce
        if self.application_id:
            data["application_id"] = self.application_id
            data["webhook_id"] = self.application_id
        if self.reference:
            data["message_reference"] = self.reference
            if self.type in (REPLY_MESSAGE, CONTEXT_MENU_MESSAGE):
                data["referenced_message"] = quoted.to_api_json(people) if quoted else None
        if self.interaction_metadata:
            data["interaction_metadata"] = _expand_metadata(self.interaction_metadata, people)
            name = self.interaction_metadata.get("name")
            if name:
                user = people[self.interaction_metadata["user"]].api_json
                data["interaction"] = {
                    "id": self.interaction_metadata["id"],
                    "type": APPLICATION_COMMAND,
                    "name": name,
                    "user": user,
                }
        return data


def hide_content(message_json: dict[str, Any], bot_id: str) -> dict[str, Any]:
    """Return the message without its content, for a bot that lacks the message content intent.

    Messages that the bot wrote, or that mention it, keep their content.
    """
    if quoted := message_json.get("referenced_message"):
        message_json = message_json | {"referenced_message": hide_content(quoted, bot_id)}
    if message_json["author"]["id"] == bot_id or any(user["id"] == bot_id for user in message_json["mentions"]):
        return message_json
    return message_json | {"content": "", "embeds": [], "attachments": [], "components": []}


def _expand_metadata(metadata: Mapping[str, Any], people: Mapping[str, Person]) -> dict[str, Any]:
    expanded = {key: value for key, value in metadata.items() if key not in {"name", "user", "target_user"}}
    expanded["user"] = people[metadata["user"]].api_json
    if "target_user" in metadata:
        expanded["target_user"] = people[metadata["target_user"]].api_json
    if "triggering_interaction_metadata" in metadata:
        expanded["triggering_interaction_metadata"] = _expand_metadata(
            metadata["triggering_interaction_metadata"], people
        )
    return expanded
