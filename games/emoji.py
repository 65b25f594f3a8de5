"""A drawing alone, small, beside words: as Discord has it."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageChops, ImageFilter, ImageStat

from games.art import INK, LIGHT, Palette, Sprite
from games.drawing import layers, rendered, svg

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
