"""From the body of a request to a message, and from an edit to what the message then is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from discord_playground.cdn import Cdn
from discord_playground.world.channel import Channel
from discord_playground.world.component import ResolvedMedia, complete_components, walk_components
from discord_playground.world.mention import collect_text, parse_mentions
from discord_playground.world.message import (
    EPHEMERAL,
    HAS_THREAD,
    IS_COMPONENTS_V2,
    LOADING,
    REPLY_MESSAGE,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Message,
)
from discord_playground.world.permissions import PERMISSION_BITS
from discord_playground.world.world import World

EMPTY_MESSAGE_FIELDS: Final[Mapping[str, Any]] = {"attachments": [], "content": "", "embeds": [], "components": []}
ATTACHMENT_IS_SPOILER: Final = 1 << 3
"""Of an attachment."""
SETTABLE_FLAGS: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2
ONLY_USER_MENTIONS: Final = {"parse": ["users"]}
TEXT_FIELDS: Final = {"content", "components"}


class MultipartFile(NamedTuple):
    """A file as it came in a multipart body."""

    key: str
    name: str
    data: bytes


def build_message(
    world: World,
    cdn: Cdn,
    channel: Channel,
    author_id: str,
    body: Mapping[str, Any],
    files: Sequence[MultipartFile] = (),
    quoted: Message | None = None,
) -> Message:
    """A message that is not posted yet; with `quoted` it is a reply."""
    message = Message(world.clock.new_snowflake(), channel.id, channel.guild_id, author_id, world.clock.now())
    message.flags = (body.get("flags") or 0) & (SETTABLE_FLAGS | EPHEMERAL)
    message.nonce = body.get("nonce")
    message.tts = body.get("tts") or False
    if quoted:
        message.type = REPLY_MESSAGE
        message.reference = {"type": 0, "channel_id": quoted.channel_id, "message_id": quoted.id}
        if quoted.guild_id:
            message.reference["guild_id"] = quoted.guild_id
    _fill_message(world, cdn, message, {**EMPTY_MESSAGE_FIELDS, **body}, files)
    return message


def update_message(
    world: World, cdn: Cdn, message: Message, body: Mapping[str, Any], files: Sequence[MultipartFile] = ()
) -> None:
    """Only what is named changes; a file without a list of attachments drops the old ones."""
    if "flags" in body:
        lasting = message.flags & (IS_COMPONENTS_V2 | EPHEMERAL | SUPPRESS_NOTIFICATIONS | LOADING | HAS_THREAD)
        message.flags = lasting | ((body["flags"] or 0) & (SUPPRESS_EMBEDS | IS_COMPONENTS_V2))
    if files and body.get("attachments") is None:
        body = {**body, "attachments": []}
    _fill_message(world, cdn, message, body, files)


def without_mass_mentions(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an interaction or a webhook says calls neither roles nor everybody, unless it says that it does."""
    unsaid = body.get("allowed_mentions") is None and body.keys() & TEXT_FIELDS
    return {**body, "allowed_mentions": ONLY_USER_MENTIONS} if unsaid else body


def _fill_message(
    world: World, cdn: Cdn, message: Message, body: Mapping[str, Any], files: Sequence[MultipartFile]
) -> None:
    if "attachments" in body:
        before = message.attachments
        message.attachments = _build_attachments(world, cdn, message, body["attachments"] or [], files)
        cdn.delete_files_later(world.clock, *(before.keys() - message.attachments.keys()))
    if "content" in body:
        message.content = body["content"] or ""
    desk = _AttachmentResolver(world, message)
    if "embeds" in body:
        message.embeds = [desk.resolve_embed(embed) for embed in body["embeds"] or []]
    if "components" in body:
        author = world.bots.get(message.author_id)
        message.components = complete_components(
            body["components"] or [], desk.resolve_media, author.emojis if author else {}
        )
    message.embedded_attachment_ids = desk.used_attachment_ids()
    if body.keys() & {*TEXT_FIELDS, "allowed_mentions"}:
        quoted = world.find_quoted_message(message)
        replied = quoted.author_id if quoted and quoted.author_id != message.author_id else None
        may = (
            world.get_permissions(message.author_id, world.channels[message.channel_id])
            & PERMISSION_BITS["mention_everyone"]
        )
        text = collect_text(message.content, message.components)
        found = parse_mentions(text, body.get("allowed_mentions"), replied, may_mention_everyone=bool(may))
        message.mentioned_user_ids = [user for user in found.user_ids if user in world.people]
        message.mentioned_role_ids = found.role_ids
        message.mentions_everyone = found.mentions_everyone


