"""Messages whose sending is not finished, and messages that must be deleted."""

from __future__ import annotations

from dataclasses import replace

from storage import (
    CARD,
    Deadline,
    DeadlineOutcome,
    InteractionToken,
    ObsoleteMessage,
    PendingSend,
    PlayerMessage,
    Store,
)
from tests.storage.database_fixtures import list_pending_sends
from tests.storage.stored_matches import create_match


async def test_replaced_card_is_listed_for_cleanup_until_deleted(store: Store) -> None:
    match = await create_match(store)
    await store.cards.save_card(match, 1, 5, 70)
    assert await store.cleanup.list_of_match(match) == []
    await store.cards.save_card(match, 1, 5, 71, (5, 70))
    # Saved again after a crash in between.
    await store.cards.save_card(match, 1, 5, 71, (5, 70))
    await store.cards.save_card(match, 1, 6, 72, (5, 71))
    assert await store.cleanup.list_of_match(match) == [ObsoleteMessage(match, 5, 70), ObsoleteMessage(match, 5, 71)]
    assert await store.find_file_damage() == []
    await store.cleanup.remove_message(match, 70)
    assert await store.cleanup.list_of_match(match) == [ObsoleteMessage(match, 5, 71)]


async def test_failed_deletion_is_due_again_later(store: Store) -> None:
    first, second = [await create_match(store, interaction) for interaction in (1, 2)]
    await store.cleanup.add_messages(first, [(5, 70), (5, 71)])
    await store.cleanup.add_messages(second, [(6, 80)])
    assert await store.cleanup.list_matches_due(0, 9) == [first, second]
    assert await store.cleanup.list_matches_due(0, 1) == [first]
    assert await store.cleanup.list_stuck(1_000) == []
    await store.cleanup.postpone_deletion(ObsoleteMessage(first, 5, 70), 100, 150)
    await store.cleanup.postpone_deletion(ObsoleteMessage(first, 5, 71), 90, 120)
    assert await store.cleanup.list_matches_due(119, 9) == [second]
    assert await store.cleanup.list_matches_due(120, 9) == [second, first]
    assert [(it.message_id, it.first_failed_ms, it.due_ms) for it in await store.cleanup.list_stuck(100)] == [
        (71, 90, 120),
        (70, 100, 150),
    ]
    assert [it.message_id for it in await store.cleanup.list_stuck(99)] == [71]


async def test_pending_send_is_recorded_until_the_message_is_stored(store: Store) -> None:
    match = await create_match(store)
    direct_message, card = PendingSend(match, 11, None, 1_000), PendingSend(match, CARD, 5, 1_000)
    for it in (direct_message, card):
        await store.cleanup.begin_send(it)
    assert await list_pending_sends(store, match) == [card, direct_message]
    assert (
        await store.cleanup.list_matches_with_open_sends(999, 9),
        await store.cleanup.list_matches_with_open_sends(1_000, 9),
    ) == ([], [match])
    await store.cards.save_card(match, 1, 5, 70)
    assert await list_pending_sends(store, match) == [card, direct_message], "an edit sends nothing"
    await store.cards.save_card(match, 1, 5, 70, send_started_ms=1_000)
    assert await list_pending_sends(store, match) == [direct_message]
    message, due = PlayerMessage(match, 11, 90, 6, 2, 1_100), Deadline("call", 900, 4, 0, match)
    await store.deadlines.set_deadlines(match, due)
    await store.player_messages.save_direct_message(replace(message, last_used_ms=999), due, 1_050)
    assert await list_pending_sends(store, match) == [], "the message was saved after the send began"
    assert await store.deadlines.list_of_match(match) == [replace(due, outcome=DeadlineOutcome.NOTIFIED)], (
        "otherwise the call would be sent again"
    )
    assert (await store.player_messages.load_presence(11)).last_notified_ms == 1_050
    await store.player_messages.queue_deletion(replace(message, last_used_ms=999))
    assert (await store.player_messages.list_of_match(match), await store.cleanup.list_of_match(match)) == (
        [],
        [ObsoleteMessage(match, 6, 90)],
    )


async def test_interrupted_send_is_recorded_until_its_outcome_is_known(store: Store) -> None:
    """A later successful attempt must not remove the first, which may have arrived as a separate message."""
    match = await create_match(store)
    direct_message, card = PendingSend(match, 11, None, 1_000), PendingSend(match, CARD, 5, 1_000)
    for it in (direct_message, card):
        await store.cleanup.begin_send(it)
        await store.cleanup.begin_send(replace(it, started_ms=2_000))
        await store.cleanup.finish_send(replace(it, started_ms=2_000))
    await store.cards.save_card(match, 1, 5, 70, send_started_ms=2_000)
    await store.player_messages.save_direct_message(PlayerMessage(match, 11, 90, 6, 2, 2_000))
    assert await list_pending_sends(store, match) == [card, direct_message]
    for it in (direct_message, card):
        await store.cleanup.finish_send(it)
    assert await list_pending_sends(store, match) == []


async def test_card_that_replies_to_a_command_is_recorded_before_it_is_sent(store: Store) -> None:
    match = await create_match(store)
    token = InteractionToken(match, 11, None, "token", 1_000)
    await store.player_messages.save_pending_token(token, 5)
    assert await list_pending_sends(store, match) == [PendingSend(match, CARD, 5, 1_000)]
    await store.cards.mark_shown(match, 1, 5, 70, replace(token, message_id=70))
    assert await list_pending_sends(store, match) == []


async def test_known_messages_of_a_match_are_its_cards_and_player_messages(store: Store) -> None:
    match = await create_match(store)
    assert await store.cleanup.list_known_messages(match) == set()
    await store.cards.save_card(match, 1, 5, 70)
    await store.cards.save_card(match, 1, 5, 71, (5, 70))
    await store.player_messages.save_message(PlayerMessage(match, 11, 90, 6, 2, 1_100))
    assert await store.cleanup.list_known_messages(match) == {70, 71, 90}
    # A thread has the ID of the message that it was started from.
    await store.cards.move_to_thread(match, 1, 71, 5)
    await store.cards.save_card(match, 1, 71, 72)
    assert await store.cleanup.list_known_messages(match) == {70, 71, 72, 90}
