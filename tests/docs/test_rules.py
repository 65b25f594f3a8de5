"""The pages that players read say what the bot says."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from games.canvas import paint_png
from tests.docs.rules import HOW, RULES, hung, pages, pictures

DOCS = Path(__file__).parents[2] / "docs"
STALE = "make rules writes it anew"
ROUNDED = 1
"""Another processor may shade an edge otherwise; a stone on another space is far more."""


def test_every_page_says_what_the_bot_says() -> None:
    written = {path.relative_to(DOCS).as_posix(): path.read_text("utf-8") for path in (DOCS / RULES).glob("*/*.md")}
    assert written == dict(pages()), STALE


def test_every_picture_shows_what_the_bot_shows() -> None:
    shown = dict(pictures())
    assert {path.relative_to(DOCS).as_posix() for path in (DOCS / HOW).iterdir()} == shown.keys(), STALE
    for name, picture in shown.items():
        with Image.open(DOCS / name) as there, Image.open(BytesIO(paint_png(picture))) as here:
            assert there.size == here.size, f"{name}: {STALE}"
            apart = ImageStat.Stat(ImageChops.difference(there.convert("RGB"), here.convert("RGB")))
            assert max(apart.mean) < ROUNDED, f"{name}: {STALE}"


def test_a_picture_that_shows_the_same_stays_as_it_hangs(tmp_path: Path) -> None:
    painted = {color: BytesIO() for color in ("red", "blue")}
    for color, data in painted.items():
        Image.new("RGB", (8, 8), color).save(data, "PNG")
    path, other = tmp_path / "it.png", BytesIO()
    Image.new("RGB", (8, 8), "red").quantize(2).save(other, "PNG")
    hung(path, other.getvalue())
    hung(path, painted["red"].getvalue())
    assert path.read_bytes() == other.getvalue() != painted["red"].getvalue()
    hung(path, painted["blue"].getvalue())
    assert path.read_bytes() == painted["blue"].getvalue()
