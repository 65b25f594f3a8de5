"""Tests that two processes which serve the same matches send every message only once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext

import asyncpg
import pytest

from bot.delivery import sweep_schedule
from bot.delivery.sweep_schedule import TAKEOVER_DELAY_MS
from bot.errors import DiscordUnavailable
from bot.matches.deadline_loop import DeadlineLoop
from bot.matches.model import RunningMatch, StartedMatch
from bot.matches.service import MatchService
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.rendering.temporary_reveal import REVEAL_DURATION_MS
from bot.screens.custom_ids import Action
from bot.screens.scene import SceneImage
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import Store, StoreUnavailable, notify
from tests.bot.database_marks import both_databases
from tests.kit.calls import fail_next_calls
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, play_move, play_token
from tests.kit.scene_reading import index_by_action
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_with_ben,
    count_live_messages,
    create_world,
    play_first_legal_move,
    play_first_legal_moves_of_both,
)
from tests.waiting import TEST_TIMEOUT_S, wait_until

pytestmark = pytest.mark.usefixtures("short_retry_delays")

UNAVAILABLE_ERROR = DiscordUnavailable("away")


@pytest.fixture
async def two_worlds(
    database_kind: str, database_url: str, matches: MatchService
) -> AsyncIterator[tuple[World, World]]:
    """Two processes with separate caches. On SQLite they share the store, since its file can be opened only once."""
    time_ms = [NOON_MS]
    discord = FakeDiscord(lambda: time_ms[0])

    async def wait_and_forget_nonces(_: int) -> None:
        """Give the other process time to act, and forget all nonces."""
        await asyncio.sleep(0.01)
        discord.location_by_nonce.clear()

    discord.callbacks_before["post_message"] = wait_and_forget_nonces
    other_store = matches.store if database_kind == "sqlite" else await Store.open(database_url)
    yield create_world(matches.store, discord, time_ms), create_world(other_store, discord, time_ms)
    if other_store is not matches.store:
        await other_store.close()


async def refresh_both(worlds: tuple[World, World], match_id: int) -> None:
    await asyncio.gather(*(world.refresh(match_id) for world in worlds))


@both_databases
async def test_two_processes_show_everything_once(two_worlds: tuple[World, World]) -> None:
    first, second = two_worlds
    match_id = (await begin_match_with_ben(first.matches, "schamanen", clock=HOUR_MS, placement="random")).id
    await refresh_both(two_worlds, match_id)
    assert first.count_pings() == [1, 1]
    for _ in range(4):
        # A card that nobody presses is edited at most once a minute.
        first.time_ms[0] += MINUTE_MS
        match = await first.matches.find_match(match_id)
        if not isinstance(match, RunningMatch):
            break
        ids_to_move = [match.player_ids[seat] or 0 for seat in sorted(match.engine.to_move)]
        await asyncio.gather(
            *(
                play_first_legal_move(world.matches, match_id, person_id)
                for world, person_id in zip(two_worlds, ids_to_move, strict=False)
            )
        )
        await refresh_both(two_worlds, match_id)
        assert await first.store.matches.list_unshown() == []
        assert count_live_messages(first) == 1
        match = await first.matches.find_match(match_id)
        assert isinstance(match, StartedMatch)
        prompted = {
            other_id
            for other_id in (ANN, BEN)
            if any(Action.PICK_MOVE in index_by_action(scene) for scene in first.discord.list_dms(other_id))
        }
        assert prompted == {match.player_ids[seat] for seat in match.engine.seats_asked}
    if not (match := await second.matches.find_match(match_id)).is_over:
        await play_token(second.matches, match, 0, "!resign", now_ms=NOON_MS)
    await refresh_both(two_worlds, match_id)
    pinging_posts = [
        scene
        for channel_id, scene in first.discord.posted_messages
        if channel_id == CHANNEL_ID and ANN in scene.pinged_ids
    ]
    assert len(pinging_posts) == 1


@both_databases
async def test_card_of_one_process_is_not_posted_again_by_another(two_worlds: tuple[World, World]) -> None:
    first, second = two_worlds
    match_id = (await begin_match_with_ben(first.matches, clock=HOUR_MS)).id
    first.discord.fail_next(f"send_dm {BEN}", *[UNAVAILABLE_ERROR] * 3)
    first.delivery.schedule_refresh(match_id)
    await wait_until(lambda: first.discord.list_dms(ANN))
    await first.post_chatter()
    await play_first_legal_move(second.matches, match_id, ANN)
    await second.refresh(match_id)
    await first.delivery.wait_until_delivered()
    assert [bool(scene.rows) for scene in first.discord.list_scenes(CHANNEL_ID)] == [True, False]
    assert first.count_pings() == [1, 1]


@both_databases
async def test_late_record_of_a_card_does_not_replace_newer_card(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process is paused while it holds the lock, and the second one replaces its card in the meantime."""
    store, time_ms, may_go_on, is_first_call = matches.store, [NOON_MS], asyncio.Event(), [True]
    mark_shown = store.cards.mark_shown

    async def pause_and_mark(match_id: int, event_count: int, channel_id: int, message_id: int | None) -> None:
        if is_first_call:
            is_first_call.clear()
            await may_go_on.wait()
        await mark_shown(match_id, event_count, channel_id, message_id)

    discord = FakeDiscord(lambda: time_ms[0])
    first, second = create_world(store, discord, time_ms), create_world(store, discord, time_ms)
    for person_id in (ANN, BEN):
        await first.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    match_id = (await first.begin_match()).id
    ((first_location, _),) = discord.list_live_messages()
    monkeypatch.setattr(store, "hold_lock", lambda _: nullcontext())
    monkeypatch.setattr(store.cards, "mark_shown", pause_and_mark)
    time_ms[0] += HOUR_MS // 4
    await play_first_legal_moves_of_both(matches, match_id, time_ms[0])
    first.delivery.schedule_refresh(match_id)
    await wait_until(lambda: not is_first_call)
    await second.advance_time(time_ms[0] + ACTIVE_WINDOW_MS)
    may_go_on.set()
    await first.delivery.wait_until_delivered()
    assert count_live_messages(first) == 1
    card_id = (await first.load_header(match_id)).card_message_id or 0
    assert [location.message_id for location, _ in discord.list_live_messages()] == [card_id]
    assert card_id > first_location.message_id


