"""Which matches there are, and which message shows what of them."""

from __future__ import annotations

from storage import Change, Header, Seated, Store
from tests.storage.matches import ANNA, BEN, CHANNEL, SERVER, chose, opened, opening, read_header


def ids(headers: list[Header]) -> list[int]:
    return [header.id for header in headers]


async def left_messages(store: Store, match: int) -> list[int]:
    return [leftover.message for leftover in await store.left_behind(match)]


async def test_live_matches_are_found_by_player_channel_and_server(store: Store) -> None:
    first = (await opened(store, 1, (ANNA, BEN))).match
    second = (await opened(store, 2, (BEN, ANNA))).match
    # One person may sit on both sides.
    alone = (await opened(store, 3, (ANNA, ANNA))).match
    elsewhere = (await store.create(opening(None, 99), [chose("x")], Change(seats=(Seated(0, BEN, "sat"),)))).match
    assert ids(await store.live_of(ANNA)) == [first, second, alone]
    assert ids(await store.live_of(BEN)) == [first, second, elsewhere]
    assert ids(await store.live_in(CHANNEL)) == ids(await store.live_on(SERVER)) == [first, second, alone]
    assert ids(await store.live_in(99)) == [elsewhere]
    assert ids(await store.live()) == [first, second, alone, elsewhere]
    assert ids(await store.live(after=second, count=1)) == [alone]

    await store.append(second, 1, [chose("a")], Change(live=False))
    await store.append(first, 1, [chose("left")], Change(seats=(Seated(0, BEN, "host"),)))
    assert ids(await store.live_of(ANNA)) == [alone]
    assert ids(await store.live_of(BEN)) == [first, elsewhere]
    assert ids(await store.live_in(CHANNEL)) == ids(await store.live_on(SERVER)) == [first, alone]
    assert ids(await store.live()) == [first, alone, elsewhere]
    assert await store.seats(first) == [Seated(0, BEN, "host")]


async def test_posted_message_never_shows_less_than_before(store: Store) -> None:
    """A process that is slow to note its message shows less than the one after it."""
    match = (await opened(store)).match
    await store.append(match, 1, [chose("a"), chose("b")])
    await store.post(match, 2, 33, 4444)
    header = await read_header(store, match)
    assert (header.message, header.posted, header.shown) == (4444, 2, 0)
    assert ids(await store.unshown()) == [match], "players are still to be told"
    await store.show(match, 1, 33, 3333)
    assert await read_header(store, match) == header
    await store.post(match, 3, 33, 4444)
    await store.post(match, 2, 33, 2222)
    header = await read_header(store, match)
    assert (header.message, header.posted) == (4444, 3)
    assert await left_messages(store, match) == [2222, 3333], "they are to be deleted"
    # Both may note the one message that they posted with one nonce.
    await store.post(match, 2, 33, 4444)
    assert await left_messages(store, match) == [2222, 3333]


async def test_lower_of_two_cards_in_a_channel_is_the_card(store: Store) -> None:
    match = (await opened(store)).match
    await store.post(match, 1, 33, 4444)
    await store.show(match, 1, 33, 3333)
    header = await read_header(store, match)
    assert (header.message, header.shown) == (4444, 0)
    await store.post(match, 1, 33, 2222)
    assert await left_messages(store, match) == [2222, 3333]
    await store.append(match, 1, [chose("a")])
    await store.show(match, 2, 33, 5555)
    await store.post(match, 2, 33, 6666, (33, 1111))
    header = await read_header(store, match)
    assert (header.message, header.shown) == (6666, 2)
    assert await left_messages(store, match) == [1111, 2222, 3333, 4444, 5555]
    # A message in another channel, such as the one above a thread, is not deleted.
    await store.enter(match, 2, 6666, 33)
    await store.post(match, 2, 6666, 7777)
    await store.post(match, 2, 33, 6666)
    assert len(await left_messages(store, match)) == 5
    await store.show(match, 2, 33, None)
    assert (await read_header(store, match)).message is None


async def test_stored_events_that_were_not_shown_are_known(store: Store) -> None:
    match = (await opened(store)).match
    header = await read_header(store, match)
    assert ids(await store.unshown()) == ids(await store.unshown(header.changed)) == [match]
    assert await store.unshown(header.changed - 1) == [], "the process that stored it shows it"
    await store.show(match, 1, 33, 4444)
    assert await store.unshown() == []
    header = await read_header(store, match)
    assert (header.channel, header.message, header.shown) == (33, 4444, 1)
    assert ids(await store.live_in(33)) == [match]

    await store.append(match, 1, [chose("a"), chose("b")], Change(live=False))
    assert ids(await store.unshown()) == [match]
    await store.show(match, 2, 33, 4444)
    assert ids(await store.unshown()) == [match]
    await store.show(match, 3, 33, 5555)
    # A slow edit takes nothing back.
    await store.show(match, 2, 33, 4444)
    header = await read_header(store, match)
    assert (header.message, header.shown) == (5555, 3)
    assert await store.unshown() == []
