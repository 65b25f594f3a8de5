"""Random cycle_events around a match in its channel, such as chatter, deletions, restarts and outages."""

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
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import CHANNEL, cause
from tests.kit.world import World


def cycle_events(dice: random.Random) -> Iterator[str]:
    """Yield the kinds of cycle_events in a random order, again and again."""
    kinds = ["nothing", "chatter", "deletion", "hour", "repost", "restart", "outage", "deleted thread", "nothing"]
    dice.shuffle(kinds)
    yield from cycle(kinds)


def add_failures(board: Discord, dice: random.Random) -> None:
    for request in ("remove", "edit", "post"):
        if dice.random() < 0.5:
            board.fails(request, DiscordUnavailable("away"))
    if dice.random() < 0.5:
        board.fails("edit", MessageGone())


def delete_all_messages(board: Discord) -> None:
    """Delete everything in the channel and its threads, as a moderator may do."""
    for location in [location for location in board.messages if location.channel_id in {CHANNEL, *board.threads}]:
        del board.messages[location]


async def post_chatter_everywhere(board: Discord) -> None:
    """Post a message of somebody else in the channel and in each thread."""
    # Failures are for requests of the bot only.
    board.troubles.clear()
    for channel_id in {CHANNEL, *board.threads} - board.gone:
        await board.post_message(channel_id, Scene(above=("Hello",)), str(cause()))


async def apply_event(event: str, one: World, match_id: int, dice: random.Random) -> World:
    """Have an event happen; return the world, which is a new one after a restart of the bot."""
    match event:
        case "chatter":
            await post_chatter_everywhere(one.discord)
        case "deletion":
            delete_all_messages(one.discord)
        case "deleted thread":
            for thread in one.discord.threads:
                one.discord.deleted(thread)
        case "hour":
            one.hour[0] += HOUR_MS
        case "repost":
            await one.herald.repost_card(match_id)
        case "outage":
            add_failures(one.discord, dice)
        case "restart":
            return world.create_world(one.tables.store, one.discord, one.hour)
    return one


async def refresh_and_sweep(one: World, match_id: int) -> None:
    """Refresh until it succeeds, then sweep, which deletes messages that could not be deleted at once."""
    one.herald.schedule_refresh(match_id)
    await _wait_until_delivered(one)
    one.hour[0] += MIN_RETRY_DELAY_MS
    await one.herald.sweep_all_matches()
    await _wait_until_delivered(one)


async def _wait_until_delivered(one: World) -> None:
    while one.herald.queue_length:
        one.herald.retry_waiting_now()
        # Polling without a pause would slow down the refreshes.
        await asyncio.sleep(0.001)


async def play_random_move(one: World, match_id: int, dice: random.Random) -> bool:
    """Play a move for the first seat to move; return False if the match is not running."""
    match = await one.tables.find_match(match_id)
    if not isinstance(match, RunningMatch):
        return False
    seat = min(match.engine.to_move)
    move, person_id = dice.choice(list(match.engine.legal_moves(seat))), match.player_ids[seat]
    assert person_id
    await one.tables.play_move(match_id, person_id, move, step=None, interaction_id=cause(), now_ms=one.hour[0])
    return True
