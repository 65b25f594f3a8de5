"""What the clock does, told the time by the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from bot.table import clock as clocks
from bot.table.agreement import CLOCKS, FILLS, Agreement
from bot.table.clock import SPARE, Clock
from bot.table.deadlines import Due, reminds
from bot.table.table import Begun, Over, Play
from bot.table.tables import Tables
from bot.time import DAY, HOUR, MINUTE
from storage import Conflict, Damaged, Deadline, Journal, Unstored
from tests.bot.databases import both_databases
from tests.kit.match import ANN, BEN, CAT, NOON, Told, begun, challenge, offered, round_of, show, tabled
from tests.patience import PATIENCE


@pytest.mark.parametrize("named", [CLOCKS, FILLS], ids=["clocks", "fills"])
def test_a_clock_runs_for_as_long_as_its_name_says(named: Mapping[str, int | None]) -> None:
    units = {"m": "minutes", "h": "hours", "d": "days"}
    lengths = {name: length for name, length in named.items() if length is not None}
    assert lengths.keys() == named.keys() - {"none"}
    for name, length in lengths.items():
        assert timedelta(milliseconds=length) == timedelta(**{units[name[-1]]: int(name[:-1])}), name


async def test_nothing_is_due_where_nothing_is_played(clock: Clock) -> None:
    assert await clock.tick(NOON) is None


@both_databases
async def test_what_is_damaged_of_one_match_stops_no_clock_but_its_own(
    clock: Clock, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    torn, sound = [await begun(tables, BEN, clock=clock_) for clock_ in (HOUR, 2 * HOUR)]
    load = tables.store.load

    async def loaded(match: int) -> Journal | None:
        if match == torn.id:
            raise Damaged("torn")
        return await load(match)

    monkeypatch.setattr(tables.store, "load", loaded)
    tables.memory.clear()
    assert [table.id for table in await tables.engaging(ANN)] == [sound.id], (
        "nor is it in the way of what else is theirs"
    )
    await clock.tick(NOON + DAY)
    assert isinstance(await tables.table(sound.id), Over)


@both_databases
async def test_an_offer_lapses_after_a_day(clock: Clock, tables: Tables, heard: list[tuple[str, int]]) -> None:
    table = await challenge(tables, BEN)
    assert await clock.tick(NOON + DAY - 1) == NOON + DAY
    assert await clock.tick(NOON + DAY) is None
    assert (await tables.table(table.id)).status == "expired"
    assert heard == [("offer", table.id)]


@both_databases
async def test_whoever_is_late_loses(clock: Clock, tables: Tables, heard: list[tuple[str, int]]) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await show(tables, table, 0, now=NOON + MINUTE)
    await clock.tick(NOON + HOUR)
    table = await tables.table(table.id)
    assert isinstance(table, Begun)
    assert table.match.result
    assert (table.match.result.ranks, table.match.result.reason) == ((1, 2), "lapse")
    assert heard == [("reminder", table.id), ("turn", table.id)]
    assert await clock.tick(NOON + DAY) is None


@both_databases
async def test_when_both_are_late_the_match_is_abandoned(clock: Clock, tables: Tables) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await clock.tick(NOON + DAY)
    assert (await tables.table(table.id)).status == "abandoned"


@both_databases
async def test_one_is_reminded_once_when_four_fifths_are_gone(
    clock: Clock, tables: Tables, heard: list[tuple[str, int]]
) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await show(tables, table, 0, now=NOON + MINUTE)
    assert await clock.tick(NOON + 48 * MINUTE - 1) == NOON + 48 * MINUTE
    assert heard == []
    await clock.tick(NOON + 48 * MINUTE)
    # Somebody else's change of mind brings no reminder back.
    await show(tables, table, 0, 2, now=NOON + 49 * MINUTE)
    await clock.tick(NOON + 50 * MINUTE)
    assert heard == [("reminder", table.id)]


async def calls(tables: Tables, match: int) -> list[tuple[int, int, bool]]:
    """Whose they are, when they are due, and whether they remind."""
    found = [it for it in await tables.store.standing(match) if it.kind == Due.CALL]
    return sorted((it.seat, it.due, reminds(it)) for it in found)


async def test_whose_turn_it_is_is_to_be_called_and_who_has_chosen_is_not(tables: Tables) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    assert await calls(tables, table.id) == [(0, NOON, False), (1, NOON, False)]
    table = (await show(tables, table, 0, now=NOON + MINUTE)).table
    assert await calls(tables, table.id) == [(1, NOON, False)]
    await show(tables, table, 1, now=NOON + 2 * MINUTE)
    # Whom all have waited for may leave before they choose again: their clock goes on, and a call is due.
    assert await calls(tables, table.id) == [(0, NOON + 2 * MINUTE, False), (1, NOON + 2 * MINUTE, False)]


@both_databases
async def test_who_has_been_called_is_called_once_more_when_time_runs_short(clock: Clock, tables: Tables) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await clock.tick(NOON)
    # What somebody else does within the same turn calls nobody again.
    await show(tables, table, 0, now=NOON + MINUTE)
    await show(tables, table, 0, 2, now=NOON + 2 * MINUTE)
    assert await calls(tables, table.id) == []
    await tables.fire(Deadline(Due.REMINDER, NOON + 48 * MINUTE, 0, 1, table.id), NOON + 48 * MINUTE)
    assert await calls(tables, table.id) == [(1, NOON + 48 * MINUTE, True)]


async def test_what_is_practised_calls_nobody(tables: Tables) -> None:
    table = await offered(tables, ANN, (), Agreement(kind="practice", seats=2, house=1, clock=None, rated=False))
    assert await calls(tables, table.id) == []


@pytest.mark.parametrize(("chose", "reminder"), [(30, 49), (47, 49), (48, None), (50, None)])
async def test_whose_turn_comes_when_little_is_left_is_not_reminded_of_it(
    tables: Tables, chose: int, reminder: int | None
) -> None:
    """For their next choice they have the rest; where four fifths were gone by the last, they have seen that."""
    table = await begun(tables, BEN, clock=HOUR)
    table = (await show(tables, table, 0, now=NOON + chose * MINUTE)).table
    table = (await show(tables, table, 1, now=NOON + (chose + 1) * MINUTE)).table
    assert isinstance(table, Play)
    assert table.due(0, tables.absences) == NOON + 61 * MINUTE
    assert table.reminder(0, tables.absences) == (reminder and NOON + reminder * MINUTE)


@both_databases
async def test_consecutive_steps_share_one_allowance(clock: Clock, tables: Tables) -> None:
    """Everybody is awaited in every round of morra: what was used in the first is gone in the second."""
    table = await begun(tables, BEN, clock=HOUR)
    table = await round_of(tables, table, now=NOON + 40 * MINUTE)
    assert isinstance(table, Play)
    assert {table.due(seat, tables.absences) for seat in (0, 1)} == {NOON + HOUR}


async def test_waiting_for_the_others_costs_nothing(tables: Tables) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await show(tables, table, 0, now=NOON + 10 * MINUTE)
    table = (await show(tables, table, 1, now=NOON + 50 * MINUTE)).table
    assert isinstance(table, Play)
    assert table.due(0, tables.absences) == NOON + 100 * MINUTE
    assert table.due(1, tables.absences) == NOON + HOUR


@both_databases
async def test_the_time_of_the_whole_match_ends_it_by_points(clock: Clock, tables: Tables) -> None:
    table = await begun(tables, BEN, clock=None, limit=HOUR)
    table = await round_of(tables, table, now=NOON + 1)
    assert await clock.tick(NOON + HOUR - 1) == NOON + HOUR
    await clock.tick(NOON + HOUR)
    table = await tables.table(table.id)
    assert isinstance(table, Begun)
    assert table.match.result
    assert table.match.result.reason == "time"
    assert sorted(table.match.result.ranks) == [1, 2]


async def test_without_a_clock_nothing_is_due(clock: Clock, tables: Tables) -> None:
    await begun(tables, BEN, clock=None)
    assert await clock.tick(NOON + 365 * DAY) is None


@both_databases
@pytest.mark.parametrize("deed", ["beat", "due", "earliest"])
async def test_a_store_that_is_away_stops_no_clock(
    tables: Tables, clock: Clock, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await clock.beat(NOON)
    table = await begun(tables, BEN, clock=HOUR)
    does, away = getattr(tables.store, deed), [True, True]

    async def asked(*given: Any, **named: Any) -> Any:
        if away:
            away.pop()
            raise Unstored("away")
        return await does(*given, **named)

    monkeypatch.setattr(tables.store, deed, asked)
    monkeypatch.setattr(clocks, "now", lambda: NOON + HOUR)
    monkeypatch.setattr(clocks, "BEAT", 1)
    monkeypatch.setattr(clocks, "LEAST", 1)
    clock.moved(HOUR)
    running = asyncio.create_task(clock.run())
    async with asyncio.timeout(PATIENCE):
        while not clock.looked:
            await asyncio.sleep(0.001)
    running.cancel()
    assert not away
    assert (await tables.table(table.id)).over


async def test_nobody_hearing_of_it_stops_no_clock(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    async def deaf(deadline: Deadline) -> None:
        raise ConnectionError

    one, other = [await begun(tables, BEN, clock=HOUR) for _ in range(2)]
    await Clock(tables, tables.store, "one", deaf).tick(NOON + HOUR)
    assert (await tables.table(one.id)).over
    assert (await tables.table(other.id)).over
    assert "nobody could be told" in caplog.text


@both_databases
async def test_a_deadline_outlives_a_store_that_is_too_busy(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(tables, BEN, clock=HOUR)

    async def conflict(*given: object) -> None:
        raise Conflict

    with monkeypatch.context() as busy:
        busy.setattr(tables.store, "append", conflict)
        await clock.tick(NOON + HOUR)
    assert isinstance(await tables.table(table.id), Play)
    await clock.tick(NOON + HOUR)
    assert (await tables.table(table.id)).over


@both_databases
async def test_two_clocks_fire_everything_once(
    tables: Tables, clock: Clock, told: Told, heard: list[tuple[str, int]]
) -> None:
    other = Clock(tabled(tables.store), tables.store, "two", told)
    matches = [await begun(tables, BEN, CAT, clock=HOUR) for _ in range(4)]
    for table in matches:
        await other.tables.table(table.id)
    await clock.tick(NOON + 50 * MINUTE)
    await other.tick(NOON + 50 * MINUTE)
    await other.tick(NOON + DAY)
    await clock.tick(NOON + DAY)
    assert sorted(heard) == sorted(
        [("reminder", table.id) for table in matches] * 3 + [("turn", table.id) for table in matches] * 3
    )


@both_databases
async def test_a_deadline_that_comes_too_soon_is_put_right(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await tables.store.schedule(table.id, Deadline("turn", NOON + 1, 0, seat=0), Deadline("limit", NOON + 1, 0))
    assert await clock.tick(NOON + 2) == NOON + 48 * MINUTE
    assert isinstance(await tables.table(table.id), Play)
    await clock.tick(NOON + HOUR)
    assert (await tables.table(table.id)).status == "abandoned"


@both_databases
async def test_a_match_that_cannot_be_read_stops_no_clock(
    tables: Tables, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await begun(tables, BEN, clock=HOUR) for _ in range(2)]
    await tables.store.schedule(broken.id, Deadline("no such kind", NOON, 0))
    await clock.tick(NOON + DAY)
    assert (await tables.table(sound.id)).status == "abandoned"
    assert {record.__dict__.get("match") for record in caplog.records} == {broken.id}


@both_databases
@pytest.mark.parametrize("lifted", [False, True])
async def test_what_goes_wrong_is_put_off_and_nothing_that_has_gone_comes_back(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch, lifted: bool
) -> None:
    """Another process may have done it meanwhile."""
    await challenge(tables, BEN)

    async def fires(deadline: Deadline, _: int) -> bool:
        if lifted:
            await tables.store.lift(deadline)
        raise ValueError

    monkeypatch.setattr(tables, "fire", fires)
    assert await clock.tick(NOON + DAY) == (None if lifted else NOON + DAY + HOUR)


@both_databases
async def test_of_several_clocks_each_fires_its_own_and_after_a_while_those_of_the_others(
    tables: Tables, told: Told, heard: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """None tries what another is just doing, and nothing stands because one of them is gone."""
    tried: list[int] = []
    fire = tables.fire

    async def fired(deadline: Deadline, now: int) -> bool:
        tried.append(deadline.match)
        return await fire(deadline, now)

    monkeypatch.setattr(tables, "fire", fired)
    one, other, gone = (Clock(tables, tables.store, name, told) for name in ("one", "other", "gone"))
    matches = [(await challenge(tables, BEN)).id for _ in range(6)]
    for _ in range(2):
        for clock in (one, other, gone):
            await clock.beat(NOON + DAY)
    due = await one.tick(NOON + DAY)
    assert due == NOON + DAY + SPARE, "it looks for what the others may have left"
    own = {*tried}
    await other.tick(NOON + DAY)
    assert len(tried) == len(own) + len({*tried} - own) == 4
    left = {*matches} - {*tried}
    assert len(left) == 2
    assert await one.tick(NOON + DAY + SPARE) is None
    assert {*tried[4:]} == left
    assert {match for _, match in heard} == {*matches}
