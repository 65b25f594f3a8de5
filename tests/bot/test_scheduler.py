"""Tests for refreshing matches: after events, after outages, and in sweeps for changes by other processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.delivery import scheduler, sweep_schedule
from bot.delivery.sweep_schedule import TAKEOVER_DELAY_MS, SweepSchedule
from bot.errors import DiscordUnavailable
from bot.matches.deadline_loop import MatchPartition
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch
from bot.messenger import MessageLocation
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import Deadline, StoreUnavailable
from tests.bot.database_marks import both_databases
from tests.kit.calls import fail_next_calls, record_calls
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, create_match_service, play_token
from tests.kit.scene_reading import index_by_action
from tests.kit.world import (
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    offer_match_to_ben,
    play_first_legal_move,
)
from tests.storage.database_fixtures import record_presence
from tests.waiting import TEST_TIMEOUT_S, wait_until

pytestmark = pytest.mark.usefixtures("short_retry_delays")

UNAVAILABLE_ERROR = DiscordUnavailable("away")
NEVER_S = float(1 << 30)


# After outages and errors


@pytest.mark.parametrize("wake_source", ["connection", "another match"])
async def test_retry_delay_ends_once_discord_is_back(
    world: World, wake_source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_S", (3600.0,))
    world.discord.fail_next(f"post_message {CHANNEL_ID}", *[UNAVAILABLE_ERROR] * 2)
    first, second = [await begin_match_with_ben(world.matches) for _ in range(2)]
    for match in (first, second):
        world.delivery.schedule_refresh(match.id)
    await wait_until(lambda: not world.discord.planned_errors[f"post_message {CHANNEL_ID}"])
    if wake_source == "connection":
        world.delivery.retry_waiting_now()
    else:
        await play_first_legal_move(world.matches, first.id, ANN)
        world.delivery.schedule_refresh(first.id)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await world.delivery.wait_until_delivered()
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 2


@both_databases
async def test_retry_delay_ends_once_the_store_is_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "RETRY_DELAYS_S", (3600.0,))
    monkeypatch.setattr(sweep_schedule, "SWEEP_INTERVAL_S", 0.001)
    match = await begin_match_with_ben(world.matches)
    outages = fail_next_calls(monkeypatch, world.store.delivery_states, "load_state", StoreUnavailable("away"))
    fail_next_calls(
        monkeypatch, world.store.matches, "list_unshown", StoreUnavailable("away"), StoreUnavailable("away")
    )
    world.delivery.schedule_refresh(match.id)
    await wait_until(lambda: not outages)
    sweeping = asyncio.create_task(world.delivery.run_sweeps())
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await world.delivery.wait_until_delivered()
    sweeping.cancel()
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 1


async def test_event_during_a_failed_refresh_is_shown(world: World) -> None:
    match = await begin_match_with_ben(world.matches)

    async def schedule_and_fail(_: int) -> None:
        world.discord.callbacks_before.clear()
        world.delivery.schedule_refresh(match.id)
        raise ZeroDivisionError

    world.discord.callbacks_before["post_message"] = schedule_and_fail
    await world.refresh(match.id)
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 1
    assert await world.store.matches.list_unshown() == []


async def test_errors_are_retried_at_a_fixed_interval(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    try_times_s: list[float] = []

    async def record_and_fail(_: int) -> None:
        try_times_s.append(asyncio.get_running_loop().time())
        raise ValueError

    monkeypatch.setattr(scheduler, "ERROR_RETRY_DELAY_S", 0.05)
    world.discord.callbacks_before["post_message"] = record_and_fail
    match = await offer_match_to_ben(world.matches)
    for _ in range(30):
        await world.refresh(match.id)
    try_times_s.clear()
    await wait_until(lambda: len(try_times_s) >= 4)
    await world.delivery.cancel_deliveries()
    # The timers of the event loop may fire slightly early.
    assert try_times_s[3] - try_times_s[0] > 2.9 * scheduler.ERROR_RETRY_DELAY_S


async def test_deadline_loop_does_not_wait_for_an_outage_of_discord(world: World) -> None:
    match_id = (await world.begin_match("schamanen", variant="memory", placement="random")).id
    deadline = Deadline(DeadlineKind.COVER_REVEAL, NOON_MS, 0, match_id=match_id)
    await world.store.deadlines.set_deadlines(match_id, deadline)
    world.discord.fail_next(f"edit_message {CHANNEL_ID}", UNAVAILABLE_ERROR)
    await world.delivery.handle_deadline(deadline)
    assert deadline not in await world.store.deadlines.list_due(NOON_MS)
    await world.delivery.wait_until_delivered()
    assert await world.store.deadlines.list_due(NOON_MS + HOUR_MS * 24) == []


# Changes by other processes


@both_databases
async def test_forgotten_person_disappears_from_all_messages(world: World) -> None:
    """Another process deletes the person's data, as `duel forget` does. The next sweep updates the messages."""
    match_id = (await world.begin_match()).id
    await world.post_chatter()
    await create_match_service(world.store).forget_person(BEN, NOON_MS)
    await world.advance_time(NOON_MS + TAKEOVER_DELAY_MS)
    await world.sweep_matches()
    assert await world.store.matches.list_unshown() == []
    (card,) = [scene for scene in world.discord.list_scenes(CHANNEL_ID) if scene.rows]
    assert index_by_action(card)[Action.OFFER_REMATCH].match_id == match_id
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 2
    (end,) = world.discord.list_dms(ANN)
    assert str(BEN) not in str([scene.above for scene in (*world.discord.list_scenes(CHANNEL_ID), end)])


