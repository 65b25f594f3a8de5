"""Rules for bodies that are no messages, commands or answers: emoji, channels, threads, DMs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.limits import emoji, phrases
from discord_playground.limits.values import listed
from discord_playground.refusal import Fault

Rule: TypeAlias = Callable[[dict[str, Any]], Iterator[Fault]]
ARCHIVED_AFTER: Final = (60, 1440, 4320, 10080)
MOST_DELETED: Final = 100


def new_emoji(body: dict[str, Any]) -> Iterator[Fault]:
    yield from emoji.name_faults(body.get("name"))
    yield from emoji.picture_faults(body.get("image"))


def renamed_emoji(body: dict[str, Any]) -> Iterator[Fault]:
    yield from emoji.name_faults(body.get("name"))


def application(body: dict[str, Any]) -> Iterator[Fault]:
    """The document wants texts by language; the documentation and Discord want one text."""
    if not isinstance(body.get("description") or "", str):
        yield phrases.no_string(("description",), body["description"])


def channel(body: dict[str, Any]) -> Iterator[Fault]:
    """The document says what a channel of any kind may become, so each field passes as that of the widest kind."""
    yield from thread(body)
    yield from of_length(body, "name", 1, 100)
    yield from of_length(body, "topic", 0, 1024)


def nickname(body: dict[str, Any]) -> Iterator[Fault]:
    yield from of_length(body, "nick", 0, 32)


def of_length(body: dict[str, Any], name: str, least: int, most: int) -> Iterator[Fault]:
    if isinstance(text := body.get(name), str) and not least <= len(text) <= most:
        yield phrases.length((name,), least, most)


def thread(body: dict[str, Any]) -> Iterator[Fault]:
    duration = body.get("auto_archive_duration")
    if duration is not None and duration not in ARCHIVED_AFTER:
        yield phrases.not_among(("auto_archive_duration",), ARCHIVED_AFTER)


def direct_message(body: dict[str, Any]) -> Iterator[Fault]:
    if body.get("recipient_id") is None:
        yield phrases.required(("recipient_id",))


def deleted_messages(body: dict[str, Any]) -> Iterator[Fault]:
    if not 2 <= len(listed(body, "messages")) <= MOST_DELETED:
        yield phrases.length(("messages",), 2, MOST_DELETED)


RULES: Final[Mapping[str, Rule]] = {
    "POST /applications/{}/emojis": new_emoji,
    "PATCH /applications/{}/emojis/{}": renamed_emoji,
    "PATCH /applications/@me": application,
    "PATCH /channels/{}": channel,
    "PATCH /guilds/{}/members/@me": nickname,
    "PATCH /guilds/{}/members/{}": nickname,
    "POST /channels/{}/threads": thread,
    "POST /channels/{}/messages/{}/threads": thread,
    "POST /channels/{}/messages/bulk-delete": deleted_messages,
    "POST /users/@me/channels": direct_message,
}
