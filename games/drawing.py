"""Rendering drawings and text through SVG, computing a game's palette, and rendering emoji.

Computing the colors of one palette takes up to half a second, and those of all 16 palettes take four seconds. This is
why `make rules` stores the colors next to the drawings. Each file name is a hash of the inputs of the computation, so
changed inputs cause the colors to be computed again.
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

from games.art import CAP_HEIGHT_RATIO, FONT_SIZE_RATIO, INK, LIGHT, Color, Letters, Palette, Rectangle, Sprite
from games.typeface import font_weight, load_font

COLOR_CACHE_FOLDER: Final = "tints"
"""The folder in a package that contains the computed colors of the package's palettes."""
FONT_FAMILY: Final = "Roboto"
_VIEW: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def build_svg(palette: Palette, drawable: Sprite | Letters | Rectangle) -> str:
    """Return the SVG source of one drawing, line of text or rectangle."""
    match drawable:
        case Sprite():
            drawing = _rotate(read_drawing(palette, drawable.name), drawable.rotation_degrees)
            return drawing.replace("§", escape(drawable.text))
        case Letters(width=width, height=height, align=align):
            size = height * FONT_SIZE_RATIO
            x, anchor = {"left": (0.0, "start"), "middle": (width / 2, "middle"), "right": (width, "end")}[align]
            element = (
                f'<text x="{x:g}" y="{height / 2 + size * CAP_HEIGHT_RATIO / 2:g}" text-anchor="{anchor}" '
                f'font-family="{FONT_FAMILY}" font-weight="{font_weight(drawable)}" font-size="{size:g}" '
                f'fill="{drawable.ink}">{escape(drawable.text)}</text>'
            )
        case Rectangle(width=width, height=height):
            # SVG centers a stroke on the outline, so inset the outline to keep the rim inside the rectangle.
            rim = drawable.rim_width if drawable.rim else 0
            element = (
                f'<rect x="{rim / 2}" y="{rim / 2}" width="{width - rim}" height="{height - rim}" '
                f'rx="{max(0, drawable.corner - rim / 2)}" fill="{drawable.ink}" '
                f'stroke="{drawable.rim or drawable.ink}" stroke-width="{rim}"/>'
            )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{element}</svg>'


def _rotate(drawing: str, degrees: int) -> str:
    """Rotate a drawing about the center of its view box."""
    box = _VIEW.search(drawing)
    if not degrees or not box:
        return drawing
    start = drawing.index(">") + 1
    turn = f'<g transform="rotate({degrees} {float(box[1]) / 2:g} {float(box[2]) / 2:g})">'
    return f"{drawing[:start]}{turn}{drawing[start:].replace('</svg>', '</g></svg>')}"


def list_layers(sprite: Sprite) -> list[Sprite]:
    """Return one sprite for each drawing in the sprite's name, lowest layer first."""
    return [replace(sprite, name=name) for name in sprite.name.split()]


@lru_cache(maxsize=1024)
def read_drawing(palette: Palette, name: str) -> str:
    """Return the SVG source of a drawing. Raises `LookupError` if neither the game nor the bot has it."""
    for folder in list_folders(palette):
        if (file := folder.joinpath(f"{name}.svg")).is_file():
            return file.read_text("utf-8")
    raise LookupError(f"{palette.package}: {palette.folder}/ has no drawing {name}.svg")


def list_folders(palette: Palette) -> list[Traversable]:
    folders = [(palette.package, palette.folder), *palette.shared_folders]
    return [folder for folder in (files(package).joinpath(name) for package, name in folders) if folder.is_dir()]


def load_stored_colors(palette: Palette, digest: str) -> str:
    """Return the colors that are stored for a palette under the hash `digest`, or '' if there are none."""
    stored = files(palette.package).joinpath(COLOR_CACHE_FOLDER, f"{digest}.txt")
    return stored.read_text("utf-8") if stored.is_file() else ""


def render_svg(svg: str, width: int) -> Image.Image:
    # resvg reads the font file for each drawing, so pass it only if there is text.
    fonts = [load_font()] if "<text" in svg else []
    # Text in a font that is not installed would be left out, so all text falls back to the font of the bot.
    bits = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_family=FONT_FAMILY,
        serif_family=FONT_FAMILY,
        font_files=fonts,
        skip_system_fonts=True,
    )
    return Image.open(BytesIO(bits)).convert("RGBA")


_NEAR_COLOR_DISTANCE: Final = 8
"""The largest difference in each color channel at which a blended color is dropped from the palette.

A flat color, which drawings name in their source, then replaces it. Blended colors occur at the edges of shapes.
"""
_SAMPLE_WIDTH: Final = 60
"""The width in pixels at which drawings are rendered to sample their colors."""
_HEX: Final = re.compile(r"#[0-9a-f]{6}")

Rgb: TypeAlias = tuple[int, int, int]


@lru_cache(maxsize=64)
def palette_colors(palette: Palette) -> Image.Image:
    """Return a game's palette as an image, with at most 255 colors.

    Every color that a drawing names is in it exactly. The rest approximate the blended colors at the edges of shapes.
    """
    stored = load_stored_colors(palette, palette_hash(palette))
    colors = [_parse_color(color) for color in stored.split()] if stored else compute_colors(palette)
    table = Image.new("P", (1, 1))
    table.putpalette([level for color in colors for level in color])
    # Pillow builds a palette on first use. Two threads that paint at once would both build it and crash.
    table.load()
    return table


