"""Routes for sending, reading, editing and deleting messages with a bot's own token."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api.message_builder import build_message, update_message
from discord_playground.api_errors import (
    ARCHIVED_THREAD,
    CANNOT_READ_HISTORY,
    DMS_CLOSED,
    INVALID_FORM,
    LOCKED_THREAD,
    NOT_THE_AUTHOR,
    SYSTEM_MESSAGE,
    TOO_MANY_OLD_EDITS,
    TOO_OLD_TO_BULK_DELETE,
    UNKNOWN_MESSAGE,
    ApiError,
    FieldError,
)
from discord_playground.limits import field_errors
from discord_playground.world.change import TypingStarted
from discord_playground.world.channel import DM_CHANNEL, Channel
from discord_playground.world.message import EDITABLE_TYPES, Message, hide_content

MESSAGES_PATH: Final = "/channels/{channel_id}/messages"
MESSAGE_PATH: Final = MESSAGES_PATH + "/{message_id}"
OLD_MESSAGE_AGE_S: Final = 3600.0
MAX_EDITS_OF_OLD_MESSAGE: Final = 3
"""Number of edits allowed once a message is an hour old. Discord's real limit is not documented."""
NONCE_LIFETIME_S: Final = 300.0
BULK_DELETE_MAX_AGE_S: Final = 14 * 86400.0


