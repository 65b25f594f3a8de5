"""A message whose sender was killed before it could note it: sent again it is the same, and what else is there goes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.service import MatchService
from bot.messenger import MessageLocation, SentMessage
from bot.preferences import PlayerPreferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS
from bot.screens.custom_ids import Action
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import DeadlineOutcome, InteractionToken
from tests.bot.databases import both_databases
from tests.kit.discord import DIRECT, Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, said
from tests.kit.scenes import verbs
from tests.kit.world import (
    World,
    begun,
    challenge,
    chosen,
    count_live_messages,
    create_world,
    restart_world,
    sweep_after,
)
from tests.storage.stores import list_pending_sends

pytestmark = pytest.mark.usefixtures("soon_again")

SECOND = 1_000


@dataclass
class Deadly(Discord):
    """Kills whoever sends a message, once it has arrived or while it is under way."""

    kills: str = ""
    """Part of the channel and nonce of the message."""
    forgets: bool = False
    """Discord compares nonces for a few minutes only."""
    loses: bool = False
    under_way: list[tuple[int, Scene, str]] = field(default_factory=list)

    async def post_message(self, channel_id: int, scene: Scene, nonce_key: str) -> SentMessage:
        if not (self.kills and self.kills in f"{channel_id} {nonce_key}"):
            return await super().post_message(channel_id, scene, nonce_key)
        self.kills = ""
        if self.loses:
            self.under_way.append((channel_id, scene, nonce_key))
        else:
            await super().post_message(channel_id, scene, nonce_key)
        if self.forgets:
            self.nonces.clear()
        raise asyncio.CancelledError

    async def deliver(self) -> None:
        self.nonces.clear()
        for channel_id, scene, once in self.under_way:
            await super().post_message(channel_id, scene, once)


@pytest.fixture
def world(matches: MatchService) -> World:
    hour = [NOON]
    return create_world(matches.store, Deadly(lambda: hour[0]), hour)


async def set_prompts(world: World, prompts: str, *people: int) -> None:
    for person_id in people:
        await world.preferences.update_player(person_id, PlayerPreferences.model_validate({"prompts": prompts}))


async def interrupt(
    world: World, match_id: int, channel_id: int, *, forgets: bool = False, loses: bool = False
) -> World:
    """The bot is killed by what it sends there. Returns the next one, which has not done anything yet."""
    board = world.discord
    assert isinstance(board, Deadly)
    board.kills, board.forgets, board.loses = f"{channel_id} ", forgets, loses
    await world.refresh(match_id)
    assert not board.kills
    world.hour[0] += SECOND
    return restart_world(world)


async def check_card(world: World, match_id: int) -> None:
    """The one message with a button is the one that the store knows, and nothing is left to look for."""
    assert [it.message_id for it, _ in world.discord.alive()] == [(await world.load_header(match_id)).card_message_id]
    assert await list_pending_sends(world.store, match_id) == []


@both_databases
@pytest.mark.parametrize("chosen_elsewhere", [False, True])
async def test_call_that_is_sent_again_is_the_same_and_one_that_is_not_goes(
    world: World, chosen_elsewhere: bool
) -> None:
    match = await begun(world.tables)
    world = await interrupt(world, match.id, DIRECT + ANN)
    assert await world.load_hands(match.id, ANN) == []
    if chosen_elsewhere:
        await chosen(world.tables, match.id, ANN, NOON)
    await world.refresh(match.id)
    assert world.count_pings(ANN) == [1]
    assert Action.PICK_MOVE in verbs(world.discord.direct(ANN)[0])
    assert [bool(it.content_key) for it in await world.load_hands(match.id, ANN)] == [True] * (not chosen_elsewhere)
    await sweep_after(world, NONCE_LASTS_MS)
    assert len(world.discord.direct(ANN)) == (0 if chosen_elsewhere else 1)
    assert await list_pending_sends(world.store, match.id) == []


@pytest.mark.parametrize("what", [CHANNEL, DIRECT + ANN], ids=["card", "call"])
async def test_older_message_goes_after_an_outage_longer_than_nonces_last(world: World, what: int) -> None:
    await set_prompts(world, "none", BEN)
    if what == CHANNEL:
        await set_prompts(world, "here", ANN)
    match = await begun(world.tables)
    world = await interrupt(world, match.id, what, forgets=True)
    world.hour[0] += HOUR_MS // 2
    await world.refresh(match.id)
    await sweep_after(world, ACTIVE_WINDOW_MS)
    (message,) = world.discord.at(what)
    assert {Action.PICK_MOVE, Action.OPEN_MATCH} & verbs(message).keys()
    await check_card(world, match.id)


@both_databases
async def test_card_that_is_sent_again_is_the_same_and_shows_the_newest(world: World) -> None:
    await set_prompts(world, "none", ANN, BEN)
    match = await begun(world.tables)
    world = await interrupt(world, match.id, CHANNEL)
    ((location, before),) = world.discord.alive()
    now = await chosen(world.tables, match.id, ANN, NOON)
    world.discord.fails("edit", DiscordUnavailable("away"))
    world.herald.schedule_refresh(match.id)
    while not (header := await world.load_header(match.id)).card_message_id:
        await asyncio.sleep(0)
    assert header.events_on_card < now.event_count
    await world.refresh(match.id)
    header = await world.load_header(match.id)
    assert header.events_on_card == header.events_shown == now.event_count
    ((there, after),) = world.discord.alive()
    assert location == there
    assert before != after
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match.id)


@pytest.mark.parametrize("over", [False, True], ids=["played", "over"])
@pytest.mark.parametrize("trouble", [0, 1], ids=["there", "away"])
async def test_card_that_arrives_after_another_was_sent_goes(world: World, over: bool, trouble: int) -> None:
    await set_prompts(world, "none", ANN, BEN)
    match = await begun(world.tables)
    if over:
        await world.refresh(match.id)
        await said(world.tables, match, 0, "!resign", now=NOON)
        await world.post_chatter()
    world = await interrupt(world, match.id, CHANNEL, forgets=True, loses=True)
    board = world.discord
    assert isinstance(board, Deadly)
    await world.refresh(match.id)
    await board.deliver()
    assert count_live_messages(world) == 2
    await sweep_after(world, NONCE_LASTS_MS - SECOND - 1)
    assert count_live_messages(world) == 2
    board.fails("ours", *[DiscordUnavailable("away")] * trouble)
    for _ in range(1 + trouble):
        await sweep_after(world, 1)
    await check_card(world, match.id)


async def test_bot_that_may_not_read_a_channel_back_looks_once(world: World) -> None:
    await set_prompts(world, "none", ANN, BEN)
    match = await begun(world.tables)
    world = await interrupt(world, match.id, CHANNEL, forgets=True)
    world.discord.fails("ours", DestinationUnreachable("unreachable-permissions"))
    await world.refresh(match.id)
    for _ in range(2):
        await sweep_after(world, NONCE_LASTS_MS)
    assert world.discord.troubles["ours"] == []
    assert await list_pending_sends(world.store, match.id) == []
    assert count_live_messages(world) == 2


@both_databases
async def test_players_called_by_a_card_that_was_not_noted_are_not_called_again(world: World) -> None:
    await set_prompts(world, "here", ANN)
    match = await begun(world.tables)
    world = await interrupt(world, match.id, CHANNEL)
    await world.refresh(match.id)
    assert world.count_pings() == [1, 1]
    assert [it.outcome for it in await world.store.deadlines.list_of_match(match.id)] == [
        DeadlineOutcome.NOTIFIED,
        DeadlineOutcome.NOTIFIED,
    ]
    assert count_live_messages(world) == 1
    match_id = (await challenge(world.tables)).id
    world = await interrupt(world, match_id, CHANNEL)
    await world.refresh(match_id)
    assert (world.count_pings(BEN), count_live_messages(world)) == ([2], 2)


async def test_player_whom_the_interrupted_card_did_not_call_is_called_by_another(world: World) -> None:
    await set_prompts(world, "here", ANN)
    await set_prompts(world, "none", BEN)
    match = await begun(world.tables)
    world = await interrupt(world, match.id, CHANNEL)
    assert world.count_pings() == [1, 0]
    await set_prompts(world, "here", BEN)
    for it in await world.store.deadlines.list_of_match(match.id):
        if it.outcome == DeadlineOutcome.UNWANTED:
            await world.store.deadlines.set_deadlines(match.id, it)
    await world.refresh(match.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.count_pings() == [1, 1]
    await check_card(world, match.id)


async def test_players_told_of_the_end_by_a_card_that_was_not_noted_are_not_told_again(world: World) -> None:
    await set_prompts(world, "none", ANN, BEN)
    match = await world.begin_match()
    # Nobody was there when it ended, and something else lies below the card.
    await world.post_chatter()
    world.hour[0] += HOUR_MS
    await said(world.tables, match, 0, "!resign", now=world.hour[0])
    world.hour[0] += HOUR_MS
    world = await interrupt(world, match.id, CHANNEL)
    await world.refresh(match.id)
    await sweep_after(world, NONCE_LASTS_MS)
    assert world.count_pings() == [1, 1]
    await check_card(world, match.id)


async def answer_command(world: World, match_id: int) -> MessageLocation:
    """The challenger's command is answered by the card, and the store is gone before that can be noted."""
    scene = await world.rooms.card_renderer.render_new_card(await world.tables.find_match(match_id))
    sent = await world.discord.post_message(CHANNEL, scene, "answer")
    world.discord.answers["token"] = sent.location
    return sent.location


