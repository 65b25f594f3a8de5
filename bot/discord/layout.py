"""Renders scenes as Discord message components, and reads the components of received messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import discord
from discord import ComponentType, ui

from bot.screens.custom_ids import CustomId
from bot.screens.phrases import shorten_text
from bot.screens.scene import (
    ALT_TEXT_MAX_LENGTH,
    Button,
    ButtonMenu,
    ChannelSelect,
    CheckboxField,
    ChoiceField,
    Film,
    Form,
    FormField,
    MentionFallbacks,
    PersonSelect,
    RoleSelect,
    Row,
    Scene,
    SceneImage,
    SelectMenu,
    TextField,
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
"""Discord's limit for all text in one message."""
MAX_SELECT_OPTIONS: Final = 25
"""Discord's limit for the options of one select menu."""
EmojiByKey: TypeAlias = Mapping[str, discord.PartialEmoji]
"""Maps the emoji keys used in scenes to Discord's emoji objects."""
NO_EMOJI: Final[EmojiByKey] = MappingProxyType({})
NameByPerson: TypeAlias = Mapping[int, str]
NO_NAMES: Final[NameByPerson] = MappingProxyType({})
MENTION_PATTERN: Final = re.compile(r"<@\d+>")
CommandMentions: TypeAlias = Mapping[str, str]
"""Maps commands as they are typed, such as `/duel inbox`, in every language, to Discord's mentions of them."""
NO_COMMAND_MENTIONS: Final[CommandMentions] = MappingProxyType({})
COMMAND_PATTERN: Final = re.compile(r"`(/[^`\n]+)`")
MAX_OPTION_LENGTH: Final = 100
"""Discord's length limit for the label of a menu's option."""
MAX_BUTTON_LABEL_LENGTH: Final = 80
MAX_RADIO_BUTTONS: Final = 4
"""A form shows a choice with more values than this as a menu, which takes less room than radio buttons."""
JsonObject: TypeAlias = dict[str, Any]


class SceneLayout(ui.LayoutView):
    """A message layout that holds its components in Discord's JSON format.

    Building discord.py's component classes would take ten times as long. Their callbacks are not needed, because the
    router handles each click by its custom_id.
    """

    def __init__(self, components: list[JsonObject]) -> None:
        super().__init__(timeout=None)
        self.components = components
        # Keep discord.py from storing the view to wait for clicks.
        self.stop()

    def to_components(self) -> list[JsonObject]:
        return self.components

    def has_components_v2(self) -> bool:
        return True


def render_layout(
    scene: Scene,
    emoji_by_key: EmojiByKey = NO_EMOJI,
    names: NameByPerson = NO_NAMES,
    command_mentions: CommandMentions = NO_COMMAND_MENTIONS,
) -> SceneLayout:
    """Render a scene as a message.

    A button whose emoji is not in `emoji_by_key` is shown without an emoji. Menus and buttons show fallback names for
    people who are not in `names`. Commands in backticks become clickable if they are in `command_mentions`.
    """
    content: list[JsonObject] = []
    controls: list[JsonObject] = []
    characters_left = _append_text(content, "\n".join(scene.above), MAX_TEXT_LENGTH)
    for filename, image in list_pictures(scene):
        if image is scene.board:
            characters_left = _append_text(content, "\n".join(scene.between), characters_left)
        # Use one gallery per picture, because pictures in the same gallery would be half as large.
        content.append({"type": ComponentType.media_gallery.value, "items": [_render_media(filename, image, names)]})
    if scene.attachment:
        file = {"url": f"attachment://{scene.attachment.name}"}
        content.append({"type": ComponentType.file.value, "file": file, "spoiler": False})
    characters_left = _append_text(content, "\n".join(scene.below), characters_left)
    for section in scene.sections:
        texts: list[JsonObject] = []
        characters_left = _append_text(texts, section.text, characters_left)
        accessory = _render_button(section.button, emoji_by_key, names)
        content.append({"type": ComponentType.section.value, "components": texts, "accessory": accessory})
    for row in scene.rows:
        target = controls
        if isinstance(row, SelectMenu | ChannelSelect | RoleSelect):
            # Menus with headings belong to the content, unless there are other controls above them.
            target = controls or content
            characters_left = _append_text(target, row.heading, characters_left)
        target.append(
            {"type": ComponentType.action_row.value, "components": _render_controls(row, emoji_by_key, names)}
        )
    _append_text(content, f"-# {scene.footer}" if scene.footer else "", characters_left)
    components = [*_frame_content(content, scene.accent_color), *controls]
    _mention_commands(components, command_mentions)
    return SceneLayout(components)


