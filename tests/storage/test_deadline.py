"""Deadlines fire once, and it is known when nobody was there to fire them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import NO_SEAT, Change, Conflict, Deadline, Doubted, Hand, Store
from storage.deadline import BACK, BELIEF
from tests.storage.matches import chose, opened, turn

pytestmark = pytest.mark.asyncio

SILENCE = 30_000


async def test_the_earliest_is_known_and_all_that_are_due(store: Store) -> None:
    assert await store.earliest() is None
    assert await store.due(1 << 50) == []
    first = (await opened(store, 1, due=(turn(5_000), Deadline("limit", 9_000, 0)))).match
    second = (await opened(store, 2, due=(turn(4_000), Deadline("turn", 7_000, 1, seat=1)))).match
    assert await store.earliest() == 4_000
    assert await store.due(3_999) == []
    assert [(each.match, each.due) for each in await store.due(7_000)] == [
        (second, 4_000),
        (first, 5_000),
        (second, 7_000),
    ]
    assert [each.due for each in await store.due(1 << 50, count=2)] == [4_000, 5_000]


async def test_a_deadline_takes_the_place_of_its_kind_and_seat(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000), Deadline("turn", 6_000, 1, seat=1)))).match
    await store.append(match, 1, [chose("a")], Change(due=(turn(8_000, 2),)))
    assert [(each.seat, each.due, each.step) for each in await store.due(1 << 50)] == [(1, 6_000, 1), (-1, 8_000, 2)]
    await store.append(match, 2, [chose("b")], Change(undue=(("turn", 1),), due=(turn(9_000, 3),)))
    assert [each.due for each in await store.due(1 << 50)] == [9_000]


async def test_a_deadline_that_moved_is_not_lifted(store: Store) -> None:
    match = (await opened(store)).match
    cover = Deadline("cover", 5_000, 3, match=match)
    await store.schedule(match, cover)
    (due,) = await store.due(5_000)
    assert due == cover
    await store.schedule(match, replace(cover, due=6_000, step=4))
    assert not await store.lift(due)
    assert await store.lift(replace(cover, due=6_000, step=4))
    assert await store.earliest() is None


async def test_what_has_been_answered_is_due_no_more(store: Store) -> None:
    """It stands there with that answer, whoever comes later; what is set anew is another one."""
    match = (await opened(store)).match
    call, later = Deadline("call", 5_000, 4, 0, match), Deadline("call", 7_000, 4, 1, match)
    await store.schedule(match, call, later)
    await store.answer(replace(call, step=5), "called")
    assert await store.earliest() == 5_000, "that is not the step it was for"
    await store.answer(call, "called")
    await store.answer(call, "unwanted")
    assert await store.standing(match) == [replace(call, answer="called"), later]
    assert (await store.earliest(), await store.due(9_000)) == (7_000, [later])
    assert not await store.put_off(replace(call, answer="called"), 8_000)
    await store.schedule(match, replace(call, step=6))
    assert await store.due(9_000) == [replace(call, step=6), later]


async def test_a_pause_that_another_press_needs_is_not_lifted(store: Store) -> None:
    """It stays when it is; but whoever was about to lift it has to look again."""
    match = (await opened(store)).match
    hand = Hand(match, 11, 501, 0, 1, 100, "token")
    await store.hold(hand, pause=Deadline("pause", 5_000, 0))
    (known,) = await store.standing(match)
    await store.hold(replace(hand, at=200), pause=Deadline("pause", 9_000, 0))
    assert not await store.lift(known)
    (now,) = await store.standing(match)
    assert now.due == 5_000
    assert await store.lift(now)


async def test_of_all_who_lift_one_does(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000),))).match
    (due,) = await store.due(5_000)
    lifted = await asyncio.gather(*(store.lift(due) for _ in range(20)))
    assert sum(lifted) == 1
    assert due.match == match


async def test_of_all_who_put_a_deadline_off_one_does(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000),))).match
    (due,) = await store.due(5_000)
    put_off = await asyncio.gather(*(store.put_off(due, 9_000 + each) for each in range(20)))
    assert sum(put_off) == 1
    assert await store.due(8_999) == []
    assert await store.due(1 << 50) == [replace(due, due=9_000 + put_off.index(True), match=match)]


async def test_of_all_who_let_a_turn_lapse_one_does(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000),))).match
    lapses = [
        store.append(match, 1, [chose("!lapse")], Change(live=False, undue=(("turn", NO_SEAT),))) for _ in range(20)
    ]
    told = await asyncio.gather(*lapses, return_exceptions=True)
    assert sum(isinstance(one, Conflict) for one in told) == 19
    assert await store.earliest() is None


async def test_time_away_is_recorded_and_moves_nothing(store: Store) -> None:
    assert await store.beat("first", 0, SILENCE) == 0
    due = (turn(20_000), Deadline("limit", 900_000, 0), Deadline("offer", 9_999, 0))
    match = (await opened(store, due=due)).match
    assert await store.beat("first", 10_000, SILENCE) == 0
    assert await store.beat("second", 110_000, SILENCE) == 110_000
    journal = await store.load(match)
    assert journal is not None
    assert [(each.kind, each.due) for each in journal.deadlines] == [
        ("offer", 9_999),
        ("turn", 20_000),
        ("limit", 900_000),
    ]
    assert await store.absences() == [(10_000, 110_000)]
    assert await store.absences(since=110_000) == []
    assert await store.alive(since=100_000) == {"second": 110_000}
    assert await store.alive(since=0) == {"first": 10_000, "second": 110_000}


async def test_every_process_hears_of_the_newest_absence(store: Store) -> None:
    await store.beat("one", 0, SILENCE)
    assert await store.beat("one", 100_000, SILENCE) == 100_000
    # Who came back later, and who was never away, is told the same, and again with every beat.
    for now in (100_001, 110_000, 140_000):
        assert [await store.beat(name, now, SILENCE) for name in ("one", "two")] == [100_000] * 2
    assert await store.beat("two", 500_000, SILENCE) == 500_000
    assert await store.beat("one", 500_001, SILENCE) == 500_000
    assert await store.absences() == [(0, 100_000), (140_000, 500_000)]


async def test_a_short_silence_is_no_absence(store: Store) -> None:
    await store.beat("bot", 0, SILENCE)
    assert await store.beat("bot", SILENCE, SILENCE) == 0
    assert await store.absences() == []


async def test_an_absence_is_recorded_once(store: Store) -> None:
    await store.beat("old", 10_000, SILENCE)
    await opened(store, due=(turn(20_000),))
    heard = await asyncio.gather(*(store.beat(f"new{n}", 110_000, SILENCE) for n in range(10)))
    assert heard == [110_000] * 10
    assert await store.absences() == [(10_000, 110_000)]
    assert await store.earliest() == 20_000


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_nor_do_several_processes_record_it_twice(url: str) -> None:
    stores = [await Store.open(url) for _ in range(6)]
    try:
        await stores[0].beat("old", 10_000, SILENCE)
        heard = await asyncio.gather(
            *(store.beat(f"new{number}", 110_000 + number, SILENCE) for number, store in enumerate(stores))
        )
        ((began, ended),) = await stores[0].absences()
        assert began == 10_000
        assert heard == [ended] * 6
    finally:
        await asyncio.gather(*(store.close() for store in stores))


async def test_while_one_is_there_nobody_is_away(store: Store) -> None:
    await store.beat("one", 0, SILENCE)
    await store.beat("two", 0, SILENCE)
    for now in range(0, 200_000, 20_000):
        assert await store.beat("one", now, SILENCE) == 0
    assert await store.beat("two", 200_000, SILENCE) == 0
    assert await store.absences() == []


async def test_a_clock_that_goes_backwards_is_no_absence(store: Store) -> None:
    await store.beat("bot", 100_000, SILENCE)
    assert await store.beat("bot", 100_000 - BACK, SILENCE) == 0
    assert await store.beat("bot", 110_000, SILENCE) == 0
    assert await store.absences() == []


@pytest.mark.parametrize("later", [-BACK - 1, BELIEF + 1, 10 * 365 * 86_400_000])
async def test_a_watch_far_from_the_last_known_time_is_doubted(store: Store, later: int) -> None:
    """Ten years of nobody there would be ten years in which no clock runs."""
    known = 20 * 365 * 86_400_000
    await store.beat("right", known, SILENCE)
    with pytest.raises(Doubted, match="1989-12-27"):
        await store.beat("wrong", known + later, SILENCE)
    assert await store.absences() == []
    assert await store.alive(0) == {"right": known}
    assert await store.beat("right", known + 10_000, SILENCE) == 0


async def test_an_absence_is_believed_as_far_as_anybody_s_clock_goes(store: Store) -> None:
    await store.beat("bot", 0, SILENCE)
    assert await store.beat("bot", BELIEF, SILENCE) == BELIEF
    # A playground's time goes further in a moment.
    assert await store.beat("bot", 9 * BELIEF, SILENCE, skipped=8 * BELIEF) == BELIEF


async def test_time_that_has_not_come_is_taken_back(store: Store) -> None:
    """What an older bot believed: from here on clocks run again."""
    await store.beat("bot", 1_000, SILENCE)
    await store.beat("bot", 500_000, SILENCE)
    assert await store.misdated(500_000) == []
    assert len(await store.misdated(400_000)) == 2
    await store.put_right(400_000, SILENCE)
    assert await store.misdated(400_000) == []
    assert await store.absences() == [(1_000, 400_000)]
    assert await store.beat("bot", 410_000, SILENCE) == 400_000
    # So is one that the bot did not believe: only its host knows.
    assert len(await store.misdated(410_000 + BELIEF + 1)) == 1
    await store.put_right(410_000 + BELIEF + 1, SILENCE)
    assert await store.absences() == [(1_000, 400_000), (410_000, 410_000 + BELIEF + 1)]
    await store.beat("bot", 410_000 + BELIEF + 2, SILENCE)


async def test_the_server_has_a_watch_of_its_own(store: Store, database: str) -> None:
    assert (await store.time() is None) == (database == "sqlite")


async def test_who_was_silent_for_a_day_is_not_listed(store: Store) -> None:
    await store.beat("old", 0, SILENCE)
    await store.beat("new", 86_400_001, SILENCE)
    assert await store.alive(since=0) == {"new": 86_400_001}
