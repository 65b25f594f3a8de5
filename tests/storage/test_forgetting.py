"""Everything about one player: given out, and gone."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Final

import pytest

from storage import Award, Change, Door, Event, Hand, Posting, Rating, Result, Season, Seated, Store
from storage.person import KEPT
from storage.statement import Statement, select
from tests.storage.life import lived
from tests.storage.matches import ANNA, BEN, SERVER, chose, opened
from tests.storage.stores import present

pytestmark = pytest.mark.asyncio

TABLES: Final = {it.table: it.whose for it in KEPT}
NOT_GIVEN_OUT: Final = {
    "event": {"person"},
    "seat": {"person"},
    "result": {"person"},
    "played": {"person", "seat", "other"},  # who else was there
    "rating": {"player"},
    "award": {"person"},
    "hand": {"person", "token"},  # Discord's, for a quarter of an hour
    "door": {"person", "token"},
    "posting": {"person"},
    "presence": {"person"},
    "attendance": {"person"},
    "holiday": {"person"},
    "known": {"person"},
    "verdict": {"person"},
    "settings": {"whose", "id"},
}


async def test_everything_about_one_is_given_out_and_nothing_about_others(store: Store) -> None:
    match = await lived(store)
    export = await store.export(ANNA)
    # Of each table something: none is overlooked.
    assert {table for table in TABLES if not export[table]} == set()
    assert json.loads(export["settings"][0]["text"]) == {"language": "de"}
    assert export["known"] == [{"name": "Anna"}]
    assert export["seat"][0] == {"match": match, "seat": 0, "standing": "sat", "live": 0}
    assert [event["word"] for event in export["event"]] == ["", "a1", "c1", "", "z1"]
    assert [result["rank"] for result in export["result"]] == [1]
    assert [(met["rank"], met["theirs"]) for met in export["played"]] == [(1, 2)]
    assert [hand["message"] for hand in export["hand"]] == [500]
    assert not {str(BEN), "token"} & set(re.findall(r"\w+", json.dumps(export)))
    nobody = await store.export(404)
    assert not any(value for key, value in nobody.items() if key != "person")


async def test_of_a_match_that_runs_no_word_is_given_out(store: Store) -> None:
    """What lay open for a moment is to be kept in mind; and what the house chooses in a left seat is its own."""
    match = (await opened(store)).match
    await store.append(match, 1, [replace(chose("a1"), person=ANNA), chose("b1")])
    before = await store.export(ANNA)
    assert [(event["word"], event["seq"]) for event in before["event"]] == [(None, None)] * 2
    await store.append(match, 3, [chose("end", seat=1)], Change(live=False))
    after = await store.export(ANNA)
    assert [event["word"] for event in after["event"]] == ["", "a1", "b1"]


async def test_whoever_asks_is_forgotten_everywhere(store: Store) -> None:
    match = await lived(store)
    before = await store.load(match)
    nobody = await store.forget(ANNA, 60)
    assert nobody < 0
    for table, column in TABLES.items():
        (rows,) = await store.database.read(select(column, f"FROM {table} WHERE {column} IS NOT NULL")())
        assert ANNA not in {person for (person,) in rows}, table
        assert BEN in {person for (person,) in rows}, table
    after = await store.load(match)
    assert before is not None
    assert after is not None
    assert after.seats == (Seated(0, nobody, "sat"), Seated(1, BEN, "sat"))
    # The record is as readable as before: only the name is gone, and the same one everywhere.
    named = [replace(event, person=nobody if event.person == ANNA else event.person) for event in before.events]
    assert list(after.events) == named
    assert [result.person for result in await store.results(match)] == [nobody, BEN]
    assert not any(value for key, value in (await store.export(ANNA)).items() if key != "person")
    assert await store.forget(BEN, 61) not in {nobody, BEN}


async def test_other_memories_can_tell_that_somebody_was_forgotten(store: Store) -> None:
    both = (await opened(store, 1)).match
    alone = (await opened(store, 2, (BEN,))).match
    # Anna got up again: she is in what happened, and not on a seat.
    left = (await opened(store, 3)).match
    await store.append(left, 1, [chose("left")], Change(seats=(Seated(0, BEN, "host"),), live=False))

    async def counts() -> list[int]:
        headers = [await store.header(match) for match in (both, alone, left)]
        return [header.forgotten for header in headers if header]

    assert await counts() == [0, 0, 0]
    await store.forget(ANNA, 60)
    assert await counts() == [1, 0, 1]
    await store.forget(BEN, 61)
    assert await counts() == [2, 1, 2]
    journal = await store.load(both)
    assert journal is not None
    assert journal.header.forgotten == 2


async def test_of_whom_nothing_is_stored_nothing_is_forgotten(store: Store) -> None:
    await lived(store)
    # A server of the same number is somebody else.
    await store.set_server(404, {})
    before = await store.live()
    assert await store.forget(404, 60) == 0
    assert await store.live() == before
    assert await store.server_settings(404) == "{}"
    nobody = await store.forget(ANNA, 61)
    assert nobody == -1
    assert await store.forget(ANNA, 62) == 0
    assert (await store.export(nobody))["seat"] != []


@pytest.mark.parametrize("table", sorted(TABLES))
async def test_whoever_is_stored_anywhere_is_somebody(  # noqa: C901, PLR0912 - a table is a line
    store: Store, table: str
) -> None:
    match = (await opened(store, 1, (BEN,))).match
    if table == "seat":
        await store.append(match, 1, [chose("a")], Change(seats=(Seated(0, ANNA, "sat"),)))
    elif table == "event":
        await store.append(match, 1, [Event("joined", "", 40, person=ANNA)])
    elif table == "hand":
        await store.hold(Hand(match, ANNA, 500, 60, 1, 100))
    elif table == "posting":
        await store.posts(Posting(match, ANNA, 0, 100))
    elif table == "door":
        await store.open_door(Door(match, ANNA, 900, "token", 100))
    elif table == "presence":
        await present(store, [ANNA], 100)
    elif table == "attendance":
        await store.attended(SERVER, ANNA, 100, gone=False)
    elif table == "holiday":
        await store.take_holiday(ANNA, 100, 200)
    elif table == "known":
        await store.know({ANNA: "Anna"})
    elif table == "award":
        number = await store.begin_season(SERVER, "", 40)
        await store.award(Season(SERVER, number, "", 40, 50), [Award(ANNA, SERVER, number, "place", "", 1, 1000)])
    elif table == "result":
        result = Result(0, ANNA, SERVER, "pebbles", 1, 1, 9, "shells", True, 50)
        await store.append(match, 1, [chose("a")], Change(results=(result,)))
    elif table == "played":
        results = tuple(
            Result(seat, who, SERVER, "x", 1, 1, 9, "limit", True, 50) for seat, who in enumerate((ANNA, BEN))
        )
        await store.append(match, 1, [chose("a")], Change(results=results))
    elif table == "rating":
        rating = Rating(SERVER, "pebbles", 1, ANNA, 20.0, 25.0, 8.0, 1, 50)
        await store.append(match, 1, [chose("a")], Change(ratings=(rating,)))
    else:
        await store.set_player(ANNA, {})
    assert await store.forget(ANNA, 60) == -1
    assert await store.forget(ANNA, 61) == 0


@pytest.mark.parametrize("database", ["sqlite"])
async def test_no_table_with_people_is_overlooked(store: Store) -> None:
    """A new table, or a new column in one, must be thought of."""
    query = "SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'"
    (rows,) = await store.database.read(Statement(query)())
    schema: dict[str, set[str]] = {}
    for table, column in rows:
        schema.setdefault(table, set()).add(column)
    people = {table for table, columns in schema.items() if columns & {"person", "player", "other", "whose"}}
    assert people == TABLES.keys() == NOT_GIVEN_OUT.keys()
    for it in KEPT:
        assert {*it.told.split(", ")} | NOT_GIVEN_OUT[it.table] == schema[it.table], it.table
