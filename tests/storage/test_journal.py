"""The journal: its key is the lock, the interaction tells a doubled click, and an append is one transaction."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import NO_SEAT, Appended, Change, Conflict, Deadline, Event, Rating, Result, Seated, Store
from tests.storage.matches import ANNA, BEN, CHANNEL, SERVER, chose, opened, opening, turn

pytestmark = pytest.mark.asyncio


async def test_a_match_is_read_as_it_was_written(store: Store) -> None:
    first = Event("opened", "größer → «ja»", 1_000, person=ANNA, interaction=(1 << 62) + 1)
    seats = (Seated(0, ANNA, "sat"), Seated(1, None, "house"))
    due = (Deadline("limit", 9_000, 0), Deadline("turn", 5_000, 1, seat=1))
    made = await store.create(opening(), [first], Change(seats=seats, due=due))
    await store.append(made.match, 1, [chose("a1", 2), chose("b2", None, 2_500, seat=1)])
    journal = await store.load(made.match)
    assert journal is not None
    assert journal.events == (first, chose("a1", 2), chose("b2", None, 2_500, seat=1))
    assert journal.seats == seats
    assert journal.deadlines == (replace(due[1], match=made.match), replace(due[0], match=made.match))
    header = journal.header
    assert (header.server, header.channel, header.game, header.seed) == (SERVER, CHANNEL, "pebbles", "5eed")
    assert (header.status, header.live, header.seq, header.shown) == ("offered", True, 3, 0)
    assert (header.opened, header.changed) == (1_000, 2_500)
    assert header == await store.header(made.match)
    assert list(seats) == await store.seats(made.match)


async def test_there_are_matches_without_a_server(store: Store) -> None:
    made = await store.create(opening(server=None), [chose("a")])
    header = await store.header(made.match)
    assert header is not None
    assert header.server is None


async def test_what_is_not_there_is_none(store: Store) -> None:
    assert await store.load(404) is None
    assert await store.header(404) is None
    assert await store.heard(404) is None


async def test_who_knows_too_few_events_is_told(store: Store) -> None:
    match = (await opened(store)).match
    await store.append(match, 1, [chose("a", 2)])
    for seq in (0, 1, 3):
        with pytest.raises(Conflict):
            await store.append(match, seq, [chose("b", 3)], Change(status="running", due=(turn(5),)))
    journal = await store.load(match)
    assert journal is not None
    assert [event.word for event in journal.events] == ["", "a"]
    assert journal.header.status == "offered"
    assert journal.deadlines == ()
    assert await store.heard(3) is None


async def test_nothing_is_appended_to_a_match_that_is_not_there(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append(404, 0, [chose("a", 1)])
    assert await store.heard(1) is None


async def test_an_interaction_happens_once(store: Store) -> None:
    match = (await opened(store, 1)).match
    first = await store.append(match, 1, [chose("a", 2)])
    assert first == Appended(match, 1)
    again = Appended(match, 1, again=True)
    # By a caller who knows no more than then, and by one who does; with the same word, and with another.
    assert await store.append(match, 1, [chose("a", 2)]) == again
    assert await store.append(match, 2, [chose("z", 2)], Change(status="running")) == again
    assert await store.heard(2) == again
    assert await opened(store, 1) == Appended(match, 0, again=True)
    journal = await store.load(match)
    assert journal is not None
    assert [event.word for event in journal.events] == ["", "a"]
    assert journal.header.status == "offered"
    assert len(await store.live()) == 1


async def test_an_append_has_one_cause_and_at_least_one_event(store: Store) -> None:
    match = (await opened(store)).match
    with pytest.raises(ValueError, match="one cause"):
        await store.append(match, 1, [chose("a", 2), chose("b", 3)])
    with pytest.raises(ValueError, match="without an event"):
        await store.append(match, 1, [])


async def test_an_append_carries_all_or_nothing(store: Store) -> None:
    match = (await opened(store, due=(turn(5_000), Deadline("reminder", 4_000, 1)))).match
    rating = Rating(SERVER, "pebbles", 0, ANNA, 20.0, 25.0, 8.0, 1, 3_000)
    result = Result(0, ANNA, SERVER, "pebbles", 0, 1, 9, "shells", True, 3_000, None, 20.0)
    end = Change(
        status="ended",
        live=False,
        options='{"variant": "b"}',
        terms="{}",
        seats=(Seated(0, BEN, "sat"), Seated(1, ANNA, "sat")),
        undue=(("turn", NO_SEAT), ("reminder", NO_SEAT)),
        due=(Deadline("cover", 3_500, 1),),
        results=(result, replace(result, seat=1, person=BEN, rank=2)),
        ratings=(rating, replace(rating, player=BEN)),
    )
    before = await store.load(match)
    late = replace(end, ratings=(rating, replace(rating, player=BEN, matches=1)))
    await store.create(opening(), [chose("x")], Change(ratings=(replace(rating, player=BEN),)))
    with pytest.raises(Conflict, match="ladder"):
        await store.append(match, 1, [chose("a", 2)], late)
    assert await store.load(match) == before
    assert await store.results(match) == []
    assert await store.rating(SERVER, "pebbles", 0, ANNA) is None

    await store.append(
        match, 1, [chose("a", 2)], replace(end, ratings=(rating, replace(rating, player=BEN, matches=2)))
    )
    journal = await store.load(match)
    assert journal is not None
    assert (journal.header.status, journal.header.live) == ("ended", False)
    assert (journal.header.options, journal.header.terms) == ('{"variant": "b"}', "{}")
    assert journal.seats == end.seats
    assert [deadline.kind for deadline in journal.deadlines] == ["cover"]
    assert await store.results(match) == [replace(each, match=match) for each in end.results]
    assert await store.rating(SERVER, "pebbles", 0, ANNA) == rating
    assert await store.live_of(ANNA) == []


async def test_of_many_who_write_the_same_event_one_does(store: Store) -> None:
    match = (await opened(store)).match
    tries = [store.append(match, 1, [chose(f"w{n}", 100 + n)]) for n in range(40)]
    told = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in told) == ["Appended"] + ["Conflict"] * 39
    assert await store.broken() == []


async def test_of_a_click_that_comes_many_times_one_is_stored(store: Store) -> None:
    match = (await opened(store)).match
    told = await asyncio.gather(*(store.append(match, 1, [chose("w", 100)]) for _ in range(40)))
    assert {(one.match, one.seq) for one in told} == {(match, 1)}
    assert sum(not one.again for one in told) == 1
    made = await asyncio.gather(*(opened(store, 7) for _ in range(40)))
    assert len({one.match for one in made}) == 1


async def test_many_play_at_once(store: Store) -> None:
    async def played(number: int) -> None:
        match = (await opened(store, 1000 * number)).match
        for seq in range(1, 20):
            await store.append(match, seq, [chose(str(seq), 1000 * number + seq)], Change(due=(turn(seq, seq),)))

    await asyncio.gather(*(played(number) for number in range(1, 17)))
    assert await store.broken() == []
    assert {header.seq for header in await store.live()} == {20}
    due = await store.due(10_000)
    assert {(each.due, each.step) for each in due} == {(19, 19)}


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_several_bots_serve_the_same_match(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    try:
        match = (await opened(stores[0])).match

        async def insisted(bot: Store, word: str, interaction: int) -> None:
            for _ in range(200):
                header = await bot.header(match)
                assert header is not None
                try:
                    await bot.append(match, header.seq, [chose(word, interaction)])
                except Conflict:
                    continue
                return
            raise AssertionError("never came to a word")

        # Every click reaches two of the three.
        await asyncio.gather(
            *(insisted(stores[(n + twice) % 3], f"w{n}", 100 + n) for n in range(30) for twice in (0, 1))
        )
        journal = await stores[1].load(match)
        assert journal is not None
        assert sorted(event.word for event in journal.events[1:]) == sorted(f"w{n}" for n in range(30))
        assert await stores[2].broken() == []
    finally:
        await asyncio.gather(*(each.close() for each in stores))
