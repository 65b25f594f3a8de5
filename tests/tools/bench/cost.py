"""What a match costs, for every game: `python -m tests.tools.bench.cost [GAME] [MATCHES STORED]`.

Two people who choose at random, in the hand that opens for them, at the real bot on PostgreSQL in the playground.
docs/scaling.md carries it further.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg

from bot.table.agreement import Agreement
from bot.table.table import Play
from bot.time import now
from deploy.playground.client import Playground, running
from games import GAMES
from storage import Store
from tests.kit.match import tabled
from tests.kit.process import Process
from tests.storage.server import binaries
from tests.storage.server import running as serving
from tests.wire.play import AutoPlayer, play_match
from tests.wire.server import create_server

COUNTS: Final = (3, 40)
"""Matches of each game at Discord; and without it, for what a few take is lost in pages of the store that are begun."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one match, on the average."""

    game: str
    events: float
    clicks: float
    bytes: float
    processor: float
    """Seconds of the bot."""
    requests: Mapping[str, float]
    """By route; answers to interactions are among them."""

    @property
    def answers(self) -> float:
        return sum(many for route, many in self.requests.items() if "/interactions/" in route)

    @property
    def limited(self) -> float:
        """What counts against the fifty a second of the whole bot; what an interaction's token opens does not."""
        return sum(
            many for route, many in self.requests.items() if not route.partition(" ")[2].startswith(("/inter", "/webh"))
        )


@contextmanager
def database() -> Iterator[str]:
    place = binaries()
    if place is None:
        raise SystemExit("no PostgreSQL here (initdb and postgres; on Debian: apt-get install postgresql)")
    with serving(place) as url:
        yield url


async def made(server: str, name: str) -> str:
    connection = await asyncpg.connect(server.format("postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return server.format(name)


async def asked(url: str, query: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(query))
    finally:
        await connection.close()


def processor(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def stored(server: str, game: str, matches: int) -> float:
    """Bytes a match, rows and indexes, once it is over."""
    url = await made(server, f"stored_{game}")
    size = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
    causes, dice = count(1), random.Random(7)
    async with await Store.open(url) as store:
        before = await asked(url, size)
        tables = tabled(store)
        for number in range(matches):
            people = (1_000_000_000_000_000_000 + number, 1_100_000_000_000_000_000 + number)
            opened = await tables.offer(
                people[0], people[1:], GAMES[game], {}, Agreement(seats=2),
                server=1_200_000_000_000_000_000, channel=1_300_000_000_000_000_000,
                cause=1_400_000_000_000_000_000 + next(causes), now=now(),
            )  # fmt: skip
            table = opened.table
            while not isinstance(table, Play):
                for person in people[::-1]:
                    if not isinstance(table, Play):
                        table = (await tables.sit(table.id, person, cause=next(causes), now=now())).table
            while isinstance(table, Play) and table.match:
                seat = min(table.match.waiting)
                word = dice.choice(table.match.legal(seat))
                cause = 1_400_000_000_000_000_000 + next(causes)
                speaker = table.people[seat] or 0
                table = (await tables.say(table.id, speaker, word, step=None, cause=cause, now=now())).table
            await store.show(table.id, table.seq, 1_300_000_000_000_000_000, 1_500_000_000_000_000_000)
    connection = await asyncpg.connect(url)
    try:
        # Rows that were changed leave their old selves behind; the server's own housekeeping clears them away.
        await connection.execute("VACUUM FULL")
    finally:
        await connection.close()
    return (await asked(url, size) - before) / matches


async def witnessed(socket: aiohttp.ClientWebSocketResponse, bot: str, routes: Counter[str]) -> None:
    async for frame in socket:
        entry = json.loads(frame.data).get("entry") or {}
        if entry.get("way") == "rest" and entry["bot"] == bot:
            routes[entry["route"]] += 1


async def cost(playground: Playground, server: str, folder: Path, game: str, matches: int, alone: int) -> Cost:
    url = await made(server, f"played_{game}")
    bot = Process(f"Cost of {game}", folder)
    await bot.hired(playground)
    bot.environment |= {"DATABASE_URL": url, "DUEL_LOG": "warning"}
    await bot.opened(playground)
    assert bot.process
    try:
        async with (
            create_server(playground, bot) as glade,
            playground.line.connected(glade.lynx.name, wire="1") as socket,
        ):
            await asyncio.sleep(1)
            routes: Counter[str] = Counter()
            witness = asyncio.create_task(witnessed(socket, bot.name, routes))
            began = processor(bot.process.pid)
            clicks = 0
            for number in range(matches):
                driven: list[AutoPlayer] = []

                async def drive(one: AutoPlayer, driven: list[AutoPlayer] = driven) -> None:
                    driven.append(one)
                    await one.play_in_private()

                match = await glade.begin_match(glade.otter, glade.heron, game=game)
                await play_match(glade, match, how=drive, seed=number)
                clicks += 2 + sum(one.clicks for one in driven)
            while await asked(url, "SELECT count(*) FROM match WHERE shown < seq"):
                await asyncio.sleep(0.05)
            took = processor(bot.process.pid) - began
            witness.cancel()
    finally:
        bot.shut()
    events = await asked(url, "SELECT count(*) FROM event")
    requests = {route: many / matches for route, many in routes.items()}
    return Cost(game, events / matches, clicks / matches, await stored(server, game, alone), took / matches, requests)


async def costs(server: str, url: str, folder: Path) -> list[Cost]:
    found = []
    games = [given for given in sys.argv[1:] if not given.isdigit()]
    matches, alone = [int(given) for given in sys.argv[1:] if given.isdigit()] or COUNTS
    async with Playground.at(url) as playground:
        for game in games or GAMES:
            place = folder / game
            place.mkdir()
            found.append(await cost(playground, server, place, game, matches, alone))
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, database() as server, running(hasty=True) as url:
        found = asyncio.run(costs(server, url, Path(folder)))
    print("| a match of | events | clicks | bytes stored | CPU of the bot, s | answers | other requests |")  # noqa: T201
    print("| --- | --- | --- | --- | --- | --- | --- |")  # noqa: T201
    for each in found:
        figures = f"{each.events:.0f} | {each.clicks:.0f} | {each.bytes:,.0f} | {each.processor:.2f}"
        print(f"| {each.game} | {figures} | {each.answers:.0f} | {each.limited:.0f} |")  # noqa: T201
    for each in found:
        print(f"\n{each.game}")  # noqa: T201
        for route, many in sorted(each.requests.items(), key=lambda it: -it[1]):
            print(f"  {many:7.1f}  {route}")  # noqa: T201


if __name__ == "__main__":
    main()
