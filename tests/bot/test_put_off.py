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
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL
from tests.bot.town import NOON, Town, begun, chosen, settled
from tests.patience import PATIENCE
from tests.storage.stores import present


class Patient(Billboard):
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
async def town(tables: Tables) -> AsyncIterator[Town]:
    hour = [NOON]
    board = Patient(lambda: hour[0])
    town = settled(tables.store, board, hour)
    yield town
    board.over.set()
    async with asyncio.timeout(PATIENCE):
        await town.herald.settle()


def patient(town: Town) -> Patient:
    assert isinstance(town.board, Patient)
    return town.board


async def comes(law: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await law():
            await asyncio.sleep(0.001)


async def puts_off(town: Town, table: Table, deed: str, whom: Place | int) -> None:
    """A teller waits for that."""
    patient(town).puts_off = (deed, whom)
    town.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await patient(town).asked_for.wait()


async def stale(town: Town, match: int, person: int) -> Place:
    """Their hand in direct messages is to be written again."""
    (hand,) = [it for it in await town.tables.store.hands(match) if it.person == person and it.channel]
    await town.tables.store.hold(replace(hand, shows="as it was"))
    return Place(hand.channel, hand.message)


async def uncalled(town: Town, *matches: int) -> list[int]:
    """Seats that are due and that nobody has asked."""
    standing = [it for match in matches for it in await town.tables.store.standing(match)]
    return [it.seat for it in standing if it.kind == Due.CALL and not it.answer and it.due <= town.hour[0]]


async def test_a_card_moves_though_another_one_of_its_channel_is_put_off(town: Town) -> None:
    one, other = [await begun(town.tables, "schamanen", placement="random") for _ in range(2)]
    await town.preferences.set_player(BEN, Player(prompts="here"))
    await town.told(one.id)
    header = await town.tables.store.header(one.id)
    assert header
    assert header.message
    await chosen(town.tables, one.id, ANN, NOON)
    town.hour[0] += MINUTE
    await puts_off(town, one, "edit", Place(CHANNEL, header.message))
    before = len(town.board.at(CHANNEL))
    town.herald.stir(other.id)

    async def moved() -> bool:
        return len(town.board.at(CHANNEL)) > before

    await comes(moved)


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_call_comes_though_the_hand_of_somebody_else_is_put_off(town: Town, *, elsewhere: bool) -> None:
    """At that match, or at another one that is to call the same person."""
    one, other = [await begun(town.tables, "schamanen", placement="random") for _ in range(2)]
    await present(town.tables.store, [ANN], NOON)
    await town.told(one.id)
    assert town.board.pings(ANN) == 0
    place = await stale(town, one.id, BEN)
    town.hour[0] += AT_IT
    await puts_off(town, one, "edit", place)
    if elsewhere:
        town.herald.stir(other.id)

    async def called() -> bool:
        return not await uncalled(town, one.id, *([other.id] if elsewhere else []))

    await comes(called)
    assert town.board.pings(ANN) == 1
    assert not patient(town).over.is_set()


async def test_a_hand_is_written_though_another_one_is_put_off(town: Town) -> None:
    table = await begun(town.tables, "schamanen", placement="random")
    await town.told(table.id)
    place = await stale(town, table.id, ANN)
    await town.tables.store.hold(Hand(table.id, BEN, 700, 0, 0, NOON, "token 700"))
    await puts_off(town, table, "edit", place)

    async def written() -> bool:
        return 700 in town.board.private

    await comes(written)


async def test_a_hand_is_written_though_what_was_replaced_may_not_go_yet(town: Town) -> None:
    table = await begun(town.tables, "schamanen", placement="random")
    await town.told(table.id)
    await town.tables.store.leave(table.id, [Place(CHANNEL, 77)])
    await town.tables.store.hold(Hand(table.id, BEN, 700, 0, 0, NOON, "token 700"))
    await puts_off(town, table, "remove", Place(CHANNEL, 77))

    async def written() -> bool:
        return 700 in town.board.private

    await comes(written)


@pytest.mark.parametrize(("late", "other"), [(ANN, BEN), (BEN, ANN)])
async def test_somebody_is_called_though_the_call_of_another_one_is_put_off(town: Town, late: int, other: int) -> None:
    """And the card is there for both."""
    table = await begun(town.tables, "schamanen", placement="random")
    await puts_off(town, table, "tell", late)

    async def told() -> bool:
        return bool(town.board.pings(other) and town.board.at(CHANNEL))

    await comes(told)
    assert town.board.pings(late) == 0


async def test_somebody_is_called_elsewhere_though_what_asked_them_before_may_not_go_yet(town: Town) -> None:
    one, other = [await begun(town.tables, "schamanen", HOUR, placement="random") for _ in range(2)]
    await town.told(one.id)
    (asked,) = [it for it in await town.tables.store.hands(one.id) if it.person == ANN]
    patient(town).puts_off = ("remove", Place(asked.channel, asked.message))
    await town.told(other.id)
    before = town.board.pings(ANN)
    # A reminder comes in its place, and one of the other match.
    reminding = asyncio.create_task(town.clock(NOON + 4 * HOUR // 5))

    async def reminded() -> bool:
        return patient(town).asked_for.is_set() and town.board.pings(ANN) == before + 2

    await comes(reminded)
    patient(town).over.set()
    await reminding
