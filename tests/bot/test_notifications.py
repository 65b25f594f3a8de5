"""Tests for notifications: one per turn, sent as the player prefers, and none in quiet hours."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.delivery.notifications import NOTIFICATION_COOLDOWN_MS
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import RunningMatch
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.wall_clock import DAY_MS, HOUR_MS, MINUTE_MS
from storage import Deadline, MatchDeliveryState, PlayerMessage
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, NOON_MS, accept_offer, offer_match
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    begin_match_where_both_choose,
    begin_match_with_ben,
    play_first_legal_move,
    restart_world,
    set_notification_modes,
)
from tests.storage.database_fixtures import record_presence
from tests.waiting import TEST_TIMEOUT_S, wait_until

pytestmark = pytest.mark.usefixtures("short_retry_delays")

MIDNIGHT_MS = NOON_MS - NOON_MS % DAY_MS
"""The last midnight before `NOON_MS`, in UTC."""
UNREACHABLE_ERROR = DestinationUnreachable("unreachable-channel")


# Time


async def test_player_is_notified_once_after_they_stop_being_active(world: World) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    match = await world.begin_match()
    await play_first_legal_move(world.matches, match.id, ANN)
    await world.refresh(match.id)
    for now_ms, pings in (
        (INACTIVE_SINCE_MS, [0, 0]),
        (NOON_MS - 1, [0, 0]),
        (NOON_MS, [0, 1]),
        (NOON_MS + DAY_MS, [0, 1]),
    ):
        await world.advance_time(now_ms)
        assert world.count_pings() == pings


async def test_activity_in_another_match_delays_no_notification(world: World) -> None:
    match, other = await begin_match_with_ben(world.matches), await begin_match_with_ben(world.matches)
    await play_first_legal_move(world.matches, other.id, ANN, now_ms=NOON_MS)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]


@pytest.mark.parametrize("clock", [5 * MINUTE_MS, None])
@pytest.mark.parametrize("restarted", [False, True])
async def test_click_in_a_match_delays_its_notification(world: World, clock: int | None, restarted: bool) -> None:
    """The delay is at most a fifth of the time per turn."""
    delay_ms = MINUTE_MS if clock else ACTIVE_WINDOW_MS
    match_id = (await begin_match_with_ben(world.matches, clock=clock)).id
    pressed = PlayerMessage(match_id, ANN, 7, None, 0, NOON_MS, "token")
    await world.store.player_messages.save_message(pressed, was_pressed=True)
    if restarted:
        world = restart_world(world)
    for now_ms, pings in ((NOON_MS, 0), (NOON_MS + delay_ms - 1, 0), (NOON_MS + delay_ms, 1)):
        await world.advance_time(now_ms)
        await world.refresh(match_id)
        assert world.count_pings(ANN) == [pings]


async def test_player_who_is_not_to_move_is_not_notified(world: World) -> None:
    match_id = (await world.begin_match()).id
    match = await play_first_legal_move(world.matches, match_id, BEN)
    assert isinstance(match, RunningMatch)
    seat = match.find_seat(BEN)
    assert seat is not None
    await world.store.deadlines.set_deadlines(match_id, Deadline(DeadlineKind.NOTIFICATION, NOON_MS, 0, seat))
    await world.advance_time(NOON_MS + HOUR_MS)
    assert world.count_pings(BEN) == [1]
    assert [it.seat for it in await world.list_deadlines(match_id, DeadlineKind.NOTIFICATION)] != [seat]


async def test_challenged_players_are_pinged_once(world: World) -> None:
    offer = await offer_match(world.matches, BEN, CAT, game="woodwalkers")
    await world.refresh(offer.id)
    await accept_offer(world.matches, offer, CAT)
    await world.refresh(offer.id)
    assert world.count_pings(BEN, CAT) == [1, 1]
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 1


async def test_five_matches_lead_to_one_notification(world: World) -> None:
    matches = [(await world.begin_match()).id for _ in range(5)]
    assert world.count_pings() == [1, 1]
    (dm,) = world.discord.list_dms(ANN)
    assert "(4)" in str(dm.rows)
    assert not [
        it for it in await world.store.deadlines.list_due(NOON_MS + DAY_MS) if it.kind == DeadlineKind.NOTIFICATION
    ]
    await play_first_legal_move(world.matches, matches[0], ANN, now_ms=NOON_MS + MINUTE_MS)
    world.time_ms[0] = NOON_MS + 2 * MINUTE_MS
    for _ in range(2):
        await world.begin_match()
        assert world.count_pings() == [2, 1]
    await world.advance_time(NOON_MS + 2 * MINUTE_MS + NOTIFICATION_COOLDOWN_MS)
    assert world.count_pings() == [2, 1]
    await world.begin_match()
    assert world.count_pings() == [3, 2], "a notification only covers other matches for a while"


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_five_matches_due_at_once_lead_to_one_notification(
    world: World, monkeypatch: pytest.MonkeyPatch, prompts: str
) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    await set_notification_modes(world, prompts)
    for _ in range(5):
        await world.begin_match()
    assert world.count_pings() == [0, 0]
    loaded: set[int] = set()
    load_state, all_loaded = world.store.delivery_states.load_state, asyncio.Event()

    async def load_and_count(match_id: int) -> MatchDeliveryState | None:
        state = await load_state(match_id)
        loaded.add(match_id)
        if len(loaded) == 5:
            all_loaded.set()
        return state

    async def wait(_: int) -> None:
        await all_loaded.wait()
        # Give all of them time to plan their notifications.
        for _ in range(200):
            await asyncio.sleep(0)

    monkeypatch.setattr(world.store.delivery_states, "load_state", load_and_count)
    world.discord.callbacks_before["post_message"] = wait
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await world.advance_time(NOON_MS)
    assert world.count_pings() == [1, 1]
    assert not [
        it for it in await world.store.deadlines.list_due(NOON_MS + DAY_MS) if it.kind == DeadlineKind.NOTIFICATION
    ]


@pytest.mark.parametrize(
    ("preferences", "end_hour"),
    [(PlayerPreferences(quiet=(22, 7)), 7), (PlayerPreferences(quiet=(22, 7), zone="Etc/GMT-2"), 5)],
)
async def test_nobody_is_notified_or_reminded_in_quiet_hours(
    world: World, preferences: PlayerPreferences, end_hour: int
) -> None:
    await world.preferences.update_player(ANN, preferences)
    world.time_ms[0] = MIDNIGHT_MS + 2 * HOUR_MS
    await world.begin_match(clock=10 * DAY_MS)
    for time_ms, pings in (
        (2 * HOUR_MS, [0, 1]),
        (end_hour * HOUR_MS - 1, [0, 1]),
        (end_hour * HOUR_MS, [1, 1]),
        (8 * DAY_MS + 23 * HOUR_MS, [1, 2]),
        (9 * DAY_MS + end_hour * HOUR_MS, [2, 2]),
    ):
        await world.advance_time(MIDNIGHT_MS + time_ms)
        assert world.count_pings() == pings


# Channel


@pytest.mark.parametrize(("prompts", "direct", "here"), [("dm", 1, 0), ("here", 0, 1), ("both", 1, 1), ("none", 0, 0)])
async def test_player_is_notified_in_the_way_they_chose(world: World, prompts: str, direct: int, here: int) -> None:
    await set_notification_modes(world, prompts, ANN)
    await world.begin_match()
    posted = [(channel_id, ANN in scene.pinged_ids) for channel_id, scene in world.discord.posted_messages]
    assert posted.count((DM_CHANNEL_OFFSET + ANN, False)) == direct
    assert posted.count((CHANNEL_ID, True)) == here


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_one_reminder_is_sent_despite_an_outage_and_a_recent_notification(world: World, prompts: str) -> None:
    await set_notification_modes(world, prompts, ANN)
    match = await begin_match_with_ben(world.matches, clock=HOUR_MS)
    reminder_ms = INACTIVE_SINCE_MS + HOUR_MS * 4 // 5
    await world.advance_time(reminder_ms - MINUTE_MS)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]
    world.discord.fail_next(f"send_dm {ANN}", DiscordUnavailable("away"))
    for minute in (0, 1, 5):
        await world.advance_time(reminder_ms + minute * MINUTE_MS)
    assert world.count_pings() == [2, 2]
    dms = world.discord.list_dms(ANN)
    assert ["Time’s nearly up" in str(scene.above) for scene in dms] == ([True] if prompts == "dm" else [])


async def test_player_who_wants_no_reminder_gets_none(world: World) -> None:
    for person_id, prompts in ((ANN, "dm"), (BEN, "here")):
        preferences = PlayerPreferences.model_validate({"reminders": False, "prompts": prompts})
        await world.preferences.update_player(person_id, preferences)
    await world.begin_match(clock=HOUR_MS)
    await world.advance_time(NOON_MS + HOUR_MS * 4 // 5)
    assert world.count_pings() == [1, 1]


@pytest.mark.parametrize("by_clock", [False, True])
async def test_card_pings_a_player_whose_direct_messages_are_closed(world: World, by_clock: bool) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS if by_clock else NOON_MS
    match_id = (await begin_match_with_ben(world.matches, "schamanen", placement="random")).id
    if by_clock:
        await world.refresh(match_id)
        await record_presence(world.store, [BEN], NOON_MS, match_id)
        await world.advance_time(NOON_MS)
    world.discord.fail_next(f"send_dm {BEN}", DestinationUnreachable("unreachable-dm"))
    if by_clock:
        await world.advance_time(NOON_MS + ACTIVE_WINDOW_MS)
    else:
        await world.refresh(match_id)
    assert [CHANNEL_ID for _, scene in world.discord.posted_messages if BEN in scene.pinged_ids] == [CHANNEL_ID]
    assert world.count_pings(BEN) == [1]


async def test_dm_replaces_the_ping_if_the_card_cannot_be_posted(world: World) -> None:
    await set_notification_modes(world, "here", ANN)
    match = await begin_match_with_ben(world.matches)
    world.discord.fail_next(f"post_message {CHANNEL_ID}", *[UNREACHABLE_ERROR] * 3)
    world.discord.fail_next(f"send_dm {BEN}", DestinationUnreachable("unreachable-dm"))
    await world.refresh(match.id)
    assert world.count_pings() == [1, 0]
    assert world.discord.list_dms(ANN)
    world.discord.planned_errors.clear()
    await world.advance_time(NOON_MS + DAY_MS)
    assert world.count_pings(BEN) == [1]


# Errors


async def test_outage_for_one_player_does_not_delay_others(world: World) -> None:
    failures = [DiscordUnavailable("too many")] * 1_000
    world.discord.fail_next(f"send_dm {BEN}", *failures)
    match = await begin_match_with_ben(world.matches)
    world.delivery.schedule_refresh(match.id)
    await wait_until(
        lambda: world.discord.list_dms(ANN) and len(world.discord.planned_errors[f"send_dm {BEN}"]) < len(failures)
    )
    dms, card = world.discord.list_dms(ANN), world.discord.list_scenes(CHANNEL_ID)
    world.time_ms[0] += MINUTE_MS
    await play_first_legal_move(world.matches, match.id, ANN)
    world.delivery.schedule_refresh(match.id)
    await wait_until(lambda: world.discord.list_dms(ANN) != dms and world.discord.list_scenes(CHANNEL_ID) != card)
    assert world.count_pings() == [1, 0]
    world.discord.planned_errors.clear()
    await world.delivery.wait_until_delivered()
    assert world.count_pings() == [1, 1]
    assert len(world.discord.list_scenes(CHANNEL_ID)) == 1


@pytest.mark.parametrize("failing_part", ["presence", "message"])
async def test_error_about_one_player_does_not_block_other_notifications(
    world: World, failing_part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin_match_with_ben(world.matches)
    load_presence_and_messages = world.store.player_messages.load_presence_and_messages

    async def fail_for_ann(person_id: int, match_id: int | None = None) -> object:
        if person_id == ANN:
            raise KeyError(person_id)
        return await load_presence_and_messages(person_id, match_id)

    if failing_part == "presence":
        monkeypatch.setattr(world.store.player_messages, "load_presence_and_messages", fail_for_ann)
    else:
        world.discord.callbacks_before[f"send_dm {ANN}"] = fail_for_ann  # type: ignore[assignment]  # for ANN it returns nothing
    for _ in range(2):
        await world.refresh(match.id)
    assert world.count_pings() == [0, 1]
    monkeypatch.undo()
    world.discord.callbacks_before.clear()
    await world.advance_time(NOON_MS + DAY_MS)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]


async def test_failed_edit_of_a_player_message_does_not_repeat_the_ping(world: World) -> None:
    await set_notification_modes(world, "here")
    match = await begin_match_with_ben(world.matches)
    await world.save_ephemeral_message(match.id, BEN, message_id=5)
    world.discord.fail_next("edit_by_token", DiscordUnavailable("away"))
    world.delivery.schedule_refresh(match.id)
    await wait_until(lambda: world.count_pings() != [0, 0] and not world.discord.planned_errors["edit_by_token"])
    await world.delivery.cancel_deliveries()
    world = restart_world(world)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]
    assert world.discord.ephemeral_scenes


@both_databases
async def test_interrupted_notification_is_sent_after_a_restart(world: World) -> None:
    is_sending, is_closed = asyncio.Event(), asyncio.Event()

    async def fail_once_closed(_: int) -> None:
        is_sending.set()
        await is_closed.wait()
        raise RuntimeError("Session is closed")

    world.discord.callbacks_before[f"send_dm {BEN}"] = fail_once_closed
    match = await begin_match_with_ben(world.matches)
    world.delivery.schedule_refresh(match.id)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await is_sending.wait()
        await world.delivery.cancel_deliveries()
        is_closed.set()
        world.delivery.schedule_refresh(match.id)
        await world.delivery.wait_until_delivered()
    assert [header.id for header in await world.store.matches.list_unshown()] == [match.id]
    world.discord.callbacks_before.clear()
    world = restart_world(world)
    await world.delivery.catch_up()
    await world.delivery.wait_until_delivered()
    assert world.count_pings(BEN) == [1]


async def test_notification_sent_before_a_crash_is_not_repeated(world: World) -> None:
    removal = world.discord.hold_operation("delete_message")
    match = await begin_match_with_ben(world.matches)
    scene = await world.services.card_renderer.render_new_card(match)
    old_location = (await world.discord.post_message(DM_CHANNEL_OFFSET + BEN, scene, "before")).location
    await world.store.player_messages.save_message(
        PlayerMessage(match.id, BEN, old_location.message_id, old_location.channel_id, 0, INACTIVE_SINCE_MS)
    )
    world.delivery.schedule_refresh(match.id)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await removal.reached.wait()
        await world.delivery.cancel_deliveries()
    assert world.count_pings(BEN) == [2]
    world.discord.callbacks_before.clear()
    world.discord.location_by_nonce.clear()
    world = restart_world(world)
    await world.advance_time(NOON_MS + 2 * NOTIFICATION_COOLDOWN_MS)
    assert world.count_pings() == [1, 2]


# Players who move before the notification is sent


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_player_who_moves_before_the_notification_gets_none(world: World, prompts: str) -> None:
    world.time_ms[0] = INACTIVE_SINCE_MS
    match = await world.begin_match("shamanic_chess", clock=DAY_MS)
    (seat,) = match.engine.seats_asked
    player_id, other_id = match.player_ids[seat] or 0, match.player_ids[1 - seat] or 0
    await set_notification_modes(world, prompts, player_id)
    request = "fetch_member_name" if prompts == "dm" else f"post_message {CHANNEL_ID}"

    async def play(_: int) -> None:
        del world.discord.callbacks_before[request]
        await play_first_legal_move(world.matches, match.id, player_id, world.time_ms[0] + 1_000)
        world.time_ms[0] += 2_000
        if prompts == "here":
            raise DiscordUnavailable("away")

    world.discord.callbacks_before[request] = play
    world.delivery.card_tracker.request_repost(match.id)
    await world.advance_time(NOON_MS)
    assert not world.discord.callbacks_before
    assert world.count_pings(player_id) == [0]
    await play_first_legal_move(world.matches, match.id, other_id, NOON_MS + 3 * MINUTE_MS)
    for minutes in (3, 5, 8):
        await world.advance_time(NOON_MS + minutes * MINUTE_MS)
    assert world.count_pings(player_id) == [1]


@pytest.mark.parametrize("prompts", ["dm", "here"])
async def test_move_during_a_notification_leads_to_one_for_the_next_step(world: World, prompts: str) -> None:
    await set_notification_modes(world, prompts, BEN)
    match_id, steps = (await begin_match_with_ben(world.matches, "schnick")).id, set[int]()

    async def waits_for(person_id: int) -> bool:
        return (await world.load_running_match(match_id)).is_waiting_for(person_id)

    # The dice decide who moves first.
    while not await waits_for(BEN):
        await play_first_legal_move(world.matches, match_id, ANN, world.time_ms[0])

    async def play_on(_: int) -> None:
        world.discord.callbacks_before.clear()
        world.time_ms[0] += 500
        while len(steps) < 2 or not await waits_for(BEN):
            await play_first_legal_move(world.matches, match_id, BEN if await waits_for(BEN) else ANN, world.time_ms[0])
            steps.add((await world.load_running_match(match_id)).engine.step)
        world.time_ms[0] += 500

    world.discord.callbacks_before[f"post_message {DM_CHANNEL_OFFSET + BEN if prompts == 'dm' else CHANNEL_ID}"] = (
        play_on
    )
    for _ in range(2):
        await world.refresh(match_id)
        await world.advance_time(world.time_ms[0] + ACTIVE_WINDOW_MS)
    assert not world.discord.callbacks_before
    assert world.count_pings(BEN) == [2]


async def test_notification_for_a_step_newer_than_the_match_is_postponed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot loads the state, the match, and the state again. A player moves during each load of the state."""
    match = await begin_match_with_ben(world.matches)
    load_state, still_to_move = world.store.delivery_states.load_state, [ANN, BEN]

    async def load_and_play(match_id: int) -> MatchDeliveryState | None:
        is_first = len(still_to_move) == 2
        state = await load_state(match_id)
        if still_to_move:
            await play_first_legal_move(world.matches, match_id, still_to_move.pop())
        return state if is_first else await load_state(match_id)

    monkeypatch.setattr(world.store.delivery_states, "load_state", load_and_play)
    await world.refresh(match.id)
    assert not still_to_move
    assert world.count_pings() == [0, 0]
    await world.refresh(match.id)
    assert sorted(world.count_pings()) == [0, 1]


async def test_notification_postponed_during_a_refresh_is_sent_by_the_next(world: World) -> None:
    match = await begin_match_where_both_choose(world)
    deadlines = await world.store.deadlines.list_of_match(match.id)
    (deadline,) = [
        it for it in deadlines if it.kind == DeadlineKind.NOTIFICATION and match.find_person_in_seat(it.seat) == BEN
    ]
    postponed = replace(deadline, due_ms=NOON_MS + MINUTE_MS)
    assert await world.store.deadlines.claim_and_postpone(deadline, postponed.due_ms)
    world.delivery.notifier.add_fired_deadline(postponed)
    for stored in (deadlines, await world.store.deadlines.list_of_match(match.id)):
        async with world.delivery.notifier.hold_due_notifications(match, stored) as notifications:
            assert {notification.person_id for notification in notifications.notifications} == {ANN, BEN}
