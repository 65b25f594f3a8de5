"""Threads: how they begin, who is in them, which sleep."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api.channels import CHANNEL
from discord_playground.api.messages import public
from discord_playground.api_errors import (
    ALREADY_HAS_THREAD,
    ARCHIVED_THREAD,
    UNKNOWN_MEMBER,
    WRONG_CHANNEL_TYPE,
    ApiError,
)
from discord_playground.world.channel import PRIVATE_THREAD, TEXT_CHANNEL, Channel
from discord_playground.world.message import THREAD_CREATED_MESSAGE, Message

MEMBERS: Final = CHANNEL + "/thread-members"


@route("POST", CHANNEL + "/threads", status=201)
def start_thread(call: Call) -> Answer:
    channel = call.channel()
    body = call.checked()
    kind = body.get("type") or PRIVATE_THREAD
    call.need(channel, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = begun(call, channel, body, kind)
    call.world.start_thread(thread, None)
    call.world.add_thread_members(thread, call.bot.id)
    if kind != PRIVATE_THREAD:
        _announce(call, channel, thread)
    return thread.to_api_json(call.world.people, call.bot.id)


@route("POST", CHANNEL + "/messages/{message_id}/threads", status=201)
def start_thread_at(call: Call) -> Answer:
    channel = call.channel("create_public_threads")
    message = public(call, channel)
    body = call.checked()
    if message.thread_id:
        raise ApiError(ALREADY_HAS_THREAD)
    thread = begun(call, channel, body, next(iter(channel.allowed_thread_types), TEXT_CHANNEL))
    thread.id = message.id
    call.world.start_thread(thread, message)
    call.world.add_thread_members(thread, call.bot.id)
    return thread.to_api_json(call.world.people, call.bot.id)


def begun(call: Call, channel: Channel, body: dict[str, Any], kind: int) -> Channel:
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


def _announce(call: Call, channel: Channel, thread: Channel) -> None:
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


@route("GET", MEMBERS)
def members(call: Call) -> Answer:
    thread = _thread(call)
    return [thread.thread_member_json(user) for user in thread.joined_at_by_member]


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Answer:
    thread, user = _thread(call), call.path["user_id"]
    if user not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    guild = call.world.get_guild(thread.guild_id or "")
    whole = call.flag("with_member") and user in guild.members
    return thread.thread_member_json(user) | ({"member": call.world.member_to_api_json(guild, user)} if whole else {})


@route("PUT", MEMBERS + "/{user_id}")
def add_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if not thread.guild_id or user not in call.world.get_guild(thread.guild_id).members:
        raise ApiError(UNKNOWN_MEMBER)
    call.need(thread, thread.send_permission)
    if thread.type == PRIVATE_THREAD and not thread.invitable and thread.owner_id != call.bot.id:
        call.need(thread, "manage_threads")
    call.world.add_thread_members(thread, user)
    return None


@route("DELETE", MEMBERS + "/{user_id}")
def remove_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if user not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    if user != call.bot.id and not (thread.type == PRIVATE_THREAD and thread.owner_id == call.bot.id):
        call.need(thread, "manage_threads")
    call.world.remove_thread_member(thread, user)
    return None


@route("PUT", MEMBERS + "/@me")
def join(call: Call) -> Answer:
    call.world.add_thread_members(_active(call), call.bot.id)
    return None


@route("DELETE", MEMBERS + "/@me")
def leave(call: Call) -> Answer:
    call.world.remove_thread_member(_active(call), call.bot.id)
    return None


def _active(call: Call) -> Channel:
    """Nobody comes into an archived thread or goes out of it."""
    thread = _thread(call)
    if thread.archived:
        raise ApiError(ARCHIVED_THREAD)
    return thread


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if not channel.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    return channel
