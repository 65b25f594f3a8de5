"""Emoji of an application: how they may be named and drawn, and which of them a component may show."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, Final

from deploy.playground.limits import control, phrases
from deploy.playground.limits.layout import walk
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Text, model
from deploy.playground.refusal import Fault

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


@dataclass(frozen=True, slots=True)
class Name:
    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        wrong = [*Text(2, 32).faults(value, place)]
        yield from wrong
        if not wrong and not NAME.fullmatch(value):
            yield phrases.no_match(place)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that is written out as an address."""

    most: int = SIZE

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield phrases.no_string(place, value)
        elif not (data := picture(value)) or not kind(data):
            yield Fault(place, "IMAGE_INVALID", "Invalid image")
        elif len(data) > self.most:
            yield Fault(place, "BINARY_TYPE_MAX_SIZE", f"File cannot be larger than {self.most / 1024} kb.")


def picture(sent: str) -> bytes | None:
    found = SENT.fullmatch(sent)
    try:
        return b64decode(found[1], validate=True) if found else None
    except (binascii.Error, ValueError):
        return None


def kind(data: bytes) -> str | None:
    return next((kind for head, kind in KINDS.items() if data.startswith(head)), None)


NEW = model("name image", name=Name(), image=Image())
CHANGED = model(name=Name())

SHAPES = {
    "POST /applications/{}/emojis": NEW,
    "PATCH /applications/{}/emojis/{}": CHANGED,
}


def taken(place: Place) -> Fault:
    return Fault(place, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists.")


def strange(components: Any, place: Place, known: Container[str], sentence: str = "Invalid emoji") -> Iterator[Fault]:
    """Of the emoji that components show by their id, those that are not there; `place` is that of the list."""
    for emoji, where in shown(components, place):
        if str(emoji["id"]) not in known:
            yield Fault((*where, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", sentence)


def shown(components: Any, place: Place = ()) -> Iterator[tuple[dict[str, Any], Place]]:
    for where, component in walk(components, place):
        options = enumerate(control.listed(component, "options"))
        bearing = [(component, where), *((option, (*where, "options", index)) for index, option in options)]
        for thing, at in bearing:
            emoji = thing.get("emoji") if isinstance(thing, dict) else None
            if isinstance(emoji, dict) and emoji.get("id") is not None:
                yield emoji, (*at, "emoji")
