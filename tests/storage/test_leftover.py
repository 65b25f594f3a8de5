"""What was replaced is known until it is gone, and a file that knows of it is whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage import CARD, LATE, Deadline, Hand, Leftover, Posting, Store
from tests.storage.matches import opened
from tests.storage.stores import posting


async def test_what_was_replaced_is_known_until_it_is_gone(store: Store) -> None:
    match = (await opened(store)).match
    await store.post(match, 1, 5, 70)
    assert await store.left_behind(match) == []
    await store.post(match, 1, 5, 71, (5, 70))
    # Written once more after a crash in between.
    await store.post(match, 1, 5, 71, (5, 70))
    await store.post(match, 1, 6, 72, (5, 71))
    assert await store.left_behind(match) == [Leftover(match, 5, 70), Leftover(match, 5, 71)]
    assert await store.check() == []
    await store.cleared(match, 70)
    assert await store.left_behind(match) == [Leftover(match, 5, 71)]


async def test_what_could_not_be_taken_away_is_due_later(store: Store) -> None:
    one, other = [(await opened(store, interaction)).match for interaction in (1, 2)]
    await store.leave(one, [(5, 70), (5, 71)])
    await store.leave(other, [(6, 80)])
    assert await store.littered(0, 9) == [one, other]
    assert await store.littered(0, 1) == [one]
    assert await store.stuck(1_000) == []
    await store.stays(Leftover(one, 5, 70), 100, 150)
    await store.stays(Leftover(one, 5, 71), 90, 120)
    assert await store.littered(119, 9) == [other]
    assert await store.littered(120, 9) == [other, one]
    assert [(it.message, it.since, it.due) for it in await store.stuck(100)] == [(71, 90, 120), (70, 100, 150)]
    assert [it.message for it in await store.stuck(99)] == [71]


async def test_a_card_that_was_not_there_is_looked_for_once_more(store: Store) -> None:
    match = (await opened(store)).match
    call, card = Posting(match, 11, 5, 4, 1_000), Posting(match, CARD, 5, 1, 1_000)
    await store.posts(card, call)
    await store.missed(card, 3_000, 9_000)
    assert await posting(store, match) == [], "who is to be called is not kept waiting"
    outlook = await store.outlook(match)
    assert outlook
    assert (outlook.leftovers, outlook.late) == ((), (Leftover(match, 5, LATE, 3_000, 9_000),))
    assert await store.left_behind(match) == []
    assert (await store.littered(8_999, 9), await store.littered(9_000, 9)) == ([], [match])
    assert await store.stuck(9_000) == [], "nobody has refused to take it away"


async def test_what_is_being_posted_is_known_until_it_came(store: Store) -> None:
    match = (await opened(store)).match
    call, card = Posting(match, 11, 0, 4, 1_000), Posting(match, CARD, 5, 1, 1_000)
    for it in (call, card):
        await store.posts(it)
        # Tried again it is as old as it was.
        await store.posts(replace(it, at=2_000))
    assert await posting(store, match) == [card, call]
    await store.post(match, 1, 5, 70)
    assert await posting(store, match) == [call]
    hand, due = Hand(match, 11, 90, 6, 2, 1_100), Deadline("call", 900, 4, 0, match)
    await store.schedule(match, due)
    await store.came(hand, due, 1_050)
    assert (await posting(store, match), await store.hands(match)) == ([], [hand])
    assert await store.standing(match) == [replace(due, answer="called")], "or it would be made once more"
    assert (await store.presence(11)).called == 1_050
    await store.laid_aside(hand)
    assert (await store.hands(match), await store.left_behind(match)) == ([], [Leftover(match, 6, 90)])
    await store.posts(call)
    await store.settled(call)
    assert await posting(store, match) == []


async def test_whom_a_card_calls_that_is_being_posted_is_known_until_it_came(store: Store) -> None:
    """A call by direct message is another."""
    match = (await opened(store)).match
    card, by_it, direct = (
        Posting(match, CARD, 5, 1, 1_000),
        Posting(match, 11, 5, 4, 1_000),
        Posting(match, 22, 0, 4, 9),
    )
    await store.posts(direct)
    await store.posts(card, by_it)
    assert await posting(store, match) == [card, by_it, direct]
    await store.settled(card)
    assert await posting(store, match) == [direct]
    await store.posts(card, by_it)
    await store.post(match, 1, 5, 70)
    assert await posting(store, match) == [direct]


async def test_a_table_that_is_its_own_index_begins_with_its_key(tmp_path: Path) -> None:
    """SQLite 3.40, as Debian has it, looks for its columns as if it did, and says that the file is damaged."""
    file = tmp_path / "duel.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    with closing(sqlite3.connect(file)) as looked:
        tables = looked.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%WITHOUT ROWID%'").fetchall()
        assert tables
        for (table,) in tables:
            keyed = [bool(column[5]) for column in looked.execute(f"PRAGMA table_info({table})")]
            assert keyed == sorted(keyed, reverse=True), table
