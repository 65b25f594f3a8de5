"""A whole bot in this process, on a real store, with the fake Discord and a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from typing import Any

from bot.ai.workers import Minds
from bot.delivery.attendance import AT_IT
from bot.delivery.messenger import Place
from bot.delivery.scheduler import Herald
from bot.handlers.rate_limit import FREE, Fair
from bot.handlers.requests import Asked
from bot.matches.deadline_loop import Clock
from bot.matches.model import Begun, Play, Table
from bot.matches.service import Tables
from bot.preferences import Preferences
from bot.screens.scene import Scene
from bot.wiring import Rooms
from games import GAMES
from games.words import Locale
from storage import MatchHeader, PlayerMessage, Store
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CHANNEL, NOON, SERVER, accept_offer, cause, offer_match
from tests.kit.person import Person

EARLIER = NOON - AT_IT
"""Whoever did something then is not at it any more at noon."""


async def challenge(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    """Ann challenges Ben, in a game with pictures and texts of its own."""
    return await offer_match(tables, BEN, game=game, options=options, clock=clock, now=EARLIER)


async def begun(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    return await accept_offer(tables, await challenge(tables, game, clock, **options), BEN, now=EARLIER)


async def chosen(tables: Tables, match: int, person: int, now: int = EARLIER) -> Table:
    table = await tables.table(match)
    assert isinstance(table, Begun)
    seat = table.seat_of(person)
    assert seat is not None
    word = table.match.legal_moves(seat)[0]
    return (await tables.say(match, person, word, step=None, cause=cause(), now=now)).table


async def round_of(tables: Tables, match: int, now: int = EARLIER) -> Table:
    for person in (ANN, BEN):
        table = await chosen(tables, match, person, now)
    return table


async def begin_match_where_both_choose(world: World) -> Play:
    """Begin a match in which Ann and Ben choose at the same time."""
    table = await begun(world.tables, "schamanen", placement="random")
    assert isinstance(table, Play)
    assert len(table.match.to_move) == 2
    return table


def asked(person: int = ANN, *, server: int | None = SERVER, private: bool = True, locale: Locale = "en") -> Asked:
    """They press something, in a message of their own."""
    return Asked(person, locale, server, CHANNEL, cause(), NOON, message=77, private=private)


@dataclass
class World:
    """The services of one process of the bot, and the Discord they write to."""

    rooms: Rooms
    tables: Tables
    discord: Discord
    hour: list[int]
    """The time in ms, as its only element: a test sets it, and all services read it."""

    @property
    def herald(self) -> Herald:
        return self.rooms.herald

    @property
    def preferences(self) -> Preferences:
        return self.rooms.preferences

    @property
    def store(self) -> Store:
        return self.tables.store

    async def begin_match(self, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Play:
        """Begin a match of Ann and Ben, and tell both of it."""
        table = await begun(self.tables, game, clock, **options)
        await self.refresh(table.id)
        assert isinstance(table, Play)
        return table

    async def load_header(self, match: int) -> MatchHeader:
        header = await self.store.matches.load_header(match)
        assert header
        return header

    async def load_hands(self, match: int, person: int) -> list[PlayerMessage]:
        """Return the player messages of this person that the store knows."""
        return [it for it in await self.store.player_messages.list_of_match(match) if it.person_id == person]

    async def load_play(self, match: int) -> Play:
        table = await self.tables.table(match)
        assert isinstance(table, Play)
        return table

    def count_pings(self, *people: int) -> list[int]:
        """Count how often each of these people, by default Ann and Ben, was pinged."""
        return [self.discord.pings(person) for person in people or (ANN, BEN)]

    async def post_chatter(self) -> Place:
        """Write something else at the bottom of the channel."""
        return (await self.discord.post(CHANNEL, Scene(above=("Hello",)), f"hello {cause()}")).place

    def person(self, number: int = ANN, **context: Any) -> Person:
        """Return somebody who types commands and presses buttons here; see `Person.where` for `context`."""
        return Person(self, number, context)

    async def refresh(self, match: int) -> None:
        """Bring the card and all player messages of a match up to date."""
        self.herald.stir(match)
        await self.herald.settle()

    async def quiet(self) -> None:
        """Until the house has said all it has to say: that is told, too, and asks it anew."""
        await self.rooms.house.settle()
        while self.herald.queue:
            await self.herald.settle()
            await self.rooms.house.settle()

    async def clock(self, now: int) -> None:
        self.hour[0] = now
        await Clock(self.tables, self.rooms.store, "one", self.herald.fired).tick(now)
        await self.herald.settle()


def create_world(store: Store, board: Discord, hour: list[int], fair: Fair = FREE, minds: Minds | None = None) -> World:
    """Start a bot on this store, at the time in `hour`; `fair` limits what one person may do, `minds` think for the
    house and the coach.
    """
    rooms = create_rooms(store, board, lambda: hour[0], fair, minds)
    return World(rooms, rooms.tables, board, hour)


def restart_world(world: World) -> World:
    """Start another bot that knows only what the store and Discord hold."""
    return create_world(world.tables.store, world.discord, world.hour)


async def sweep_after(world: World, after: int) -> None:
    world.hour[0] += after
    await world.herald.sweep()
    await world.herald.settle()


def count_live_messages(world: World) -> int:
    """Count the messages of the channel that have a button."""
    return sum(bool(scene.rows) for scene in world.discord.at(CHANNEL))


def create_rooms(
    store: Store, board: Discord, now: Callable[[], int], fair: Fair = FREE, minds: Minds | None = None
) -> Rooms:
    """Create all services of a bot; its pauses take no time."""

    async def lull() -> None:
        await asyncio.sleep(0)

    return Rooms(store, board, minds or Minds(starts=_forks()), now, lull, fair=fair)


@cache
def _forks() -> ForkServerContext:
    """Where nobody looks at how a mind starts, it is a fork of somebody who has read all it needs: many a test is over
    before a fresh interpreter has.
    """
    forks = get_context("forkserver")
    forks.set_forkserver_preload(["bot.ai.workers", *(f"games.{key}" for key in GAMES)])
    return forks
