"""Components as Discord keeps them: every one with an id and its defaults, media resolved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

from discord_playground.world.emoji import Emoji

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
SELECTS: Final = {STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
LINK: Final = 5
HOLDERS: Final[Mapping[str, Collection[int]]] = {
    "components": (ROW, SECTION, CONTAINER),
    "accessory": (SECTION,),
    "component": (LABEL,),
    "options": (STRING_SELECT, RADIOS, CHECKBOXES),
    "default_values": SELECTS - {STRING_SELECT},
    "media": (THUMBNAIL,),
    "file": (FILE,),
    "items": (GALLERY,),
}
"""What is more than a value, and which kinds have it: of another it means nothing, whatever it is."""

Component: TypeAlias = dict[str, Any]


class Unfurled(NamedTuple):
    """Media, and of an attachment its name and size, which only a file component tells."""

    media: dict[str, Any]
    name: str | None = None
    size: int | None = None


Unfurl: TypeAlias = Callable[[Mapping[str, Any]], Unfurled]

DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {
    **{select: {"min_values": 1, "max_values": 1} for select in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def kept(components: Sequence[Mapping[str, Any]], unfurl: Unfurl, emojis: Mapping[str, Emoji]) -> list[Component]:
    """Ids that were not given are counted up around those that were; `emojis` are those that may be shown, by id."""
    given = {component["id"] for component in everything(components) if component.get("id")}
    fresh = (number for number in count(1) if number not in given)
    return [_kept(component, unfurl, emojis, fresh) for component in components]


def _kept(component: Mapping[str, Any], unfurl: Unfurl, emojis: Mapping[str, Emoji], fresh: Iterator[int]) -> Component:
    kind = component["type"]
    whole = {"type": kind, "id": component.get("id") or next(fresh)} | dict(DEFAULTS.get(kind, {}))
    whole |= {
        key: value
        for key, value in component.items()
        if key != "id" and value is not None and kind in HOLDERS.get(key, (kind,))
    }
    if "components" in whole:
        whole["components"] = [_kept(one, unfurl, emojis, fresh) for one in whole["components"]]
    for part in ("accessory", "component"):
        if part in whole:
            whole[part] = _kept(whole[part], unfurl, emojis, fresh)
    whole = _with_plain_emoji(whole, emojis)
    if "default_values" in whole:
        # Ids are taken as numbers, too, and given back as strings: a browser would round them.
        whole["default_values"] = [one | {"id": str(one["id"])} for one in whole["default_values"]]
    if "options" in whole:
        whole["options"] = [_with_plain_emoji(option, emojis) for option in whole["options"]]
    if "media" in whole:
        whole["media"] = unfurl(whole["media"]).media
    if "file" in whole:
        whole["file"], whole["name"], whole["size"] = unfurl(whole["file"])
    if "items" in whole:
        whole["items"] = [
            {"description": None, "spoiler": False}
            | {key: value for key, value in item.items() if value is not None}
            | {"media": unfurl(item["media"]).media}
            for item in whole["items"]
        ]
    return whole


def _with_plain_emoji(thing: Mapping[str, Any], emojis: Mapping[str, Emoji]) -> dict[str, Any]:
    """Of a character's emoji nothing is told but the character; of another its own name, whatever was said of it."""
    emoji = thing.get("emoji")
    if not isinstance(emoji, Mapping) or not emoji:
        return {key: value for key, value in thing.items() if key != "emoji"}
    if own := emojis.get(str(emoji.get("id"))):
        return {**thing, "emoji": {"id": own.id, "name": own.name, "animated": own.animated}}
    return {**thing, "emoji": {key: value for key, value in emoji.items() if value is not None}}


def everything(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """A component, and all that it holds, in the order of the page."""
    for component in components:
        yield component
        yield from everything(_held(component, "components") or [])
        for part in ("accessory", "component"):
            if held := _held(component, part):
                yield from everything([held])


def _held(component: Mapping[str, Any], part: str) -> Any:
    return component.get(part) if component["type"] in HOLDERS[part] else None
