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
from tests.bot.databases import both_databases
from tests.kit.calls import fail_next
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, cause, said
from tests.kit.scenes import verbs
from tests.kit.world import EARLIER, World, begun, chosen, count_live_messages, create_world, round_of
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.usefixtures("soon_again")

AWAY = DiscordUnavailable("away")


@pytest.fixture
async def pair(database: str, url: str, matches: MatchService) -> AsyncIterator[tuple[World, World]]:
    """Two processes with caches of their own. They share the store on SQLite, whose file can only be opened once."""
    hour = [NOON]
    board = Discord(lambda: hour[0])

    async def wait(_: int) -> None:
        """Give the other process time, and forget all nonces."""
        await asyncio.sleep(0.01)
        board.nonces.clear()

    board.meanwhile["post"] = wait
    other = matches.store if database == "sqlite" else await Store.open(url)
    yield create_world(matches.store, board, hour), create_world(other, board, hour)
    if other is not matches.store:
        await other.close()


async def refresh_both(pair: tuple[World, World], match_id: int) -> None:
    await asyncio.gather(*(world.refresh(match_id) for world in pair))


@both_databases
async def test_two_processes_show_everything_once(pair: tuple[World, World]) -> None:
    one, other = pair
    match_id = (await begun(one.tables, "schamanen", clock=HOUR_MS, placement="random")).id
    await refresh_both(pair, match_id)
    assert one.count_pings() == [1, 1]
    for _ in range(4):
        # A card that nobody presses is edited at most once a minute.
        one.hour[0] += MINUTE_MS
        match = await one.tables.find_match(match_id)
        if not isinstance(match, RunningMatch):
            break
        waiting = [match.player_ids[seat] or 0 for seat in sorted(match.engine.to_move)]
        await asyncio.gather(
            *(chosen(world.tables, match_id, person_id) for world, person_id in zip(pair, waiting, strict=False))
        )
        await refresh_both(pair, match_id)
        assert await one.store.matches.list_unshown() == []
        assert count_live_messages(one) == 1
        match = await one.tables.find_match(match_id)
        assert isinstance(match, StartedMatch)
        prompted = {
            it for it in (ANN, BEN) if any(Action.PICK_MOVE in verbs(scene) for scene in one.discord.direct(it))
        }
        assert prompted == {match.player_ids[seat] for seat in match.engine.seats_asked}
    if not (match := await other.tables.find_match(match_id)).is_over:
        await said(other.tables, match, 0, "!resign", now_ms=NOON)
    await refresh_both(pair, match_id)
    assert (
        len([scene for channel_id, scene in one.discord.posted if channel_id == CHANNEL and ANN in scene.pinged_ids])
        == 1
    )


@both_databases
async def test_card_posted_by_one_process_is_not_posted_again_by_the_other(pair: tuple[World, World]) -> None:
    one, other = pair
    match_id = (await begun(one.tables, clock=HOUR_MS)).id
    one.discord.fails(f"tell {BEN}", *[AWAY] * 3)
    one.herald.schedule_refresh(match_id)
    await wait_until(lambda: one.discord.direct(ANN))
    await one.post_chatter()
    await chosen(other.tables, match_id, ANN)
    await other.refresh(match_id)
    await one.herald.wait_until_delivered()
    assert [bool(scene.rows) for scene in one.discord.at(CHANNEL)] == [True, False]
    assert one.count_pings() == [1, 1]