def palette_hash(palette: Palette) -> str:
    """Return a hash of everything that a palette's colors are computed from."""
    drawings = [(name, read_drawing(palette, name)) for name in _list_drawings(palette)]
    sources = repr((_NEAR_COLOR_DISTANCE, _SAMPLE_WIDTH, palette.grounds, palette.inks, palette.max_colors, drawings))
    return sha256(sources.encode()).hexdigest()[:16]


def compute_colors(palette: Palette) -> list[Rgb]:
    names = _list_drawings(palette)
    samples = list(_render_samples(palette, names))
    strip = Image.new("RGB", (_SAMPLE_WIDTH, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        strip.paste(sample, (0, top))
        top += sample.height
    drawings = "".join(read_drawing(palette, name) for name in names)
    flat = [_parse_color(color) for color in sorted({*palette.grounds, *palette.inks, *_HEX.findall(drawings)})]
    reduced = strip.quantize(
        palette.max_colors - len(flat), Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )
    values = reduced.getpalette() or []
    mixed = zip(values[0::3], values[1::3], values[2::3], strict=True)
    # Pillow looks up colors by their upper six bits, so a mixed color must not be too close to a flat color.
    return flat + [
        color
        for color in mixed
        if all(_color_distance(color, flat_color) > _NEAR_COLOR_DISTANCE for flat_color in flat)
    ]


@lru_cache(maxsize=256)
def color_index(palette: Palette, color: Color) -> int:
    return reduce_to_palette(palette, Image.new("RGB", (1, 1), color)).tobytes()[0]


def reduce_to_palette(palette: Palette, flat: Image.Image) -> Image.Image:
    indices = flat.quantize(palette=palette_colors(palette), dither=Image.Dither.NONE)
    return Image.frombytes("L", indices.size, indices.tobytes())


def flatten_on_ground(drawing: Image.Image, ground: Color) -> Image.Image:
    flat = Image.new("RGBA", drawing.size, ground)
    flat.alpha_composite(drawing)
    return flat.convert("RGB")


def _list_drawings(palette: Palette) -> list[str]:
    return sorted({art.name[:-4] for folder in list_folders(palette) for art in folder.iterdir()})


def _render_samples(palette: Palette, names: Sequence[str]) -> Iterator[Image.Image]:
    """Render each drawing and each text color on each background.

    The samples are large enough to show the blended colors of the edges.
    """
    drawings = [render_svg(build_svg(palette, Sprite(name, _SAMPLE_WIDTH, "", "8")), _SAMPLE_WIDTH) for name in names]
    for ground in palette.grounds:
        for drawing in drawings:
            yield flatten_on_ground(drawing, ground)
        for ink in palette.inks:
            yield flatten_on_ground(
                render_svg(build_svg(palette, Letters("8", _SAMPLE_WIDTH, _SAMPLE_WIDTH, ink, ground)), _SAMPLE_WIDTH),
                ground,
            )


def _parse_color(color: Color) -> Rgb:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _color_distance(one: Rgb, other: Rgb) -> int:
    return max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))


EMOJI_SIZE: Final = 128
"""The emoji width and height in pixels that Discord recommends."""
_RIM_WIDTH: Final = 6
_PALE_LIMIT: Final = 160
"""The brightness of a drawing's edge, from 0 to 255, above which the drawing gets a dark rim."""


def render_emoji(package: str, drawing: str, text: str = "") -> bytes:
    """Render a drawing as a transparent PNG. It fills the image, because emoji are only 22 pixels high in text."""
    image, *upper = (render_svg(svg, 2 * EMOJI_SIZE) for svg in _emoji_layers(package, drawing, text))
    for layer in upper:
        image.alpha_composite(layer)
    image = image.crop(image.getbbox())
    share = (EMOJI_SIZE - 2 * _RIM_WIDTH) / max(image.size)
    image = image.resize((round(image.width * share) or 1, round(image.height * share) or 1), Image.Resampling.LANCZOS)
    canvas = Image.new("RGBA", (EMOJI_SIZE, EMOJI_SIZE))
    canvas.paste(image, ((EMOJI_SIZE - image.width) // 2, (EMOJI_SIZE - image.height) // 2))
    out = BytesIO()
    _add_rim(canvas).save(out, "PNG")
    return out.getvalue()


def emoji_source(package: str, drawing: str, text: str = "") -> str:
    """Return an emoji's SVG source. The emoji only needs to be rendered again if this source changes."""
    return "".join(_emoji_layers(package, drawing, text))


def _emoji_layers(package: str, drawing: str, text: str) -> list[str]:
    palette = Palette(package, grounds=(), inks=())
    return [build_svg(palette, layer) for layer in list_layers(Sprite(drawing, EMOJI_SIZE, "", text))]


def _add_rim(drawing: Image.Image) -> Image.Image:
    """Add a rim that makes a drawing visible on buttons of every color.

    A light drawing gets a dark rim, and any other drawing gets a light rim.
    """
    alpha = drawing.getchannel("A")
    inner = alpha.filter(ImageFilter.BoxBlur(_RIM_WIDTH)).point([0] * 250 + [255] * 6)
    edge = ImageChops.subtract(alpha, inner).point([0] * 128 + [255] * 128)
    color = INK if ImageStat.Stat(drawing.convert("L"), edge).mean[0] > _PALE_LIMIT else LIGHT
    spread = alpha.filter(ImageFilter.GaussianBlur(_RIM_WIDTH / 2)).point([min(255, 4 * level) for level in range(256)])
    rimmed = Image.new("RGBA", drawing.size, color)
    rimmed.putalpha(spread)
    rimmed.alpha_composite(drawing)
    return rimmed
