"""Discord puts one thing off, such as the edit of a message: everybody else is told and called meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.herald.attendance import AT_IT
from bot.herald.channels import Place
from bot.preferences import Player
from bot.table.deadlines import Due
from bot.table.table import Play
from bot.time import HOUR, MINUTE
from storage import Hand
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CHANNEL, NOON
from tests.kit.world import World, begin_match_where_both_choose, begun, chosen
from tests.patience import PATIENCE, wait_until
from tests.storage.stores import present


@pytest.fixture
async def matches(world: World) -> AsyncIterator[list[Play]]:
    """Two in which both choose, and neither is there."""
    yield [await begin_match_where_both_choose(world) for _ in range(2)]
    async with asyncio.timeout(PATIENCE):
        await world.herald.settle()


async def make_stale(world: World, match: int, person: int) -> None:
    """Their direct message is to be edited."""
    (hand,) = [it for it in await world.load_hands(match, person) if it.channel]
    await world.store.hold(replace(hand, shows="as it was"))


async def find_uncalled(world: World, *matches: int) -> list[int]:
    """Seats that are due and that nobody has asked."""
    standing = [it for match in matches for it in await world.store.standing(match)]
    return [it.seat for it in standing if it.kind == Due.CALL and not it.answer and it.due <= world.hour[0]]


async def test_card_moves_while_another_one_of_its_channel_is_put_off(world: World, matches: list[Play]) -> None:
    one, other = [it.id for it in matches]
    await world.preferences.set_player(BEN, Player(prompts="here"))
    await world.refresh(one)
    await chosen(world.tables, one, ANN, NOON)
    world.hour[0] += MINUTE
    hold = world.discord.hold(f"edit {CHANNEL}")
    world.herald.stir(one)
    await wait_until(hold.reached.is_set)
    before = len(world.discord.at(CHANNEL))
    world.herald.stir(other)
    await wait_until(lambda: len(world.discord.at(CHANNEL)) > before)
    hold.released.set()


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_call_comes_while_the_message_of_somebody_else_is_put_off(
    world: World, matches: list[Play], elsewhere: bool
) -> None:
    """At that match, or at another one that is to call the same person."""
    one, other = [it.id for it in matches]
    await present(world.store, [ANN], NOON)
    await world.refresh(one)
    assert world.count_pings(ANN) == [0]
    await make_stale(world, one, BEN)
    world.hour[0] += AT_IT
    hold = world.discord.hold(f"edit {DIRECT + BEN}")
    world.herald.stir(one)
    await wait_until(hold.reached.is_set)
    if elsewhere:
        world.herald.stir(other)

    async def is_called() -> bool:
        return not await find_uncalled(world, one, *([other] if elsewhere else []))

    await wait_until(is_called)
    assert world.count_pings(ANN) == [1]
    hold.released.set()


@pytest.mark.parametrize("deed", [f"edit {DIRECT + ANN}", f"remove {CHANNEL}"])
async def test_message_is_edited_while_another_one_or_a_removal_is_put_off(
    world: World, matches: list[Play], deed: str
) -> None:
    match = matches[0].id
    await world.refresh(match)
    await make_stale(world, match, ANN)
    await world.store.leave(match, [Place(CHANNEL, 77)])
    await world.store.hold(Hand(match, BEN, 700, 0, 0, NOON, "token 700"))
    hold = world.discord.hold(deed)
    world.herald.stir(match)
    await wait_until(lambda: hold.reached.is_set() and 700 in world.discord.private)
    hold.released.set()


@pytest.mark.parametrize(("late", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_player_is_called_while_the_call_of_another_one_is_put_off(
    world: World, matches: list[Play], late: int, other: int
) -> None:
    """And the card is there for both."""
    hold = world.discord.hold(f"tell {late}")
    world.herald.stir(matches[0].id)
    await wait_until(lambda: world.discord.pings(other) and world.discord.at(CHANNEL))
    assert world.count_pings(late) == [0]
    hold.released.set()


async def test_player_is_reminded_elsewhere_while_a_replaced_message_may_not_go_yet(world: World) -> None:
    for _ in range(2):
        await begun(world.tables, "schamanen", HOUR, placement="random")
    one, other = [it.id for it in await world.store.live_of(ANN)]
    await world.refresh(one)
    await world.refresh(other)
    before = world.discord.pings(ANN)
    hold = world.discord.hold(f"remove {DIRECT + ANN}")
    # A reminder comes in its place, and one of the other match.
    reminding = asyncio.create_task(world.clock(NOON + 4 * HOUR // 5))
    await wait_until(lambda: hold.reached.is_set() and world.discord.pings(ANN) == before + 2)
    hold.released.set()
    await reminding
