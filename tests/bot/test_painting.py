"""Tests for the cache of painted boards: each board is painted once, and the total size is limited."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
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


async def test_all_boards_are_painted_in_one_thread_and_all_films_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    thread_ids: dict[str, list[int]] = {"board": [], "film": []}

    def record_thread(kind: str) -> Callable[..., bytes]:
        def paint(*_: object, **__: object) -> bytes:
            thread_ids[kind].append(threading.get_ident())
            return b"picture"

        return paint

    monkeypatch.setattr(canvas, "paint_png", record_thread("board"))
    monkeypatch.setattr(canvas, "paint_gif", record_thread("film"))
    painter = Painter()
    all_names = [[f"Ann {number}"] for number in range(5)]
    await asyncio.gather(
        *(painter.paint_board(PICTURE_WITH_NAME, names) for names in all_names),
        *(painter.paint_film([PICTURE_WITH_NAME], names) for names in all_names),
    )
    assert [len(ids) for ids in thread_ids.values()] == [5, 5]
    board_threads, film_threads = map(set, thread_ids.values())
    assert len(board_threads) == len(film_threads) == 1
    assert len({*board_threads, *film_threads, threading.get_ident()}) == 3


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
