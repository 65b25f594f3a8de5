"""Routes for reactions."""

from __future__ import annotations

from typing import Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api.messages import MESSAGE_PATH, find_public_message
from discord_playground.api_errors import ARCHIVED_THREAD, TOO_MANY_REACTIONS, UNKNOWN_EMOJI, ApiError
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.world.message import Message
from discord_playground.world.reaction import MAX_REACTION_KINDS, Reaction

REACTIONS_PATH: Final = MESSAGE_PATH + "/reactions"
EMOJI_REACTIONS_PATH: Final = REACTIONS_PATH + "/{emoji_name}"


@route("PUT", EMOJI_REACTIONS_PATH + "/@me")
def add_reaction(call: ApiCall) -> ResponseBody:
    message = _find_message(call)
    if call.world.get_channel(message.channel_id).archived:
        raise ApiError(ARCHIVED_THREAD)
    reaction = _find_reaction(call, message)
    if reaction is None:
        # This permission is required only for the first reaction with an emoji.
        call.require_channel("add_reactions")
        reaction = _create_reaction(call)
        if len(message.reactions) >= MAX_REACTION_KINDS:
            raise ApiError(TOO_MANY_REACTIONS)
    call.world.add_reaction(message, reaction, call.bot.id)
    return None


@route("DELETE", EMOJI_REACTIONS_PATH + "/@me")
def remove_own_reaction(call: ApiCall) -> ResponseBody:
    return _remove_reaction(call, call.bot.id)


@route("DELETE", EMOJI_REACTIONS_PATH + "/{user_id}")
def remove_user_reaction(call: ApiCall) -> ResponseBody:
    if call.path_params["user_id"] != call.bot.id:
        call.require_channel("manage_messages")
    return _remove_reaction(call, call.path_params["user_id"])


def _remove_reaction(call: ApiCall, user_id: str) -> ResponseBody:
    message = _find_message(call)
    reaction = _find_reaction(call, message)
    if reaction is None:
        raise ApiError(UNKNOWN_EMOJI)
    call.world.remove_reaction(message, reaction, user_id)
    return None


@route("GET", EMOJI_REACTIONS_PATH)
def list_reaction_users(call: ApiCall) -> ResponseBody:
    reaction = _find_reaction(call, _find_message(call))
    limit, after = call.get_query_number("limit", 25, 1, 100), call.get_query_snowflake("after") or 0
    all_user_ids = reaction.user_ids if reaction else ()
    user_ids = sorted((user_id for user_id in all_user_ids if int(user_id) > after), key=int)
    return [call.world.people[user_id].api_json for user_id in user_ids[:limit]]


@route("DELETE", REACTIONS_PATH)
def clear_reactions(call: ApiCall) -> ResponseBody:
    call.require_channel("manage_messages")
    call.world.clear_reactions(_find_message(call))
    return None


@route("DELETE", EMOJI_REACTIONS_PATH)
def clear_emoji_reactions(call: ApiCall) -> ResponseBody:
    call.require_channel("manage_messages")
    message = _find_message(call)
    reaction = _find_reaction(call, message)
    if reaction is None:
        raise ApiError(UNKNOWN_EMOJI)
    call.world.clear_reactions(message, reaction)
    return None


def _find_message(call: ApiCall) -> Message:
    return find_public_message(call, call.require_channel("read_message_history"))


def _find_reaction(call: ApiCall, message: Message) -> Reaction | None:
    """Return the message's reaction with the emoji in the path, or None.

    The path contains a Unicode emoji, `name:id` or `a:name:id`.
    """
    path_key = call.path_params["emoji_name"]
    name, _, emoji_id = path_key.removeprefix("a:").rpartition(":")
    return next((it for it in message.reactions if it.url_key == path_key or (name and it.emoji_id == emoji_id)), None)


def _create_reaction(call: ApiCall) -> Reaction:
    """Return a new reaction with the emoji in the path: a Unicode emoji or one of the application's emoji."""
    path_key = call.path_params["emoji_name"]
    if emoji := call.bot.emojis.get(path_key.rpartition(":")[2]):
        return Reaction(emoji.name, emoji.id, emoji.animated)
    if not is_emoji(path_key):
        raise ApiError(UNKNOWN_EMOJI)
    return Reaction(path_key)
