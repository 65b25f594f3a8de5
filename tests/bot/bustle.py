"""A channel in which a match is played and much else happens."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import cycle

from bot.delivery.message_cleanup import SOON
from bot.errors import Lost, Unavailable
from bot.matches.model import Play
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
            board.fails(deed, Unavailable("away"))
    if dice.random() < 0.5:
        board.fails("edit", Lost())


def swept(board: Discord) -> None:
    """Somebody who may has deleted all there is."""
    for place in [place for place in board.messages if place.channel in {CHANNEL, *board.threads}]:
        del board.messages[place]


async def talked(board: Discord) -> None:
    """The trouble that is there is ours alone."""
    board.troubles.clear()
    for channel in {CHANNEL, *board.threads} - board.gone:
        await board.post(channel, Scene(above=("Hello",)), str(cause()))


async def happened(event: str, one: World, match: int, dice: random.Random) -> World:
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
            await one.herald.again(match)
        case "trouble":
            trouble(one.discord, dice)
        case "restart":
            return world.create_world(one.tables.store, one.discord, one.hour)
    return one


async def retold(one: World, match: int) -> None:
    """However often it takes; and the next sweep takes away what could not be taken away at once."""
    one.herald.stir(match)
    await _quiet(one)
    one.hour[0] += SOON
    await one.herald.sweep()
    await _quiet(one)


async def _quiet(one: World) -> None:
    while one.herald.queue:
        one.herald.woken()
        # Whoever looks all the time takes it from those who tell.
        await asyncio.sleep(0.001)


async def chosen(one: World, match: int, dice: random.Random) -> bool:
    """Is there somebody left who chooses?"""
    table = await one.tables.table(match)
    if not isinstance(table, Play):
        return False
    seat = min(table.match.to_move)
    word, person = dice.choice(list(table.match.legal_moves(seat))), table.people[seat]
    assert person
    await one.tables.say(match, person, word, step=None, cause=cause(), now=one.hour[0])
    return True
