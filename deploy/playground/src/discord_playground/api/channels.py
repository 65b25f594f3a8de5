"""Routes for channels, permission overwrites and opening DMs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api_errors import (
    INVALID_FORM,
    MISSING_PERMISSIONS,
    NOT_ALLOWED_IN_DM,
    OPENING_DMS_TOO_FAST,
    UNKNOWN_OVERWRITE,
    WRONG_CHANNEL_TYPE,
    ApiError,
    FieldError,
)
from discord_playground.world.change import ChannelUpdated
from discord_playground.world.channel import DM_CHANNEL, Channel, PermissionOverwrite, normalize_channel_name
from discord_playground.world.guild import Guild
from discord_playground.world.permissions import compute_permissions

CHANNEL_PATH: Final = "/channels/{channel_id}"


@route("GET", CHANNEL_PATH)
def get_channel(call: ApiCall) -> ResponseBody:
    return call.require_channel().to_api_json(call.world.people, call.bot.id)


@route("PATCH", CHANNEL_PATH)
def edit_channel(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    body = call.validate_body()
    if channel.type == DM_CHANNEL:
        raise ApiError(NOT_ALLOWED_IN_DM)
    if channel.is_thread:
        _edit_thread(call, channel, body)
    else:
        call.require_permissions(channel, "manage_channels")
        if body.get("permission_overwrites") is not None:
            call.require_permissions(channel, "manage_roles")
            guild = call.world.get_guild(channel.guild_id or "")
            check_overwrites(call, guild, body["permission_overwrites"], channel.overwrites)
        channel.name = normalize_channel_name(channel.type, body.get("name") or channel.name)
        channel.topic = body.get("topic", channel.topic)
        channel.nsfw = body.get("nsfw", channel.nsfw) or False
        if "rate_limit_per_user" in body:
            channel.slowmode_s = body["rate_limit_per_user"] or 0
        if body.get("permission_overwrites") is not None:
            replace_overwrites(channel, body["permission_overwrites"])
        if body.get("position") is not None:
            channel.position = body["position"]
        call.world.publish_change(ChannelUpdated(channel))
    return channel.to_api_json(call.world.people, call.bot.id)


def check_overwrites(
    call: ApiCall,
    guild: Guild,
    overwrites: Sequence[Mapping[str, Any]],
    existing: Mapping[str, PermissionOverwrite],
) -> None:
    """Raise an error if a new or changed overwrite allows or denies a permission that the bot itself lacks."""
    own_bits = compute_permissions(guild, None, call.bot.id)
    for data in overwrites:
        overwrite = _parse_overwrite(data)
        is_changed = overwrite != existing.get(str(data["id"]))
        if is_changed and (overwrite.allowed_bits | overwrite.denied_bits) & ~own_bits:
            raise ApiError(MISSING_PERMISSIONS)


def _parse_overwrite(data: Mapping[str, Any]) -> PermissionOverwrite:
    return PermissionOverwrite(data["type"] == 1, int(data.get("allow") or 0), int(data.get("deny") or 0))


def replace_overwrites(channel: Channel, overwrites: Sequence[Mapping[str, Any]]) -> None:
    channel.overwrites = {str(data["id"]): _parse_overwrite(data) for data in overwrites}


@route("PUT", CHANNEL_PATH + "/permissions/{overwrite_id}")
def put_overwrite(call: ApiCall) -> ResponseBody:
    channel, body = call.require_channel("manage_roles"), call.validate_body()
    target_id = call.path_params["overwrite_id"]
    if channel.is_thread or channel.is_private:
        raise ApiError(WRONG_CHANNEL_TYPE)
    guild = call.world.get_guild(channel.guild_id or "")
    check_overwrites(call, guild, [body | {"id": target_id}], channel.overwrites)
    channel.overwrites[target_id] = _parse_overwrite(body)
    call.world.publish_change(ChannelUpdated(channel))
    return None


@route("DELETE", CHANNEL_PATH + "/permissions/{overwrite_id}")
def delete_overwrite(call: ApiCall) -> ResponseBody:
    channel = call.require_channel("manage_roles")
    if channel.overwrites.pop(call.path_params["overwrite_id"], None) is None:
        raise ApiError(UNKNOWN_OVERWRITE)
    call.world.publish_change(ChannelUpdated(channel))
    return None


def _edit_thread(call: ApiCall, thread: Channel, body: dict[str, Any]) -> None:
    """Edit a thread.

    Only moderators may change `locked` and the slow mode. Other fields except `archived` may also be changed by
    the thread's owner.
    """
    changes_moderated_field = bool(body.keys() & {"locked", "rate_limit_per_user"})
    if changes_moderated_field or (body.keys() - {"archived"} and thread.owner_id != call.bot.id):
        call.require_permissions(thread, "manage_threads")
    archived = bool(body.get("archived", thread.archived))
    if "archived" in body and not call.world.can_set_archived(call.bot.id, thread, archived):
        raise ApiError(MISSING_PERMISSIONS)
    thread.name = body.get("name") or thread.name
    thread.locked = body.get("locked", thread.locked) or False
    thread.invitable = body.get("invitable", thread.invitable) is not False
    if body.get("auto_archive_duration"):
        thread.auto_archive_minutes, thread.archive_changed_at = body["auto_archive_duration"], call.world.clock.now()
        call.world.archive_when_inactive(thread)
    if "rate_limit_per_user" in body:
        thread.slowmode_s = body["rate_limit_per_user"] or 0
    call.world.set_archived(thread, archived)


@route("DELETE", CHANNEL_PATH)
def delete_channel(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    if channel.type == DM_CHANNEL:
        # Closing a DM only removes it from the bot's list. Its messages remain.
        channel.opened_by_user_ids = [user_id for user_id in channel.opened_by_user_ids if user_id != call.bot.id]
        return channel.to_api_json(call.world.people, call.bot.id)
    call.require_permissions(channel, "manage_threads" if channel.is_thread else "manage_channels")
    deleted = channel.to_api_json(call.world.people, call.bot.id)
    call.world.delete_channel(channel)
    return deleted


@route("POST", "/users/@me/channels")
def open_dm(call: ApiCall) -> ResponseBody:
    body = call.validate_body()
    other = call.world.get_person(str(body["recipient_id"]))
    if other.id == call.bot.id or other.is_bot:
        error = FieldError(("recipient_id",), "CHANNEL_RECIPIENT_INVALID", "Cannot send messages to this user")
        raise ApiError(INVALID_FORM, [error])
    is_new = call.world.find_dm(call.bot.id, other.id) is None
    if is_new and not call.playground.new_dm_quota.try_spend(call.bot.id):
        raise ApiError(OPENING_DMS_TOO_FAST)
    return call.world.get_or_create_dm(call.bot.id, other.id).to_api_json(call.world.people, call.bot.id)
