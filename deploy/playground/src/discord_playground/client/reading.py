"""What can be read on a message or a modal, however deep its components are nested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

JSON: TypeAlias = dict[str, Any]

BUTTON: Final = 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
TEXT: Final = 10


def components(shown: Mapping[str, Any]) -> Iterator[JSON]:
    """All of them, each before what it contains."""
    within = [*shown.get("components", ()), *(shown[name] for name in ("component", "accessory") if name in shown)]
    for component in within:
        yield component
        yield from components(component)


def component(shown: Mapping[str, Any], custom_id: str) -> JSON:
    """The one with this id; `KeyError` names those that there are."""
    named = {one["custom_id"]: one for one in components(shown) if "custom_id" in one}
    if custom_id not in named:
        raise KeyError(f"{custom_id} is not among {', '.join(named) or 'no components'}")
    return named[custom_id]


def buttons(shown: Mapping[str, Any]) -> list[JSON]:
    return [one for one in components(shown) if one["type"] == BUTTON]


def selects(shown: Mapping[str, Any]) -> list[JSON]:
    return [one for one in components(shown) if one["type"] in SELECTS]


def labels(shown: Mapping[str, Any]) -> list[str]:
    """What is written on its buttons; on some there is only an emoji."""
    return [button.get("label") or button["emoji"]["name"] for button in buttons(shown)]


def texts(shown: Mapping[str, Any]) -> list[str]:
    """Its paragraphs: content, embeds and text displays, in this order."""
    found = [shown.get("content", "")]
    for embed in shown.get("embeds", ()):
        found += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
        found += [part for field in embed.get("fields", ()) for part in (field["name"], field["value"])]
        found.append(embed.get("footer", {}).get("text", ""))
    found += [one["content"] for one in components(shown) if one["type"] == TEXT]
    return [one for one in found if one]


def text(shown: Mapping[str, Any]) -> str:
    """All that can be read, labels of buttons and placeholders of selects included."""
    placeholders = [one["placeholder"] for one in selects(shown) if one.get("placeholder")]
    return "\n".join([*texts(shown), *labels(shown), *placeholders])
