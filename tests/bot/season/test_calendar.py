"""Seasons begin and end by hand or by the calendar, in the store."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.herald import finale as finales
from bot.herald.finale import Finale
from bot.ladder.recount import recounted
from bot.ladder.season import Seasons, closes
from bot.preferences import Server
from bot.rooms import Rooms
from bot.table.table import Begun
from bot.table.tables import Tables
from bot.time import DAY
from tests.bot.databases import both_databases
from tests.bot.season.lively import at
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, NOON, SERVER, begun, round_of, said, seat_of
from tests.kit.world import create_rooms
from tests.patience import PATIENCE


def test_a_month_is_a_month_of_the_calendar() -> None:
    began = at(2024, 1, 31, 12)
    closed = [closes(began, 1, began)]
    for _ in range(12):
        closed.append(closes(began, 1, closed[-1] or 0))
    days = [datetime.fromtimestamp((each or 0) / 1000, UTC) for each in closed]
    assert [(each.month, each.day, each.hour) for each in days[:4]] == [
        (2, 29, 12),
        (3, 31, 12),
        (4, 30, 12),
        (5, 31, 12),
    ]
    assert all(one < other for one, other in pairwise(days))
    assert closes(began, 12, began) == at(2025, 1, 31, 12)
    assert closes(began, 3, at(2024, 9, 1)) == at(2024, 10, 31, 12)
    assert closes(began, None, began) is None


async def test_a_season_that_closes_otherwise_has_another_last_week_or_none(
    seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    began, store = at(2026, 3, 1), rooms.store

    async def last() -> list[int]:
        return [it.due for it in await store.news(1 << 60, 1 << 60) if it.kind == "last"]

    await rooms.preferences.set_server(SERVER, Server(season=1))
    await seasons.begin(SERVER, "", began)
    assert await last() == [at(2026, 3, 25)]
    await seasons.lasts(SERVER, 3, began)
    assert await last() == [at(2026, 5, 25)]
    await seasons.lasts(SERVER, None, began)
    assert await last() == []
    await seasons.lasts(SERVER, 1, at(2026, 3, 26))
    assert await last() == [], "whoever sets it a few days before knows"
    await seasons.end(SERVER, at(2026, 3, 27))
    assert await store.news(1 << 60, 1 << 60) == [], "of what is over nobody is told how it began"


@both_databases
async def test_a_season_closes_by_itself_and_the_next_begins(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    store, began = tables.store, at(2026, 1, 31)
    await rooms.preferences.set_server(SERVER, Server(season=1))
    assert (await seasons.begin(SERVER, "First", began)).due == at(2026, 2, 28)
    await finale.tick(at(2026, 2, 28) - 1)
    assert len(await store.seasons(SERVER)) == 1
    others = [create_rooms(store, Discord(lambda: NOON), lambda: NOON).finale for _ in range(3)]
    now = at(2026, 2, 28) + 1
    await asyncio.gather(*(each.tick(now) for each in (finale, *others)))
    first, second = await store.seasons(SERVER)
    assert (first.ended, second.began, second.name, second.ended) == (now, now, "", None)
    assert second.due == at(2026, 3, 31)
    await seasons.lasts(SERVER, 3, now)
    assert [it.due for it in await store.seasons(SERVER)][1] == closes(now, 3, now)
    await seasons.lasts(SERVER, None, now)
    assert (await store.seasons(SERVER))[1].due is None
    assert await store.seasons_due(1 << 60) == []


@pytest.mark.parametrize("late", [(0, 0, 0), (40_000, 10_000, 50_000), (1, 3 * DAY, 0)])
async def test_seasons_follow_each_other_by_the_calendar_however_late_it_is_looked_at(
    seasons: Seasons, finale: Finale, rooms: Rooms, late: tuple[int, ...]
) -> None:
    """Each closes on the day of the month on which the first began, where that month has it."""
    began = at(2025, 12, 31, 18)
    await rooms.preferences.set_server(SERVER, Server(season=1))
    await seasons.begin(SERVER, "", began)
    closed: list[int] = []
    for number in range(6):
        running = await rooms.store.season(SERVER)
        assert running
        assert running.due
        closed.append(running.due)
        await finale.tick(running.due + late[number % len(late)])
    assert closed == [at(2026, month, day, 18) for month, day in enumerate((31, 28, 31, 30, 31, 30), 1)]
    # Begun by hand it has a day of its own, and a new length counts from where it is.
    await seasons.begin(SERVER, "", at(2026, 7, 3))
    await finale.tick(at(2026, 8, 3) + 1)
    await rooms.preferences.set_server(SERVER, Server(season=3))
    await finale.tick(at(2026, 9, 3) + 1)
    running = await rooms.store.season(SERVER)
    assert running
    assert running.due == at(2026, 12, 3)


@both_databases
async def test_a_server_whose_settings_cannot_be_read_keeps_no_other_from_its_season(
    seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    for server in (1, 2):
        await rooms.preferences.set_server(server, Server(season=1))
        await seasons.begin(server, "", at(2026, 1, server))
    await rooms.store.set_server(1, {"season": "for ever"})
    await finale.tick(at(2026, 2, 3))
    assert [len(await rooms.store.seasons(server)) for server in (1, 2)] == [1, 2]


async def test_it_looks_at_the_calendar_as_soon_as_something_changed(
    seasons: Seasons, finale: Finale, rooms: Rooms, board: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, tick = asyncio.Event(), finale.tick

    async def looking(now: int) -> None:
        await tick(now)
        looked.set()

    monkeypatch.setattr(finales, "PAUSE", 3600.0)
    monkeypatch.setattr(finale, "tick", looking)
    running = asyncio.create_task(finale.run())
    await looked.wait()
    await seasons.begin(SERVER, "", NOON)
    await seasons.end(SERVER, NOON)
    async with asyncio.timeout(PATIENCE):
        while await rooms.store.seasons_untold(1 << 60):
            await asyncio.sleep(0.01)
    running.cancel()


async def test_it_looks_at_the_calendar_now_and_then(finale: Finale, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, often = 0, asyncio.Event()

    async def tick(_: int) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            often.set()

    monkeypatch.setattr(finales, "PAUSE", 0.001)
    monkeypatch.setattr(finale, "tick", tick)
    running = asyncio.create_task(finale.run())
    async with asyncio.timeout(PATIENCE):
        await often.wait()
    running.cancel()


@both_databases
async def test_what_ends_while_a_season_closes_counts_before_or_after(tables: Tables, seasons: Seasons) -> None:
    await seasons.begin(SERVER, "", NOON)
    ready = []
    for _ in range(4):
        table = await begun(tables, BEN)
        for _ in range(2):
            table = await round_of(tables, table)
        ready.append(table)
    assert isinstance(table, Begun)
    ends = [said(tables, table, seat_of(table, ANN), "!resign") for table in ready]
    await asyncio.gather(ends[0], ends[1], seasons.begin(SERVER, "", NOON + 1), ends[2], ends[3])
    counted = [await tables.store.rating(SERVER, "", number, ANN) for number in (1, 2)]
    assert sum(each.matches for each in counted if each) == 4
    assert {it.season for table in ready for it in await tables.store.results(table.id)} <= {1, 2}
    assert await recounted(tables.store) == 0
