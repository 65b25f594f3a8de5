"""The journal: atomic appends, refusal of conflicting appends, and interactions stored only once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import (
    WHOLE_MATCH,
    AppendResult,
    Conflict,
    Deadline,
    Event,
    MatchChange,
    Rating,
    SeatResult,
    SeatStatus,
    Store,
    StoredSeat,
)
from tests.storage.stored_matches import (
    ANNA,
    BEN,
    CHANNEL_ID,
    SERVER_ID,
    create_match,
    make_choice_event,
    make_new_match,
    make_turn_deadline,
    read_header,
    read_journal,
)  # fmt: skip


async def read_payloads(store: Store, match_id: int) -> list[str]:
    return [event.payload for event in (await read_journal(store, match_id)).events]


async def test_loaded_match_equals_the_stored_match(store: Store) -> None:
    first = Event("opened", "größer → «ja»", 1_000, person_id=ANNA, interaction_id=(1 << 62) + 1)
    seats = (StoredSeat(0, ANNA, SeatStatus.JOINED), StoredSeat(1, None, SeatStatus.AI))
    due = (Deadline("limit", 9_000, 0), Deadline("turn", 5_000, 1, seat=1))
    created = await store.journal.create_match(make_new_match(), [first], MatchChange(seats=seats, set_deadlines=due))
    await store.journal.append_events(
        created.match_id, 1, [make_choice_event("a1", 2), make_choice_event("b2", None, 2_500, seat=1)]
    )
    journal = await read_journal(store, created.match_id)
    assert journal.events == (first, make_choice_event("a1", 2), make_choice_event("b2", None, 2_500, seat=1))
    assert journal.seats == seats
    assert journal.deadlines == (replace(due[1], match_id=created.match_id), replace(due[0], match_id=created.match_id))
    header = journal.header
    assert (header.server_id, header.channel_id, header.game, header.seed) == (SERVER_ID, CHANNEL_ID, "pebbles", "5eed")
    assert (header.status, header.is_live, header.event_count, header.events_shown) == ("offered", True, 3, 0)
    assert (header.opened_ms, header.changed_ms) == (1_000, 2_500)
    assert header == await store.matches.load_header(created.match_id)
    loaded = await store.journal.load_match(created.match_id)
    assert loaded is not None
    assert loaded.seats == seats
    direct = await store.journal.create_match(make_new_match(server_id=None), [make_choice_event("a")])
    assert (await read_header(store, direct.match_id)).server_id is None


async def test_unknown_match_or_interaction_is_none(store: Store) -> None:
    assert await store.journal.load_match(404) is None
    assert await store.matches.load_header(404) is None
    assert await store.journal.find_interaction(404) is None
    with pytest.raises(Conflict):
        await store.journal.append_events(404, 0, [make_choice_event("a", 1)])
    assert await store.journal.find_interaction(1) is None


async def test_append_at_a_wrong_event_count_is_refused(store: Store) -> None:
    match = await create_match(store)
    await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
    before = await store.journal.load_match(match)
    for seq in (0, 1, 3):
        with pytest.raises(Conflict):
            await store.journal.append_events(
                match,
                seq,
                [make_choice_event("b", 3)],
                MatchChange(status="running", set_deadlines=(make_turn_deadline(5),)),
            )
    assert await store.journal.load_match(match) == before
    assert await store.journal.find_interaction(3) is None


async def test_repeated_interaction_is_stored_once(store: Store) -> None:
    match = await create_match(store, 1)
    first = await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
    assert first == AppendResult(match, 1)
    before = await store.journal.load_match(match)
    repeat = AppendResult(match, 1, is_repeat=True)
    # The event count of the caller may be old or new, and the payload may be the same or another.
    assert await store.journal.append_events(match, 1, [make_choice_event("a", 2)]) == repeat
    assert (
        await store.journal.append_events(match, 2, [make_choice_event("z", 2)], MatchChange(status="running"))
        == repeat
    )
    assert await store.journal.find_interaction(2) == repeat
    again = await store.journal.create_match(make_new_match(), [make_choice_event("z", 1)])
    assert again == AppendResult(match, 0, is_repeat=True)
    assert await store.journal.load_match(match) == before
    assert len(await store.matches.list_live()) == 1


async def test_append_needs_an_event_and_at_most_one_interaction(store: Store) -> None:
    match = await create_match(store)
    with pytest.raises(ValueError, match="the same interaction"):
        await store.journal.append_events(match, 1, [make_choice_event("a", 2), make_choice_event("b", 3)])
    with pytest.raises(ValueError, match="at least one event"):
        await store.journal.append_events(match, 1, [])


async def test_append_stores_its_whole_change_or_nothing(store: Store) -> None:
    match = await create_match(store, deadlines=(make_turn_deadline(5_000), Deadline("reminder", 4_000, 1)))
    rating = Rating(SERVER_ID, "pebbles", 0, ANNA, 20.0, 25.0, 8.0, 1, 3_000)
    result = SeatResult(0, ANNA, SERVER_ID, "pebbles", 0, 1, 9, "shells", True, 3_000, None, 20.0)
    end = MatchChange(
        status="ended",
        is_live=False,
        options='{"variant": "b"}',
        terms="{}",
        seats=(StoredSeat(0, BEN, SeatStatus.JOINED), StoredSeat(1, ANNA, SeatStatus.JOINED)),
        removed_deadlines=(("turn", WHOLE_MATCH), ("reminder", WHOLE_MATCH)),
        set_deadlines=(Deadline("cover", 3_500, 1),),
        results=(result, replace(result, seat=1, person_id=BEN, rank=2)),
        ratings=(rating, replace(rating, person_id=BEN, match_count=2)),
    )
    before = await store.journal.load_match(match)
    conflicting = replace(end, ratings=(rating, replace(rating, person_id=BEN)))
    await store.journal.create_match(
        make_new_match(), [make_choice_event("x")], MatchChange(ratings=(replace(rating, person_id=BEN),))
    )
    with pytest.raises(Conflict, match="ladder"):
        await store.journal.append_events(match, 1, [make_choice_event("a", 2)], conflicting)
    assert await store.journal.load_match(match) == before
    assert await store.results.list_of_match(match) == []
    assert await store.ratings.load_rating(SERVER_ID, "pebbles", 0, ANNA) is None

    await store.journal.append_events(match, 1, [make_choice_event("a", 2)], end)
    journal = await read_journal(store, match)
    header = journal.header
    assert (header.status, header.is_live, header.options, header.terms) == ("ended", False, '{"variant": "b"}', "{}")
    assert journal.seats == end.seats
    assert [deadline.kind for deadline in journal.deadlines] == ["cover"]
    assert await store.results.list_of_match(match) == [replace(each, match_id=match) for each in end.results]
    assert await store.ratings.load_rating(SERVER_ID, "pebbles", 0, ANNA) == rating
    assert await store.matches.list_live_of_person(ANNA) == []


async def test_only_one_of_many_concurrent_appends_is_stored(store: Store) -> None:
    match = await create_match(store)
    appends = [store.journal.append_events(match, 1, [make_choice_event(f"w{n}", 100 + n)]) for n in range(40)]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert sorted(type(it).__name__ for it in outcomes) == ["AppendResult"] + ["Conflict"] * 39
    repeats = await asyncio.gather(
        *(store.journal.append_events(match, 2, [make_choice_event("w", 200)]) for _ in range(40))
    )
    assert {(it.match_id, it.first_seq) for it in repeats} == {(match, 2)}
    assert sum(not it.is_repeat for it in repeats) == 1
    created = await asyncio.gather(*(create_match(store, 7) for _ in range(40)))
    assert len(set(created)) == 1
    assert await store.journal.list_matches_with_gaps() == []


async def test_concurrent_matches_are_stored_without_gaps(store: Store) -> None:
    async def play_match(number: int) -> None:
        match = await create_match(store, 1000 * number)
        for seq in range(1, 20):
            await store.journal.append_events(
                match,
                seq,
                [make_choice_event(str(seq), 1000 * number + seq)],
                MatchChange(set_deadlines=(make_turn_deadline(seq, seq),)),
            )

    await asyncio.gather(*(play_match(number) for number in range(1, 17)))
    assert await store.journal.list_matches_with_gaps() == []
    assert {header.event_count for header in await store.matches.list_live()} == {20}
    assert {(each.due_ms, each.step) for each in await store.deadlines.list_due(10_000)} == {(19, 19)}


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_clicks_handled_by_several_processes_are_stored_once(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(3)))
    match = await create_match(stores[0])

    async def append_until_stored(store: Store, payload: str, interaction: int) -> None:
        while True:
            try:
                await store.journal.append_events(
                    match, (await read_header(store, match)).event_count, [make_choice_event(payload, interaction)]
                )
            except Conflict:
                continue
            return

    # Each click reaches two of the three processes.
    await asyncio.gather(
        *(append_until_stored(stores[(n + offset) % 3], f"w{n}", 100 + n) for n in range(30) for offset in (0, 1))
    )
    assert sorted((await read_payloads(stores[1], match))[1:]) == sorted(f"w{n}" for n in range(30))
    assert await stores[2].journal.list_matches_with_gaps() == []
    await asyncio.gather(*(each.close() for each in stores))
