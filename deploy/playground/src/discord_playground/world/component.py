"""Conversion of components to the form that Discord stores, with IDs, default values and resolved media."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

from discord_playground.world.emoji import ApplicationEmoji

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 18, 19, 21, 22, 23
SELECT_TYPES: Final = {STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
LINK_STYLE: Final = 5
TYPES_BY_NESTED_FIELD: Final[Mapping[str, Collection[int]]] = {
    "components": (ACTION_ROW, SECTION, CONTAINER),
    "accessory": (SECTION,),
    "component": (LABEL,),
    "options": (STRING_SELECT, RADIO_GROUP, CHECKBOX_GROUP),
    "default_values": SELECT_TYPES - {STRING_SELECT},
    "media": (THUMBNAIL,),
    "file": (FILE,),
    "items": (MEDIA_GALLERY,),
}
"""Fields that contain objects, with the types of components that have them. Other types ignore these fields."""

ComponentJson: TypeAlias = dict[str, Any]


class ResolvedMedia(NamedTuple):
    """The media of a component. For attachments, the filename and size are included."""

    media: dict[str, Any]
    filename: str | None = None
    size_bytes: int | None = None


ResolveMedia: TypeAlias = Callable[[Mapping[str, Any]], ResolvedMedia]

DEFAULT_FIELDS: Final[Mapping[int, Mapping[str, Any]]] = {
    **{select: {"min_values": 1, "max_values": 1} for select in SELECT_TYPES},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def complete_components(
    components: Sequence[Mapping[str, Any]], resolve_media: ResolveMedia, usable_emojis: Mapping[str, ApplicationEmoji]
) -> list[ComponentJson]:
    """Return the components as Discord stores them.

    Components without an ID get the lowest free ID. The keys of `usable_emojis` are emoji IDs.
    """
    given_ids = {component["id"] for component in walk_components(components) if component.get("id")}
    new_ids = (number for number in count(1) if number not in given_ids)
    return [_complete_component(component, resolve_media, usable_emojis, new_ids) for component in components]


def _complete_component(
    component: Mapping[str, Any],
    resolve_media: ResolveMedia,
    usable_emojis: Mapping[str, ApplicationEmoji],
    new_ids: Iterator[int],
) -> ComponentJson:
    component_type = component["type"]
    component_id = component.get("id") or next(new_ids)
    completed = {"type": component_type, "id": component_id} | dict(DEFAULT_FIELDS.get(component_type, {}))
    completed |= {
        key: value
        for key, value in component.items()
        if key != "id" and value is not None and component_type in TYPES_BY_NESTED_FIELD.get(key, (component_type,))
    }
    if "components" in completed:
        completed["components"] = [
            _complete_component(child, resolve_media, usable_emojis, new_ids) for child in completed["components"]
        ]
    for field in ("accessory", "component"):
        if field in completed:
            completed[field] = _complete_component(completed[field], resolve_media, usable_emojis, new_ids)
    completed = _normalize_emoji(completed, usable_emojis)
    if "default_values" in completed:
        # IDs may be sent as numbers but are returned as strings, because JavaScript would round them.
        completed["default_values"] = [value | {"id": str(value["id"])} for value in completed["default_values"]]
    if "options" in completed:
        completed["options"] = [_normalize_emoji(option, usable_emojis) for option in completed["options"]]
    if "media" in completed:
        completed["media"] = resolve_media(completed["media"]).media
    if "file" in completed:
        completed["file"], completed["name"], completed["size"] = resolve_media(completed["file"])
    if "items" in completed:
        completed["items"] = [
            {"description": None, "spoiler": False}
            | {key: value for key, value in item.items() if value is not None}
            | {"media": resolve_media(item["media"]).media}
            for item in completed["items"]
        ]
    return completed


def _normalize_emoji(owner: Mapping[str, Any], usable_emojis: Mapping[str, ApplicationEmoji]) -> dict[str, Any]:
    """Return a component or option with a complete custom emoji. An empty `emoji` is removed."""
    emoji = owner.get("emoji")
    if not isinstance(emoji, Mapping) or not emoji:
        return {key: value for key, value in owner.items() if key != "emoji"}
    if custom := usable_emojis.get(str(emoji.get("id"))):
        return {**owner, "emoji": {"id": custom.id, "name": custom.name, "animated": custom.animated}}
    return {**owner, "emoji": {key: value for key, value in emoji.items() if value is not None}}


def walk_components(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all components in the order shown, each before the components nested in it."""
    for component in components:
        yield component
        yield from walk_components(_get_nested(component, "components") or [])
        for field in ("accessory", "component"):
            if child := _get_nested(component, field):
                yield from walk_components([child])


def _get_nested(component: Mapping[str, Any], field: str) -> Any:
    return component.get(field) if component["type"] in TYPES_BY_NESTED_FIELD[field] else None
