"""What nobody is charged for: time in which the bot was away, as signs of life tell it, by a watch not doubted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.table import clock as clocks
from bot.table.allowance import Absences
from bot.table.clock import Clock
from bot.table.kept import PAST
from bot.table.table import Play
from bot.table.tables import Tables
from bot.terminal.doctor import complaints
from bot.time import DAY, HOUR, MINUTE
from storage import Doubted, Unstored
from tests.bot.databases import both_databases
from tests.kit.match import BEN, NOON, Told, begun, show, tabled
from tests.patience import PATIENCE


@both_databases
async def test_nobody_is_charged_for_time_that_the_bot_was_away(tables: Tables, clock: Clock) -> None:
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    await clock.beat(NOON + 10_000)
    await clock.beat(NOON + 3 * HOUR)
    due = NOON + HOUR + 3 * HOUR - 10_000
    assert isinstance(table, Play)
    assert {table.due(seat, tables.absences) for seat in (0, 1)} == {due}
    await clock.tick(due - 1)
    assert isinstance(await tables.table(table.id), Play)
    await clock.tick(due)
    assert (await tables.table(table.id)).status == "abandoned"


@both_databases
async def test_every_process_learns_of_an_absence(tables: Tables, clock: Clock, told: Told) -> None:
    other = Clock(tabled(tables.store), tables.store, "two", told)
    await clock.beat(NOON)
    await other.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    await other.tables.table(table.id)
    await clock.beat(NOON + 10 * HOUR)
    await other.beat(NOON + 10 * HOUR + 1)
    assert clock.tables.absences == other.tables.absences == Absences(((NOON, NOON + 10 * HOUR),))
    await show(other.tables, table, 0, now=NOON + 10 * HOUR + 2)
    for each in (other, clock):
        await each.tick(NOON + 11 * HOUR - 1)
        assert isinstance(await each.tables.table(table.id), Play)
    await other.tick(NOON + 11 * HOUR)
    assert (await tables.table(table.id)).status == "lapse"


@both_databases
async def test_an_absence_while_somebody_thinks_outlives_a_restart(tables: Tables, clock: Clock, told: Told) -> None:
    """What was chosen between the last sign of life and the crash is charged as everything else is."""
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR, now=NOON + 5_000)
    await show(tables, table, 0, now=NOON + 7_000)
    again = Clock(tabled(tables.store), tables.store, "again", told)
    await again.beat(NOON + 10 * HOUR)
    assert [line async for line in complaints(tables.store, Path.cwd(), NOON + 10 * HOUR)] == []
    table = await again.tables.table(table.id)
    assert isinstance(table, Play)
    assert table.due(1, again.tables.absences) == NOON + 11 * HOUR
    await again.tick(NOON + 11 * HOUR - 1)
    assert isinstance(await again.tables.table(table.id), Play)


async def test_what_nobody_is_charged_for_any_more_is_not_kept_in_mind(clock: Clock) -> None:
    """A bot that was away again and again for years is as quick as on its first day."""
    for month in range(20):
        await clock.beat(NOON + month * 29 * DAY)
    last = NOON + 19 * 29 * DAY
    assert len(await clock.store.absences()) == 19
    known = clock.tables.absences.spans
    assert len(known) == 13
    assert all(ended > last - PAST for _, ended in known)


@both_databases
async def test_short_absences_add_up(tables: Tables, clock: Clock) -> None:
    """A bot that falls over every minute is not there for most of it."""
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    for minute in range(1, 61):
        await clock.beat(NOON + minute * MINUTE - 10_000)
        await clock.beat(NOON + minute * MINUTE)
    await clock.tick(NOON + HOUR)
    table = await tables.table(table.id)
    assert isinstance(table, Play)
    assert table.due(0, tables.absences) == NOON + HOUR + 60 * 50_000


@both_databases
async def test_a_watch_that_the_server_does_not_share_is_doubted(tables: Tables, told: Told) -> None:
    told_time = NOON

    async def server() -> int:
        return told_time

    clock = Clock(tables, tables.store, "one", told, server)
    await clock.beat(NOON + MINUTE)
    for wrong in (-MINUTE - 1, 2 * MINUTE, 10 * 365 * DAY):
        with pytest.raises(Doubted, match="the database's"):
            await clock.beat(NOON + wrong)
    assert await tables.store.absences() == []


@both_databases
async def test_nothing_is_fired_while_time_is_doubted(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told, and health shows it; when the watch is right again, all goes on."""
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    hour = NOON + 3650 * DAY
    monkeypatch.setattr(clocks, "now", lambda: hour)
    monkeypatch.setattr(clocks, "BEAT", 1)
    monkeypatch.setattr(clocks, "LEAST", 1)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        while "time is doubted" not in caplog.text:
            await asyncio.sleep(0.001)
        assert clock.looked == 0
        hour = NOON + 20_000
        while not clock.looked:
            await asyncio.sleep(0.001)
    running.cancel()
    assert isinstance(await tables.table(table.id), Play)
    assert await tables.store.absences() == []


