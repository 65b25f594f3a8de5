"""What somebody has played, and with whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Change, Played, Result, Store
from tests.storage.matches import ANNA, BEN, SERVER, chose, opening

CARL = 1003


async def ended(store: Store, *people: int | None, at: int, options: str = "{}", **told: object) -> int:
    """Who sat there, the best first."""
    results = tuple(
        Result(seat, person, SERVER, "pebbles", 1, seat + 1, 3, "shells", True, at, 1.0, 2.5)
        for seat, person in enumerate(people)
    )
    results = tuple(replace(result, **told) for result in results)  # type: ignore[arg-type]
    start = replace(opening(), options=options)
    return (await store.create(start, [chose("x")], Change(live=False, results=results))).match


@pytest.mark.asyncio
async def test_each_match_is_told_beside_each_of_the_others(store: Store) -> None:
    later = await ended(store, BEN, ANNA, None, at=200, options='{"variant": "deep"}')
    first = await ended(store, ANNA, BEN, at=100)
    assert await store.played(ANNA, SERVER) == [
        Played(first, 100, "pebbles", "{}", "shells", 1, 2.5, BEN, 2),
        Played(later, 200, "pebbles", '{"variant": "deep"}', "shells", 2, 2.5, BEN, 1),
        Played(later, 200, "pebbles", '{"variant": "deep"}', "shells", 2, 2.5, None, 3),
    ]
    assert await store.played(CARL, SERVER) == []


@pytest.mark.asyncio
async def test_a_server_knows_its_own_matches(store: Store) -> None:
    here = await ended(store, ANNA, BEN, at=100)
    there = await ended(store, ANNA, BEN, at=50, server=12)
    alone = await ended(store, ANNA, None, at=75, server=None)
    for server, known in ((SERVER, [here]), (12, [there]), (None, [there, alone, here]), (13, [])):
        assert [each.match for each in await store.played(ANNA, server)] == known
        assert await store.newest(ANNA, server, "pebbles", 9) == known[::-1]


@pytest.mark.asyncio
async def test_the_newest_of_a_game_come_first_and_are_so_many(store: Store) -> None:
    matches = [await ended(store, ANNA, BEN, at=100 + number // 2) for number in range(7)]
    await ended(store, ANNA, BEN, at=999, game="twigs")
    assert await store.newest(ANNA, SERVER, "pebbles", 3) == matches[:-4:-1]
    assert await store.newest(CARL, SERVER, "pebbles", 3) == []


@pytest.mark.asyncio
async def test_whoever_is_forgotten_is_nobody_in_what_others_played(store: Store) -> None:
    await ended(store, ANNA, BEN, at=100)
    nobody = await store.forget(BEN, 200)
    assert [each.other for each in await store.played(ANNA, SERVER)] == [nobody]
    assert await store.played(BEN, SERVER) == []
    assert [each.other for each in await store.played(nobody, SERVER)] == [ANNA]