def _frame_content(content: list[JsonObject], accent_color: int) -> list[JsonObject]:
    """Put the content into a container, which Discord draws with a frame, unless it is a single line of text.

    A line with a button beside it also needs no frame. Other buttons are not part of the content: below the container,
    phones have more room for them.
    """
    if not content:
        return content
    text = content[0]["components"][0] if content[0]["type"] == ComponentType.section.value else content[0]
    if len(content) == 1 and "\n" not in text.get("content", "\n"):
        return content
    container = {"type": ComponentType.container.value, "accent_color": accent_color, "spoiler": False}
    return [{**container, "components": content}]


def render_form(form: Form) -> ui.Modal:
    """Render a form as a modal. The router handles the submitted form by its custom_id."""
    modal = ui.Modal(title=form.title, custom_id=form.custom_id)
    if form.note:
        modal.add_item(ui.TextDisplay(form.note))
    for field in form.fields:
        modal.add_item(_render_field(field))
    modal.stop()
    return modal


def _render_field(field: FormField) -> ui.Label[Any]:
    component: ui.Item[Any]
    description = "" if isinstance(field, CheckboxField) else field.description
    match field:
        case TextField():
            component = ui.TextInput(
                custom_id=field.name,
                max_length=field.max_length,
                default=field.value or None,
                placeholder=field.placeholder or None,
                required=field.is_required,
            )
        case ChoiceField() if len(field.choices) <= MAX_RADIO_BUTTONS:
            radio_buttons = [
                discord.RadioGroupOption(label=label, value=value, default=value == field.chosen)
                for value, label in field.choices
            ]
            component = ui.RadioGroup(custom_id=field.name, options=radio_buttons)
        case ChoiceField():
            options = [
                discord.SelectOption(label=label, value=value, default=value == field.chosen)
                for value, label in field.choices
            ]
            component = ui.Select(custom_id=field.name, options=options)
        case CheckboxField():
            checkboxes = [
                discord.CheckboxGroupOption(
                    label=it.label, value=it.value, description=it.description or None, default=it.is_checked
                )
                for it in field.checkboxes
            ]
            component = ui.CheckboxGroup(
                custom_id=field.name, options=checkboxes, required=False, min_values=0, max_values=len(checkboxes)
            )
    return ui.Label(text=field.label, description=description or None, component=component)


def list_pictures(scene: Scene) -> Iterator[tuple[str, SceneImage | Film]]:
    """Yield the file name and the content of each picture of a scene, from top to bottom."""
    if scene.reveal:
        yield REVEAL_FILENAME, scene.reveal
    if scene.board:
        yield BOARD_FILENAME if isinstance(scene.board, SceneImage) else FILM_FILENAME, scene.board


def _append_text(components: list[JsonObject], text: str, characters_left: int) -> int:
    if text[:characters_left]:
        components.append({"type": ComponentType.text_display.value, "content": text[:characters_left]})
    return max(0, characters_left - len(text))


def _mention_commands(components: list[JsonObject], command_mentions: CommandMentions) -> None:
    """Replace commands in backticks by Discord's mentions of them, unless the message would become too long.

    For example, "`/duel inbox`" becomes "</duel inbox:81>", which people can click.
    """
    displays = [*_walk_text_displays(components)]
    contents = [
        COMMAND_PATTERN.sub(lambda typed: command_mentions.get(typed[1], typed[0]), display["content"])
        for display in displays
    ]
    if sum(map(len, contents)) <= MAX_TEXT_LENGTH:
        for display, content in zip(displays, contents, strict=True):
            display["content"] = content


def _walk_text_displays(components: Iterable[JsonObject]) -> Iterator[JsonObject]:
    for component in components:
        if component["type"] == ComponentType.text_display.value:
            yield component
        yield from _walk_text_displays(component.get("components", ()))


def _render_media(filename: str, image: SceneImage | Film, names: NameByPerson) -> JsonObject:
    # Discord does not accept empty descriptions.
    description = {"description": fill_in_names(image.alt, names)} if image.alt else {}
    return {"media": {"url": f"attachment://{filename}"}, "spoiler": False, **description}


def _render_controls(row: Row, emoji_by_key: EmojiByKey, names: NameByPerson) -> list[JsonObject]:
    match row:
        case SelectMenu():
            choices = (
                (value, _replace_mentions(label, row.mention_fallbacks, names), None) for value, label in row.choices
            )
            options = _render_options(choices, row.chosen)
            return [_render_select(ComponentType.select, row.custom_id, options=options)]
        case ButtonMenu():
            buttons = (
                (
                    button.custom_id,
                    _replace_mentions(button.label, row.mention_fallbacks, names),
                    emoji_by_key.get(button.emoji),
                )
                for button in row.buttons
            )
            options = _render_options(buttons)
            return [_render_select(ComponentType.select, row.custom_id, placeholder=row.placeholder, options=options)]
        case ChannelSelect():
            channels = [{"id": channel_id, "type": "channel"} for channel_id in row.chosen_ids]
            return [
                _render_select(
                    ComponentType.channel_select,
                    row.custom_id,
                    min_values=0,
                    max_values=row.max_values,
                    required=False,
                    placeholder=row.placeholder,
                    channel_types=[discord.ChannelType.text.value],
                    default_values=channels,
                )
            ]
        case RoleSelect():
            roles = [{"id": role_id, "type": "role"} for role_id in row.chosen_ids]
            return [
                _render_select(
                    ComponentType.role_select,
                    row.custom_id,
                    min_values=0,
                    required=False,
                    placeholder=row.placeholder,
                    default_values=roles,
                )
            ]
        case PersonSelect():
            return [
                _render_select(ComponentType.user_select, row.custom_id, required=False, placeholder=row.placeholder)
            ]
    return [_render_button(button, emoji_by_key, names) for button in row]


