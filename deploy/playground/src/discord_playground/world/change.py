"""Changes to the world. The gateway turns them into events for bots, and the page into events for browsers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from discord_playground.world.channel import Channel
from discord_playground.world.guild import Guild, Role
from discord_playground.world.interaction import Interaction, OpenModal
from discord_playground.world.message import Message
from discord_playground.world.reaction import Reaction
from discord_playground.world.scheduled_event import ScheduledEvent


@dataclass(frozen=True, slots=True)
class MessagePosted:
    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    message: Message


@dataclass(frozen=True, slots=True)
class MessagesDeleted:
    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ReactionChanged:
    message: Message
    reaction: Reaction
    user_id: str
    is_removal: bool = False


@dataclass(frozen=True, slots=True)
class ReactionsCleared:
    message: Message
    reaction: Reaction | None = None
    """The reaction that was removed, or None if all reactions were removed."""


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadReopened:
    thread: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    thread: Channel
    added_ids: tuple[str, ...] = ()
    removed_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberJoined:
    guild: Guild
    user_id: str


@dataclass(frozen=True, slots=True)
class MemberUpdated:
    guild: Guild
    user_id: str


@dataclass(frozen=True, slots=True)
class MemberLeft:
    guild: Guild
    user_id: str


@dataclass(frozen=True, slots=True)
class UserRenamed:
    user_id: str


@dataclass(frozen=True, slots=True)
class RoleCreated:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class RoleUpdated:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class ScheduledEventCreated:
    event: ScheduledEvent


@dataclass(frozen=True, slots=True)
class ScheduledEventUpdated:
    event: ScheduledEvent


@dataclass(frozen=True, slots=True)
class ScheduledEventDeleted:
    event: ScheduledEvent


@dataclass(frozen=True, slots=True)
class TypingStarted:
    channel: Channel
    user_id: str


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionFinished:
    """The end of an interaction, which was answered, failed or was dismissed."""

    interaction: Interaction
    is_dismissed: bool = False


@dataclass(frozen=True, slots=True)
class ModalChanged:
    user_id: str
    modal: OpenModal | None


@dataclass(frozen=True, slots=True)
class ChannelRead:
    channel: Channel
    user_id: str


@dataclass(frozen=True, slots=True)
class PageFrameChanged:
    """A change to people, presences, commands or settings. Pages then reload the complete view."""


WorldChange: TypeAlias = (
    MessagePosted | MessageEdited | MessagesDeleted | ReactionChanged | ReactionsCleared | ChannelCreated
    | ChannelUpdated | ChannelDeleted | ThreadReopened | ThreadMembersChanged | MemberJoined | MemberUpdated
    | MemberLeft | UserRenamed | RoleCreated | RoleUpdated | ScheduledEventCreated | ScheduledEventUpdated
    | ScheduledEventDeleted | TypingStarted | InteractionCreated | InteractionFinished | ModalChanged | ChannelRead
    | PageFrameChanged
)  # fmt: skip
