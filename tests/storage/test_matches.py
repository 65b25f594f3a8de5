"""Lists of matches, and the number of events that are shown on the card of a match."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from storage import Event, MatchChange, MatchHeader, SeatStatus, Store, StoredSeat
from tests.storage.stored_matches import (
    ANNA,
    BEN,
    CHANNEL_ID,
    SERVER_ID,
    create_match,
    make_choice_event,
    make_new_match,
    read_header,
    read_journal,
)


def list_ids(headers: list[MatchHeader]) -> list[int]:
    return [header.id for header in headers]


async def list_obsolete_messages(store: Store, match_id: int) -> list[int]:
    return [obsolete.message_id for obsolete in await store.cleanup.list_of_match(match_id)]


async def test_live_matches_are_found_by_player_channel_and_server(store: Store) -> None:
    first = await create_match(store, 1, (ANNA, BEN))
    second = await create_match(store, 2, (BEN, ANNA))
    # A person may have both seats.
    solo = await create_match(store, 3, (ANNA, ANNA))
    elsewhere = (
        await store.journal.create_match(
            make_new_match(None, 99),
            [make_choice_event("x")],
            MatchChange(seats=(StoredSeat(0, BEN, SeatStatus.JOINED),)),
        )
    ).match_id
    assert list_ids(await store.matches.list_live_of_person(ANNA)) == [first, second, solo]
    assert list_ids(await store.matches.list_live_of_person(BEN)) == [first, second, elsewhere]
    assert (
        list_ids(await store.matches.list_live_in_channel(CHANNEL_ID))
        == list_ids(await store.matches.list_live_on_server(SERVER_ID))
        == [first, second, solo]
    )
    assert list_ids(await store.matches.list_live_in_channel(99)) == [elsewhere]
    assert list_ids(await store.matches.list_live()) == [first, second, solo, elsewhere]
    assert list_ids(await store.matches.list_live(after_match_id=second, count=1)) == [solo]

    await store.journal.append_events(second, 1, [make_choice_event("a")], MatchChange(is_live=False))
    await store.journal.append_events(
        first, 1, [make_choice_event("left")], MatchChange(seats=(StoredSeat(0, BEN, SeatStatus.PLAYING),))
    )
    assert list_ids(await store.matches.list_live_of_person(ANNA)) == [solo]
    assert list_ids(await store.matches.list_live_of_person(BEN)) == [first, elsewhere]
    assert (
        list_ids(await store.matches.list_live_in_channel(CHANNEL_ID))
        == list_ids(await store.matches.list_live_on_server(SERVER_ID))
        == [first, solo]
    )
    assert list_ids(await store.matches.list_live()) == [first, solo, elsewhere]
    assert [*(await read_journal(store, first)).seats] == [StoredSeat(0, BEN, SeatStatus.PLAYING)]


async def test_card_never_shows_fewer_events_than_before(store: Store) -> None:
    """A slow process can try to save its card after another process has saved a newer one."""
    match = await create_match(store)
    await store.journal.append_events(match, 1, [make_choice_event("a"), make_choice_event("b")])
    await store.cards.save_card(match, 2, 33, 4444)
    header = await read_header(store, match)
    assert (header.card_message_id, header.events_on_card, header.events_shown) == (4444, 2, 0)
    assert list_ids(await store.matches.list_unshown()) == [match], "the events must still be shown to the players"
    await store.cards.mark_shown(match, 1, 33, 3333)
    assert await read_header(store, match) == header
    await store.cards.save_card(match, 3, 33, 4444)
    await store.cards.save_card(match, 2, 33, 2222)
    header = await read_header(store, match)
    assert (header.card_message_id, header.events_on_card) == (4444, 3)
    assert await list_obsolete_messages(store, match) == [2222, 3333], "the replaced cards must be deleted"
    # Two processes may save the same card, since they post it with the same nonce.
    await store.cards.save_card(match, 2, 33, 4444)
    assert await list_obsolete_messages(store, match) == [2222, 3333]


async def test_newer_of_two_cards_in_a_channel_is_kept(store: Store) -> None:
    match = await create_match(store)
    await store.cards.save_card(match, 1, 33, 4444)
    await store.cards.mark_shown(match, 1, 33, 3333)
    header = await read_header(store, match)
    assert (header.card_message_id, header.events_shown) == (4444, 0)
    await store.cards.save_card(match, 1, 33, 2222)
    assert await list_obsolete_messages(store, match) == [2222, 3333]
    await store.journal.append_events(match, 1, [make_choice_event("a")])
    await store.cards.mark_shown(match, 2, 33, 5555)
    await store.cards.save_card(match, 2, 33, 6666, (33, 1111))
    header = await read_header(store, match)
    assert (header.card_message_id, header.events_shown) == (6666, 2)
    assert await list_obsolete_messages(store, match) == [1111, 2222, 3333, 4444, 5555]
    # A message in another channel, such as the one above a thread, is not deleted.
    await store.cards.move_to_thread(match, 2, 6666, 33)
    await store.cards.save_card(match, 2, 6666, 7777)
    await store.cards.save_card(match, 2, 33, 6666)
    assert len(await list_obsolete_messages(store, match)) == 5
    await store.cards.mark_shown(match, 2, 33, None)
    assert (await read_header(store, match)).card_message_id is None


async def test_matches_with_unshown_events_are_listed(store: Store) -> None:
    match = await create_match(store)
    header = await read_header(store, match)
    assert (
        list_ids(await store.matches.list_unshown())
        == list_ids(await store.matches.list_unshown(header.changed_ms))
        == [match]
    )
    assert await store.matches.list_unshown(header.changed_ms - 1) == [], "the process that stored the event shows it"
    await store.cards.mark_shown(match, 1, 33, 4444)
    assert await store.matches.list_unshown() == []
    header = await read_header(store, match)
    assert (header.channel_id, header.card_message_id, header.events_shown) == (33, 4444, 1)
    assert list_ids(await store.matches.list_live_in_channel(33)) == [match]

    await store.journal.append_events(
        match, 1, [make_choice_event("a"), make_choice_event("b")], MatchChange(is_live=False)
    )
    assert list_ids(await store.matches.list_unshown()) == [match]
    await store.cards.mark_shown(match, 2, 33, 4444)
    assert list_ids(await store.matches.list_unshown()) == [match]
    await store.cards.mark_shown(match, 3, 33, 5555)
    # A slow edit does not lower the count.
    await store.cards.mark_shown(match, 2, 33, 4444)
    header = await read_header(store, match)
    assert (header.card_message_id, header.events_shown) == (5555, 3)
    assert await store.matches.list_unshown() == []


async def test_matches_of_a_server_are_counted_by_outcome_and_by_who_canceled(store: Store) -> None:
    async def create_ended_match(status: str, *canceller_ids: int | None) -> None:
        match_id = await create_match(store, next(interaction_ids))
        events = [Event("moved", "!cancel", 2_000, person_id=person_id) for person_id in canceller_ids]
        other = [Event("moved", "!offer", 2_000, person_id=BEN), Event("reminded", "!cancel", 2_000, person_id=BEN)]
        await store.journal.append_events(match_id, 1, [*other, *events], MatchChange(status=status, is_live=False))

    interaction_ids = count(1)
    await create_match(store, next(interaction_ids))
    for cancellers in ((ANNA,), (ANNA, None), (ANNA, ANNA), (ANNA, BEN)):
        await create_ended_match("cancelled", *cancellers)
    await create_ended_match("checkmate", ANNA)
    await store.journal.create_match(make_new_match(99), [make_choice_event("x")], MatchChange())
    practice = replace(make_new_match(), terms='{"kind":"practice"}')
    await store.journal.create_match(practice, [make_choice_event("x")], MatchChange())
    assert await store.matches.count_by_outcome(SERVER_ID, move_kind="moved", cancel_move="!cancel") == [
        ("cancelled", 1, 3), ("cancelled", 2, 1), ("checkmate", 0, 1), ("offered", 0, 1)
    ]  # fmt: skip
