"""Settings, hands, and everything about one player: given out, and gone."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from typing import Final

import pytest

from storage import Award, Change, Deadline, Door, Event, Hand, Posting, Presence, Rating, Result, Season, Seated, Store
from storage.person import KEPT
from storage.statement import Statement, select
from tests.storage.matches import ANNA, BEN, SERVER, chose, opened
from tests.storage.stores import present

pytestmark = pytest.mark.asyncio

NEWER = "newer"
"""A token."""
TABLES: Final = {it.table: it.whose for it in KEPT}
NOT_GIVEN_OUT: Final = {
    "event": {"person"},
    "witness": {"person"},
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


async def test_settings_are_kept_apart(store: Store) -> None:
    assert await store.player_settings(7) is None
    await store.set_player(7, {"language": "de"})
    await store.set_server(7, {"language": "fr"})
    await store.set_player(7, {"language": "en"})
    assert json.loads(await store.player_settings(7) or "") == {"language": "en"}
    assert json.loads(await store.server_settings(7) or "") == {"language": "fr"}


async def test_whoever_changes_one_setting_leaves_the_others(store: Store) -> None:
    """However many do at once, and whatever an older bot has written."""
    await store.database.write(
        Statement("INSERT INTO settings (whose, id, text) VALUES ('server', 7, :text)")(
            text='{"clock":null,"mood":"sad","channels":[1,2]}'
        )
    )
    values = [None, True, 0, 1.5, [], [1 << 60], {"a": None}, "“it’s” \\ \"';"]
    many = {f"setting{number}": value for number, value in enumerate(values)}
    await asyncio.gather(
        *(store.set_server(number, {name: value}) for number in (7, 8) for name, value in many.items()),
        store.set_server(7, {"mood": "calm", "pair": None}),
    )
    before = {"clock": None, "mood": "calm", "channels": [1, 2], "pair": None}
    assert json.loads(await store.server_settings(7) or "") == before | many
    assert json.loads(await store.server_settings(8) or "") == many
    await store.set_server(8, {"setting0": 1})
    await store.set_server(8, {})
    assert json.loads(await store.server_settings(8) or "") == many | {"setting0": 1}


async def test_hands_are_known_until_they_are_dropped(store: Store) -> None:
    match = (await opened(store, 1)).match
    other = (await opened(store, 2)).match
    direct = Hand(match, ANNA, 501, 61, 1, 100)
    ephemeral = Hand(match, ANNA, 502, 0, 1, 200, "token", "asked")
    elsewhere = replace(direct, match=other, message=503)
    for hand in (direct, ephemeral, replace(direct, person=BEN), elsewhere):
        await store.hold(hand)
    assert await store.hands(match) == [direct, ephemeral, replace(direct, person=BEN)]
    assert (await store.whereabouts(ANNA))[1] == [direct, ephemeral, elsewhere]
    await store.hold(replace(direct, step=2))
    await store.drop(ephemeral)
    await store.drop(ephemeral)
    assert await store.hands(match) == [replace(direct, step=2), replace(direct, person=BEN)]
    assert await store.hands_left_open() == []
    await store.append(other, 1, [chose("end")], Change(live=False))
    assert await store.hands_left_open() == [elsewhere]


async def test_a_message_is_a_hand_of_one_match(store: Store) -> None:
    match, other = [(await opened(store, number)).match for number in (1, 2)]
    hand = Hand(match, ANNA, 501, 61, 1, 100)
    await store.hold(hand)
    await store.hold(replace(hand, person=BEN))
    await store.hold(replace(hand, match=other))
    assert (await store.whereabouts(ANNA))[1] == [replace(hand, match=other)]
    assert (await store.whereabouts(BEN))[1] == [replace(hand, person=BEN)]


async def test_what_a_hand_shows_is_unknown_where_it_was_pressed_meanwhile(store: Store) -> None:
    """Also where it is a hand of another match by then; and what is dropped is not what was pressed."""
    match, other = [(await opened(store, number)).match for number in (1, 2)]
    hand = Hand(match, ANNA, 501, 0, 1, 100, "old", "asked")
    assert await store.hold(hand) == 1
    await store.hold(replace(hand, message=502))
    assert await store.turned(hand, 2, "sealed") == []
    assert (await store.hands(match))[0] == replace(hand, step=2, shows="sealed")
    pressed = replace(hand, at=200, token=NEWER, shows="pages")
    for now in (pressed, replace(pressed, match=other)):
        await store.hold(now)
        for known in (hand, replace(now, shows="was")):
            assert await store.turned(known, 3, "waits") == [now.match]
        await store.drop(hand)
        assert [it for it in await store.hands(now.match) if it.message == 501] == [replace(now, shows="")]
    await store.append(other, 1, [chose("a")])
    assert await store.hold(replace(pressed, match=other)) == 2


async def test_the_newest_press_of_each_person_is_a_door(store: Store) -> None:
    door = Door((await opened(store, 1)).match, ANNA, 900, "first", 100)
    for opens in (door, replace(door, person=BEN, at=150), replace(door, token=NEWER, at=200)):
        await store.open_door(opens)
    assert [(it.person, it.token) for it in await store.doors(door.match)] == [(ANNA, NEWER), (BEN, "first")]
    await store.shut_doors(door.match, 150)
    assert [it.person for it in await store.doors(door.match)] == [ANNA]


async def test_what_comes_late_takes_no_door_back(store: Store) -> None:
    """Nor does one that is ajar: nobody knows yet whether there is a card behind it."""
    match = (await opened(store, 1)).match
    newest = Door(match, ANNA, 900, NEWER, 200)
    await store.ajar(Door(match, ANNA, 0, "first", 100))
    assert await store.doors(match) == [Door(match, ANNA, 0, "first", 100)]
    await store.show(match, 1, 60, 900, newest)
    await store.open_door(Door(match, ANNA, 900, "late", 150))
    await store.ajar(Door(match, ANNA, 0, "anew", 250))
    assert await store.doors(match) == [newest]


async def test_who_was_there_last_when(store: Store) -> None:
    """By what they chose, by what they looked at; and what comes late takes nothing back."""
    assert await store.presence(ANNA) == Presence()
    match = (await opened(store)).match
    began = (await store.presence(ANNA)).at
    await store.append(match, 1, [Event("said", "a", 5_000, seat=0, person=ANNA, interaction=77)])
    assert began < (await store.presence(ANNA)).at == 5_000
    await present(store, [ANNA, BEN], 400)
    assert [(await store.presence(person)).at for person in (ANNA, BEN)] == [5_000, 400]
    await store.came(Hand(match, ANNA, 501, 61, 0, 700), Deadline("call", 0, 0, 0, match), 600)
    assert await store.presence(ANNA) == Presence(5_000, 600)


async def test_people_are_known_by_the_name_that_was_seen_last(store: Store) -> None:
    assert await store.known([ANNA, BEN]) == {}
    await store.know({ANNA: "Anna", BEN: "Ben"})
    await store.know({BEN: "Benjamin – “it’s” 小狐 🦦"})
    assert await store.known([BEN, 404, ANNA]) == {ANNA: "Anna", BEN: "Benjamin – “it’s” 小狐 🦦"}
    assert await store.known([]) == {}


async def lived(store: Store) -> int:
    """A match of Anna and Ben after which, and an older one, there is something about both in every table."""
    match = (await opened(store)).match
    end = Result(0, ANNA, SERVER, "pebbles", 1, 1, 9, "shells", True, 50, None, 20.0)
    rating = Rating(SERVER, "pebbles", 1, ANNA, 20.0, 25.0, 8.0, 1, 50)
    await store.append(match, 1, [chose("a1", 5), chose("b1", seat=1)])
    await store.append(match, 3, [Event("joined", "", 40, person=BEN)])
    results = (end, replace(end, seat=1, person=BEN, rank=2))
    await store.append(
        match, 4, [chose("c1")], Change(live=False, results=results, ratings=(rating, replace(rating, player=BEN)))
    )
    for person in (ANNA, BEN):
        await store.set_player(person, {"language": "de"})
        await store.hold(Hand(match, person, 500, 60, 1, 100))
        await store.posts(Posting(match, person, 0, 2, 100))
        await store.open_door(Door(match, person, 900, "token", 100))
        await present(store, [person], 100)
        await store.attended(SERVER, person, 100, gone=False)
        await store.take_holiday(person, 100, 200)
    number = await store.begin_season(SERVER, "", 40)
    won = [Award(person, SERVER, number, "place", "", place, 1000) for place, person in enumerate((ANNA, BEN), 1)]
    await store.award(Season(SERVER, number, "", 40, 50), won)
    await store.know({ANNA: "Anna", BEN: "Ben"})
    await store.weigh(match, 1, b"", [(0.3, -0.1), (-0.3, 0.1)])
    old = (await opened(store, 9)).match
    last = [replace(chose(word, at=60), person=person) for word, person in (("z1", ANNA), ("y1", BEN))]
    await store.append(old, 1, last, Change(live=False))
    await store.archive(old, 0)
    return match


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
        await store.posts(Posting(match, ANNA, 0, 2, 100))
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
