"""Data about people: settings, names, presence, server memberships, holidays, and player messages."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from storage import (
    Deadline,
    Event,
    Holiday,
    InteractionToken,
    MatchChange,
    PlayerMessage,
    Presence,
    ServerMembership,
    Store,
)
from storage.statement import Statement
from tests.storage.database_fixtures import record_presence
from tests.storage.stored_matches import ANNA, BEN, SERVER_ID, create_match, list_tokens, make_choice_event

NEWER_TOKEN = "newer"  # noqa: S105 - no secret


async def create_two_matches(store: Store) -> tuple[int, int]:
    return await create_match(store, 1), await create_match(store, 2)


async def test_settings_of_a_player_and_a_server_are_separate(store: Store) -> None:
    assert await store.people.load_player_settings(7) is None
    await store.people.change_player_settings(7, {"language": "de"})
    await store.people.change_server_settings(7, {"language": "fr"})
    await store.people.change_player_settings(7, {"language": "en"})
    assert json.loads(await store.people.load_player_settings(7) or "") == {"language": "en"}
    assert json.loads(await store.people.load_server_settings(7) or "") == {"language": "fr"}


async def test_change_of_one_setting_leaves_the_others(store: Store) -> None:
    """Concurrent changes must not overwrite each other, or settings that only another version of the bot uses."""
    await store.database.write(
        Statement("INSERT INTO settings (scope, owner_id, content) VALUES ('server', 7, :content)")(
            content='{"clock":null,"mood":"sad","channels":[1,2]}'
        )
    )
    values = [None, True, 0, 1.5, [], [1 << 60], {"a": None}, "“it’s” \\ \"';"]
    changes = {f"setting{number}": value for number, value in enumerate(values)}
    await asyncio.gather(
        *(
            store.people.change_server_settings(number, {name: value})
            for number in (7, 8)
            for name, value in changes.items()
        ),
        store.people.change_server_settings(7, {"mood": "calm", "pair": None}),
    )
    before = {"clock": None, "mood": "calm", "channels": [1, 2], "pair": None}
    assert json.loads(await store.people.load_server_settings(7) or "") == before | changes
    assert json.loads(await store.people.load_server_settings(8) or "") == changes
    await store.people.change_server_settings(8, {"setting0": 1})
    await store.people.change_server_settings(8, {})
    assert json.loads(await store.people.load_server_settings(8) or "") == changes | {"setting0": 1}


async def test_latest_name_of_a_person_is_stored(store: Store) -> None:
    assert await store.people.load_names([ANNA, BEN]) == {}
    await store.people.save_names({ANNA: "Anna", BEN: "Ben"})
    await store.people.save_names({BEN: "Benjamin – “it’s” 小狐 🦦"})
    assert await store.people.load_names([BEN, 404, ANNA]) == {ANNA: "Anna", BEN: "Benjamin – “it’s” 小狐 🦦"}
    assert await store.people.load_names([]) == {}


async def test_presence_keeps_the_latest_activity_and_notification(store: Store) -> None:
    assert await store.player_messages.load_presence(ANNA) == Presence()
    match = await create_match(store)
    opened_ms = (await store.player_messages.load_presence(ANNA)).last_active_ms
    await store.journal.append_events(match, 1, [Event("said", "a", 5_000, seat=0, person_id=ANNA, interaction_id=77)])
    assert opened_ms < (await store.player_messages.load_presence(ANNA)).last_active_ms == 5_000
    # An older time that is recorded late changes nothing.
    await record_presence(store, [ANNA, BEN], 400)
    assert [(await store.player_messages.load_presence(person)).last_active_ms for person in (ANNA, BEN)] == [
        5_000,
        400,
    ]
    await store.player_messages.save_direct_message(
        PlayerMessage(match, ANNA, 501, 61, 0, 700), Deadline("call", 0, 0, 0, match), 600
    )
    assert await store.player_messages.load_presence(ANNA) == Presence(5_000, 600)


async def test_player_who_left_is_departed_until_active_again(store: Store) -> None:
    match = await create_match(store)
    assert await store.people.load_membership(SERVER_ID, BEN) is None
    await store.people.save_membership(SERVER_ID, BEN, 400, has_left=False)
    await store.people.save_membership(SERVER_ID + 1, ANNA, 500, has_left=True)
    assert await store.people.list_departed(match) == frozenset()
    await store.people.save_membership(SERVER_ID, BEN, 500, has_left=True)
    assert await store.people.load_membership(SERVER_ID, BEN) == ServerMembership(500, has_left=True)
    assert await store.people.list_departed(match) == {BEN}
    await record_presence(store, [BEN], 501)
    assert await store.people.list_departed(match) == frozenset()
    await store.people.save_membership(SERVER_ID, BEN, 501, has_left=True)
    assert await store.people.list_departed(match) == {BEN}


async def test_person_has_one_holiday_at_a_time(store: Store) -> None:
    assert not await store.holidays.end_holiday(ANNA, 100)
    assert await store.holidays.start_holiday(ANNA, 100, 200)
    assert not await store.holidays.start_holiday(ANNA, 150, 900)
    assert await store.holidays.start_holiday(BEN, 150, 250)
    assert await store.holidays.start_holiday(ANNA, 200, 300)
    assert await store.holidays.end_holiday(ANNA, 230)
    assert not await store.holidays.end_holiday(ANNA, 240)
    assert await store.holidays.list_of_person(ANNA) == [Holiday(ANNA, 100, 200, 100), Holiday(ANNA, 200, 230, 230)]


async def test_end_of_a_holiday_makes_deadlines_of_its_person_due(store: Store) -> None:
    deadlines = (Deadline("turn", 900, 1, 0), Deadline("turn", 900, 1, 1), Deadline("limit", 900, 0))
    match = await create_match(store, deadlines=deadlines)
    # Before the start nobody has a seat, and calls have negative ones. All become due: any may be for this person.
    calls = await create_match(store, 2, deadlines=(Deadline("call", 900, 1, -2), Deadline("offer", 900, 0)))
    other = await create_match(store, 3, (BEN, 1003), deadlines=(Deadline("call", 900, 1, -2),))
    await store.holidays.start_holiday(ANNA, 100, 800)
    await store.holidays.end_holiday(ANNA, 130)
    due = [
        {(it.kind, it.seat): it.due_ms for it in await store.deadlines.list_of_match(match)}
        for match in (match, calls, other)
    ]
    assert due == [
        {("turn", 0): 130, ("turn", 1): 900, ("limit", -1): 900},
        {("call", -2): 130, ("offer", -1): 900},
        {("call", -2): 900},
    ]


async def test_changed_holidays_are_listed(store: Store) -> None:
    await store.holidays.start_holiday(ANNA, 100, 200)
    await store.holidays.start_holiday(BEN, 150, 950)
    assert [it.person_id for it in await store.holidays.list_changed(0, 0)] == [ANNA, BEN]
    assert [it.person_id for it in await store.holidays.list_changed(150, 0)] == [BEN]
    assert [it.person_id for it in await store.holidays.list_changed(0, 200)] == [BEN]
    await store.holidays.end_holiday(BEN, 300)
    assert await store.holidays.list_changed(300, 0) == [Holiday(BEN, 150, 300, 300)]


async def test_player_messages_are_listed_until_they_are_deleted(store: Store) -> None:
    match, other = await create_two_matches(store)
    direct = PlayerMessage(match, ANNA, 501, 61, 1, 100)
    ephemeral = PlayerMessage(match, ANNA, 502, None, 1, 200, "token", "asked")
    elsewhere = replace(direct, match_id=other, message_id=503)
    for message in (direct, ephemeral, replace(direct, person_id=BEN), elsewhere):
        await store.player_messages.save_message(message)
    assert await store.player_messages.list_of_match(match) == [direct, ephemeral, replace(direct, person_id=BEN)]
    assert (await store.player_messages.load_presence_and_messages(ANNA))[1] == [direct, ephemeral, elsewhere]
    await store.player_messages.save_message(replace(direct, step=2))
    await store.player_messages.delete_message(ephemeral)
    await store.player_messages.delete_message(ephemeral)
    assert await store.player_messages.list_of_match(match) == [replace(direct, step=2), replace(direct, person_id=BEN)]
    assert await store.player_messages.list_of_ended_matches() == []
    await store.journal.append_events(other, 1, [make_choice_event("end")], MatchChange(is_live=False))
    assert await store.player_messages.list_of_ended_matches() == [elsewhere]


async def test_player_message_belongs_to_one_match(store: Store) -> None:
    match, other = await create_two_matches(store)
    message = PlayerMessage(match, ANNA, 501, 61, 1, 100)
    for each in (message, replace(message, person_id=BEN), replace(message, match_id=other)):
        await store.player_messages.save_message(each)
    assert (await store.player_messages.load_presence_and_messages(ANNA))[1] == [replace(message, match_id=other)]
    assert (await store.player_messages.load_presence_and_messages(BEN))[1] == [replace(message, person_id=BEN)]


async def test_content_key_is_unknown_after_a_click_during_an_edit(store: Store) -> None:
    match, other = await create_two_matches(store)
    message = PlayerMessage(match, ANNA, 501, None, 1, 100, "old", "asked")
    assert await store.player_messages.save_message(message, 1) == []
    await store.player_messages.save_message(replace(message, message_id=502))
    assert await store.player_messages.record_edit(message, 2, "sealed", 150) == []
    assert (await store.player_messages.list_of_match(match))[0] == replace(message, step=2, content_key="sealed")
    clicked = replace(message, last_used_ms=200, token=NEWER_TOKEN, content_key="pages")
    # The response to the click may have shown another match in the message.
    for newer in (clicked, replace(clicked, match_id=other)):
        await store.player_messages.save_message(newer)
        for known in (message, replace(newer, content_key="was")):
            assert await store.player_messages.record_edit(known, 3, "waits", 150) == [newer.match_id]
        await store.player_messages.delete_message(message)
        assert [it for it in await store.player_messages.list_of_match(newer.match_id) if it.message_id == 501] == [
            replace(newer, content_key=None)
        ]
        await store.player_messages.save_message(newer)
        assert await store.player_messages.record_last_edit(message, 150) == [newer.match_id]
        assert [it for it in await store.player_messages.list_of_match(newer.match_id) if it.message_id == 501] == [
            replace(newer, content_key=None)
        ]
    await store.journal.append_events(other, 1, [make_choice_event("a")])
    assert await store.player_messages.save_message(replace(clicked, match_id=other), 1) == [other]
    assert await store.player_messages.save_message(replace(clicked, match_id=other), 2) == []


async def test_content_key_is_unknown_if_an_edit_follows_the_click(store: Store) -> None:
    match, other = await create_two_matches(store)
    message = PlayerMessage(match, ANNA, 501, None, 1, 100, "old", "asked")
    for target in (match, other):
        for clicked_ms, is_known in ((200, False), (201, True)):
            await store.player_messages.save_message(message)
            (stored,) = await store.player_messages.list_of_match(match)
            assert await store.player_messages.record_edit(stored, 2, "sealed", 200) == []
            clicked = replace(message, match_id=target, last_used_ms=clicked_ms, content_key="pages")
            assert await store.player_messages.save_message(clicked, 1) == ([] if is_known else [target])
            (stored,) = await store.player_messages.list_of_match(target)
            assert stored.content_key == ("pages" if is_known else None)
            await store.player_messages.delete_message(stored)


async def test_late_response_does_not_replace_a_newer_response(store: Store) -> None:
    match, other = await create_two_matches(store)
    later, first = (PlayerMessage(match, ANNA, 501, None, 1, time_ms, NEWER_TOKEN, "asked") for time_ms in (200, 100))
    for target in (match, other):
        assert await store.player_messages.save_message(later, 1) == []
        late = replace(first, match_id=target, content_key="pages")
        assert await store.player_messages.save_message(late, 1) == [match]
        assert await store.player_messages.list_of_match(match) == [replace(later, content_key=None)]
        assert await store.player_messages.list_of_match(other) == []
    await store.player_messages.release_message(ANNA, 501, 199)
    assert await store.player_messages.list_of_match(match) == [replace(later, content_key=None)]
    await store.player_messages.release_message(ANNA, 501, 200)
    assert await store.player_messages.list_of_match(match) == []


async def test_later_of_two_concurrent_responses_is_kept(store: Store) -> None:
    match, other = await create_two_matches(store)
    for message in range(501, 531):
        first = PlayerMessage(match, ANNA, message, None, 1, 100)
        later = PlayerMessage(other, ANNA, message, None, 1, 200)
        pair = (first, later) if message % 2 else (later, first)
        await asyncio.gather(*map(store.player_messages.save_message, pair))
        stored = [*await store.player_messages.list_of_match(match), *await store.player_messages.list_of_match(other)]
        assert [(it.match_id, it.last_used_ms) for it in stored if it.message_id == message] == [(other, 200)]


async def test_token_of_each_person_is_from_their_latest_click(store: Store) -> None:
    match = await create_match(store, 1)
    token = InteractionToken(match, ANNA, 900, "first", 100)
    for issued in (
        token,
        replace(token, person_id=BEN, issued_ms=150),
        replace(token, token=NEWER_TOKEN, issued_ms=200),
    ):
        await store.player_messages.save_token(issued)
    await store.player_messages.save_token(replace(token, token="late", issued_ms=150))  # noqa: S106 - no secret
    assert [(it.person_id, it.token) for it in await list_tokens(store, match)] == [
        (ANNA, NEWER_TOKEN),
        (BEN, "first"),
    ]
    await store.player_messages.delete_tokens(match, 150)
    assert [it.person_id for it in await list_tokens(store, match)] == [ANNA]


async def test_pending_token_does_not_replace_a_token(store: Store) -> None:
    match = await create_match(store, 1)
    newest = InteractionToken(match, ANNA, 900, NEWER_TOKEN, 200)
    await store.player_messages.save_pending_token(InteractionToken(match, ANNA, None, "first", 100), 5)
    assert await list_tokens(store, match) == [InteractionToken(match, ANNA, None, "first", 100)]
    await store.cards.mark_shown(match, 1, 60, 900, newest)
    await store.player_messages.save_pending_token(InteractionToken(match, ANNA, None, "anew", 250), 5)
    assert await list_tokens(store, match) == [newest]
