"""What the clock does, told the time by the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.table import clock as clocks
from bot.table.agreement import CLOCKS, FILLS, Agreement
from bot.table.allowance import Absences
from bot.table.clock import Clock
from bot.table.deadlines import Due, reminds
from bot.table.kept import PAST
from bot.table.share import SPARE
from bot.table.table import Begun, Play
from bot.table.tables import Done, Tables
from bot.terminal.doctor import complaints
from bot.time import DAY, HOUR, MINUTE
from storage import Conflict, Deadline, Doubted, Unstored
from tests.bot.sitting import ANN, BEN, CAT, NOON, begun, challenge, offered, round_of, show, tabled
from tests.patience import PATIENCE

Told: TypeAlias = Callable[[Deadline, Done], Awaitable[None]]


@pytest.mark.parametrize("named", [CLOCKS, FILLS], ids=["clocks", "fills"])
def test_a_clock_runs_for_as_long_as_its_name_says(named: Mapping[str, int | None]) -> None:
    units = {"m": "minutes", "h": "hours", "d": "days"}
    lengths = {name: length for name, length in named.items() if length is not None}
    assert lengths.keys() == named.keys() - {"none"}
    for name, length in lengths.items():
        assert timedelta(milliseconds=length) == timedelta(**{units[name[-1]]: int(name[:-1])}), name


@pytest.fixture
def heard() -> list[tuple[str, int]]:
    """What the clock told, and of which match."""
    return []


@pytest.fixture
def told(tables: Tables, heard: list[tuple[str, int]]) -> Told:
    async def told(deadline: Deadline, done: Done) -> None:
        if deadline.kind == Due.CALL:
            # As the herald does; whom it calls, and when, is its own affair.
            await tables.store.lift(deadline)
            return
        heard.append((deadline.kind, done.table.id))

    return told


@pytest.fixture
def clock(tables: Tables, told: Told) -> Clock:
    return Clock(tables, tables.store, "one", told)


async def test_nothing_is_due_where_nothing_is_played(clock: Clock) -> None:
    assert await clock.tick(NOON) is None


async def test_an_offer_lapses_after_a_day(clock: Clock, tables: Tables, heard: list[tuple[str, int]]) -> None:
    table = await challenge(tables, BEN)
    assert await clock.tick(NOON + DAY - 1) == NOON + DAY
    assert await clock.tick(NOON + DAY) is None
    assert (await tables.table(table.id)).status == "expired"
    assert heard == [("offer", table.id)]


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


async def test_when_both_are_late_the_match_is_abandoned(clock: Clock, tables: Tables) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await clock.tick(NOON + DAY)
    assert (await tables.table(table.id)).status == "abandoned"


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
    async def deaf(deadline: Deadline, done: Done) -> None:
        raise ConnectionError

    one, other = [await begun(tables, BEN, clock=HOUR) for _ in range(2)]
    await Clock(tables, tables.store, "one", deaf).tick(NOON + HOUR)
    assert (await tables.table(one.id)).over
    assert (await tables.table(other.id)).over
    assert "nobody could be told" in caplog.text


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


async def test_a_deadline_that_comes_too_soon_is_put_right(tables: Tables, clock: Clock) -> None:
    table = await begun(tables, BEN, clock=HOUR)
    await tables.store.schedule(table.id, Deadline("turn", NOON + 1, 0, seat=0), Deadline("limit", NOON + 1, 0))
    assert await clock.tick(NOON + 2) == NOON + 48 * MINUTE
    assert isinstance(await tables.table(table.id), Play)
    await clock.tick(NOON + HOUR)
    assert (await tables.table(table.id)).status == "abandoned"


async def test_a_match_that_cannot_be_read_stops_no_clock(
    tables: Tables, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = [await begun(tables, BEN, clock=HOUR) for _ in range(2)]
    await tables.store.schedule(broken.id, Deadline("no such kind", NOON, 0))
    await clock.tick(NOON + DAY)
    assert (await tables.table(sound.id)).status == "abandoned"
    assert {record.__dict__.get("match") for record in caplog.records} == {broken.id}


@pytest.mark.parametrize("lifted", [False, True])
async def test_what_goes_wrong_is_put_off_and_nothing_that_has_gone_comes_back(
    tables: Tables, clock: Clock, monkeypatch: pytest.MonkeyPatch, lifted: bool
) -> None:
    """Another process may have done it meanwhile."""
    await challenge(tables, BEN)

    async def fires(deadline: Deadline, _: int) -> Done:
        if lifted:
            await tables.store.lift(deadline)
        raise ValueError

    monkeypatch.setattr(tables, "fire", fires)
    assert await clock.tick(NOON + DAY) == (None if lifted else NOON + DAY + HOUR)


async def test_of_several_clocks_each_fires_its_own_and_after_a_while_those_of_the_others(
    tables: Tables, told: Told, heard: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """None tries what another is just doing, and nothing stands because one of them is gone."""
    tried: list[int] = []
    fire = tables.fire

    async def fired(deadline: Deadline, now: int) -> Done | None:
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
