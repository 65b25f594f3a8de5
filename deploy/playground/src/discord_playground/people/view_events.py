"""Converts changes of the world to websocket events for one person."""

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
"""Placeholder for an event with the person's complete view, which is added when the event is sent."""


def build_view_events(view_builder: ViewBuilder, change: WorldChange) -> Iterator[ViewEvent]:
    match change:
        case MessagePosted(message) | MessageEdited(message):
            yield from _build_message_events(view_builder, message, is_new=isinstance(change, MessagePosted))
        case ReactionChanged(message) | ReactionsCleared(message):
            yield from _build_message_events(view_builder, message, is_new=False)
        case MessagesDeleted(channel, messages):
            yield from _build_deletion_events(view_builder, channel, messages)
        case ChannelUpdated(channel) | ChannelRead(channel):
            if view_builder.world.can_view(view_builder.person.id, channel):
                yield {"type": "channel", "channel": view_builder.render_channel(channel)}
        case TypingStarted(channel, user_id):
            if user_id != view_builder.person.id and view_builder.world.can_view(view_builder.person.id, channel):
                yield {"type": "typing", "channel_id": channel.id, "user_id": user_id}
        case InteractionCreated(interaction) | InteractionFinished(interaction) if (
            interaction.user_id == view_builder.person.id
        ):
            yield from _build_interaction_events(change)
        case ModalChanged(user_id, modal) if user_id == view_builder.person.id:
            yield {"type": "modal", "modal": modal.page_json if modal else None}
        case InteractionCreated() | InteractionFinished() | ModalChanged() | ThreadMembersChanged():
            return
        case _:
            yield FULL_RELOAD


def _build_message_events(view_builder: ViewBuilder, message: Message, *, is_new: bool) -> Iterator[ViewEvent]:
    world, user_id = view_builder.world, view_builder.person.id
    channel = world.channels[message.channel_id]
    if not message.is_visible_to(user_id) or not world.can_view(user_id, channel):
        return
    if channel.is_private and len(world.messages[channel.id]) == 1:
        yield FULL_RELOAD  # the first message adds the DM to the list
    yield {"type": "message", "message": view_builder.render_message(message)}
    if is_new:
        yield {"type": "channel", "channel": view_builder.render_channel(channel)}


def _build_deletion_events(
    view_builder: ViewBuilder, channel: Channel, messages: tuple[Message, ...]
) -> Iterator[ViewEvent]:
    if view_builder.world.can_view(view_builder.person.id, channel):
        for message in messages:
            if message.is_visible_to(view_builder.person.id):
                yield {"type": "message_deleted", "channel_id": channel.id, "message_id": message.id}
        yield {"type": "channel", "channel": view_builder.render_channel(channel)}


def _build_interaction_events(change: InteractionCreated | InteractionFinished) -> Iterator[ViewEvent]:
    interaction = change.interaction
    if isinstance(change, InteractionFinished) and (change.is_dismissed or interaction.state == ANSWERED_STATE):
        yield {"type": "interaction_done", "interaction": interaction.id}
    elif interaction.title:  # autocomplete interactions have no title, and the page does not show them
        yield {"type": "interaction", "interaction": interaction.page_json}
