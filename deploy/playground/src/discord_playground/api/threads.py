"""Routes for starting threads and managing their members."""

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
    thread_type = body.get("type") or PRIVATE_THREAD
    is_private = thread_type == PRIVATE_THREAD
    call.require_permissions(channel, "create_private_threads" if is_private else "create_public_threads")
    thread = _build_thread(call, channel, body, thread_type)
    call.world.start_thread(thread, None)
    if not is_private:
        _announce_thread(call, channel, thread)
    return thread.to_api_json(call.world.people, call.bot.id)


@route("POST", CHANNEL_PATH + "/messages/{message_id}/threads", success_status=201)
def start_thread_from_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel("create_public_threads")
    message = find_public_message(call, channel)
    body = call.validate_body()
    if message.thread_id:
        raise ApiError(ALREADY_HAS_THREAD)
    thread = _build_thread(call, channel, body, next(iter(channel.allowed_thread_types), TEXT_CHANNEL))
    call.world.start_thread(thread, message)
    return thread.to_api_json(call.world.people, call.bot.id)


def _build_thread(call: ApiCall, channel: Channel, body: dict[str, Any], thread_type: int) -> Channel:
    if thread_type not in channel.allowed_thread_types:
        raise ApiError(WRONG_CHANNEL_TYPE)
    thread = call.world.build_thread(channel, thread_type, body["name"], call.bot.id)
    thread.invitable = body.get("invitable") is not False
    thread.auto_archive_minutes = body.get("auto_archive_duration") or thread.auto_archive_minutes
    thread.slowmode_s = body.get("rate_limit_per_user") or 0
    return thread


def _announce_thread(call: ApiCall, channel: Channel, thread: Channel) -> None:
    """Post the system message about a thread that was started without a message."""
    world = call.world
    announcement = Message(
        world.clock.new_snowflake(),
        channel.id,
        channel.guild_id,
        call.bot.id,
        world.clock.now(),
        THREAD_CREATED_MESSAGE,
    )
    announcement.content = thread.name
    announcement.reference = {"type": 0, "channel_id": thread.id, "message_id": "0", "guild_id": channel.guild_id}
    world.post_message(announcement)


@route("GET", THREAD_MEMBERS_PATH)
def list_thread_members(call: ApiCall) -> ResponseBody:
    thread = _require_thread(call)
    return [thread.thread_member_json(user_id) for user_id in thread.joined_at_by_member]


@route("GET", THREAD_MEMBERS_PATH + "/{user_id}")
def get_thread_member(call: ApiCall) -> ResponseBody:
    thread, user_id = _require_thread(call), call.path_params["user_id"]
    if user_id not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    guild = call.world.get_guild(thread.guild_id or "")
    thread_member = thread.thread_member_json(user_id)
    if call.get_query_flag("with_member") and user_id in guild.members:
        thread_member |= {"member": call.world.member_to_api_json(guild, user_id)}
    return thread_member


@route("PUT", THREAD_MEMBERS_PATH + "/{user_id}")
def add_thread_member(call: ApiCall) -> ResponseBody:
    thread = _require_active_thread(call)
    user_id = call.path_params["user_id"]
    if not thread.guild_id or user_id not in call.world.get_guild(thread.guild_id).members:
        raise ApiError(UNKNOWN_MEMBER)
    call.require_permissions(thread, thread.send_permission)
    if thread.type == PRIVATE_THREAD and not thread.invitable and thread.owner_id != call.bot.id:
        call.require_permissions(thread, "manage_threads")
    call.world.add_thread_members(thread, user_id)
    return None


@route("DELETE", THREAD_MEMBERS_PATH + "/{user_id}")
def remove_thread_member(call: ApiCall) -> ResponseBody:
    thread = _require_active_thread(call)
    user_id = call.path_params["user_id"]
    if user_id not in thread.joined_at_by_member:
        raise ApiError(UNKNOWN_MEMBER)
    if user_id != call.bot.id and not (thread.type == PRIVATE_THREAD and thread.owner_id == call.bot.id):
        call.require_permissions(thread, "manage_threads")
    call.world.remove_thread_member(thread, user_id)
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
    """Return the thread in the path. Raises an error if the thread is archived."""
    thread = _require_thread(call)
    if thread.archived:
        raise ApiError(ARCHIVED_THREAD)
    return thread


def _require_thread(call: ApiCall) -> Channel:
    channel = call.require_channel()
    if not channel.is_thread:
        raise ApiError(WRONG_CHANNEL_TYPE)
    return channel
