"""Tests for deadlines: when they are due, and what happens when they fire. The tests control the time."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches import deadline_loop as deadline_loop_module
from bot.matches.cache import ABSENCE_LOOKBACK_MS
from bot.matches.deadline_loop import TAKEOVER_DELAY_MS, DeadlineLoop
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.matches.terms import AI_FILL_DELAYS_MS, TURN_TIMES_MS
from bot.matches.time_budget import Absences
from bot.ops import systemd
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from storage import ClockDoubted, Conflict, DatabaseUnusable, Deadline, Journal, StoreUnavailable
from tests.bot.cli_runner import run_doctor
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


@pytest.mark.parametrize("durations", [TURN_TIMES_MS, AI_FILL_DELAYS_MS], ids=["turn times", "AI fill delays"])
def test_duration_matches_its_name(durations: Mapping[str, int | None]) -> None:
    units = {"m": "minutes", "h": "hours", "d": "days"}
    finite_durations = {name: duration_ms for name, duration_ms in durations.items() if duration_ms is not None}
    assert finite_durations.keys() == durations.keys() - {"none"}
    for name, duration_ms in finite_durations.items():
        assert timedelta(milliseconds=duration_ms) == timedelta(**{units[name[-1]]: int(name[:-1])}), name


# When deadlines are due


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
async def test_late_player_is_reminded_once_and_then_loses(
    deadline_loop: DeadlineLoop, matches: MatchService, fired_deadlines: list[tuple[str, int]]
) -> None:
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 48 * MINUTE_MS - 1) == NOON_MS + 48 * MINUTE_MS
    assert fired_deadlines == []
    await deadline_loop.fire_due_deadlines(NOON_MS + 48 * MINUTE_MS)
    # Ann's change of her move causes no second reminder.
    await show_fingers(matches, match, 0, 2, now_ms=NOON_MS + 49 * MINUTE_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert match.engine.result
    assert (match.engine.result.ranks, match.engine.result.reason) == ((1, 2), "lapse")
    assert fired_deadlines == [("reminder", match.id), ("turn", match.id)]
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS) is None


async def list_notification_deadlines(matches: MatchService, match_id: int) -> list[tuple[int, int, bool]]:
    """Return the seat, due time and `is_reminder` of each notification deadline of a match."""
    deadlines = await matches.store.deadlines.list_of_match(match_id)
    return sorted((it.seat, it.due_ms, it.is_reminder) for it in deadlines if it.kind == DeadlineKind.NOTIFICATION)


async def test_notification_is_due_only_for_players_to_move(matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS)
    assert await list_notification_deadlines(matches, match.id) == [(0, NOON_MS, False), (1, NOON_MS, False)]
    match = await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)
    assert await list_notification_deadlines(matches, match.id) == [(1, NOON_MS, False)]
    await show_fingers(matches, match, 1, now_ms=NOON_MS + 2 * MINUTE_MS)
    # Both are to move again, and may have left meanwhile, so both notifications are due.
    assert await list_notification_deadlines(matches, match.id) == [
        (0, NOON_MS + 2 * MINUTE_MS, False),
        (1, NOON_MS + 2 * MINUTE_MS, False),
    ]


@both_databases
async def test_notified_player_is_notified_again_with_the_reminder(
    deadline_loop: DeadlineLoop, matches: MatchService
) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS)
    # Moves of the opponent in the same step cause no second notification.
    await show_fingers(matches, match, 0, now_ms=NOON_MS + MINUTE_MS)
    await show_fingers(matches, match, 0, 2, now_ms=NOON_MS + 2 * MINUTE_MS)
    assert await list_notification_deadlines(matches, match.id) == []
    await matches.fire_deadline(
        Deadline(DeadlineKind.REMINDER, NOON_MS + 48 * MINUTE_MS, 0, 1, match.id), NOON_MS + 48 * MINUTE_MS
    )
    assert await list_notification_deadlines(matches, match.id) == [(1, NOON_MS + 48 * MINUTE_MS, True)]


async def test_practice_and_untimed_match_have_no_deadlines(deadline_loop: DeadlineLoop, matches: MatchService) -> None:
    match = await offer_morra(matches, kind="practice", seats=2, house=1, clock=None, rated=False)
    assert await list_notification_deadlines(matches, match.id) == []
    await matches.quit_match(match.id, ANN, now_ms=NOON_MS)
    await begin_morra(matches, BEN, clock=None)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 365 * DAY_MS) is None


@pytest.mark.parametrize(("move_minute", "reminder_minute"), [(30, 49), (47, 49), (48, None), (50, None)])
async def test_reminder_is_due_only_before_80_percent_are_used(
    matches: MatchService, move_minute: int, reminder_minute: int | None
) -> None:
    """A player who has used 80% of the time when a step begins knows that time is short, so no reminder is due."""
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS)
    match = await show_fingers(matches, match, 0, now_ms=NOON_MS + move_minute * MINUTE_MS)
    match = await show_fingers(matches, match, 1, now_ms=NOON_MS + (move_minute + 1) * MINUTE_MS)
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(0, matches.absences) == NOON_MS + 61 * MINUTE_MS
    due_ms = reminder_minute and NOON_MS + reminder_minute * MINUTE_MS
    assert match.compute_reminder_time(0, matches.absences) == due_ms


async def test_steps_share_a_time_budget_and_waiting_is_free(matches: MatchService) -> None:
    """In Morra both players move in each round. Time that a player uses in the first round is missing in the second."""
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + 10 * MINUTE_MS)
    match = await show_fingers(matches, match, 1, now_ms=NOON_MS + 50 * MINUTE_MS)
    assert isinstance(match, RunningMatch)
    assert [match.compute_seat_deadline(seat, matches.absences) for seat in (0, 1)] == [
        NOON_MS + 100 * MINUTE_MS,
        NOON_MS + HOUR_MS,
    ]


@both_databases
async def test_match_ends_by_points_at_its_time_limit(deadline_loop: DeadlineLoop, matches: MatchService) -> None:
    match: MatchState = await begin_morra(matches, BEN, clock=None, limit=HOUR_MS)
    match = await play_morra_round(matches, match, now_ms=NOON_MS + 1)
    assert await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS - 1) == NOON_MS + HOUR_MS
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, StartedMatch)
    assert match.engine.result
    assert match.engine.result.reason == "time"
    assert sorted(match.engine.result.ranks) == [1, 2]


@both_databases
async def test_deadline_fired_too_early_is_corrected(matches: MatchService, deadline_loop: DeadlineLoop) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    await matches.store.deadlines.set_deadlines(
        match.id, Deadline("turn", NOON_MS + 1, 0, seat=0), Deadline("limit", NOON_MS + 1, 0)
    )
    assert await deadline_loop.fire_due_deadlines(NOON_MS + 2) == NOON_MS + 48 * MINUTE_MS
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert (await matches.find_match(match.id)).status == "abandoned"


# Failures


@both_databases
@pytest.mark.parametrize(
    ("repository", "method"),
    [("heartbeats", "record_heartbeat"), ("deadlines", "list_due"), ("deadlines", "find_next_due")],
)
async def test_loop_continues_after_an_outage_of_the_store(
    matches: MatchService, deadline_loop: DeadlineLoop, repository: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    pending_errors = fail_next_calls(
        monkeypatch, getattr(matches.store, repository), method, StoreUnavailable("away"), StoreUnavailable("away")
    )
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: NOON_MS + HOUR_MS)
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", 1)
    monkeypatch.setattr(deadline_loop_module, "MIN_SLEEP_MS", 1)
    deadline_loop.skip_time(HOUR_MS)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms)
    assert not pending_errors
    assert (await matches.find_match(match.id)).is_over


@both_databases
async def test_damaged_match_does_not_stop_other_deadlines(
    deadline_loop: DeadlineLoop,
    matches: MatchService,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    damaged, unknown = [await begin_morra(matches, BEN, clock=HOUR_MS) for _ in range(2)]
    intact = await begin_morra(matches, BEN, clock=2 * HOUR_MS)
    load = matches.store.journal.load_match

    async def load_or_fail(match_id: int) -> Journal | None:
        if match_id == damaged.id:
            raise DatabaseUnusable("torn")
        return await load(match_id)

    monkeypatch.setattr(matches.store.journal, "load_match", load_or_fail)
    await matches.store.deadlines.set_deadlines(unknown.id, Deadline("no such kind", NOON_MS, 0))
    matches.cached_matches.clear()
    assert [match.id for match in await matches.list_live_by_urgency(ANN)] == [unknown.id, intact.id]
    await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS)
    assert (await matches.find_match(intact.id)).status == "abandoned"
    assert {record.__dict__.get("match") for record in caplog.records} == {damaged.id, unknown.id}


async def test_loop_continues_after_a_handler_error(matches: MatchService, caplog: pytest.LogCaptureFixture) -> None:
    async def fail(deadline: Deadline) -> None:
        raise ConnectionError

    started = [await begin_morra(matches, BEN, clock=HOUR_MS) for _ in range(2)]
    await DeadlineLoop(matches, matches.store, "one", fail).fire_due_deadlines(NOON_MS + HOUR_MS)
    assert all([(await matches.find_match(match.id)).is_over for match in started])
    assert "the follow-up failed" in caplog.text


@both_databases
async def test_deadline_is_kept_if_the_store_is_too_busy(
    matches: MatchService, deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    with monkeypatch.context() as patch:
        fail_next_calls(patch, matches.store.journal, "append_events", *[Conflict()] * 99)
        await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    assert (await matches.find_match(match.id)).is_over


@both_databases
@pytest.mark.parametrize("is_removed", [False, True])
async def test_failing_deadline_is_postponed_unless_already_removed(
    matches: MatchService, deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch, is_removed: bool
) -> None:
    await offer_morra(matches, BEN)

    async def fire_and_fail(deadline: Deadline, _: int) -> bool:
        if is_removed:
            await matches.store.deadlines.claim_and_remove(deadline)
        raise ValueError

    monkeypatch.setattr(matches, "fire_deadline", fire_and_fail)
    next_due_ms = None if is_removed else NOON_MS + DAY_MS + HOUR_MS
    assert await deadline_loop.fire_due_deadlines(NOON_MS + DAY_MS) == next_due_ms


# Several processes


@both_databases
async def test_two_loops_fire_each_deadline_once(
    matches: MatchService,
    deadline_loop: DeadlineLoop,
    deadline_handler: DeadlineHandler,
    fired_deadlines: list[tuple[str, int]],
) -> None:
    other = DeadlineLoop(create_match_service(matches.store), matches.store, "two", deadline_handler)
    started = [await begin_morra(matches, BEN, CAT, clock=HOUR_MS) for _ in range(2)]
    for match in started:
        await other.matches.find_match(match.id)
    for now, loop in (
        (50 * MINUTE_MS, deadline_loop),
        (50 * MINUTE_MS, other),
        (DAY_MS, other),
        (DAY_MS, deadline_loop),
    ):
        await loop.fire_due_deadlines(NOON_MS + now)
    assert sorted(fired_deadlines) == sorted(
        [(kind, it.id) for it in started for kind in ("reminder", "turn") for _ in range(3)]
    )


@both_databases
async def test_loop_fires_its_share_first_and_others_later(
    matches: MatchService,
    deadline_handler: DeadlineHandler,
    fired_deadlines: list[tuple[str, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fired_ids: list[int] = []
    fire = matches.fire_deadline

    async def record_and_fire(deadline: Deadline, now_ms: int) -> bool:
        fired_ids.append(deadline.match_id)
        return await fire(deadline, now_ms)

    monkeypatch.setattr(matches, "fire_deadline", record_and_fire)
    one, other, stopped = (
        DeadlineLoop(matches, matches.store, name, deadline_handler) for name in ("one", "other", "stopped")
    )
    started = [(await offer_morra(matches, BEN)).id for _ in range(6)]
    for _ in range(2):
        for loop in (one, other, stopped):
            await loop.record_heartbeat(NOON_MS + DAY_MS)
    assert await one.fire_due_deadlines(NOON_MS + DAY_MS) == NOON_MS + DAY_MS + TAKEOVER_DELAY_MS
    own_ids = {*fired_ids}
    await other.fire_due_deadlines(NOON_MS + DAY_MS)
    assert len(fired_ids) == len(own_ids) + len({*fired_ids} - own_ids) == 4
    left_ids = {*started} - {*fired_ids}
    assert len(left_ids) == 2
    assert await one.fire_due_deadlines(NOON_MS + DAY_MS + TAKEOVER_DELAY_MS) is None
    assert {*fired_ids[4:]} == left_ids
    assert {match_id for _, match_id in fired_deadlines} == {*started}


# Downtime of the bot


@both_databases
async def test_every_process_learns_of_a_downtime(
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
    for loop in (other, deadline_loop):
        await loop.fire_due_deadlines(NOON_MS + 11 * HOUR_MS - 1)
        assert isinstance(await loop.matches.find_match(match.id), RunningMatch)
    await other.fire_due_deadlines(NOON_MS + 11 * HOUR_MS)
    assert (await matches.find_match(match.id)).status == "lapse"


@both_databases
async def test_downtime_is_not_charged_after_a_restart(
    matches: MatchService, deadline_loop: DeadlineLoop, deadline_handler: DeadlineHandler
) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS, now_ms=NOON_MS + 5_000)
    await show_fingers(matches, match, 0, now_ms=NOON_MS + 7_000)
    restarted = DeadlineLoop(create_match_service(matches.store), matches.store, "restarted", deadline_handler)
    await restarted.record_heartbeat(NOON_MS + 10 * HOUR_MS)
    assert await run_doctor(matches.store, Path.cwd(), NOON_MS + 10 * HOUR_MS) == []
    match = await restarted.matches.find_match(match.id)
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(1, restarted.matches.absences) == NOON_MS + 11 * HOUR_MS
    await restarted.fire_due_deadlines(NOON_MS + 11 * HOUR_MS - 1)
    assert isinstance(await restarted.matches.find_match(match.id), RunningMatch)


async def test_downtimes_older_than_a_year_are_not_kept_in_memory(deadline_loop: DeadlineLoop) -> None:
    for month in range(20):
        await deadline_loop.record_heartbeat(NOON_MS + month * 29 * DAY_MS)
    last = NOON_MS + 19 * 29 * DAY_MS
    assert len(await deadline_loop.store.heartbeats.list_downtimes()) == 19
    kept_spans = deadline_loop.matches.absences.uncharged_spans
    assert len(kept_spans) == 13
    assert all(ended > last - ABSENCE_LOOKBACK_MS for _, ended in kept_spans)


@both_databases
async def test_short_downtimes_add_up(matches: MatchService, deadline_loop: DeadlineLoop) -> None:
    await deadline_loop.record_heartbeat(NOON_MS)
    match: MatchState = await begin_morra(matches, BEN, clock=HOUR_MS)
    for minute in range(1, 61):
        await deadline_loop.record_heartbeat(NOON_MS + minute * MINUTE_MS - 10_000)
        await deadline_loop.record_heartbeat(NOON_MS + minute * MINUTE_MS)
    await deadline_loop.fire_due_deadlines(NOON_MS + HOUR_MS)
    match = await matches.find_match(match.id)
    assert isinstance(match, RunningMatch)
    assert match.compute_seat_deadline(0, matches.absences) == NOON_MS + HOUR_MS + 60 * 50_000


@both_databases
async def test_time_skipped_by_a_playground_is_no_downtime(
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
    # Only this gap is skipped: a later one counts as downtime.
    await deadline_loop.record_heartbeat(NOON_MS + 2 * DAY_MS)
    assert deadline_loop.matches.absences == Absences(((NOON_MS + DAY_MS + 1, NOON_MS + 2 * DAY_MS),))


# Heartbeats, and a wrong clock of the computer


@both_databases
async def test_difference_from_the_database_time_is_an_error(
    matches: MatchService, deadline_handler: DeadlineHandler
) -> None:
    async def get_database_time() -> int:
        return NOON_MS

    deadline_loop = DeadlineLoop(matches, matches.store, "one", deadline_handler, get_database_time)
    await deadline_loop.record_heartbeat(NOON_MS + MINUTE_MS)
    for difference_ms in (-MINUTE_MS - 1, 2 * MINUTE_MS, 10 * 365 * DAY_MS):
        with pytest.raises(ClockDoubted, match="PostgreSQL's clock"):
            await deadline_loop.record_heartbeat(NOON_MS + difference_ms)
    assert await matches.store.heartbeats.list_downtimes() == []


@both_databases
async def test_no_deadline_fires_while_the_clock_seems_wrong(
    matches: MatchService,
    deadline_loop: DeadlineLoop,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The error is logged, and the loop continues once the clock is right again."""
    await deadline_loop.record_heartbeat(NOON_MS)
    match = await begin_morra(matches, BEN, clock=HOUR_MS)
    time = NOON_MS + 3650 * DAY_MS
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: time)
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", 1)
    monkeypatch.setattr(deadline_loop_module, "MIN_SLEEP_MS", 1)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: "the clock seems wrong" in caplog.text)
        assert deadline_loop.last_tick_ms == 0
        time = NOON_MS + 20_000
        await wait_until(lambda: deadline_loop.last_tick_ms)
    assert isinstance(await matches.find_match(match.id), RunningMatch)
    assert await matches.store.heartbeats.list_downtimes() == []


