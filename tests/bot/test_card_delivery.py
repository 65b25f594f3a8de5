"""Tests for delivering cards to channels and threads, including when Discord refuses edits or messages."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.message_cleanup import GIVE_UP_AFTER_MS, MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS
from bot.delivery.threads import SCORE_EDIT_INTERVAL_MS, find_starter_message
from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import Installation
from bot.matches.terms import MatchTerms
from bot.preferences import ServerPreferences
from bot.screens.custom_ids import Action
from bot.wall_clock import HOUR_MS, MINUTE_MS
from games import GAMES
from storage import InteractionToken
from tests.bot.cli_runner import run_doctor
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import DM_CHANNEL_OFFSET
from tests.kit.matches import ANN, BEN, CAT, CHANNEL_ID, NOON_MS, SERVER_ID, accept_offer, make_click, play_token
from tests.kit.scene_reading import index_by_action, read_text
from tests.kit.world import (
    INACTIVE_SINCE_MS,
    World,
    count_live_messages,
    offer_match_to_ben,
    play_first_legal_move,
    play_first_legal_moves_of_both,
    restart_world,
    sweep_after,
)
from tests.storage.database_fixtures import record_presence

pytestmark = pytest.mark.usefixtures("short_retry_delays")

FORBIDDEN_ERROR = DestinationUnreachable("unreachable-permissions")
UNAVAILABLE_ERROR = DiscordUnavailable("away")


@pytest.mark.parametrize(
    "error", [MessageGone(), DestinationUnreachable("unreachable-channel")], ids=["lost", "unreachable"]
)
async def test_card_is_posted_again_if_it_cannot_be_edited(
    world: World, error: MessageGone | DestinationUnreachable
) -> None:
    match_id = (await world.begin_match()).id
    world.discord.fail_next(f"edit_message {CHANNEL_ID}", error)
    await play_first_legal_moves_of_both(world.matches, match_id)
    await world.refresh(match_id)
    assert [bool(scene.rows) for scene in world.discord.list_scenes(CHANNEL_ID)] == [True]
    assert (await world.load_header(match_id)).card_message_id == await world.discord.fetch_last_message_id(CHANNEL_ID)


async def test_no_card_is_stored_if_it_cannot_be_posted(world: World) -> None:
    world.discord.fail_next(f"post_message {CHANNEL_ID}", DestinationUnreachable("unreachable-channel"))
    world.discord.fail_next(f"send_dm {BEN}", UNAVAILABLE_ERROR)
    match = await world.begin_match()
    assert world.count_pings() == [1, 1]
    header = await world.load_header(match.id)
    assert (header.events_shown, header.card_message_id) == (match.event_count, None)


async def test_requested_card_moves_down_and_a_declined_offer_stays(world: World) -> None:
    match_id = (await offer_match_to_ben(world.matches)).id
    await world.refresh(match_id)
    await world.post_chatter()
    await world.delivery.repost_card(match_id)
    await world.delivery.wait_until_delivered()
    assert [bool(scene.rows) for scene in world.discord.list_scenes(CHANNEL_ID)] == [False, True]
    await world.post_chatter()
    await world.person(BEN).click(Action.DECLINE_OFFER, match_id)
    await world.refresh(match_id)
    _, card, _ = world.discord.list_scenes(CHANNEL_ID)
    assert (card.rows, card.below) == ((), ())
    assert "declined" in str(card.above)


async def test_old_card_is_not_edited_and_moves_at_the_end(world: World) -> None:
    """Discord limits edits of messages older than an hour. Reposting the result must not ping anybody again."""
    match = await world.begin_match()
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    world.time_ms[0] += HOUR_MS
    await play_first_legal_move(world.matches, match.id, ANN, world.time_ms[0])
    await world.refresh(match.id)
    assert world.discord.list_scenes(CHANNEL_ID) == [card]
    await play_token(world.matches, match, 0, "!resign", now_ms=world.time_ms[0])
    await world.refresh(match.id)
    (end,) = world.discord.list_scenes(CHANNEL_ID)
    assert Action.OFFER_REMATCH in index_by_action(end)
    before = world.count_pings()
    await world.delivery.repost_card(match.id)
    await world.delivery.wait_until_delivered()
    assert world.count_pings() == before


@pytest.mark.parametrize("error", [None, MessageGone()], ids=["old", "not editable"])
async def test_old_card_of_an_expired_offer_becomes_a_line_or_is_deleted(
    world: World, error: MessageGone | None
) -> None:
    match_id = (await offer_match_to_ben(world.matches)).id
    await world.refresh(match_id)
    await world.post_chatter()
    pings = world.count_pings()
    if error:
        world.discord.fail_next(f"edit_message {CHANNEL_ID}", error)
    await world.advance_time(NOON_MS + 25 * HOUR_MS)
    await world.refresh(match_id)
    await world.refresh(match_id)
    *cards, _ = world.discord.list_scenes(CHANNEL_ID)
    assert [len(card.above) for card in cards] == ([] if error else [1])
    if not error:
        assert "Nobody answered in time" in cards[0].above[0]
        assert (cards[0].rows, cards[0].board) == ((), None)
    assert world.count_pings() == pings


# Messages to delete


async def move_card(world: World) -> int:
    """Begin a match and repost its card below other messages, so that the old card must be deleted."""
    match_id = (await world.begin_match()).id
    await world.post_chatter()
    await world.delivery.repost_card(match_id)
    await world.delivery.wait_until_delivered()
    return match_id


@both_databases
@pytest.mark.parametrize("error", [FORBIDDEN_ERROR, UNAVAILABLE_ERROR], ids=["refused", "away"])
async def test_replaced_card_is_deleted_as_soon_as_possible(
    world: World, error: DestinationUnreachable | DiscordUnavailable
) -> None:
    world.discord.fail_next("delete_message", *[error] * 3)
    match_id = await move_card(world)
    assert count_live_messages(world) == 2
    assert await world.store.matches.list_unshown() == []
    tries = []
    for delay_ms in (MIN_RETRY_DELAY_MS - 1, 1, MIN_RETRY_DELAY_MS - 1, 1, 2 * MIN_RETRY_DELAY_MS - 1, 1):
        before = len(world.discord.planned_errors["delete_message"])
        world = restart_world(world)
        await sweep_after(world, delay_ms)
        tries.append(before - len(world.discord.planned_errors["delete_message"]))
    assert tries == [0, 1, 0, 1, 0, 0]
    assert count_live_messages(world) == 1
    assert await world.store.cleanup.list_of_match(match_id) == []


@both_databases
async def test_stuck_deletions_are_counted_and_reported_by_the_doctor(world: World, tmp_path: Path) -> None:
    world.discord.fail_next("delete_message", *[FORBIDDEN_ERROR] * 2)
    match_id = await move_card(world)
    await sweep_after(world, MIN_RETRY_DELAY_MS)
    assert world.delivery.stuck_deletions == 1
    assert await run_doctor(world.store, tmp_path, NOON_MS + HOUR_MS - 1) == []
    (line,) = await run_doctor(world.store, tmp_path, NOON_MS + HOUR_MS + MINUTE_MS)
    (obsolete_message,) = await world.store.cleanup.list_of_match(match_id)
    assert (
        f"match {match_id}: message {obsolete_message.message_id} in channel {CHANNEL_ID} could not be deleted" in line
    )
    await sweep_after(world, HOUR_MS)
    assert world.delivery.stuck_deletions == 1
    await sweep_after(world, 0)
    assert world.delivery.stuck_deletions == 0


@pytest.mark.parametrize("gone", [ChannelGone("unreachable-channel"), MessageGone()], ids=["channel", "message"])
async def test_missing_message_is_not_queued_for_deletion(world: World, gone: ChannelGone | MessageGone) -> None:
    world.discord.fail_next("delete_message", gone)
    assert await world.store.cleanup.list_of_match(await move_card(world)) == []


async def test_deletion_is_given_up_after_a_month(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.discord.fail_next("delete_message", *[FORBIDDEN_ERROR] * 1000)
    match_id = await move_card(world)
    attempts = 0
    while world.time_ms[0] < NOON_MS + GIVE_UP_AFTER_MS:
        left_before = len(world.discord.planned_errors["delete_message"])
        await sweep_after(world, 6 * HOUR_MS)
        attempts += left_before - len(world.discord.planned_errors["delete_message"])
    assert GIVE_UP_AFTER_MS // MAX_RETRY_DELAY_MS < attempts < 50, "the delays grow"
    await sweep_after(world, MAX_RETRY_DELAY_MS)
    assert await world.store.cleanup.list_of_match(match_id) == []
    assert [
        it
        for it in caplog.records
        if it.levelno == logging.ERROR and "could not be deleted; giving up" in it.getMessage()
    ]


@both_databases
async def test_deletion_by_a_killed_process_is_completed_by_the_next(world: World) -> None:
    async def kill(_: int) -> None:
        raise asyncio.CancelledError

    world.discord.callbacks_before["delete_message"] = kill
    match_id = await move_card(world)
    world.discord.callbacks_before.clear()
    assert count_live_messages(world) == 2
    world = restart_world(world)
    await sweep_after(world, 0)
    assert count_live_messages(world) == 1
    assert await world.store.cleanup.list_of_match(match_id) == []


async def test_card_stays_in_a_channel_without_permissions(world: World) -> None:
    match_id = (await world.begin_match()).id
    before = (await world.load_header(match_id)).card_message_id
    for request in ("edit_message", "post_message"):
        world.discord.fail_next(f"{request} {CHANNEL_ID}", *[FORBIDDEN_ERROR] * 2)
    await play_first_legal_move(world.matches, match_id, ANN)
    world.time_ms[0] += HOUR_MS // 2
    await world.refresh(match_id)
    assert (await world.load_header(match_id)).card_message_id == before
    world.discord.planned_errors.clear()
    await play_first_legal_move(world.matches, match_id, BEN)
    world.time_ms[0] += HOUR_MS
    await restart_world(world).refresh(match_id)
    assert count_live_messages(world) == 1


async def test_card_that_cannot_show_the_result_is_deleted(world: World) -> None:
    match = await world.begin_match()
    for request in ("edit_message", "post_message", "delete_message"):
        world.discord.fail_next(f"{request} {CHANNEL_ID}", FORBIDDEN_ERROR)
    await play_token(world.matches, match, 0, "!resign", now_ms=NOON_MS)
    await world.refresh(match.id)
    assert count_live_messages(world) == 1
    await sweep_after(restart_world(world), MIN_RETRY_DELAY_MS)
    assert count_live_messages(world) == 0


@pytest.mark.parametrize("error", [FORBIDDEN_ERROR, UNAVAILABLE_ERROR], ids=["refused", "away"])
async def test_replaced_direct_message_is_deleted_as_soon_as_possible(
    world: World, error: DestinationUnreachable | DiscordUnavailable
) -> None:
    match_id = (await world.begin_match(clock=HOUR_MS)).id
    (old,) = await world.load_player_messages(match_id, ANN)
    # It is deleted right after the reminder, and perhaps again in the next refresh.
    world.discord.fail_next(f"delete_message {DM_CHANNEL_OFFSET + ANN}", error, error)
    await world.advance_time(NOON_MS + 4 * HOUR_MS // 5)
    assert world.count_pings(ANN) == [2]
    obsolete = await world.store.cleanup.list_of_match(match_id)
    assert [(it.channel_id, it.message_id) for it in obsolete] == [(DM_CHANNEL_OFFSET + ANN, old.message_id)]
    for _ in range(3):
        await sweep_after(restart_world(world), MIN_RETRY_DELAY_MS)
    assert await world.store.cleanup.list_of_match(match_id) == []
    assert len(world.discord.list_dms(ANN)) == 1


# In a thread: its starter message is one line, and becomes the card again at the end


async def begin_in_thread(world: World, game: str = "woodwalkers", *, can_create: bool = True, **options: Any) -> int:
    world.discord.can_create_threads = can_create
    match_id = (await offer_match_to_ben(world.matches, game, **options)).id
    await world.refresh(match_id)
    await world.matches.join_offer(match_id, BEN, **make_click(INACTIVE_SINCE_MS))
    await world.refresh(match_id)
    return match_id


async def resign_and_refresh(world: World, match_id: int) -> None:
    await play_token(world.matches, await world.matches.find_match(match_id), 0, "!resign", now_ms=NOON_MS)
    await world.refresh(match_id)


async def test_card_becomes_one_line_above_the_thread_of_the_match(world: World) -> None:
    await begin_in_thread(world)
    (line,) = world.discord.list_scenes(CHANNEL_ID)
    ((thread, name),) = world.discord.thread_names.items()
    assert line.above[0].endswith(f"· Woodwalkers · <#{thread}>")
    assert (len(line.above), line.below, line.rows, line.board) == (1, (), (), None)
    assert name in {"Ann – Ben · Woodwalkers", "Ben – Ann · Woodwalkers"}
    assert [bool(scene.board and scene.rows) for scene in world.discord.list_scenes(thread)] == [True]


async def test_thread_name_is_cut_to_the_limit_of_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kit.fake_discord.DISPLAY_NAMES", {ANN: "Anna " * 20, BEN: "Ben"})
    await begin_in_thread(world)
    (name,) = world.discord.thread_names.values()
    assert len(name) <= 100
    assert name.endswith("… · Woodwalkers")


@pytest.mark.parametrize("can_create", [False, True])
async def test_players_are_looked_up_for_a_thread_name_only_if_the_bot_can_create_threads(
    world: World, can_create: bool
) -> None:
    await begin_in_thread(world, can_create=can_create)
    # Each player is also looked up to find out whether they are still on the server.
    assert sorted(world.discord.looked_up_person_ids) == sorted([ANN, BEN] * (1 + can_create))
    assert len(world.discord.thread_names) == can_create


@pytest.mark.parametrize("error", [DestinationUnreachable("no-thread"), MessageGone()])
async def test_match_stays_in_the_channel_if_no_thread_can_be_created(
    world: World, error: MessageGone | DestinationUnreachable
) -> None:
    world.discord.fail_next("create_thread", error)
    await begin_in_thread(world)
    ((location, scene),) = world.discord.list_live_messages()
    assert location.channel_id == CHANNEL_ID
    assert scene.board


async def test_retries_create_a_single_thread(world: World) -> None:
    for request in ("post_message", "edit_message"):
        world.discord.fail_next(request, DiscordUnavailable("away"), DiscordUnavailable("away"))
    header = await world.load_header(await begin_in_thread(world))
    assert list(world.discord.thread_names) == [header.channel_id]
    assert header.parent_channel_id == CHANNEL_ID
    assert len(world.discord.list_scenes(header.channel_id)) == len(world.discord.list_scenes(CHANNEL_ID)) == 1


@pytest.mark.parametrize("deleted", [False, True])
async def test_starter_message_becomes_the_card_again_at_the_end(world: World, deleted: bool) -> None:
    match_id = await begin_in_thread(world)
    (line,) = [location for location in world.discord.messages if location.channel_id == CHANNEL_ID]
    (thread,) = world.discord.thread_names
    if deleted:
        await world.discord.delete_message(line)
    await world.post_chatter()
    # Both are active, so nobody is pinged.
    await record_presence(world.store, (ANN, BEN), NOON_MS, match_id)
    await resign_and_refresh(world, match_id)
    ((location, end),) = world.discord.list_live_messages()
    assert (location.channel_id, location == line) == (CHANNEL_ID, not deleted)
    assert "🏆" in read_text(end)
    (closing,) = world.discord.list_scenes(thread)
    where = f"https://discord.com/channels/{SERVER_ID}/{CHANNEL_ID}/{line.message_id}"
    assert closing.below[-1] == f"🏁 Review and rematch: {where}"
    assert closing.board
    header = await world.load_header(match_id)
    assert (header.channel_id, header.card_message_id) == location


@pytest.mark.parametrize(
    ("setting", "in_thread", "is_line"),
    [
        ("thread", True, True),
        ("thread", False, False),
        ("line", True, True),
        ("line", False, True),
        ("full", True, False),
        ("full", False, False),
    ],
)
async def test_result_is_a_line_or_a_card_as_the_server_chose(
    world: World, setting: str, in_thread: bool, is_line: bool
) -> None:
    await world.preferences.update_server(SERVER_ID, ServerPreferences.model_validate({"results": setting}))
    match_id = await begin_in_thread(world, can_create=in_thread)
    await resign_and_refresh(world, match_id)
    await sweep_after(restart_world(world), MINUTE_MS)
    (result,) = world.discord.list_scenes(CHANNEL_ID)
    assert [f"<@{person_id}>" in read_text(result) for person_id in (ANN, BEN)] == [True, True]
    assert (Action.SHOW_RESULT in index_by_action(result)) == is_line
    assert (result.board is None, "\n" not in read_text(result).strip()) == (is_line, is_line)
    private = await world.person(CAT).click(Action.SHOW_RESULT, match_id)
    assert private.scene
    assert private.scene.board
    assert Action.SHOW_REVIEW in index_by_action(private.scene)
    assert Action.OFFER_REMATCH not in index_by_action(private.scene), "only its players can repeat the match"
    board = await world.person(CAT).show_board(match_id)
    assert Action.OFFER_REMATCH not in index_by_action(board.scene)
    closing = [scene for thread in world.discord.thread_names for scene in world.discord.list_scenes(thread)]
    assert [bool(scene.board) for scene in closing] == [is_line] * in_thread


async def test_line_leads_newcomers_to_the_front_door_in_private(world: World) -> None:
    await resign_and_refresh(world, await begin_in_thread(world))
    (line,) = world.discord.list_scenes(CHANNEL_ID)
    result = await world.person(CAT).click_action(line, Action.SHOW_RESULT)
    assert not result.replaces_clicked_message
    door = await world.person(CAT).click_action(result, Action.SHOW_GAME, message_id=7)
    assert Action.CHOOSE_OPPONENT in index_by_action(door.scene)
    own_result = await world.person(ANN).click_action(line, Action.SHOW_RESULT)
    assert own_result.player_message
    assert not own_result.replaces_clicked_message


async def test_line_above_the_thread_shows_the_score(world: World) -> None:
    match_id = await begin_in_thread(world, "schamanen", placement="random")
    while len(set((match := await world.load_running_match(match_id)).engine.scores())) == 1:
        for seat in sorted(match.engine.to_move):
            await play_first_legal_move(world.matches, match_id, match.player_ids[seat] or 0)
        world.time_ms[0] += MINUTE_MS
        await world.refresh(match_id)
    score = "–".join(map(str, match.engine.scores()))
    (line,) = world.discord.list_scenes(CHANNEL_ID)
    assert f"**{score}** <t:" in line.above[0]
    assert (len(line.above), line.below, line.rows, line.board) == (1, (), (), None)
    world.time_ms[0] += MINUTE_MS
    world.delivery.refresher.card_tracker.request_update(match_id)
    await world.refresh(match_id)
    assert world.discord.list_scenes(CHANNEL_ID)[0] is line, "the score has not changed"


@pytest.mark.parametrize("restarts", [False, True])
async def test_score_left_out_above_the_thread_is_shown_a_minute_later(world: World, restarts: bool) -> None:
    match_id = await begin_in_thread(world, "schamanen", placement="random")
    score = ""
    while f"**{score}**" in world.discord.list_scenes(CHANNEL_ID)[0].above[0] or not score:
        match = await world.load_running_match(match_id)
        for seat in sorted(match.engine.to_move):
            await play_first_legal_move(world.matches, match_id, match.player_ids[seat] or 0)
        world.time_ms[0] += 10_000
        await world.refresh(match_id)
        score = "–".join(map(str, (await world.load_running_match(match_id)).engine.scores()))
    if restarts:
        world = restart_world(world)
    await world.advance_time(world.time_ms[0] + SCORE_EDIT_INTERVAL_MS)
    assert f"**{score}**" in world.discord.list_scenes(CHANNEL_ID)[0].above[0]
    assert not await world.list_deadlines(match_id, DeadlineKind.SCORE_EDIT)


async def test_result_pings_players_in_the_thread(world: World) -> None:
    match_id = await begin_in_thread(world)
    (thread,) = world.discord.thread_names
    world.time_ms[0] += HOUR_MS
    before = world.count_pings()
    await resign_and_refresh(world, match_id)
    assert world.count_pings() == [pings + 1 for pings in before]
    (closing,) = world.discord.list_scenes(thread)
    assert closing.pinged_ids == {ANN, BEN}
    assert [location.channel_id for location, _ in world.discord.list_live_messages()] == [CHANNEL_ID]


async def test_abandoned_thread_and_starter_message_are_deleted(world: World) -> None:
    header = await world.load_header(await begin_in_thread(world))
    await world.delivery.refresher.card_delivery.threads.abandon_thread(header)
    obsolete = {(it.channel_id, it.message_id) for it in await world.store.cleanup.list_of_match(header.id)}
    assert obsolete == {find_starter_message(header), (header.channel_id, header.card_message_id)}


async def test_match_continues_in_the_channel_after_thread_deletion(world: World) -> None:
    match_id = await begin_in_thread(world)
    (thread,) = world.discord.thread_names
    world.discord.delete_channel(thread)
    world.time_ms[0] += MINUTE_MS
    await play_first_legal_moves_of_both(world.matches, match_id)
    await world.refresh(match_id)
    (card,) = world.discord.list_scenes(CHANNEL_ID)
    assert card.board
    await resign_and_refresh(world, match_id)
    (end,) = world.discord.list_scenes(CHANNEL_ID)
    assert "🏆" in read_text(end)


async def test_click_recovers_the_card_of_a_user_installed_match_that_a_crash_kept_from_being_stored(
    world: World,
) -> None:
    done = await world.matches.create_offer(
        ANN, [BEN], GAMES["schamanen"], {}, MatchTerms(kind="challenge", seats=2), server_id=None,
        channel_id=CHANNEL_ID, **make_click(), installation=Installation.USER,
    )  # fmt: skip
    await world.store.player_messages.save_token(InteractionToken(done.match.id, BEN, 77, "token", NOON_MS))
    await accept_offer(world.matches, done.match, BEN)
    await world.refresh(done.match.id)
    assert (await world.load_header(done.match.id)).card_message_id == 77
    assert 77 in world.discord.ephemeral_scenes
