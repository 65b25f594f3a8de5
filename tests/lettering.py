"""What is written in drawings, for whoever holds it to be legible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from games import drawing
from games.art import Colour, Palette, Sprite

_WIDE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ')
_TEXT: Final = re.compile(r"<text[^>]*>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')


def lettering(palette: Palette, what: Sprite) -> Iterator[tuple[float, Colour, Colour]]:
    """Of each text in a drawing its size, its ink, and what that stands out against: its outline, else the ground."""
    for name in what.name.split():
        drawn = drawing.file(palette, name)
        wide = _WIDE.search(drawn)
        assert wide
        for text in _TEXT.findall(drawn) if "§" not in drawn or what.text else ():
            found: dict[str, str] = dict(_ATTRIBUTE.findall(text))
            size = float(found["font-size"]) * what.width / float(wide[1])
            yield size, found["fill"], found.get("stroke") or found.get("data-on") or what.ground
