"""A herald, and the people and channels that it tells of a match."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.agreement import Agreement
from bot.clock import Clock
from bot.herald import Herald
from bot.journal import Table
from bot.minds import Minds
from bot.notice import EPOCH
from bot.preferences import Preferences
from bot.table import Done, Tables
from games import GAMES
from storage import Deadline
from tests.bot.billboard import Billboard
from tests.bot.sitting import ANN, BEN, CHANNEL, SERVER, cause

NOON = EPOCH + 1_000_000_000_000


async def challenge(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    """Ann challenges Ben, in a game with pictures and texts of its own."""
    agreement = Agreement(seats=2, clock=clock)
    done = await tables.offer(
        ANN, (BEN,), GAMES[game], options, agreement, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    return done.table


async def begun(tables: Tables, game: str = "woodwalkers", clock: int | None = None, **options: object) -> Table:
    table = await challenge(tables, game, clock, **options)
    return (await tables.sit(table.id, BEN, cause=cause(), now=NOON)).table


async def chosen(tables: Tables, match: int, person: int, now: int = NOON) -> Table:
    table = await tables.table(match)
    seat = table.seat_of(person)
    assert table.match
    assert seat is not None
    word = table.match.legal(seat)[0]
    return (await tables.say(match, person, word, step=None, cause=cause(), now=now)).table


async def round_of(tables: Tables, match: int, now: int = NOON) -> Table:
    for person in (ANN, BEN):
        table = await chosen(tables, match, person, now)
    return table


@dataclass
class Town:
    tables: Tables
    board: Billboard
    herald: Herald
    preferences: Preferences
    hour: list[int]

    async def told(self, match: int) -> None:
        self.herald.stir(match)
        await self.herald.settle()

    async def clock(self, now: int) -> None:
        self.hour[0] = now

        async def fired(deadline: Deadline, _: Done) -> None:
            await self.herald.fired(deadline)

        await Clock(self.tables, "one", fired).tick(now)
        await self.herald.settle()


def settled(tables: Tables, board: Billboard, hour: list[int]) -> Town:
    """It is `hour` there, as long as nobody moves it on."""
    preferences = Preferences(tables.store)

    async def lull() -> None:
        await asyncio.sleep(0)

    return Town(tables, board, Herald(tables, board, preferences, lambda: hour[0], lull, Minds()), preferences, hour)
