"""Which matches there are, and what of them has been shown."""

from __future__ import annotations

import pytest

from storage import Change, Header, Seated, Store
from tests.storage.matches import ANNA, BEN, CHANNEL, SERVER, chose, opened, opening

pytestmark = pytest.mark.asyncio


def ids(headers: list[Header]) -> list[int]:
    return [header.id for header in headers]


async def test_live_matches_are_found_by_player_channel_and_server(store: Store) -> None:
    first = (await opened(store, 1, (ANNA, BEN))).match
    second = (await opened(store, 2, (BEN, ANNA))).match
    # Somebody may sit on both sides, and is told once.
    alone = (await opened(store, 3, (ANNA, ANNA))).match
    elsewhere = (await store.create(opening(None, 99), [chose("x")], Change(seats=(Seated(0, BEN, "sat"),)))).match
    assert ids(await store.live_of(ANNA)) == [first, second, alone]
    assert ids(await store.live_of(BEN)) == [first, second, elsewhere]
    assert ids(await store.live_in(CHANNEL)) == [first, second, alone]
    assert ids(await store.live_in(99)) == [elsewhere]
    assert ids(await store.live_on(SERVER)) == [first, second, alone]
    assert ids(await store.live()) == [first, second, alone, elsewhere]
    assert ids(await store.live(after=second, count=1)) == [alone]

    await store.append(second, 1, [chose("a")], Change(live=False))
    assert ids(await store.live_of(ANNA)) == [first, alone]
    assert ids(await store.live_in(CHANNEL)) == [first, alone]
    assert ids(await store.live_on(SERVER)) == [first, alone]
    assert ids(await store.live()) == [first, alone, elsewhere]


async def test_who_gets_up_is_no_longer_at_the_table(store: Store) -> None:
    match = (await opened(store)).match
    await store.append(match, 1, [chose("left")], Change(seats=(Seated(0, BEN, "host"),)))
    assert await store.live_of(ANNA) == []
    assert ids(await store.live_of(BEN)) == [match]
    assert await store.seats(match) == [Seated(0, BEN, "host")]


async def test_what_was_posted_is_known_before_everybody_is_asked(store: Store) -> None:
    match = (await opened(store)).match
    await store.append(match, 1, [chose("a"), chose("b")])
    await store.post(match, 2, 33, 4444)
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.posted, header.shown) == (4444, 2, 0)
    assert ids(await store.unshown()) == [match]
    # What is behind the message says nothing of it.
    await store.show(match, 1, 33, 3333)
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.posted, header.shown) == (4444, 2, 0)


async def test_a_post_never_goes_back(store: Store) -> None:
    """Whoever was slow to note it shows less than whoever came later."""
    match = (await opened(store)).match
    await store.append(match, 1, [chose("a"), chose("b")])
    await store.post(match, 3, 33, 4444)
    await store.post(match, 2, 33, 3333)
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.posted) == (4444, 3)
    assert [it.message for it in await store.left_behind(match)] == [3333], "it would stand there with its buttons"
    # What both of them posted by one nonce is one message.
    await store.post(match, 2, 33, 4444)
    assert [it.message for it in await store.left_behind(match)] == [3333]


async def test_of_two_cards_in_a_channel_the_lower_is_the_card(store: Store) -> None:
    """Whoever loses their turn in the middle of it notes what others have replaced meanwhile, or replaces it unseen."""
    match = (await opened(store)).match
    await store.post(match, 1, 33, 4444)
    await store.show(match, 1, 33, 3333)
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.shown) == (4444, 0), "it is told once more, by whoever looks"
    await store.post(match, 1, 33, 2222)
    assert [it.message for it in await store.left_behind(match)] == [2222, 3333]
    await store.append(match, 1, [chose("a")])
    await store.show(match, 2, 33, 5555)
    await store.post(match, 2, 33, 6666, (33, 1111))
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.shown) == (6666, 2)
    assert [it.message for it in await store.left_behind(match)] == [1111, 2222, 3333, 4444, 5555]
    # Of what lies elsewhere, as the line above a thread, something else becomes.
    await store.enter(match, 2, 6666, 33)
    await store.post(match, 2, 6666, 7777)
    await store.post(match, 2, 33, 6666)
    assert len(await store.left_behind(match)) == 5
    await store.show(match, 2, 33, None)
    header = await store.header(match)
    assert header is not None
    assert header.message is None


async def test_what_has_just_been_stored_is_somebodys_affair(store: Store) -> None:
    match = (await opened(store)).match
    header = await store.header(match)
    assert header is not None
    assert await store.unshown(header.changed - 1) == []
    assert ids(await store.unshown(header.changed)) == [match]


async def test_what_is_stored_and_not_shown_is_known(store: Store) -> None:
    match = (await opened(store)).match
    assert ids(await store.unshown()) == [match]
    await store.show(match, 1, 33, 4444)
    assert await store.unshown() == []
    header = await store.header(match)
    assert header is not None
    assert (header.channel, header.message, header.shown) == (33, 4444, 1)
    assert ids(await store.live_in(33)) == [match]

    await store.append(match, 1, [chose("a"), chose("b")], Change(live=False))
    assert ids(await store.unshown()) == [match]
    await store.show(match, 2, 33, 4444)
    assert ids(await store.unshown()) == [match]
    await store.show(match, 3, 33, 5555)
    # An edit that was under way for long takes nothing back.
    await store.show(match, 2, 33, 4444)
    header = await store.header(match)
    assert header is not None
    assert (header.message, header.shown) == (5555, 3)
    assert await store.unshown() == []
