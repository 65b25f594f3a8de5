"""Creates and updates messages from request bodies."""

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
from discord_playground.world.world import World

EMPTY_MESSAGE_FIELDS: Final[Mapping[str, Any]] = {"attachments": [], "content": "", "embeds": [], "components": []}
ATTACHMENT_IS_SPOILER: Final = 1 << 3
"""Attachment flag that marks a spoiler."""
SETTABLE_FLAGS: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2
ONLY_USER_MENTIONS: Final = {"parse": ["users"]}
TEXT_FIELDS: Final = {"content", "components"}


class MultipartFile(NamedTuple):
    """A file from a multipart body. Entries of `attachments` refer to the file by its index, `key`."""

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
    """Build a message without posting it. If `quoted` is given, the message is a reply to it."""
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
    """Update the message with the fields that are present in `body`.

    If `body` has no `attachments`, new files replace all old attachments.
    """
    if "flags" in body:
        fixed_flags = message.flags & (IS_COMPONENTS_V2 | EPHEMERAL | SUPPRESS_NOTIFICATIONS | LOADING | HAS_THREAD)
        message.flags = fixed_flags | ((body["flags"] or 0) & (SUPPRESS_EMBEDS | IS_COMPONENTS_V2))
    if files and body.get("attachments") is None:
        body = {**body, "attachments": []}
    _fill_message(world, cdn, message, body, files)


def limit_to_user_mentions(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the body with `allowed_mentions` set to allow only users, unless it is already set.

    This is Discord's default for responses to interactions.
    """
    needs_default = body.get("allowed_mentions") is None and body.keys() & TEXT_FIELDS
    return {**body, "allowed_mentions": ONLY_USER_MENTIONS} if needs_default else body


def _fill_message(
    world: World, cdn: Cdn, message: Message, body: Mapping[str, Any], files: Sequence[MultipartFile]
) -> None:
    if "attachments" in body:
        old_ids = message.attachments.keys()
        message.attachments = _build_attachments(world, cdn, message, body["attachments"] or [], files)
        cdn.delete_files_later(world.clock, *(old_ids - message.attachments.keys()))
    if "content" in body:
        message.content = body["content"] or ""
    resolver = _AttachmentResolver(world, message)
    if "embeds" in body:
        message.embeds = [resolver.resolve_embed(embed) for embed in body["embeds"] or []]
    if "components" in body:
        author = world.bots.get(message.author_id)
        emojis = author.emojis if author else {}
        message.components = complete_components(body["components"] or [], resolver.resolve_media, emojis)
    message.embedded_attachment_ids = resolver.collect_used_attachment_ids()
    if body.keys() & {*TEXT_FIELDS, "allowed_mentions"}:
        quoted = world.find_quoted_message(message)
        replied_user_id = quoted.author_id if quoted and quoted.author_id != message.author_id else None
        channel = world.channels[message.channel_id]
        mentions = parse_mentions(
            collect_text(message.content, message.components),
            body.get("allowed_mentions"),
            replied_user_id,
            may_mention_everyone=world.has_permission(message.author_id, channel, "mention_everyone"),
        )
        message.mentioned_user_ids = [user_id for user_id in mentions.user_ids if user_id in world.people]
        message.mentioned_role_ids = mentions.role_ids
        message.mentions_everyone = mentions.mentions_everyone


def _build_attachments(
    world: World,
    cdn: Cdn,
    message: Message,
    entries_in_body: Sequence[Mapping[str, Any]],
    files: Sequence[MultipartFile],
) -> dict[str, dict[str, Any]]:
    """Return the attachments of a message after an edit: the kept ones, with changes, followed by new files."""
    attachments: dict[str, dict[str, Any]] = {}
    entries = {str(entry["id"]): entry for entry in entries_in_body}
    for key, entry in entries.items():
        if key in message.attachments:
            attachments[key] = message.attachments[key]
            if entry.get("description") is not None:
                attachments[key] = attachments[key] | {"description": entry["description"]}
            if (is_spoiler := entry.get("is_spoiler")) is not None:
                flags = attachments[key].get("flags", 0) & ~ATTACHMENT_IS_SPOILER
                attachments[key] = attachments[key] | {"flags": flags | ATTACHMENT_IS_SPOILER if is_spoiler else flags}
    for file in files:
        entry = entries.get(file.key, {})
        key = world.clock.new_snowflake()
        name = entry.get("filename") or file.name
        attachments[key] = cdn.store_attachment(message.channel_id, key, name, file.data, entry.get("description"))
        if message.flags & EPHEMERAL:
            attachments[key]["ephemeral"] = True
        if entry.get("is_spoiler"):
            attachments[key]["flags"] = ATTACHMENT_IS_SPOILER
    return attachments


class _AttachmentResolver:
    """Replaces URLs such as `attachment://map.png` in a message with the URLs of its attachments."""

    def __init__(self, world: World, message: Message) -> None:
        self.world = world
        self.message = message

    def collect_used_attachment_ids(self) -> set[str]:
        urls = {
            media["url"]
            for component in walk_components(self.message.components)
            for media in _iter_media_items(component)
        }
        for embed in self.message.embeds:
            urls |= {embed[part]["url"] for part in ("image", "thumbnail") if part in embed}
            urls |= {embed[part].get("icon_url", "") for part in ("author", "footer") if part in embed}
        return {key for key, attachment in self.message.attachments.items() if attachment["url"] in urls}

    def _find_attachment(self, url: str) -> Mapping[str, Any] | None:
        if not url.startswith("attachment://"):
            return None
        name = url.removeprefix("attachment://")
        # An edit may upload a file with the same name again, so the latest attachment is used.
        matches = [it for it in self.message.attachments.values() if it["filename"] == name]
        return matches[-1] if matches else None

    def resolve_media(self, media: Mapping[str, Any]) -> ResolvedMedia:
        media_id = self.world.clock.new_snowflake()
        found = self._find_attachment(media["url"])
        if found is None:
            return ResolvedMedia({"id": media_id, "url": media["url"], "proxy_url": media["url"]})
        fields = {key: found[key] for key in ("url", "proxy_url", "width", "height", "content_type") if key in found}
        return ResolvedMedia({"id": media_id, "attachment_id": found["id"]} | fields, found["filename"], found["size"])

    def resolve_embed(self, embed: Mapping[str, Any]) -> dict[str, Any]:
        resolved = {"type": "rich"} | {key: it for key, it in embed.items() if it is not None and key != "type"}
        for part in ("image", "thumbnail"):
            if image := resolved.pop(part, None):
                resolved |= {part: self._resolve_image(image["url"])} if image.get("url") else {}
        for part in ("author", "footer"):
            if part in resolved and resolved[part].get("icon_url"):
                icon = self._resolve_image(resolved[part]["icon_url"])["url"]
                resolved[part] = resolved[part] | {"icon_url": icon, "proxy_icon_url": icon}
        if "fields" in resolved:
            resolved["fields"] = [{"inline": False} | field for field in resolved["fields"]]
        return resolved

    def _resolve_image(self, url: str) -> dict[str, Any]:
        image = self._find_attachment(url) or {"url": url, "proxy_url": url}
        return {key: image[key] for key in ("url", "proxy_url", "width", "height") if key in image}


def _iter_media_items(component: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (component[part] for part in ("media", "file") if part in component)
    yield from (item["media"] for item in component.get("items", ()))
