"""Measures the CPU time, storage and requests of a match: `python -m tests.tools.bench.cost`.

Two people play random moves on the playground, with the real bot on PostgreSQL. The optional arguments are games, the
number of matches to play and the number of matches to store: `python -m tests.tools.bench.cost schnick 3 40`.
`docs/scaling.md` lists the results.
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
from pathlib import Path
from typing import Final

import aiohttp
import asyncpg

from bot.wall_clock import DAY_MS, current_time_ms
from discord_playground.client import Playground, run_playground
from storage import Store
from tests.kit.bot_process import BotProcess
from tests.kit.matches import begin_match, create_match_service, make_random_chooser, play_to_end
from tests.storage.database_fixtures import create_database
from tests.storage.postgres_server import find_binaries, run_server_for_url
from tests.tools.bench.timing import read_process_cpu_ms
from tests.tools.driver import PlayerGroup, Recorder, connect_to_playground, join_new_servers

DEFAULT_GAMES: Final = ("schnick", "schamanen", "woodwalkers")
"""All games but Shamanic Chess, whose random matches take about five hundred events."""
PLAYED_MATCH_COUNT: Final = 3
STORED_MATCH_COUNT: Final = 40
"""The number of matches to store. With only a few, half-empty database pages would distort the size of a match."""
UNLIMITED_PATHS: Final = ("/interactions", "/webhooks")
"""Paths of requests with an interaction token, which do not count toward the bot's rate limit."""
FIRST_PERSON_ID: Final = 1_000_000_000_000_000_000
SERVER_ID, CHANNEL_ID, MESSAGE_ID = 1_200_000_000_000_000_000, 1_300_000_000_000_000_000, 1_500_000_000_000_000_000
SELECT_DATABASE_SIZE: Final = (
    "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 2200"
)


@dataclass(frozen=True, slots=True)
class MatchCost:
    """The average costs of a match."""

    game: str
    events: float
    clicks: float
    stored_bytes: float
    cpu_s: float
    requests: Mapping[str, float]
    """The number of requests by route, including responses to interactions."""

    @property
    def responses(self) -> float:
        return sum(requests for route, requests in self.requests.items() if "/interactions/" in route)

    @property
    def limited_request_count(self) -> float:
        """The number of requests that count toward the bot's rate limit."""
        return sum(
            requests
            for route, requests in self.requests.items()
            if not route.partition(" ")[2].startswith(UNLIMITED_PATHS)
        )


@contextmanager
def run_postgres() -> Iterator[str]:
    """Run a PostgreSQL server and yield its URL, with `{}` in place of the database name."""
    binary_folder = find_binaries()
    if binary_folder is None:
        raise SystemExit("PostgreSQL is not installed (initdb and postgres; on Debian: apt-get install postgresql)")
    with run_server_for_url(binary_folder) as url:
        yield url


async def fetch_number(url: str, query: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        return int(await connection.fetchval(query))
    finally:
        await connection.close()


async def wait_until_shown(url: str) -> None:
    """Wait until the bot has shown all stored events on Discord."""
    async with asyncio.timeout(120):
        while await fetch_number(url, "SELECT count(*) FROM match WHERE events_shown < event_count"):
            await asyncio.sleep(0.05)


async def measure_stored_bytes(server_url: str, game: str, matches: int) -> float:
    """Store finished matches and return the average bytes per match in the database, including indexes."""
    url = await create_database(server_url)
    choose_move = make_random_chooser(7)
    async with await Store.open(url) as store:
        before = await fetch_number(url, SELECT_DATABASE_SIZE)
        service = create_match_service(store)
        for number in range(matches):
            host, guest = FIRST_PERSON_ID + number, FIRST_PERSON_ID + matches + number
            match = await begin_match(
                service, guest, game=game, host_id=host, server_id=SERVER_ID, channel_id=CHANNEL_ID,
                now_ms=current_time_ms(), clock=DAY_MS,
            )  # fmt: skip
            finished = await play_to_end(service, match, choose_move, current_time_ms())
            await store.cards.mark_shown(finished.id, finished.event_count, CHANNEL_ID, MESSAGE_ID)
    connection = await asyncpg.connect(url)
    try:
        # Old versions of changed rows take up space until the database is vacuumed.
        await connection.execute("VACUUM FULL")
    finally:
        await connection.close()
    return (await fetch_number(url, SELECT_DATABASE_SIZE) - before) / matches


async def count_requests(socket: aiohttp.ClientWebSocketResponse, bot: str, routes: Counter[str]) -> None:
    async for frame in socket:
        entry = json.loads(frame.data).get("entry") or {}
        if entry.get("source") == "rest" and entry["bot"] == bot:
            routes[entry["route"]] += 1


async def measure_game(
    playground: Playground, server_url: str, folder: Path, game: str, matches: int, stored: int
) -> MatchCost:
    url = await create_database(server_url)
    bot = BotProcess(f"Cost of {game}", folder)
    await bot.register_application(playground)
    bot.environment |= {"DATABASE_URL": url, "DUEL_LOG": "warning"}
    await bot.start(playground)
    assert bot.process
    recorder, routes = Recorder(), Counter[str]()
    try:
        async with (
            join_new_servers(playground, bot.name, 2, recorder) as (group,),
            playground.api_client.open_websocket(group.people[0].name, wire="1") as socket,
        ):
            await asyncio.sleep(1)
            counting = asyncio.create_task(count_requests(socket, bot.name, routes))
            start_ms = read_process_cpu_ms(bot.process.pid)
            table = PlayerGroup(group.people, group.channel, {"game": game}, random.Random(game))
            for _ in range(matches):
                match_id = await table.begin_match(leave := asyncio.Event())
                assert match_id, "no match began"
                await table.play_match(match_id, leave)
            await wait_until_shown(url)
            cpu_s = (read_process_cpu_ms(bot.process.pid) - start_ms) / 1000
            counting.cancel()
    finally:
        bot.stop()
    events = await fetch_number(url, "SELECT count(*) FROM event")
    requests = {route: requests / matches for route, requests in routes.items()}
    stored_bytes = await measure_stored_bytes(server_url, game, stored)
    return MatchCost(game, events / matches, recorder.clicks / matches, stored_bytes, cpu_s / matches, requests)


async def measure_all_games(server_url: str, playground_url: str, folder: Path) -> list[MatchCost]:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    matches, stored = numbers or (PLAYED_MATCH_COUNT, STORED_MATCH_COUNT)
    costs = []
    async with connect_to_playground(playground_url) as playground:
        for game in [argument for argument in sys.argv[1:] if not argument.isdigit()] or DEFAULT_GAMES:
            (game_folder := folder / game).mkdir()
            costs.append(await measure_game(playground, server_url, game_folder, game, matches, stored))
    return costs


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        run_postgres() as server,
        run_playground(skip_identify_limit=True) as url,
    ):
        costs = asyncio.run(measure_all_games(server, url, Path(folder)))
    lines = ["| a match of | events | clicks | bytes stored | CPU of the bot, s | responses | other requests |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    for each in costs:
        figures = f"{each.events:.0f} | {each.clicks:.0f} | {each.stored_bytes:,.0f} | {each.cpu_s:.2f}"
        lines += [f"| {each.game} | {figures} | {each.responses:.0f} | {each.limited_request_count:.0f} |"]
    for each in costs:
        most_first = sorted(each.requests.items(), key=lambda item: -item[1])
        lines += ["", each.game, *(f"  {requests:7.1f}  {route}" for route, requests in most_first)]
    print("\n".join(lines))  # noqa: T201 - the program's output


if __name__ == "__main__":
    main()
