"""Channels, and the DMs that a bot opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.refusal import (
    DM_CHANNEL,
    DMS_TOO_FAST,
    INVALID_FORM,
    MISSING_PERMISSIONS,
    UNKNOWN_OVERWRITE,
    WRONG_CHANNEL_TYPE,
    Fault,
    Refused,
)
from discord_playground.world.change import ChannelChanged
from discord_playground.world.channel import DM, Channel, Overwrite, named
from discord_playground.world.guild import Guild
from discord_playground.world.permissions import permissions

CHANNEL: Final = "/channels/{channel_id}"
NONE: Final[Mapping[str, Overwrite]] = {}


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
        if body.get("permission_overwrites") is not None:
            call.need(channel, "manage_roles")
            guild = call.world.guild(channel.guild or "")
            within(call, guild, body["permission_overwrites"], channel.overwrites)
        channel.name = named(channel.type, body.get("name") or channel.name)
        channel.topic = body.get("topic", channel.topic)
        channel.nsfw = body.get("nsfw", channel.nsfw) or False
        if "rate_limit_per_user" in body:
            channel.slowmode = body["rate_limit_per_user"] or 0
        if body.get("permission_overwrites") is not None:
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
    """What else it is than closed or open is its owner's, and the moderators'."""
    if body.keys() & {"locked", "rate_limit_per_user"} or (body.keys() - {"archived"} and thread.owner != call.bot.id):
        call.need(thread, "manage_threads")
    archived = bool(body.get("archived", thread.archived))
    if "archived" in body and not call.world.may_archive(call.bot.id, thread, archived):
        raise Refused(MISSING_PERMISSIONS)
    thread.name = body.get("name") or thread.name
    thread.locked = body.get("locked", thread.locked) or False
    thread.invitable = body.get("invitable", thread.invitable) is not False
    if body.get("auto_archive_duration"):
        thread.archive_after, thread.changed = body["auto_archive_duration"], call.world.clock.now()
        call.world.falls_asleep(thread)
    if "rate_limit_per_user" in body:
        thread.slowmode = body["rate_limit_per_user"] or 0
    call.world.archive(thread, archived)


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
    if not known and not call.playground.dms_opened.spend(call.bot.id):
        raise Refused(DMS_TOO_FAST)
    return call.world.dm(call.bot.id, other.id).shape(call.world.people, call.bot.id)
