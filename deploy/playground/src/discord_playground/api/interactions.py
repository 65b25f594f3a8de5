"""Answers to interactions: the callback, and what the interaction's token may do for a quarter of an hour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api.compose import amend, by_token, composed
from discord_playground.api.messages import whole
from discord_playground.limits import callback
from discord_playground.limits.command import MESSAGE as ON_MESSAGE
from discord_playground.limits.command import SLASH
from discord_playground.refusal import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Refused,
)
from discord_playground.world.change import Settled
from discord_playground.world.channel import Channel
from discord_playground.world.component import Unfurled, kept
from discord_playground.world.interaction import (
    ANSWERED,
    COMMAND,
    COMPONENT,
    FAILED,
    MOST_FOLLOW_UPS,
    SECONDS_OF_TOKEN,
    SUBMIT,
    WAITING,
    Interaction,
    Modal,
)
from discord_playground.world.message import COMMAND as ANSWER_TO_COMMAND
from discord_playground.world.message import CONTEXT_COMMAND, EPHEMERAL, LOADING, Message
from discord_playground.world.permissions import bits

UPDATES: Final = (callback.DEFERRED_UPDATE, callback.UPDATE)

FOLLOW_UPS: Final = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL: Final = FOLLOW_UPS + "/messages/@original"
FOLLOW_UP: Final = FOLLOW_UPS + "/messages/{message_id}"


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", by_token=True)
def answer(call: Call) -> Answer:
    world = call.world
    interaction = world.interactions.get(call.path["interaction_token"])
    if interaction is None or interaction.id != call.path["interaction_id"] or interaction.state == FAILED:
        raise Refused(UNKNOWN_INTERACTION)
    if interaction.state == ANSWERED:
        raise Refused(ALREADY_ACKNOWLEDGED)
    source = _source(call, interaction)
    on_message = interaction.message is not None
    if on_message and source is None and isinstance(call.body, dict) and call.body.get("type") in UPDATES:
        raise Refused(UNKNOWN_MESSAGE)
    call.playground.form.callback(
        call.body,
        call.uploads,
        interaction=interaction.type,
        on_message=on_message,
        before=whole(call, source) if source else None,
        emojis=call.emojis(call.body.get("data") if isinstance(call.body, dict) else None, ("data",)),
        typed=interaction.typed,
    )
    kind, data = int(call.body["type"]), call.body.get("data") or {}
    call.spoken(data, ("data",))
    message = _carry_out(call, interaction, source, kind, data)
    interaction.answer = kind
    interaction.state = ANSWERED
    interaction.took = world.clock.now() - interaction.made
    interaction.done.set()
    world.publish(Settled(interaction))
    return _told(call, interaction, kind, message)


def _carry_out(
    call: Call, interaction: Interaction, source: Message | None, kind: int, data: Mapping[str, Any]
) -> Message | None:
    world = call.world
    match kind:
        case callback.MESSAGE | callback.DEFERRED:
            message = _reply(call, interaction, data, source)
            if kind == callback.DEFERRED:
                message.flags = message.flags & EPHEMERAL | LOADING
                interaction.deferred = True
            _own(interaction, message, original=True)
            world.post(message)
            return message
        case callback.UPDATE | callback.DEFERRED_UPDATE:
            if source is None:
                # The modal of a command lay on no message: it closes, and there is no original.
                return None
            _own(interaction, source, original=True)
            if kind == callback.UPDATE:
                _change(call, source, data)
            return source
        case callback.CHOICES:
            interaction.choices = list(data.get("choices") or [])
        case callback.MODAL:
            components = kept(data["components"], _no_media, world.bots[interaction.bot].emojis)
            modal = Modal(world.clock.snowflake(), interaction, data["title"], data["custom_id"], components)
            world.show_modal(interaction.user, modal)
    return None


def _no_media(media: Mapping[str, Any]) -> Unfurled:
    raise AssertionError(f"modals hold no media: {media}")


def _told(call: Call, interaction: Interaction, kind: int, message: Message | None) -> Answer:
    if not call.flag("with_response"):
        return None
    told: dict[str, Any] = {
        "id": interaction.id,
        "type": interaction.type,
        "channel_id": interaction.channel,
    }
    if interaction.guild:
        told["guild_id"] = interaction.guild
    whole: dict[str, Any] = {"interaction": told, "resource": {"type": kind}}
    if message:
        told["response_message_id"] = message.id
        told["response_message_loading"] = bool(message.flags & LOADING)
        told["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        whole["resource"]["message"] = call.world.shape(message)
    return whole


@route("POST", FOLLOW_UPS, by_token=True)
def follow_up(call: Call) -> Answer:
    interaction = _of_token(call)
    if interaction.foreign and interaction.follow_ups >= MOST_FOLLOW_UPS:
        raise Refused(TOO_MANY_FOLLOW_UPS)
    said = call.world.messages.get(interaction.channel, {})
    if interaction.deferred and interaction.response in said:
        # The first follow-up fills the thinking message, whatever it says of being ephemeral.
        message = call.world.message(interaction.channel, interaction.response)
        body = call.message(before=whole(call, message))
        interaction.deferred = False
        interaction.follow_ups += 1
        _change(call, message, {"content": "", "embeds": [], "components": []} | body)
        return call.world.shape(message)
    body = call.message()
    quoted = said.get(interaction.response or "")
    message = _reply(call, interaction, body, quoted)
    if interaction.response:
        message.metadata = interaction.metadata | {"original_response_message_id": interaction.response}
    _own(interaction, message)
    interaction.follow_ups += 1
    call.world.post(message)
    return call.world.shape(message)


@route("GET", ORIGINAL, by_token=True)
@route("GET", FOLLOW_UP, by_token=True)
def told(call: Call) -> Answer:
    return call.world.shape(_owned(call, _of_token(call)))


@route("PATCH", ORIGINAL, by_token=True)
@route("PATCH", FOLLOW_UP, by_token=True)
def edit(call: Call) -> Answer:
    interaction = _of_token(call)
    message = _owned(call, interaction)
    body = call.message(before=whole(call, message))
    if message.id == interaction.response:
        interaction.deferred = False
    _change(call, message, body)
    return call.world.shape(message)


@route("DELETE", ORIGINAL, by_token=True)
@route("DELETE", FOLLOW_UP, by_token=True)
def delete(call: Call) -> Answer:
    message = _owned(call, _of_token(call))
    call.world.delete(call.world.channel(message.channel), message)
    return None


def _reply(call: Call, interaction: Interaction, body: Mapping[str, Any], quoted: Message | None) -> Message:
    """A message that answers; only its reader sees it if it is ephemeral."""
    channel = call.world.channel(interaction.channel)
    if _whispers(call, interaction, channel):
        body = {**body, "flags": (body.get("flags") or 0) | EPHEMERAL}
    used_on = None if quoted else _used_on(call, interaction)
    message = composed(
        call.world, call.playground.cdn, channel, interaction.bot, by_token(body), call.parts, quoted or used_on
    )
    if quoted is None and interaction.asked_by == COMMAND:
        message.type = ANSWER_TO_COMMAND if interaction.data.get("type", SLASH) == SLASH else CONTEXT_COMMAND
    message.application = interaction.bot
    message.metadata = interaction.metadata
    message.reader = interaction.user if message.flags & EPHEMERAL else None
    return message


def _used_on(call: Call, interaction: Interaction) -> Message | None:
    """The message that a command was used on."""
    if interaction.type != COMMAND or interaction.data.get("type") != ON_MESSAGE:
        return None
    return call.world.messages.get(interaction.channel, {}).get(str(interaction.data.get("target_id")))


def _whispers(call: Call, interaction: Interaction, channel: Channel) -> bool:
    """Is it for one's own eyes, whatever the app wanted? Where it is a guest it may do no more than who asked."""
    needed = bits("use_external_apps", channel.speech)
    may = call.world.may(interaction.user, channel)
    return interaction.foreign and channel.guild is not None and may & needed != needed


