"""Tests for sends that a crash interrupted: a retry finds the message, and stray copies are deleted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.service import MatchService
from bot.messenger import MessageLocation, SentMessage
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import DeadlineOutcome, InteractionToken
from tests.bot.database_marks import both_databases
from tests.kit.fake_discord import DM_CHANNEL_OFFSET, FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, play_token
from tests.kit.scene_reading import index_by_action
from tests.kit.world import (
    World,
    begin_match_with_ben,
    count_live_messages,
    create_world,
    offer_match_to_ben,
    play_first_legal_move,
    restart_world,
    set_notification_modes,
    sweep_after,
)
from tests.storage.database_fixtures import list_pending_sends

pytestmark = pytest.mark.usefixtures("short_retry_delays")

SECOND_MS = 1_000


@dataclass
class CrashingDiscord(FakeDiscord):
    """A fake Discord that crashes the bot instead of responding to a post."""

    crash_key: str = ""
    """A part of the channel ID and nonce key of the message that crashes the bot."""
    forgets_nonces: bool = False
    """Whether nonces are forgotten at the crash. Discord compares nonces for only a few minutes."""
    delays_message: bool = False
    """Whether the message arrives only when `deliver_delayed` is called."""
    delayed_posts: list[tuple[int, Scene, str]] = field(default_factory=list)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if not (self.crash_key and self.crash_key in f"{channel_id} {nonce_key}"):
            return await super().post_message(channel_id, scene, nonce_key)
        self.crash_key = ""
        if self.delays_message:
            self.delayed_posts.append((channel_id, scene, nonce_key))
        else:
            await super().post_message(channel_id, scene, nonce_key)
        if self.forgets_nonces:
            self.location_by_nonce.clear()
        raise asyncio.CancelledError

    async def deliver_delayed(self) -> None:
        self.location_by_nonce.clear()
        for channel_id, scene, nonce_key in self.delayed_posts:
            await super().post_message(channel_id, scene, nonce_key)


@pytest.fixture
def world(matches: MatchService) -> World:
    time_ms = [NOON_MS]
    return create_world(matches.store, CrashingDiscord(lambda: time_ms[0]), time_ms)


async def crash_during_post(
    world: World, match_id: int, channel_id: int, *, forgets_nonces: bool = False, delays_message: bool = False
) -> World:
    """Crash the bot while it posts in this channel. Return the world after a restart."""
    discord = world.discord
    assert isinstance(discord, CrashingDiscord)
    discord.crash_key = f"{channel_id} "
    discord.forgets_nonces, discord.delays_message = forgets_nonces, delays_message
    await world.refresh(match_id)
    assert not discord.crash_key
    world.time_ms[0] += SECOND_MS
    return restart_world(world)


async def check_card(world: World, match_id: int) -> None:
    """Check that the stored card is the only message with a button, and that no sends are pending."""
    assert [it.message_id for it, _ in world.discord.list_live_messages()] == [
        (await world.load_header(match_id)).card_message_id
    ]
    assert await list_pending_sends(world.store, match_id) == []


@both_databases
@pytest.mark.parametrize("has_moved", [False, True])
async def test_interrupted_notification_is_found_again_or_deleted(world: World, has_moved: bool) -> None:
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, DM_CHANNEL_OFFSET + ANN)
    assert await world.load_player_messages(match.id, ANN) == []
    if has_moved:
        await play_first_legal_move(world.matches, match.id, ANN, NOON_MS)
    await world.refresh(match.id)
    assert world.count_pings(ANN) == [1]
    assert Action.PICK_MOVE in index_by_action(world.discord.list_dms(ANN)[0])
    assert [bool(it.content_key) for it in await world.load_player_messages(match.id, ANN)] == [True] * (not has_moved)
    await sweep_after(world, NONCE_LASTS_MS)
    assert len(world.discord.list_dms(ANN)) == (0 if has_moved else 1)
    assert await list_pending_sends(world.store, match.id) == []


@pytest.mark.parametrize("channel_id", [CHANNEL_ID, DM_CHANNEL_OFFSET + ANN], ids=["card", "notification"])
async def test_stray_message_is_deleted_after_a_long_outage(world: World, channel_id: int) -> None:
    await set_notification_modes(world, "none", BEN)
    if channel_id == CHANNEL_ID:
        await set_notification_modes(world, "here", ANN)
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, channel_id, forgets_nonces=True)
    world.time_ms[0] += HOUR_MS // 2
    await world.refresh(match.id)
    await sweep_after(world, ACTIVE_WINDOW_MS)
    (message,) = world.discord.list_scenes(channel_id)
    assert {Action.PICK_MOVE, Action.OPEN_MATCH} & index_by_action(message).keys()
    await check_card(world, match.id)


@both_databases
async def test_interrupted_card_is_found_again_and_updated(world: World) -> None:
    await set_notification_modes(world, "none", ANN, BEN)
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, CHANNEL_ID)
    ((location, before),) = world.discord.list_live_messages()
    played = await play_first_legal_move(world.matches, match.id, ANN, NOON_MS)
    world.discord.fail_next("edit_message", DiscordUnavailable("away"))
    world.delivery.schedule_refresh(match.id)
    while not (header := await world.load_header(match.id)).card_message_id:
        await asyncio.sleep(0)
    assert header.events_on_card < played.event_count
    await world.refresh(match.id)
    header = await world.load_header(match.id)
    assert header.events_on_card == header.events_shown == played.event_count
    ((new_location, after),) = world.discord.list_live_messages()
    assert location == new_location
    assert before != after
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match.id)


@pytest.mark.parametrize("is_over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("outage_count", [0, 1], ids=["no outage", "outage"])
async def test_delayed_card_is_deleted_if_another_card_exists(world: World, is_over: bool, outage_count: int) -> None:
    await set_notification_modes(world, "none", ANN, BEN)
    match = await begin_match_with_ben(world.matches)
    if is_over:
        await world.refresh(match.id)
        await play_token(world.matches, match, 0, "!resign", now_ms=NOON_MS)
        await world.post_chatter()
    world = await crash_during_post(world, match.id, CHANNEL_ID, forgets_nonces=True, delays_message=True)
    discord = world.discord
    assert isinstance(discord, CrashingDiscord)
    await world.refresh(match.id)
    await discord.deliver_delayed()
    assert count_live_messages(world) == 2
    await sweep_after(world, NONCE_LASTS_MS - SECOND_MS - 1)
    assert count_live_messages(world) == 2
    discord.fail_next("find_cards", *[DiscordUnavailable("away")] * outage_count)
    for _ in range(1 + outage_count):
        await sweep_after(world, 1)
    await check_card(world, match.id)


async def test_unreadable_channel_is_searched_for_cards_only_once(world: World) -> None:
    await set_notification_modes(world, "none", ANN, BEN)
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, CHANNEL_ID, forgets_nonces=True)
    world.discord.fail_next("find_cards", DestinationUnreachable("unreachable-permissions"))
    await world.refresh(match.id)
    for _ in range(2):
        await sweep_after(world, NONCE_LASTS_MS)
    assert world.discord.planned_errors["find_cards"] == []
    assert await list_pending_sends(world.store, match.id) == []
    assert count_live_messages(world) == 2


@both_databases
async def test_players_pinged_by_an_interrupted_card_are_not_pinged_again(world: World) -> None:
    await set_notification_modes(world, "here", ANN)
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, CHANNEL_ID)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]
    assert [it.outcome for it in await world.store.deadlines.list_of_match(match.id)] == [
        DeadlineOutcome.NOTIFIED,
        DeadlineOutcome.NOTIFIED,
    ]
    assert count_live_messages(world) == 1
    match_id = (await offer_match_to_ben(world.matches)).id
    world = await crash_during_post(world, match_id, CHANNEL_ID)
    await world.refresh(match_id)
    assert (world.count_pings(BEN), count_live_messages(world)) == ([2], 2)


async def test_player_not_pinged_by_interrupted_card_is_pinged_later(world: World) -> None:
    await set_notification_modes(world, "here", ANN)
    await set_notification_modes(world, "none", BEN)
    match = await begin_match_with_ben(world.matches)
    world = await crash_during_post(world, match.id, CHANNEL_ID)
    assert world.count_pings() == [1, 0]
    await set_notification_modes(world, "here", BEN)
    for deadline in await world.store.deadlines.list_of_match(match.id):
        if deadline.outcome == DeadlineOutcome.UNWANTED:
            await world.store.deadlines.set_deadlines(match.id, deadline)
    await world.refresh(match.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.count_pings() == [1, 1]
    await check_card(world, match.id)


async def test_players_pinged_by_an_interrupted_result_are_not_pinged_again(world: World) -> None:
    await set_notification_modes(world, "none", ANN, BEN)
    match = await world.begin_match()
    # The result pings, since nobody is active, and there is another message below the card.
    await world.post_chatter()
    world.time_ms[0] += HOUR_MS
    await play_token(world.matches, match, 0, "!resign", now_ms=world.time_ms[0])
    world.time_ms[0] += HOUR_MS
    world = await crash_during_post(world, match.id, CHANNEL_ID)
    await world.refresh(match.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.count_pings() == [1, 1]
    await check_card(world, match.id)


async def answer_command(world: World, match_id: int) -> MessageLocation:
    """Post the card as the response to the challenger's command, without recording it in the store."""
    scene = await world.services.card_renderer.render_new_card(await world.matches.find_match(match_id))
    sent = await world.discord.post_message(CHANNEL_ID, scene, "answer")
    world.discord.reply_by_token["token"] = sent.location
    return sent.location