@pytest.mark.parametrize(
    ("tick_times", "interval_ms", "expected"),
    [
        # With many deadlines the loop ticks ten times a second, but each heartbeat is a commit.
        (range(100, 25_100, 100), 10_000, [0, 10_000, 20_000]),
        # An idle loop sleeps only until the next heartbeat.
        (DAY_MS - 1, DAY_MS, [0, DAY_MS]),
    ],
    ids=["busy", "idle"],
)
async def test_heartbeat_is_recorded_at_its_interval(
    deadline_loop: DeadlineLoop,
    monkeypatch: pytest.MonkeyPatch,
    tick_times: range | int,
    interval_ms: int,
    expected: list[int],
) -> None:
    next_times = iter(tick_times if isinstance(tick_times, range) else (tick_times, interval_ms))
    time, ended = NOON_MS, False
    recorded = record_calls(monkeypatch, deadline_loop, "record_heartbeat")

    async def tick(_: int) -> int | None:
        nonlocal time, ended
        offset_ms = next(next_times, None)
        ended = offset_ms is None
        time = NOON_MS + offset_ms if offset_ms is not None else time
        return time if isinstance(tick_times, range) else None

    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", tick)
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", interval_ms)
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: time)
    monkeypatch.setattr(deadline_loop_module, "MIN_SLEEP_MS", 0)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: ended)
    assert [time_ms - NOON_MS for time_ms in recorded] == expected