async def test_who_has_much_to_do_is_not_away(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an outage thousands are due at once; nobody is given time for that."""
    monkeypatch.setattr(clocks, "BEAT", 1)
    beats, ticking = 0, asyncio.Event()

    async def beat(_: int) -> None:
        nonlocal beats
        beats += 1

    async def tick(_: int) -> int | None:
        ticking.set()
        while beats < 3:
            await asyncio.sleep(0.001)
        return None

    monkeypatch.setattr(clock, "beat", beat)
    monkeypatch.setattr(clock, "tick", tick)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        await ticking.wait()
        while not clock.looked:
            await asyncio.sleep(0.001)
    running.cancel()


async def test_however_often_it_looks_a_sign_of_life_is_one_in_ten_seconds(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where much is due it looks ten times a second, and each sign is a commit."""
    beat, signs, time, done = tables.store.beat, list[int](), NOON, asyncio.Event()

    async def beaten(process: str, now: int, silence: int, *, skipped: int = 0) -> int:
        signs.append(now)
        return await beat(process, now, silence, skipped=skipped)

    async def tick(_: int) -> int:
        nonlocal time
        time += 100
        if time >= NOON + 2.5 * clocks.BEAT:
            done.set()
        return time

    monkeypatch.setattr(tables.store, "beat", beaten)
    monkeypatch.setattr(clock, "tick", tick)
    monkeypatch.setattr(clocks, "now", lambda: time)
    monkeypatch.setattr(clocks, "LEAST", 0)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        await done.wait()
    running.cancel()
    assert signs == [NOON, NOON + clocks.BEAT, NOON + 2 * clocks.BEAT]


async def test_no_sign_of_life_is_late_because_nothing_is_due(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has looked just before the next, and given none, sleeps until that is owed and no longer."""
    monkeypatch.setattr(clocks, "BEAT", 1 << 40)
    later = iter((clocks.BEAT - 1, clocks.BEAT))
    signs, time = list[int](), NOON

    async def beaten(_: str, now: int, *given: int, **named: int) -> int:
        signs.append(now)
        return 0

    async def tick(_: int) -> None:
        nonlocal time
        time = NOON + next(later, clocks.BEAT)

    monkeypatch.setattr(tables.store, "beat", beaten)
    monkeypatch.setattr(clock, "tick", tick)
    monkeypatch.setattr(clocks, "now", lambda: time)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        while len(signs) < 2:
            await asyncio.sleep(0.001)
    running.cancel()
    assert signs == [NOON, NOON + clocks.BEAT]


@pytest.mark.parametrize("jump", [-2 * MINUTE, 31 * DAY])
async def test_a_watch_that_jumps_is_doubted_before_anything_is_due_by_it(
    tables: Tables, clock: Clock, jump: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also right after a sign of life."""
    time, looks = NOON, list[int]()

    async def tick(now: int) -> int:
        nonlocal time
        looks.append(now)
        time = NOON + jump
        return time

    monkeypatch.setattr(clock, "tick", tick)
    monkeypatch.setattr(clocks, "now", lambda: time)
    monkeypatch.setattr(clocks, "LEAST", 0)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        while "time is doubted" not in caplog.text:
            await asyncio.sleep(0.001)
    running.cancel()
    assert looks == [NOON]


@both_databases
async def test_time_that_is_moved_on_is_no_absence(tables: Tables, clock: Clock) -> None:
    """At a playground a day goes by in a moment: we were there, and whoever was to choose is late."""
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    clock.moved(DAY)
    await clock.beat(NOON + DAY + 1)
    assert clock.tables.absences == Absences()
    await clock.tick(NOON + DAY + 1)
    assert (await tables.table(table.id)).status == "abandoned"
    # Once: who is away afterwards is away.
    await clock.beat(NOON + 2 * DAY)
    assert clock.tables.absences == Absences(((NOON + DAY + 1, NOON + 2 * DAY),))


@both_databases
async def test_a_store_that_was_away_hears_later_that_time_was_moved(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*given: object, skipped: int) -> int:
        raise Unstored("away")

    await clock.beat(NOON)
    clock.moved(DAY)
    with monkeypatch.context() as outage:
        outage.setattr(tables.store, "beat", away)
        with pytest.raises(Unstored):
            await clock.beat(NOON + DAY)
    await clock.beat(NOON + DAY + 1)
    assert clock.tables.absences == Absences()


async def test_it_wakes_when_time_is_moved(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "BEAT", 1 << 40)
    looked: list[int] = []
    for later in (0, DAY):
        monkeypatch.setattr(clocks, "now", lambda later=later: NOON + later)
        if later:
            clock.moved(later)
        else:
            running = asyncio.create_task(clock.run())
        async with asyncio.timeout(PATIENCE):
            while clock.looked != NOON + later:
                await asyncio.sleep(0.001)
        looked.append(clock.looked)
    assert looked == [NOON, NOON + DAY]
    running.cancel()
