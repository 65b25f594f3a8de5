"""What somebody has played, and with whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Change, Meetings, Played, Rated, Result, Store
from storage.statement import Statement
from tests.storage.matches import ANNA, BEN, SERVER, chose, opening

CARL = 1003


async def ended(
    store: Store, *people: int | None, at: int, options: str = "{}", terms: str = "{}", **told: object
) -> int:
    """Who sat there, the best first."""
    results = tuple(
        Result(seat, person, SERVER, "pebbles", 1, seat + 1, 3, "shells", True, at, 1.0, 2.5)
        for seat, person in enumerate(people)
    )
    results = tuple(replace(result, **told) for result in results)  # type: ignore[arg-type]
    start = replace(opening(), options=options, terms=terms)
    return (await store.create(start, [chose("x")], Change(live=False, results=results))).match


@pytest.mark.asyncio
async def test_each_match_is_told_beside_each_of_the_others(store: Store) -> None:
    later = await ended(store, BEN, ANNA, None, at=200, options='{"variant": "deep"}')
    first = await ended(store, ANNA, BEN, at=100)
    assert await store.played(ANNA, SERVER) == (
        [
            Played(first, "pebbles", "{}", "shells", 1, BEN, 2, 100),
            Played(later, "pebbles", '{"variant": "deep"}', "shells", 2, BEN, 1, 200),
            Played(later, "pebbles", '{"variant": "deep"}', "shells", 2, None, 3, 200),
        ],
        [Rated("pebbles", 100, 2.5, 1), Rated("pebbles", 200, 2.5, 1)],
    )
    assert await store.played(CARL, SERVER) == ([], [])


@pytest.mark.asyncio
async def test_two_have_met_as_often_as_they_sat_at_one_table(store: Store) -> None:
    await ended(store, ANNA, BEN, at=100)
    await ended(store, BEN, CARL, ANNA, at=200)
    for rank in (1, 1):
        await ended(store, ANNA, BEN, at=300, rank=rank)
    await ended(store, ANNA, BEN, None, at=400)
    await ended(store, ANNA, BEN, at=500, server=12)
    await ended(store, ANNA, BEN, at=600, reason="cancelled")
    assert await store.meetings(ANNA, BEN, SERVER) == [
        Meetings("pebbles", "cancelled", 1, 1, 0, 600),
        Meetings("pebbles", "shells", 4, 1, 1, 300),
    ]
    assert await store.meetings(BEN, ANNA, SERVER) == [
        Meetings("pebbles", "cancelled", 1, 0, 1, 600),
        Meetings("pebbles", "shells", 4, 1, 1, 300),
    ]
    assert await store.meetings(ANNA, 404, SERVER) == []


@pytest.mark.asyncio
async def test_only_what_counted_has_a_rating(store: Store) -> None:
    await ended(store, ANNA, BEN, at=100, rating_after=None)
    played, rated = await store.played(ANNA, SERVER)
    assert (len(played), rated) == (1, [])


@pytest.mark.asyncio
async def test_a_server_knows_its_own_matches(store: Store) -> None:
    here = await ended(store, ANNA, BEN, at=100)
    there = await ended(store, ANNA, BEN, at=50, server=12)
    alone = await ended(store, ANNA, None, at=75, server=None)
    for server, known in ((SERVER, [here]), (12, [there]), (None, [there, alone, here]), (13, [])):
        played, rated = await store.played(ANNA, server)
        assert [each.match for each in played] == known
        assert len(rated) == len(known)
        assert await store.newest(ANNA, server, "pebbles", 9) == known[::-1]


@pytest.mark.asyncio
async def test_the_newest_of_a_game_come_first_and_are_so_many(store: Store) -> None:
    matches = [await ended(store, ANNA, BEN, at=100 + number // 2) for number in range(7)]
    await ended(store, ANNA, BEN, at=999, game="twigs")
    assert await store.newest(ANNA, SERVER, "pebbles", 3) == matches[:-4:-1]
    assert await store.newest(CARL, SERVER, "pebbles", 3) == []


@pytest.mark.asyncio
async def test_those_with_such_terms_are_found(store: Store) -> None:
    """Between two moments: what was before the one is to be forgotten, what came after the other was not known yet."""
    told = '{"kind":"practice","reads":true}'
    matches = [await ended(store, ANNA, None, at=100 + number, terms=told) for number in range(6)]
    for other in ({"terms": '{"reads":false}'}, {"terms": told, "game": "twigs"}):
        await ended(store, ANNA, None, at=103, **other)
    await ended(store, BEN, None, at=103, terms=told)
    found = await store.agreed(ANNA, "pebbles", '"reads":true', before=matches[5], since=101, count=2)
    assert found == [matches[4], matches[3]]
    found = await store.agreed(ANNA, "pebbles", '"reads":true', before=matches[5], since=101, count=9)
    assert found == [matches[4], matches[3], matches[2]]


@pytest.mark.asyncio
async def test_whoever_is_forgotten_is_nobody_in_what_others_played(store: Store) -> None:
    for _ in range(2):
        await ended(store, ANNA, BEN, at=100)
    await ended(store, ANNA, CARL, at=100, server=12)
    await ended(store, CARL, ANNA, at=100)
    nobody = await store.forget(BEN, 200)
    for person, other in ((ANNA, nobody), (nobody, ANNA)):
        played, _ = await store.played(person, SERVER)
        assert [each.other for each in played if each.other != CARL] == [other, other]
    assert await store.played(BEN, SERVER) == ([], [])
    # Those whom they never met are as they were.
    assert [each.other for each in (await store.played(CARL, SERVER))[0]] == [ANNA]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "change", ["DELETE FROM played", "UPDATE played SET theirs = 7", "UPDATE played SET other = 7"]
)
async def test_what_tells_otherwise_than_the_results_is_found(store: Store, change: str) -> None:
    first = await ended(store, ANNA, BEN, None, at=100)
    await ended(store, BEN, ANNA, at=200)
    assert await store.forget(CARL, 250) == 0
    assert await store.forget(BEN, 300) < 0
    assert await store.strayed() == []
    await store.database.write(
        Statement(f"{change} WHERE match = :match AND person = :person")(match=first, person=ANNA)
    )
    assert await store.strayed() == [first]