def _source(call: Call, interaction: Interaction) -> Message | None:
    """The message whose component was used; it may be gone since."""
    if interaction.type not in {COMPONENT, SUBMIT}:
        return None
    return call.world.messages.get(interaction.channel, {}).get(interaction.message or "")


def _own(interaction: Interaction, message: Message, *, original: bool = False) -> None:
    interaction.owned.add(message.id)
    if original:
        interaction.response = message.id


def _change(call: Call, message: Message, body: Mapping[str, Any]) -> None:
    thinking = message.flags & LOADING
    message.flags &= ~LOADING
    amend(call.world, call.playground.cdn, message, by_token(body), call.parts)
    if not thinking:
        message.edited = call.world.clock.now()
    call.world.edit(message)


def _of_token(call: Call) -> Interaction:
    interaction = call.world.interactions.get(call.path["webhook_token"])
    if interaction is None:
        raise Refused(INVALID_WEBHOOK_TOKEN)
    if call.world.clock.now() - interaction.made > SECONDS_OF_TOKEN:
        raise Refused(INVALID_WEBHOOK_TOKEN)
    if interaction.state in {WAITING, FAILED} or interaction.bot != call.path["webhook_id"]:
        raise Refused(UNKNOWN_WEBHOOK)
    return interaction


def _owned(call: Call, interaction: Interaction) -> Message:
    wanted = call.path.get("message_id", interaction.response)
    if wanted not in interaction.owned:
        raise Refused(UNKNOWN_MESSAGE)
    return call.world.message(interaction.channel, wanted)
