"""What is kept of people while they play: settings, hands, doors, when they were there, and their names."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from storage import Change, Deadline, Door, Event, Hand, Presence, Store
from storage.statement import Statement
from tests.storage.matches import ANNA, BEN, chose, opened
from tests.storage.stores import present

pytestmark = pytest.mark.asyncio

NEWER = "newer"
"""A token."""


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
    assert await store.hold(hand, 1) == []
    await store.hold(replace(hand, message=502))
    assert await store.note_edit(hand, 2, "sealed", 150) == []
    assert (await store.hands(match))[0] == replace(hand, step=2, shows="sealed")
    pressed = replace(hand, at=200, token=NEWER, shows="pages")
    for now in (pressed, replace(pressed, match=other)):
        await store.hold(now)
        for known in (hand, replace(now, shows="was")):
            assert await store.note_edit(known, 3, "waits", 150) == [now.match]
        await store.drop(hand)
        assert [it for it in await store.hands(now.match) if it.message == 501] == [replace(now, shows="")]
        await store.hold(now)
        assert await store.note_last_edit(hand, 150) == [now.match]
        assert [it for it in await store.hands(now.match) if it.message == 501] == [replace(now, shows="")]
    await store.append(other, 1, [chose("a")])
    assert await store.hold(replace(pressed, match=other), 1) == [other]
    assert await store.hold(replace(pressed, match=other), 2) == []


async def test_what_a_hand_shows_is_unknown_where_it_was_written_after_the_press(store: Store) -> None:
    """That may have been noted before the answer was; also where the answer led to another match."""
    match, other = [(await opened(store, number)).match for number in (1, 2)]
    hand = Hand(match, ANNA, 501, 0, 1, 100, "old", "asked")
    for leads in (match, other):
        for at, sure in ((200, False), (201, True)):
            await store.hold(hand)
            (held,) = await store.hands(match)
            assert await store.note_edit(held, 2, "sealed", 200) == []
            pressed = replace(hand, match=leads, at=at, shows="pages")
            assert await store.hold(pressed, 1) == ([] if sure else [leads])
            (held,) = await store.hands(leads)
            assert held.shows == ("pages" if sure else "")
            await store.drop(held)


async def test_an_answer_that_is_noted_late_takes_back_no_later_one(store: Store) -> None:
    """Nor does a list that took the place of a hand before it was pressed again. What lies there now nobody knows."""
    match, other = [(await opened(store, number)).match for number in (1, 2)]
    later, first = (Hand(match, ANNA, 501, 0, 1, at, NEWER, "asked") for at in (200, 100))
    for leads in (match, other):
        assert await store.hold(later, 1) == []
        assert await store.hold(replace(first, match=leads, shows="pages"), 1) == [match]
        assert await store.hands(match) == [replace(later, shows="")]
        assert await store.hands(other) == []
    await store.put_away(ANNA, 501, 199)
    assert await store.hands(match) == [replace(later, shows="")]
    await store.put_away(ANNA, 501, 200)
    assert await store.hands(match) == []


async def test_two_answers_that_are_noted_at_once_are_one_hand(store: Store) -> None:
    """Of the later press, whichever is noted first; in two transactions that do not see each other, too."""
    match, other = [(await opened(store, number)).match for number in (1, 2)]
    for message in range(501, 531):
        first, later = (Hand(at, ANNA, message, 0, 1, hour) for at, hour in ((match, 100), (other, 200)))
        await asyncio.gather(*map(store.hold, (first, later) if message % 2 else (later, first)))
        hands = [it for at in (match, other) for it in await store.hands(at) if it.message == message]
        assert [(it.match, it.at) for it in hands] == [(other, 200)]


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
    await store.ajar(Door(match, ANNA, 0, "first", 100), 5)
    assert await store.doors(match) == [Door(match, ANNA, 0, "first", 100)]
    await store.show(match, 1, 60, 900, newest)
    await store.open_door(Door(match, ANNA, 900, "late", 150))
    await store.ajar(Door(match, ANNA, 0, "anew", 250), 5)
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
