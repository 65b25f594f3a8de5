"""How a picture becomes bytes.

Encoding is the bottleneck, not drawing. So a sprite is rasterised once, on the flat ground it lies upon, and reduced
to its game's palette; a board is a few dozen pastes of indices, which need no filters and deflate well. A board is kept
for a while, and names are laid over it, so that it is drawn once whoever plays on it.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from io import BytesIO
from itertools import pairwise
from typing import Final

import resvg_py
from isal import isal_zlib
from PIL import GifImagePlugin, Image, ImageChops, ImageFilter, ImageFont, ImageStat

from games.art import (
    CAP,
    COLOURS,
    INK,
    LIGHT,
    SIZE,
    SMALL,
    Box,
    Caption,
    Colour,
    Letters,
    Mark,
    Name,
    Palette,
    Picture,
    Sprite,
    What,
    person,
)  # fmt: skip

_NEAR: Final = 8
_SAMPLE: Final = 60
_EM: Final = 100
_AGAIN: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
"""Of an animation: as often as one looks."""
EMOJI: Final = 128
"""Pixels to each side, as Discord asks for."""
_RIM: Final = 6
_PALE: Final = 160
_KEPT: Final = 16
"""Boards, three quarters of a megabyte each."""
_CALLED: Final = 20
"""Letters of a name in a sentence."""
_VIEW: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_TEXT: Final = re.compile(r"<text[^>]*>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
_HEX: Final = re.compile(r"#[0-9a-f]{6}")


def png(picture: Picture, names: Sequence[str] = ()) -> bytes:
    """`names` are those of the people, by seat; where there is none its number stands, beside its shape."""
    board = _named(picture, names)
    # Each line begins with its filter, which is none.
    lines = Image.new("L", (picture.width + 1, picture.height))
    lines.paste(board, (1, 0))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    table = bytes(_colours(picture.palette).getpalette() or [])
    parts = (b"IHDR", header), (b"PLTE", table), (b"IDAT", isal_zlib.compress(lines.tobytes(), 2)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def emoji(package: str, drawing: str, text: str = "") -> bytes:
    """A drawing alone, on nothing and as large as there is room: beside words it is 22 pixels high."""
    alone, *upper = (_rendered(svg, 2 * EMOJI) for svg in _sources(package, drawing, text))
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


def source(package: str, drawing: str, text: str = "") -> str:
    """What such a drawing is made of: while this is the same, so is it."""
    return "".join(_sources(package, drawing, text))


def _sources(package: str, drawing: str, text: str) -> list[str]:
    palette = Palette(package, grounds=(), inks=())
    return [_svg(palette, layer) for layer in _layers(Sprite(drawing, EMOJI, "", text))]


def _layers(what: Sprite) -> list[Sprite]:
    return [replace(what, name=name) for name in what.name.split()]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))


def gif(pictures: Sequence[Picture], names: Sequence[str] = (), *, pause: int, last: int) -> bytes:
    """An animation that begins anew; of each frame only what changed is encoded. Times in milliseconds."""
    first = pictures[0]
    colours = _colours(first.palette).getpalette() or []
    table = bytes(colours).ljust(3 * 256, b"\0")
    out = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0), table, _AGAIN]
    before: Image.Image | None = None
    for number, picture in enumerate(pictures, 1):
        board = _named(picture, names)
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


def _named(picture: Picture, names: Sequence[str]) -> Image.Image:
    board = _drawn(picture)
    lines = [line for mark in picture.marks for line in _lines(mark, names)]
    if lines:
        board = board.copy()
    for line, left, top in lines:
        letters, body = _raster(picture.palette, line)
        board.paste(letters, (left, top), body)
    return board


def _lines(mark: Mark, names: Sequence[str]) -> Iterator[tuple[Letters, int, int]]:
    """What is written once it is known what people are called."""
    place, left, top = mark
    match place:
        case Name():
            name = _fitted(place, readable(names, place.seat, place.instead))
            yield name, left, top + (place.height - name.height) // 2
        case Caption():
            lines = wrapped(place, names)
            high = place.height // place.lines
            top += (place.height - high * len(lines)) // 2
            for at, line in enumerate(lines):
                yield Letters(line, place.width, high, place.ink, place.ground), left, top + high * at


def wrapped(place: Caption, names: Sequence[str]) -> list[str]:
    """In as many lines as there are at the most; what is too long ends before its end."""
    told = place.text
    for seat, word in enumerate(place.seats):
        name = readable(names, seat, word)
        short = name if len(name) <= _CALLED else f"{name[: _CALLED - 1].rstrip()}…"
        told = told.replace(person(seat), short)
    line = Letters("", place.width, place.height // place.lines, place.ink, place.ground)
    found = [""]
    for word in told.split():
        longer = f"{found[-1]} {word}".lstrip()
        if length(replace(line, text=longer)) <= place.width:
            found[-1] = longer
        elif len(found) < place.lines and found[-1]:
            found.append(word)
        else:
            return [*found[:-1], _fit(replace(line, text=longer))]
    return found


def _fit(line: Letters) -> str:
    """As much of it as there is room for."""
    cuts = (f"{line.text[:end].rstrip(' ,;:')}…" for end in range(len(line.text) - 1, 0, -1))
    return next(cut for cut in cuts if length(replace(line, text=cut)) <= line.width)


@lru_cache(maxsize=_KEPT)
def _drawn(picture: Picture) -> Image.Image:
    """The board as indices into its palette, in mode L, where pasting and comparing cost least."""
    palette = picture.palette
    board = Image.new("L", (picture.width, picture.height), _index(palette, picture.ground))
    for what, left, top in picture.marks:
        if isinstance(what, Name | Caption):
            continue
        if isinstance(what, Box) and not (what.corner or what.rim):
            board.paste(_index(palette, what.ink), (left, top, left + what.width, top + what.height))
            continue
        for drawing, body, down in _strips(palette, what):
            board.paste(drawing, (left, top + down), body)
    return board


@lru_cache(maxsize=4096)
def _strips(palette: Palette, what: Sprite | Letters | Box) -> Sequence[tuple[Image.Image, Image.Image | None, int]]:
    """What is pasted of it, and how far down. Between its corners a box is whole: to paste that as it is costs a tenth
    of asking of each pixel whether it is there.
    """
    drawing, body = _raster(palette, what)
    if not isinstance(what, Box):
        return ((drawing, body, 0),)
    found = []
    for top, end in pairwise((0, what.corner, drawing.height - what.corner, drawing.height)):
        if top < end:
            part = (0, top, drawing.width, end)
            there = body.crop(part)
            found.append((drawing.crop(part), None if there.getextrema() == (255, 255) else there, top))
    return found


@lru_cache(maxsize=4096)
def _raster(palette: Palette, what: Sprite | Letters | Box) -> tuple[Image.Image, Image.Image]:
    """Indices, and which of them to paste."""
    layers = _layers(what) if isinstance(what, Sprite) else [what]
    drawing, *upper = (_rendered(_svg(palette, layer), what.width) for layer in layers)
    for layer in upper:
        drawing.alpha_composite(layer)
    body = drawing.getchannel("A").point([0] + [255] * 255).convert("1")
    return _reduced(palette, _laid(drawing, what.ground)), body


def _svg(palette: Palette, what: Sprite | Letters | Box) -> str:
    match what:
        case Sprite():
            return _turned(_drawing(palette, what.name), what.turned).replace("§", escape(what.text))
        case Letters(width=width, height=height):
            size = height * SIZE
            at, anchor = {"left": (0.0, "start"), "middle": (width / 2, "middle"), "right": (width, "end")}[what.lie]
            drawn = (
                f'<text x="{at:g}" y="{height / 2 + size * CAP / 2:g}" text-anchor="{anchor}" font-family="Roboto" '
                f'font-weight="{_weight(what)}" font-size="{size:g}" fill="{what.ink}">{escape(what.text)}</text>'
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


def _weight(what: Letters) -> int:
    return 700 if what.bold else 500


def height(palette: Palette, what: What) -> int:
    """Of a drawing its width is all that is said of it."""
    return _raster(palette, what)[0].height if isinstance(what, Sprite) else what.height


def lettering(palette: Palette, what: Sprite) -> Iterator[tuple[float, Colour, Colour]]:
    """Of each text in a drawing its size, its ink, and what that stands out against: its outline, else the ground."""
    for name in what.name.split():
        drawing = _drawing(palette, name)
        box = _VIEW.search(drawing)
        assert box
        for text in _TEXT.findall(drawing) if "§" not in drawing or what.text else ():
            found: dict[str, str] = dict(_ATTRIBUTE.findall(text))
            size = float(found["font-size"]) * what.width / float(box[1])
            yield size, found["fill"], found.get("stroke") or found.get("data-on") or what.ground


def readable(names: Sequence[str], seat: int, instead: str = "") -> str:
    """A name as far as the font has its letters; what stands instead of it where that would be another name."""
    name = unicodedata.normalize("NFC", names[seat]) if seat < len(names) else ""
    if all(_has(letter) for letter in name if letter.isalnum()):
        kept = " ".join("".join(letter for letter in name if letter == " " or _has(letter)).split())
        if any(letter.isalnum() for letter in kept):
            return kept
    return instead or str(seat + 1)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter.isprintable() and bytes(_face(700).getmask(letter)) != bytes(_face(700).getmask("\U0010ffff"))


@lru_cache(maxsize=1024)
def _fitted(place: Name, name: str) -> Letters:
    """Smaller first, then shortened."""
    letters = Letters(name, place.width, place.height, place.ink, place.ground, lie=place.lie)
    wide = length(letters)
    if wide <= place.width:
        return letters
    small = replace(letters, height=max(min(SMALL, place.height), int(place.height * place.width / wide)))
    cuts = (replace(small, text=f"{name[:end].rstrip()}…") for end in range(len(name) - 1, 0, -1))
    return next((cut for cut in (small, *cuts) if length(cut) <= place.width), replace(small, text="…"))


def length(what: Letters) -> float:
    """How wide a line of type is; the law of the boards holds it against its box."""
    return _face(_weight(what)).getlength(what.text) * what.height * SIZE / _EM


@lru_cache(maxsize=4)
def _face(weight: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.truetype(_font(), _EM)
    face.set_variation_by_axes([weight, 100])
    return face


@lru_cache(maxsize=1024)
def _drawing(palette: Palette, name: str) -> str:
    found = (folder.joinpath(f"{name}.svg") for folder in _folders(palette))
    return next(file for file in found if file.is_file()).read_text("utf-8")


def _folders(palette: Palette) -> list[Traversable]:
    return [files(palette.package).joinpath(palette.own), *map(files("games").joinpath, palette.common)]


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
    names = sorted({art.name[:-4] for folder in _folders(palette) for art in folder.iterdir()})
    samples = list(_samples(palette, names))
    strip = Image.new("RGB", (_SAMPLE, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    drawings = "".join(_drawing(palette, name) for name in names)
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
    drawings = [_rendered(_svg(palette, Sprite(name, _SAMPLE, "", "8")), _SAMPLE) for name in names]
    for ground in palette.grounds:
        for drawing in drawings:
            yield _laid(drawing, ground)
        for ink in palette.inks:
            yield _laid(_rendered(_svg(palette, Letters("8", _SAMPLE, _SAMPLE, ink, ground)), _SAMPLE), ground)


def _parts(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))
