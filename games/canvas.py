"""Painting pictures as PNG and GIF.

The bottleneck is encoding, not drawing. Therefore each sprite is rasterized only once, on its background color, and
reduced to the game's palette. A board is then painted by pasting palette indices a few dozen times. Such an image
compresses well without PNG filters. Boards are cached without names, and the names are painted over them.
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
_BOARD_CACHE_SIZE: Final = 4
"""The number of cached boards, which take up to 1.5 MB each. The viewers of a match paint the same board in turn."""
_RASTER_CACHE_SIZE: Final = 1024
"""The number of cached sprites, letters and rectangles, which take 24 kB each on average."""
Raster: TypeAlias = tuple[Image.Image, Image.Image]
"""An image of palette indices, and the mask of the pixels to paste."""


def paint_png(picture: Picture, names: Sequence[str] = ()) -> bytes:
    """Paint a picture as PNG. `names` holds the players' names by seat; a missing name becomes the seat's number."""
    board = _draw_overlays(picture, names)
    # Each line begins with a byte for its filter, and 0 means no filter. Raw lines are thus one byte longer than the
    # width.
    lines = memoryview(board.tobytes("raw", "L", picture.width + 1))[:-1]
    deflated = isal_zlib.compressobj(2)
    data = b"".join((deflated.compress(b"\0"), deflated.compress(lines), deflated.flush()))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    table = bytes(palette_colors(picture.palette).getpalette() or [])
    parts = (b"IHDR", header), (b"PLTE", table), (b"IDAT", data), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(kind, data) for kind, data in parts)


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))


def paint_gif(pictures: Sequence[Picture], names: Sequence[str] = (), *, frame_ms: int, last_frame_ms: int) -> bytes:
    """Paint pictures as an endlessly repeating GIF. Each frame contains only the part of the picture that changed.

    `names` are the players' names by seat. Each frame but the last is shown for `frame_ms`.
    """
    first = pictures[0]
    colors = palette_colors(first.palette).getpalette() or []
    table = bytes(colors).ljust(3 * 256, b"\0")
    blocks = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0), table, _LOOP_EXTENSION]
    previous: Image.Image | None = None
    for number, picture in enumerate(pictures, 1):
        board = _draw_overlays(picture, names)
        frame, corner = _crop_changed(previous, board)
        frame.putpalette(table)
        duration = last_frame_ms if number == len(pictures) else frame_ms
        blocks += GifImagePlugin.getdata(
            frame, corner, duration=duration, transparency=PALETTE_SIZE_MAX, disposal=1, include_color_table=False
        )
        previous = board
    return b"".join([*blocks, b";"])


def _crop_changed(previous: Image.Image | None, board: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of a board that differs from the previous frame, and the position of its top left corner.

    The part is a rectangle. Its unchanged pixels are transparent.
    """
    if previous is None:
        return board.copy(), (0, 0)
    difference = ImageChops.difference(previous, board)
    box = difference.getbbox() or (0, 0, 1, 1)
    unchanged = difference.crop(box).point([255] + [0] * 255)
    frame = board.crop(box)
    frame.paste(PALETTE_SIZE_MAX, (0, 0), unchanged)
    return frame, box[:2]


def _draw_overlays(picture: Picture, names: Sequence[str]) -> Image.Image:
    marks = tuple(mark for mark in picture.marks if not isinstance(mark[0], TextOverlay))
    board = paint_indexed(replace(picture, marks=marks))
    lines = [line for mark in picture.marks for line in _layout_overlay(mark, names)]
    if lines:
        board = board.copy()
    for line, left, top in lines:
        [(letters, mask, _)] = _rasterize_strips(picture.palette, line)
        board.paste(letters, (left, top), mask)
    return board


def _layout_overlay(mark: PlacedMark, names: Sequence[str]) -> Iterator[tuple[Letters, int, int]]:
    """Yield the lines of text of an overlay, each with its left and top position."""
    overlay, left, top = mark
    match overlay:
        case PlayerName():
            name = fit_name(overlay, displayable_name(names, overlay.seat, overlay.fallback))
            yield name, left, top + (overlay.height - name.height) // 2
        case TranslatedWord(text=text) if text:
            yield (
                Letters(
                    text, overlay.width, overlay.height, overlay.ink, overlay.ground, bold=False, align=overlay.align
                ),
                left,
                top,
            )
        case Caption():
            lines = wrap_caption(overlay, names)
            line_height = overlay.height // overlay.lines
            top += (overlay.height - line_height * len(lines)) // 2
            for index, line in enumerate(lines):
                yield (
                    Letters(line, overlay.width, line_height, overlay.ink, overlay.ground),
                    left,
                    top + line_height * index,
                )


@lru_cache(maxsize=_BOARD_CACHE_SIZE)
def paint_indexed(picture: Picture) -> Image.Image:
    """Paint a picture without overlays as palette indices in mode L, which is the fastest to paste and compare."""
    palette = picture.palette
    board = Image.new("L", (picture.width, picture.height), color_index(palette, picture.ground))
    # Call the core method, because `Image.paste` would spend a fifth of the time on checking its arguments.
    paste = board.im.paste
    for drawable, left, top in picture.marks:
        assert not isinstance(drawable, TextOverlay)
        if isinstance(drawable, Rectangle) and not (drawable.corner or drawable.rim):
            paste(color_index(palette, drawable.ink), (left, top, left + drawable.width, top + drawable.height))
            continue
        for drawing, mask, down in _rasterize_strips(palette, drawable):
            place = left, top + down, left + drawing.width, top + down + drawing.height
            paste(drawing.im, place, *([] if mask is None else [mask.im]))
    return board


@lru_cache(maxsize=_RASTER_CACHE_SIZE)
def _rasterize_strips(
    palette: Palette, drawable: Sprite | Letters | Rectangle
) -> Sequence[tuple[Image.Image, Image.Image | None, int]]:
    """Split a drawable into images to paste. Return each image with its mask and its distance from the drawable's top.

    The part of a rectangle between its round corners needs no mask, which makes pasting it ten times as fast.
    """
    drawing, mask = _rasterize(palette, drawable)
    if not isinstance(drawable, Rectangle):
        return ((drawing, mask, 0),)
    strips = []
    for top, end in pairwise((0, drawable.corner, drawing.height - drawable.corner, drawing.height)):
        if top < end:
            part = (0, top, drawing.width, end)
            part_mask = mask.crop(part)
            strips.append((drawing.crop(part), None if part_mask.getextrema() == (255, 255) else part_mask, top))
    return strips


def _rasterize(palette: Palette, drawable: Sprite | Letters | Rectangle) -> Raster:
    """Rasterize a drawable on its background color and reduce it to the palette."""
    parts = list_layers(drawable) if isinstance(drawable, Sprite) else [drawable]
    drawing, *upper = (render_svg(build_svg(palette, layer), drawable.width) for layer in parts)
    for layer in upper:
        drawing.alpha_composite(layer)
    mask = drawing.getchannel("A").point([0] + [255] * 255).convert("1")
    return reduce_to_palette(palette, flatten_on_ground(drawing, drawable.ground)), mask


def drawable_height(palette: Palette, drawable: Drawable) -> int:
    """Return a drawable's height. A sprite's height follows from its width and its drawing's aspect ratio."""
    return _rasterize_strips(palette, drawable)[0][0].height if isinstance(drawable, Sprite) else drawable.height
