"""A scene as the components of a Discord message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.scenes.scene import Board, Button, Film, Form, Listed, Named, Places, Roles, Row, Scene, Select, Somebody

BOARD: Final = "board.png"
REVEAL: Final = "reveal.png"
FILM: Final = "match.gif"
STYLES: Final[Mapping[str, discord.ButtonStyle]] = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}
LONGEST: Final = 4000
"""Characters of text in one message."""
MOST_OFFERED: Final = 25
"""Options of one select."""
Emojis: TypeAlias = Mapping[str, discord.PartialEmoji]
"""Emoji by the keys of their drawings."""
NONE: Final[Emojis] = MappingProxyType({})
Names: TypeAlias = Mapping[int, str]
NOBODY: Final[Names] = MappingProxyType({})
MENTION: Final = re.compile(r"<@\d+>")
LINE: Final = 100
"""Characters of an option."""
LINE_OF_A_FORM: Final = "line"
_CHANNEL: Final = discord.SelectDefaultValueType.channel
_ROLE: Final = discord.SelectDefaultValueType.role


def layout(scene: Scene, emojis: Emojis = NONE, names: Names = NOBODY) -> ui.LayoutView:
    """Every click is routed by its custom_id: a view that is stopped is not remembered by anybody.

    What is drawn beside the words is left out where its emoji is not among `emojis`; whom a list mentions is called by
    their seat where they are not among `names`.
    """
    view = ui.LayoutView(timeout=None)
    room = LONGEST
    room = _write(view, "\n".join(scene.above), room)
    for name, shown in pictures(scene):
        # Each by itself: beside each other they would be half as large.
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=shown.alt)))
    room = _write(view, "\n".join(scene.below), room)
    if scene.attached:
        view.add_item(ui.File(f"attachment://{scene.attached.name}"))
    for row in scene.rows:
        if isinstance(row, Select | Places | Roles):
            room = _write(view, row.about, room)
        view.add_item(ui.ActionRow(*_controls(row, emojis, names)))
    _write(view, f"-# {scene.small}" if scene.small else "", room)
    view.stop()
    return view


def form(asks: Form) -> ui.Modal:
    """What is written there is routed by its custom_id, too."""
    modal = ui.Modal(title=asks.title, custom_id=asks.to)
    line: ui.TextInput[Any] = ui.TextInput(custom_id=LINE_OF_A_FORM, max_length=asks.most)
    modal.add_item(ui.Label(text=asks.asks, description=asks.about, component=line))
    modal.stop()
    return modal


def pictures(scene: Scene) -> Iterator[tuple[str, Board | Film]]:
    """In the order in which they are looked at, by the names of their files."""
    if scene.reveal:
        yield REVEAL, scene.reveal
    if scene.board:
        yield BOARD if isinstance(scene.board, Board) else FILM, scene.board


def _write(view: ui.LayoutView, text: str, room: int) -> int:
    if text[:room]:
        view.add_item(ui.TextDisplay(text[:room]))
    return max(0, room - len(text))


def _controls(row: Row, emojis: Emojis, names: Names) -> list[ui.Item[Any]]:
    match row:
        case Select():
            choices = ((value, _naming(label, row.named, names), None) for value, label in row.choices)
            return [ui.Select(custom_id=row.to, options=_offered(choices, row.chosen))]
        case Listed():
            buttons = (
                (button.to, _naming(button.label, row.named, names), emojis.get(button.emoji)) for button in row.buttons
            )
            return [ui.Select(custom_id=row.to, placeholder=row.empty, options=_offered(buttons))]
        case Places():
            already = [discord.SelectDefaultValue(id=place, type=_CHANNEL) for place in row.chosen]
            return [
                ui.ChannelSelect(
                    custom_id=row.to, placeholder=row.none, channel_types=[discord.ChannelType.text],
                    min_values=0, max_values=row.most, default_values=already,
                )
            ]  # fmt: skip
        case Roles():
            worn = [discord.SelectDefaultValue(id=role, type=_ROLE) for role in row.chosen]
            return [ui.RoleSelect(custom_id=row.to, placeholder=row.none, min_values=0, default_values=worn)]
        case Somebody():
            return [ui.UserSelect(custom_id=row.to, placeholder=row.about)]
    return [_button(button, emojis) for button in row]


def mentioned(scene: Scene) -> Iterator[int]:
    """Whom its lists name."""
    for row in scene.rows:
        if isinstance(row, Select | Listed):
            yield from (person for person, _ in row.named)


def _naming(label: str, named: Named, names: Names) -> str:
    called = {f"<@{person}>": names.get(person) or otherwise for person, otherwise in named}
    label = MENTION.sub(lambda found: called.get(found[0], found[0]), label)
    return label if len(label) <= LINE else f"{label[: LINE - 1].rstrip()}…"


def _offered(
    choices: Iterable[tuple[str, str, discord.PartialEmoji | None]], chosen: str = ""
) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(value=value, label=label, emoji=emoji, default=value == chosen)
        for value, label, emoji in islice(choices, MOST_OFFERED)
    ]


def _button(button: Button, emojis: Emojis) -> ui.Button[Any]:
    return ui.Button(
        style=STYLES[button.tone],
        label=button.label,
        emoji=emojis.get(button.emoji),
        custom_id=button.to,
        disabled=button.off,
    )


def pings(scene: Scene) -> discord.AllowedMentions:
    """Only those that the scene calls; whoever else is named in it sleeps on."""
    called = [discord.Object(person) for person in sorted(scene.called)]
    return discord.AllowedMentions(everyone=False, roles=False, users=called, replied_user=False)
