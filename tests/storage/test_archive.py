"""Old matches become texts: nothing is lost, nothing is doubled, and everything is read as before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import pytest

from storage import Event, Store
from storage.archive import KNOWS
from storage.database import Damaged
from storage.scroll import rolled, unrolled
from storage.statement import Bound, Row, Statement
from tests.storage.matches import ANNA, BEN, loaded, opened, over
from tests.storage.program import report

EVENTS = Statement("SELECT COUNT(*) FROM event WHERE match = :match")
OLDER = Statement("INSERT INTO heartbeat (process, began, at) VALUES ('older', 100, 100)")
BEATS = Statement("UPDATE heartbeat SET knows = :knows WHERE process = 'older'")
SPOILT = Statement("UPDATE archive SET lines = :lines WHERE match = :match")


async def rows(store: Store, match: int) -> int:
    (((count,),),) = await store.database.read(EVENTS(match=match))
    return int(count)


class Meanwhile:
    """A database in which something happens whenever somebody has read, and is about to write."""

    def __init__(self, store: Store, happens: Callable[[Store], Awaitable[object]]) -> None:
        self._store = store
        self._happens = happens

    async def read(self, *queries: Bound) -> list[list[Row]]:
        return await self._store.database.read(*queries)

    async def write(self, *writes: Bound) -> list[list[Row]]:
        await self._happens(self._store)
        return await self._store.database.write(*writes)


MEANWHILE: Final[dict[str, Callable[[Store], Awaitable[object]]]] = {
    # Else the text would bring their name back.
    "forgotten": lambda store: store.forget(ANNA, 60),
    "gone on": lambda store: store.append(1, 5, [Event("looked", "", 9_000, person=BEN)]),
    "archived": lambda store: store.archive(1, 0),
}


@pytest.mark.asyncio
async def test_what_is_archived_is_read_as_before(store: Store) -> None:
    match, other = await over(store, 1), await over(store, 2)
    before, export = await loaded(store, match), await store.export(ANNA)
    assert await store.archive(match, 0)
    assert (await rows(store, match), await rows(store, other)) == (0, 5)
    after = await loaded(store, match)
    assert after == replace(before, header=replace(before.header, archived=5))
    told = await store.export(ANNA)
    assert told.pop("witness") == [{"match": match, "number": 0}]
    assert told == {table: found for table, found in export.items() if table != "witness"}
    assert await store.broken() == []
    assert await store.people() == {ANNA, BEN, 1003}


@pytest.mark.asyncio
async def test_what_happens_later_comes_behind_it(store: Store) -> None:
    """Also a second time, by people who are known there and by others."""
    match = await over(store)
    assert await store.archive(match, 0)
    assert not await store.archive(match, 0)
    later = [Event("looked", "", 9_000, person=BEN), Event("looked", "", 9_001, person=1004)]
    await store.append(match, 5, later)
    before, export = await loaded(store, match), await store.export(1004)
    assert before.events[5:] == tuple(later)
    assert await store.broken() == []
    assert [event["seq"] for event in export["event"]] == [6]
    assert await store.archive(match, 0)
    after = await loaded(store, match)
    assert (after.events, after.header.archived, await rows(store, match)) == (before.events, 7, 0)
    assert (await store.export(1004))["event"] == export["event"]
    assert await store.broken() == []


@pytest.mark.asyncio
async def test_only_what_is_over_for_long_is_old(store: Store) -> None:
    early, late = await over(store, 1, 5_000), await over(store, 2, 3_000)
    running = (await opened(store, 3)).match
    assert await store.old(5_001, 10) == [late, early]
    assert await store.old(5_001, 1) == [late]
    assert await store.old(5_000, 10) == [late]
    assert await store.archive(late, 0)
    assert await store.old(9_000, 10) == [early]
    assert not await store.archive(running, 0)
    assert not await store.archive(404, 0)
    await store.append(late, 5, [Event("looked", "", 6_000, person=BEN)])
    assert await store.old(9_000, 10) == [early, late]


@pytest.mark.asyncio
async def test_whoever_is_forgotten_is_so_in_the_archive(store: Store) -> None:
    match = await over(store)
    before = await loaded(store, match)
    await store.archive(match, 0)
    nobody, came = await store.forget(ANNA, 60), await store.forget(1003, 61)
    after = await loaded(store, match)
    names = {ANNA: nobody, 1003: came}
    assert [it.person for it in after.events] == [names.get(it.person or 0, it.person) for it in before.events]
    # Also who sat nowhere: a process that remembers them does so by another number.
    assert after.header.forgotten == 2
    assert await store.people() == {BEN}
    assert not any(found for table, found in (await store.export(ANNA)).items() if table != "person")


@pytest.mark.asyncio
async def test_while_others_append_forget_and_archive_nothing_is_lost(store: Store) -> None:
    matches = [await over(store, number) for number in range(1, 9)]
    before = [await loaded(store, match) for match in matches]

    async def looked(match: int) -> None:
        for seq in (5, 6):
            await store.append(match, seq, [Event("looked", "", 3_000, person=1004, interaction=(match << 8) + seq)])

    await asyncio.gather(
        *(store.archive(match, 0) for match in matches for _ in range(2)),
        *map(looked, matches),
        store.forget(ANNA, 60),
        *(store.archive(match, 0) for match in matches),
    )
    for match, was in zip(matches, before, strict=True):
        is_now = await loaded(store, match)
        assert [it.word for it in is_now.events] == [*(it.word for it in was.events), "", ""]
        assert ANNA not in {it.person for it in is_now.events}
    assert await store.broken() == []
    assert ANNA not in await store.people()


@pytest.mark.asyncio
@pytest.mark.parametrize("what", MEANWHILE)
async def test_what_has_changed_since_it_was_read_is_not_archived(store: Store, what: str) -> None:
    assert await over(store) == 1
    assert not await Store(Meanwhile(store, MEANWHILE[what])).archive(1, 0)  # type: ignore[arg-type]
    assert await store.archive(1, 0) == (what != "archived")
    assert (await rows(store, 1), await store.broken()) == (0, [])
    assert len((await loaded(store, 1)).events) == (6 if what == "gone on" else 5)
    assert (ANNA in await store.people()) == (what != "forgotten")


@pytest.mark.asyncio
async def test_nothing_is_archived_beside_a_process_that_would_not_find_it(store: Store) -> None:
    match = await over(store)
    await store.database.write(OLDER())
    assert not await store.archive(match, 50)
    await store.beat("ours", 100, 25_000)
    assert not await store.archive(match, 50)
    await store.database.write(BEATS(knows=KNOWS))
    assert await store.archive(match, 50)
    again = await over(store, 2)
    await store.database.write(BEATS(knows=KNOWS - 1))
    assert not await store.archive(again, 99)
    assert await store.archive(again, 100)


@pytest.mark.asyncio
async def test_a_text_that_cannot_be_read_is_no_empty_match(store: Store) -> None:
    match = await over(store)
    await store.archive(match, 0)
    events = (await loaded(store, match)).events
    nameless = rolled((replace(it, person=None) for it in events[:3]), {})
    stranger = rolled([replace(events[0], person=1)], {1: 7})
    for lines in (b"no text", nameless, stranger):
        await store.database.write(SPOILT(match=match, lines=lines))
        with pytest.raises(Damaged):
            await store.load(match)


def test_a_match_takes_a_tenth_as_text() -> None:
    events = [
        Event("said", f"swap a{step % 6} c{step % 7}", 1_700_000_000_000 + step * 41_337, step % 2,
              interaction=1_400_000_000_000_000_000 + step * 173_377_777_771)
        for step in range(60)
    ]  # fmt: skip
    lines = rolled(events, {})
    assert unrolled(lines) == events
    assert len(lines) < 60 * 25


@pytest.mark.gate
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_killed_at_any_line_it_is_done_or_not_done(bare: str) -> None:
    told = report("tests.storage.archived", bare)
    assert told["wrong"] == []
    # Before the transaction began, at each of its statements, and when it was stored but nobody knew.
    assert told["kills"] > 6
    assert {*told["archived"]} == {0, 5}
