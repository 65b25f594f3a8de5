"""Components as Discord keeps them: every one with an id and its defaults, media resolved."""

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
"""What is more than a value, and which kinds have it: of another it means nothing, whatever it is."""

ComponentJson: TypeAlias = dict[str, Any]


class ResolvedMedia(NamedTuple):
    """Media, and of an attachment its name and size, which only a file component tells."""

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
    """Ids that were not given are counted up around those that were; `emojis` are those that may be shown, by id."""
    given = {component["id"] for component in walk_components(components) if component.get("id")}
    fresh = (number for number in count(1) if number not in given)
    return [_complete_component(component, resolve_media, usable_emojis, fresh) for component in components]


def _complete_component(
    component: Mapping[str, Any],
    resolve_media: ResolveMedia,
    usable_emojis: Mapping[str, ApplicationEmoji],
    new_ids: Iterator[int],
) -> ComponentJson:
    kind = component["type"]
    whole = {"type": kind, "id": component.get("id") or next(new_ids)} | dict(DEFAULT_FIELDS.get(kind, {}))
    whole |= {
        key: value
        for key, value in component.items()
        if key != "id" and value is not None and kind in TYPES_BY_NESTED_FIELD.get(key, (kind,))
    }
    if "components" in whole:
        whole["components"] = [
            _complete_component(one, resolve_media, usable_emojis, new_ids) for one in whole["components"]
        ]
    for part in ("accessory", "component"):
        if part in whole:
            whole[part] = _complete_component(whole[part], resolve_media, usable_emojis, new_ids)
    whole = _with_normalized_emoji(whole, usable_emojis)
    if "default_values" in whole:
        # Ids are taken as numbers, too, and given back as strings: a browser would round them.
        whole["default_values"] = [one | {"id": str(one["id"])} for one in whole["default_values"]]
    if "options" in whole:
        whole["options"] = [_with_normalized_emoji(option, usable_emojis) for option in whole["options"]]
    if "media" in whole:
        whole["media"] = resolve_media(whole["media"]).media
    if "file" in whole:
        whole["file"], whole["name"], whole["size"] = resolve_media(whole["file"])
    if "items" in whole:
        whole["items"] = [
            {"description": None, "spoiler": False}
            | {key: value for key, value in item.items() if value is not None}
            | {"media": resolve_media(item["media"]).media}
            for item in whole["items"]
        ]
    return whole


def _with_normalized_emoji(part: Mapping[str, Any], usable_emojis: Mapping[str, ApplicationEmoji]) -> dict[str, Any]:
    """Of a character's emoji nothing is told but the character; of another its own name, whatever was said of it."""
    emoji = part.get("emoji")
    if not isinstance(emoji, Mapping) or not emoji:
        return {key: value for key, value in part.items() if key != "emoji"}
    if own := usable_emojis.get(str(emoji.get("id"))):
        return {**part, "emoji": {"id": own.id, "name": own.name, "animated": own.animated}}
    return {**part, "emoji": {key: value for key, value in emoji.items() if value is not None}}


def walk_components(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """A component, and all that it holds, in the order of the page."""
    for component in components:
        yield component
        yield from walk_components(_get_nested(component, "components") or [])
        for part in ("accessory", "component"):
            if held := _get_nested(component, part):
                yield from walk_components([held])


def _get_nested(component: Mapping[str, Any], field: str) -> Any:
    return component.get(field) if component["type"] in TYPES_BY_NESTED_FIELD[field] else None
