"""Exporting and forgetting all data about a person."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Final

import pytest

from storage import MatchChange, SeatStatus, Store, StoredSeat
from storage.people import PERSONAL_TABLES
from storage.statement import Statement, build_select
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, create_match, make_choice_event, read_journal
from tests.storage.two_people import STRANGER, store_two_people

PERSON_COLUMN_BY_TABLE: Final = {it.table: it.person_column for it in PERSONAL_TABLES}
COLUMNS_NOT_EXPORTED: Final = {
    "event": {"person_id"},
    "seat": {"person_id"},
    "result": {"person_id"},
    "past_result": {"person_id", "opponent_seat", "opponent_id"},  # data about other people
    "rating": {"person_id"},
    "award": {"person_id"},
    "player_message": {"person_id", "token"},  # a secret of Discord, valid for 15 minutes
    "interaction_token": {"person_id", "token"},
    "pending_send": {"recipient_id"},
    "presence": {"person_id"},
    "match_presence": {"person_id"},
    "server_membership": {"person_id"},
    "holiday": {"person_id"},
    "quick_match": {"person_id", "token"},
    "followed_match": {"person_id"},
    "followed_person": {"person_id", "followed_id"},
    "follow_notice": {"person_id"},
    "prediction": {"person_id"},
    "person_name": {"person_id"},
    "seat_review": {"person_id"},
    "settings": {"scope", "owner_id"},
    # IDs and times that only the bot uses for Discord, and a secret that decides the dice.
    "tournament": {
        "host_id",
        "id",
        "interaction_id",
        "posted_ms",
        "seed",
        "thread_id",
        "event_id",
        "event_ends_ms",
        "announced_round",
        "is_shown",
    },
    "entrant": {"person_id", "waiting_message_id", "waiting_channel_id", "waiting_token", "waiting_ms"},
    "daily_choice": {"person_id"},
}


async def test_export_covers_every_table_and_only_this_person(store: Store) -> None:
    match = await store_two_people(store)
    export = await store.people.export_person(ANNA)
    assert {table for table in PERSON_COLUMN_BY_TABLE if not export[table]} == set()
    assert json.loads(export["settings"][0]["content"]) == {"language": "de"}
    assert export["person_name"] == [{"name": "Anna"}]
    assert export["seat"][0] == {"match_id": match, "seat": 0, "status": "joined", "is_live": 0}
    assert [event["payload"] for event in export["event"]] == ["", "a1", "c1", "", "z1"]
    assert [result["rank"] for result in export["result"]] == [1]
    assert [(it["rank"], it["opponent_rank"]) for it in export["past_result"]] == [(1, 2)]
    assert [it["message_id"] for it in export["player_message"]] == [500]
    assert not {str(BEN), "token"} & set(re.findall(r"\w+", json.dumps(export)))
    unknown = await store.people.export_person(404)
    assert not any(value for key, value in unknown.items() if key != "person_id")


async def test_export_omits_moves_of_a_running_match(store: Store) -> None:
    """A player must not look up moves that the game shows only briefly."""
    match = await create_match(store)
    await store.journal.append_events(
        match, 1, [replace(make_choice_event("a1"), person_id=ANNA), make_choice_event("b1")]
    )
    before = await store.people.export_person(ANNA)
    assert [(event["payload"], event["seq"]) for event in before["event"]] == [(None, None)] * 2
    await store.journal.append_events(match, 3, [make_choice_event("end", seat=1)], MatchChange(is_live=False))
    after = await store.people.export_person(ANNA)
    assert [event["payload"] for event in after["event"]] == ["", "a1", "b1"]


async def test_forgotten_person_is_anonymous_in_every_table(store: Store) -> None:
    match = await store_two_people(store)
    before = await read_journal(store, match)
    anonymous_id = await store.people.forget_person(ANNA, 60)
    assert anonymous_id < 0
    for table, column in PERSON_COLUMN_BY_TABLE.items():
        (rows,) = await store.database.read(build_select(column, f"FROM {table} WHERE {column} IS NOT NULL")())
        assert ANNA not in {person for (person,) in rows}, table
        assert BEN in {person for (person,) in rows}, table
    after = await read_journal(store, match)
    assert after.seats == (StoredSeat(0, anonymous_id, SeatStatus.JOINED), StoredSeat(1, BEN, SeatStatus.JOINED))
    # The events are unchanged, except that the same anonymous ID replaces the person everywhere.
    expected = [
        replace(event, person_id=anonymous_id if event.person_id == ANNA else event.person_id)
        for event in before.events
    ]
    assert list(after.events) == expected
    assert [result.person_id for result in await store.results.list_of_match(match)] == [anonymous_id, BEN]
    assert not any(value for key, value in (await store.people.export_person(ANNA)).items() if key != "person_id")
    assert await store.people.forget_person(BEN, 61) not in {anonymous_id, BEN}


async def test_nothing_leads_to_the_waiting_message_of_a_forgotten_person(store: Store) -> None:
    await store_two_people(store)
    (((tournament_id,),),) = await store.database.read(
        build_select("tournament_id", "FROM entrant WHERE person_id = :id")(id=ANNA)
    )
    await store.tournaments.set_waiting_message(tournament_id, ANNA, 1, 2, "token", 3)
    anonymous_id = await store.people.forget_person(ANNA, 60)
    columns = "waiting_message_id, waiting_channel_id, waiting_token, waiting_ms"
    (rows,) = await store.database.read(build_select(columns, "FROM entrant WHERE person_id = :id")(id=anonymous_id))
    assert rows
    assert {value for row in rows for value in row} == {None}


async def test_nobody_follows_a_forgotten_person_any_more(store: Store) -> None:
    for followed_id in (ANNA, STRANGER):
        await store.follows.follow_person(BEN, followed_id, 50)
    await store.people.save_names({ANNA: "Anna"})
    await store.people.forget_person(ANNA, 60)
    assert await store.follows.list_followed_people(BEN) == [STRANGER]


async def test_match_counts_its_forgotten_people(store: Store) -> None:
    match_of_both = await create_match(store, 1)
    match_of_ben = await create_match(store, 2, (BEN,))
    # Anna left this match: she is in its events, but has no seat.
    left_match = await create_match(store, 3)
    await store.journal.append_events(
        left_match,
        1,
        [make_choice_event("left")],
        MatchChange(seats=(StoredSeat(0, BEN, SeatStatus.PLAYING),), is_live=False),
    )

    async def load_forget_counts() -> list[int]:
        headers = [await store.matches.load_header(match) for match in (match_of_both, match_of_ben, left_match)]
        return [header.forget_count for header in headers if header]

    assert await load_forget_counts() == [0, 0, 0]
    await store.people.forget_person(ANNA, 60)
    assert await load_forget_counts() == [1, 0, 1]
    await store.people.forget_person(BEN, 61)
    assert await load_forget_counts() == [2, 1, 2]
    assert (await read_journal(store, match_of_both)).header.forget_count == 2


async def test_forgetting_takes_back_an_open_choice_and_keeps_closed_ones_without_the_person(store: Store) -> None:
    await store_two_people(store)
    day = await store.daily.open_day(SERVER_ID, 2, "board", 100, 200)
    for person in (ANNA, BEN):
        assert await store.daily.save_choice(day.id, person, (1, 2), 150)
    anonymous_id = await store.people.forget_person(ANNA, 160)
    assert [choice.person_id for choice in await store.daily.list_choices(day.id)] == [BEN]
    closed = await store.daily.open_day(SERVER_ID, 1, "board", 0, 100)
    assert {choice.person_id for choice in await store.daily.list_choices(closed.id)} == {anonymous_id, BEN}


async def test_forgetting_an_unknown_person_changes_nothing(store: Store) -> None:
    await store_two_people(store)
    # A server with the same ID is not this person.
    await store.people.change_server_settings(404, {})
    before = await store.matches.list_live()
    assert await store.people.forget_person(404, 60) == 0
    assert await store.matches.list_live() == before
    assert await store.people.load_server_settings(404) == "{}"
    anonymous_id = await store.people.forget_person(ANNA, 61)
    assert anonymous_id == -1
    assert await store.people.forget_person(ANNA, 62) == 0
    assert (await store.people.export_person(anonymous_id))["seat"] != []


@pytest.mark.parametrize("table", sorted(PERSON_COLUMN_BY_TABLE))
async def test_person_stored_in_a_single_table_is_forgotten(store: Store, table: str) -> None:
    await store_two_people(store)
    others = [it for it in PERSONAL_TABLES if it.table != table]
    await store.database.write(*(it.forget_statement(person_id=ANNA, anonymous_id=-99) for it in others))
    assert await store.people.forget_person(ANNA, 60) == -1
    assert await store.people.forget_person(ANNA, 61) == 0


@pytest.mark.parametrize("database_kind", ["sqlite"])
async def test_every_personal_column_is_exported_or_listed_as_excluded(store: Store) -> None:
    query = "SELECT m.name, p.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'"
    (rows,) = await store.database.read(Statement(query)())
    schema: dict[str, set[str]] = {}
    for table, column in rows:
        schema.setdefault(table, set()).add(column)
    people = {
        table
        for table, columns in schema.items()
        if columns & {"person_id", "opponent_id", "recipient_id", "owner_id", "host_id"}
    }
    assert people == PERSON_COLUMN_BY_TABLE.keys() == COLUMNS_NOT_EXPORTED.keys()
    for it in PERSONAL_TABLES:
        assert {*it.exported_columns.split(", ")} | COLUMNS_NOT_EXPORTED[it.table] == schema[it.table], it.table
