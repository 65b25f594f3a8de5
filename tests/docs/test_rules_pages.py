"""Checks that the generated rules pages match the texts and pictures of the bot."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from games.canvas import paint_png
from tests.docs.pages import DOCS_FOLDER
from tests.docs.rules_pages import (
    PICTURES_FOLDER,
    RULES_FOLDER,
    build_pages,
    build_pictures,
    write_if_pixels_differ,
)

STALE = "make rules updates it"
MEAN_DIFFERENCE_MAX = 1
"""The largest accepted mean difference of a channel. Edges vary by processor; a misplaced stone exceeds this limit."""


def test_pages_match_the_texts_of_the_bot() -> None:
    paths = (DOCS_FOLDER / RULES_FOLDER).glob("*/*.md")
    written = {path.relative_to(DOCS_FOLDER).as_posix(): path.read_text("utf-8") for path in paths}
    assert written == dict(build_pages()), STALE


def test_pictures_match_the_drawings_of_the_bot() -> None:
    pictures = dict(build_pictures())
    written = {path.relative_to(DOCS_FOLDER).as_posix() for path in (DOCS_FOLDER / PICTURES_FOLDER).iterdir()}
    assert written == pictures.keys(), STALE
    for name, picture in pictures.items():
        with Image.open(DOCS_FOLDER / name) as stored, Image.open(BytesIO(paint_png(picture))) as drawn:
            assert stored.size == drawn.size, f"{name}: {STALE}"
            difference = ImageStat.Stat(ImageChops.difference(stored.convert("RGB"), drawn.convert("RGB")))
            assert max(difference.mean) < MEAN_DIFFERENCE_MAX, f"{name}: {STALE}"


def test_picture_with_equal_pixels_is_not_rewritten(tmp_path: Path) -> None:
    red, blue, red_with_palette = BytesIO(), BytesIO(), BytesIO()
    Image.new("RGB", (8, 8), "red").save(red, "PNG")
    Image.new("RGB", (8, 8), "blue").save(blue, "PNG")
    Image.new("RGB", (8, 8), "red").quantize(2).save(red_with_palette, "PNG")
    path = tmp_path / "picture.png"
    write_if_pixels_differ(path, red_with_palette.getvalue())
    write_if_pixels_differ(path, red.getvalue())
    assert path.read_bytes() == red_with_palette.getvalue() != red.getvalue()
    write_if_pixels_differ(path, blue.getvalue())
    assert path.read_bytes() == blue.getvalue()
