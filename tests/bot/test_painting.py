"""The cache of painted boards: each is painted once, and the cache is bounded by the size of the images."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.painting import Painter
from games import canvas
from games.art import INK, PAPER, Letters, Palette, Picture, PlayerName

SCHNICK_PALETTE = Palette("games.schnick", (PAPER,), (INK,))
PICTURE_WITH_NAME = Picture(SCHNICK_PALETTE, 300, 50, PAPER, ((PlayerName(0, 300, 50, INK, PAPER), 0, 0),))
PICTURE_WITH_TEXT = Picture(SCHNICK_PALETTE, 300, 50, PAPER, ((Letters("7", 300, 50, INK, PAPER), 0, 0),))


class PaintCounter:
    painting_count = 0

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        self.painting_count += what == "board"
        yield


async def test_board_is_painted_once_for_the_same_names() -> None:
    counter = PaintCounter()
    brush = Painter(stopwatch=counter)
    at_once = await asyncio.gather(*(brush.paint_board(PICTURE_WITH_NAME, ["Ann"]) for _ in range(3)))
    assert {*at_once, await brush.paint_board(PICTURE_WITH_NAME, ("Ann",))} == {
        canvas.paint_png(PICTURE_WITH_NAME, ["Ann"])
    }
    assert counter.painting_count == 1
    for names in (["Ben"], []):
        assert await brush.paint_board(PICTURE_WITH_NAME, names) == canvas.paint_png(PICTURE_WITH_NAME, names)
    assert counter.painting_count == 3
    # Where nobody is named it is the same for all.
    for names in (["Ann"], ["Ben"], []):
        assert await brush.paint_board(PICTURE_WITH_TEXT, names) == canvas.paint_png(PICTURE_WITH_TEXT)
    assert counter.painting_count == 4


async def test_two_boards_are_painted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    painting: list[asyncio.Future[bytes]] = []

    async def to_thread(*_: object) -> bytes:
        painting.append(asyncio.get_running_loop().create_future())
        return await painting[-1]

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    brush = Painter()
    wanted = [asyncio.create_task(brush.paint_board(PICTURE_WITH_NAME, [f"Ann {number}"])) for number in range(5)]
    began: list[int] = []
    while sum(began) < len(wanted):
        for _ in range(20):
            await asyncio.sleep(0)
        under_way = [each for each in painting if not each.done()]
        began.append(len(under_way))
        for each in under_way:
            each.set_result(b"board")
    await asyncio.gather(*wanted)
    assert began == [2, 2, 1]


async def test_cache_drops_the_least_recently_used_board_beyond_its_size() -> None:
    counter = PaintCounter()
    names = [[f"Ann {number}"] for number in range(6)]
    brush = Painter(
        board_cache_bytes=2 * max(len(canvas.paint_png(PICTURE_WITH_NAME, each)) for each in names), stopwatch=counter
    )
    for each in names:
        await brush.paint_board(PICTURE_WITH_NAME, each)
    assert counter.painting_count == len(names)
    for at, painted in ((-2, 0), (0, 1), (-2, 1), (-1, 2)):
        await brush.paint_board(PICTURE_WITH_NAME, names[at])
        assert counter.painting_count == len(names) + painted


async def test_failed_or_canceled_painting_leaves_the_board_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    brush = Painter()

    def broken(*_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(canvas, "paint_png", broken)
        with pytest.raises(MemoryError):
            await brush.paint_board(PICTURE_WITH_TEXT)
    first, second = (asyncio.ensure_future(brush.paint_board(PICTURE_WITH_TEXT)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == canvas.paint_png(PICTURE_WITH_TEXT)
