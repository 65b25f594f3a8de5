"""Deadlines: when they are due, whose time they cost, and what happens when they fire. The tests set the time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli.doctor import find_problems
from bot.matches import deadline_loop as clocks
from bot.matches.cache import ABSENCE_LOOKBACK_MS
from bot.matches.deadline_loop import TAKEOVER_DELAY_MS, DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import AI_FILL_DELAYS_MS, TURN_TIMES_MS, MatchTerms
from bot.matches.time_budget import Absences
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from storage import ClockDoubted, Conflict, DatabaseUnusable, Deadline, Journal, StoreUnavailable
from tests.bot.database_marks import both_databases
from tests.kit.calls import fail_next_calls, record_calls
from tests.kit.matches import (
    ANN,
    BEN,
    CAT,
    NOON_MS,
    DeadlineHandler,
    begin_morra,
    create_match_service,
    offer_morra,
    offer_morra_with_terms,
    play_morra_round,
    show_fingers,
)
from tests.waiting import wait_until


@asynccontextmanager
async def run_deadline_loop(deadline_loop: DeadlineLoop) -> AsyncIterator[None]:
    task = asyncio.create_task(deadline_loop.run())
    try:
        yield
    finally:
        task.cancel()


@pytest.mark.parametrize("named", [TURN_TIMES_MS, AI_FILL_DELAYS_MS], ids=["clocks", "fills"])
def test_clock_runs_as_long_as_its_name_says(named: Mapping[str, int | None]) -> None:
    units = {"m": "minutes", "h": "hours", "d": "days"}
    lengths = {name: length for name, length in named.items() if length is not None}
    assert lengths.keys() == named.keys() - {"none"}
    for name, length in lengths.items():
        assert timedelta(milliseconds=length) == timedelta(**{units[name[-1]]: int(name[:-1])}), name


# What is due


@both_databases
async def test_offer_expires_after_a_day(
    deadline_loop: DeadlineLoop, matches: MatchService, fired_deadlines: list[tuple[str, int]]
) -> None:
    assert await deadline_loop.fire_due_deadlines(NOON_MS) is None
    match = await offer_morra(matches, BEN)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS - 1) == NOON_MS + DAY_MS
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS) is None
    assert (await matches.find_match(match.id)).status == "expired"
    assert fired_deadlines == [("offer", match.id)]


@both_databases
async def test_late_player_is_reminded_once_at_four_fifths_and_then_loses(
    deadline_loop: DeadlineLoop, matches: MatchService, fired_deadlines: list[tuple[str, int]]
) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 48 * MINUTE_MS - 1) == NOON_MS + 48 * MINUTE_MS
    assert fired_deadlines == []
    await deadline_loop.fire_due_deadlines(NOON_MS + 48 * MINUTE_MS)
    # Somebody else's change of mind brings no reminder back.
    await show_fingers(matches, match, 0, 2, now_ms=NOON_MS + 49 * MINUTE_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert match.engine.result
    assert (match.engine.result.ranks, match.engine.result.reason) == ((1, 2), "lapse")
    assert fired_deadlines == [("reminder", match.id), ("turn", match.id)]
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS) is None


async def list_notification_deadlines(matches: MatchService, match_id: int) -> list[tuple[int, int, bool]]:
    """Whose they are, when they are due, and whether they remind."""
    found = [it for it in await matches.store.deadlines.list_of_match(match_id) if it.kind == DeadlineKind.NOTIFICATION]
    return sorted((it.seat, it.due_ms, it.is_reminder) for it in found)


async def test_awaited_player_is_due_to_be_called_and_one_who_has_chosen_is_not(matches: MatchService) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    assert await list_notification_deadlines(matches, match.id) == [(0, NOON_MS, False), (1, NOON_MS, False)]
    match = (await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)).match
    assert await list_notification_deadlines(matches, match.id) == [(1, NOON_MS, False)]
    await show_fingers(matches, match, 1, now_ms=NOON_MS + 2 * MINUTE_MS)
    # Whom all have waited for may leave before they choose again: their clock goes on, and a call is due.
    assert await list_notification_deadlines(matches, match.id) == [
        (0, NOON_MS + 2 * MINUTE_MS, False),
        (1, NOON_MS + 2 * MINUTE_MS, False),
    ]


@both_databases
async def test_called_player_is_called_once_more_when_time_runs_short(
    deadline_loop: DeadlineLoop, matches: MatchService
) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS)
    # What somebody else does within the same turn calls nobody again.
    await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)
    await show_fingers(matches, match, 0, 2, now_ms=NOON_MS + 2 * MINUTE_MS)
    assert await list_notification_deadlines(matches, match.id) == []
    await matches.fire_deadline(
        Deadline(DeadlineKind.REMINDER, NOON_MS + 48 * MINUTE_MS, 0, 1, match.id), NOON_MS + 48 * MINUTE_MS
    )
    assert await list_notification_deadlines(matches, match.id) == [(1, NOON_MS + 48 * MINUTE_MS, True)]


async def test_practice_and_untimed_match_have_nothing_due(deadline_loop: DeadlineLoop, matches: MatchService) -> None:
    match = await offer_morra_with_terms(
        matches, ANN, (), MatchTerms(kind="practice", seats=2, house=1, clock=None, rated=False)
    )
    assert await list_notification_deadlines(matches, match.id) == []
    await matches.quit_match(match.id, ANN, now_ms=NOON_MS)
    await begin_morra(matches, BEN, clock=None)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 365 * DAY_MS) is None


@pytest.mark.parametrize(("chose", "reminder"), [(30, 49), (47, 49), (48, None), (50, None)])
async def test_reminder_is_due_only_while_four_fifths_are_not_gone(
    matches: MatchService, chose: int, reminder: int | None
) -> None:
    """For their next choice they have the rest; where four fifths were gone by the last, they have seen that."""
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    match = (await show_fingers(matches, match, 0, now_ms=NOON_MS + chose * MINUTE_MS)).match
    match = (await show_fingers(matches, match, 1, now_ms=NOON_MS + (chose + 1) * MINUTE_MS)).match
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(0, matches.absences) == NOON_MS + 61 * MINUTE_MS
    assert match.compute_reminder_time(0, matches.absences) == (reminder and NOON_MS + reminder * MINUTE_MS)


async def test_consecutive_steps_share_one_allowance_and_waiting_costs_nothing(matches: MatchService) -> None:
    """Everybody is awaited in every round of morra: what was used in the first is gone in the second."""
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + 10 * MINUTE_MS)
    match = (await show_fingers(matches, match, 1, now_ms=NOON_MS + 50 * MINUTE_MS)).match
    assert isinstance(match, RunningMatch)
    assert [match.compute_seat_deadline(seat, matches.absences) for seat in (0, 1)] == [
        NOON_MS + 100 * MINUTE_MS,
        NOON_MS + HOUR_MS,
    ]


@both_databases
async def test_match_ends_by_points_when_its_whole_time_is_up(
    deadline_loop: DeadlineLoop, matches: MatchService
) -> None:
    match = await begin_morra(matches, BEN, clock=None, limit=HOUR_MS)
    match = await play_morra_round(matches, match, now_ms=NOON_MS + 1)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS - 1) == NOON_MS + HOUR_MS
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert match.engine.result
    assert match.engine.result.reason == "time"
    assert sorted(match.engine.result.ranks) == [1, 2]


@both_databases
async def test_deadline_that_comes_too_early_is_put_right(matches: MatchService, deadline_loop: DeadlineLoop) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await matches.store.deadlines.set_deadlines(
        match.id, Deadline("turn", NOON_MS + 1, 0, seat=0), Deadline("limit", NOON_MS + 1, 0)
    )
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 2) == NOON_MS + 48 * MINUTE_MS
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert (await matches.find_match(match.id)).status == "abandoned"


# What goes wrong


@both_databases
@pytest.mark.parametrize(
    ("repository", "method"),
    [("heartbeats", "record_heartbeat"), ("deadlines", "list_due"), ("deadlines", "find_next_due")],
)
async def test_clock_goes_on_when_the_store_is_back(
    matches: MatchService, deadline_loop: DeadlineLoop, repository: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    away = fail_next_calls(
        monkeypatch, getattr(matches.store, repository), method, StoreUnavailable("away"), StoreUnavailable("away")
    )
    monkeypatch.setattr(clocks, "current_time_ms", lambda: NOON_MS + HOUR_MS)
    monkeypatch.setattr(clocks, "HEARTBEAT_INTERVAL_MS", 1)
    monkeypatch.setattr(clocks, "MIN_SLEEP_MS", 1)
    deadline_loop.skip_time(HOUR_MS)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms)
    assert not away
    assert (await matches.find_match(match.id)).is_over


@both_databases
async def test_damaged_match_stops_no_other_clock(
    deadline_loop: DeadlineLoop,
    matches: MatchService,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    torn, unknown, sound = [await begin_morra(matches, BEN, clock=clock_) for clock_ in (HOUR_MS, HOUR_MS, 2 * HOUR_MS)]
    load = matches.store.journal.load_match

    async def loaded(match_id: int) -> Journal | None:
        if match_id == torn.id:
            raise DatabaseUnusable("torn")
        return await load(match_id)

    monkeypatch.setattr(matches.store.journal, "load_match", loaded)
    await matches.store.deadlines.set_deadlines(unknown.id, Deadline("no such kind", NOON_MS, 0))
    matches.cached_matches.clear()
    assert [match.id for match in await matches.list_live_by_urgency(ANN)] == [unknown.id, sound.id]
    await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS)
    assert (await matches.find_match(sound.id)).status == "abandoned"
    assert {record.__dict__.get("match") for record in caplog.records} == {torn.id, unknown.id}


async def test_clock_goes_on_when_nobody_can_be_told(matches: MatchService, caplog: pytest.LogCaptureFixture) -> None:
    async def deaf(deadline: Deadline) -> None:
        raise ConnectionError

    both = [await begin_morra(matches, BEN, clock=HOUR_MS) for _ in range(2)]
    await DeadlineLoop(matches, matches.store, "one", deaf).fire_due_deadlines(NOON_MS + HOUR_MS)
    assert all([(await matches.find_match(match.id)).is_over for match in both])
    assert "the follow-up failed" in caplog.text


@both_databases
async def test_deadline_is_kept_when_the_store_is_too_busy(
    matches: MatchService, deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    with monkeypatch.context() as busy:
        fail_next_calls(busy, matches.store.journal, "append_events", *[Conflict()] * 99)
        await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert (await matches.find_match(match.id)).is_over


@both_databases
@pytest.mark.parametrize("lifted", [False, True])
async def test_failing_deadline_is_put_off_unless_another_process_has_lifted_it(
    matches: MatchService, deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch, lifted: bool
) -> None:
    await offer_morra(matches, BEN)

    async def fires(deadline: Deadline, _: int) -> bool:
        if lifted:
            await matches.store.deadlines.claim_and_remove(deadline)
        raise ValueError

    monkeypatch.setattr(matches, "fire_deadline", fires)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS) == (None if lifted else NOON_MS + DAY_MS + HOUR_MS)


# Several processes


@both_databases
async def test_two_clocks_fire_each_deadline_once(
    matches: MatchService,
    deadline_loop: DeadlineLoop,
    deadline_handler: DeadlineHandler,
    fired_deadlines: list[tuple[str, int]],
) -> None:
    other = DeadlineLoop(create_match_service(matches.store), matches.store, "two", deadline_handler)
    started = [await begin_morra(matches, BEN, CAT, clock=HOUR_MS) for _ in range(2)]
    for match in started:
        await other.matches.find_match(match.id)
    for now, each in (
        (50 * MINUTE_MS, deadline_loop),
        (50 * MINUTE_MS, other),
        (DAY_MS, other),
        (DAY_MS, deadline_loop),
    ):
        await each.fire_due_deadlines(NOON_MS + now)
    assert sorted(fired_deadlines) == sorted(
        [(kind, it.id) for it in started for kind in ("reminder", "turn") for _ in range(3)]
    )


@both_databases
async def test_clock_fires_its_share_first_and_what_others_left_after_a_while(
    matches: MatchService,
    deadline_handler: DeadlineHandler,
    fired_deadlines: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []
    fire = matches.fire_deadline

    async def fired(deadline: Deadline, now_ms: int) -> bool:
        tried.append(deadline.match_id)
        return await fire(deadline, now_ms)

    monkeypatch.setattr(matches, "fire_deadline", fired)
    one, other, gone = (
        DeadlineLoop(matches, matches.store, name, deadline_handler) for name in ("one", "other", "gone")
    )
    started = [(await offer_morra(matches, BEN)).id for _ in range(6)]
    for _ in range(2):
        for clock in (one, other, gone):
            await clock.record_heartbeat(NOON_MS + DAY_MS)
    assert await one.fire_due_deadlines(NOON_MS + DAY_MS) == NOON_MS + DAY_MS + TAKEOVER_DELAY_MS
    own = {*tried}
    await other.fire_due_deadlines(NOON_MS + DAY_MS)
    assert len(tried) == len(own) + len({*tried} - own) == 4
    left = {*started} - {*tried}
    assert len(left) == 2
    assert await one.fire_due_deadlines(NOON_MS + DAY_MS + TAKEOVER_DELAY_MS) is None
    assert {*tried[4:]} == left
    assert {match_id for _, match_id in fired_deadlines} == {*started}


# Time in which the bot was away


@both_databases
async def test_every_process_learns_of_an_absence(
    matches: MatchService, deadline_loop: DeadlineLoop, deadline_handler: DeadlineHandler
) -> None:
    other = DeadlineLoop(create_match_service(matches.store), matches.store, "two", deadline_handler)
    await deadline_loop.record_heartbeat(NOON_MS)
    await other.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await other.matches.find_match(match.id)
    await deadline_loop.record_heartbeat(NOON_MS + 10 * HOUR_MS)
    await other.record_heartbeat(NOON_MS + 10 * HOUR_MS + 1)
    assert deadline_loop.matches.absences == other.matches.absences == Absences(((NOON_MS, NOON_MS + 10 * HOUR_MS),))
    await show_fingers(other.matches, match, 0, now_ms=NOON_MS + 10 * HOUR_MS + 2)
    for each in (other, deadline_loop):
        await each.fire_due_deadlines(NOON_MS + 11 * HOUR_MS - 1)
        assert isinstance(await each.matches.find_match(match.id), RunningMatch)
    await other.fire_due_deadlines(NOON_MS + 11 * HOUR_MS)
    assert (await matches.find_match(match.id)).status == "lapse"


@both_databases
async def test_absence_is_not_charged_after_a_restart(
    matches: MatchService, deadline_loop: DeadlineLoop, deadline_handler: DeadlineHandler
) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS, now_ms=NOON_MS + 5_000)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + 7_000)
    again = DeadlineLoop(create_match_service(matches.store), matches.store, "again", deadline_handler)
    await again.record_heartbeat(NOON_MS + 10 * HOUR_MS)
    assert [line async for line in find_problems(matches.store, Path.cwd(), NOON_MS + 10 * HOUR_MS)] == []
    match = await again.matches.find_match(match.id)
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(1, again.matches.absences) == NOON_MS + 11 * HOUR_MS
    await again.fire_due_deadlines(NOON_MS + 11 * HOUR_MS - 1)
    assert isinstance(await again.matches.find_match(match.id), RunningMatch)


async def test_absences_older_than_a_year_are_not_kept_in_memory(deadline_loop: DeadlineLoop) -> None:
    for month in range(20):
        await deadline_loop.record_heartbeat(NOON_MS + month * 29 * DAY_MS)
    last = NOON_MS + 19 * 29 * DAY_MS
    assert len(await deadline_loop.store.heartbeats.list_downtimes()) == 19
    known = deadline_loop.matches.absences.uncharged_spans
    assert len(known) == 13
    assert all(ended > last - ABSENCE_LOOKBACK_MS for _, ended in known)


@both_databases
async def test_short_absences_add_up(matches: MatchService, deadline_loop: DeadlineLoop) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    for minute in range(1, 61):
        await deadline_loop.record_heartbeat(NOON_MS + minute * MINUTE_MS - 10_000)
        await deadline_loop.record_heartbeat(NOON_MS + minute * MINUTE_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(0, matches.absences) == NOON_MS + HOUR_MS + 60 * 50_000


@both_databases
async def test_time_that_a_playground_moves_on_is_no_absence(
    matches: MatchService, deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    deadline_loop.skip_time(DAY_MS)
    fail_next_calls(monkeypatch, matches.store.heartbeats, "record_heartbeat", StoreUnavailable("away"))
    with pytest.raises(StoreUnavailable):
        await deadline_loop.record_heartbeat(NOON_MS + DAY_MS)
    await deadline_loop.record_heartbeat(NOON_MS + DAY_MS + 1)
    assert deadline_loop.matches.absences == Absences()
    await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS + 1)
    assert (await matches.find_match(match.id)).status == "abandoned"
    # Once: who is away afterwards is away.
    await deadline_loop.record_heartbeat(NOON_MS + 2 * DAY_MS)
    assert deadline_loop.matches.absences == Absences(((NOON_MS + DAY_MS + 1, NOON_MS + 2 * DAY_MS),))


# Signs of life, and a computer's clock that is wrong


@both_databases
async def test_time_that_differs_from_the_database_server_is_doubted(
    matches: MatchService, deadline_handler: DeadlineHandler
) -> None:
    async def server() -> int:
        return NOON_MS

    clock = DeadlineLoop(matches, matches.store, "one", deadline_handler, server)
    await clock.record_heartbeat(NOON_MS + MINUTE_MS)
    for wrong in (-MINUTE_MS - 1, 2 * MINUTE_MS, 10 * 365 * DAY_MS):
        with pytest.raises(ClockDoubted, match="the database's"):
            await clock.record_heartbeat(NOON_MS + wrong)
    assert await matches.store.heartbeats.list_downtimes() == []


@both_databases
async def test_nothing_is_fired_while_time_is_doubted(
    matches: MatchService,
    deadline_loop: DeadlineLoop,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is logged, and health shows it; when the watch is right again, all goes on."""
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    hour = NOON_MS + 3650 * DAY_MS
    monkeypatch.setattr(clocks, "current_time_ms", lambda: hour)
    monkeypatch.setattr(clocks, "HEARTBEAT_INTERVAL_MS", 1)
    monkeypatch.setattr(clocks, "MIN_SLEEP_MS", 1)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: "the clock seems wrong" in caplog.text)
        assert deadline_loop.last_tick_ms == 0
        hour = NOON_MS + 20_000
        await wait_until(lambda: deadline_loop.last_tick_ms)
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    assert await matches.store.heartbeats.list_downtimes() == []


