"""What one person is told of a change; `ANEW` when it changes the frame around the messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from discord_playground.people.view_builder import ViewBuilder
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

ViewEvent: TypeAlias = dict[str, Any]
FULL_RELOAD: Final[ViewEvent] = {"type": "view"}


def view_events(view_builder: ViewBuilder, change: WorldChange) -> Iterator[ViewEvent]:
    match change:
        case MessagePosted(message) | MessageEdited(message):
            yield from _message_events(view_builder, message, is_new=isinstance(change, MessagePosted))
        case ReactionChanged(message) | ReactionsCleared(message):
            yield from _message_events(view_builder, message, is_new=False)
        case MessagesDeleted(channel, messages):
            yield from _deletion_events(view_builder, channel, messages)
        case ChannelUpdated(channel) | ChannelRead(channel):
            if view_builder.world.can_view(view_builder.person.id, channel):
                yield {"type": "channel", "channel": view_builder.render_channel(channel)}
        case TypingStarted(channel, user):
            if user != view_builder.person.id and view_builder.world.can_view(view_builder.person.id, channel):
                yield {"type": "typing", "channel_id": channel.id, "user_id": user}
        case InteractionCreated(interaction) | InteractionFinished(interaction) if (
            interaction.user_id == view_builder.person.id
        ):
            yield from _interaction_events(change)
        case ModalChanged(user, modal) if user == view_builder.person.id:
            yield {"type": "modal", "modal": modal.page_json if modal else None}
        case InteractionCreated() | InteractionFinished() | ModalChanged() | ThreadMembersChanged():
            return
        case _:
            yield FULL_RELOAD


def _message_events(view_builder: ViewBuilder, message: Message, *, is_new: bool) -> Iterator[ViewEvent]:
    channel = view_builder.world.channels[message.channel_id]
    if not message.is_visible_to(view_builder.person.id) or not view_builder.world.can_view(
        view_builder.person.id, channel
    ):
        return
    if channel.is_private and len(view_builder.world.messages[channel.id]) == 1:
        yield FULL_RELOAD  # a DM that was not in the list
    yield {"type": "message", "message": view_builder.render_message(message)}
    if is_new:
        yield {"type": "channel", "channel": view_builder.render_channel(channel)}


def _deletion_events(view_builder: ViewBuilder, channel: Channel, messages: tuple[Message, ...]) -> Iterator[ViewEvent]:
    if view_builder.world.can_view(view_builder.person.id, channel):
        for message in messages:
            if message.is_visible_to(view_builder.person.id):
                yield {"type": "message_deleted", "channel_id": channel.id, "message_id": message.id}
        yield {"type": "channel", "channel": view_builder.render_channel(channel)}


def _interaction_events(change: InteractionCreated | InteractionFinished) -> Iterator[ViewEvent]:
    interaction = change.interaction
    if isinstance(change, InteractionFinished) and (change.is_dismissed or interaction.state == ANSWERED_STATE):
        yield {"type": "interaction_done", "interaction": interaction.id}
    elif interaction.title:  # completions are nobody's business
        yield {"type": "interaction", "interaction": interaction.page_json}
