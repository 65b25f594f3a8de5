"""Embeds: each of them, and all of a message together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord_playground.limits import files, phrases
from discord_playground.limits.phrases import Place
from discord_playground.refusal import Fault

MOST_TEXT = 6000

# Any of these is something to look at; a colour or a time alone is not.
SHOWN = ("title", "description", "author", "footer", "image", "thumbnail", "video", "provider", "fields")
TEXTS = (("author", "name"), ("footer", "text"))
PICTURES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def faults(embeds: Any, place: Place, names: frozenset[str]) -> Iterator[Fault]:
    """`place` is that of the list; `names` are the files that `attachment://` may name."""
    if not isinstance(embeds, list):
        return
    for index, embed in enumerate(embeds):
        if isinstance(embed, dict):
            yield from of_one(embed, (*place, index), names)
    if sum(size(embed) for embed in embeds if isinstance(embed, dict)) > MOST_TEXT:
        yield Fault(place, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}")


def of_one(embed: dict[str, Any], place: Place, names: frozenset[str]) -> Iterator[Fault]:
    if not any(embed.get(name) for name in SHOWN):
        yield phrases.required((*place, "description"))
    for part, name in TEXTS:
        if isinstance(given := embed.get(part), dict) and blank(given.get(name)):
            yield phrases.required((*place, part, name))
    for index, field in enumerate(parts(embed)):
        for name in ("name", "value"):
            if isinstance(field.get(name), str) and blank(field[name]):
                yield phrases.required((*place, "fields", index, name))
    for part, name in PICTURES:
        if isinstance(given := embed.get(part), dict):
            yield from files.medium(given.get(name), (*place, part, name), names)
    yield from files.wrong_scheme(embed.get("url"), (*place, "url"), files.SITES)
    for part in ("author", "provider"):
        if isinstance(given := embed.get(part), dict):
            yield from files.wrong_scheme(given.get("url"), (*place, part, "url"), files.SITES)


def size(embed: dict[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [given.get(name) for part, name in TEXTS if isinstance(given := embed.get(part), dict)]
    texts += [field.get(name) for field in parts(embed) for name in ("name", "value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def parts(embed: dict[str, Any]) -> list[dict[str, Any]]:
    fields = embed.get("fields")
    return [field if isinstance(field, dict) else {} for field in fields] if isinstance(fields, list) else []


def blank(text: Any) -> bool:
    return text is None or (isinstance(text, str) and not text.strip())
