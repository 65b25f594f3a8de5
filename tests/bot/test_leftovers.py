"""The card that the store knows is the only one with a button; what cannot be taken away is tried until it is gone."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.errors import Gone, Lost, Unavailable, Unreachable
from bot.herald.channels import Place
from bot.herald.leftovers import GIVEN_UP, SELDOM, SOON
from bot.scenes.scene import Scene
from bot.table.table import Table
from bot.terminal.doctor import complaints
from bot.time import HOUR, MINUTE
from tests.bot.databases import both_databases
from tests.kit.discord import DIRECT
from tests.kit.match import ANN, BEN, CHANNEL, NOON, said
from tests.kit.world import World, begun, chosen, count_live_messages, restart_world, sweep_after

NO = Unreachable("unreachable-permissions")


async def moved(world: World) -> Table:
    """The card lies further down, and the one before could not be taken away."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    await world.discord.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await world.herald.again(table.id)
    await world.herald.settle()
    return table


@both_databases
@pytest.mark.parametrize("trouble", [NO, Unavailable("away")], ids=["refused", "away"])
async def test_it_is_tried_until_it_is_gone(world: World, trouble: Unreachable | Unavailable) -> None:
    """By a deadline, whoever is there then, with pauses that grow; and nothing else waits for it."""
    world.discord.fails("remove", *[trouble] * 3)
    table = await moved(world)
    assert count_live_messages(world) == 2
    assert await world.tables.store.unshown() == []
    tries = []
    for after in (SOON - 1, 1, SOON - 1, 1, 2 * SOON - 1, 1):
        left = len(world.discord.troubles["remove"])
        world = restart_world(world)
        await sweep_after(world, after)
        tries.append(left - len(world.discord.troubles["remove"]))
    assert tries == [0, 1, 0, 1, 0, 0]
    assert count_live_messages(world) == 1
    assert await world.tables.store.left_behind(table.id) == []


@both_databases
async def test_how_many_there_are_is_counted_and_the_doctor_names_them(world: World, tmp_path: Path) -> None:
    world.discord.fails("remove", *[NO] * 2)
    table = await moved(world)
    await sweep_after(world, SOON)
    assert world.herald.stuck == 1
    store = world.tables.store
    assert [line async for line in complaints(store, tmp_path, NOON + HOUR - 1)] == [], "it may be gone in a moment"
    (line,) = [line async for line in complaints(store, tmp_path, NOON + HOUR + MINUTE)]
    (left,) = await store.left_behind(table.id)
    assert f"match {table.id}: message {left.message} in channel {CHANNEL} is to go" in line
    await sweep_after(world, HOUR)
    assert world.herald.stuck == 1, "counted before it went"
    await sweep_after(world, 0)
    assert world.herald.stuck == 0


@pytest.mark.parametrize("gone", [Gone("unreachable-channel"), Lost()], ids=["channel", "message"])
async def test_what_is_not_there_is_gone(world: World, gone: Gone | Lost) -> None:
    world.discord.fails("remove", gone)
    table = await moved(world)
    assert await world.tables.store.left_behind(table.id) == []


async def test_it_is_given_up_after_a_month_and_said(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.discord.fails("remove", *[NO] * 1000)
    table = await moved(world)
    tried = 0
    while world.hour[0] < NOON + GIVEN_UP:
        before = len(world.discord.troubles["remove"])
        await sweep_after(world, HOUR)
        tried += before - len(world.discord.troubles["remove"])
    assert GIVEN_UP // SELDOM < tried < 50, "seldom, in the end"
    await sweep_after(world, SELDOM)
    assert await world.tables.store.left_behind(table.id) == []
    assert [it for it in caplog.records if it.levelno == logging.ERROR and "stays in channel" in it.getMessage()]


@both_databases
async def test_who_was_killed_before_it_was_taken_away_is_followed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(place: Place) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as dying:
        dying.setattr(world.discord, "remove", killed)
        table = await moved(world)
    assert count_live_messages(world) == 2
    world = restart_world(world)
    await sweep_after(world, 0)
    assert count_live_messages(world) == 1
    assert await world.tables.store.left_behind(table.id) == []


async def test_a_channel_that_takes_nothing_does_not_lose_its_card(world: World) -> None:
    """It stands there with its button; as soon as something can be done it is that one."""
    table = await begun(world.tables)
    await world.refresh(table.id)
    before = await world.tables.store.header(table.id)
    for deed in ("edit", "post"):
        world.discord.fails(f"{deed} {CHANNEL}", *[NO] * 2)
    await chosen(world.tables, table.id, ANN)
    world.hour[0] += HOUR // 2
    await world.refresh(table.id)
    after = await world.tables.store.header(table.id)
    assert before
    assert after
    assert after.message == before.message
    world.discord.troubles.clear()
    await chosen(world.tables, table.id, BEN)
    world.hour[0] += HOUR
    await restart_world(world).refresh(table.id)
    assert count_live_messages(world) == 1


async def test_at_the_end_it_goes_as_soon_as_it_may(world: World) -> None:
    table = await begun(world.tables)
    await world.refresh(table.id)
    for deed in ("edit", "post", "remove"):
        world.discord.fails(f"{deed} {CHANNEL}", NO)
    await said(world.tables, table, 0, "!resign", now=NOON)
    await world.refresh(table.id)
    assert count_live_messages(world) == 1
    await sweep_after(restart_world(world), SOON)
    assert count_live_messages(world) == 0


@pytest.mark.parametrize("trouble", [NO, Unavailable("away")], ids=["refused", "away"])
async def test_a_hand_that_cannot_be_taken_away_is_tried_again(
    world: World, trouble: Unreachable | Unavailable
) -> None:
    """In whose place another one has come."""
    table = await begun(world.tables, clock=HOUR)
    await world.refresh(table.id)
    (asked,) = [it.message for it in await world.tables.store.hands(table.id) if it.person == ANN]
    # Once as it is put down, and perhaps once more in the round after that.
    world.discord.fails(f"remove {DIRECT + ANN}", trouble, trouble)
    await world.clock(NOON + 4 * HOUR // 5)
    assert world.discord.pings(ANN) == 2, "she is reminded"
    left = await world.tables.store.left_behind(table.id)
    assert [(it.channel, it.message) for it in left] == [(DIRECT + ANN, asked)]
    for _ in range(3):
        await sweep_after(restart_world(world), SOON)
    assert await world.tables.store.left_behind(table.id) == []
    assert len(world.discord.direct(ANN)) == 1
