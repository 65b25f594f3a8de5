"""Who is to choose and not at it is called: once, as they like it, and not while they sleep."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Unavailable
from bot.herald import herald as heralds
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place, Sent
from bot.herald.crier import ONE_CALL
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.deadlines import Due
from bot.table.table import Play
from bot.table.tables import Tables
from bot.time import DAY, HOUR, MINUTE
from storage import Hand, Outlook
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON
from tests.kit.world import EARLIER, World, begun, chosen, create_world
from tests.patience import PATIENCE

MIDNIGHT = NOON - NOON % DAY
"""By UTC."""


def pings(world: World) -> list[int]:
    return [world.discord.pings(person) for person in (ANN, BEN)]


async def test_who_is_at_it_is_called_when_they_have_gone(world: World) -> None:
    world.hour[0] = EARLIER
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert pings(world) == [0, 0]
    await world.clock(NOON - 1)
    assert pings(world) == [0, 0]
    await world.clock(NOON)
    assert pings(world) == [1, 1]
    await world.clock(NOON + DAY)
    assert pings(world) == [1, 1]


async def test_who_chooses_before_they_would_be_called_is_not(world: World) -> None:
    world.hour[0] = EARLIER
    table = await begun(world.tables)
    await world.refresh(table.id)
    await chosen(world.tables, table.id, ANN)
    await world.refresh(table.id)
    await world.clock(NOON)
    assert pings(world) == [0, 1]


async def test_who_was_called_by_the_card_is_not_called_again_since_a_hand_was_out_of_reach(world: World) -> None:
    """The next round has only that hand to do; and so has the next process, if this one dies."""
    for person in (ANN, BEN):
        await world.preferences.set_player(person, Player(prompts="here"))
    table = await begun(world.tables)
    await world.tables.store.hold(Hand(table.id, BEN, 5, 0, 0, NOON, "token", ""))
    world.discord.fails("edit_private", Unavailable("away"))
    world.herald.stir(table.id)
    while pings(world) == [0, 0] or world.discord.troubles["edit_private"]:
        await asyncio.sleep(0)
    await world.herald.leave()
    again = create_world(world.tables.store, world.discord, world.hour)
    await again.refresh(table.id)
    assert pings(again) == [1, 1]
    assert again.discord.private


async def test_who_plays_elsewhere_is_at_it(world: World) -> None:
    """Their hand there says that one more waits."""
    table, other = await begun(world.tables), await begun(world.tables)
    await chosen(world.tables, other.id, ANN, now=NOON)
    await world.refresh(table.id)
    assert pings(world) == [0, 1]
    await world.clock(NOON + AT_IT)
    assert pings(world) == [1, 1]


async def test_five_matches_at_once_are_one_call(world: World) -> None:
    """Whoever has not come yet finds the others where they are called to; who comes and goes is called anew."""
    tables = [await begun(world.tables) for _ in range(5)]
    for table in tables:
        await world.refresh(table.id)
    assert pings(world) == [1, 1]
    (hand,) = world.discord.direct(ANN)
    assert "(4)" in str(hand.rows)
    assert not [it for it in await world.tables.store.due(NOON + DAY) if it.kind == Due.CALL]
    await chosen(world.tables, tables[0].id, ANN, now=NOON + MINUTE)
    await world.refresh((await begun(world.tables)).id)
    await world.clock(NOON + MINUTE + AT_IT)
    assert pings(world) == [2, 1]
    await world.refresh((await begun(world.tables)).id)
    await world.clock(NOON + MINUTE + AT_IT + ONE_CALL)
    assert pings(world) == [2, 1]
    await world.refresh((await begun(world.tables)).id)
    assert pings(world) == [3, 2], "a call is not good for ever"


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_five_matches_that_are_due_in_one_moment_are_one_call(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, prompts: str
) -> None:
    """Whoever was at it has all their calls put off to the same; Discord takes none before all five are being told."""
    hour = [EARLIER]
    told: set[int] = set()
    outlook, all_are = tables.store.outlook, asyncio.Event()

    class Slow(Discord):
        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
            if hour[0] == NOON:
                await all_are.wait()
                # And have had time to look whom to call.
                for _ in range(200):
                    await asyncio.sleep(0)
            return await super().post(channel, scene, once)

    async def looks(match: int) -> Outlook | None:
        found = await outlook(match)
        told.add(match)
        if len(told) == 5:
            all_are.set()
        return found

    world = create_world(tables.store, Slow(lambda: hour[0]), hour)
    for person in (ANN, BEN):
        await world.preferences.set_player(person, Player.model_validate({"prompts": prompts}))
    for table in [await begun(tables) for _ in range(5)]:
        await world.refresh(table.id)
    assert pings(world) == [0, 0]
    monkeypatch.setattr(tables.store, "outlook", looks)
    async with asyncio.timeout(PATIENCE):
        await world.clock(NOON)
    assert pings(world) == [1, 1]
    assert not [it for it in await tables.store.due(NOON + DAY) if it.kind == Due.CALL]


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_who_chooses_while_a_round_is_under_way_is_not_called(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, prompts: str
) -> None:
    """Discord takes its time to say whether they are there, or does not take the card. For their next turn they are."""
    monkeypatch.setattr(heralds, "AGAIN", (0.05,))
    hour = [EARLIER]
    playing: list[tuple[int, int]] = []

    class Slow(Discord):
        async def chooses(self) -> bool:
            if not playing:
                return False
            await chosen(tables, *playing.pop(), hour[0] + 1_000)
            hour[0] += 2_000
            return True

        async def member(self, server: int, person: int) -> str | None:
            if prompts == "dm":
                await self.chooses()
            return await super().member(server, person)

        async def post(self, channel: int, scene: Scene, once: str) -> Sent:
            if channel == CHANNEL and prompts == "here" and await self.chooses():
                raise Unavailable("away")
            return await super().post(channel, scene, once)

    world = create_world(tables.store, Slow(lambda: hour[0]), hour)
    table = await begun(tables, "shamanic_chess", clock=DAY)
    assert isinstance(table, Play)
    await world.refresh(table.id)
    (seat,) = table.match.awaited
    who, other = table.people[seat] or 0, table.people[1 - seat] or 0
    await world.preferences.set_player(who, Player.model_validate({"prompts": prompts}))
    playing.append((table.id, who))
    world.herald.notice.again(table.id)
    await world.clock(NOON)
    assert not playing
    assert world.discord.pings(who) == 0
    await chosen(tables, table.id, other, NOON + 3 * MINUTE)
    for minutes in (3, 5, 8):
        await world.clock(NOON + minutes * MINUTE)
    assert world.discord.pings(who) == 1


async def test_who_was_called_by_a_bot_that_died_then_is_not_called_by_the_next(tables: Tables) -> None:
    """It died as it took away what had been asked there before; by the time of the next no nonce is compared."""
    hour, stuck = [NOON], asyncio.Event()

    class Stuck(Discord):
        async def remove(self, place: Place) -> None:
            if not stuck.is_set():
                stuck.set()
                await asyncio.Event().wait()
            await super().remove(place)

    world = create_world(tables.store, Stuck(lambda: hour[0]), hour)
    table = await begun(tables)
    asked = (await world.discord.post(DIRECT + BEN, Scene(above=("Choose!",)), "before")).place
    await tables.store.hold(Hand(table.id, BEN, asked.message, asked.channel, 0, EARLIER))
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await stuck.wait()
        await world.herald.leave()
    assert world.discord.pings(BEN) == 2
    world.discord.nonces.clear()
    again = create_world(tables.store, world.discord, hour)
    await again.clock(NOON + 2 * ONE_CALL)
    assert pings(again) == [1, 2]


async def test_a_reminder_calls_once_also_who_has_just_been_called(world: World) -> None:
    table = await begun(world.tables, clock=HOUR)
    await world.clock(EARLIER + HOUR * 4 // 5 - MINUTE)
    await world.refresh(table.id)
    assert pings(world) == [1, 1]
    for minute in (0, 1, 5):
        await world.clock(EARLIER + HOUR * 4 // 5 + minute * MINUTE)
    assert pings(world) == [2, 2]
    assert ["Not much time left" in str(world.discord.direct(person)[-1].above) for person in (ANN, BEN)] == [
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("asleep", "calls"), [(Player(quiet=(22, 7)), 7), (Player(quiet=(22, 7), zone="Etc/GMT-2"), 5)]
)
async def test_nobody_is_called_while_they_sleep(world: World, asleep: Player, calls: int) -> None:
    """Not by a reminder either; but as soon as they are up."""
    await world.preferences.set_player(ANN, asleep)
    world.hour[0] = MIDNIGHT + 2 * HOUR
    table = await begun(world.tables, clock=10 * DAY)
    await world.refresh(table.id)
    assert pings(world) == [0, 1]
    await world.clock(MIDNIGHT + calls * HOUR - 1)
    assert pings(world) == [0, 1]
    await world.clock(MIDNIGHT + calls * HOUR)
    assert pings(world) == [1, 1]
    await world.clock(MIDNIGHT + 8 * DAY + 23 * HOUR)
    assert pings(world) == [1, 2]
    await world.clock(MIDNIGHT + 9 * DAY + calls * HOUR)
    assert pings(world) == [2, 2]
