"""What was rasterised is found again by the next start, and whatever becomes of the file, boards are painted alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from bot.host import rasters
from bot.host.rasters import Rasters, cache
from games import canvas
from games.art import INK, PAPER, Box, Letters, Name, Palette, Picture, Sprite, What
from games.drawing import rendered

PALETTE = Palette("games.schnick", (PAPER,), (INK,))
DRAWN: tuple[What, ...] = (Sprite("burst", 60, PAPER), Box(60, 40, INK, PAPER, corner=8))
NAMED: tuple[What, ...] = (Letters("Otter", 90, 40, INK, PAPER), Name(0, 90, 40, INK, PAPER))
PICTURE = Picture(PALETTE, 300, 100, PAPER, tuple((what, 70 * at, 9) for at, what in enumerate((*DRAWN, *NAMED))))


class Rendering:
    """How often something is rasterised."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0

        def counted(svg: str, width: int) -> Image.Image:
            self.times += 1
            return rendered(svg, width)

        monkeypatch.setattr("games.canvas.rendered", counted)


@pytest.fixture
def rendering(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rendering]:
    before = canvas.keeps(Rasters(Path("/dev/null")))
    yield Rendering(monkeypatch)
    canvas.keeps(before)


def painted(folder: Path) -> bytes:
    """By a process that has just begun."""
    kept = Rasters(folder)
    canvas.keeps(kept)
    try:
        return canvas.png(PICTURE, ["Heron"])
    finally:
        kept.close()


def test_a_drawing_is_read_again_and_a_name_is_not_kept(tmp_path: Path, rendering: Rendering) -> None:
    first = painted(tmp_path)
    assert rendering.times == len(PICTURE.marks)
    assert painted(tmp_path) == first
    assert rendering.times == len(PICTURE.marks) + len(NAMED)
    with sqlite3.connect(tmp_path / "rasters.db") as kept:
        assert kept.execute("SELECT COUNT(*) FROM raster").fetchone() == (len(DRAWN),)


@pytest.mark.parametrize("wrong", ["torn", "damaged", "no file", "no folder", "not whole", "written just now"])
def test_whatever_becomes_of_the_file_it_is_painted_alike(tmp_path: Path, rendering: Rendering, wrong: str) -> None:
    first, path = painted(tmp_path), tmp_path / "rasters.db"
    other = sqlite3.connect(":memory:")
    match wrong:
        case "torn":
            path.write_bytes(path.read_bytes()[:5000])
        case "damaged":
            path.write_bytes(b"x" * 5000)
        case "no file":
            path.unlink()
        case "no folder":
            path.unlink()
            tmp_path = path / "there"
            path.write_text("")
        case "not whole":
            with sqlite3.connect(path) as kept:
                kept.execute("UPDATE raster SET data = substr(data, 1, 30)")
        case "written just now":
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
    assert painted(tmp_path) == first
    assert rendering.times == 2 * len(PICTURE.marks)
    other.close()
    # The next start finds it well again.
    assert painted(tmp_path) == first
    assert rendering.times == 3 * len(PICTURE.marks) - (0 if wrong == "no folder" else len(DRAWN))


def test_there_are_not_more_than_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasters, "MOST", 3)
    kept = Rasters(tmp_path)
    for number in range(5):
        kept.put(f"key {number}", b"data")
    assert [kept.get(f"key {number}") for number in range(5)] == [None, None, b"data", b"data", b"data"]
    kept.close()


def test_it_lies_where_programs_keep_what_they_can_make_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache/duel")
    assert cache() == Path("/var/cache/duel/wolf-and-bison")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/otter")
    assert cache() == Path("/home/otter/.cache/wolf-and-bison")


def test_where_nobody_is_at_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(_: Path) -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", homeless)
    kept = Rasters(cache())
    kept.put("key", b"data")
    assert kept.get("key") is None
    kept.close()
