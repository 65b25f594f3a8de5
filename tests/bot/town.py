"""A herald, and the people and channels that it tells of a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext

from bot.desk.asked import Asked
from bot.desk.usher import FREE, Fair
from bot.herald.attendance import AT_IT
from bot.herald.herald import Herald
from bot.house.minds import Minds
from bot.preferences import Preferences
from bot.rooms import Rooms
from bot.table.agreement import Agreement
from bot.table.clock import Clock
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.time import EPOCH
from games import GAMES
from games.words import Locale
from storage import Store
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, SERVER, cause

NOON = EPOCH + 1_000_000_000_000
EARLIER = NOON - AT_IT
"""Whoever did something then is not at it any more at noon."""


async def challenge(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    """Ann challenges Ben, in a game with pictures and texts of its own."""
    agreement = Agreement(seats=2, clock=clock)
    done = await tables.offer(
        ANN, (BEN,), GAMES[game], options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=EARLIER
    )
    return done.table


async def begun(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    table = await challenge(tables, game, clock, **options)
    return (await tables.sit(table.id, BEN, cause=cause(), now=EARLIER)).table


async def chosen(tables: Tables, match: int, person: int, now: int = EARLIER) -> Table:
    table = await tables.table(match)
    assert isinstance(table, Begun)
    seat = table.seat_of(person)
    assert seat is not None
    word = table.match.legal(seat)[0]
    return (await tables.say(match, person, word, step=None, cause=cause(), now=now)).table


async def round_of(tables: Tables, match: int, now: int = EARLIER) -> Table:
    for person in (ANN, BEN):
        table = await chosen(tables, match, person, now)
    return table


async def together(town: Town) -> Play:
    """Both are asked at once."""
    table = await begun(town.tables, "schamanen", placement="random")
    assert isinstance(table, Play)
    assert len(table.match.waiting) == 2
    return table


def asked(person: int = ANN, *, server: int | None = SERVER, private: bool = True, locale: Locale = "en") -> Asked:
    """They press something, in a message of their own."""
    return Asked(person, locale, server, CHANNEL, cause(), NOON, message=77, private=private)


@dataclass
class Town:
    rooms: Rooms
    tables: Tables
    board: Billboard
    hour: list[int]

    @property
    def herald(self) -> Herald:
        return self.rooms.herald

    @property
    def preferences(self) -> Preferences:
        return self.rooms.preferences

    async def told(self, match: int) -> None:
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


def settled(store: Store, board: Billboard, hour: list[int]) -> Town:
    """It is `hour` there, as long as nobody moves it on."""
    rooms = furnished(store, board, lambda: hour[0])
    return Town(rooms, rooms.tables, board, hour)


def renewed(town: Town) -> Town:
    """Another process, with nothing but the store."""
    return settled(town.tables.store, town.board, town.hour)


async def swept(town: Town, after: int) -> None:
    town.hour[0] += after
    await town.herald.sweep()
    await town.herald.settle()


def pressable(town: Town) -> int:
    """Messages in the channel that have a button."""
    return sum(bool(scene.rows) for scene in town.board.at(CHANNEL))


def furnished(store: Store, board: Billboard, now: Callable[[], int], fair: Fair = FREE) -> Rooms:
    """All rooms, where nobody waits for an answer."""

    async def lull() -> None:
        await asyncio.sleep(0)

    return Rooms(store, board, Minds(starts=_forks()), now, lull, fair=fair)


@cache
def _forks() -> ForkServerContext:
    """Where nobody looks at how a mind starts, it is a fork of somebody who has read all it needs: many a test is over
    before a fresh interpreter has.
    """
    forks = get_context("forkserver")
    forks.set_forkserver_preload(["bot.house.minds", *(f"games.{key}" for key in GAMES)])
    return forks