def _build_attachments(
    world: World,
    cdn: Cdn,
    message: Message,
    entries_in_body: Sequence[Mapping[str, Any]],
    files: Sequence[MultipartFile],
) -> dict[str, dict[str, Any]]:
    attachments: dict[str, dict[str, Any]] = {}
    entries = {str(entry["id"]): entry for entry in entries_in_body}
    for key, entry in entries.items():
        if key in message.attachments:
            attachments[key] = message.attachments[key]
            if entry.get("description") is not None:
                attachments[key] = attachments[key] | {"description": entry["description"]}
            if (veiled := entry.get("is_spoiler")) is not None:
                flags = attachments[key].get("flags", 0) & ~ATTACHMENT_IS_SPOILER
                attachments[key] = attachments[key] | {"flags": flags | ATTACHMENT_IS_SPOILER if veiled else flags}
    for part in files:
        entry = entries.get(part.key, {})
        key = world.clock.new_snowflake()
        name = entry.get("filename") or part.name
        attachments[key] = cdn.store_attachment(message.channel_id, key, name, part.data, entry.get("description"))
        if message.flags & EPHEMERAL:
            attachments[key]["ephemeral"] = True
        if entry.get("is_spoiler"):
            attachments[key]["flags"] = ATTACHMENT_IS_SPOILER
    return attachments


class _AttachmentResolver:
    """Resolves `attachment://`, and knows which attachments are used so."""

    def __init__(self, world: World, message: Message) -> None:
        self.world = world
        self.message = message

    def used_attachment_ids(self) -> set[str]:
        urls = {
            media["url"] for component in walk_components(self.message.components) for media in _media_items(component)
        }
        for embed in self.message.embeds:
            urls |= {embed[part]["url"] for part in ("image", "thumbnail") if part in embed}
            urls |= {embed[part].get("icon_url", "") for part in ("author", "footer") if part in embed}
        return {key for key, attachment in self.message.attachments.items() if attachment["url"] in urls}

    def _find_attachment(self, url: str) -> Mapping[str, Any] | None:
        if not url.startswith("attachment://"):
            return None
        name = url.removeprefix("attachment://")
        # The latest of a name: an edit that brings the file anew means that one.
        named = [it for it in self.message.attachments.values() if it["filename"] == name]
        return named[-1] if named else None

    def resolve_media(self, media: Mapping[str, Any]) -> ResolvedMedia:
        key = self.world.clock.new_snowflake()
        found = self._find_attachment(media["url"])
        if found is None:
            return ResolvedMedia({"id": key, "url": media["url"], "proxy_url": media["url"]})
        whole = {key: found[key] for key in ("url", "proxy_url", "width", "height", "content_type") if key in found}
        return ResolvedMedia({"id": key, "attachment_id": found["id"]} | whole, found["filename"], found["size"])

    def resolve_embed(self, embed: Mapping[str, Any]) -> dict[str, Any]:
        whole = {"type": "rich"} | {key: value for key, value in embed.items() if value is not None and key != "type"}
        for part in ("image", "thumbnail"):
            if picture := whole.pop(part, None):
                whole |= {part: self._resolve_image(picture["url"])} if picture.get("url") else {}
        for part in ("author", "footer"):
            if part in whole and whole[part].get("icon_url"):
                icon = self._resolve_image(whole[part]["icon_url"])["url"]
                whole[part] = whole[part] | {"icon_url": icon, "proxy_icon_url": icon}
        if "fields" in whole:
            whole["fields"] = [{"inline": False} | field for field in whole["fields"]]
        return whole

    def _resolve_image(self, url: str) -> dict[str, Any]:
        found = self._find_attachment(url) or {"url": url, "proxy_url": url}
        return {key: found[key] for key in ("url", "proxy_url", "width", "height") if key in found}


def _media_items(component: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (component[part] for part in ("media", "file") if part in component)
    yield from (item["media"] for item in component.get("items", ()))
