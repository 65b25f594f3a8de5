"""Tests for the cache of painted boards: each board is painted once, and the total size is limited."""

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
    painter = Painter(stopwatch=counter)
    concurrent = await asyncio.gather(*(painter.paint_board(PICTURE_WITH_NAME, ["Ann"]) for _ in range(3)))
    assert {*concurrent, await painter.paint_board(PICTURE_WITH_NAME, ("Ann",))} == {
        canvas.paint_png(PICTURE_WITH_NAME, ["Ann"])
    }
    assert counter.painting_count == 1
    for names in (["Ben"], []):
        assert await painter.paint_board(PICTURE_WITH_NAME, names) == canvas.paint_png(PICTURE_WITH_NAME, names)
    assert counter.painting_count == 3
    # A picture without names is the same for all.
    for names in (["Ann"], ["Ben"], []):
        assert await painter.paint_board(PICTURE_WITH_TEXT, names) == canvas.paint_png(PICTURE_WITH_TEXT)
    assert counter.painting_count == 4


async def test_at_most_two_boards_are_painted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    paintings: list[asyncio.Future[bytes]] = []

    async def to_thread(*_: object) -> bytes:
        paintings.append(asyncio.get_running_loop().create_future())
        return await paintings[-1]

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    painter = Painter()
    tasks = [asyncio.create_task(painter.paint_board(PICTURE_WITH_NAME, [f"Ann {number}"])) for number in range(5)]
    running_counts: list[int] = []
    while sum(running_counts) < len(tasks):
        for _ in range(20):
            await asyncio.sleep(0)
        running = [future for future in paintings if not future.done()]
        running_counts.append(len(running))
        for future in running:
            future.set_result(b"board")
    await asyncio.gather(*tasks)
    assert running_counts == [2, 2, 1]


async def test_cache_drops_the_least_recently_used_board_beyond_its_size() -> None:
    counter = PaintCounter()
    names = [[f"Ann {number}"] for number in range(6)]
    max_bytes = max(len(canvas.paint_png(PICTURE_WITH_NAME, board_names)) for board_names in names)
    painter = Painter(board_cache_bytes=2 * max_bytes, stopwatch=counter)
    for board_names in names:
        await painter.paint_board(PICTURE_WITH_NAME, board_names)
    assert counter.painting_count == len(names)
    for index, painted_again in ((-2, 0), (0, 1), (-2, 1), (-1, 2)):
        await painter.paint_board(PICTURE_WITH_NAME, names[index])
        assert counter.painting_count == len(names) + painted_again


async def test_failed_or_canceled_painting_does_not_affect_later_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    painter = Painter()

    def raise_memory_error(*_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(canvas, "paint_png", raise_memory_error)
        with pytest.raises(MemoryError):
            await painter.paint_board(PICTURE_WITH_TEXT)
    first, second = (asyncio.ensure_future(painter.paint_board(PICTURE_WITH_TEXT)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == canvas.paint_png(PICTURE_WITH_TEXT)
