"""Two processes that serve the same matches show and send everything once, as one process would."""

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
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, next_interaction_id, play_token
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
    """Two processes with caches of their own. They share the store on SQLite, whose file can only be opened once."""
    hour = [NOON_MS]
    board = FakeDiscord(lambda: hour[0])

    async def wait(_: int) -> None:
        """Give the other process time, and forget all nonces."""
        await asyncio.sleep(0.01)
        board.location_by_nonce.clear()

    board.callbacks_before["post_message"] = wait
    other = matches.store if database_kind == "sqlite" else await Store.open(database_url)
    yield create_world(matches.store, board, hour), create_world(other, board, hour)
    if other is not matches.store:
        await other.close()


async def refresh_both(worlds: tuple[World, World], match_id: int) -> None:
    await asyncio.gather(*(world.refresh(match_id) for world in worlds))


@both_databases
async def test_two_processes_show_everything_once(two_worlds: tuple[World, World]) -> None:
    one, other = two_worlds
    match_id = (await begin_match_with_ben(one.matches, "schamanen", clock=HOUR_MS, placement="random")).id
    await refresh_both(two_worlds, match_id)
    assert one.count_pings() == [1, 1]
    for _ in range(4):
        # A card that nobody presses is edited at most once a minute.
        one.time_ms[0] += MINUTE_MS
        match = await one.matches.find_match(match_id)
        if not isinstance(match, RunningMatch):
            break
        waiting = [match.player_ids[seat] or 0 for seat in sorted(match.engine.to_move)]
        await asyncio.gather(
            *(
                play_first_legal_move(world.matches, match_id, person_id)
                for world, person_id in zip(two_worlds, waiting, strict=False)
            )
        )
        await refresh_both(two_worlds, match_id)
        assert await one.store.matches.list_unshown() == []
        assert count_live_messages(one) == 1
        match = await one.matches.find_match(match_id)
        assert isinstance(match, StartedMatch)
        prompted = {
            it
            for it in (ANN, BEN)
            if any(Action.PICK_MOVE in index_by_action(scene) for scene in one.discord.list_dms(it))
        }
        assert prompted == {match.player_ids[seat] for seat in match.engine.seats_asked}
    if not (match := await other.matches.find_match(match_id)).is_over:
        await play_token(other.matches, match, 0, "!resign", now_ms=NOON_MS)
    await refresh_both(two_worlds, match_id)
    assert (
        len(
            [
                scene
                for channel_id, scene in one.discord.posted_messages
                if channel_id == CHANNEL_ID and ANN in scene.pinged_ids
            ]
        )
        == 1
    )


@both_databases
async def test_card_posted_by_one_process_is_not_posted_again_by_the_other(two_worlds: tuple[World, World]) -> None:
    one, other = two_worlds
    match_id = (await begin_match_with_ben(one.matches, clock=HOUR_MS)).id
    one.discord.fail_next(f"send_dm {BEN}", *[UNAVAILABLE_ERROR] * 3)
    one.delivery.schedule_refresh(match_id)
    await wait_until(lambda: one.discord.list_dms(ANN))
    await one.post_chatter()
    await play_first_legal_move(other.matches, match_id, ANN)
    await other.refresh(match_id)
    await one.delivery.wait_until_delivered()
    assert [bool(scene.rows) for scene in one.discord.list_scenes(CHANNEL_ID)] == [True, False]
    assert one.count_pings() == [1, 1]


