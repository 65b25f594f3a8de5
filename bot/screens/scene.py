"""Messages as plain data: text lines, images and rows of components.

The modules of this package build scenes from matches, and `bot.discord.layout` turns a scene into Discord components.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.art import Picture
from games.core import HOUSE_ACCENT_COLOR

Tone: TypeAlias = Literal["main", "plain", "good", "bad"]
MentionFallbacks: TypeAlias = tuple[tuple[int, str], ...]
"""Person IDs, each with the text that replaces a mention of the person if their name is not known.

Discord does not render mentions in the labels of menus and buttons.
"""

TEXT_FIELD_NAME: Final = "line"
"""The name of the text field in a form that has only one."""
ALT_TEXT_MAX_LENGTH: Final = 1024
"""Discord's limit for the description of a picture, in characters."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str
    tone: Tone = "plain"
    disabled: bool = False
    emoji: str = ""
    """The key of a decorative emoji before the label (see `move_buttons.format_emblem_key`)."""
    mention_fallbacks: MentionFallbacks = ()


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A menu with one selected value.

    The heading is shown as text above the menu, because Discord shows only the selected label.
    """

    heading: str
    custom_id: str
    choices: tuple[tuple[str, str], ...]
    """Pairs of value and label."""
    chosen: str
    mention_fallbacks: MentionFallbacks = ()


@dataclass(frozen=True, slots=True)
class ChannelSelect:
    """A menu from which several of a server's channels can be selected."""

    heading: str
    custom_id: str
    placeholder: str
    """Explains what an empty selection means."""
    chosen_ids: tuple[int, ...]
    max_values: int = 25


@dataclass(frozen=True, slots=True)
class RoleSelect:
    """A menu from which at most one of a server's roles can be selected."""

    heading: str
    custom_id: str
    placeholder: str
    """Explains what an empty selection means."""
    chosen_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ButtonMenu:
    """A menu that replaces a set of buttons: selecting an entry is the same as pressing its button.

    It is used where the buttons themselves would push the board out of view.
    """

    placeholder: str
    custom_id: str
    buttons: tuple[Button, ...]
    mention_fallbacks: MentionFallbacks = ()


@dataclass(frozen=True, slots=True)
class PersonSelect:
    """A menu from which any member of the server can be selected."""

    placeholder: str
    custom_id: str


@dataclass(frozen=True, slots=True)
class Section:
    """A text with a button beside it."""

    text: str
    button: Button


Row: TypeAlias = tuple[Button, ...] | SelectMenu | ChannelSelect | RoleSelect | ButtonMenu | PersonSelect


@dataclass(frozen=True, slots=True)
class SceneImage:
    picture: Picture
    alt: str
    names: tuple[int | str, ...] = ()
    """The name to draw at each seat: a person ID, whose display name is looked up, or a fixed string."""


@dataclass(frozen=True, slots=True)
class Film:
    """An animation of a match, with one picture per board."""

    pictures: tuple[Picture, ...]
    alt: str
    names: tuple[int | str, ...] = ()
    """The names to draw at the seats, as in `SceneImage`."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to download."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TextField:
    """A text to type into a form."""

    label: str
    description: str
    max_length: int
    """The maximum length of the input, in characters."""
    name: str = TEXT_FIELD_NAME
    value: str = ""
    placeholder: str = ""
    is_required: bool = True


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A choice of one value in a form: radio buttons or, if there are many values, a menu."""

    name: str
    label: str
    description: str
    choices: tuple[tuple[str, str], ...]
    """Pairs of value and label."""
    chosen: str


@dataclass(frozen=True, slots=True)
class Checkbox:
    value: str
    label: str
    description: str
    is_checked: bool


@dataclass(frozen=True, slots=True)
class CheckboxField:
    """A group of checkboxes in a form. Any number of them can be checked."""

    name: str
    label: str
    checkboxes: tuple[Checkbox, ...]


FormField: TypeAlias = TextField | ChoiceField | CheckboxField


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog (Discord modal) to fill in. It has room for five fields, or for four below a note."""

    title: str
    custom_id: str
    fields: tuple[FormField, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    above: tuple[str, ...]
    """The lines above the board, starting with the title."""
    reveal: SceneImage | None = None
    """The picture above the board: the simultaneous choices that were just revealed, or the course of a match."""
    between: tuple[str, ...] = ()
    """The lines between the reveal and the board, if they show different things."""
    board: SceneImage | Film | None = None
    attachment: Attachment | None = None
    below: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    """The entries of a list, each with its button. They are below all other text except the footer."""
    rows: tuple[Row, ...] = ()
    footer: str = ""
    pinged_ids: frozenset[int] = frozenset()
    """The people who are pinged if the scene mentions them. All other mentions are silent."""
    accent_color: int = HOUSE_ACCENT_COLOR
    """The color of the stripe beside the message, as 0xRRGGBB. Scenes about a game have the game's color."""
