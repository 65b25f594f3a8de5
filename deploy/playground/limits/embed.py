"""Embeds: each of them, and all of a message together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deploy.playground.limits import files, phrases
from deploy.playground.limits.component import MEDIA, WEB
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Each, Link, Moment, Text, Whole, Yes, model
from deploy.playground.refusal import Fault

MOST, MOST_TEXT = 10, 6000

PICTURE = model(url=Link(MEDIA), description=Text(0, 4096))
EMBED = model(
    type=Text(),
    title=Text(0, 256),
    description=Text(0, 4096),
    url=Link((*WEB, "discord")),
    color=Whole(0, 0xFFFFFF),
    flags=Whole(),
    timestamp=Moment(),
    author=model(name=Text(0, 256), url=Link((*WEB, "discord")), icon_url=Link(MEDIA)),
    footer=model(text=Text(0, 2048), icon_url=Link(MEDIA)),
    image=PICTURE,
    thumbnail=PICTURE,
    video=PICTURE,
    provider=model(name=Text(0, 256), url=Link((*WEB, "discord"))),
    fields=Each(model("name value", name=Text(0, 256), value=Text(0, 1024), inline=Yes()), most=25),
)
EMBEDS = Each(EMBED, most=MOST)

# Any of these is something to look at; a colour or a time alone is not.
SHOWN = ("title", "description", "author", "footer", "image", "thumbnail", "video", "provider", "fields")
TEXTS = (("author", "name"), ("footer", "text"))
PICTURES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def faults(embeds: Any, place: Place, names: frozenset[str]) -> Iterator[Fault]:
    """`place` is that of the list; `names` are the files that `attachment://` may name."""
    yield from EMBEDS.faults(embeds, place)
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
            yield from files.missing(given.get(name), (*place, part, name), names)


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
