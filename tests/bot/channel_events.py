"""Random events during a match, such as messages from other users, deletions, restarts and outages."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import cycle

from bot.delivery.message_cleanup import MIN_RETRY_DELAY_MS
from bot.errors import DiscordUnavailable, MessageGone
from bot.matches.model import RunningMatch
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import CHANNEL_ID, next_interaction_id, play_for_seat
from tests.kit.world import World, restart_world


def cycle_events(random_source: random.Random) -> Iterator[str]:
    """Yield all kinds of events in a random order, over and over."""
    kinds = ["nothing", "chatter", "deletion", "hour", "repost", "restart", "outage", "deleted thread", "nothing"]
    random_source.shuffle(kinds)
    yield from cycle(kinds)


def plan_random_failures(discord: FakeDiscord, dice: random.Random) -> None:
    for request in ("delete_message", "edit_message", "post_message"):
        if dice.random() < 0.5:
            discord.fail_next(request, DiscordUnavailable("away"))
    if dice.random() < 0.5:
        discord.fail_next("edit_message", MessageGone())


def delete_all_messages(discord: FakeDiscord) -> None:
    """Delete all messages in the channel and its threads, as a moderator might."""
    for location in [
        location for location in discord.messages if location.channel_id in {CHANNEL_ID, *discord.thread_names}
    ]:
        del discord.messages[location]


async def post_chatter_everywhere(discord: FakeDiscord) -> None:
    """Post a message from another user in the channel and in each thread."""
    # Planned errors must affect only requests from the bot.
    discord.planned_errors.clear()
    for channel_id in {CHANNEL_ID, *discord.thread_names} - discord.deleted_channel_ids:
        await discord.post_message(channel_id, Scene(above=("Hello",)), str(next_interaction_id()))


async def apply_event(event: str, current_world: World, match_id: int, dice: random.Random) -> World:
    """Apply an event and return the world. A restart of the bot creates a new world."""
    match event:
        case "chatter":
            await post_chatter_everywhere(current_world.discord)
        case "deletion":
            delete_all_messages(current_world.discord)
        case "deleted thread":
            for thread in current_world.discord.thread_names:
                current_world.discord.delete_channel(thread)
        case "hour":
            current_world.time_ms[0] += HOUR_MS
        case "repost":
            await current_world.delivery.repost_card(match_id)
        case "outage":
            plan_random_failures(current_world.discord, dice)
        case "restart":
            return restart_world(current_world)
    return current_world


async def refresh_and_sweep(current_world: World, match_id: int) -> None:
    """Refresh the match until this succeeds, then sweep to delete messages whose first deletion failed."""
    current_world.delivery.schedule_refresh(match_id)
    await _wait_until_delivered(current_world)
    current_world.time_ms[0] += MIN_RETRY_DELAY_MS
    await current_world.delivery.sweep_all_matches()
    await _wait_until_delivered(current_world)


async def _wait_until_delivered(current_world: World) -> None:
    while current_world.delivery.queue_length:
        current_world.delivery.retry_waiting_now()
        # Polling without a pause would slow down the refreshes.
        await asyncio.sleep(0.001)


async def play_random_move(current_world: World, match_id: int, dice: random.Random) -> bool:
    """Play a random move for the first seat to move if the match is running. Return whether a move was played."""
    match = await current_world.matches.find_match(match_id)
    if not isinstance(match, RunningMatch):
        return False
    seat = min(match.engine.to_move)
    move = dice.choice(list(match.engine.legal_moves(seat)))
    await play_for_seat(current_world.matches, match, seat, move, current_world.time_ms[0])
    return True
