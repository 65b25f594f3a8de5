"""What one person is told of a change; `ANEW` when it changes the frame around the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from discord_playground.people.see import Eyes
from discord_playground.world.change import (
    Asked,
    Change,
    ChannelChanged,
    Cleared,
    Deleted,
    Edited,
    ModalShown,
    Posted,
    Reacted,
    Read,
    Settled,
    ThreadMembers,
    Typing,
)
from discord_playground.world.channel import Channel
from discord_playground.world.interaction import ANSWERED
from discord_playground.world.message import Message

Notice: TypeAlias = dict[str, Any]
ANEW: Final[Notice] = {"type": "view"}


def notices(eyes: Eyes, change: Change) -> Iterator[Notice]:
    match change:
        case Posted(message) | Edited(message):
            yield from _of_message(eyes, message, fresh=isinstance(change, Posted))
        case Reacted(message) | Cleared(message):
            yield from _of_message(eyes, message, fresh=False)
        case Deleted(channel, messages):
            yield from _of_deleted(eyes, channel, messages)
        case ChannelChanged(channel) | Read(channel):
            if eyes.world.sees(eyes.person.id, channel):
                yield {"type": "channel", "channel": eyes.channel(channel)}
        case Typing(channel, user):
            if user != eyes.person.id and eyes.world.sees(eyes.person.id, channel):
                yield {"type": "typing", "channel_id": channel.id, "user_id": user}
        case Asked(interaction) | Settled(interaction) if interaction.user == eyes.person.id:
            yield from _of_interaction(change)
        case ModalShown(user, modal) if user == eyes.person.id:
            yield {"type": "modal", "modal": modal.told if modal else None}
        case Asked() | Settled() | ModalShown() | ThreadMembers():
            return
        case _:
            yield ANEW


def _of_message(eyes: Eyes, message: Message, *, fresh: bool) -> Iterator[Notice]:
    channel = eyes.world.channels[message.channel]
    if not message.seen_by(eyes.person.id) or not eyes.world.sees(eyes.person.id, channel):
        return
    if channel.private and len(eyes.world.messages[channel.id]) == 1:
        yield ANEW  # a DM that was not in the list
    yield {"type": "message", "message": eyes.message(message)}
    if fresh:
        yield {"type": "channel", "channel": eyes.channel(channel)}


def _of_deleted(eyes: Eyes, channel: Channel, messages: tuple[Message, ...]) -> Iterator[Notice]:
    if eyes.world.sees(eyes.person.id, channel):
        for message in messages:
            if message.seen_by(eyes.person.id):
                yield {"type": "message_deleted", "channel_id": channel.id, "message_id": message.id}
        yield {"type": "channel", "channel": eyes.channel(channel)}


def _of_interaction(change: Asked | Settled) -> Iterator[Notice]:
    interaction = change.interaction
    if isinstance(change, Settled) and (change.dismissed or interaction.state == ANSWERED):
        yield {"type": "interaction_done", "interaction": interaction.id}
    elif interaction.what:  # completions are nobody's business
        yield {"type": "interaction", "interaction": interaction.told}