async def test_unrecorded_response_to_command_becomes_the_card(world: World) -> None:
    match_id = (await offer_match_to_ben(world.matches)).id
    await world.store.player_messages.save_pending_token(
        InteractionToken(match_id, ANN, None, "token", NOON_MS), CHANNEL_ID
    )
    location = await answer_command(world, match_id)
    await world.refresh(match_id)
    assert (await world.load_header(match_id)).card_message_id == location.message_id
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match_id)


@pytest.mark.parametrize("delay_ms", [0, 20 * MINUTE_MS], ids=["soon", "token expired"])
@pytest.mark.parametrize("bot_restarts", [False, True], ids=["bot keeps running", "bot restarts"])
async def test_unrecorded_response_is_deleted_if_another_card_exists(
    world: World, delay_ms: int, bot_restarts: bool
) -> None:
    match_id = (await offer_match_to_ben(world.matches)).id
    await world.store.player_messages.save_pending_token(
        InteractionToken(match_id, ANN, None, "token", NOON_MS), CHANNEL_ID
    )
    world.time_ms[0] += SECOND_MS
    if not delay_ms:
        await world.refresh(match_id)
    location = await answer_command(world, match_id)
    if bot_restarts:
        world = restart_world(world)
    world.time_ms[0] += delay_ms
    if delay_ms:
        await world.refresh(match_id)
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match_id)
    assert location not in world.discord.messages
