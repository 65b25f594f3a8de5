"""What one person is told of a change; `ANEW` when it changes the frame around the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from discord_playground.people.see import Eyes
from discord_playground.world.change import (
    ChannelRead,
    ChannelUpdated,
    InteractionCreated,
    InteractionFinished,
    MessageEdited,
    MessagePosted,
    MessagesDeleted,
    ModalChanged,
    ReactionChanged,
    ReactionsCleared,
    ThreadMembersChanged,
    TypingStarted,
    WorldChange,
)
from discord_playground.world.channel import Channel
from discord_playground.world.interaction import ANSWERED_STATE
from discord_playground.world.message import Message

Notice: TypeAlias = dict[str, Any]
ANEW: Final[Notice] = {"type": "view"}


def notices(eyes: Eyes, change: WorldChange) -> Iterator[Notice]:
    match change:
        case MessagePosted(message) | MessageEdited(message):
            yield from _of_message(eyes, message, fresh=isinstance(change, MessagePosted))
        case ReactionChanged(message) | ReactionsCleared(message):
            yield from _of_message(eyes, message, fresh=False)
        case MessagesDeleted(channel, messages):
            yield from _of_deleted(eyes, channel, messages)
        case ChannelUpdated(channel) | ChannelRead(channel):
            if eyes.world.can_view(eyes.person.id, channel):
                yield {"type": "channel", "channel": eyes.channel(channel)}
        case TypingStarted(channel, user):
            if user != eyes.person.id and eyes.world.can_view(eyes.person.id, channel):
                yield {"type": "typing", "channel_id": channel.id, "user_id": user}
        case InteractionCreated(interaction) | InteractionFinished(interaction) if (
            interaction.user_id == eyes.person.id
        ):
            yield from _of_interaction(change)
        case ModalChanged(user, modal) if user == eyes.person.id:
            yield {"type": "modal", "modal": modal.page_json if modal else None}
        case InteractionCreated() | InteractionFinished() | ModalChanged() | ThreadMembersChanged():
            return
        case _:
            yield ANEW


def _of_message(eyes: Eyes, message: Message, *, fresh: bool) -> Iterator[Notice]:
    channel = eyes.world.channels[message.channel_id]
    if not message.is_visible_to(eyes.person.id) or not eyes.world.can_view(eyes.person.id, channel):
        return
    if channel.is_private and len(eyes.world.messages[channel.id]) == 1:
        yield ANEW  # a DM that was not in the list
    yield {"type": "message", "message": eyes.message(message)}
    if fresh:
        yield {"type": "channel", "channel": eyes.channel(channel)}


def _of_deleted(eyes: Eyes, channel: Channel, messages: tuple[Message, ...]) -> Iterator[Notice]:
    if eyes.world.can_view(eyes.person.id, channel):
        for message in messages:
            if message.is_visible_to(eyes.person.id):
                yield {"type": "message_deleted", "channel_id": channel.id, "message_id": message.id}
        yield {"type": "channel", "channel": eyes.channel(channel)}


def _of_interaction(change: InteractionCreated | InteractionFinished) -> Iterator[Notice]:
    interaction = change.interaction
    if isinstance(change, InteractionFinished) and (change.is_dismissed or interaction.state == ANSWERED_STATE):
        yield {"type": "interaction_done", "interaction": interaction.id}
    elif interaction.title:  # completions are nobody's business
        yield {"type": "interaction", "interaction": interaction.page_json}
