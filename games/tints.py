"""The few hundred colours of a game: a drawing becomes indices into them.

Computing the colors of all 16 palettes takes four seconds, up to half a second for one. So they are stored beside the
drawings, named by a hash of everything they are computed from. Where that has changed, they are computed again.
`make rules` stores them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeAlias

from PIL import Image

from games.art import Colour, Letters, Palette, Sprite
from games.drawing import file, folders, kept, rendered, svg

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