@pytest.mark.parametrize(("count", "expected_extra_sweeps"), [(1, 0), (2, 0), (3, 1)])
async def test_full_batch_leads_to_an_extra_sweep(
    world: World, monkeypatch: pytest.MonkeyPatch, count: int, expected_extra_sweeps: int
) -> None:
    monkeypatch.setattr(scheduler, "SWEEP_BATCH_SIZE", 2)
    extra_sweeps: list[None] = []
    monkeypatch.setattr(world.delivery.sweep_schedule, "schedule_extra_sweep", lambda: extra_sweeps.append(None))
    for _ in range(count):
        await begin_match_with_ben(world.matches)
    # `advance_time` would also fire deadlines, which refresh matches.
    world.time_ms[0] += TAKEOVER_DELAY_MS
    await world.sweep_matches()
    assert len(extra_sweeps) == expected_extra_sweeps
    assert len(world.discord.list_scenes(CHANNEL_ID)) == min(count, 2)


@both_databases
async def test_start_shows_unshown_matches_once_store_is_available(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_match_with_ben(world.matches)
    await play_token(world.matches, match, 0, "!resign", now_ms=NOON_MS)
    await world.refresh(match.id)
    await world.save_ephemeral_message(match.id, ANN, message_id=700)
    fail_next_calls(
        monkeypatch, world.store.matches, "list_unshown", StoreUnavailable("away"), StoreUnavailable("away")
    )
    fail_next_calls(monkeypatch, world.store.player_messages, "list_of_ended_matches", StoreUnavailable("away"))
    tries = record_calls(monkeypatch, world.store.matches, "list_unshown")
    monkeypatch.setattr(scheduler, "SWEEP_INTERVAL_S", 0)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await world.delivery.catch_up()
        await world.delivery.wait_until_delivered()
    assert len(tries) == 4
    assert world.discord.ephemeral_scenes[700].board
    assert await world.store.player_messages.list_of_ended_matches() == []


# The schedule of checks and sweeps


@pytest.fixture
def schedule(monkeypatch: pytest.MonkeyPatch) -> SweepSchedule:
    """A sweep schedule without delays, and with sweep intervals longer than any test."""
    for name in ("TAKEOVER_DELAY_MS", "OTHER_SHARE_EXTRA_DELAY_MS", "MIN_CHECK_INTERVAL_S"):
        monkeypatch.setattr(sweep_schedule, name, 0)
    for name in ("SWEEP_INTERVAL_S", "LISTENING_SWEEP_INTERVAL_S"):
        monkeypatch.setattr(sweep_schedule, name, NEVER_S)
    return SweepSchedule(MatchPartition())


async def wait_for_check(schedule: SweepSchedule) -> frozenset[int] | None:
    async with asyncio.timeout(TEST_TIMEOUT_S):
        return await schedule.wait_for_next_check()


async def check_nothing_is_due(schedule: SweepSchedule) -> None:
    waiting = asyncio.create_task(schedule.wait_for_next_check())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.wait((waiting,))


async def test_changed_matches_are_checked_together(schedule: SweepSchedule, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_nothing_is_due(schedule)
    for match_id in (3, 5, 3):
        schedule.schedule_check(match_id)
    assert await wait_for_check(schedule) == frozenset({3, 5})
    await check_nothing_is_due(schedule)
    monkeypatch.setattr(sweep_schedule, "OTHER_SHARE_EXTRA_DELAY_MS", NEVER_S)
    partition = MatchPartition()
    partition.update_share("one", ["one", "two"])
    other_schedule = SweepSchedule(partition)
    for match_id in (6, 7):
        other_schedule.schedule_check(match_id)
    assert await wait_for_check(other_schedule) == frozenset({6})
    await check_nothing_is_due(other_schedule)


async def test_process_sweeps_twice_after_it_starts_listening(
    schedule: SweepSchedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second sweep finds changes that were too recent for the first one to handle."""
    now_s = 0.0
    monkeypatch.setattr(sweep_schedule, "get_loop_time", lambda: now_s)
    monkeypatch.setattr(sweep_schedule, "TAKEOVER_DELAY_MS", 1_000)
    schedule.set_listening(True)
    assert await wait_for_check(schedule) is None
    await check_nothing_is_due(schedule)
    now_s = 1.0
    assert await wait_for_check(schedule) is None
    schedule.set_listening(True)
    await check_nothing_is_due(schedule)


async def test_process_without_notifications_sweeps_often(
    schedule: SweepSchedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_schedule, "SWEEP_INTERVAL_S", 0)
    assert [await wait_for_check(schedule), await wait_for_check(schedule)] == [None, None]
    schedule.set_listening(True)
    assert await wait_for_check(schedule) is None
    await check_nothing_is_due(schedule)
    schedule.schedule_extra_sweep()
    assert await wait_for_check(schedule) is None
    await check_nothing_is_due(schedule)
    schedule.set_listening(False)
    assert await wait_for_check(schedule) is None


# While Discord delays one request, such as the edit of a message


@pytest.fixture
async def pair_of_matches(world: World) -> AsyncIterator[list[RunningMatch]]:
    """Two matches in which both players are to move and both are inactive."""
    yield [await begin_match_where_both_choose(world) for _ in range(2)]
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await world.delivery.wait_until_delivered()


async def make_dm_stale(world: World, match_id: int, person_id: int) -> None:
    """Mark a player's direct message as outdated, so that the next refresh edits it."""
    (message,) = [it for it in await world.load_player_messages(match_id, person_id) if it.channel_id]
    await world.store.player_messages.save_message(replace(message, content_key="outdated"))


async def find_pending_seats(world: World, *match_ids: int) -> list[int]:
    """Return the seats that have a notification that is due but not sent."""
    deadlines = [it for match_id in match_ids for it in await world.store.deadlines.list_of_match(match_id)]
    return [
        it.seat
        for it in deadlines
        if it.kind == DeadlineKind.NOTIFICATION and not it.outcome and it.due_ms <= world.time_ms[0]
    ]


async def test_card_moves_while_edit_of_another_card_is_delayed(
    world: World, pair_of_matches: list[RunningMatch]
) -> None:
    first_id, second_id = [match.id for match in pair_of_matches]
    await world.preferences.update_player(BEN, PlayerPreferences(prompts="here"))
    await world.refresh(first_id)
    await play_first_legal_move(world.matches, first_id, ANN, NOON_MS)
    world.time_ms[0] += MINUTE_MS
    hold = world.discord.hold_operation(f"edit_message {CHANNEL_ID}")
    world.delivery.schedule_refresh(first_id)
    await wait_until(hold.reached.is_set)
    before = len(world.discord.list_scenes(CHANNEL_ID))
    world.delivery.schedule_refresh(second_id)
    await wait_until(lambda: len(world.discord.list_scenes(CHANNEL_ID)) > before)
    hold.released.set()


@pytest.mark.parametrize("in_other_match", [False, True])
async def test_notification_is_sent_while_edit_for_another_player_is_delayed(
    world: World, pair_of_matches: list[RunningMatch], in_other_match: bool
) -> None:
    first_id, second_id = [match.id for match in pair_of_matches]
    await record_presence(world.store, [ANN], NOON_MS, first_id)
    await world.refresh(first_id)
    assert world.count_pings(ANN) == [0]
    await make_dm_stale(world, first_id, BEN)
    world.time_ms[0] += ACTIVE_WINDOW_MS
    hold = world.discord.hold_operation(f"edit_message {DM_CHANNEL_OFFSET + BEN}")
    world.delivery.schedule_refresh(first_id)
    await wait_until(hold.reached.is_set)
    if in_other_match:
        world.delivery.schedule_refresh(second_id)

    async def are_all_notified() -> bool:
        return not await find_pending_seats(world, first_id, *([second_id] if in_other_match else []))

    await wait_until(are_all_notified)
    assert world.count_pings(ANN) == [1]
    hold.released.set()


@pytest.mark.parametrize("request_key", [f"edit_message {DM_CHANNEL_OFFSET + ANN}", f"delete_message {CHANNEL_ID}"])
async def test_message_is_edited_while_another_edit_or_deletion_is_delayed(
    world: World, pair_of_matches: list[RunningMatch], request_key: str
) -> None:
    match_id = pair_of_matches[0].id
    await world.refresh(match_id)
    await make_dm_stale(world, match_id, ANN)
    await world.store.cleanup.add_messages(match_id, [MessageLocation(CHANNEL_ID, 77)])
    await world.save_ephemeral_message(match_id, BEN, message_id=700)
    hold = world.discord.hold_operation(request_key)
    world.delivery.schedule_refresh(match_id)
    await wait_until(lambda: hold.reached.is_set() and 700 in world.discord.ephemeral_scenes)
    hold.released.set()


@pytest.mark.parametrize(("delayed_id", "other_id"), [(ANN, BEN), (BEN, ANN)])
async def test_player_is_notified_while_another_notification_is_delayed(
    world: World, pair_of_matches: list[RunningMatch], delayed_id: int, other_id: int
) -> None:
    hold = world.discord.hold_operation(f"send_dm {delayed_id}")
    world.delivery.schedule_refresh(pair_of_matches[0].id)
    await wait_until(lambda: world.discord.count_pings(other_id) and world.discord.list_scenes(CHANNEL_ID))
    assert world.count_pings(delayed_id) == [0]
    hold.released.set()


async def test_reminder_of_another_match_is_sent_while_deletion_is_delayed(world: World) -> None:
    for _ in range(2):
        await begin_match_with_ben(world.matches, "schamanen", HOUR_MS, placement="random")
    first_id, second_id = [match.id for match in await world.store.matches.list_live_of_person(ANN)]
    await world.refresh(first_id)
    await world.refresh(second_id)
    before = world.discord.count_pings(ANN)
    hold = world.discord.hold_operation(f"delete_message {DM_CHANNEL_OFFSET + ANN}")
    # A reminder replaces it, and another one comes for the other match.
    reminding = asyncio.create_task(world.advance_time(NOON_MS + 4 * HOUR_MS // 5))
    await wait_until(lambda: hold.reached.is_set() and world.discord.count_pings(ANN) == before + 2)
    hold.released.set()
    await reminding
