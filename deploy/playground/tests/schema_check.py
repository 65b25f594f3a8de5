"""Checks responses and gateway events against Discord's API schemas."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

from deploy.playground.tests.sandbox import PAST_LAST_ENTRY
from discord_playground.client import JSON, Playground
from discord_playground.schemas import Schemas

SchemaAndBody: TypeAlias = tuple[str, Any]
"""The name of a schema and a body that must match it."""


@asynccontextmanager
async def check_traffic(playground: Playground, schemas: Schemas | None) -> AsyncIterator[None]:
    """Check that all responses and events of the block match Discord's schemas, if these are available."""
    before = (await playground.load_traffic_log(PAST_LAST_ENTRY))["last"]
    yield
    if schemas:
        assert find_schema_errors(schemas, (await playground.load_traffic_log(before))["entries"]) == []


def find_schema_errors(schemas: Schemas, entries: Iterable[JSON]) -> list[str]:
    """Return the schema errors in entries of the traffic log, except in responses to which a test added a fault."""
    return [f"{entry['what']}: {error}" for entry in entries for error in find_entry_errors(schemas, entry)]


def find_entry_errors(schemas: Schemas, entry: JSON) -> Iterator[str]:
    response = entry["answered"]
    if isinstance(response, str):
        yield f"{len(response)} letters are more than the log keeps whole"
    elif entry["source"] == "rest" and "injected fault" not in str(entry["refused"]) + str(response):
        method, _, template = (entry["route"] or "").partition(" ")
        if template:
            response = drop_known_mismatches(response)
            for error in schemas.find_response_errors(method, template, entry["status"], response):
                yield f"{entry['status']} {error}"
    elif entry["source"] == "gateway" and response is not None:
        if entry["what"] not in BODIES_BY_EVENT:
            yield "the event has no known schema"
            return
        for name, body in BODIES_BY_EVENT[entry["what"]](response):
            for error in schemas.find_object_errors(name, body):
                yield f"{name} {error}"


def drop_known_mismatches(response: Any) -> Any:
    """Return a response without two fields whose schema does not match Discord's real responses."""
    if not isinstance(response, dict):
        return response
    if response.get("resource", {}).get("type") in {5, 6, 8, 9}:
        # Discord also includes resources of other types. For example, the discord.js guide relies on the message of a
        # deferred response.
        return {key: value for key, value in response.items() if key != "resource"}
    if "errors" in response:
        # Error codes are strings on Discord, but numbers in the schemas.
        assert is_error_tree(response["errors"]), response
        return {key: value for key, value in response.items() if key != "errors"}
    return response


def is_error_tree(errors: JSON) -> bool:
    """Return whether this is a valid tree of errors.

    Its keys are field names and indices, and its leaves are lists of codes and messages.
    """
    if "_errors" not in errors:
        return bool(errors) and all(is_error_tree(subtree) for subtree in errors.values())
    return all(
        error.keys() == {"code", "message"} and all(isinstance(text, str) for text in error.values())
        for error in errors["_errors"]
    )


def message_bodies(message: JSON) -> Iterator[SchemaAndBody]:
    yield "MessageResponse", message


def guild_bodies(guild: JSON) -> Iterator[SchemaAndBody]:
    yield "GuildResponse", guild
    yield from (("GuildChannelResponse", channel | {"guild_id": guild["id"]}) for channel in guild["channels"])
    yield from (("GuildMemberResponse", member) for member in guild["members"])
    yield from (("ThreadResponse", thread) for thread in guild["threads"])
    yield from (("ExternalScheduledEventResponse", event) for event in guild["guild_scheduled_events"])


def interaction_bodies(interaction: JSON) -> Iterator[SchemaAndBody]:
    if "member" in interaction:
        yield "GuildMemberResponse", interaction["member"]
    else:
        yield "UserResponse", interaction["user"]
    if "message" in interaction:
        yield "MessageResponse", interaction["message"]
    resolved: Mapping[str, Mapping[str, JSON]] = interaction["data"].get("resolved", {})
    for kind, name in SCHEMA_BY_RESOLVED_FIELD.items():
        yield from ((name, item) for item in resolved.get(kind, {}).values())
    for user, member in resolved.get("members", {}).items():
        # A resolved member has no user and lacks two other fields.
        yield "GuildMemberResponse", member | {"user": resolved["users"][user], "deaf": False, "mute": False}


def member_bodies(chunk: JSON) -> Iterator[SchemaAndBody]:
    yield from (("GuildMemberResponse", member) for member in chunk["members"])


def thread_member_bodies(body: JSON) -> Iterator[SchemaAndBody]:
    yield from (("ThreadMemberResponse", member) for member in body.get("added_members", ()))


def single_body(schema_name: str, field: str | None = None) -> Callable[[JSON], Iterator[SchemaAndBody]]:
    return lambda body: iter([(schema_name, body[field] if field else body)])


def no_bodies(_: JSON) -> Iterator[SchemaAndBody]:
    """Yield nothing to check, for events that have no schema."""
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
    "GUILD_SCHEDULED_EVENT_CREATE": single_body("ExternalScheduledEventResponse"),
    "GUILD_SCHEDULED_EVENT_UPDATE": single_body("ExternalScheduledEventResponse"),
    "GUILD_SCHEDULED_EVENT_DELETE": single_body("ExternalScheduledEventResponse"),
    "USER_UPDATE": single_body("UserResponse"),
    "TYPING_START": no_bodies,
}
