"""What is to be shown, as plain data: whoever posts it knows Discord, whoever makes it knows the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.art import Picture

Tone: TypeAlias = Literal["main", "plain", "good", "bad"]
Named: TypeAlias = tuple[tuple[int, str], ...]
"""Whom a list mentions, and what they are called there while nobody knows their name: lists show no mentions."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    to: str
    """The custom_id that comes back when it is pressed."""
    tone: Tone = "plain"
    off: bool = False
    emoji: str = ""
    """The key of a drawing beside the label, which says as much without it."""


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """One of a few. What it is about stands above it: Discord shows only what is chosen."""

    about: str
    to: str
    choices: tuple[tuple[str, str], ...]
    """Value and label."""
    chosen: str
    named: Named = ()


@dataclass(frozen=True, slots=True)
class ChannelSelect:
    """Some of the server's channels, or none."""

    about: str
    to: str
    none: str
    """What none means."""
    chosen: tuple[int, ...]
    most: int = 25


@dataclass(frozen=True, slots=True)
class RoleSelect:
    """One of the server's roles, or none."""

    about: str
    to: str
    none: str
    """What none means."""
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TextList:
    """Buttons, more than leave the board in view: a list in which taking one does what pressing it would."""

    empty: str
    """What stands there while nothing is taken."""
    to: str
    buttons: tuple[Button, ...]
    named: Named = ()


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """One of the people who are there."""

    about: str
    to: str


Row: TypeAlias = tuple[Button, ...] | SelectMenu | ChannelSelect | RoleSelect | TextList | PersonSelect


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
    asks: str
    """What the line is to be."""
    about: str
    to: str
    """The custom_id that comes back with the line."""
    most: int
    """Characters."""


@dataclass(frozen=True, slots=True)
class Scene:
    above: tuple[str, ...]
    """Lines over the board; the first is the title."""
    reveal: SceneImage | None = None
    """What several have just chosen at once, or how a match went: first what happened, then how it stands."""
    board: SceneImage | Film | None = None
    attached: Attachment | None = None
    below: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    small: str = ""
    called: frozenset[int] = frozenset()
    """Whom it pings; all others who are named in it sleep on."""
