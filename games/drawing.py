"""Drawings as SVG, layers, lines of type and boxes; the palette of a game; and drawings as emoji.

Computing the colors of all 16 palettes takes four seconds, up to half a second for one. So they are stored beside the
drawings, named by a hash of everything they are computed from. Where that has changed, they are computed again.
`make rules` stores them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import Final, TypeAlias

import resvg_py
from PIL import Image, ImageChops, ImageFilter, ImageStat

from games.art import CAP, INK, LIGHT, SIZE, Box, Colour, Letters, Palette, Sprite
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


_NEAR: Final = 8
_SAMPLE: Final = 60
_HEX: Final = re.compile(r"#[0-9a-f]{6}")

Parts: TypeAlias = tuple[int, int, int]


@lru_cache(maxsize=64)
def colours(palette: Palette) -> Image.Image:
    """At most 255 colours that do all of a game's drawings justice; the flat ones exactly."""
    told = kept(palette, mark(palette))
    found = [_parts(colour) for colour in told.split()] if told else mixed(palette)
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in found for part in colour])
    # Pillow lays a palette out when it is first used, and once more for whoever comes in the middle of that, from under
    # the hands of the first: two threads that paint would end the process.
    table.load()
    return table


def mark(palette: Palette) -> str:
    """Of all that its colours are found from."""
    drawings = [(name, file(palette, name)) for name in _names(palette)]
    found = repr((_NEAR, _SAMPLE, palette.grounds, palette.inks, palette.most, drawings))
    return sha256(found.encode()).hexdigest()[:16]


def mixed(palette: Palette) -> list[Parts]:
    names = _names(palette)
    samples = list(_samples(palette, names))
    strip = Image.new("RGB", (_SAMPLE, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    drawings = "".join(file(palette, name) for name in names)
    flat = [_parts(colour) for colour in sorted({*palette.grounds, *palette.inks, *_HEX.findall(drawings)})]
    reduced = strip.quantize(palette.most - len(flat), Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    found = reduced.getpalette() or []
    mixed = zip(found[0::3], found[1::3], found[2::3], strict=True)
    # Pillow looks colours up by their upper six bits: a mixed colour too near could take a flat one's place.
    return flat + [colour for colour in mixed if all(_apart(colour, kept) > _NEAR for kept in flat)]


@lru_cache(maxsize=256)
def index(palette: Palette, colour: Colour) -> int:
    return reduced(palette, Image.new("RGB", (1, 1), colour)).tobytes()[0]


def reduced(palette: Palette, flat: Image.Image) -> Image.Image:
    indices = flat.quantize(palette=colours(palette), dither=Image.Dither.NONE)
    return Image.frombytes("L", indices.size, indices.tobytes())


def laid(drawing: Image.Image, ground: Colour) -> Image.Image:
    flat = Image.new("RGBA", drawing.size, ground)
    flat.alpha_composite(drawing)
    return flat.convert("RGB")


def _names(palette: Palette) -> list[str]:
    return sorted({art.name[:-4] for folder in folders(palette) for art in folder.iterdir()})


def _samples(palette: Palette, names: Sequence[str]) -> Iterator[Image.Image]:
    """Each drawing and each ink on each ground, large enough to show its edges."""
    drawings = [rendered(svg(palette, Sprite(name, _SAMPLE, "", "8")), _SAMPLE) for name in names]
    for ground in palette.grounds:
        for drawing in drawings:
            yield laid(drawing, ground)
        for ink in palette.inks:
            yield laid(rendered(svg(palette, Letters("8", _SAMPLE, _SAMPLE, ink, ground)), _SAMPLE), ground)


def _parts(colour: Colour) -> Parts:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _apart(one: Parts, other: Parts) -> int:
    return max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))


EMOJI: Final = 128
"""Pixels to each side, as Discord asks for."""
_RIM: Final = 6
_PALE: Final = 160


def emoji(package: str, drawing: str, text: str = "") -> bytes:
    """A drawing alone, on nothing and as large as there is room: beside words it is 22 pixels high."""
    alone, *upper = (rendered(svg, 2 * EMOJI) for svg in _sources(package, drawing, text))
    for layer in upper:
        alone.alpha_composite(layer)
    alone = alone.crop(alone.getbbox())
    share = (EMOJI - 2 * _RIM) / max(alone.size)
    alone = alone.resize((round(alone.width * share) or 1, round(alone.height * share) or 1), Image.Resampling.LANCZOS)
    whole = Image.new("RGBA", (EMOJI, EMOJI))
    whole.paste(alone, ((EMOJI - alone.width) // 2, (EMOJI - alone.height) // 2))
    out = BytesIO()
    _rimmed(whole).save(out, "PNG")
    return out.getvalue()


def source(package: str, drawing: str, text: str = "") -> str:
    """What such a drawing is made of: while this is the same, so is it."""
    return "".join(_sources(package, drawing, text))


def _sources(package: str, drawing: str, text: str) -> list[str]:
    palette = Palette(package, grounds=(), inks=())
    return [svg(palette, layer) for layer in layers(Sprite(drawing, EMOJI, "", text))]


def _rimmed(drawing: Image.Image) -> Image.Image:
    """With an edge of light, or of ink about what is light itself: it can be seen on every colour of a button."""
    body = drawing.getchannel("A")
    inner = body.filter(ImageFilter.BoxBlur(_RIM)).point([0] * 250 + [255] * 6)
    edge = ImageChops.subtract(body, inner).point([0] * 128 + [255] * 128)
    colour = INK if ImageStat.Stat(drawing.convert("L"), edge).mean[0] > _PALE else LIGHT
    spread = body.filter(ImageFilter.GaussianBlur(_RIM / 2)).point([min(255, 4 * part) for part in range(256)])
    rimmed = Image.new("RGBA", drawing.size, colour)
    rimmed.putalpha(spread)
    rimmed.alpha_composite(drawing)
    return rimmed
