"""Drawings as SVG: a game's own and those that all have, layers, lines of type, boxes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final

import resvg_py
from PIL import Image

from games.art import CAP, SIZE, Box, Letters, Palette, Sprite
from games.typeface import font, weight

KEPT: Final = "tints"
"""The folder in a package of the colours that its drawings were reduced to."""
_VIEW: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def svg(palette: Palette, what: Sprite | Letters | Box) -> str:
    match what:
        case Sprite():
            return _turned(file(palette, what.name), what.turned).replace("§", escape(what.text))
        case Letters(width=width, height=height):
            size = height * SIZE
            at, anchor = {"left": (0.0, "start"), "middle": (width / 2, "middle"), "right": (width, "end")}[what.lie]
            drawn = (
                f'<text x="{at:g}" y="{height / 2 + size * CAP / 2:g}" text-anchor="{anchor}" font-family="Roboto" '
                f'font-weight="{weight(what)}" font-size="{size:g}" fill="{what.ink}">{escape(what.text)}</text>'
            )
        case Box(width=width, height=height):
            # A rim lies within.
            rim = what.thick if what.rim else 0
            drawn = (
                f'<rect x="{rim / 2}" y="{rim / 2}" width="{width - rim}" height="{height - rim}" '
                f'rx="{max(0, what.corner - rim / 2)}" fill="{what.ink}" stroke="{what.rim or what.ink}" '
                f'stroke-width="{rim}"/>'
            )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{drawn}</svg>'


def _turned(drawing: str, degrees: int) -> str:
    """About the middle of its box."""
    box = _VIEW.search(drawing)
    if not degrees or not box:
        return drawing
    start = drawing.index(">") + 1
    turn = f'<g transform="rotate({degrees} {float(box[1]) / 2:g} {float(box[2]) / 2:g})">'
    return f"{drawing[:start]}{turn}{drawing[start:].replace('</svg>', '</g></svg>')}"


def layers(what: Sprite) -> list[Sprite]:
    return [replace(what, name=name) for name in what.name.split()]


@lru_cache(maxsize=1024)
def file(palette: Palette, name: str) -> str:
    found = (folder.joinpath(f"{name}.svg") for folder in folders(palette))
    return next(file for file in found if file.is_file()).read_text("utf-8")


def folders(palette: Palette) -> list[Traversable]:
    return [files(palette.package).joinpath(palette.own), *map(files("games").joinpath, palette.common)]


def kept(palette: Palette, mark: str) -> str:
    """Return the stored colors of a palette, or nothing where they are not those of this mark."""
    told = files(palette.package).joinpath(KEPT, f"{mark}.txt")
    return told.read_text("utf-8") if told.is_file() else ""


def rendered(svg: str, width: int) -> Image.Image:
    # A font is read anew for each drawing, which takes a fifth of the time of one without a word.
    fonts = [font()] if "<text" in svg else []
    bits = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=fonts, skip_system_fonts=True)
    return Image.open(BytesIO(bits)).convert("RGBA")
