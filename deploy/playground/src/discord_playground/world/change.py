"""What has just changed in the world. The gateway and the page each tell it in their own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from discord_playground.world.channel import Channel
from discord_playground.world.guild import Guild, Role
from discord_playground.world.interaction import Interaction, Modal
from discord_playground.world.message import Message
from discord_playground.world.reaction import Reaction


@dataclass(frozen=True, slots=True)
class Posted:
    message: Message


@dataclass(frozen=True, slots=True)
class Edited:
    message: Message


@dataclass(frozen=True, slots=True)
class Deleted:
    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Reacted:
    message: Message
    reaction: Reaction
    user: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Cleared:
    """Of one emoji, or of all."""

    message: Message
    reaction: Reaction | None = None


@dataclass(frozen=True, slots=True)
class ChannelMade:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelGone:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadWoken:
    """It was archived and is no more."""

    thread: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembers:
    thread: Channel
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    guild: Guild
    user: str


@dataclass(frozen=True, slots=True)
class MemberChanged:
    guild: Guild
    user: str


@dataclass(frozen=True, slots=True)
class Departed:
    guild: Guild
    user: str


@dataclass(frozen=True, slots=True)
class UserChanged:
    """Their name."""

    user: str


@dataclass(frozen=True, slots=True)
class RoleMade:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class RoleChanged:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class Typing:
    channel: Channel
    user: str


@dataclass(frozen=True, slots=True)
class Asked:
    interaction: Interaction


@dataclass(frozen=True, slots=True)
class Settled:
    """Answered, failed, or dismissed."""

    interaction: Interaction
    dismissed: bool = False


@dataclass(frozen=True, slots=True)
class ModalShown:
    user: str
    modal: Modal | None


@dataclass(frozen=True, slots=True)
class Read:
    channel: Channel
    user: str


@dataclass(frozen=True, slots=True)
class FrameChanged:
    """People, presences, commands, settings: what the page shows around the messages."""


Change: TypeAlias = (
    Posted | Edited | Deleted | Reacted | Cleared | ChannelMade | ChannelChanged | ChannelGone | ThreadMembers
    | Joined | MemberChanged | Departed | RoleMade | RoleChanged | Typing | Asked | Settled | ModalShown | Read
    | UserChanged | ThreadWoken | FrameChanged
)  # fmt: skip
