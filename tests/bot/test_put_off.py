"""Discord puts one thing off, such as the edit of a message: everybody else is told and called meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from bot.herald.attendance import AT_IT
from bot.herald.channels import Place, Sent
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.table.table import Table
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from storage import Hand
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON
from tests.kit.world import World, begun, chosen, create_world
from tests.patience import PATIENCE
from tests.storage.stores import present


class Patient(Discord):
    """It answers everything but one deed."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__(now)
        self.puts_off: tuple[str, Place | int] | None = None
        self.asked_for = asyncio.Event()
        self.over = asyncio.Event()

    async def _waits(self, deed: str, whom: Place | int) -> None:
        if (deed, whom) == self.puts_off:
            self.asked_for.set()
            await self.over.wait()

    async def edit(self, place: Place, scene: Scene) -> None:
        await self._waits("edit", place)
        await super().edit(place, scene)

    async def remove(self, place: Place) -> None:
        await self._waits("remove", place)
        await super().remove(place)

    async def tell(self, person: int, scene: Scene, once: str) -> Sent:
        await self._waits("tell", person)
        return await super().tell(person, scene, once)


@pytest.fixture
async def world(tables: Tables) -> AsyncIterator[World]:
    hour = [NOON]
    board = Patient(lambda: hour[0])
    world = create_world(tables.store, board, hour)
    yield world
    board.over.set()
    async with asyncio.timeout(PATIENCE):
        await world.herald.settle()


def patient(world: World) -> Patient:
    assert isinstance(world.discord, Patient)
    return world.discord


async def comes(law: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await law():
            await asyncio.sleep(0.001)


async def puts_off(world: World, table: Table, deed: str, whom: Place | int) -> None:
    """A teller waits for that."""
    patient(world).puts_off = (deed, whom)
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await patient(world).asked_for.wait()


async def stale(world: World, match: int, person: int) -> Place:
    """Their hand in direct messages is to be written again."""
    (hand,) = [it for it in await world.tables.store.hands(match) if it.person == person and it.channel]
    await world.tables.store.hold(replace(hand, shows="as it was"))
    return Place(hand.channel, hand.message)


async def uncalled(world: World, *matches: int) -> list[int]:
    """Seats that are due and that nobody has asked."""
    standing = [it for match in matches for it in await world.tables.store.standing(match)]
    return [it.seat for it in standing if it.kind == Due.CALL and not it.answer and it.due <= world.hour[0]]


async def test_a_card_moves_though_another_one_of_its_channel_is_put_off(world: World) -> None:
    one, other = [await begun(world.tables, "schamanen", placement="random") for _ in range(2)]
    await world.preferences.set_player(BEN, Player(prompts="here"))
    await world.refresh(one.id)
    header = await world.tables.store.header(one.id)
    assert header
    assert header.message
    await chosen(world.tables, one.id, ANN, NOON)
    world.hour[0] += MINUTE
    await puts_off(world, one, "edit", Place(CHANNEL, header.message))
    before = len(world.discord.at(CHANNEL))
    world.herald.stir(other.id)

    async def moved() -> bool:
        return len(world.discord.at(CHANNEL)) > before

    await comes(moved)


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_call_comes_though_the_hand_of_somebody_else_is_put_off(world: World, *, elsewhere: bool) -> None:
    """At that match, or at another one that is to call the same person."""
    one, other = [await begun(world.tables, "schamanen", placement="random") for _ in range(2)]
    await present(world.tables.store, [ANN], NOON)
    await world.refresh(one.id)
    assert world.discord.pings(ANN) == 0
    place = await stale(world, one.id, BEN)
    world.hour[0] += AT_IT
    await puts_off(world, one, "edit", place)
    if elsewhere:
        world.herald.stir(other.id)

    async def called() -> bool:
        return not await uncalled(world, one.id, *([other.id] if elsewhere else []))

    await comes(called)
    assert world.discord.pings(ANN) == 1
    assert not patient(world).over.is_set()


async def test_a_hand_is_written_though_another_one_is_put_off(world: World) -> None:
    table = await begun(world.tables, "schamanen", placement="random")
    await world.refresh(table.id)
    place = await stale(world, table.id, ANN)
    await world.tables.store.hold(Hand(table.id, BEN, 700, 0, 0, NOON, "token 700"))
    await puts_off(world, table, "edit", place)

    async def written() -> bool:
        return 700 in world.discord.private

    await comes(written)


async def test_a_hand_is_written_though_what_was_replaced_may_not_go_yet(world: World) -> None:
    table = await begun(world.tables, "schamanen", placement="random")
    await world.refresh(table.id)
    await world.tables.store.leave(table.id, [Place(CHANNEL, 77)])
    await world.tables.store.hold(Hand(table.id, BEN, 700, 0, 0, NOON, "token 700"))
    await puts_off(world, table, "remove", Place(CHANNEL, 77))

    async def written() -> bool:
        return 700 in world.discord.private

    await comes(written)


@pytest.mark.parametrize(("late", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_somebody_is_called_though_the_call_of_another_one_is_put_off(
    world: World, late: int, other: int
) -> None:
    """And the card is there for both."""
    table = await begun(world.tables, "schamanen", placement="random")
    await puts_off(world, table, "tell", late)

    async def told() -> bool:
        return bool(world.discord.pings(other) and world.discord.at(CHANNEL))

    await comes(told)
    assert world.discord.pings(late) == 0


async def test_somebody_is_called_elsewhere_though_what_asked_them_before_may_not_go_yet(world: World) -> None:
    one, other = [await begun(world.tables, "schamanen", HOUR, placement="random") for _ in range(2)]
    await world.refresh(one.id)
    (asked,) = [it for it in await world.tables.store.hands(one.id) if it.person == ANN]
    patient(world).puts_off = ("remove", Place(asked.channel, asked.message))
    await world.refresh(other.id)
    before = world.discord.pings(ANN)
    # A reminder comes in its place, and one of the other match.
    reminding = asyncio.create_task(world.clock(NOON + 4 * HOUR // 5))

    async def reminded() -> bool:
        return patient(world).asked_for.is_set() and world.discord.pings(ANN) == before + 2

    await comes(reminded)
    patient(world).over.set()
    await reminding
