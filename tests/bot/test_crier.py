"""Everybody is called once, whatever trouble somebody else has, and whoever died before it was noted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Unavailable
from bot.herald import herald as heralds
from bot.herald.channels import Sent
from bot.preferences import Player
from bot.scenes.scene import Scene
from bot.table.agreement import Agreement
from bot.table.deadlines import Due
from bot.time import HOUR, MINUTE
from games import GAMES
from storage import Hand, Presence
from tests.bot.databases import both_databases
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, NOON, SERVER, cause
from tests.kit.world import World, begin_match_where_both_choose, begun, chosen, create_world
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("soon_again")


async def test_everybody_is_asked_once_though_discord_has_trouble(world: World) -> None:
    """The table is posted once, the first is not asked twice, and the second not at all until it works."""
    world.discord.fails(f"tell {BEN}", Unavailable("too many"), Unavailable("too many"))
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert len(world.discord.at(CHANNEL)) == 1
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_one_persons_trouble_is_not_the_others(world: World) -> None:
    world.discord.fails(f"tell {ANN}", *[Unavailable("too many")] * 3)
    table = await begun(world.tables)
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not world.discord.direct(BEN):
            await asyncio.sleep(0.001)
    assert not world.discord.direct(ANN)
    await world.herald.settle()
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_a_reminder_comes_once_and_not_by_the_clocks_own_hand(world: World) -> None:
    """It is told of what is stored: a Discord out of reach only makes it late."""
    table = await begun(world.tables, clock=HOUR)
    await world.refresh(table.id)
    await chosen(world.tables, table.id, BEN)
    await world.refresh(table.id)
    world.discord.fails(f"tell {ANN}", Unavailable("away"))
    await world.clock(NOON + HOUR * 4 // 5)
    await world.clock(NOON + HOUR * 9 // 10)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [2, 1]
    assert len(world.discord.direct(ANN)) == 1
    assert any("Not much time left" in line for line in world.discord.direct(ANN)[0].above)


async def test_who_wants_no_reminder_gets_none(world: World) -> None:
    for person, prompts in ((ANN, "dm"), (BEN, "here")):
        await world.preferences.set_player(person, Player(reminders=False, prompts=prompts))
    table = await begun(world.tables, clock=HOUR)
    await world.refresh(table.id)
    await world.clock(NOON + HOUR * 4 // 5)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_who_is_asked_at_the_table_is_reminded_there(world: World) -> None:
    await world.preferences.set_player(ANN, Player(prompts="here"))
    table = await begun(world.tables, clock=HOUR)
    await world.refresh(table.id)
    await chosen(world.tables, table.id, BEN)
    await world.refresh(table.id)
    assert world.discord.pings(ANN) == 1
    await world.clock(NOON + HOUR * 4 // 5)
    assert world.discord.pings(ANN) == 2
    assert not world.discord.direct(ANN)


async def test_who_was_challenged_is_called_once(world: World) -> None:
    """Whoever else answers meanwhile, and though nobody has clicked it here since a start."""
    done = await world.tables.offer(
        ANN, (BEN, CAT), GAMES["woodwalkers"], {}, Agreement(seats=3), server=SERVER, channel=CHANNEL, cause=cause(),
        now=NOON,
    )  # fmt: skip
    await world.refresh(done.table.id)
    await world.tables.sit(done.table.id, CAT, cause=cause(), now=NOON)
    await world.refresh(done.table.id)
    assert [world.discord.pings(person) for person in (BEN, CAT)] == [1, 1]
    assert len(world.discord.at(CHANNEL)) == 1


@both_databases
async def test_who_was_not_asked_when_it_was_left_is_asked_after_the_next_start(world: World) -> None:
    """However far its tellers were: nothing that is told of a closed door is anybody's own trouble."""
    asking, closed = asyncio.Event(), asyncio.Event()

    class Closing(Discord):
        async def tell(self, person: int, scene: Scene, once: str) -> Sent:
            if person == BEN:
                asking.set()
                await closed.wait()
                raise RuntimeError("Session is closed")
            return await super().tell(person, scene, once)

    board = Closing(lambda: world.hour[0])
    leaving = create_world(world.tables.store, board, world.hour)
    table = await begun(world.tables)
    leaving.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        await asking.wait()
        await leaving.herald.leave()
        closed.set()
        leaving.herald.stir(table.id)
        await leaving.herald.settle()
    assert [header.id for header in await world.tables.store.unshown()] == [table.id]
    await world.herald.catch_up()
    await world.herald.settle()
    assert world.discord.pings(BEN) == 1


