"""Routes for responses to interactions: the first response and, for 15 minutes, follow-up messages and edits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api.message_builder import build_message, limit_to_user_mentions, update_message
from discord_playground.api.messages import render_with_all_attachments
from discord_playground.api_errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from discord_playground.limits import callback
from discord_playground.world.change import InteractionFinished
from discord_playground.world.channel import Channel
from discord_playground.world.component import ResolvedMedia, complete_components
from discord_playground.world.interaction import (
    ANSWERED_STATE,
    APPLICATION_COMMAND,
    FAILED_STATE,
    MAX_USER_INSTALL_FOLLOW_UPS,
    MESSAGE_COMMAND,
    MESSAGE_COMPONENT,
    MODAL_SUBMIT,
    SLASH_COMMAND,
    TOKEN_LIFETIME_S,
    WAITING_STATE,
    Interaction,
    OpenModal,
)
from discord_playground.world.message import COMMAND_MESSAGE, CONTEXT_MENU_MESSAGE, EPHEMERAL, LOADING, Message

UPDATE_CALLBACKS: Final = (callback.DEFERRED_UPDATE, callback.UPDATE_MESSAGE)

FOLLOW_UPS_PATH: Final = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL_RESPONSE_PATH: Final = FOLLOW_UPS_PATH + "/messages/@original"
FOLLOW_UP_PATH: Final = FOLLOW_UPS_PATH + "/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", is_token_in_path=True)
def create_interaction_response(call: ApiCall) -> ResponseBody:
    world = call.world
    interaction = world.interactions.get(call.path_params["interaction_token"])
    if interaction is None or interaction.id != call.path_params["interaction_id"] or interaction.state == FAILED_STATE:
        raise ApiError(UNKNOWN_INTERACTION)
    if interaction.state == ANSWERED_STATE:
        raise ApiError(ALREADY_ACKNOWLEDGED)
    source = _find_component_message(call, interaction)
    on_message = interaction.message_id is not None
    if on_message and source is None and isinstance(call.body, dict) and call.body.get("type") in UPDATE_CALLBACKS:
        raise ApiError(UNKNOWN_MESSAGE)
    new_message = call.body.get("data") if isinstance(call.body, dict) else None
    call.playground.body_validator.validate_callback(
        call.body,
        call.uploads,
        interaction_type=interaction.type,
        on_message=on_message,
        previous=render_with_all_attachments(call, source) if source else None,
        allowed_emoji_ids=call.get_usable_emoji_ids(new_message, ("data",)),
        focused_option_type=interaction.focused_option_type,
    )
    callback_type, data = int(call.body["type"]), call.body.get("data") or {}
    call.reject_unsupported(data, ("data",))
    message = _apply_callback(call, interaction, source, callback_type, data)
    interaction.callback_type = callback_type
    interaction.state = ANSWERED_STATE
    interaction.response_time_s = world.clock.now() - interaction.created_at
    interaction.finished_event.set()
    world.publish_change(InteractionFinished(interaction))
    return _render_callback_response(call, interaction, callback_type, message)


def _apply_callback(
    call: ApiCall, interaction: Interaction, source: Message | None, callback_type: int, data: Mapping[str, Any]
) -> Message | None:
    """Apply a bot's first response and return the message that it created or updated, if any.

    `source` is the message whose component was used.
    """
    world = call.world
    match callback_type:
        case callback.NEW_MESSAGE | callback.DEFERRED_MESSAGE:
            message = _build_reply(call, interaction, data, source)
            if callback_type == callback.DEFERRED_MESSAGE:
                message.flags = message.flags & EPHEMERAL | LOADING
                interaction.is_deferred = True
            _record_owned_message(interaction, message, original=True)
            world.post_message(message)
            return message
        case callback.UPDATE_MESSAGE | callback.DEFERRED_UPDATE:
            if source is None:
                # A command opened the modal, so there is no message to update.
                return None
            _record_owned_message(interaction, source, original=True)
            if callback_type == callback.UPDATE_MESSAGE:
                _edit_message(call, source, data)
            return source
        case callback.AUTOCOMPLETE_RESULT:
            interaction.autocomplete_choices = list(data.get("choices") or [])
        case callback.MODAL_CALLBACK:
            components = complete_components(data["components"], _reject_media, world.bots[interaction.bot_id].emojis)
            modal = OpenModal(world.clock.new_snowflake(), interaction, data["title"], data["custom_id"], components)
            world.set_open_modal(interaction.user_id, modal)
    return None


def _reject_media(media: Mapping[str, Any]) -> ResolvedMedia:
    raise AssertionError(f"modals contain no media: {media}")


def _render_callback_response(
    call: ApiCall, interaction: Interaction, callback_type: int, message: Message | None
) -> ResponseBody:
    if not call.get_query_flag("with_response"):
        return None
    rendered: dict[str, Any] = {"id": interaction.id, "type": interaction.type, "channel_id": interaction.channel_id}
    resource: dict[str, Any] = {"type": callback_type}
    if interaction.guild_id:
        rendered["guild_id"] = interaction.guild_id
    if message:
        rendered["response_message_id"] = message.id
        rendered["response_message_loading"] = bool(message.flags & LOADING)
        rendered["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        resource["message"] = call.world.message_to_api_json(message)
    return {"interaction": rendered, "resource": resource}


@route("POST", FOLLOW_UPS_PATH, is_token_in_path=True)
def create_follow_up(call: ApiCall) -> ResponseBody:
    interaction = _find_interaction_by_token(call)
    if interaction.is_user_install_only and interaction.follow_up_count >= MAX_USER_INSTALL_FOLLOW_UPS:
        raise ApiError(TOO_MANY_FOLLOW_UPS)
    original = call.world.messages.get(interaction.channel_id, {}).get(interaction.original_message_id or "")
    if interaction.is_deferred and original:
        # The first follow-up replaces the "thinking" message, and the follow-up's ephemeral flag is ignored.
        body = call.validate_message(previous=render_with_all_attachments(call, original))
        interaction.is_deferred = False
        interaction.follow_up_count += 1
        _edit_message(call, original, {"content": "", "embeds": [], "components": []} | body)
        return call.world.message_to_api_json(original)
    body = call.validate_message()
    message = _build_reply(call, interaction, body, original)
    if interaction.original_message_id:
        message.interaction_metadata = interaction.metadata | {
            "original_response_message_id": interaction.original_message_id
        }
    _record_owned_message(interaction, message)
    interaction.follow_up_count += 1
    call.world.post_message(message)
    return call.world.message_to_api_json(message)


@route("GET", ORIGINAL_RESPONSE_PATH, is_token_in_path=True)
@route("GET", FOLLOW_UP_PATH, is_token_in_path=True)
def get_response_message(call: ApiCall) -> ResponseBody:
    return call.world.message_to_api_json(_find_owned_message(call, _find_interaction_by_token(call)))


@route("PATCH", ORIGINAL_RESPONSE_PATH, is_token_in_path=True)
@route("PATCH", FOLLOW_UP_PATH, is_token_in_path=True)
def edit_response_message(call: ApiCall) -> ResponseBody:
    interaction = _find_interaction_by_token(call)
    message = _find_owned_message(call, interaction)
    body = call.validate_message(previous=render_with_all_attachments(call, message))
    if message.id == interaction.original_message_id:
        interaction.is_deferred = False
    _edit_message(call, message, body)
    return call.world.message_to_api_json(message)


@route("DELETE", ORIGINAL_RESPONSE_PATH, is_token_in_path=True)
@route("DELETE", FOLLOW_UP_PATH, is_token_in_path=True)
def delete_response_message(call: ApiCall) -> ResponseBody:
    message = _find_owned_message(call, _find_interaction_by_token(call))
    call.world.delete_messages(call.world.get_channel(message.channel_id), message)
    return None


def _build_reply(call: ApiCall, interaction: Interaction, body: Mapping[str, Any], quoted: Message | None) -> Message:
    """Build a message that responds to an interaction.

    The message is a reply to `quoted` or, if that is None, to the target of a message command.
    """
    channel = call.world.get_channel(interaction.channel_id)
    if _must_be_ephemeral(call, interaction, channel):
        body = {**body, "flags": (body.get("flags") or 0) | EPHEMERAL}
    message = build_message(
        call.world,
        call.playground.cdn,
        channel,
        interaction.bot_id,
        limit_to_user_mentions(body),
        call.files,
        quoted or _find_command_target(call, interaction),
    )
    if quoted is None and interaction.root_type == APPLICATION_COMMAND:
        is_slash_command = interaction.data.get("type", SLASH_COMMAND) == SLASH_COMMAND
        message.type = COMMAND_MESSAGE if is_slash_command else CONTEXT_MENU_MESSAGE
    message.application_id = interaction.bot_id
    message.interaction_metadata = interaction.metadata
    message.ephemeral_user_id = interaction.user_id if message.flags & EPHEMERAL else None
    return message


def _find_command_target(call: ApiCall, interaction: Interaction) -> Message | None:
    """Return the message that a message command was used on, or None for other interactions."""
    if interaction.type != APPLICATION_COMMAND or interaction.data.get("type") != MESSAGE_COMMAND:
        return None
    return call.world.messages.get(interaction.channel_id, {}).get(str(interaction.data.get("target_id")))


def _must_be_ephemeral(call: ApiCall, interaction: Interaction, channel: Channel) -> bool:
    """Return whether the response must be ephemeral.

    In a server, apps that only the user installed may post publicly only if the user has permission to do so.
    """
    if not interaction.is_user_install_only or channel.guild_id is None:
        return False
    required_permissions = ("use_external_apps", channel.send_permission)
    return not all(call.world.has_permission(interaction.user_id, channel, name) for name in required_permissions)


def _find_component_message(call: ApiCall, interaction: Interaction) -> Message | None:
    """Return the message whose component was used. Return None if no component was used or the message was deleted."""
    if interaction.type not in {MESSAGE_COMPONENT, MODAL_SUBMIT}:
        return None
    return call.world.messages.get(interaction.channel_id, {}).get(interaction.message_id or "")


def _record_owned_message(interaction: Interaction, message: Message, *, original: bool = False) -> None:
    interaction.editable_message_ids.add(message.id)
    if original:
        interaction.original_message_id = message.id


def _edit_message(call: ApiCall, message: Message, body: Mapping[str, Any]) -> None:
    is_placeholder = message.flags & LOADING
    message.flags &= ~LOADING
    update_message(call.world, call.playground.cdn, message, limit_to_user_mentions(body), call.files)
    if not is_placeholder:
        message.edited_at = call.world.clock.now()
    call.world.publish_edit(message)


def _find_interaction_by_token(call: ApiCall) -> Interaction:
    interaction = call.world.interactions.get(call.path_params["webhook_token"])
    if interaction is None or call.world.clock.now() - interaction.created_at > TOKEN_LIFETIME_S:
        raise ApiError(INVALID_WEBHOOK_TOKEN)
    if interaction.state in {WAITING_STATE, FAILED_STATE} or interaction.bot_id != call.path_params["webhook_id"]:
        raise ApiError(UNKNOWN_WEBHOOK)
    return interaction


def _find_owned_message(call: ApiCall, interaction: Interaction) -> Message:
    message_id = call.path_params.get("message_id", interaction.original_message_id)
    if message_id not in interaction.editable_message_ids:
        raise ApiError(UNKNOWN_MESSAGE)
    return call.world.get_message(interaction.channel_id, message_id)