@pytest.mark.parametrize("jump_ms", [-2 * MINUTE_MS, 31 * DAY_MS])
async def test_no_deadline_fires_after_a_jump_of_the_clock(
    deadline_loop: DeadlineLoop, jump_ms: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time, tick_times = NOON_MS, list[int]()

    async def tick(now_ms: int) -> int:
        nonlocal time
        tick_times.append(now_ms)
        time = NOON_MS + jump_ms
        return time

    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", tick)
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: time)
    monkeypatch.setattr(deadline_loop_module, "MIN_SLEEP_MS", 0)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: "the clock seems wrong" in caplog.text)
    assert tick_times == [NOON_MS]


async def test_heartbeats_continue_while_many_deadlines_fire(
    deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that it takes to fire thousands of overdue deadlines must not count as downtime."""
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", 1)
    heartbeat_count = 0

    async def record_heartbeat(_: int) -> None:
        nonlocal heartbeat_count
        heartbeat_count += 1

    async def wait_for_heartbeats(_: int) -> None:
        await wait_until(lambda: heartbeat_count >= 3)

    monkeypatch.setattr(deadline_loop, "record_heartbeat", record_heartbeat)
    monkeypatch.setattr(deadline_loop, "fire_due_deadlines", wait_for_heartbeats)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms)


async def test_loop_wakes_up_when_time_is_skipped(deadline_loop: DeadlineLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", 1 << 40)
    time = NOON_MS
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: time)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: deadline_loop.last_tick_ms == NOON_MS)
        time += DAY_MS
        deadline_loop.skip_time(DAY_MS)
        await wait_until(lambda: deadline_loop.last_tick_ms == NOON_MS + DAY_MS)


@pytest.fixture
def notification_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A socket that receives what systemd would receive."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(str(tmp_path / "notify"))
        receiver.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield receiver


def receive_notifications(receiver: socket.socket) -> list[bytes]:
    notifications = []
    with suppress(BlockingIOError):
        while True:
            notifications.append(receiver.recv(64))
    return notifications


async def test_watchdog_is_reset_until_a_deadline_hangs(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch, notification_socket: socket.socket
) -> None:
    """An outage of the store must not stop the resets of systemd's watchdog, because a restart would not end it."""
    monkeypatch.setattr(deadline_loop_module, "HEARTBEAT_INTERVAL_MS", 1)
    monkeypatch.setattr(deadline_loop_module, "MIN_SLEEP_MS", 1)
    monkeypatch.setattr(deadline_loop_module, "current_time_ms", lambda: NOON_MS + DAY_MS)
    is_hanging = False

    async def hang(_: Deadline) -> None:
        nonlocal is_hanging
        is_hanging = True
        await asyncio.Event().wait()

    deadline_loop = DeadlineLoop(matches, matches.store, "one", hang, on_progress=systemd.reset_watchdog)
    outages = fail_next_calls(monkeypatch, matches.store, "check_compatibility", *[StoreUnavailable("away")] * 3)
    async with run_deadline_loop(deadline_loop):
        await wait_until(lambda: not outages)
        assert receive_notifications(notification_socket)[:3] == [b"WATCHDOG=1"] * 3
        await wait_until(lambda: receive_notifications(notification_socket))
        await offer_morra(matches, BEN)
        await wait_until(lambda: is_hanging)
        receive_notifications(notification_socket)
        heartbeats = record_calls(monkeypatch, deadline_loop, "record_heartbeat")
        await wait_until(lambda: len(heartbeats) >= 3)
        assert receive_notifications(notification_socket) == []


def test_systemd_may_be_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for address in ("", str(tmp_path / "missing"), "@missing"):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        systemd.notify_ready()