async def test_what_happens_meanwhile_is_told_though_somebody_is_out_of_reach(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for one person's trouble to pass does not sleep through what the others do."""
    monkeypatch.setattr(heralds, "AGAIN", (3600.0,))
    world.discord.fails(f"tell {BEN}", Unavailable("too many"))
    table = await begun(world.tables)
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while world.discord.troubles[f"tell {BEN}"]:
            await asyncio.sleep(0.001)
        await chosen(world.tables, table.id, ANN)
        await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]
    assert any("sealed" in it.shows for it in await world.tables.store.hands(table.id) if it.person == ANN)


async def test_of_whom_nobody_knows_whether_they_were_called_the_others_do_not_wait_for(world: World) -> None:
    """Their direct messages do not come: card and hands go on, and they are called once."""
    away = [Unavailable("too many")] * 1_000
    world.discord.fails(f"tell {BEN}", *away)
    table = await begun(world.tables)
    world.herald.stir(table.id)
    async with asyncio.timeout(PATIENCE):
        while not world.discord.direct(ANN) or len(world.discord.troubles[f"tell {BEN}"]) == len(away):
            await asyncio.sleep(0.001)
        hand, card = world.discord.direct(ANN), world.discord.at(CHANNEL)
        world.hour[0] += MINUTE
        await chosen(world.tables, table.id, ANN)
        world.herald.stir(table.id)
        while world.discord.direct(ANN) == hand or world.discord.at(CHANNEL) == card:
            await asyncio.sleep(0.001)
        assert world.discord.pings(BEN) == 0
        world.discord.troubles.clear()
        await world.herald.settle()
    assert world.discord.pings(BEN) == 1


async def test_whose_call_the_clock_puts_off_while_a_round_looks_is_not_left_for_a_minute_if_it_fails(
    world: World,
) -> None:
    table = await begin_match_where_both_choose(world)
    looked = await world.tables.store.standing(table.id)
    (due,) = [it for it in looked if it.kind == Due.CALL and table.at(it.seat) == BEN]
    later = replace(due, due=NOON + MINUTE)
    assert await world.tables.store.put_off(due, later.due)
    world.herald.crier.due(later)
    for standing in (looked, await world.tables.store.standing(table.id)):
        async with world.herald.crier.calling(table, standing) as calls:
            assert {call.person for call in calls.all} == {ANN, BEN}


async def test_whom_nobody_can_say_anything_of_keeps_nobody_else_from_being_called(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    whereabouts = world.tables.store.whereabouts

    async def broken(person: int) -> tuple[Presence, list[Hand]]:
        if person == ANN:
            raise KeyError(person)
        return await whereabouts(person)

    monkeypatch.setattr(world.tables.store, "whereabouts", broken)
    table = await begun(world.tables)
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [0, 1]
    assert await world.tables.store.unshown() == []
    monkeypatch.undo()
    await world.refresh(table.id)
    assert [world.discord.pings(person) for person in (ANN, BEN)] == [1, 1]


async def test_whom_nobody_can_call_keeps_nobody_else_from_being_called(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong there."""
    tell = world.discord.tell
    asked: list[int] = []

    async def broken(person: int, scene: Scene, once: str) -> Sent:
        asked.append(person)
        if person == asked[0]:
            raise KeyError(person)
        return await tell(person, scene, once)

    monkeypatch.setattr(world.discord, "tell", broken)
    table = await begun(world.tables)
    for _ in range(2):
        await world.refresh(table.id)
    assert sorted(world.discord.pings(person) for person in (ANN, BEN)) == [0, 1]
