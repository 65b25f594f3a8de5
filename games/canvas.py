"""Painting pictures as PNG and GIF.

Encoding is the bottleneck, not drawing. So a sprite is rasterized once, on its flat ground, and reduced to the palette
of its game. A board is then a few dozen pastes of palette indices, which compress well without PNG filters. Boards are
cached without names, and the names are laid over them.
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

from games.art import (
    PALETTE_SIZE_MAX,
    Caption,
    Drawable,
    Letters,
    Palette,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TextOverlay,
    TranslatedWord,
)
from games.drawing import (
    build_svg,
    color_index,
    flatten_on_ground,
    list_layers,
    palette_colors,
    reduce_to_palette,
    render_svg,
)
from games.typeface import displayable_name, fit_name, wrap_caption

_LOOP_EXTENSION: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
"""The GIF extension that makes an animation repeat forever."""
_BOARD_CACHE_SIZE: Final = 16
"""Boards of 0.75 MB each."""
_FREE_BLOCKS_MAX: Final = 8
"""Memory blocks that Pillow keeps for the next boards. Getting zeroed memory from the system takes longer than drawing
a board.
"""
Image.core.set_blocks_max(_FREE_BLOCKS_MAX)  # type: ignore[attr-defined]  # documented, and not among its types
Raster: TypeAlias = tuple[Image.Image, Image.Image]
"""Palette indices, and the mask of those to paste."""


def paint_png(picture: Picture, names: Sequence[str] = ()) -> bytes:
    """Paint a picture as PNG. `names` are those of the players by seat; a missing one is the number of the seat."""
    board = _draw_names(picture, names)
    # Each line begins with a byte for its filter, 0 for none: raw lines are one byte longer than the width.
    lines = memoryview(board.tobytes("raw", "L", picture.width + 1))[:-1]
    deflated = isal_zlib.compressobj(2)
    data = b"".join((deflated.compress(b"\0"), deflated.compress(lines), deflated.flush()))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    table = bytes(palette_colors(picture.palette).getpalette() or [])
    parts = (b"IHDR", header), (b"PLTE", table), (b"IDAT", data), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, data) for kind, data in parts)


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))


def paint_gif(pictures: Sequence[Picture], names: Sequence[str] = (), *, pause: int, last: int) -> bytes:
    """Paint an endless animation; each frame holds only what changed. Times are in milliseconds."""
    first = pictures[0]
    flat = palette_colors(first.palette).getpalette() or []
    table = bytes(flat).ljust(3 * 256, b"\0")
    out = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0), table, _LOOP_EXTENSION]
    before: Image.Image | None = None
    for number, picture in enumerate(pictures, 1):
        board = _draw_names(picture, names)
        frame, corner = _crop_changed(before, board)
        frame.putpalette(table)
        shown = last if number == len(pictures) else pause
        out += GifImagePlugin.getdata(
            frame, corner, duration=shown, transparency=PALETTE_SIZE_MAX, disposal=1, include_color_table=False
        )
        before = board
    return b"".join([*out, b";"])


def _crop_changed(before: Image.Image | None, board: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the smallest rectangle that contains all changes, with unchanged pixels transparent, and its corner."""
    if before is None:
        return board.copy(), (0, 0)
    differs = ImageChops.difference(before, board)
    box = differs.getbbox() or (0, 0, 1, 1)
    same = differs.crop(box).point([255] + [0] * 255)
    frame = board.crop(box)
    frame.paste(PALETTE_SIZE_MAX, (0, 0), same)
    return frame, box[:2]


def _draw_names(picture: Picture, names: Sequence[str]) -> Image.Image:
    below = tuple(mark for mark in picture.marks if not isinstance(mark[0], TextOverlay))
    board = paint_indexed(replace(picture, marks=below))
    lines = [line for mark in picture.marks for line in _layout_overlay(mark, names)]
    if lines:
        board = board.copy()
    for line, left, top in lines:
        letters, body = _rasterize(picture.palette, line)
        board.paste(letters, (left, top), body)
    return board


def _layout_overlay(mark: PlacedMark, names: Sequence[str]) -> Iterator[tuple[Letters, int, int]]:
    """Return the lines of type of an overlay, now that the names are known."""
    place, left, top = mark
    match place:
        case PlayerName():
            name = fit_name(place, displayable_name(names, place.seat, place.instead))
            yield name, left, top + (place.height - name.height) // 2
        case TranslatedWord(text=text) if text:
            yield (
                Letters(text, place.width, place.height, place.ink, place.ground, bold=False, lie=place.lie),
                left,
                top,
            )
        case Caption():
            lines = wrap_caption(place, names)
            high = place.height // place.lines
            top += (place.height - high * len(lines)) // 2
            for at, line in enumerate(lines):
                yield Letters(line, place.width, high, place.ink, place.ground), left, top + high * at


@lru_cache(maxsize=_BOARD_CACHE_SIZE)
def paint_indexed(picture: Picture) -> Image.Image:
    """Paint the board without overlays, as palette indices in mode L, where pasting and comparing are fastest."""
    palette = picture.palette
    board = Image.new("L", (picture.width, picture.height), color_index(palette, picture.ground))
    # `Image.paste` would spend a fifth of the time on checking its arguments.
    paste = board.im.paste
    for what, left, top in picture.marks:
        assert not isinstance(what, TextOverlay)
        if isinstance(what, Rectangle) and not (what.corner or what.rim):
            paste(color_index(palette, what.ink), (left, top, left + what.width, top + what.height))
            continue
        for drawing, body, down in _rasterize_strips(palette, what):
            place = left, top + down, left + drawing.width, top + down + drawing.height
            paste(drawing.im, place, *([] if body is None else [body.im]))
    return board


@lru_cache(maxsize=4096)
def _rasterize_strips(
    palette: Palette, what: Sprite | Letters | Rectangle
) -> Sequence[tuple[Image.Image, Image.Image | None, int]]:
    """Return the parts to paste, each with its mask and how far down it goes.

    Between its round corners a rectangle needs no mask, and pasting without one takes a tenth of the time.
    """
    drawing, body = _rasterize(palette, what)
    if not isinstance(what, Rectangle):
        return ((drawing, body, 0),)
    found = []
    for top, end in pairwise((0, what.corner, drawing.height - what.corner, drawing.height)):
        if top < end:
            part = (0, top, drawing.width, end)
            there = body.crop(part)
            found.append((drawing.crop(part), None if there.getextrema() == (255, 255) else there, top))
    return found


@lru_cache(maxsize=4096)
def _rasterize(palette: Palette, what: Sprite | Letters | Rectangle) -> Raster:
    """Rasterize a mark on its ground and reduce it to the palette."""
    parts = list_layers(what) if isinstance(what, Sprite) else [what]
    drawing, *upper = (render_svg(build_svg(palette, layer), what.width) for layer in parts)
    for layer in upper:
        drawing.alpha_composite(layer)
    body = drawing.getchannel("A").point([0] + [255] * 255).convert("1")
    return reduce_to_palette(palette, flatten_on_ground(drawing, what.ground)), body


def drawable_height(palette: Palette, what: Drawable) -> int:
    """Of a drawing its width is all that is said of it."""
    return _rasterize(palette, what)[0].height if isinstance(what, Sprite) else what.height
