"""What the server answered and told, held against Discord's own document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.client import JSON
from discord_playground.schemas import Schemas

Part: TypeAlias = tuple[str, Any]
"""What the document calls it, and what was told."""


def faults(schemas: Schemas, entries: Iterable[JSON]) -> list[str]:
    """Of all that the wire log has; what tests ordered to go wrong is none."""
    return [f"{entry['what']}: {fault}" for entry in entries for fault in of_entry(schemas, entry)]


def of_entry(schemas: Schemas, entry: JSON) -> Iterator[str]:
    answered = entry["answered"]
    if isinstance(answered, str):
        yield f"{len(answered)} letters are more than the log keeps whole"
    elif entry["source"] == "rest" and "as ordered" not in str(entry["refused"]) + str(answered):
        method, _, template = (entry["route"] or "").partition(" ")
        if template:
            answered = without_what_it_gets_wrong(answered)
            for fault in schemas.find_response_errors(method, template, entry["status"], answered):
                yield f"{entry['status']} {fault}"
    elif entry["source"] == "gateway" and answered is not None:
        if entry["what"] not in EVENTS:
            yield "nobody knows how this event looks"
            return
        for name, part in EVENTS[entry["what"]](answered):
            for fault in schemas.find_object_errors(name, part):
                yield f"{name} {fault}"


def without_what_it_gets_wrong(answered: Any) -> Any:
    """Two things that Discord's document says otherwise than Discord."""
    if not isinstance(answered, dict):
        return answered
    if answered.get("resource", {}).get("type") in {5, 6, 8, 9}:
        # Other answers are told, too: the guide of discord.js relies on the message of a deferred one.
        return {key: value for key, value in answered.items() if key != "resource"}
    if "errors" in answered:
        # Their codes are words, in the document numbers.
        assert is_tree(answered["errors"]), answered
        return {key: value for key, value in answered.items() if key != "errors"}
    return answered


def is_tree(errors: JSON) -> bool:
    """Names and indices down to lists of codes and sentences."""
    if "_errors" not in errors:
        return bool(errors) and all(is_tree(below) for below in errors.values())
    return all(
        error.keys() == {"code", "message"} and all(isinstance(said, str) for said in error.values())
        for error in errors["_errors"]
    )


def of_message(message: JSON) -> Iterator[Part]:
    yield "MessageResponse", message


def of_guild(guild: JSON) -> Iterator[Part]:
    yield "GuildResponse", guild
    yield from (("GuildChannelResponse", channel | {"guild_id": guild["id"]}) for channel in guild["channels"])
    yield from (("GuildMemberResponse", member) for member in guild["members"])
    yield from (("ThreadResponse", thread) for thread in guild["threads"])


def of_interaction(interaction: JSON) -> Iterator[Part]:
    if "member" in interaction:
        yield "GuildMemberResponse", interaction["member"]
    else:
        yield "UserResponse", interaction["user"]
    if "message" in interaction:
        yield "MessageResponse", interaction["message"]
    resolved: Mapping[str, Mapping[str, JSON]] = interaction["data"].get("resolved", {})
    for kind, name in RESOLVED.items():
        yield from ((name, one) for one in resolved.get(kind, {}).values())
    for user, member in resolved.get("members", {}).items():
        # Told without what is told beside it.
        yield "GuildMemberResponse", member | {"user": resolved["users"][user], "deaf": False, "mute": False}


def of_members(chunk: JSON) -> Iterator[Part]:
    yield from (("GuildMemberResponse", member) for member in chunk["members"])


def of_thread_members(body: JSON) -> Iterator[Part]:
    yield from (("ThreadMemberResponse", member) for member in body.get("added_members", ()))


def named(name: str, part: str | None = None) -> Callable[[JSON], Iterator[Part]]:
    return lambda body: iter([(name, body[part] if part else body)])


def nothing(_: JSON) -> Iterator[Part]:
    """The document knows nothing like it."""
    return iter(())


RESOLVED: Final = {
    "users": "UserResponse",
    "roles": "GuildRoleResponse",
    "attachments": "MessageAttachmentResponse",
    "messages": "MessageResponse",
}
EVENTS: Final[Mapping[str, Callable[[JSON], Iterator[Part]]]] = {
    "READY": named("UserResponse", "user"),
    "RESUMED": nothing,
    "INTERACTION_CREATE": of_interaction,
    "MESSAGE_CREATE": of_message,
    "MESSAGE_UPDATE": of_message,
    "MESSAGE_DELETE": nothing,
    "MESSAGE_REACTION_ADD": nothing,
    "MESSAGE_REACTION_REMOVE": nothing,
    "MESSAGE_REACTION_REMOVE_ALL": nothing,
    "MESSAGE_REACTION_REMOVE_EMOJI": nothing,
    "MESSAGE_DELETE_BULK": nothing,
    "GUILD_CREATE": of_guild,
    "GUILD_DELETE": nothing,
    "GUILD_MEMBER_UPDATE": named("GuildMemberResponse"),
    "GUILD_MEMBER_ADD": named("GuildMemberResponse"),
    "GUILD_MEMBER_REMOVE": named("UserResponse", "user"),
    "GUILD_MEMBERS_CHUNK": of_members,
    "GUILD_ROLE_CREATE": named("GuildRoleResponse", "role"),
    "GUILD_ROLE_UPDATE": named("GuildRoleResponse", "role"),
    "CHANNEL_CREATE": named("GuildChannelResponse"),
    "CHANNEL_UPDATE": named("GuildChannelResponse"),
    "CHANNEL_DELETE": named("GuildChannelResponse"),
    "THREAD_CREATE": named("ThreadResponse"),
    "THREAD_UPDATE": named("ThreadResponse"),
    "THREAD_DELETE": nothing,
    "THREAD_MEMBER_UPDATE": named("ThreadMemberResponse"),
    "THREAD_MEMBERS_UPDATE": of_thread_members,
    "USER_UPDATE": named("UserResponse"),
    "TYPING_START": nothing,
}
