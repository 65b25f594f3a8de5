"""A scene as the components of a Discord message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import discord
from discord import ComponentType as Kind
from discord import ui

from bot.screens.custom_ids import CustomId
from bot.screens.scene import (
    Button,
    ChannelSelect,
    Film,
    Form,
    Named,
    PersonSelect,
    RoleSelect,
    Row,
    Scene,
    SceneImage,
    SelectMenu,
    TextList,
)

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
JSON: TypeAlias = dict[str, Any]


class SceneLayout(ui.LayoutView):
    """A message as Discord is told of it. To build the library's own of it, and to have that say the same, takes ten
    times as long; and nobody is called by it: every click is routed by its custom_id.
    """

    def __init__(self, components: list[JSON]) -> None:
        super().__init__(timeout=None)
        self.components = components
        self.stop()

    def to_components(self) -> list[JSON]:
        return self.components

    def has_components_v2(self) -> bool:
        return True


def layout(scene: Scene, emojis: Emojis = NONE, names: Names = NOBODY) -> SceneLayout:
    """What is drawn beside the words is left out where its emoji is not among `emojis`; whom a list mentions is called
    by their seat where they are not among `names`.
    """
    laid: list[JSON] = []
    room = LONGEST
    room = _write(laid, "\n".join(scene.above), room)
    for name, shown in pictures(scene):
        # Each by itself: beside each other they would be half as large.
        laid.append({"type": Kind.media_gallery.value, "items": [_media(name, shown)]})
    room = _write(laid, "\n".join(scene.below), room)
    if scene.attached:
        file = {"url": f"attachment://{scene.attached.name}"}
        laid.append({"type": Kind.file.value, "file": file, "spoiler": False})
    for row in scene.rows:
        if isinstance(row, SelectMenu | ChannelSelect | RoleSelect):
            room = _write(laid, row.about, room)
        laid.append({"type": Kind.action_row.value, "components": _controls(row, emojis, names)})
    _write(laid, f"-# {scene.small}" if scene.small else "", room)
    return SceneLayout(laid)


def form(asks: Form) -> ui.Modal:
    """What is written there is routed by its custom_id, too."""
    modal = ui.Modal(title=asks.title, custom_id=asks.to)
    line: ui.TextInput[Any] = ui.TextInput(custom_id=LINE_OF_A_FORM, max_length=asks.most)
    modal.add_item(ui.Label(text=asks.asks, description=asks.about, component=line))
    modal.stop()
    return modal


def pictures(scene: Scene) -> Iterator[tuple[str, SceneImage | Film]]:
    """In the order in which they are looked at, by the names of their files."""
    if scene.reveal:
        yield REVEAL, scene.reveal
    if scene.board:
        yield BOARD if isinstance(scene.board, SceneImage) else FILM, scene.board


def _write(laid: list[JSON], text: str, room: int) -> int:
    if text[:room]:
        laid.append({"type": Kind.text_display.value, "content": text[:room]})
    return max(0, room - len(text))


def _media(name: str, shown: SceneImage | Film) -> JSON:
    # What is described by nothing Discord does not take.
    described = {"description": shown.alt} if shown.alt else {}
    return {"media": {"url": f"attachment://{name}"}, "spoiler": False, **described}


def _controls(row: Row, emojis: Emojis, names: Names) -> list[JSON]:
    match row:
        case SelectMenu():
            choices = ((value, _naming(label, row.named, names), None) for value, label in row.choices)
            return [_select(Kind.select, row.to, options=_offered(choices, row.chosen))]
        case TextList():
            buttons = (
                (button.to, _naming(button.label, row.named, names), emojis.get(button.emoji)) for button in row.buttons
            )
            return [_select(Kind.select, row.to, placeholder=row.empty, options=_offered(buttons))]
        case ChannelSelect():
            already = [{"id": place, "type": "channel"} for place in row.chosen]
            return [
                _select(
                    Kind.channel_select, row.to, min_values=0, max_values=row.most, required=False,
                    placeholder=row.none, channel_types=[discord.ChannelType.text.value], default_values=already,
                )
            ]  # fmt: skip
        case RoleSelect():
            worn = [{"id": role, "type": "role"} for role in row.chosen]
            return [
                _select(
                    Kind.role_select, row.to, min_values=0, required=False, placeholder=row.none, default_values=worn
                )
            ]
        case PersonSelect():
            return [_select(Kind.user_select, row.to, required=False, placeholder=row.about)]
    return [_button(button, emojis) for button in row]


def _select(kind: Kind, to: str, **more: Any) -> JSON:
    one = {"min_values": 1, "max_values": 1, "disabled": False, "required": True}
    return {"type": kind.value, "custom_id": to, **one, **more}


def mentioned(scene: Scene) -> Iterator[int]:
    """Whom its lists name."""
    for row in scene.rows:
        if isinstance(row, SelectMenu | TextList):
            yield from (person_id for person_id, _ in row.named)


def _naming(label: str, named: Named, names: Names) -> str:
    called = {f"<@{person_id}>": names.get(person_id) or otherwise for person_id, otherwise in named}
    label = MENTION.sub(lambda found: called.get(found[0], found[0]), label)
    return label if len(label) <= LINE else f"{label[: LINE - 1].rstrip()}…"


def _offered(choices: Iterable[tuple[str, str, discord.PartialEmoji | None]], chosen: str = "") -> list[JSON]:
    return [
        {"label": label, "value": value, "default": value == chosen, **_drawn(emoji)}
        for value, label, emoji in islice(choices, MOST_OFFERED)
    ]


def _button(button: Button, emojis: Emojis) -> JSON:
    return {
        "type": Kind.button.value,
        "style": STYLES[button.tone].value,
        "disabled": button.off,
        "label": button.label,
        "custom_id": button.to,
        **_drawn(emojis.get(button.emoji)),
    }


def _drawn(emoji: discord.PartialEmoji | None) -> JSON:
    return {"emoji": {"id": emoji.id, "name": emoji.name}} if emoji else {}


def pings(scene: Scene) -> discord.AllowedMentions:
    """Only those that the scene calls; whoever else is named in it sleeps on."""
    called = [discord.Object(person_id) for person_id in sorted(scene.called)]
    return discord.AllowedMentions(everyone=False, roles=False, users=called, replied_user=False)


def addressed(components: Iterable[Any]) -> Iterator[CustomId]:
    """What the buttons of a message are about."""
    for one in components:
        if custom_id := CustomId.parse(getattr(one, "custom_id", None) or ""):
            yield custom_id
        accessory = getattr(one, "accessory", None)
        yield from addressed([*getattr(one, "children", ()), *([accessory] if accessory else [])])


def readable(components: Iterable[Any]) -> list[str]:
    """Return the texts of a message and where its buttons lead, in order.

    Takes components as they are sent or as the library parsed them, so that the two can be compared.
    """
    found: list[str] = []
    for one in components:
        shown = one if isinstance(one, dict) else one.to_dict()
        found += [str(shown[key]).strip() for key in ("content", "custom_id") if shown.get(key)]
        found += readable(shown.get("components", ()))
    return found
