"""Channels, threads, and the DMs that a bot opens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from deploy.playground.api.call import Answer, Call, route
from deploy.playground.api.messages import public
from deploy.playground.limits.shape import Moment
from deploy.playground.refusal import (
    ARCHIVED_THREAD,
    DM_CHANNEL,
    DMS_TOO_FAST,
    HAS_A_THREAD,
    INVALID_FORM,
    MISSING_PERMISSIONS,
    UNKNOWN_MEMBER,
    UNKNOWN_OVERWRITE,
    WRONG_CHANNEL_TYPE,
    Fault,
    Refused,
)
from deploy.playground.world.change import ChannelChanged
from deploy.playground.world.channel import (
    DM,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Overwrite,
    named,
)
from deploy.playground.world.guild import Guild
from deploy.playground.world.message import THREAD_MADE, Message
from deploy.playground.world.permissions import permissions

CHANNEL: Final = "/channels/{channel_id}"
NONE: Final[Mapping[str, Overwrite]] = {}
MEMBERS: Final = CHANNEL + "/thread-members"


@route("GET", CHANNEL)
def told(call: Call) -> Answer:
    return call.channel().shape(call.world.people, call.bot.id)


@route("PATCH", CHANNEL)
def change(call: Call) -> Answer:
    channel = call.channel()
    body = call.checked()
    if channel.type == DM:
        raise Refused(DM_CHANNEL)
    if channel.thread:
        _change_thread(call, channel, body)
    else:
        call.need(channel, "manage_channels")
        channel.name = named(channel.type, body.get("name") or channel.name)
        channel.topic = body.get("topic", channel.topic)
        channel.nsfw = body.get("nsfw", channel.nsfw) or False
        if "rate_limit_per_user" in body:
            channel.slowmode = body["rate_limit_per_user"] or 0
        if body.get("permission_overwrites") is not None:
            call.need(channel, "manage_roles")
            guild = call.world.guild(channel.guild or "")
            within(call, guild, body["permission_overwrites"], channel.overwrites)
            overwrite(channel, body["permission_overwrites"])
        if body.get("position") is not None:
            channel.position = body["position"]
        call.world.publish(ChannelChanged(channel))
    return channel.shape(call.world.people, call.bot.id)


def within(call: Call, guild: Guild, told: Sequence[Mapping[str, Any]], there: Mapping[str, Overwrite] = NONE) -> None:
    """Nobody gives or takes what they have not; what is `there` already may stay."""
    own = permissions(guild, None, call.bot.id)
    for one in told:
        fresh = _overwrite(one)
        if fresh != there.get(str(one["id"])) and (fresh.allow | fresh.deny) & ~own:
            raise Refused(MISSING_PERMISSIONS)


def _overwrite(told: Mapping[str, Any]) -> Overwrite:
    return Overwrite(told["type"] == 1, int(told.get("allow") or 0), int(told.get("deny") or 0))


def overwrite(channel: Channel, told: Sequence[Mapping[str, Any]]) -> None:
    """In the place of all that were there."""
    channel.overwrites = {str(one["id"]): _overwrite(one) for one in told}


@route("PUT", CHANNEL + "/permissions/{overwrite_id}")
def permit(call: Call) -> Answer:
    channel, body, whose = call.channel("manage_roles"), call.checked(), call.path["overwrite_id"]
    if channel.thread or channel.private:
        raise Refused(WRONG_CHANNEL_TYPE)
    within(call, call.world.guild(channel.guild or ""), [body | {"id": whose}], channel.overwrites)
    channel.overwrites[whose] = _overwrite(body)
    call.world.publish(ChannelChanged(channel))
    return None


@route("DELETE", CHANNEL + "/permissions/{overwrite_id}")
def leave_as_it_was(call: Call) -> Answer:
    channel = call.channel("manage_roles")
    if channel.overwrites.pop(call.path["overwrite_id"], None) is None:
        raise Refused(UNKNOWN_OVERWRITE)
    call.world.publish(ChannelChanged(channel))
    return None


def _change_thread(call: Call, thread: Channel, body: dict[str, Any]) -> None:
    """Whoever may speak in a thread may open it again; the rest is its owner's, and the moderators'."""
    governs = body.keys() - {"archived"} or body.get("archived")
    if body.keys() & {"locked", "rate_limit_per_user"} or (governs and thread.owner != call.bot.id):
        call.need(thread, "manage_threads")
    if thread.archived and body.get("archived") is False:
        call.need(thread, "manage_threads" if thread.locked else "send_messages_in_threads")
    thread.name = body.get("name") or thread.name
    thread.locked = body.get("locked", thread.locked) or False
    thread.invitable = body.get("invitable", thread.invitable) is not False
    thread.archive_after = body.get("auto_archive_duration") or thread.archive_after
    if "rate_limit_per_user" in body:
        thread.slowmode = body["rate_limit_per_user"] or 0
    call.world.archive(thread, bool(body.get("archived", thread.archived)))


@route("DELETE", CHANNEL)
def remove(call: Call) -> Answer:
    channel = call.channel()
    if channel.type == DM:
        # Closing a DM only puts it away; what was said stays.
        channel.opened = [one for one in channel.opened if one != call.bot.id]
        return channel.shape(call.world.people, call.bot.id)
    call.need(channel, "manage_threads" if channel.thread else "manage_channels")
    shape = channel.shape(call.world.people, call.bot.id)
    call.world.remove(channel)
    return shape


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Answer:
    body = call.checked()
    other = call.world.person(str(body["recipient_id"]))
    if other.id == call.bot.id or other.bot:
        fault = Fault(("recipient_id",), "CHANNEL_RECIPIENT_INVALID", "Cannot send messages to this user")
        raise Refused(INVALID_FORM, [fault])
    known = any(it.type == DM and {call.bot.id, other.id} == set(it.recipients) for it in call.world.channels.values())
    if not known and not call.playground.dms_opened.allow(call.bot.id):
        raise Refused(DMS_TOO_FAST)
    return call.world.dm(call.bot.id, other.id).shape(call.world.people, call.bot.id)


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
    whole = call.query.get("with_member", "").lower() in {"1", "true"} and user in guild.members
    return thread.membership(user) | ({"member": call.world.member(guild, user)} if whole else {})


@route("GET", CHANNEL + "/threads/archived/public")
def archived(call: Call) -> Answer:
    return _asleep(call, call.channel("read_message_history"), (NEWS_THREAD, PUBLIC_THREAD))


@route("GET", CHANNEL + "/threads/archived/private")
def archived_in_private(call: Call) -> Answer:
    return _asleep(call, call.channel("read_message_history", "manage_threads"), (PRIVATE_THREAD,))


def _asleep(call: Call, channel: Channel, kinds: Collection[int]) -> Answer:
    """The latest first; the next page begins before the last of this one."""
    limit, before = call.number("limit", 50, 2, 100), call.query.get("before")
    there = [it for it in call.world.channels.values() if it.parent == channel.id and it.archived and it.type in kinds]
    if before is not None:
        if faults := [*Moment().faults(before, ("before",))]:
            raise Refused(INVALID_FORM, faults)
        there = [it for it in there if it.changed < datetime.fromisoformat(before).timestamp()]
    there.sort(key=lambda it: it.changed, reverse=True)
    page = there[:limit]
    return {
        "threads": [thread.shape(call.world.people, call.bot.id) for thread in page],
        "members": [it.membership(call.bot.id) for it in page if call.bot.id in it.members],
        "has_more": len(there) > limit,
    }


@route("PUT", MEMBERS + "/{user_id}")
def add_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if not thread.guild or user not in call.world.guild(thread.guild).members:
        raise Refused(UNKNOWN_MEMBER)
    call.need(thread, "send_messages_in_threads")
    call.world.join_thread(thread, user)
    return None


@route("DELETE", MEMBERS + "/{user_id}")
def remove_member(call: Call) -> Answer:
    thread = _active(call)
    user = call.path["user_id"]
    if user not in thread.members:
        raise Refused(UNKNOWN_MEMBER)
    if user != call.bot.id:
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
