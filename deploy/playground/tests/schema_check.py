"""What the server answered and told, held against Discord's own document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.client import JSON
from discord_playground.schemas import Schemas

SchemaAndBody: TypeAlias = tuple[str, Any]
"""What the document calls it, and what was told."""


def find_schema_faults(schemas: Schemas, entries: Iterable[JSON]) -> list[str]:
    """Of all that the wire log has; what tests ordered to go wrong is none."""
    return [f"{entry['what']}: {fault}" for entry in entries for fault in find_entry_faults(schemas, entry)]


def find_entry_faults(schemas: Schemas, entry: JSON) -> Iterator[str]:
    answered = entry["answered"]
    if isinstance(answered, str):
        yield f"{len(answered)} letters are more than the log keeps whole"
    elif entry["source"] == "rest" and "as ordered" not in str(entry["refused"]) + str(answered):
        method, _, template = (entry["route"] or "").partition(" ")
        if template:
            answered = drop_known_mismatches(answered)
            for fault in schemas.find_response_errors(method, template, entry["status"], answered):
                yield f"{entry['status']} {fault}"
    elif entry["source"] == "gateway" and answered is not None:
        if entry["what"] not in BODIES_BY_EVENT:
            yield "nobody knows how this event looks"
            return
        for name, part in BODIES_BY_EVENT[entry["what"]](answered):
            for fault in schemas.find_object_errors(name, part):
                yield f"{name} {fault}"


def drop_known_mismatches(answered: Any) -> Any:
    """Two things that Discord's document says otherwise than Discord."""
    if not isinstance(answered, dict):
        return answered
    if answered.get("resource", {}).get("type") in {5, 6, 8, 9}:
        # Other answers are told, too: the guide of discord.js relies on the message of a deferred one.
        return {key: value for key, value in answered.items() if key != "resource"}
    if "errors" in answered:
        # Their codes are words, in the document numbers.
        assert is_error_tree(answered["errors"]), answered
        return {key: value for key, value in answered.items() if key != "errors"}
    return answered


def is_error_tree(errors: JSON) -> bool:
    """Names and indices down to lists of codes and sentences."""
    if "_errors" not in errors:
        return bool(errors) and all(is_error_tree(below) for below in errors.values())
    return all(
        error.keys() == {"code", "message"} and all(isinstance(said, str) for said in error.values())
        for error in errors["_errors"]
    )


def message_bodies(message: JSON) -> Iterator[SchemaAndBody]:
    yield "MessageResponse", message


def guild_bodies(guild: JSON) -> Iterator[SchemaAndBody]:
    yield "GuildResponse", guild
    yield from (("GuildChannelResponse", channel | {"guild_id": guild["id"]}) for channel in guild["channels"])
    yield from (("GuildMemberResponse", member) for member in guild["members"])
    yield from (("ThreadResponse", thread) for thread in guild["threads"])


def interaction_bodies(interaction: JSON) -> Iterator[SchemaAndBody]:
    if "member" in interaction:
        yield "GuildMemberResponse", interaction["member"]
    else:
        yield "UserResponse", interaction["user"]
    if "message" in interaction:
        yield "MessageResponse", interaction["message"]
    resolved: Mapping[str, Mapping[str, JSON]] = interaction["data"].get("resolved", {})
    for kind, name in SCHEMA_BY_RESOLVED_FIELD.items():
        yield from ((name, one) for one in resolved.get(kind, {}).values())
    for user, member in resolved.get("members", {}).items():
        # Told without what is told beside it.
        yield "GuildMemberResponse", member | {"user": resolved["users"][user], "deaf": False, "mute": False}


def member_bodies(chunk: JSON) -> Iterator[SchemaAndBody]:
    yield from (("GuildMemberResponse", member) for member in chunk["members"])


def thread_member_bodies(body: JSON) -> Iterator[SchemaAndBody]:
    yield from (("ThreadMemberResponse", member) for member in body.get("added_members", ()))


def single_body(schema_name: str, field: str | None = None) -> Callable[[JSON], Iterator[SchemaAndBody]]:
    return lambda body: iter([(schema_name, body[field] if field else body)])


def no_bodies(_: JSON) -> Iterator[SchemaAndBody]:
    """The document knows nothing like it."""
    return iter(())


SCHEMA_BY_RESOLVED_FIELD: Final = {
    "users": "UserResponse",
    "roles": "GuildRoleResponse",
    "attachments": "MessageAttachmentResponse",
    "messages": "MessageResponse",
}
BODIES_BY_EVENT: Final[Mapping[str, Callable[[JSON], Iterator[SchemaAndBody]]]] = {
    "READY": single_body("UserResponse", "user"),
    "RESUMED": no_bodies,
    "INTERACTION_CREATE": interaction_bodies,
    "MESSAGE_CREATE": message_bodies,
    "MESSAGE_UPDATE": message_bodies,
    "MESSAGE_DELETE": no_bodies,
    "MESSAGE_REACTION_ADD": no_bodies,
    "MESSAGE_REACTION_REMOVE": no_bodies,
    "MESSAGE_REACTION_REMOVE_ALL": no_bodies,
    "MESSAGE_REACTION_REMOVE_EMOJI": no_bodies,
    "MESSAGE_DELETE_BULK": no_bodies,
    "GUILD_CREATE": guild_bodies,
    "GUILD_DELETE": no_bodies,
    "GUILD_MEMBER_UPDATE": single_body("GuildMemberResponse"),
    "GUILD_MEMBER_ADD": single_body("GuildMemberResponse"),
    "GUILD_MEMBER_REMOVE": single_body("UserResponse", "user"),
    "GUILD_MEMBERS_CHUNK": member_bodies,
    "GUILD_ROLE_CREATE": single_body("GuildRoleResponse", "role"),
    "GUILD_ROLE_UPDATE": single_body("GuildRoleResponse", "role"),
    "CHANNEL_CREATE": single_body("GuildChannelResponse"),
    "CHANNEL_UPDATE": single_body("GuildChannelResponse"),
    "CHANNEL_DELETE": single_body("GuildChannelResponse"),
    "THREAD_CREATE": single_body("ThreadResponse"),
    "THREAD_UPDATE": single_body("ThreadResponse"),
    "THREAD_DELETE": no_bodies,
    "THREAD_MEMBER_UPDATE": single_body("ThreadMemberResponse"),
    "THREAD_MEMBERS_UPDATE": thread_member_bodies,
    "USER_UPDATE": single_body("UserResponse"),
    "TYPING_START": no_bodies,
}
