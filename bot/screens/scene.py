"""What is to be shown, as plain data: whoever posts it knows Discord, whoever makes it knows the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.art import Picture

Tone: TypeAlias = Literal["main", "plain", "good", "bad"]
MentionFallbacks: TypeAlias = tuple[tuple[int, str], ...]
"""Whom a list mentions, and what they are called there while nobody knows their name: lists show no mentions."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str
    """The custom_id that comes back when it is pressed."""
    tone: Tone = "plain"
    disabled: bool = False
    emoji: str = ""
    """The key of a drawing beside the label, which says as much without it."""


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """One of a few. What it is about stands above it: Discord shows only what is chosen."""

    heading: str
    custom_id: str
    choices: tuple[tuple[str, str], ...]
    """Value and label."""
    chosen: str
    mention_fallbacks: MentionFallbacks = ()


@dataclass(frozen=True, slots=True)
class ChannelSelect:
    """Some of the server's channels, or none."""

    heading: str
    custom_id: str
    placeholder: str
    """What none means."""
    chosen_ids: tuple[int, ...]
    max_values: int = 25


@dataclass(frozen=True, slots=True)
class RoleSelect:
    """One of the server's roles, or none."""

    heading: str
    custom_id: str
    placeholder: str
    """What none means."""
    chosen_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ButtonMenu:
    """Buttons, more than leave the board in view: a list in which taking one does what pressing it would."""

    placeholder: str
    """What stands there while nothing is taken."""
    custom_id: str
    buttons: tuple[Button, ...]
    mention_fallbacks: MentionFallbacks = ()


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """One of the people who are there."""

    placeholder: str
    custom_id: str


Row: TypeAlias = tuple[Button, ...] | SelectMenu | ChannelSelect | RoleSelect | ButtonMenu | PersonSelect


@dataclass(frozen=True, slots=True)
class SceneImage:
    picture: Picture
    alt: str
    names: tuple[int | str, ...] = ()
    """By seat: a person, whose name is laid over it by whoever knows that, or what stands there as it is."""


@dataclass(frozen=True, slots=True)
class Film:
    """A whole match, board after board."""

    pictures: tuple[Picture, ...]
    alt: str
    names: tuple[int | str, ...] = ()
    """As of a board."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be fetched."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """Before one person alone, who writes a line there or closes it again."""

    title: str
    input_label: str
    """What the line is to be."""
    description: str
    custom_id: str
    """The custom_id that comes back with the line."""
    max_length: int
    """Characters."""


@dataclass(frozen=True, slots=True)
class Scene:
    above: tuple[str, ...]
    """Lines over the board; the first is the title."""
    reveal: SceneImage | None = None
    """What several have just chosen at once, or how a match went: first what happened, then how it stands."""
    board: SceneImage | Film | None = None
    attachment: Attachment | None = None
    below: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    footer: str = ""
    pinged_ids: frozenset[int] = frozenset()
    """Whom it pings; all others who are named in it sleep on."""
