"""How a picture becomes bytes.

Encoding is the bottleneck, not drawing. So a sprite is rasterised once, on the flat ground it lies upon, and reduced
to its game's palette; a board is a few dozen pastes of indices, and indices deflate five times faster than truecolour.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files
from io import BytesIO
from typing import Final

import resvg_py
from PIL import GifImagePlugin, Image, ImageChops

from games.art import COLOURS, Bar, Colour, Letters, Palette, Picture, Sprite

_NEAR: Final = 8
_SAMPLE: Final = 60
_HEX: Final = re.compile(r"#[0-9a-f]{6}")


def png(picture: Picture) -> bytes:
    board = _drawn(picture)
    board.putpalette(_colours(picture.palette).getpalette() or [])
    out = BytesIO()
    board.save(out, "PNG", compress_level=3)
    return out.getvalue()


def gif(pictures: Sequence[Picture], *, pause: int, last: int) -> bytes:
    """An animation that plays once; of each frame only what changed is encoded. Times in milliseconds."""
    first = pictures[0]
    colours = _colours(first.palette).getpalette() or []
    table = bytes(colours).ljust(3 * 256, b"\0")
    out = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0), table]
    before: Image.Image | None = None
    for number, picture in enumerate(pictures, 1):
        board = _drawn(picture)
        frame, corner = _changed(before, board)
        frame.putpalette(table)
        shown = last if number == len(pictures) else pause
        out += GifImagePlugin.getdata(
            frame, corner, duration=shown, transparency=COLOURS, disposal=1, include_color_table=False
        )
        before = board
    return b"".join([*out, b";"])


def _changed(before: Image.Image | None, board: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The rectangle that differs, with everything in it that does not left transparent."""
    if before is None:
        return board.copy(), (0, 0)
    differs = ImageChops.difference(before, board)
    box = differs.getbbox() or (0, 0, 1, 1)
    same = differs.crop(box).point([255] + [0] * 255)
    frame = board.crop(box)
    frame.paste(COLOURS, (0, 0), same)
    return frame, box[:2]


def _drawn(picture: Picture) -> Image.Image:
    """The board as indices into its palette, in mode L, where pasting and comparing cost least."""
    palette = picture.palette
    board = Image.new("L", (picture.width, picture.height), _index(palette, picture.ground))
    for what, left, top in picture.marks:
        if isinstance(what, Bar):
            board.paste(_index(palette, what.ink), (left, top, left + what.width, top + what.height))
            continue
        drawing, body = _raster(palette, what)
        board.paste(drawing, (left, top), body)
    return board


@lru_cache(maxsize=4096)
def _raster(palette: Palette, what: Sprite | Letters) -> tuple[Image.Image, Image.Image]:
    """Indices, and which of them to paste."""
    layers = [replace(what, name=name) for name in what.name.split()] if isinstance(what, Sprite) else [what]
    drawing, *upper = (_rendered(_svg(palette.package, layer), what.width) for layer in layers)
    for layer in upper:
        drawing.alpha_composite(layer)
    body = drawing.getchannel("A").point([0] + [255] * 255).convert("1")
    return _reduced(palette, _laid(drawing, what.ground)), body


def _svg(package: str, what: Sprite | Letters) -> str:
    if isinstance(what, Sprite):
        return _drawing(package, what.name).replace("§", what.text)
    # Capitals and digits of Roboto are 0.71 em high.
    size = what.height * 0.78
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {what.width} {what.height}">'
        f'<text x="{what.width / 2}" y="{what.height / 2 + size * 0.355}" text-anchor="middle" font-family="Roboto" '
        f'font-weight="{700 if what.bold else 500}" font-size="{size}" fill="{what.ink}">{what.text}</text></svg>'
    )


@lru_cache(maxsize=1024)
def _drawing(package: str, name: str) -> str:
    return files(package).joinpath("art", f"{name}.svg").read_text("utf-8")


def _rendered(svg: str, width: int) -> Image.Image:
    bits = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=[_font()], skip_system_fonts=True)
    return Image.open(BytesIO(bits)).convert("RGBA")


@lru_cache(maxsize=1)
def _font() -> str:
    """A variable font that travels with us: every weight in one file, and no machine's own."""
    with as_file(files("fontpkg_roboto").joinpath("files", "Roboto[wdth,wght].ttf")) as path:
        return str(path)


def _laid(drawing: Image.Image, ground: Colour) -> Image.Image:
    flat = Image.new("RGBA", drawing.size, ground)
    flat.alpha_composite(drawing)
    return flat.convert("RGB")


def _reduced(palette: Palette, flat: Image.Image) -> Image.Image:
    indices = flat.quantize(palette=_colours(palette), dither=Image.Dither.NONE)
    return Image.frombytes("L", indices.size, indices.tobytes())


@lru_cache(maxsize=256)
def _index(palette: Palette, colour: Colour) -> int:
    return _reduced(palette, Image.new("RGB", (1, 1), colour)).tobytes()[0]


@lru_cache(maxsize=64)
def _colours(palette: Palette) -> Image.Image:
    """At most 255 colours that do all of a game's drawings justice; the flat ones exactly."""
    names = sorted(art.name[:-4] for art in files(palette.package).joinpath("art").iterdir())
    samples = list(_samples(palette, names))
    strip = Image.new("RGB", (_SAMPLE, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    drawings = "".join(_drawing(palette.package, name) for name in names)
    flat = [_parts(colour) for colour in sorted({*palette.grounds, *palette.inks, *_HEX.findall(drawings)})]
    reduced = strip.quantize(palette.most - len(flat), Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    found = reduced.getpalette() or []
    mixed = zip(found[0::3], found[1::3], found[2::3], strict=True)
    # Pillow looks colours up by their upper six bits: a mixed colour too near could take a flat one's place.
    colours = flat + [colour for colour in mixed if all(_apart(colour, kept) > _NEAR for kept in flat)]
    table = Image.new("P", (1, 1))
    table.putpalette([part for colour in colours for part in colour])
    return table


def _samples(palette: Palette, names: Sequence[str]) -> Iterator[Image.Image]:
    """Each drawing and each ink on each ground, large enough to show its edges."""
    drawings = [_rendered(_svg(palette.package, Sprite(name, _SAMPLE, "", "8")), _SAMPLE) for name in names]
    for ground in palette.grounds:
        for drawing in drawings:
            yield _laid(drawing, ground)
        for ink in palette.inks:
            yield _laid(_rendered(_svg(palette.package, Letters("8", _SAMPLE, _SAMPLE, ink, ground)), _SAMPLE), ground)


def _parts(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))
