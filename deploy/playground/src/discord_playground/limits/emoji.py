"""Emoji of an application: how they may be named and drawn, and which of them a component may show."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Container, Iterator
from typing import Any, Final

from discord_playground.limits import phrases
from discord_playground.limits.layout import walk
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import listed
from discord_playground.refusal import Fault

MOST: Final = 2000
"""Of one application."""
SIZE: Final = 256 * 1024
NAME: Final = re.compile(r"[A-Za-z0-9_]+")
KINDS: Final = {
    b"\x89PNG": "image/png",
    b"GIF8": "image/gif",
    b"\xff\xd8": "image/jpeg",
    b"RIFF": "image/webp",
    b"\0\0": "image/avif",
}
"""By how such a file begins."""
SENT: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


def name_faults(name: Any) -> Iterator[Fault]:
    if not isinstance(name, str):
        return
    if not 2 <= len(name) <= 32:
        yield phrases.length(("name",), 2, 32)
    elif not NAME.fullmatch(name):
        yield phrases.no_match(("name",))


def picture_faults(sent: Any) -> Iterator[Fault]:
    """Report what is no picture, or too large, written out as an address."""
    if not isinstance(sent, str):
        return
    if not (data := picture(sent)) or not kind(data):
        yield Fault(("image",), "IMAGE_INVALID", "Invalid image")
    elif len(data) > SIZE:
        yield Fault(("image",), "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {SIZE / 1024} kb.")


def picture(sent: str) -> bytes | None:
    found = SENT.fullmatch(sent)
    try:
        return b64decode(found[1], validate=True) if found else None
    except (binascii.Error, ValueError):
        return None


def kind(data: bytes) -> str | None:
    return next((kind for head, kind in KINDS.items() if data.startswith(head)), None)


def taken(place: Place) -> Fault:
    return Fault(place, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")


def strange(components: Any, place: Place, known: Container[str], sentence: str = "Invalid emoji") -> Iterator[Fault]:
    """Of the emoji that components show by their id, those that are not there; `place` is that of the list."""
    for emoji, where in shown(components, place):
        if str(emoji["id"]) not in known:
            yield Fault((*where, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", sentence)


def shown(components: Any, place: Place = ()) -> Iterator[tuple[dict[str, Any], Place]]:
    for where, component in walk(components, place):
        options = enumerate(listed(component, "options"))
        bearing = [(component, where), *((option, (*where, "options", index)) for index, option in options)]
        for thing, at in bearing:
            emoji = thing.get("emoji") if isinstance(thing, dict) else None
            if isinstance(emoji, dict) and emoji.get("id") is not None:
                yield emoji, (*at, "emoji")
