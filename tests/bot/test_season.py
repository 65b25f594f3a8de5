"""Seasons begin and end by hand or by the calendar, and their end is told once, whoever tells it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.errors import Unavailable, Unreachable
from bot.herald import finale as finales
from bot.herald.channels import Place
from bot.herald.finale import CLAIMED, Finale
from bot.ladder.recount import recounted
from bot.ladder.season import Seasons, closes
from bot.preferences import Server
from bot.run import Rooms
from bot.scenes import ladder as scenes
from bot.scenes.scene import Button, Scene
from bot.table.table import Begun
from bot.table.tables import Tables
from bot.time import DAY, MINUTE
from games.refused import Refused
from games.words import LOCALES, Locale
from storage import Season, Store
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, NOON, SERVER, begun, round_of, said, seat_of
from tests.bot.town import furnished
from tests.patience import PATIENCE


@pytest.fixture
def board() -> Billboard:
    return Billboard(lambda: NOON)


@pytest.fixture
def rooms(store: Store, board: Billboard) -> Rooms:
    return furnished(store, board, lambda: NOON)


@pytest.fixture
def seasons(rooms: Rooms) -> Seasons:
    return rooms.seasons


@pytest.fixture
def finale(rooms: Rooms) -> Finale:
    return rooms.finale


def at(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[misc,arg-type]


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


async def played(tables: Tables, now: int = NOON) -> None:
    table = await begun(tables, BEN, now=now)
    for _ in range(2):
        table = await round_of(tables, table, now)
    assert isinstance(table, Begun)
    assert (await said(tables, table, table.people.index(ANN), "!resign", now)).table.over


async def test_the_end_of_a_season_is_told_once_where_the_last_match_was(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "  Spring \n time ", NOON)
    await played(tables)
    await finale.tick(NOON)
    assert board.posted == []
    await seasons.end(SERVER, NOON + 1)
    others = [furnished(tables.store, board, lambda: NOON).finale for _ in range(3)]
    await asyncio.gather(*(each.tick(NOON + 2) for each in (finale, *others)))
    await finale.tick(NOON + 2 * CLAIMED)
    [(channel, scene)] = board.posted
    assert channel == CHANNEL
    assert "Spring time (season 1) is over" in scene.above[0]
    assert [line.split(" · ")[0] for line in scene.below] == [f"**–** <@{BEN}>", f"**–** <@{ANN}>"]
    assert scene.called == frozenset()
    [[button]] = scene.rows  # type: ignore[misc]
    assert isinstance(button, Button)
    with pytest.raises(Refused, match="no-season"):
        await seasons.end(SERVER, NOON)


async def test_a_server_says_where_its_seasons_end_and_in_which_language(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard
) -> None:
    told = []
    for number, locale in enumerate(LOCALES):
        await rooms.preferences.set_server(SERVER, Server(standing=(77,), locale=locale))
        await seasons.begin(SERVER, "", NOON + number)
        await played(tables, NOON + number)
        await seasons.end(SERVER, NOON + number)
        await finale.tick(NOON + number)
        channel, scene = board.posted[-1]
        assert channel == 77
        told.append(scene.above[0])
    assert told == ["### Season 1 is over", "### Saison 2 ist zu Ende", "### Saison 3 est terminée"]


async def test_a_season_closes_by_itself_and_the_next_begins(
    tables: Tables, seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    store, began = tables.store, at(2026, 1, 31)
    await rooms.preferences.set_server(SERVER, Server(season=1))
    assert (await seasons.begin(SERVER, "First", began)).due == at(2026, 2, 28)
    await finale.tick(at(2026, 2, 28) - 1)
    assert len(await store.seasons(SERVER)) == 1
    others = [furnished(store, Billboard(lambda: NOON), lambda: NOON).finale for _ in range(3)]
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


async def test_a_server_whose_settings_cannot_be_read_keeps_no_other_from_its_season(
    seasons: Seasons, finale: Finale, rooms: Rooms
) -> None:
    for server in (1, 2):
        await rooms.preferences.set_server(server, Server(season=1))
        await seasons.begin(server, "", at(2026, 1, server))
    await rooms.store.set_server(1, {"season": "for ever"})
    await finale.tick(at(2026, 2, 3))
    assert [len(await rooms.store.seasons(server)) for server in (1, 2)] == [1, 2]


async def test_what_cannot_be_told_now_is_told_later(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    board.fails("post", Unavailable("no"))
    await finale.tick(NOON)
    assert board.posted == []
    await finale.tick(NOON + CLAIMED + 1)
    assert len(board.posted) == 1


async def test_while_one_tells_of_an_end_the_others_leave_it_to_them(tables: Tables, seasons: Seasons) -> None:
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    telling, told, tries = asyncio.Event(), asyncio.Event(), 0

    class Waiting(Billboard):
        async def post(self, channel: int, scene: Scene, once: str) -> Place:
            nonlocal tries
            tries += 1
            if tries == 1:
                telling.set()
                await told.wait()
            return await super().post(channel, scene, once)

    one, other = (furnished(tables.store, Waiting(lambda: NOON), lambda: NOON).finale for _ in range(2))
    first = asyncio.create_task(one.tick(NOON + 1))
    await telling.wait()
    await other.tick(NOON + MINUTE)
    told.set()
    await first
    assert tries == 1


async def test_where_nobody_may_write_and_where_nobody_played_nothing_is_told(
    tables: Tables, seasons: Seasons, finale: Finale, board: Billboard
) -> None:
    await seasons.begin(SERVER, "", NOON)
    await seasons.begin(SERVER, "", NOON)
    await played(tables)
    await seasons.end(SERVER, NOON)
    board.fails("post", Unreachable("unreachable-channel"))
    for late in range(3):
        await finale.tick(NOON + late * (CLAIMED + 1))
    assert board.posted == []
    assert await tables.store.seasons_untold(1 << 60) == []


async def test_it_looks_at_the_calendar_as_soon_as_something_changed(
    seasons: Seasons, finale: Finale, rooms: Rooms, board: Billboard, monkeypatch: pytest.MonkeyPatch
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


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sign_in_the_name_of_a_season_does_anything(locale: Locale) -> None:
    """Everybody reads it where it is announced; in a list to choose from it is as it was typed."""
    season = Season(SERVER, 3, "# @everyone **<@1>** [x](http://y)", NOON, None, None)
    written = r"\# \@everyone \*\*\<\@1\>\*\* \[x\]\(http\:\/\/y\)"
    for scene in (scenes.begun(season, locale), scenes.ended(season, locale)):
        assert written in scene.above[0]
        assert not scene.called
    assert season.name in scenes.named(season, locale, plainly=False)
