"""Checks that the delivery state of a match agrees with the results of other repositories."""

from __future__ import annotations

from storage import (
    CARD,
    OFFER_PANEL,
    Deadline,
    InteractionToken,
    MatchChange,
    PendingSend,
    PlayerMessage,
    Presence,
    SeatStatus,
    Store,
    StoredSeat,
)
from tests.storage.stored_matches import (
    ANNA,
    BEN,
    CHANNEL_ID,
    SERVER_ID,
    create_match,
    make_choice_event,
    make_new_match,
)


async def test_delivery_state_equals_separate_queries(store: Store) -> None:
    assert await store.delivery_states.load_state(1) is None
    match = await create_match(store, 1, (ANNA, BEN), deadlines=(Deadline("turn", 500, 1), Deadline("call", 400, 2, 0)))
    for number, person in enumerate((BEN, ANNA)):
        await store.player_messages.save_message(
            PlayerMessage(match, person, 500 + number, None, 1, 100, "token", "asked")
        )
        await store.player_messages.save_token(InteractionToken(match, person, 900, "token", 100 + number))
    panel = PlayerMessage(match, ANNA, 510, None, 0, 100, "token", kind=OFFER_PANEL)
    await store.player_messages.save_message(panel)
    for message in (70, 71):
        await store.cards.save_card(match, 1, CHANNEL_ID, message + 1, (CHANNEL_ID, message))
    await store.cleanup.begin_send(PendingSend(match, CARD, CHANNEL_ID, 600))
    state = await store.delivery_states.load_state(match)
    assert state
    assert state.header == await store.matches.load_header(match)
    assert [*state.deadlines] == await store.deadlines.list_of_match(match) != []
    assert [*state.player_messages] == await store.player_messages.list_of_match(match) != []
    assert [*state.offer_panels] == await store.player_messages.list_of_match(match, OFFER_PANEL) == [panel]
    assert len(await store.player_messages.list_of_match(match)) == 2
    assert [it.message_id for it in (await store.player_messages.load_presence_and_messages(ANNA))[1]] == [501]
    assert [it.person_id for it in state.tokens] == [ANNA, BEN]
    assert [*state.obsolete_messages] == await store.cleanup.list_of_match(match)
    assert [it.message_id for it in state.obsolete_messages] == [70, 71]
    assert [*state.pending_sends] == [PendingSend(match, CARD, CHANNEL_ID, 600)]
    assert state.departed == await store.people.list_departed(match)


async def test_player_context_has_live_matches_and_departed_players(store: Store) -> None:
    shared, ended = [await create_match(store, number, (ANNA, BEN)) for number in (1, 2)]
    solo = await create_match(store, 3, (ANNA, ANNA))
    others = (
        await store.journal.create_match(
            make_new_match(), [make_choice_event("x")], MatchChange(seats=(StoredSeat(0, 1003, SeatStatus.JOINED),))
        )
    ).match_id
    await store.journal.append_events(ended, 1, [make_choice_event("end")], MatchChange(is_live=False))
    await store.people.save_membership(SERVER_ID, BEN, 5_000, has_left=True)
    for person in (ANNA, BEN):
        context = await store.delivery_states.load_player_context(shared, person)
        assert [*context.live_matches] == await store.matches.list_live_of_person(person)
        assert context.departed == await store.people.list_departed(shared) == {BEN}
    for match, person, expected in (
        (shared, ANNA, [shared, solo]),
        (ended, ANNA, [shared, solo]),
        (others, 1003, [others]),
    ):
        context = await store.delivery_states.load_player_context(match, person)
        assert [it.id for it in context.live_matches] == expected


async def test_presence_and_player_messages_are_loaded_together(store: Store) -> None:
    message = PlayerMessage(await create_match(store, 1), BEN, 500, None, 1, 700, "token")
    await store.player_messages.save_message(message)
    assert await store.player_messages.load_presence_and_messages(BEN) == (Presence(), [message])
    await store.player_messages.save_message(message, was_pressed=True)
    assert await store.player_messages.load_presence_and_messages(BEN) == (Presence(700), [message])
