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
from tests.bot.billboard import DIRECT
from tests.bot.databases import both_databases
from tests.bot.sitting import ANN, BEN, CHANNEL, said
from tests.bot.town import NOON, Town, begun, chosen, pressable, renewed, swept

NO = Unreachable("unreachable-permissions")


async def moved(town: Town) -> Table:
    """The card lies further down, and the one before could not be taken away."""
    table = await begun(town.tables)
    await town.told(table.id)
    await town.board.post(CHANNEL, Scene(above=("Hello",)), "hello")
    await town.herald.again(table.id)
    await town.herald.settle()
    return table


@both_databases
@pytest.mark.parametrize("trouble", [NO, Unavailable("away")], ids=["refused", "away"])
async def test_it_is_tried_until_it_is_gone(town: Town, trouble: Unreachable | Unavailable) -> None:
    """By a deadline, whoever is there then, with pauses that grow; and nothing else waits for it."""
    town.board.fails("remove", *[trouble] * 3)
    table = await moved(town)
    assert pressable(town) == 2
    assert await town.tables.store.unshown() == []
    tries = []
    for after in (SOON - 1, 1, SOON - 1, 1, 2 * SOON - 1, 1):
        left = len(town.board.troubles["remove"])
        town = renewed(town)
        await swept(town, after)
        tries.append(left - len(town.board.troubles["remove"]))
    assert tries == [0, 1, 0, 1, 0, 0]
    assert pressable(town) == 1
    assert await town.tables.store.left_behind(table.id) == []


@both_databases
async def test_how_many_there_are_is_counted_and_the_doctor_names_them(town: Town, tmp_path: Path) -> None:
    town.board.fails("remove", *[NO] * 2)
    table = await moved(town)
    await swept(town, SOON)
    assert town.herald.stuck == 1
    store = town.tables.store
    assert [line async for line in complaints(store, tmp_path, NOON + HOUR - 1)] == [], "it may be gone in a moment"
    (line,) = [line async for line in complaints(store, tmp_path, NOON + HOUR + MINUTE)]
    (left,) = await store.left_behind(table.id)
    assert f"match {table.id}: message {left.message} in channel {CHANNEL} is to go" in line
    await swept(town, HOUR)
    assert town.herald.stuck == 1, "counted before it went"
    await swept(town, 0)
    assert town.herald.stuck == 0


@pytest.mark.parametrize("gone", [Gone("unreachable-channel"), Lost()], ids=["channel", "message"])
async def test_what_is_not_there_is_gone(town: Town, gone: Gone | Lost) -> None:
    town.board.fails("remove", gone)
    table = await moved(town)
    assert await town.tables.store.left_behind(table.id) == []


async def test_it_is_given_up_after_a_month_and_said(town: Town, caplog: pytest.LogCaptureFixture) -> None:
    town.board.fails("remove", *[NO] * 1000)
    table = await moved(town)
    tried = 0
    while town.hour[0] < NOON + GIVEN_UP:
        before = len(town.board.troubles["remove"])
        await swept(town, HOUR)
        tried += before - len(town.board.troubles["remove"])
    assert GIVEN_UP // SELDOM < tried < 50, "seldom, in the end"
    await swept(town, SELDOM)
    assert await town.tables.store.left_behind(table.id) == []
    assert [it for it in caplog.records if it.levelno == logging.ERROR and "stays in channel" in it.getMessage()]


@both_databases
async def test_who_was_killed_before_it_was_taken_away_is_followed(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed(place: Place) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as dying:
        dying.setattr(town.board, "remove", killed)
        table = await moved(town)
    assert pressable(town) == 2
    town = renewed(town)
    await swept(town, 0)
    assert pressable(town) == 1
    assert await town.tables.store.left_behind(table.id) == []


async def test_a_channel_that_takes_nothing_does_not_lose_its_card(town: Town) -> None:
    """It stands there with its button; as soon as something can be done it is that one."""
    table = await begun(town.tables)
    await town.told(table.id)
    before = await town.tables.store.header(table.id)
    for deed in ("edit", "post"):
        town.board.fails(f"{deed} {CHANNEL}", *[NO] * 2)
    await chosen(town.tables, table.id, ANN)
    town.hour[0] += HOUR // 2
    await town.told(table.id)
    after = await town.tables.store.header(table.id)
    assert before
    assert after
    assert after.message == before.message
    town.board.troubles.clear()
    await chosen(town.tables, table.id, BEN)
    town.hour[0] += HOUR
    await renewed(town).told(table.id)
    assert pressable(town) == 1


async def test_at_the_end_it_goes_as_soon_as_it_may(town: Town) -> None:
    table = await begun(town.tables)
    await town.told(table.id)
    for deed in ("edit", "post", "remove"):
        town.board.fails(f"{deed} {CHANNEL}", NO)
    await said(town.tables, table, 0, "!resign", now=NOON)
    await town.told(table.id)
    assert pressable(town) == 1
    await swept(renewed(town), SOON)
    assert pressable(town) == 0


@pytest.mark.parametrize("trouble", [NO, Unavailable("away")], ids=["refused", "away"])
async def test_a_hand_that_cannot_be_taken_away_is_tried_again(town: Town, trouble: Unreachable | Unavailable) -> None:
    """In whose place another one has come."""
    table = await begun(town.tables, clock=HOUR)
    await town.told(table.id)
    (asked,) = [it.message for it in await town.tables.store.hands(table.id) if it.person == ANN]
    # Once as it is put down, and perhaps once more in the round after that.
    town.board.fails(f"remove {DIRECT + ANN}", trouble, trouble)
    await town.clock(NOON + 4 * HOUR // 5)
    assert town.board.pings(ANN) == 2, "she is reminded"
    left = await town.tables.store.left_behind(table.id)
    assert [(it.channel, it.message) for it in left] == [(DIRECT + ANN, asked)]
    for _ in range(3):
        await swept(renewed(town), SOON)
    assert await town.tables.store.left_behind(table.id) == []
    assert len(town.board.direct(ANN)) == 1