def _render_select(component_type: ComponentType, custom_id: str, **overrides: Any) -> JsonObject:
    defaults = {"min_values": 1, "max_values": 1, "disabled": False, "required": True}
    return {"type": component_type.value, "custom_id": custom_id, **defaults, **overrides}


def list_mentioned_people(scene: Scene) -> Iterator[int]:
    """Yield the IDs of people mentioned where Discord shows no names: in menus, buttons and picture descriptions."""
    for row in scene.rows:
        for control in row if isinstance(row, tuple) else (row,):
            if isinstance(control, Button | SelectMenu | ButtonMenu):
                yield from (person_id for person_id, _ in control.mention_fallbacks)
    for _, image in list_pictures(scene):
        yield from (int(mention[2:-1]) for mention in MENTION_PATTERN.findall(image.alt))


def fill_in_names(description: str, names: NameByPerson) -> str:
    """Replace the mentions in a picture's description by names, and cut it to Discord's maximum length.

    For example, "<@7> moves" becomes "Ann moves". In descriptions, Discord would show the mention unchanged.
    """
    filled = MENTION_PATTERN.sub(lambda mention: names.get(int(mention[0][2:-1])) or "…", description)
    return filled if len(filled) <= ALT_TEXT_MAX_LENGTH else f"{filled[: ALT_TEXT_MAX_LENGTH - 1]}…"


def _replace_mentions(
    label: str, fallback_names: MentionFallbacks, names: NameByPerson, max_length: int = MAX_OPTION_LENGTH
) -> str:
    name_by_mention = {f"<@{person_id}>": names.get(person_id) or fallback for person_id, fallback in fallback_names}
    return shorten_text(MENTION_PATTERN.sub(lambda it: name_by_mention.get(it[0], it[0]), label), max_length)


def _render_options(
    choices: Iterable[tuple[str, str, discord.PartialEmoji | None]], chosen_value: str = ""
) -> list[JsonObject]:
    return [
        {"label": label, "value": value, "default": value == chosen_value, **_render_emoji(emoji)}
        for value, label, emoji in islice(choices, MAX_SELECT_OPTIONS)
    ]


def _render_button(button: Button, emoji_by_key: EmojiByKey, names: NameByPerson) -> JsonObject:
    return {
        "type": ComponentType.button.value,
        "style": BUTTON_STYLES[button.tone].value,
        "disabled": button.disabled,
        "label": _replace_mentions(button.label, button.mention_fallbacks, names, MAX_BUTTON_LABEL_LENGTH),
        "custom_id": button.custom_id,
        **_render_emoji(emoji_by_key.get(button.emoji)),
    }


def _render_emoji(emoji: discord.PartialEmoji | None) -> JsonObject:
    return {"emoji": {"id": emoji.id, "name": emoji.name}} if emoji else {}


def build_allowed_mentions(scene: Scene) -> discord.AllowedMentions:
    """Return settings that ping only the people in the scene's `pinged_ids`. Other mentions stay silent."""
    users = [discord.Object(person_id) for person_id in sorted(scene.pinged_ids)]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def find_custom_ids(components: Iterable[Any]) -> Iterator[CustomId]:
    """Yield the custom IDs of the bot's buttons and select menus in a received message."""
    for component in components:
        if custom_id := CustomId.parse(getattr(component, "custom_id", None) or ""):
            yield custom_id
        accessory = getattr(component, "accessory", None)
        yield from find_custom_ids([*getattr(component, "children", ()), *([accessory] if accessory else [])])


def extract_texts_and_ids(components: Iterable[Any]) -> list[str]:
    """Return the texts and custom IDs of a message, in order.

    Accepts both outgoing and received components, to find out whether a received message has the expected content.
    """
    texts_and_ids: list[str] = []
    for component in components:
        fields = component if isinstance(component, dict) else component.to_dict()
        texts_and_ids += [str(fields[key]).strip() for key in ("content", "custom_id") if fields.get(key)]
        accessory = fields.get("accessory")
        texts_and_ids += extract_texts_and_ids([*fields.get("components", ()), *([accessory] if accessory else [])])
    return texts_and_ids
