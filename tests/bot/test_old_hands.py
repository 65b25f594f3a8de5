"""What becomes of a hand that only a press in it can still change."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.errors import Lost
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place
from bot.scenes import hand as scenes
from bot.scenes.hand import Beside
from bot.scenes.scene import Scene
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import HOUR
from games import GAMES
from storage import ASIDE, Hand
from tests.bot.bustle import chosen
from tests.kit import world
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, NOON, cause, said
from tests.kit.world import World

OLD = "a token that is refused"


@pytest.mark.parametrize("game", [key for key in GAMES if key != "morra"])
async def test_an_old_hand_gives_way_to_the_next_call_and_goes_with_the_end(tables: Tables, game: str) -> None:
    """Discord takes few edits of it: whoever is awaited has one direct message that asks it, however long all take."""
    dice, hour = random.Random(game), [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    match = (await world.begun(one.tables, game)).id
    await one.refresh(match)
    for _ in range(14):
        hour[0] += 2 * HOUR
        if not await chosen(one, match, dice):
            break
        await one.refresh(match)
        # Whoever has just chosen is not at it any more.
        await one.clock(hour[0] + AT_IT)
        table = await one.tables.table(match)
        hands = await tables.store.hands(match)
        for person in (ANN, BEN):
            lying = [Place(it.channel, it.message) for it in hands if it.person == person]
            assert lying == [it for it in one.discord.messages if it.channel == DIRECT + person]
            if isinstance(table, Play) and table.seat_of(person) in table.match.waiting:
                assert [it.step for it in hands if it.person == person] == [table.match.step]
    if not (table := await one.tables.table(match)).over:
        await said(one.tables, table, 0, "!resign", now=hour[0])
    hour[0] += HOUR
    await one.refresh(match)
    assert not any(one.discord.direct(person) for person in (ANN, BEN))
    assert await tables.store.hands(match) == []


async def old(tables: Tables, **options: object) -> tuple[World, int, Hand]:
    """One of Ann's, in her direct messages for two hours."""
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    table = await world.begun(one.tables, "schamanen", None, placement="random", **options)
    await one.refresh(table.id)
    (hand,) = [it for it in await tables.store.hands(table.id) if it.person == ANN]
    hour[0] += 2 * HOUR
    return one, table.id, hand


async def test_an_old_hand_still_asks_what_it_asked(tables: Tables) -> None:
    """Somebody else has chosen meanwhile; who was called in this turn is not called again, and must find it."""
    one, match, hand = await old(tables)
    await world.chosen(one.tables, match, BEN, one.hour[0])
    await one.refresh(match)
    await one.clock(one.hour[0] + AT_IT)
    assert Place(hand.channel, hand.message) in one.discord.messages
    assert one.discord.pings(ANN) == 1


async def test_an_old_hand_is_changed_by_a_press_in_it(tables: Tables) -> None:
    """That counts for nothing, and is taken at any age."""
    one, match, hand = await old(tables)
    await tables.store.hold(replace(hand, token=OLD, at=one.hour[0]))
    await world.chosen(one.tables, match, BEN, one.hour[0])
    await one.refresh(match)
    assert hand.message in one.discord.private
    # As soon as that does not reach it any more, it is left as it is.
    await tables.store.hold(replace(hand, token=OLD, at=one.hour[0], shows=OLD))
    one.discord.fails("edit_private", Lost())
    await one.refresh(match)
    assert not one.discord.troubles["edit_private"]
    assert Place(hand.channel, hand.message) in one.discord.messages
    assert one.discord.pings(ANN) == 1


async def test_an_old_hand_that_lies_open_goes(tables: Tables) -> None:
    """Nobody was there to cover it in time, and it takes no edits any more."""
    one, match, hand = await old(tables, variant="memory")
    table = await one.tables.table(match)
    assert isinstance(table, Play)
    seat = table.seat_of(ANN)
    assert seat is not None
    shows = scenes.shown(table, seat, "en", Beside(uncovered=True))
    await tables.store.hold(replace(hand, shows=shows))
    await one.refresh(match)
    assert Place(hand.channel, hand.message) not in one.discord.messages


@pytest.mark.parametrize("hours", [0, 2])
async def test_what_asked_beside_an_offer_says_what_became_of_it_or_goes(tables: Tables, hours: int) -> None:
    """In direct messages, where somebody was called to shake the dice."""
    hour = [NOON]
    one = world.create_world(tables.store, Discord(lambda: hour[0]), hour)
    match = (await world.challenge(tables, "schnick")).id
    place = (await one.discord.post(DIRECT + ANN, Scene(above=("Shake",)), "shake")).place
    await tables.store.hold(Hand(match, ANN, place.message, place.channel, 0, NOON, kind=ASIDE))
    hour[0] += hours * HOUR
    await tables.decline(match, BEN, cause=cause(), now=hour[0])
    await one.refresh(match)
    assert ["declined" in str(it.above) for it in one.discord.direct(ANN)] == ([] if hours else [True])
    assert await tables.store.hands(match, ASIDE) == []
