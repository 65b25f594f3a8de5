"""Deadlines, which fire once, and downtimes, which are periods in which no bot ran."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from storage import WHOLE_MATCH, ClockDoubted, Conflict, Deadline, DeadlineOutcome, MatchChange, PlayerMessage, Store
from storage.heartbeats import MAX_CLOCK_GAP_MS, MAX_CLOCK_SKEW_MS
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline, read_journal

SILENCE_MS = 30_000
FAR_FUTURE_MS = 1 << 50


async def test_due_deadlines_are_listed_earliest_first(store: Store) -> None:
    assert await store.deadlines.find_next_due() is None
    assert await store.deadlines.list_due(FAR_FUTURE_MS) == []
    first = await create_match(store, 1, deadlines=(make_turn_deadline(5_000), Deadline("limit", 9_000, 0)))
    second = await create_match(store, 2, deadlines=(make_turn_deadline(4_000), Deadline("turn", 7_000, 1, seat=1)))
    assert await store.deadlines.find_next_due() == 4_000
    assert await store.deadlines.list_due(3_999) == []
    assert [(each.match_id, each.due_ms) for each in await store.deadlines.list_due(7_000)] == [
        (second, 4_000), (first, 5_000), (second, 7_000)
    ]  # fmt: skip
    assert [each.due_ms for each in await store.deadlines.list_due(FAR_FUTURE_MS, count=2)] == [4_000, 5_000]


async def test_deadline_replaces_another_of_its_kind_and_seat(store: Store) -> None:
    match = await create_match(store, deadlines=(make_turn_deadline(5_000), Deadline("turn", 6_000, 1, seat=1)))
    await store.journal.append_events(
        match, 1, [make_choice_event("a")], MatchChange(set_deadlines=(make_turn_deadline(8_000, 2),))
    )
    assert [(each.seat, each.due_ms, each.step) for each in await store.deadlines.list_due(FAR_FUTURE_MS)] == [
        (1, 6_000, 1),
        (-1, 8_000, 2),
    ]
    await store.journal.append_events(
        match,
        2,
        [make_choice_event("b")],
        MatchChange(removed_deadlines=(("turn", 1),), set_deadlines=(make_turn_deadline(9_000, 3),)),
    )
    assert [each.due_ms for each in await store.deadlines.list_due(FAR_FUTURE_MS)] == [9_000]


async def test_changed_deadline_is_not_removed(store: Store) -> None:
    match = await create_match(store)
    deadline = Deadline("cover", 5_000, 3, match_id=match)
    await store.deadlines.set_deadlines(match, deadline)
    (due,) = await store.deadlines.list_due(5_000)
    assert due == deadline
    moved = replace(deadline, due_ms=6_000, step=4)
    await store.deadlines.set_deadlines(match, moved)
    assert not await store.deadlines.claim_and_remove(due)
    assert await store.deadlines.claim_and_remove(moved)
    assert await store.deadlines.find_next_due() is None


async def test_deadline_with_an_outcome_is_kept_but_not_due(store: Store) -> None:
    match = await create_match(store)
    call, later = Deadline("call", 5_000, 4, 0, match), Deadline("call", 7_000, 4, 1, match)
    await store.deadlines.set_deadlines(match, call, later)
    await store.deadlines.mark_done(replace(call, step=5), DeadlineOutcome.NOTIFIED)
    assert await store.deadlines.find_next_due() == 5_000, "the outcome is for another step"
    await store.deadlines.mark_done(replace(call, is_reminder=True), DeadlineOutcome.NOTIFIED)
    assert await store.deadlines.find_next_due() == 5_000, "the outcome is for the reminder"
    await store.deadlines.mark_done(call, DeadlineOutcome.NOTIFIED)
    await store.deadlines.mark_done(call, DeadlineOutcome.UNWANTED)
    assert await store.deadlines.list_of_match(match) == [replace(call, outcome=DeadlineOutcome.NOTIFIED), later]
    assert (await store.deadlines.find_next_due(), await store.deadlines.list_due(9_000)) == (7_000, [later])
    assert not await store.deadlines.claim_and_postpone(replace(call, outcome=DeadlineOutcome.NOTIFIED), 8_000)
    await store.deadlines.set_deadlines(match, replace(call, step=6))
    assert await store.deadlines.list_due(9_000) == [replace(call, step=6), later]


async def test_outdated_pause_deadline_is_not_removed_after_a_second_click(store: Store) -> None:
    match = await create_match(store)
    message = PlayerMessage(match, 11, 501, None, 1, 100, "token")
    await store.player_messages.save_message(message, pause_deadline=Deadline("pause", 5_000, 0))
    (outdated,) = await store.deadlines.list_of_match(match)
    await store.player_messages.save_message(
        replace(message, last_used_ms=200), pause_deadline=Deadline("pause", 9_000, 0)
    )
    assert not await store.deadlines.claim_and_remove(outdated)
    (current,) = await store.deadlines.list_of_match(match)
    assert current.due_ms == 5_000
    assert await store.deadlines.claim_and_remove(current)


async def _try_to_time_out(store: Store, deadline: Deadline) -> bool:
    try:
        await store.journal.append_events(
            deadline.match_id,
            1,
            [make_choice_event("!lapse")],
            MatchChange(is_live=False, removed_deadlines=(("turn", WHOLE_MATCH),)),
        )
    except Conflict:
        return False
    return True


@pytest.mark.parametrize(
    ("fire", "next_due_ms"),
    [
        (lambda store, due: store.deadlines.claim_and_remove(due), None),
        (lambda store, due: store.deadlines.claim_and_postpone(due, 9_000), 9_000),
        (_try_to_time_out, None),
    ],
    ids=["remove", "postpone", "time out"],
)
async def test_deadline_is_fired_by_only_one_of_many_callers(
    store: Store, fire: Callable[[Store, Deadline], Awaitable[bool]], next_due_ms: int | None
) -> None:
    await create_match(store, deadlines=(make_turn_deadline(5_000),))
    (due,) = await store.deadlines.list_due(5_000)
    assert sum(await asyncio.gather(*(fire(store, due) for _ in range(20)))) == 1
    assert await store.deadlines.find_next_due() == next_due_ms


async def test_downtime_is_recorded_without_moving_deadlines(store: Store) -> None:
    assert await store.heartbeats.record_heartbeat("first", 0, SILENCE_MS) == 0
    deadlines = (make_turn_deadline(20_000), Deadline("limit", 900_000, 0), Deadline("offer", 9_999, 0))
    match = await create_match(store, deadlines=deadlines)
    assert await store.heartbeats.record_heartbeat("first", 10_000, SILENCE_MS) == 0
    assert await store.heartbeats.record_heartbeat("second", 110_000, SILENCE_MS) == 110_000
    remaining = (await read_journal(store, match)).deadlines
    assert [(each.kind, each.due_ms) for each in remaining] == [("offer", 9_999), ("turn", 20_000), ("limit", 900_000)]
    assert await store.heartbeats.list_downtimes() == [(10_000, 110_000)]
    assert await store.heartbeats.list_downtimes(since_ms=110_000) == []
    assert await store.heartbeats.load_last_heartbeats(since_ms=100_000) == {"second": 110_000}
    assert await store.heartbeats.load_last_heartbeats(since_ms=0) == {"first": 10_000, "second": 110_000}


async def test_every_process_gets_the_end_of_the_newest_downtime(store: Store) -> None:
    await store.heartbeats.record_heartbeat("one", 0, SILENCE_MS)
    assert await store.heartbeats.record_heartbeat("one", SILENCE_MS, SILENCE_MS) == 0, (
        "a silence of this length is no downtime"
    )
    assert await store.heartbeats.record_heartbeat("one", 100_000, SILENCE_MS) == 100_000
    # A process that came back later and a process that always ran get the same time with every heartbeat.
    for now in (100_001, 110_000, 140_000):
        assert [await store.heartbeats.record_heartbeat(name, now, SILENCE_MS) for name in ("one", "two")] == [
            100_000
        ] * 2
    assert await store.heartbeats.record_heartbeat("two", 500_000, SILENCE_MS) == 500_000
    assert await store.heartbeats.record_heartbeat("one", 500_001, SILENCE_MS) == 500_000
    assert await store.heartbeats.list_downtimes() == [(SILENCE_MS, 100_000), (140_000, 500_000)]


async def test_downtime_noticed_by_many_processes_is_recorded_once(
    database_url: str, store: Store, database_kind: str
) -> None:
    stores = [store, *[await Store.open(database_url) for _ in range(5 if database_kind == "postgres" else 0)]]
    await store.heartbeats.record_heartbeat("old", 10_000, SILENCE_MS)
    heartbeats = (
        stores[n % len(stores)].heartbeats.record_heartbeat(f"new{n}", 110_000 + n, SILENCE_MS) for n in range(12)
    )
    downtime_ends = await asyncio.gather(*heartbeats)
    ((start_ms, end_ms),) = await store.heartbeats.list_downtimes()
    assert start_ms == 10_000
    assert downtime_ends == [end_ms] * 12
    await asyncio.gather(*(each.close() for each in stores[1:]))


async def test_no_downtime_is_recorded_while_a_process_runs(store: Store) -> None:
    await store.heartbeats.record_heartbeat("one", 0, SILENCE_MS)
    await store.heartbeats.record_heartbeat("two", 0, SILENCE_MS)
    for now in range(0, 200_000, 20_000):
        assert await store.heartbeats.record_heartbeat("one", now, SILENCE_MS) == 0
    assert await store.heartbeats.record_heartbeat("two", 200_000, SILENCE_MS) == 0
    # A clock that goes back causes no downtime either.
    for now in (200_000 - MAX_CLOCK_SKEW_MS, 210_000):
        assert await store.heartbeats.record_heartbeat("one", now, SILENCE_MS) == 0
    assert await store.heartbeats.list_downtimes() == []
    await store.heartbeats.record_heartbeat("new", 210_000 + 86_400_001, SILENCE_MS)
    assert await store.heartbeats.load_last_heartbeats(since_ms=0) == {"new": 210_000 + 86_400_001}, (
        "processes that were silent for a day are not listed"
    )


@pytest.mark.parametrize("clock_change_ms", [-MAX_CLOCK_SKEW_MS - 1, MAX_CLOCK_GAP_MS + 1, 10 * 365 * 86_400_000])
async def test_clock_far_from_the_last_heartbeat_is_refused(store: Store, clock_change_ms: int) -> None:
    last_ms = 20 * 365 * 86_400_000
    await store.heartbeats.record_heartbeat("right", last_ms, SILENCE_MS)
    with pytest.raises(ClockDoubted, match="1989-12-27"):
        await store.heartbeats.record_heartbeat("wrong", last_ms + clock_change_ms, SILENCE_MS)
    assert await store.heartbeats.list_downtimes() == []
    assert await store.heartbeats.load_last_heartbeats(0) == {"right": last_ms}
    assert await store.heartbeats.record_heartbeat("right", last_ms + 10_000, SILENCE_MS) == 0


async def test_downtime_as_long_as_the_maximum_gap_is_accepted(store: Store) -> None:
    await store.heartbeats.record_heartbeat("bot", 0, SILENCE_MS)
    assert await store.heartbeats.record_heartbeat("bot", MAX_CLOCK_GAP_MS, SILENCE_MS) == MAX_CLOCK_GAP_MS
    # In the playground, players can skip time.
    assert (
        await store.heartbeats.record_heartbeat(
            "bot", 9 * MAX_CLOCK_GAP_MS, SILENCE_MS, skipped_ms=8 * MAX_CLOCK_GAP_MS
        )
        == MAX_CLOCK_GAP_MS
    )


async def test_future_heartbeats_and_downtimes_are_corrected(store: Store) -> None:
    await store.heartbeats.record_heartbeat("bot", 1_000, SILENCE_MS)
    await store.heartbeats.record_heartbeat("bot", 500_000, SILENCE_MS)
    assert await store.heartbeats.find_wrong_times(500_000) == []
    assert len(await store.heartbeats.find_wrong_times(400_000)) == 2
    await store.heartbeats.accept_clock(400_000, SILENCE_MS)
    assert await store.heartbeats.find_wrong_times(400_000) == []
    assert await store.heartbeats.list_downtimes() == [(1_000, 400_000)]
    assert await store.heartbeats.record_heartbeat("bot", 410_000, SILENCE_MS) == 400_000
    # A downtime that is too long to be believed is accepted the same way.
    late_ms = 410_000 + MAX_CLOCK_GAP_MS + 1
    assert len(await store.heartbeats.find_wrong_times(late_ms)) == 1
    await store.heartbeats.accept_clock(late_ms, SILENCE_MS)
    assert await store.heartbeats.list_downtimes() == [(1_000, 400_000), (410_000, late_ms)]
    await store.heartbeats.record_heartbeat("bot", late_ms + 1, SILENCE_MS)


async def test_only_postgresql_has_a_server_time(store: Store, database_kind: str) -> None:
    assert (await store.read_database_time() is None) == (database_kind == "sqlite")
