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
    ButtonMenu,
    ChannelSelect,
    Film,
    Form,
    MentionFallbacks,
    PersonSelect,
    RoleSelect,
    Row,
    Scene,
    SceneImage,
    SelectMenu,
)

BOARD_FILENAME: Final = "board.png"
REVEAL_FILENAME: Final = "reveal.png"
FILM_FILENAME: Final = "match.gif"
BUTTON_STYLES: Final[Mapping[str, discord.ButtonStyle]] = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}
MAX_TEXT_LENGTH: Final = 4000
"""Characters of text in one message."""
MAX_SELECT_OPTIONS: Final = 25
"""Options of one select."""
EmojiByKey: TypeAlias = Mapping[str, discord.PartialEmoji]
"""Emoji by the keys of their drawings."""
NO_EMOJI: Final[EmojiByKey] = MappingProxyType({})
NameByPerson: TypeAlias = Mapping[int, str]
NO_NAMES: Final[NameByPerson] = MappingProxyType({})
MENTION_PATTERN: Final = re.compile(r"<@\d+>")
MAX_OPTION_LENGTH: Final = 100
"""Characters of an option."""
FORM_INPUT_ID: Final = "line"
JsonObject: TypeAlias = dict[str, Any]


class SceneLayout(ui.LayoutView):
    """A message as Discord is told of it. To build the library's own of it, and to have that say the same, takes ten
    times as long; and nobody is called by it: every click is routed by its custom_id.
    """

    def __init__(self, components: list[JsonObject]) -> None:
        super().__init__(timeout=None)
        self.components = components
        self.stop()

    def to_components(self) -> list[JsonObject]:
        return self.components

    def has_components_v2(self) -> bool:
        return True


def render_layout(scene: Scene, emoji_by_key: EmojiByKey = NO_EMOJI, names: NameByPerson = NO_NAMES) -> SceneLayout:
    """What is drawn beside the words is left out where its emoji is not among `emojis`; whom a list mentions is called
    by their seat where they are not among `names`.
    """
    laid: list[JsonObject] = []
    room = MAX_TEXT_LENGTH
    room = _append_text(laid, "\n".join(scene.above), room)
    for name, shown in list_pictures(scene):
        # Each by itself: beside each other they would be half as large.
        laid.append({"type": Kind.media_gallery.value, "items": [_render_media(name, shown)]})
    room = _append_text(laid, "\n".join(scene.below), room)
    if scene.attachment:
        file = {"url": f"attachment://{scene.attachment.name}"}
        laid.append({"type": Kind.file.value, "file": file, "spoiler": False})
    for row in scene.rows:
        if isinstance(row, SelectMenu | ChannelSelect | RoleSelect):
            room = _append_text(laid, row.heading, room)
        laid.append({"type": Kind.action_row.value, "components": _render_controls(row, emoji_by_key, names)})
    _append_text(laid, f"-# {scene.footer}" if scene.footer else "", room)
    return SceneLayout(laid)


def render_form(form: Form) -> ui.Modal:
    """What is written there is routed by its custom_id, too."""
    modal = ui.Modal(title=form.title, custom_id=form.custom_id)
    line: ui.TextInput[Any] = ui.TextInput(custom_id=FORM_INPUT_ID, max_length=form.max_length)
    modal.add_item(ui.Label(text=form.input_label, description=form.description, component=line))
    modal.stop()
    return modal


def list_pictures(scene: Scene) -> Iterator[tuple[str, SceneImage | Film]]:
    """In the order in which they are looked at, by the names of their files."""
    if scene.reveal:
        yield REVEAL_FILENAME, scene.reveal
    if scene.board:
        yield BOARD_FILENAME if isinstance(scene.board, SceneImage) else FILM_FILENAME, scene.board


def _append_text(components: list[JsonObject], text: str, characters_left: int) -> int:
    if text[:characters_left]:
        components.append({"type": Kind.text_display.value, "content": text[:characters_left]})
    return max(0, characters_left - len(text))


def _render_media(filename: str, image: SceneImage | Film) -> JsonObject:
    # What is described by nothing Discord does not take.
    described = {"description": image.alt} if image.alt else {}
    return {"media": {"url": f"attachment://{filename}"}, "spoiler": False, **described}


