"""Threads: how they begin, who is in them, which sleep."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api.channels import CHANNEL_PATH
from discord_playground.api.messages import find_public_message
from discord_playground.api_errors import (
    ALREADY_HAS_THREAD,
    ARCHIVED_THREAD,
    UNKNOWN_MEMBER,
    WRONG_CHANNEL_TYPE,
    ApiError,
)
from discord_playground.world.channel import PRIVATE_THREAD, TEXT_CHANNEL, Channel
from discord_playground.world.message import THREAD_CREATED_MESSAGE, Message

THREAD_MEMBERS_PATH: Final = CHANNEL_PATH + "/thread-members"


@route("POST", CHANNEL_PATH + "/threads", success_status=201)
def start_thread(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    body = call.validate_body()
    kind = body.get("type") or PRIVATE_THREAD
    call.require_permissions(channel, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = build_thread(call, channel, body, kind)
    call.world.start_thread(thread, None)
    call.world.add_thread_members(thread, call.bot.id)
    if kind != PRIVATE_THREAD:
        _announce_thread(call, channel, thread)
    return thread.to_api_json(call.world.people, call.bot.id)


@route("POST", CHANNEL_PATH + "/messages/{message_id}/threads", success_status=201)
def start_thread_from_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel("create_public_threads")
    message = find_public_message(call, channel)
    body = call.validate_body()
    if message.thread_id:
        raise ApiError(ALREADY_HAS_THREAD)
    thread = build_thread(call, channel, body, next(iter(channel.allowed_thread_types), TEXT_CHANNEL))
    thread.id = message.id
    call.world.start_thread(thread, message)
    call.world.add_thread_members(thread, call.bot.id)
    return thread.to_api_json(call.world.people, call.bot.id)


def build_thread(call: ApiCall, channel: Channel, body: dict[str, Any], kind: int) -> Channel:
    if kind not in channel.allowed_thread_types:
        raise ApiError(WRONG_CHANNEL_TYPE)
    now = call.world.clock.now()
    return Channel(
        call.world.clock.new_snowflake(),
        kind,
        body["name"],
        channel.guild_id,
        channel.id,
        owner_id=call.bot.id,
        invitable=body.get("invitable") is not False,
        auto_archive_minutes=body.get("auto_archive_duration") or 4320,
        slowmode_s=body.get("rate_limit_per_user") or 0,
        created_at=now,
        archive_changed_at=now,
    )


def _announce_thread(call: ApiCall, channel: Channel, thread: Channel) -> None:
    """A thread that hangs on no message is told of in its channel."""
    world = call.world
    note = Message(
        world.clock.new_snowflake(),
        channel.id,
        channel.guild_id,
        call.bot.id,
        world.clock.now(),
        THREAD_CREATED_MESSAGE,
    )
    note.content = thread.name
    note.reference = {"type": 0, "channel_id": thread.id, "message_id": "0", "guild_id": channel.guild_id}
    world.post_message(note)


@route("GET", THREAD_MEMBERS_PATH)
def list_thread_members(call: ApiCall) -> ResponseBody:
    thread = _require_thread(call)
    return [thread.thread_member_json(user) for user in thread.joined_at_by_member]


@route("GET", THREAD_MEMBERS_PATH + "/{user_id}")
def get_thread_member(call: ApiCall) -> ResponseBody:
    thread, user = _require_thread(call), call.path_params["user_id"]
    if user not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    guild = call.world.get_guild(thread.guild_id or "")
    whole = call.query_flag("with_member") and user in guild.members
    return thread.thread_member_json(user) | ({"member": call.world.member_to_api_json(guild, user)} if whole else {})


@route("PUT", THREAD_MEMBERS_PATH + "/{user_id}")
def add_thread_member(call: ApiCall) -> ResponseBody:
    thread = _require_active_thread(call)
    user = call.path_params["user_id"]
    if not thread.guild_id or user not in call.world.get_guild(thread.guild_id).members:
        raise ApiError(UNKNOWN_MEMBER)
    call.require_permissions(thread, thread.send_permission)
    if thread.type == PRIVATE_THREAD and not thread.invitable and thread.owner_id != call.bot.id:
        call.require_permissions(thread, "manage_threads")
    call.world.add_thread_members(thread, user)
    return None


@route("DELETE", THREAD_MEMBERS_PATH + "/{user_id}")
def remove_thread_member(call: ApiCall) -> ResponseBody:
    thread = _require_active_thread(call)
    user = call.path_params["user_id"]
    if user not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    if user != call.bot.id and not (thread.type == PRIVATE_THREAD and thread.owner_id == call.bot.id):
        call.require_permissions(thread, "manage_threads")
    call.world.remove_thread_member(thread, user)
    return None


@route("PUT", THREAD_MEMBERS_PATH + "/@me")
def join_thread(call: ApiCall) -> ResponseBody:
    call.world.add_thread_members(_require_active_thread(call), call.bot.id)
    return None


@route("DELETE", THREAD_MEMBERS_PATH + "/@me")
def leave_thread(call: ApiCall) -> ResponseBody:
    call.world.remove_thread_member(_require_active_thread(call), call.bot.id)
    return None


def _require_active_thread(call: ApiCall) -> Channel:
    """Nobody comes into an archived thread or goes out of it."""
    thread = _require_thread(call)
    if thread.archived:
        raise ApiError(ARCHIVED_THREAD)
    return thread


def _require_thread(call: ApiCall) -> Channel:
    channel = call.require_channel()
    if not channel.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    return channel
