"""What is read of a match at once is what is read of it one by one."""

from __future__ import annotations

from dataclasses import replace

from storage import ASIDE, CARD, LOOK, Change, Deadline, Door, Hand, Posting, Presence, Seated, Store
from tests.storage.matches import ANNA, BEN, CHANNEL, SERVER, chose, opened, opening


async def test_outlook_is_what_is_read_of_a_match_one_by_one(store: Store) -> None:
    assert await store.outlook(1) is None
    match = (await opened(store, 1, (ANNA, BEN), due=(Deadline("turn", 500, 1), Deadline("call", 400, 2, 0)))).match
    for number, person in enumerate((BEN, ANNA)):
        await store.hold(Hand(match, person, 500 + number, 0, 1, 100, "token", "asked"))
        await store.open_door(Door(match, person, 900, "token", 100 + number))
    beside = Hand(match, ANNA, 510, 0, 0, 100, "token", kind=ASIDE)
    await store.hold(beside)
    await store.hold(replace(beside, message=511, kind=LOOK))
    for message in (70, 71):
        await store.post(match, 1, CHANNEL, message + 1, (CHANNEL, message))
    await store.posts(Posting(match, CARD, CHANNEL, 600))
    outlook = await store.outlook(match)
    assert outlook
    assert outlook.header == await store.header(match)
    assert [*outlook.standing] == await store.standing(match) != []
    assert [*outlook.hands] == await store.hands(match) != []
    assert [*outlook.asides] == await store.hands(match, ASIDE) == [beside]
    assert len(await store.hands(match)) == 2
    assert [it.message for it in await store.hands(match, LOOK)] == [511]
    assert [it.message for it in (await store.whereabouts(ANNA))[1]] == [501]
    assert [*outlook.doors] == await store.doors(match) != []
    assert [*outlook.leftovers] == await store.left_behind(match)
    assert [it.message for it in outlook.leftovers] == [70, 71]
    assert [*outlook.postings] == [Posting(match, CARD, CHANNEL, 600)]
    assert outlook.gone == await store.gone(match)


async def test_company_is_what_a_player_plays_and_who_has_left(store: Store) -> None:
    ours, ended = [(await opened(store, number, (ANNA, BEN))).match for number in (1, 2)]
    alone = (await opened(store, 3, (ANNA, ANNA))).match
    others = (await store.create(opening(), [chose("x")], Change(seats=(Seated(0, 1003, "sat"),)))).match
    await store.append(ended, 1, [chose("end")], Change(live=False))
    await store.attended(SERVER, BEN, 5_000, gone=True)
    for person in (ANNA, BEN):
        company = await store.company(ours, person)
        assert [*company.live] == await store.live_of(person)
        assert company.gone == await store.gone(ours) == {BEN}
    assert [it.id for it in (await store.company(ours, ANNA)).live] == [ours, alone]
    # Also of one that is over: its people play on elsewhere.
    assert (await store.company(ended, ANNA)).live == (await store.company(ours, ANNA)).live
    assert [it.id for it in (await store.company(others, 1003)).live] == [others]


async def test_whereabouts_are_the_presence_and_the_private_messages_of_a_player(store: Store) -> None:
    hand = Hand((await opened(store, 1)).match, BEN, 500, 0, 1, 700, "token")
    await store.hold(hand)
    assert await store.whereabouts(BEN) == (Presence(), [hand])
    await store.hold(hand, present=True)
    assert await store.whereabouts(BEN) == (Presence(700), [hand])