def _render_controls(row: Row, emoji_by_key: EmojiByKey, names: NameByPerson) -> list[JsonObject]:
    match row:
        case SelectMenu():
            choices = (
                (value, _replace_mentions(label, row.mention_fallbacks, names), None) for value, label in row.choices
            )
            return [_render_select(Kind.select, row.custom_id, options=_render_options(choices, row.chosen))]
        case ButtonMenu():
            buttons = (
                (
                    button.custom_id,
                    _replace_mentions(button.label, row.mention_fallbacks, names),
                    emoji_by_key.get(button.emoji),
                )
                for button in row.buttons
            )
            return [
                _render_select(
                    Kind.select, row.custom_id, placeholder=row.placeholder, options=_render_options(buttons)
                )
            ]
        case ChannelSelect():
            already = [{"id": place, "type": "channel"} for place in row.chosen_ids]
            return [
                _render_select(
                    Kind.channel_select, row.custom_id, min_values=0, max_values=row.max_values, required=False,
                    placeholder=row.placeholder, channel_types=[discord.ChannelType.text.value], default_values=already,
                )
            ]  # fmt: skip
        case RoleSelect():
            worn = [{"id": role, "type": "role"} for role in row.chosen_ids]
            return [
                _render_select(
                    Kind.role_select,
                    row.custom_id,
                    min_values=0,
                    required=False,
                    placeholder=row.placeholder,
                    default_values=worn,
                )
            ]
        case PersonSelect():
            return [_render_select(Kind.user_select, row.custom_id, required=False, placeholder=row.placeholder)]
    return [_render_button(button, emoji_by_key) for button in row]


def _render_select(kind: Kind, custom_id: str, **more: Any) -> JsonObject:
    one = {"min_values": 1, "max_values": 1, "disabled": False, "required": True}
    return {"type": kind.value, "custom_id": custom_id, **one, **more}


def list_mentioned_people(scene: Scene) -> Iterator[int]:
    """Whom its lists name."""
    for row in scene.rows:
        if isinstance(row, SelectMenu | ButtonMenu):
            yield from (person_id for person_id, _ in row.mention_fallbacks)


def _replace_mentions(label: str, fallback_names: MentionFallbacks, names: NameByPerson) -> str:
    called = {f"<@{person_id}>": names.get(person_id) or otherwise for person_id, otherwise in fallback_names}
    label = MENTION_PATTERN.sub(lambda found: called.get(found[0], found[0]), label)
    return label if len(label) <= MAX_OPTION_LENGTH else f"{label[: MAX_OPTION_LENGTH - 1].rstrip()}…"


def _render_options(
    choices: Iterable[tuple[str, str, discord.PartialEmoji | None]], chosen_value: str = ""
) -> list[JsonObject]:
    return [
        {"label": label, "value": value, "default": value == chosen_value, **_render_emoji(emoji)}
        for value, label, emoji in islice(choices, MAX_SELECT_OPTIONS)
    ]


def _render_button(button: Button, emoji_by_key: EmojiByKey) -> JsonObject:
    return {
        "type": Kind.button.value,
        "style": BUTTON_STYLES[button.tone].value,
        "disabled": button.disabled,
        "label": button.label,
        "custom_id": button.custom_id,
        **_render_emoji(emoji_by_key.get(button.emoji)),
    }


def _render_emoji(emoji: discord.PartialEmoji | None) -> JsonObject:
    return {"emoji": {"id": emoji.id, "name": emoji.name}} if emoji else {}


def build_allowed_mentions(scene: Scene) -> discord.AllowedMentions:
    """Only those that the scene calls; whoever else is named in it sleeps on."""
    called = [discord.Object(person_id) for person_id in sorted(scene.pinged_ids)]
    return discord.AllowedMentions(everyone=False, roles=False, users=called, replied_user=False)


def find_custom_ids(components: Iterable[Any]) -> Iterator[CustomId]:
    """What the buttons of a message are about."""
    for one in components:
        if custom_id := CustomId.parse(getattr(one, "custom_id", None) or ""):
            yield custom_id
        accessory = getattr(one, "accessory", None)
        yield from find_custom_ids([*getattr(one, "children", ()), *([accessory] if accessory else [])])


def extract_texts_and_ids(components: Iterable[Any]) -> list[str]:
    """Return the texts of a message and where its buttons lead, in order.

    Takes components as they are sent or as the library parsed them, so that the two can be compared.
    """
    found: list[str] = []
    for one in components:
        shown = one if isinstance(one, dict) else one.to_dict()
        found += [str(shown[key]).strip() for key in ("content", "custom_id") if shown.get(key)]
        found += extract_texts_and_ids(shown.get("components", ()))
    return found
