"""What a match costs, for every game: `python -m tests.tools.bench.cost [GAME …] [MATCHES STORED]`.

Two people choose at random, at the real bot on PostgreSQL in the playground. docs/scaling.md extrapolates from it.
"""

from __future__ import annotations

import asyncio
import json
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

from bot.matches.model import RunningMatch
from bot.matches.terms import MatchTerms
from bot.wall_clock import current_time_ms
from discord_playground.client import Playground, running
from games import GAMES
from storage import Store
from tests.kit.match import tabled
from tests.kit.process import Process
from tests.storage.server import binaries
from tests.storage.server import running as serving
from tests.storage.stores import new_database
from tests.tools.bench.timing import process_cpu_ms
from tests.tools.driver import PlayingTable, Recorder, connect, join

PLAYED_MATCHES: Final = 3
STORED_MATCHES: Final = 40
"""More than are played, since a few matches leave pages of the store half empty."""
FREE_PATHS: Final = ("/interactions", "/webhooks")
"""Requests by the token of an interaction do not count against the limit of the bot."""
FIRST_PERSON_ID: Final = 1_000_000_000_000_000_000
SIZE: Final = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"


@dataclass(frozen=True, slots=True)
class Cost:
    """The averages of one match."""

    game: str
    events: float
    clicks: float
    stored_bytes: float
    cpu_s: float
    requests: Mapping[str, float]
    """By route, answers to interactions included."""

    @property
    def answers(self) -> float:
        return sum(many for route, many in self.requests.items() if "/interactions/" in route)

    @property
    def limited(self) -> float:
        """Requests that count against the limit of the whole bot."""
        return sum(many for route, many in self.requests.items() if not route.partition(" ")[2].startswith(FREE_PATHS))


@contextmanager
def run_postgres() -> Iterator[str]:
    """Run PostgreSQL and yield its URL, with braces for the name of a database."""
    place = binaries()
    if place is None:
        raise SystemExit("no PostgreSQL here (initdb and postgres; on Debian: apt-get install postgresql)")
    with serving(place) as url:
        yield url


async def fetch_number(url: str, query: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(query))
    finally:
        await connection.close()


async def wait_until_shown(url: str) -> None:
    """Wait until everything that is stored has been shown."""
    async with asyncio.timeout(120):
        while await fetch_number(url, "SELECT count(*) FROM match WHERE events_shown < event_count"):
            await asyncio.sleep(0.05)


async def measure_stored(server: str, game: str, matches: int) -> float:
    """Return the bytes, rows and indexes, of a match that is over."""
    url = await new_database(server)
    causes, dice = count(1_400_000_000_000_000_000), random.Random(7)
    async with await Store.open(url) as store:
        before = await fetch_number(url, SIZE)
        tables = tabled(store)
        for number in range(matches):
            host, guest = FIRST_PERSON_ID + number, FIRST_PERSON_ID + matches + number
            offer = await tables.create_offer(
                host, (guest,), GAMES[game], {}, MatchTerms(seats=2),
                server_id=1_200_000_000_000_000_000, channel_id=1_300_000_000_000_000_000,
                interaction_id=next(causes), now_ms=current_time_ms(),
            )  # fmt: skip
            match = offer.match
            for person_id in (guest, host):
                if not isinstance(match, RunningMatch):
                    match = (
                        await tables.join_offer(
                            match.id, person_id, interaction_id=next(causes), now_ms=current_time_ms()
                        )
                    ).match
            while isinstance(match, RunningMatch) and match.engine:
                seat = min(match.engine.to_move)
                word, person_id = dice.choice(match.engine.legal_moves(seat)), match.player_ids[seat] or 0
                match = (
                    await tables.play_move(
                        match.id, person_id, word, step=None, interaction_id=next(causes), now_ms=current_time_ms()
                    )
                ).match
            await store.cards.mark_shown(
                match.id, match.event_count, 1_300_000_000_000_000_000, 1_500_000_000_000_000_000
            )
    connection = await asyncpg.connect(url)
    try:
        # Rows that were changed leave old versions behind until they are vacuumed.
        await connection.execute("VACUUM FULL")
    finally:
        await connection.close()
    return (await fetch_number(url, SIZE) - before) / matches


async def count_requests(socket: aiohttp.ClientWebSocketResponse, bot: str, routes: Counter[str]) -> None:
    async for frame in socket:
        entry = json.loads(frame.data).get("entry") or {}
        if entry.get("source") == "rest" and entry["bot"] == bot:
            routes[entry["route"]] += 1


async def measure(playground: Playground, server: str, folder: Path, game: str, matches: int, stored: int) -> Cost:
    url = await new_database(server)
    bot = Process(f"Cost of {game}", folder)
    await bot.register(playground)
    bot.environment |= {"DATABASE_URL": url, "DUEL_LOG": "warning"}
    await bot.start(playground)
    assert bot.process
    record, routes = Recorder(), Counter[str]()
    try:
        async with (
            join(playground, bot.name, 2, record) as (group,),
            playground.line.connected(group.people[0].name, wire="1") as socket,
        ):
            await asyncio.sleep(1)
            counting = asyncio.create_task(count_requests(socket, bot.name, routes))
            began = process_cpu_ms(bot.process.pid)
            table = PlayingTable(group.people, group.channel, {"game": game}, random.Random(game))
            for _ in range(matches):
                match_id = await table.begin_match(leave := asyncio.Event())
                assert match_id, "no match begins"
                await table.play_match(match_id, leave)
            await wait_until_shown(url)
            cpu_s = (process_cpu_ms(bot.process.pid) - began) / 1000
            counting.cancel()
    finally:
        bot.stop()
    events = await fetch_number(url, "SELECT count(*) FROM event")
    requests = {route: many / matches for route, many in routes.items()}
    stored_bytes = await measure_stored(server, game, stored)
    return Cost(game, events / matches, record.clicks / matches, stored_bytes, cpu_s / matches, requests)


async def measure_all(server: str, url: str, folder: Path) -> list[Cost]:
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    matches, stored = numbers or (PLAYED_MATCHES, STORED_MATCHES)
    costs = []
    async with connect(url) as playground:
        for game in [given for given in sys.argv[1:] if not given.isdigit()] or GAMES:
            (place := folder / game).mkdir()
            costs.append(await measure(playground, server, place, game, matches, stored))
    return costs


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, run_postgres() as server, running(hasty=True) as url:
        costs = asyncio.run(measure_all(server, url, Path(folder)))
    lines = ["| a match of | events | clicks | bytes stored | CPU of the bot, s | answers | other requests |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    for each in costs:
        figures = f"{each.events:.0f} | {each.clicks:.0f} | {each.stored_bytes:,.0f} | {each.cpu_s:.2f}"
        lines += [f"| {each.game} | {figures} | {each.answers:.0f} | {each.limited:.0f} |"]
    for each in costs:
        by_number = sorted(each.requests.items(), key=lambda it: -it[1])
        lines += ["", each.game, *(f"  {many:7.1f}  {route}" for route, many in by_number)]
    print("\n".join(lines))  # noqa: T201 - its product


if __name__ == "__main__":
    main()