@both_databases
async def test_unshown_match_is_taken_over_by_another_process(two_worlds: tuple[World, World]) -> None:
    first, second = two_worlds
    first.time_ms[0] = INACTIVE_SINCE_MS
    match_id = (await begin_match_with_ben(first.matches, clock=HOUR_MS)).id
    for delay_ms, is_posted in ((0, False), (TAKEOVER_DELAY_MS, True)):
        first.time_ms[0] += delay_ms
        await second.sweep_matches()
        assert bool(first.discord.posted_messages) == is_posted, "the process that stored the match goes first"
    assert count_live_messages(first) == 1
    post_count = len(first.discord.posted_messages)
    await first.refresh(match_id)
    assert len(first.discord.posted_messages) == post_count


@both_databases
async def test_move_stored_during_a_refresh_by_another_process_is_shown(two_worlds: tuple[World, World]) -> None:
    first, second = two_worlds
    match_id = (await begin_match_with_ben(first.matches, clock=HOUR_MS)).id

    async def play_and_check(_: int) -> None:
        second.discord.callbacks_before.clear()
        await play_first_legal_move(first.matches, match_id, ANN)
        await second.delivery.check_changed_matches({match_id})

    second.discord.callbacks_before["post_message"] = play_and_check
    await second.delivery.check_changed_matches({match_id})
    await second.delivery.wait_until_delivered()
    # Also update the card, which may trail the match.
    await second.delivery.deliver_everything()
    assert await first.store.matches.list_unshown() == []


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
@pytest.mark.parametrize("trigger", ["notification", "reconnect", "sweep"])
async def test_match_is_shown_after_notification_reconnect_or_sweep(
    database_url: str, two_worlds: tuple[World, World], trigger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_s = 1 << 30
    for name in ("TAKEOVER_DELAY_MS", "OTHER_SHARE_EXTRA_DELAY_MS", "MIN_CHECK_INTERVAL_S"):
        monkeypatch.setattr(sweep_schedule, name, 0)
    monkeypatch.setattr(sweep_schedule, "SWEEP_INTERVAL_S", never_s)
    monkeypatch.setattr(sweep_schedule, "LISTENING_SWEEP_INTERVAL_S", 0 if trigger == "sweep" else never_s)
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    first, second = two_worlds
    misses_notification, is_listening = trigger != "notification", asyncio.Event()

    def on_change(match_id: int) -> None:
        if not misses_notification:
            second.delivery.sweep_schedule.schedule_check(match_id)

    def on_listening(listening: bool) -> None:
        second.delivery.sweep_schedule.set_listening(listening)
        if listening:
            is_listening.set()

    tasks = [
        asyncio.create_task(second.store.listen_for_changes(on_change, on_listening)),
        asyncio.create_task(second.delivery.run_sweeps()),
    ]
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await is_listening.wait()
    match_id = (await begin_match_with_ben(first.matches, clock=HOUR_MS)).id
    if trigger == "reconnect":
        server = await asyncpg.connect(database_url)
        await server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await server.close()
    if trigger == "sweep":
        # A notification of another match wakes the process, which then notices that a sweep is due.
        second.delivery.sweep_schedule.schedule_check(match_id + 1)

    async def is_shown() -> bool:
        return not await second.store.matches.list_unshown()

    await wait_until(is_shown)
    await second.delivery.wait_until_delivered()
    assert count_live_messages(first) == 1
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_sweeps_do_not_retry_a_match_whose_refresh_fails(two_worlds: tuple[World, World]) -> None:
    world, _ = two_worlds
    await begin_match_with_ben(world.matches, clock=HOUR_MS)
    attempts = list[int]()

    async def record_and_fail(channel_id: int) -> None:
        attempts.append(channel_id)
        raise ZeroDivisionError

    world.discord.callbacks_before[f"post_message {CHANNEL_ID}"] = record_and_fail
    world.time_ms[0] += TAKEOVER_DELAY_MS
    for _ in range(3):
        await world.sweep_matches()
    assert attempts == [CHANNEL_ID]


@both_databases
async def test_outage_of_the_store_only_delays_a_match(
    two_worlds: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    world, _ = two_worlds
    fail_next_calls(monkeypatch, world.store.cards, "mark_shown", StoreUnavailable("away"), StoreUnavailable("away"))
    await world.begin_match(clock=HOUR_MS)
    assert await world.store.matches.list_unshown() == []
    assert world.count_pings() == [1, 1]


@both_databases
async def test_board_opened_by_one_process_is_covered_by_another(two_worlds: tuple[World, World]) -> None:
    first, second = two_worlds
    match_id = (
        await begin_match_with_ben(first.matches, "schamanen", clock=HOUR_MS, variant="memory", placement="random")
    ).id
    await refresh_both(two_worlds, match_id)
    await play_first_legal_moves_of_both(first.matches, match_id)
    await first.refresh(match_id)
    open_boards = list_shown_boards(first.discord)
    match = await second.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert match.game.draw_board(match.engine.view_of(None)) in open_boards
    first.time_ms[0] += 1_000
    await play_move(second.matches, match_id, ANN, "!offer", now_ms=first.time_ms[0])
    await second.refresh(match_id)
    assert list_shown_boards(first.discord) & open_boards
    edits: list[int] = []

    async def count_edit(channel_id: int) -> None:
        edits.append(channel_id)

    first.discord.callbacks_before["edit_message"] = count_edit
    first.time_ms[0] += REVEAL_DURATION_MS
    await asyncio.gather(
        *(
            DeadlineLoop(it.matches, it.store, "clock", it.delivery.handle_deadline).fire_due_deadlines(
                first.time_ms[0]
            )
            for it in two_worlds
        ),
    )
    await asyncio.gather(*(it.delivery.wait_until_delivered() for it in two_worlds))
    assert not list_shown_boards(first.discord) & open_boards
    assert edits.count(CHANNEL_ID) == 1
    assert await first.store.deadlines.list_due(first.time_ms[0] + MINUTE_MS) == []


def list_shown_boards(discord: FakeDiscord) -> set[object]:
    return {scene.board.picture for scene in discord.list_scenes(CHANNEL_ID) if isinstance(scene.board, SceneImage)}