@both_databases
async def test_process_that_records_its_card_late_does_not_replace_a_newer_one(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was paused while it held the lock, and another process replaced its card in the meantime."""
    store, hour, may_go_on, is_first_call = matches.store, [NOON_MS], asyncio.Event(), [True]
    mark_shown = store.cards.mark_shown

    async def pause_and_mark(match_id: int, event_count: int, channel_id: int, message_id: int | None) -> None:
        if is_first_call:
            is_first_call.clear()
            await may_go_on.wait()
        await mark_shown(match_id, event_count, channel_id, message_id)

    board = FakeDiscord(lambda: hour[0])
    one, other = create_world(store, board, hour), create_world(store, board, hour)
    for person_id in (ANN, BEN):
        await one.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    match_id = (await one.begin_match()).id
    ((first, _),) = board.list_live_messages()
    monkeypatch.setattr(store, "hold_lock", lambda _: nullcontext())
    monkeypatch.setattr(store.cards, "mark_shown", pause_and_mark)
    hour[0] += HOUR_MS // 4
    await play_first_legal_moves_of_both(matches, match_id, hour[0])
    one.delivery.schedule_refresh(match_id)
    await wait_until(lambda: not is_first_call)
    await other.advance_time(hour[0] + ACTIVE_WINDOW_MS)
    may_go_on.set()
    await one.delivery.wait_until_delivered()
    assert count_live_messages(one) == 1
    card_id = (await one.load_header(match_id)).card_message_id or 0
    assert [location.message_id for location, _ in board.list_live_messages()] == [card_id]
    assert card_id > first.message_id


@both_databases
async def test_match_that_one_process_did_not_show_is_shown_by_the_other(two_worlds: tuple[World, World]) -> None:
    one, other = two_worlds
    one.time_ms[0] = INACTIVE_SINCE_MS
    match_id = (await begin_match_with_ben(one.matches, clock=HOUR_MS)).id
    for delay_ms, is_posted in ((0, False), (TAKEOVER_DELAY_MS, True)):
        one.time_ms[0] += delay_ms
        await other.delivery.sweep_all_matches()
        await other.delivery.wait_until_delivered()
        assert bool(one.discord.posted_messages) == is_posted, "at first, it is up to the process that stored it"
    assert count_live_messages(one) == 1
    before = len(one.discord.posted_messages)
    await one.refresh(match_id)
    assert len(one.discord.posted_messages) == before


@both_databases
async def test_move_stored_during_a_refresh_by_another_process_is_shown(two_worlds: tuple[World, World]) -> None:
    one, other = two_worlds
    match_id = (await begin_match_with_ben(one.matches, clock=HOUR_MS)).id

    async def play(_: int) -> None:
        other.discord.callbacks_before.clear()
        await play_first_legal_move(one.matches, match_id, ANN)
        await other.delivery.check_changed_matches({match_id})

    other.discord.callbacks_before["post_message"] = play
    await other.delivery.check_changed_matches({match_id})
    await other.delivery.wait_until_delivered()
    # Also update the card, which may trail the match.
    await other.delivery.deliver_everything()
    assert await one.store.matches.list_unshown() == []


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
@pytest.mark.parametrize("heard", ["at once", "once it listens again", "with the next sweep"])
async def test_stored_match_is_shown_when_the_other_process_learns_of_it(
    database_url: str, two_worlds: tuple[World, World], heard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_s = 1 << 30
    for name in ("TAKEOVER_DELAY_MS", "OTHER_SHARE_EXTRA_DELAY_MS", "MIN_CHECK_INTERVAL_S"):
        monkeypatch.setattr(sweep_schedule, name, 0)
    monkeypatch.setattr(sweep_schedule, "SWEEP_INTERVAL_S", never_s)
    monkeypatch.setattr(sweep_schedule, "LISTENING_SWEEP_INTERVAL_S", 0 if "sweep" in heard else never_s)
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    one, other = two_worlds
    misses_notification, is_listening = heard != "at once", asyncio.Event()

    def on_change(match_id: int) -> None:
        if not misses_notification:
            other.delivery.sweep_schedule.schedule_check(match_id)

    def on_listening(listening: bool) -> None:
        other.delivery.sweep_schedule.set_listening(listening)
        if listening:
            is_listening.set()

    tasks = [
        asyncio.create_task(other.store.listen_for_changes(on_change, on_listening)),
        asyncio.create_task(other.delivery.run_sweeps()),
    ]
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await is_listening.wait()
    match_id = (await begin_match_with_ben(one.matches, clock=HOUR_MS)).id
    if "listens" in heard:
        server = await asyncpg.connect(database_url)
        await server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await server.close()
    if "sweep" in heard:
        # A notification of another match wakes the process, which then notices that a sweep is due.
        other.delivery.sweep_schedule.schedule_check(match_id + 1)

    async def is_shown() -> bool:
        return not await other.store.matches.list_unshown()

    await wait_until(is_shown)
    await other.delivery.wait_until_delivered()
    assert count_live_messages(one) == 1
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_match_that_cannot_be_shown_is_not_retried_with_every_sweep(two_worlds: tuple[World, World]) -> None:
    one, _ = two_worlds
    await begin_match_with_ben(one.matches, clock=HOUR_MS)
    attempts = list[int]()

    async def fail(channel_id: int) -> None:
        attempts.append(channel_id)
        raise ZeroDivisionError

    one.discord.callbacks_before[f"post_message {CHANNEL_ID}"] = fail
    one.time_ms[0] += TAKEOVER_DELAY_MS
    for _ in range(3):
        await one.delivery.sweep_all_matches()
        await one.delivery.wait_until_delivered()
    assert attempts == [CHANNEL_ID]


@both_databases
async def test_outage_of_the_store_only_delays_a_match(
    two_worlds: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two_worlds
    fail_next_calls(monkeypatch, one.store.cards, "mark_shown", StoreUnavailable("away"), StoreUnavailable("away"))
    await one.begin_match(clock=HOUR_MS)
    assert await one.store.matches.list_unshown() == []
    assert one.count_pings() == [1, 1]


@both_databases
async def test_board_opened_by_one_process_is_covered_by_the_other_in_time(two_worlds: tuple[World, World]) -> None:
    one, other = two_worlds
    match_id = (
        await begin_match_with_ben(one.matches, "schamanen", clock=HOUR_MS, variant="memory", placement="random")
    ).id
    await refresh_both(two_worlds, match_id)
    await play_first_legal_moves_of_both(one.matches, match_id)
    await one.refresh(match_id)
    opened = list_shown_boards(one.discord)
    match = await other.matches.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert match.game.draw_board(match.engine.view_of(None)) in opened
    one.time_ms[0] += 1_000
    await other.matches.play_move(
        match_id, ANN, ("!offer",), step=None, interaction_id=next_interaction_id(), now_ms=one.time_ms[0]
    )
    await other.refresh(match_id)
    assert list_shown_boards(one.discord) & opened
    edits: list[int] = []

    async def count_edit(channel_id: int) -> None:
        edits.append(channel_id)

    one.discord.callbacks_before["edit_message"] = count_edit
    one.time_ms[0] += REVEAL_DURATION_MS
    await asyncio.gather(
        *(
            DeadlineLoop(it.matches, it.store, "clock", it.delivery.handle_deadline).fire_due_deadlines(one.time_ms[0])
            for it in two_worlds
        ),
    )
    await asyncio.gather(*(world.delivery.wait_until_delivered() for world in two_worlds))
    assert not list_shown_boards(one.discord) & opened
    assert edits.count(CHANNEL_ID) == 1
    assert await one.store.deadlines.list_due(one.time_ms[0] + MINUTE_MS) == []


def list_shown_boards(discord: FakeDiscord) -> set[object]:
    return {scene.board.picture for scene in discord.list_scenes(CHANNEL_ID) if isinstance(scene.board, SceneImage)}
