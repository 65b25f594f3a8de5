"""A board is painted once, whoever asks for it; what is kept of it is bounded by what it weighs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bot.paint import Brush
from games import canvas
from games.art import INK, PAPER, Letters, Name, Palette, Picture

PALETTE = Palette("games.schnick", (PAPER,), (INK,))
NAMED = Picture(PALETTE, 300, 50, PAPER, ((Name(0, 300, 50, INK, PAPER), 0, 0),))
PLAIN = Picture(PALETTE, 300, 50, PAPER, ((Letters("7", 300, 50, INK, PAPER), 0, 0),))


class Counter:
    def __init__(self) -> None:
        self.paintings = 0

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        self.paintings += what == "board"
        yield


async def test_asked_at_once_and_later_it_is_painted_once() -> None:
    counter = Counter()
    brush = Brush(timed=counter)
    at_once = await asyncio.gather(*(brush.paint(NAMED, ["Ann"]) for _ in range(3)))
    assert {*at_once, await brush.paint(NAMED, ("Ann",))} == {canvas.png(NAMED, ["Ann"])}
    assert counter.paintings == 1


async def test_others_who_play_on_it_have_their_own_names_on_it() -> None:
    brush = Brush()
    for names in (["Ann"], ["Ben"], []):
        assert await brush.paint(NAMED, names) == canvas.png(NAMED, names)


async def test_where_nobody_is_named_it_is_the_same_for_all() -> None:
    counter = Counter()
    brush = Brush(timed=counter)
    for names in (["Ann"], ["Ben"], []):
        assert await brush.paint(PLAIN, names) == canvas.png(PLAIN)
    assert counter.paintings == 1


async def test_of_many_boards_a_few_are_painted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty matches may resolve at once in a process that has drawn nothing yet."""
    painting: list[asyncio.Future[bytes]] = []

    async def aside(*_: object) -> bytes:
        painting.append(asyncio.get_running_loop().create_future())
        return await painting[-1]

    monkeypatch.setattr(asyncio, "to_thread", aside)
    brush = Brush()
    wanted = [asyncio.create_task(brush.paint(NAMED, [f"Ann {number}"])) for number in range(5)]
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


async def test_what_is_kept_is_bounded_by_its_weight() -> None:
    counter = Counter()
    names = [[f"Ann {number}"] for number in range(6)]
    boards = [canvas.png(NAMED, each) for each in names]
    brush = Brush(kept=2 * max(map(len, boards)), timed=counter)
    for each in names:
        await brush.paint(NAMED, each)
    assert counter.paintings == len(names)
    # Whatever was asked for last stays: the oldest of the two goes for another.
    await brush.paint(NAMED, names[-2])
    assert counter.paintings == len(names)
    await brush.paint(NAMED, names[0])
    await brush.paint(NAMED, names[-2])
    assert counter.paintings == len(names) + 1
    await brush.paint(NAMED, names[-1])
    assert counter.paintings == len(names) + 2


async def test_what_could_not_be_painted_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    brush = Brush()

    def broken(*_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(canvas, "png", broken)
        with pytest.raises(MemoryError):
            await brush.paint(PLAIN)
    assert await brush.paint(PLAIN) == canvas.png(PLAIN)


async def test_whoever_goes_away_takes_no_board_from_the_others() -> None:
    brush = Brush()
    first, second = (asyncio.ensure_future(brush.paint(PLAIN)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == canvas.png(PLAIN)


class Left(int):
    """Where a mark stands, and how often somebody has asked what it amounts to."""

    counted = 0

    def __hash__(self) -> int:
        Left.counted += 1
        return super().__hash__()


async def test_a_board_is_looked_for_often_and_its_marks_are_counted_once() -> None:
    brush = Brush()
    picture = Picture(PALETTE, 300, 50, PAPER, ((Letters("7", 300, 50, INK, PAPER), Left(0), 0),))
    await brush.paint(picture)
    painted = Left.counted
    for _ in range(5):
        await brush.paint(picture)
    assert Left.counted == painted
    assert {picture: 1}[replace(picture)] == 1
