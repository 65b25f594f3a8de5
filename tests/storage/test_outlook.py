"""What is read of a match at once is what is read of it one by one."""

from __future__ import annotations

from dataclasses import replace

from storage import (
    CARD,
    OFFER_PANEL,
    REVEAL,
    Deadline,
    InteractionToken,
    MatchChange,
    PendingSend,
    PlayerMessage,
    Presence,
    Store,
    StoredSeat,
)
from tests.storage.matches import ANNA, BEN, CHANNEL, SERVER, chose, opened, opening


async def test_outlook_is_what_is_read_of_a_match_one_by_one(store: Store) -> None:
    assert await store.delivery_states.load_state(1) is None
    match = (await opened(store, 1, (ANNA, BEN), due=(Deadline("turn", 500, 1), Deadline("call", 400, 2, 0)))).match
    for number, person in enumerate((BEN, ANNA)):
        await store.player_messages.save_message(
            PlayerMessage(match, person, 500 + number, 0, 1, 100, "token", "asked")
        )
        await store.player_messages.save_token(InteractionToken(match, person, 900, "token", 100 + number))
    beside = PlayerMessage(match, ANNA, 510, 0, 0, 100, "token", kind=OFFER_PANEL)
    await store.player_messages.save_message(beside)
    await store.player_messages.save_message(replace(beside, message=511, kind=REVEAL))
    for message in (70, 71):
        await store.cards.save_card(match, 1, CHANNEL, message + 1, (CHANNEL, message))
    await store.cleanup.begin_send(PendingSend(match, CARD, CHANNEL, 600))
    outlook = await store.delivery_states.load_state(match)
    assert outlook
    assert outlook.header == await store.matches.load_header(match)
    assert [*outlook.standing] == await store.deadlines.list_of_match(match) != []
    assert [*outlook.hands] == await store.player_messages.list_of_match(match) != []
    assert [*outlook.asides] == await store.player_messages.list_of_match(match, OFFER_PANEL) == [beside]
    assert len(await store.player_messages.list_of_match(match)) == 2
    assert [it.message for it in await store.player_messages.list_of_match(match, REVEAL)] == [511]
    assert [it.message for it in (await store.player_messages.load_presence_and_messages(ANNA))[1]] == [501]
    assert [*outlook.doors] == await store.player_messages.list_tokens(match) != []
    assert [*outlook.leftovers] == await store.cleanup.list_of_match(match)
    assert [it.message for it in outlook.leftovers] == [70, 71]
    assert [*outlook.postings] == [PendingSend(match, CARD, CHANNEL, 600)]
    assert outlook.gone == await store.people.list_gone(match)


async def test_company_is_what_a_player_plays_and_who_has_left(store: Store) -> None:
    ours, ended = [(await opened(store, number, (ANNA, BEN))).match for number in (1, 2)]
    alone = (await opened(store, 3, (ANNA, ANNA))).match
    others = (
        await store.journal.create_match(opening(), [chose("x")], MatchChange(seats=(StoredSeat(0, 1003, "sat"),)))
    ).match
    await store.journal.append_events(ended, 1, [chose("end")], MatchChange(live=False))
    await store.people.save_attendance(SERVER, BEN, 5_000, gone=True)
    for person in (ANNA, BEN):
        company = await store.delivery_states.load_player_context(ours, person)
        assert [*company.live] == await store.matches.list_live_of_person(person)
        assert company.gone == await store.people.list_gone(ours) == {BEN}
    assert [it.id for it in (await store.delivery_states.load_player_context(ours, ANNA)).live] == [ours, alone]
    # Also of one that is over: its people play on elsewhere.
    assert (await store.delivery_states.load_player_context(ended, ANNA)).live == (
        await store.delivery_states.load_player_context(ours, ANNA)
    ).live
    assert [it.id for it in (await store.delivery_states.load_player_context(others, 1003)).live] == [others]


async def test_whereabouts_are_the_presence_and_the_private_messages_of_a_player(store: Store) -> None:
    hand = PlayerMessage((await opened(store, 1)).match, BEN, 500, 0, 1, 700, "token")
    await store.player_messages.save_message(hand)
    assert await store.player_messages.load_presence_and_messages(BEN) == (Presence(), [hand])
    await store.player_messages.save_message(hand, present=True)
    assert await store.player_messages.load_presence_and_messages(BEN) == (Presence(700), [hand])
