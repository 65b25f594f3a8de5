"""Reads the text styles in SVG drawings for tests of legibility."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from games import drawing
from games.art import Color, Palette, Sprite

_WIDTH_PATTERN: Final = re.compile(r'viewBox="0 0 ([\d.]+) ')
_TEXT_PATTERN: Final = re.compile(r"<text[^>]*>")
_ATTRIBUTE_PATTERN: Final = re.compile(r'([\w-]+)="([^"]*)"')


def list_text_styles(palette: Palette, sprite: Sprite) -> Iterator[tuple[float, Color, Color]]:
    """Yield the size, color and background color of each text. The color of an outline counts as the background."""
    for name in sprite.name.split():
        svg = drawing.read_drawing(palette, name)
        width = _WIDTH_PATTERN.search(svg)
        assert width
        for text in _TEXT_PATTERN.findall(svg) if "§" not in svg or sprite.text else ():
            attributes: dict[str, str] = dict(_ATTRIBUTE_PATTERN.findall(text))
            assert {"font-size", "fill"} <= attributes.keys(), f"{name}.svg: {text} needs font-size and fill"
            size = float(attributes["font-size"]) * sprite.width / float(width[1])
            yield size, attributes["fill"], attributes.get("stroke") or attributes.get("data-on") or sprite.ground
