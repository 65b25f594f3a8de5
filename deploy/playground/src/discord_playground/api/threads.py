"""Threads: how they begin, who is in them, which sleep."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api.channels import CHANNEL
from discord_playground.api.messages import public
from discord_playground.refusal import (
    ARCHIVED_THREAD,
    HAS_A_THREAD,
    UNKNOWN_MEMBER,
    WRONG_CHANNEL_TYPE,
    Refused,
)
from discord_playground.world.channel import PRIVATE_THREAD, TEXT, Channel
from discord_playground.world.message import THREAD_MADE, Message

MEMBERS: Final = CHANNEL + "/thread-members"


@route("POST", CHANNEL + "/threads", status=201)
def start_thread(call: Call) -> Answer:
    channel = call.channel()
    body = call.checked()
    kind = body.get("type") or PRIVATE_THREAD
    call.need(channel, "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads")
    thread = begun(call, channel, body, kind)
    call.world.start_thread(thread, None)
    call.world.join_thread(thread, call.bot.id)
    if kind != PRIVATE_THREAD:
        _announce(call, channel, thread)
    return thread.shape(call.world.people, call.bot.id)


@route("POST", CHANNEL + "/messages/{message_id}/threads", status=201)
def start_thread_at(call: Call) -> Answer:
    channel = call.channel("create_public_threads")
    message = public(call, channel)
    body = call.checked()
    if message.thread:
        raise Refused(HAS_A_THREAD)
    thread = begun(call, channel, body, next(iter(channel.threads), TEXT))
    thread.id = message.id
    call.world.start_thread(thread, message)
    call.world.join_thread(thread, call.bot.id)
    return thread.shape(call.world.people, call.bot.id)


def begun(call: Call, channel: Channel, body: dict[str, Any], kind: int) -> Channel:
    if kind not in channel.threads:
        raise Refused(WRONG_CHANNEL_TYPE)
    now = call.world.clock.now()
    return Channel(
        call.world.clock.snowflake(),
        kind,
        body["name"],
        channel.guild,
        channel.id,
        owner=call.bot.id,
        invitable=body.get("invitable") is not False,
        archive_after=body.get("auto_archive_duration") or 4320,
        slowmode=body.get("rate_limit_per_user") or 0,
        made=now,
        changed=now,
    )


def _announce(call: Call, channel: Channel, thread: Channel) -> None:
    """A thread that hangs on no message is told of in its channel."""
    world = call.world
    note = Message(world.clock.snowflake(), channel.id, channel.guild, call.bot.id, world.clock.now(), THREAD_MADE)
    note.content = thread.name
    note.reference = {"type": 0, "channel_id": thread.id, "message_id": "0", "guild_id": channel.guild}
    world.post(note)


@route("GET", MEMBERS)
def members(call: Call) -> Answer:
    thread = _thread(call)
    return [thread.membership(user) for user in thread.members]


@route("GET", MEMBERS + "/{user_id}")
def member(call: Call) -> Answer:
    thread, user = _thread(call), call.path["user_id"]
    if user not in thread.members:
        raise Refused(UNKNOWN_MEMBER)
    guild = call.world.guild(thread.guild or "")
    whole = call.flag("with_member") and user in guild.members
    return thread.membership(user) | ({"member": call.world.member(guild, user)} if whole else {})


@route("PUT", MEMBERS + "/{user_id}")
def add_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if not thread.guild or user not in call.world.guild(thread.guild).members:
        raise Refused(UNKNOWN_MEMBER)
    call.need(thread, thread.speech)
    if thread.type == PRIVATE_THREAD and not thread.invitable and thread.owner != call.bot.id:
        call.need(thread, "manage_threads")
    call.world.join_thread(thread, user)
    return None


@route("DELETE", MEMBERS + "/{user_id}")
def remove_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if user not in thread.members:
        raise Refused(UNKNOWN_MEMBER)
    if user != call.bot.id and not (thread.type == PRIVATE_THREAD and thread.owner == call.bot.id):
        call.need(thread, "manage_threads")
    call.world.leave_thread(thread, user)
    return None


@route("PUT", MEMBERS + "/@me")
def join(call: Call) -> Answer:
    call.world.join_thread(_active(call), call.bot.id)
    return None


@route("DELETE", MEMBERS + "/@me")
def leave(call: Call) -> Answer:
    call.world.leave_thread(_active(call), call.bot.id)
    return None


def _active(call: Call) -> Channel:
    """Nobody comes into an archived thread or goes out of it."""
    thread = _thread(call)
    if thread.archived:
        raise Refused(ARCHIVED_THREAD)
    return thread


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if not channel.thread:
        raise Refused(WRONG_CHANNEL_TYPE)
    return channel
