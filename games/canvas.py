"""How a picture becomes bytes.

Encoding is the bottleneck, not drawing. So a sprite is rasterised once, on the flat ground it lies upon, and reduced
to its game's palette; a board is a few dozen pastes of indices, which need no filters and deflate well. A board is kept
for a while, and names are laid over it, so that it is drawn once whoever plays on it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from isal import isal_zlib
from PIL import GifImagePlugin, Image, ImageChops

from games.art import COLOURS, Box, Caption, Laid, Letters, Mark, Name, Palette, Picture, Sprite, What, Written
from games.drawing import colours, index, laid, layers, reduced, rendered, svg
from games.typeface import fitted, readable, wrapped

_AGAIN: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
"""Of an animation: as often as one looks."""
_KEPT: Final = 16
"""Boards, three quarters of a megabyte each."""
_ROOM: Final = 8
"""The same, of those that are gone: the next ones lie where they lay. To ask the system for so much, and to find it
empty, takes longer than to draw what lies there.
"""
Image.core.set_blocks_max(_ROOM)  # type: ignore[attr-defined]  # documented, and not among its types
Raster: TypeAlias = tuple[Image.Image, Image.Image]
"""Indices, and which of them to paste."""


def png(picture: Picture, names: Sequence[str] = ()) -> bytes:
    """`names` are those of the people, by seat; where there is none its number stands, beside its shape."""
    board = _named(picture, names)
    # Each line begins with its filter, which is none: a nought before the first, and one more behind each but the last.
    lines = memoryview(board.tobytes("raw", "L", picture.width + 1))[:-1]
    deflated = isal_zlib.compressobj(2)
    data = b"".join((deflated.compress(b"\0"), deflated.compress(lines), deflated.flush()))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    table = bytes(colours(picture.palette).getpalette() or [])
    parts = (b"IHDR", header), (b"PLTE", table), (b"IDAT", data), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))


def gif(pictures: Sequence[Picture], names: Sequence[str] = (), *, pause: int, last: int) -> bytes:
    """An animation that begins anew; of each frame only what changed is encoded. Times in milliseconds."""
    first = pictures[0]
    flat = colours(first.palette).getpalette() or []
    table = bytes(flat).ljust(3 * 256, b"\0")
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
    below = tuple(mark for mark in picture.marks if not isinstance(mark[0], Laid))
    board = drawn(replace(picture, marks=below))
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
            name = fitted(place, readable(names, place.seat, place.instead))
            yield name, left, top + (place.height - name.height) // 2
        case Written(text=text) if text:
            yield (
                Letters(text, place.width, place.height, place.ink, place.ground, bold=False, lie=place.lie),
                left,
                top,
            )
        case Caption():
            lines = wrapped(place, names)
            high = place.height // place.lines
            top += (place.height - high * len(lines)) // 2
            for at, line in enumerate(lines):
                yield Letters(line, place.width, high, place.ink, place.ground), left, top + high * at


@lru_cache(maxsize=_KEPT)
def drawn(picture: Picture) -> Image.Image:
    """The board as indices into its palette, in mode L, where pasting and comparing cost least."""
    palette = picture.palette
    board = Image.new("L", (picture.width, picture.height), index(palette, picture.ground))
    # Of a hundred pastes a fifth of the time would go into asking whether each may be made.
    paste = board.im.paste
    for what, left, top in picture.marks:
        assert not isinstance(what, Laid)
        if isinstance(what, Box) and not (what.corner or what.rim):
            paste(index(palette, what.ink), (left, top, left + what.width, top + what.height))
            continue
        for drawing, body, down in _strips(palette, what):
            place = left, top + down, left + drawing.width, top + down + drawing.height
            paste(drawing.im, place, *([] if body is None else [body.im]))
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
def _raster(palette: Palette, what: Sprite | Letters | Box) -> Raster:
    """Rasterize a mark on its ground and reduce it to the palette."""
    parts = layers(what) if isinstance(what, Sprite) else [what]
    drawing, *upper = (rendered(svg(palette, layer), what.width) for layer in parts)
    for layer in upper:
        drawing.alpha_composite(layer)
    body = drawing.getchannel("A").point([0] + [255] * 255).convert("1")
    return reduced(palette, laid(drawing, what.ground)), body


def height(palette: Palette, what: What) -> int:
    """Of a drawing its width is all that is said of it."""
    return _raster(palette, what)[0].height if isinstance(what, Sprite) else what.height