@route("GET", MESSAGES_PATH)
def list_messages(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    limit = call.get_query_number("limit", 50, 1, 100)
    if not call.world.has_permission(call.bot.id, channel, "read_message_history"):
        return []
    messages = [it for it in call.world.messages[channel.id].values() if it.ephemeral_user_id is None]
    if (before := call.get_query_snowflake("before")) is not None:
        messages = [it for it in messages if int(it.id) < before]
    if (after := call.get_query_snowflake("after")) is not None:
        page = [it for it in messages if int(it.id) > after][:limit]
    elif (around := call.get_query_snowflake("around")) is not None:
        older = [it for it in messages if int(it.id) < around]
        page = older[max(0, len(older) - limit // 2) :]
        page += [it for it in messages if int(it.id) >= around][: limit - limit // 2]
    else:
        page = messages[-limit:]
    return [_render_for_bot(call, message) for message in reversed(page)]


@route("GET", MESSAGE_PATH)
def get_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel("read_message_history")
    return _render_for_bot(call, find_public_message(call, channel))


@route("POST", MESSAGES_PATH)
def create_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel(_get_send_permission(call))
    if channel.type == DM_CHANNEL:
        _check_dm_is_open(call, channel)
    _check_not_locked(call, channel)
    body = call.validate_message()
    if call.files:
        call.require_permissions(channel, "attach_files")
    if body.get("embeds"):
        call.require_permissions(channel, "embed_links")
    if body.get("tts"):
        call.require_permissions(channel, "send_tts_messages")
    can_read_history = call.world.has_permission(call.bot.id, channel, "read_message_history")
    if body.get("message_reference") and not can_read_history:
        raise ApiError(CANNOT_READ_HISTORY)
    if body.get("enforce_nonce") and (existing := _find_message_by_nonce(call, channel, body.get("nonce"))):
        return call.world.message_to_api_json(existing)
    quoted = _find_quoted_message(call, channel, body.get("message_reference"))
    if channel.archived:
        call.world.set_archived(channel, False)
    message = build_message(call.world, call.playground.cdn, channel, call.bot.id, body, call.files, quoted)
    if channel.is_thread:
        call.world.add_thread_members(channel, call.bot.id)
    call.world.post_message(message)
    return call.world.message_to_api_json(message)


@route("PATCH", MESSAGE_PATH)
def edit_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    message = find_public_message(call, channel)
    if message.author_id != call.bot.id:
        if not isinstance(call.body, dict) or call.body.keys() != {"flags"}:
            raise ApiError(NOT_THE_AUTHOR)
        call.require_permissions(channel, "manage_messages")
    if message.type not in EDITABLE_TYPES:
        raise ApiError(SYSTEM_MESSAGE)
    if channel.archived:
        raise ApiError(ARCHIVED_THREAD)
    _check_not_locked(call, channel)
    body = call.validate_message(previous=render_with_all_attachments(call, message))
    if call.world.clock.now() - message.sent_at > OLD_MESSAGE_AGE_S:
        message.late_edit_count += 1
        if message.late_edit_count > MAX_EDITS_OF_OLD_MESSAGE:
            raise ApiError(TOO_MANY_OLD_EDITS)
    update_message(call.world, call.playground.cdn, message, body, call.files)
    if body.keys() != {"flags"}:
        message.edited_at = call.world.clock.now()
    call.world.publish_edit(message)
    return call.world.message_to_api_json(message)


@route("DELETE", MESSAGE_PATH)
def delete_message(call: ApiCall) -> ResponseBody:
    channel = call.require_channel()
    message = find_public_message(call, channel)
    if message.author_id != call.bot.id:
        call.require_permissions(channel, "manage_messages")
    call.world.delete_messages(channel, message)
    return None


@route("POST", MESSAGES_PATH + "/bulk-delete")
def bulk_delete_messages(call: ApiCall) -> ResponseBody:
    channel = call.require_channel("manage_messages")
    ids = [str(message_id) for message_id in call.validate_body()["messages"]]
    if len({*ids}) < len(ids):
        raise ApiError(INVALID_FORM, [field_errors.duplicate_value(("messages",))])
    existing = call.world.messages[channel.id]
    messages = [existing[it] for it in ids if it in existing and existing[it].ephemeral_user_id is None]
    if any(message.sent_at < call.world.clock.now() - BULK_DELETE_MAX_AGE_S for message in messages):
        raise ApiError(TOO_OLD_TO_BULK_DELETE)
    call.world.delete_messages(channel, *messages)
    return None


@route("POST", "/channels/{channel_id}/typing")
def trigger_typing(call: ApiCall) -> ResponseBody:
    channel = call.require_channel(_get_send_permission(call))
    call.world.publish_change(TypingStarted(channel, call.bot.id))
    return None


def _check_not_locked(call: ApiCall, channel: Channel) -> None:
    """Raise an error if the channel is a locked thread in which the bot may not post."""
    if channel.locked and channel.archived:
        raise ApiError(ARCHIVED_THREAD)
    if call.world.is_locked_for(call.bot.id, channel):
        raise ApiError(LOCKED_THREAD)


def find_public_message(call: ApiCall, channel: Channel) -> Message:
    """Return the message in the path. Ephemeral messages cannot be found with a bot's own token."""
    message = call.world.get_message(channel.id, call.path_params["message_id"])
    if message.ephemeral_user_id is not None:
        raise ApiError(UNKNOWN_MESSAGE)
    return message


def render_with_all_attachments(call: ApiCall, message: Message) -> dict[str, Any]:
    """Return a message as JSON with all its attachments, which the validation of an edit needs.

    Other JSON omits attachments that are shown in components or embeds.
    """
    return call.world.message_to_api_json(message) | {"attachments": list(message.attachments.values())}


def _render_for_bot(call: ApiCall, message: Message) -> dict[str, Any]:
    """Return a message as JSON, without its content if the bot lacks the message content intent."""
    rendered = call.world.message_to_api_json(message, call.bot.id)
    is_dm = call.world.channels[message.channel_id].is_private
    return rendered if call.bot.has_privileged_intents or is_dm else hide_content(rendered, call.bot.id)


def _get_send_permission(call: ApiCall) -> str:
    """Return the name of the permission that is required to send messages to the channel in the path."""
    return call.world.get_channel(call.path_params["channel_id"]).send_permission


def _check_dm_is_open(call: ApiCall, channel: Channel) -> None:
    other_id = next(user_id for user_id in channel.recipient_ids if user_id != call.bot.id)
    share_server = any({other_id, call.bot.id} <= guild.members.keys() for guild in call.world.guilds.values())
    if not (call.world.people[other_id].accepts_dms and share_server):
        raise ApiError(DMS_CLOSED)


def _find_message_by_nonce(call: ApiCall, channel: Channel, nonce: str | int | None) -> Message | None:
    """Return the bot's recent message with this nonce, or None. Bots repeat a nonce when they retry a request."""
    since = call.world.clock.now() - NONCE_LIFETIME_S
    for message in reversed(call.world.messages[channel.id].values()):
        if message.sent_at < since:
            return None
        if nonce is not None and message.nonce == nonce and message.author_id == call.bot.id:
            return message
    return None


def _find_quoted_message(call: ApiCall, channel: Channel, reference: dict[str, Any] | None) -> Message | None:
    if not reference:
        return None
    quoted = call.world.messages[channel.id].get(str(reference["message_id"]))
    if quoted and quoted.ephemeral_user_id is None:
        if quoted.type not in EDITABLE_TYPES:
            message = "Cannot reply to a system message"
            raise ApiError(
                INVALID_FORM, [FieldError(("message_reference",), "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", message)]
            )
        return quoted
    if reference.get("fail_if_not_exists", True):
        raise ApiError(INVALID_FORM, [FieldError(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
    return None
