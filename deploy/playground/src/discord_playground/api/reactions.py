"""Reactions to messages, as bots put and take them."""

from __future__ import annotations

from typing import Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api.messages import MESSAGE, public
from discord_playground.api_errors import ARCHIVED_THREAD, TOO_MANY_REACTIONS, UNKNOWN_EMOJI, ApiError
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.world.message import Message
from discord_playground.world.reaction import MAX_REACTION_KINDS, Reaction

ALL: Final = MESSAGE + "/reactions"
OF_EMOJI: Final = ALL + "/{emoji_name}"


@route("PUT", OF_EMOJI + "/@me")
def put(call: Call) -> Answer:
    message = _message(call)
    if call.world.get_channel(message.channel_id).archived:
        raise ApiError(ARCHIVED_THREAD)
    reaction = _there(call, message)
    if reaction is None:
        # Whoever joins in on what is there needs no leave.
        call.channel("add_reactions")
        reaction = _meant(call)
        if len(message.reactions) >= MAX_REACTION_KINDS:
            raise ApiError(TOO_MANY_REACTIONS)
    call.world.add_reaction(message, reaction, call.bot.id)
    return None


@route("DELETE", OF_EMOJI + "/@me")
def take(call: Call) -> Answer:
    return _take(call, call.bot.id)


@route("DELETE", OF_EMOJI + "/{user_id}")
def take_of_another(call: Call) -> Answer:
    if call.path["user_id"] != call.bot.id:
        call.channel("manage_messages")
    return _take(call, call.path["user_id"])


def _take(call: Call, user: str) -> Answer:
    message = _message(call)
    reaction = _there(call, message)
    if reaction is None:
        raise ApiError(UNKNOWN_EMOJI)
    call.world.remove_reaction(message, reaction, user)
    return None


@route("GET", OF_EMOJI)
def listed(call: Call) -> Answer:
    reaction = _there(call, _message(call))
    limit, after = call.number("limit", 25, 1, 100), call.snowflake("after") or 0
    users = sorted((one for one in (reaction.user_ids if reaction else ()) if int(one) > after), key=int)
    return [call.world.people[one].api_json for one in users[:limit]]


@route("DELETE", ALL)
def clear(call: Call) -> Answer:
    call.channel("manage_messages")
    call.world.clear_reactions(_message(call))
    return None


@route("DELETE", OF_EMOJI)
def clear_of_emoji(call: Call) -> Answer:
    call.channel("manage_messages")
    message = _message(call)
    reaction = _there(call, message)
    if reaction is None:
        raise ApiError(UNKNOWN_EMOJI)
    call.world.clear_reactions(message, reaction)
    return None


def _message(call: Call) -> Message:
    return public(call, call.channel("read_message_history"))


def _there(call: Call, message: Message) -> Reaction | None:
    meant = call.path["emoji_name"]
    name, _, key = meant.removeprefix("a:").rpartition(":")
    return next((one for one in message.reactions if one.url_key == meant or (name and one.emoji_id == key)), None)


def _meant(call: Call) -> Reaction:
    """A character, or one of the application's own as `name:id`."""
    meant = call.path["emoji_name"]
    if own := call.bot.emojis.get(meant.rpartition(":")[2]):
        return Reaction(own.name, own.id, own.animated)
    if not is_emoji(meant):
        raise ApiError(UNKNOWN_EMOJI)
    return Reaction(meant)