async def test_card_that_answered_a_command_and_was_not_noted_is_the_card(world: World) -> None:
    match_id = (await challenge(world.tables)).id
    await world.store.player_messages.save_pending_token(InteractionToken(match_id, ANN, None, "token", NOON), CHANNEL)
    location = await answer_command(world, match_id)
    await world.refresh(match_id)
    assert (await world.load_header(match_id)).card_message_id == location.message_id
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match_id)


@pytest.mark.parametrize("later", [0, 20 * MINUTE_MS], ids=["soon", "once the token has expired"])
@pytest.mark.parametrize("dies", [False, True], ids=["goes on", "dies"])
async def test_card_that_answered_a_command_goes_if_there_is_another(world: World, later: int, dies: bool) -> None:
    match_id = (await challenge(world.tables)).id
    await world.store.player_messages.save_pending_token(InteractionToken(match_id, ANN, None, "token", NOON), CHANNEL)
    world.hour[0] += SECOND
    if not later:
        await world.refresh(match_id)
    location = await answer_command(world, match_id)
    if dies:
        world = restart_world(world)
    world.hour[0] += later
    if later:
        await world.refresh(match_id)
    await sweep_after(world, NONCE_LASTS_MS)
    await check_card(world, match_id)
    assert location not in world.discord.messages