@both_databases
async def test_process_that_records_its_card_late_does_not_replace_a_newer_one(
    matches: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was paused while it held the lock, and another process replaced its card in the meantime."""
    store, hour, may_go_on, is_first_call = matches.store, [NOON], asyncio.Event(), [True]
    mark_shown = store.cards.mark_shown

    async def pause_and_mark(match_id: int, event_count: int, channel_id: int, message_id: int | None) -> None:
        if is_first_call:
            is_first_call.clear()
            await may_go_on.wait()
        await mark_shown(match_id, event_count, channel_id, message_id)

    board = Discord(lambda: hour[0])
    one, other = create_world(store, board, hour), create_world(store, board, hour)
    for person_id in (ANN, BEN):
        await one.preferences.update_player(person_id, PlayerPreferences(prompts="here"))
    match_id = (await one.begin_match()).id
    ((first, _),) = board.alive()
    monkeypatch.setattr(store, "hold_lock", lambda _: nullcontext())
    monkeypatch.setattr(store.cards, "mark_shown", pause_and_mark)
    hour[0] += HOUR_MS // 4
    await round_of(matches, match_id, hour[0])
    one.herald.schedule_refresh(match_id)
    await wait_until(lambda: not is_first_call)
    await other.clock(hour[0] + ACTIVE_WINDOW_MS)
    may_go_on.set()
    await one.herald.wait_until_delivered()
    assert count_live_messages(one) == 1
    card_id = (await one.load_header(match_id)).card_message_id or 0
    assert [location.message_id for location, _ in board.alive()] == [card_id]
    assert card_id > first.message_id


@both_databases
async def test_match_that_one_process_did_not_show_is_shown_by_the_other(pair: tuple[World, World]) -> None:
    one, other = pair
    one.hour[0] = EARLIER
    match_id = (await begun(one.tables, clock=HOUR_MS)).id
    for delay_ms, is_posted in ((0, False), (TAKEOVER_DELAY_MS, True)):
        one.hour[0] += delay_ms
        await other.herald.sweep_all_matches()
        await other.herald.wait_until_delivered()
        assert bool(one.discord.posted) == is_posted, "at first, it is up to the process that stored it"
    assert count_live_messages(one) == 1
    before = len(one.discord.posted)
    await one.refresh(match_id)
    assert len(one.discord.posted) == before


@both_databases
async def test_move_stored_during_a_refresh_by_another_process_is_shown(pair: tuple[World, World]) -> None:
    one, other = pair
    match_id = (await begun(one.tables, clock=HOUR_MS)).id

    async def play(_: int) -> None:
        other.discord.meanwhile.clear()
        await chosen(one.tables, match_id, ANN)
        await other.herald.check_changed_matches({match_id})

    other.discord.meanwhile["post"] = play
    await other.herald.check_changed_matches({match_id})
    await other.herald.wait_until_delivered()
    # Also update the card, which may trail the match.
    await other.herald.deliver_everything()
    assert await one.store.matches.list_unshown() == []


@pytest.mark.gate
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
@pytest.mark.parametrize("heard", ["at once", "once it listens again", "with the next sweep"])
async def test_stored_match_is_shown_when_the_other_process_learns_of_it(
    url: str, pair: tuple[World, World], heard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_s = 1 << 30
    for name in ("TAKEOVER_DELAY_MS", "OTHER_SHARE_EXTRA_DELAY_MS", "MIN_CHECK_INTERVAL_S"):
        monkeypatch.setattr(sweep_schedule, name, 0)
    monkeypatch.setattr(sweep_schedule, "SWEEP_INTERVAL_S", never_s)
    monkeypatch.setattr(sweep_schedule, "LISTENING_SWEEP_INTERVAL_S", 0 if "sweep" in heard else never_s)
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    one, other = pair
    misses_notification, is_listening = heard != "at once", asyncio.Event()

    def on_change(match_id: int) -> None:
        if not misses_notification:
            other.herald.sweep_schedule.schedule_check(match_id)

    def on_listening(listening: bool) -> None:
        other.herald.sweep_schedule.set_listening(listening)
        if listening:
            is_listening.set()

    tasks = [
        asyncio.create_task(other.store.listen_for_changes(on_change, on_listening)),
        asyncio.create_task(other.herald.run_sweeps()),
    ]
    async with asyncio.timeout(PATIENCE):
        await is_listening.wait()
    match_id = (await begun(one.tables, clock=HOUR_MS)).id
    if "listens" in heard:
        server = await asyncpg.connect(url)
        await server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await server.close()
    if "sweep" in heard:
        # A notification of another match wakes the process, which then notices that a sweep is due.
        other.herald.sweep_schedule.schedule_check(match_id + 1)

    async def is_shown() -> bool:
        return not await other.store.matches.list_unshown()

    await wait_until(is_shown)
    await other.herald.wait_until_delivered()
    assert count_live_messages(one) == 1
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def test_match_that_cannot_be_shown_is_not_retried_with_every_sweep(pair: tuple[World, World]) -> None:
    one, _ = pair
    await begun(one.tables, clock=HOUR_MS)
    attempts = list[int]()

    async def fail(channel_id: int) -> None:
        attempts.append(channel_id)
        raise ZeroDivisionError

    one.discord.meanwhile[f"post {CHANNEL}"] = fail
    one.hour[0] += TAKEOVER_DELAY_MS
    for _ in range(3):
        await one.herald.sweep_all_matches()
        await one.herald.wait_until_delivered()
    assert attempts == [CHANNEL]


@both_databases
async def test_outage_of_the_store_only_delays_a_match(
    pair: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = pair
    fail_next(monkeypatch, one.store.cards, "mark_shown", StoreUnavailable("away"), StoreUnavailable("away"))
    await one.begin_match(clock=HOUR_MS)
    assert await one.store.matches.list_unshown() == []
    assert one.count_pings() == [1, 1]


@both_databases
async def test_board_opened_by_one_process_is_covered_by_the_other_in_time(pair: tuple[World, World]) -> None:
    one, other = pair
    match_id = (await begun(one.tables, "schamanen", clock=HOUR_MS, variant="memory", placement="random")).id
    await refresh_both(pair, match_id)
    await round_of(one.tables, match_id)
    await one.refresh(match_id)
    opened = find_boards(one.discord)
    match = await other.tables.find_match(match_id)
    assert isinstance(match, StartedMatch)
    assert match.game.draw_board(match.engine.view_of(None)) in opened
    one.hour[0] += 1_000
    await other.tables.play_move(match_id, ANN, ("!offer",), step=None, interaction_id=cause(), now_ms=one.hour[0])
    await other.refresh(match_id)
    assert find_boards(one.discord) & opened
    edits: list[int] = []

    async def count_edit(channel_id: int) -> None:
        edits.append(channel_id)

    one.discord.meanwhile["edit"] = count_edit
    one.hour[0] += REVEAL_DURATION_MS
    await asyncio.gather(
        *(
            DeadlineLoop(it.tables, it.store, "clock", it.herald.handle_deadline).fire_due_deadlines(one.hour[0])
            for it in pair
        ),
    )
    await asyncio.gather(*(world.herald.wait_until_delivered() for world in pair))
    assert not find_boards(one.discord) & opened
    assert edits.count(CHANNEL) == 1
    assert await one.store.deadlines.list_due(one.hour[0] + MINUTE_MS) == []


def find_boards(board: Discord) -> set[object]:
    return {scene.board.picture for scene in board.at(CHANNEL) if isinstance(scene.board, SceneImage)}
