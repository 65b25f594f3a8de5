"""Deadlines fire once, and time in which no bot ran is known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from storage import NO_SEAT, Change, Conflict, Deadline, Doubted, Hand, Store
from storage.deadline import BACK, BELIEF
from tests.storage.matches import chose, opened, read_journal, turn

SILENCE = 30_000
FOREVER = 1 << 50


async def test_due_deadlines_are_listed_earliest_first(store: Store) -> None:
    assert await store.earliest() is None
    assert await store.due(FOREVER) == []
    first = (await opened(store, 1, due=(turn(5_000), Deadline("limit", 9_000, 0)))).match
    second = (await opened(store, 2, due=(turn(4_000), Deadline("turn", 7_000, 1, seat=1)))).match
    assert await store.earliest() == 4_000
    assert await store.due(3_999) == []
    assert [(each.match, each.due) for each in await store.due(7_000)] == [
        (second, 4_000), (first, 5_000), (second, 7_000)
    ]  # fmt: skip
    assert [each.due for each in await store.due(FOREVER, count=2)] == [4_000, 5_000]


async def test_deadline_replaces_the_one_of_its_kind_and_seat(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000), Deadline("turn", 6_000, 1, seat=1)))).match
    await store.append(match, 1, [chose("a")], Change(due=(turn(8_000, 2),)))
    assert [(each.seat, each.due, each.step) for each in await store.due(FOREVER)] == [(1, 6_000, 1), (-1, 8_000, 2)]
    await store.append(match, 2, [chose("b")], Change(undue=(("turn", 1),), due=(turn(9_000, 3),)))
    assert [each.due for each in await store.due(FOREVER)] == [9_000]


async def test_moved_deadline_is_not_lifted(store: Store) -> None:
    match = (await opened(store)).match
    cover = Deadline("cover", 5_000, 3, match=match)
    await store.schedule(match, cover)
    (due,) = await store.due(5_000)
    assert due == cover
    moved = replace(cover, due=6_000, step=4)
    await store.schedule(match, moved)
    assert not await store.lift(due)
    assert await store.lift(moved)
    assert await store.earliest() is None


async def test_answered_deadline_stands_and_is_not_due(store: Store) -> None:
    match = (await opened(store)).match
    call, later = Deadline("call", 5_000, 4, 0, match), Deadline("call", 7_000, 4, 1, match)
    await store.schedule(match, call, later)
    await store.answer(replace(call, step=5), "called")
    assert await store.earliest() == 5_000, "that is another step"
    await store.answer(call, "called")
    await store.answer(call, "unwanted")
    assert await store.standing(match) == [replace(call, answer="called"), later]
    assert (await store.earliest(), await store.due(9_000)) == (7_000, [later])
    assert not await store.put_off(replace(call, answer="called"), 8_000)
    await store.schedule(match, replace(call, step=6))
    assert await store.due(9_000) == [replace(call, step=6), later]


async def test_pause_that_a_second_press_needs_is_not_lifted(store: Store) -> None:
    match = (await opened(store)).match
    hand = Hand(match, 11, 501, 0, 1, 100, "token")
    await store.hold(hand, pause=Deadline("pause", 5_000, 0))
    (known,) = await store.standing(match)
    await store.hold(replace(hand, at=200), pause=Deadline("pause", 9_000, 0))
    assert not await store.lift(known)
    (now,) = await store.standing(match)
    assert now.due == 5_000
    assert await store.lift(now)


async def _lapse(store: Store, due: Deadline) -> bool:
    try:
        await store.append(due.match, 1, [chose("!lapse")], Change(live=False, undue=(("turn", NO_SEAT),)))
    except Conflict:
        return False
    return True


@pytest.mark.parametrize(
    ("fire", "left"),
    [(Store.lift, None), (lambda store, due: store.put_off(due, 9_000), 9_000), (_lapse, None)],
    ids=["lift", "put off", "lapse"],
)
async def test_one_of_many_callers_fires_a_deadline(
    store: Store, fire: Callable[[Store, Deadline], Awaitable[bool]], left: int | None
) -> None:
    await opened(store, due=(turn(5_000),))
    (due,) = await store.due(5_000)
    assert sum(await asyncio.gather(*(fire(store, due) for _ in range(20)))) == 1
    assert await store.earliest() == left


async def test_absence_is_recorded_and_moves_no_deadline(store: Store) -> None:
    assert await store.beat("first", 0, SILENCE) == 0
    due = (turn(20_000), Deadline("limit", 900_000, 0), Deadline("offer", 9_999, 0))
    match = (await opened(store, due=due)).match
    assert await store.beat("first", 10_000, SILENCE) == 0
    assert await store.beat("second", 110_000, SILENCE) == 110_000
    standing = (await read_journal(store, match)).deadlines
    assert [(each.kind, each.due) for each in standing] == [("offer", 9_999), ("turn", 20_000), ("limit", 900_000)]
    assert await store.absences() == [(10_000, 110_000)]
    assert await store.absences(since=110_000) == []
    assert await store.alive(since=100_000) == {"second": 110_000}
    assert await store.alive(since=0) == {"first": 10_000, "second": 110_000}


async def test_every_process_hears_of_the_newest_absence(store: Store) -> None:
    await store.beat("one", 0, SILENCE)
    assert await store.beat("one", SILENCE, SILENCE) == 0, "so short a silence is no absence"
    assert await store.beat("one", 100_000, SILENCE) == 100_000
    # A process that came back later, and one that was never away, hear the same with every beat.
    for now in (100_001, 110_000, 140_000):
        assert [await store.beat(name, now, SILENCE) for name in ("one", "two")] == [100_000] * 2
    assert await store.beat("two", 500_000, SILENCE) == 500_000
    assert await store.beat("one", 500_001, SILENCE) == 500_000
    assert await store.absences() == [(SILENCE, 100_000), (140_000, 500_000)]


async def test_absence_that_many_processes_notice_is_recorded_once(url: str, store: Store, database: str) -> None:
    stores = [store, *[await Store.open(url) for _ in range(5 if database == "postgres" else 0)]]
    await store.beat("old", 10_000, SILENCE)
    beats = (stores[n % len(stores)].beat(f"new{n}", 110_000 + n, SILENCE) for n in range(12))
    heard = await asyncio.gather(*beats)
    ((began, ended),) = await store.absences()
    assert began == 10_000
    assert heard == [ended] * 12
    await asyncio.gather(*(each.close() for each in stores[1:]))


async def test_nobody_is_away_while_one_process_runs(store: Store) -> None:
    await store.beat("one", 0, SILENCE)
    await store.beat("two", 0, SILENCE)
    for now in range(0, 200_000, 20_000):
        assert await store.beat("one", now, SILENCE) == 0
    assert await store.beat("two", 200_000, SILENCE) == 0
    # Nor when a clock goes back.
    for now in (200_000 - BACK, 210_000):
        assert await store.beat("one", now, SILENCE) == 0
    assert await store.absences() == []
    await store.beat("new", 210_000 + 86_400_001, SILENCE)
    assert await store.alive(since=0) == {"new": 210_000 + 86_400_001}, "those silent for a day are not listed"


@pytest.mark.parametrize("later", [-BACK - 1, BELIEF + 1, 10 * 365 * 86_400_000])
async def test_clock_far_from_the_last_known_time_is_doubted(store: Store, later: int) -> None:
    known = 20 * 365 * 86_400_000
    await store.beat("right", known, SILENCE)
    with pytest.raises(Doubted, match="1989-12-27"):
        await store.beat("wrong", known + later, SILENCE)
    assert await store.absences() == []
    assert await store.alive(0) == {"right": known}
    assert await store.beat("right", known + 10_000, SILENCE) == 0


async def test_longest_absence_is_as_long_as_the_longest_clock(store: Store) -> None:
    await store.beat("bot", 0, SILENCE)
    assert await store.beat("bot", BELIEF, SILENCE) == BELIEF
    # The playground skips time.
    assert await store.beat("bot", 9 * BELIEF, SILENCE, skipped=8 * BELIEF) == BELIEF


async def test_times_in_the_future_are_corrected(store: Store) -> None:
    await store.beat("bot", 1_000, SILENCE)
    await store.beat("bot", 500_000, SILENCE)
    assert await store.misdated(500_000) == []
    assert len(await store.misdated(400_000)) == 2
    await store.put_right(400_000, SILENCE)
    assert await store.misdated(400_000) == []
    assert await store.absences() == [(1_000, 400_000)]
    assert await store.beat("bot", 410_000, SILENCE) == 400_000
    # An absence that the bot does not believe is confirmed the same way.
    late = 410_000 + BELIEF + 1
    assert len(await store.misdated(late)) == 1
    await store.put_right(late, SILENCE)
    assert await store.absences() == [(1_000, 400_000), (410_000, late)]
    await store.beat("bot", late + 1, SILENCE)


async def test_only_postgresql_tells_the_time(store: Store, database: str) -> None:
    assert (await store.time() is None) == (database == "sqlite")
