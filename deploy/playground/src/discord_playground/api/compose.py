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

EMPTY: Final[Mapping[str, Any]] = {"attachments": [], "content": "", "embeds": [], "components": []}
IS_SPOILER: Final = 1 << 3
"""Of an attachment."""
SETTABLE: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | IS_COMPONENTS_V2
USERS_ALONE: Final = {"parse": ["users"]}
WRITTEN: Final = {"content", "components"}


class Part(NamedTuple):
    """A file as it came in a multipart body."""

    key: str
    name: str
    data: bytes


def composed(
    world: World,
    cdn: Cdn,
    channel: Channel,
    author: str,
    body: Mapping[str, Any],
    parts: Sequence[Part] = (),
    quoted: Message | None = None,
) -> Message:
    """A message that is not posted yet; with `quoted` it is a reply."""
    message = Message(world.clock.new_snowflake(), channel.id, channel.guild_id, author, world.clock.now())
    message.flags = (body.get("flags") or 0) & (SETTABLE | EPHEMERAL)
    message.nonce = body.get("nonce")
    message.tts = body.get("tts") or False
    if quoted:
        message.type = REPLY_MESSAGE
        message.reference = {"type": 0, "channel_id": quoted.channel_id, "message_id": quoted.id}
        if quoted.guild_id:
            message.reference["guild_id"] = quoted.guild_id
    _fill(world, cdn, message, {**EMPTY, **body}, parts)
    return message


def amend(world: World, cdn: Cdn, message: Message, body: Mapping[str, Any], parts: Sequence[Part] = ()) -> None:
    """Only what is named changes; a file without a list of attachments drops the old ones."""
    if "flags" in body:
        lasting = message.flags & (IS_COMPONENTS_V2 | EPHEMERAL | SUPPRESS_NOTIFICATIONS | LOADING | HAS_THREAD)
        message.flags = lasting | ((body["flags"] or 0) & (SUPPRESS_EMBEDS | IS_COMPONENTS_V2))
    if parts and body.get("attachments") is None:
        body = {**body, "attachments": []}
    _fill(world, cdn, message, body, parts)


def by_token(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an interaction or a webhook says calls neither roles nor everybody, unless it says that it does."""
    unsaid = body.get("allowed_mentions") is None and body.keys() & WRITTEN
    return {**body, "allowed_mentions": USERS_ALONE} if unsaid else body


def _fill(world: World, cdn: Cdn, message: Message, body: Mapping[str, Any], parts: Sequence[Part]) -> None:
    if "attachments" in body:
        before = message.attachments
        message.attachments = _attached(world, cdn, message, body["attachments"] or [], parts)
        cdn.delete_files_later(world.clock, *(before.keys() - message.attachments.keys()))
    if "content" in body:
        message.content = body["content"] or ""
    desk = _Desk(world, message)
    if "embeds" in body:
        message.embeds = [desk.embed(embed) for embed in body["embeds"] or []]
    if "components" in body:
        author = world.bots.get(message.author_id)
        message.components = complete_components(body["components"] or [], desk.unfurl, author.emojis if author else {})
    message.embedded_attachment_ids = desk.used()
    if body.keys() & {*WRITTEN, "allowed_mentions"}:
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


def _attached(
    world: World, cdn: Cdn, message: Message, listed: Sequence[Mapping[str, Any]], parts: Sequence[Part]
) -> dict[str, dict[str, Any]]:
    attachments: dict[str, dict[str, Any]] = {}
    entries = {str(entry["id"]): entry for entry in listed}
    for key, entry in entries.items():
        if key in message.attachments:
            attachments[key] = message.attachments[key]
            if entry.get("description") is not None:
                attachments[key] = attachments[key] | {"description": entry["description"]}
            if (veiled := entry.get("is_spoiler")) is not None:
                flags = attachments[key].get("flags", 0) & ~IS_SPOILER
                attachments[key] = attachments[key] | {"flags": flags | IS_SPOILER if veiled else flags}
    for part in parts:
        entry = entries.get(part.key, {})
        key = world.clock.new_snowflake()
        name = entry.get("filename") or part.name
        attachments[key] = cdn.store_attachment(message.channel_id, key, name, part.data, entry.get("description"))
        if message.flags & EPHEMERAL:
            attachments[key]["ephemeral"] = True
        if entry.get("is_spoiler"):
            attachments[key]["flags"] = IS_SPOILER
    return attachments


class _Desk:
    """Resolves `attachment://`, and knows which attachments are used so."""

    def __init__(self, world: World, message: Message) -> None:
        self.world = world
        self.message = message

    def used(self) -> set[str]:
        urls = {media["url"] for component in walk_components(self.message.components) for media in _media(component)}
        for embed in self.message.embeds:
            urls |= {embed[part]["url"] for part in ("image", "thumbnail") if part in embed}
            urls |= {embed[part].get("icon_url", "") for part in ("author", "footer") if part in embed}
        return {key for key, attachment in self.message.attachments.items() if attachment["url"] in urls}

    def _found(self, url: str) -> Mapping[str, Any] | None:
        if not url.startswith("attachment://"):
            return None
        name = url.removeprefix("attachment://")
        # The latest of a name: an edit that brings the file anew means that one.
        named = [it for it in self.message.attachments.values() if it["filename"] == name]
        return named[-1] if named else None

    def unfurl(self, media: Mapping[str, Any]) -> ResolvedMedia:
        key = self.world.clock.new_snowflake()
        found = self._found(media["url"])
        if found is None:
            return ResolvedMedia({"id": key, "url": media["url"], "proxy_url": media["url"]})
        whole = {key: found[key] for key in ("url", "proxy_url", "width", "height", "content_type") if key in found}
        return ResolvedMedia({"id": key, "attachment_id": found["id"]} | whole, found["filename"], found["size"])

    def embed(self, embed: Mapping[str, Any]) -> dict[str, Any]:
        whole = {"type": "rich"} | {key: value for key, value in embed.items() if value is not None and key != "type"}
        for part in ("image", "thumbnail"):
            if picture := whole.pop(part, None):
                whole |= {part: self._image(picture["url"])} if picture.get("url") else {}
        for part in ("author", "footer"):
            if part in whole and whole[part].get("icon_url"):
                icon = self._image(whole[part]["icon_url"])["url"]
                whole[part] = whole[part] | {"icon_url": icon, "proxy_icon_url": icon}
        if "fields" in whole:
            whole["fields"] = [{"inline": False} | field for field in whole["fields"]]
        return whole

    def _image(self, url: str) -> dict[str, Any]:
        found = self._found(url) or {"url": url, "proxy_url": url}
        return {key: found[key] for key in ("url", "proxy_url", "width", "height") if key in found}


def _media(component: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from (component[part] for part in ("media", "file") if part in component)
    yield from (item["media"] for item in component.get("items", ()))
