"""Helpers that read the text and components of a message or modal, including nested components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

JSON: TypeAlias = dict[str, Any]

BUTTON_TYPE: Final = 2
SELECT_TYPES: Final = frozenset({3, 5, 6, 7, 8})
TEXT_DISPLAY_TYPE: Final = 10


def iter_components(parent: Mapping[str, Any]) -> Iterator[JSON]:
    """Yield all components of a message, modal or component, each before the components nested in it."""
    children = [*parent.get("components", ()), *(parent[name] for name in ("component", "accessory") if name in parent)]
    for component in children:
        yield component
        yield from iter_components(component)


def find_component(message: Mapping[str, Any], custom_id: str) -> JSON:
    """Return the component with this custom ID. Raises a `KeyError` that lists the existing IDs."""
    by_custom_id = {
        component["custom_id"]: component for component in iter_components(message) if "custom_id" in component
    }
    if custom_id not in by_custom_id:
        raise KeyError(f"{custom_id} is not among {', '.join(by_custom_id) or 'no components'}")
    return by_custom_id[custom_id]


def find_buttons(message: Mapping[str, Any]) -> list[JSON]:
    return [component for component in iter_components(message) if component["type"] == BUTTON_TYPE]


def find_selects(message: Mapping[str, Any]) -> list[JSON]:
    return [component for component in iter_components(message) if component["type"] in SELECT_TYPES]


def button_labels(message: Mapping[str, Any]) -> list[str]:
    """Return the labels of all buttons. For buttons without a label, return the name of the emoji."""
    return [button.get("label") or button["emoji"]["name"] for button in find_buttons(message)]


def text_blocks(message: Mapping[str, Any]) -> list[str]:
    """Return the non-empty texts of a message's content, embeds and text displays, in this order."""
    texts = [message.get("content", "")]
    for embed in message.get("embeds", ()):
        texts += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        texts += [text for field in embed.get("fields", ()) for text in (field["name"], field["value"])]
        texts.append(embed.get("footer", {}).get("text", ""))
    texts += [component["content"] for component in iter_components(message) if component["type"] == TEXT_DISPLAY_TYPE]
    return [text for text in texts if text]


def full_text(message: Mapping[str, Any]) -> str:
    """Return all visible text of a message, including button labels and the placeholders of select menus.

    assert "Hello" in full_text(result.message)
    """
    placeholders = [select["placeholder"] for select in find_selects(message) if select.get("placeholder")]
    return "\n".join([*text_blocks(message), *button_labels(message), *placeholders])
