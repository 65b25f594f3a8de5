"""Webhooks of channels: made and ended by bots, and spoken through by whoever has the token."""

from __future__ import annotations

from typing import Any, Final

from deploy.playground.api.call import Answer, Call, route
from deploy.playground.api.compose import amend, by_token, composed
from deploy.playground.api.messages import whole
from deploy.playground.refusal import (
    INVALID_FORM,
    TOO_MANY_WEBHOOKS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    WRONG_CHANNEL_TYPE,
    Fault,
    Refused,
)
from deploy.playground.world.change import WebhooksChanged
from deploy.playground.world.channel import Channel
from deploy.playground.world.message import EPHEMERAL, Message
from deploy.playground.world.webhook import MOST, Webhook

OF_CHANNEL: Final = "/channels/{channel_id}/webhooks"
ONE: Final = "/webhooks/{webhook_id}"
BY_TOKEN: Final = ONE + "/{webhook_token}"
FORBIDDEN: Final = ("clyde", "discord")
"""What no webhook's name has in it."""


@route("POST", OF_CHANNEL)
def make(call: Call) -> Answer:
    channel = call.channel("manage_webhooks")
    if channel.private or channel.thread or channel.guild is None:
        raise Refused(WRONG_CHANNEL_TYPE)
    body = call.checked()
    _named(body["name"])
    if sum(one.channel == channel.id for one in call.world.webhooks.values()) >= MOST:
        raise Refused(TOO_MANY_WEBHOOKS)
    made = Webhook(call.world.clock.snowflake(), channel.id, channel.guild, body["name"], call.bot.id)
    call.world.webhooks[made.id] = made
    _tell(call, made)
    return _told(call, made)


@route("GET", OF_CHANNEL)
def listed(call: Call) -> Answer:
    channel = call.channel("manage_webhooks")
    return [_told(call, one) for one in call.world.webhooks.values() if one.channel == channel.id]


@route("GET", "/guilds/{guild_id}/webhooks")
def listed_of_guild(call: Call) -> Answer:
    guild = call.guild("manage_webhooks")
    return [_told(call, one) for one in call.world.webhooks.values() if one.guild == guild.id]


@route("GET", ONE)
def told(call: Call) -> Answer:
    return _told(call, _known(call))


@route("PATCH", ONE)
def change(call: Call) -> Answer:
    webhook = _changed(call, _known(call))
    if channel := call.checked().get("channel_id"):
        where = call.world.channel(str(channel))
        call.need(where, "manage_webhooks")
        if where.private or where.thread or where.guild != webhook.guild:
            raise Refused(WRONG_CHANNEL_TYPE)
        webhook.channel = where.id
        _tell(call, webhook)
    return _told(call, webhook)


@route("DELETE", ONE)
def end(call: Call) -> Answer:
    _end(call, _known(call))
    return None


@route("GET", BY_TOKEN, by_token=True)
def told_by_token(call: Call) -> Answer:
    return _trusted(call).shape(None)


@route("PATCH", BY_TOKEN, by_token=True)
def change_by_token(call: Call) -> Answer:
    return _changed(call, _trusted(call)).shape(None)


@route("DELETE", BY_TOKEN, by_token=True)
def end_by_token(call: Call) -> Answer:
    _end(call, _trusted(call))
    return None


def meant(call: Call) -> Webhook | None:
    """Whose token stands in the path, if it is that of no interaction."""
    found = call.world.webhooks.get(call.path["webhook_id"])
    return found if found and found.token == call.path["webhook_token"] else None


def speak(call: Call, webhook: Webhook) -> Answer:
    world, channel = call.world, _where(call, webhook)
    body = call.message()
    _named(body.get("username") or webhook.name)
    body = body | {"flags": (body.get("flags") or 0) & ~EPHEMERAL}
    message = composed(world, call.playground.cdn, channel, webhook.bot, by_token(body), call.parts)
    message.webhook, message.guise = webhook.id, webhook.guise(body.get("username"))
    if channel.archived:
        world.archive(channel, False)
    world.post(message)
    return world.shape(message) if call.flag("wait") else None


def reread(call: Call, webhook: Webhook) -> Answer:
    return call.world.shape(_own(call, webhook))


def rewrite(call: Call, webhook: Webhook) -> Answer:
    message = _own(call, webhook)
    body = call.message(before=whole(call, message))
    amend(call.world, call.playground.cdn, message, by_token(body), call.parts)
    message.edited = call.world.clock.now()
    call.world.edit(message)
    return call.world.shape(message)


def unsay(call: Call, webhook: Webhook) -> Answer:
    call.world.delete(_where(call, webhook), _own(call, webhook))
    return None


def _where(call: Call, webhook: Webhook) -> Channel:
    """Its channel, or one of the threads there."""
    thread = call.snowflake("thread_id")
    channel = call.world.channel(webhook.channel if thread is None else str(thread))
    if webhook.channel not in (channel.id, channel.parent):
        raise Refused(UNKNOWN_CHANNEL)
    return channel


def _own(call: Call, webhook: Webhook) -> Message:
    message = call.world.message(_where(call, webhook).id, call.path.get("message_id", ""))
    if message.webhook != webhook.id:
        raise Refused(UNKNOWN_MESSAGE)
    return message


def _known(call: Call) -> Webhook:
    """Whoever has made it needs no leave."""
    found = call.world.webhooks.get(call.path["webhook_id"])
    if found is None:
        raise Refused(UNKNOWN_WEBHOOK)
    if found.bot != call.bot.id:
        call.need(call.world.channel(found.channel), "manage_webhooks")
    return found


def _trusted(call: Call) -> Webhook:
    found = meant(call)
    if found is None:
        raise Refused(UNKNOWN_WEBHOOK)
    return found


def _changed(call: Call, webhook: Webhook) -> Webhook:
    body = call.checked()
    if name := body.get("name"):
        _named(name)
        webhook.name = name
        _tell(call, webhook)
    return webhook


def _end(call: Call, webhook: Webhook) -> None:
    del call.world.webhooks[webhook.id]
    _tell(call, webhook)


def _tell(call: Call, webhook: Webhook) -> None:
    call.world.publish(WebhooksChanged(call.world.channel(webhook.channel)))


def _named(name: str) -> None:
    if any(word in name.lower() for word in FORBIDDEN):
        words = " or ".join(FORBIDDEN)
        raise Refused(INVALID_FORM, [Fault(("name",), "USERNAME_INVALID_CONTAINS", f"It cannot contain {words}.")])


def _told(call: Call, webhook: Webhook) -> dict[str, Any]:
    return webhook.shape(call.world.people[webhook.bot].shape)
