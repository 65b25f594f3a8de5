"""On PostgreSQL events lie in parts: they are made beside all who play, and nobody can tell by what they store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import asyncpg
import pytest
import pytest_asyncio

from storage import Change, Conflict, Event, Store, parts
from tests.storage.matches import ANNA, chose, opened

pytestmark = pytest.mark.asyncio

WHERE = "SELECT match, CAST(CAST(tableoid AS REGCLASS) AS TEXT) FROM event WHERE seq = 0 ORDER BY match"


@pytest.fixture
def database() -> str:
    return "postgres"


@pytest_asyncio.fixture
async def grown(bare: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    """Of a host who has had no parts so far; one has room for ten matches, so from the fifth on a part is prepared."""
    monkeypatch.setattr(parts, "PART", 10)
    async with await Store.open(bare) as store:
        yield store


async def where(url: str) -> dict[int, str]:
    """In which part the events of each match lie."""
    connection = await asyncpg.connect(url)
    try:
        return dict(await connection.fetch(WHERE))
    finally:
        await connection.close()


async def test_what_is_there_stays_where_it_is_and_what_comes_has_room(grown: Store, bare: str) -> None:
    first = [(await opened(grown, number)).match for number in range(1, 7)]
    before = [await grown.load(match) for match in first]
    await grown.make_room()
    await grown.make_room()
    # Six are more than half: what is there has room up to twenty.
    later = [(await opened(grown, number)).match for number in range(7, 16)]
    await grown.make_room()
    later += [(await opened(grown, number)).match for number in range(16, 33)]
    await grown.make_room()
    lie = await where(bare)
    assert lie == {
        **dict.fromkeys(range(1, 20), "event_0"),
        **dict.fromkeys(range(20, 30), "event_20"),
        # Nobody was there to make room for these in time, so they stay with all that comes.
        **dict.fromkeys(range(30, 33), "event_rest"),
    }
    assert [await grown.load(match) for match in first] == before
    assert await grown.broken() == []
    assert (await grown.export(ANNA))["seat"][-1]["match"] == 32


async def test_who_does_not_know_of_it_plays_on(grown: Store, bare: str) -> None:
    """An older process: what it has asked for before it asks for again, and hears the same."""
    match = (await opened(grown, 1)).match
    older = await asyncpg.connect(bare)
    try:
        put = await older.prepare(
            "INSERT INTO event (match, seq, kind, seat, person, word, at, interaction)"
            " VALUES ($1, $2, 'said', 0, NULL, 'a', 5, $3) ON CONFLICT DO NOTHING RETURNING seq"
        )
        seen = await older.prepare("SELECT seq, interaction FROM event WHERE match = $1 ORDER BY seq")
        assert await put.fetchval(match, 1, 71) == 1
        for seq in (2, 3):
            await grown.make_room()
            assert await put.fetchval(match, seq, 70 + seq) == seq
            # A key that is taken, a click that was heard.
            assert await put.fetchval(match, seq, 99) is None
            assert await put.fetchval(match, 9, 70 + seq) is None
            assert [tuple(row) for row in await seen.fetch(match)][1:] == [(at, 70 + at) for at in range(1, seq + 1)]
    finally:
        await older.close()


async def test_a_doubled_click_opens_one_match_where_one_part_ends(grown: Store, bare: str) -> None:
    await grown.make_room()
    for number in range(1, 9):
        await opened(grown, number)
    both = await asyncio.gather(*(opened(grown, 100) for _ in range(6)))
    again = await opened(grown, 100)
    assert {it.match for it in both} == {again.match}
    assert [it.again for it in both].count(False) == 1
    assert again.again
    # What was not opened has taken numbers.
    beyond = (await opened(grown, 101)).match
    assert beyond > 10
    assert [(await grown.append(beyond, seq, [chose("a", 500)])).again for seq in (1, 2)] == [False, True]
    assert set((await where(bare)).values()) == {"event_0", "event_rest"}


async def test_parts_are_made_while_everybody_plays(grown: Store, bare: str) -> None:
    """By three processes at once, of which one does it; and each press is there once."""
    presses, turns = count(1_000), asyncio.Queue[bool]()

    async def plays(store: Store) -> int:
        rounds = 0
        while await turns.get():
            press = next(presses)
            match = (await opened(store, press)).match
            for seq in range(1, 4):
                await store.append(match, seq, [chose("a", next(presses))])
            with pytest.raises(Conflict):
                await store.append(match, 2, [chose("b", next(presses))])
            await store.append(match, 4, [Event("ended", "", 9_000, person=ANNA)], Change(live=False))
            rounds += 1
        return rounds

    async with await Store.open(bare) as second, await Store.open(bare) as third, asyncio.TaskGroup() as group:
        stores = [grown, second, third]
        playing = [group.create_task(plays(store)) for store in stores]
        for begun in range(5, 26, 5):
            # Half a part, which is what there is room for while the first is divided off; a host's are five millions.
            for _ in range(5):
                turns.put_nowait(True)
            await asyncio.gather(*(store.make_room() for store in stores))
            while len(await where(bare)) < begun:
                await asyncio.sleep(0)
        for _ in stores:
            turns.put_nowait(False)
    lie = await where(bare)
    assert len(lie) == sum(each.result() for each in playing)
    assert len({*lie.values()}) > 1
    assert await grown.broken() == []


async def test_who_looks_while_a_part_is_made_is_not_led_astray(grown: Store, bare: str) -> None:
    """What is in a catalogue is of the moment of a look, and what PostgreSQL says of it is of now."""
    await grown.make_room()
    for number in range(1, 8):
        await opened(grown, number)
    looking = await asyncpg.connect(bare)
    try:
        async with looking.transaction(isolation="repeatable_read"):
            assert not await parts.divided(looking)
            await grown.make_room()
            assert not await parts.divided(looking)
        assert await parts.divided(looking)
    finally:
        await looking.close()


async def test_whoever_is_in_the_way_is_not_waited_for_long(
    grown: Store, bare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else everybody would wait behind us."""
    monkeypatch.setattr(parts, "PATIENCE", 0.05)
    match = (await opened(grown, 1)).match
    reader = await asyncpg.connect(bare)
    try:
        async with reader.transaction():
            await reader.fetch("SELECT 1 FROM event")
            await grown.make_room()
            await grown.append(match, 1, [chose("a", 5)])
            assert await where(bare) == {match: "event"}
    finally:
        await reader.close()
    await grown.make_room()
    assert await where(bare) == {match: "event_0"}
