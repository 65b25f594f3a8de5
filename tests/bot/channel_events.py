"""A channel in which a match is played and much else happens."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import cycle

from bot.delivery.message_cleanup import MIN_RETRY_DELAY_MS
from bot.errors import DiscordUnavailable, MessageGone
from bot.matches.model import RunningMatch
from bot.screens.scene import Scene
from tests.kit import world
from tests.kit.discord import Discord
from tests.kit.match import CHANNEL, cause
from tests.kit.world import World


def events(dice: random.Random) -> Iterator[str]:
    """What else happens in a channel, between one choice and the next."""
    kinds = ["nothing", "talk", "deleted", "later", "wanted", "restart", "trouble", "closed", "nothing"]
    dice.shuffle(kinds)
    yield from cycle(kinds)


def trouble(board: Discord, dice: random.Random) -> None:
    for deed in ("remove", "edit", "post"):
        if dice.random() < 0.5:
            board.fails(deed, DiscordUnavailable("away"))
    if dice.random() < 0.5:
        board.fails("edit", MessageGone())


def swept(board: Discord) -> None:
    """Somebody who may has deleted all there is."""
    for location in [location for location in board.messages if location.channel_id in {CHANNEL, *board.threads}]:
        del board.messages[location]


async def talked(board: Discord) -> None:
    """The trouble that is there is ours alone."""
    board.troubles.clear()
    for channel_id in {CHANNEL, *board.threads} - board.gone:
        await board.post_message(channel_id, Scene(above=("Hello",)), str(cause()))


async def happened(event: str, one: World, match_id: int, dice: random.Random) -> World:
    match event:
        case "talk":
            await talked(one.discord)
        case "deleted":
            swept(one.discord)
        case "closed":
            for thread in one.discord.threads:
                one.discord.deleted(thread)
        case "later":
            one.hour[0] += 3_600_000
        case "wanted":
            await one.herald.repost_card(match_id)
        case "trouble":
            trouble(one.discord, dice)
        case "restart":
            return world.create_world(one.tables.store, one.discord, one.hour)
    return one


async def retold(one: World, match_id: int) -> None:
    """However often it takes; and the next sweep takes away what could not be taken away at once."""
    one.herald.schedule_refresh(match_id)
    await _quiet(one)
    one.hour[0] += MIN_RETRY_DELAY_MS
    await one.herald.sweep_all_matches()
    await _quiet(one)


async def _quiet(one: World) -> None:
    while one.herald.queue_length:
        one.herald.retry_waiting_now()
        # Whoever looks all the time takes it from those who tell.
        await asyncio.sleep(0.001)


async def chosen(one: World, match_id: int, dice: random.Random) -> bool:
    """Is there somebody left who chooses?"""
    match = await one.tables.find_match(match_id)
    if not isinstance(match, RunningMatch):
        return False
    seat = min(match.engine.to_move)
    word, person_id = dice.choice(list(match.engine.legal_moves(seat))), match.player_ids[seat]
    assert person_id
    await one.tables.play_move(match_id, person_id, word, step=None, interaction_id=cause(), now=one.hour[0])
    return True