@pytest.mark.parametrize(
    ("looks", "beat", "signs"),
    [
        # Where much is due it looks ten times a second, and each sign is a commit.
        (range(100, 25_100, 100), 10_000, [0, 10_000, 20_000]),
        # Who has looked just before the next sleeps until that is owed and no longer.
        (DAY_MS - 1, DAY_MS, [0, DAY_MS]),
    ],
    ids=["busy", "idle"],
)
async def test_sign_of_life_comes_every_ten_seconds(
    deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch, looks: range | int, beat: int, signs: list[int]
) -> None:
    later = iter(looks if isinstance(looks, range) else (looks, beat))
    time, ended = NOON_MS, False
    seen = record_calls(monkeypatch, deadline_loop, "record_heartbeat")

    async def tick(_: int) -> int | None:
        nonlocal time, ended
        ahead = next(later, None)
        ended = ahead is None
        time = NOON_MS + ahead if ahead is not None else time
        return time if isinstance(looks, range) else None

    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", tick)
    monkeypatch.setattr(clocks, "HEARTBEAT_INTERVAL_MS", beat)
    monkeypatch.setattr(clocks, "current_time_ms", lambda: time)
    monkeypatch.setattr(clocks, "MIN_SLEEP_MS", 0)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: ended)
    assert [at - NOON_MS for at in seen] == signs


