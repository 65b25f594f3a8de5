"""What can be read on a message or a modal, however deep its components are nested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

JSON: TypeAlias = dict[str, Any]

BUTTON_TYPE: Final = 2
SELECT_TYPES: Final = frozenset({3, 5, 6, 7, 8})
TEXT_DISPLAY_TYPE: Final = 10


def iter_components(parent: Mapping[str, Any]) -> Iterator[JSON]:
    """All of them, each before what it contains."""
    within = [*parent.get("components", ()), *(parent[name] for name in ("component", "accessory") if name in parent)]
    for component in within:
        yield component
        yield from iter_components(component)


def find_component(message: Mapping[str, Any], custom_id: str) -> JSON:
    """The one with this id; `KeyError` names those that there are."""
    named = {one["custom_id"]: one for one in iter_components(message) if "custom_id" in one}
    if custom_id not in named:
        raise KeyError(f"{custom_id} is not among {', '.join(named) or 'no components'}")
    return named[custom_id]


def find_buttons(message: Mapping[str, Any]) -> list[JSON]:
    return [one for one in iter_components(message) if one["type"] == BUTTON_TYPE]


def find_selects(message: Mapping[str, Any]) -> list[JSON]:
    return [one for one in iter_components(message) if one["type"] in SELECT_TYPES]


def button_labels(message: Mapping[str, Any]) -> list[str]:
    """What is written on its buttons; on some there is only an emoji."""
    return [button.get("label") or button["emoji"]["name"] for button in find_buttons(message)]


def text_blocks(message: Mapping[str, Any]) -> list[str]:
    """Its paragraphs: content, embeds and text displays, in this order."""
    found = [message.get("content", "")]
    for embed in message.get("embeds", ()):
        found += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        found += [part for field in embed.get("fields", ()) for part in (field["name"], field["value"])]
        found.append(embed.get("footer", {}).get("text", ""))
    found += [one["content"] for one in iter_components(message) if one["type"] == TEXT_DISPLAY_TYPE]
    return [one for one in found if one]


def full_text(message: Mapping[str, Any]) -> str:
    """All that can be read, labels of buttons and placeholders of selects included."""
    placeholders = [one["placeholder"] for one in find_selects(message) if one.get("placeholder")]
    return "\n".join([*text_blocks(message), *button_labels(message), *placeholders])
