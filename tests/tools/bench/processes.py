"""How many choices a second one, two and three processes on one PostgreSQL store, answer and tell.

Each process is one shard with servers of its own. With fewer cores than processes this shows what sharing costs: the
same work must not take more CPU because it is shared.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Final

from discord_playground.client import Playground, running
from tests.storage.stores import new_database
from tests.tools.bench.cost import run_postgres, wait_until_shown
from tests.tools.bench.timing import process_cpu_ms, ratio_row, row
from tests.tools.driver import MatchPlayer, PlayingTable, Recorder, connect, join
from tests.wire.server import Cluster

SERVERS: Final = 6
MATCHES_PER_SERVER: Final = 16
"""With fewer matches most of the cost is what each process does once, such as painting its first boards."""
AT_ONCE: Final = 6
"""People who choose at the same moment. With more on two cores, Discord's three seconds are over."""
PROCESSES: Final = (1, 2, 3)
MAX_RATIO: Final = 1.5


async def measure(playground: Playground, server: str, folder: Path, processes: int) -> tuple[float, float]:
    """Return choices a second, and the CPU milliseconds of a choice over all processes."""
    url = await new_database(server)
    cluster = Cluster(f"Cluster {processes}", folder, url, processes, shards=1)
    await playground.stage("set_shards", count=1, concurrency=processes)
    await cluster.start(playground)
    options = {"game": "schamanen", "options": "placement=random"}
    leave, players = asyncio.Event(), list[MatchPlayer]()
    try:
        async with join(playground, cluster.name, 2 * SERVERS, Recorder(), per_server=2) as groups:
            for group in groups:
                table = PlayingTable(group.people, group.channel, options, random.Random(1))
                for _ in range(MATCHES_PER_SERVER):
                    match_id = await table.begin_match(leave)
                    assert match_id, "no match begins"
                    dice = random.Random(match_id)
                    players += [MatchPlayer(person, match_id, group.channel, dice) for person in group.people]
            await wait_until_shown(url)
            room = asyncio.Semaphore(AT_ONCE)

            async def choose(player: MatchPlayer) -> None:
                async with room:
                    await player.choose_once()

            workers = [bot.process.pid for bot in cluster.bots if bot.process]
            before, began = sum(map(process_cpu_ms, workers)), time.perf_counter()
            await asyncio.gather(*map(choose, players))
            await wait_until_shown(url)
            seconds, cpu_ms = time.perf_counter() - began, sum(map(process_cpu_ms, workers)) - before
    finally:
        await cluster.stop()
    return len(players) / seconds, cpu_ms / len(players)


async def measure_all(server: str, url: str, folder: Path) -> dict[int, tuple[float, float]]:
    found = {}
    async with connect(url) as playground:
        for processes in PROCESSES:
            (place := folder / str(processes)).mkdir()
            found[processes] = await measure(playground, server, place, processes)
    return found


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder, run_postgres() as server, running(hasty=True) as url:
        found = asyncio.run(measure_all(server, url, Path(folder)))
    for processes, (rate, cpu_ms) in found.items():
        plural = "es" if processes > 1 else ""
        row(f"choices a second at {processes} process{plural}, {os.cpu_count()} cores", f"{rate:.1f}")
        row("  CPU of a choice, ms", f"{cpu_ms:.1f}")
    return ratio_row(
        "CPU of a choice at three processes, of that at one", found[PROCESSES[-1]][1] / found[1][1], MAX_RATIO
    )


if __name__ == "__main__":
    raise SystemExit(not main())