@pytest.mark.parametrize("jump", [-2 * MINUTE_MS, 31 * DAY_MS])
async def test_time_that_jumps_is_doubted_before_anything_is_due_by_it(
    deadline_loop: DeadlineLoop, jump: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time, looks = NOON_MS, list[int]()

    async def tick(now_ms: int) -> int:
        nonlocal time
        looks.append(now_ms)
        time = NOON_MS + jump
        return time

    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", tick)
    monkeypatch.setattr(clocks, "current_time_ms", lambda: time)
    monkeypatch.setattr(clocks, "MIN_SLEEP_MS", 0)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: "the clock seems wrong" in caplog.text)
    assert looks == [NOON_MS]


async def test_signs_of_life_come_while_much_is_due(
    deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an outage thousands are due at once; nobody is given time for that."""
    monkeypatch.setattr(clocks, "HEARTBEAT_INTERVAL_MS", 1)
    beats = 0

    async def beat(_: int) -> None:
        nonlocal beats
        beats += 1

    async def tick(_: int) -> None:
        await wait_until(lambda: beats >= 3)

    monkeypatch.setattr(deadline_loop, "record_heartbeat", beat)
    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", tick)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms)


async def test_clock_wakes_when_time_is_moved(deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "HEARTBEAT_INTERVAL_MS", 1 << 40)
    time = NOON_MS
    monkeypatch.setattr(clocks, "current_time_ms", lambda: time)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms == NOON_MS)
        time += DAY_MS
        deadline_loop.skip_time(DAY_MS)
        await wait_until(lambda: deadline_loop.last_tick_ms == NOON_MS + DAY_MS)
