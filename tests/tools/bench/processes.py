"""Measures how many moves per second one, two and three processes handle on one PostgreSQL database.

Run it with `python -m tests.tools.bench processes`. Each process is one shard with its own servers, and a move counts
once it is stored, answered and shown. On a machine with fewer cores than processes, the benchmark measures the overhead
of sharing: three processes should not need much more CPU time for the same work than one.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Final

from discord_playground.client import Playground, run_playground
from tests.storage.database_fixtures import create_database
from tests.tools.bench.cost import run_postgres, wait_until_shown
from tests.tools.bench.timing import print_ratio_row, print_row, read_process_cpu_ms
from tests.tools.driver import MatchPlayer, PlayerGroup, Recorder, connect_to_playground, join_new_servers
from tests.wire.playground_server import BotCluster

SERVER_COUNT: Final = 6
MATCHES_PER_SERVER: Final = 16
"""Enough matches that the work a process does only once, such as painting its first boards, hardly matters."""
CONCURRENT_MATCHES: Final = 6
"""The number of matches played at the same time. On two cores, more would exceed Discord's limit of three seconds."""
PROCESS_COUNTS: Final = (1, 2, 3)
MAX_RATIO: Final = 1.5
"""The maximum CPU time per move with three processes, as a multiple of that with one process."""


async def measure_processes(
    playground: Playground, server_url: str, folder: Path, processes: int
) -> tuple[float, float]:
    """Return the moves per second and the CPU milliseconds per move of all processes together."""
    url = await create_database(server_url)
    cluster = BotCluster(f"Cluster {processes}", folder, url, processes, shard_count=1)
    await playground.control("set_shards", count=1, concurrency=processes)
    await cluster.start(playground)
    options = {"game": "schamanen", "options": "placement=random"}
    leave, players = asyncio.Event(), list[MatchPlayer]()
    try:
        async with join_new_servers(playground, cluster.name, 2 * SERVER_COUNT, Recorder(), per_server=2) as groups:
            for group in groups:
                table = PlayerGroup(group.people, group.channel, options, random.Random(1))
                for _ in range(MATCHES_PER_SERVER):
                    match_id = await table.begin_match(leave)
                    assert match_id, "no match began"
                    dice = random.Random(match_id)
                    players += [MatchPlayer(person, match_id, group.channel, dice) for person in group.people]
            await wait_until_shown(url)
            slots = asyncio.Semaphore(CONCURRENT_MATCHES)

            async def make_move(player: MatchPlayer) -> None:
                async with slots:
                    await player.choose_once()

            workers = [bot.process.pid for bot in cluster.bots if bot.process]
            before, start_s = sum(map(read_process_cpu_ms, workers)), time.perf_counter()
            await asyncio.gather(*map(make_move, players))
            await wait_until_shown(url)
            seconds, cpu_ms = time.perf_counter() - start_s, sum(map(read_process_cpu_ms, workers)) - before
    finally:
        await cluster.stop()
    return len(players) / seconds, cpu_ms / len(players)


async def measure_all_counts(server_url: str, playground_url: str, folder: Path) -> dict[int, tuple[float, float]]:
    results = {}
    async with connect_to_playground(playground_url) as playground:
        for processes in PROCESS_COUNTS:
            (bot_folder := folder / str(processes)).mkdir()
            results[processes] = await measure_processes(playground, server_url, bot_folder, processes)
    return results


def main() -> bool:
    with (
        tempfile.TemporaryDirectory() as folder,
        run_postgres() as server,
        run_playground(skip_identify_limit=True) as url,
    ):
        results = asyncio.run(measure_all_counts(server, url, Path(folder)))
    for processes, (rate, cpu_ms) in results.items():
        plural = "es" if processes > 1 else ""
        print_row(f"moves per second with {processes} process{plural}, {os.cpu_count()} cores", f"{rate:.1f}")
        print_row("  CPU of a move, ms", f"{cpu_ms:.1f}")
    return print_ratio_row(
        "CPU of a move with three processes, compared with one",
        results[PROCESS_COUNTS[-1]][1] / results[1][1],
        MAX_RATIO,
    )


if __name__ == "__main__":
    raise SystemExit(not main())
