"""How many choices a second one, two and three processes on one PostgreSQL store, answer and tell.

Each process is one shard and has servers of its own. Where there are fewer cores than processes, what can be seen is
what it costs that there are several: the same work must not take more of the processor because it is shared.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from bot.scenes.address import Verb
from deploy.playground.client import Playground, running
from tests.kit.wire_person import WirePerson, does, verbs
from tests.tools.bench.cost import asked, database, made, processor
from tests.tools.bench.timing import row
from tests.wire.play import AutoPlayer
from tests.wire.server import Cluster, Server

MATCHES: Final = 96
"""Fewer, and most of what it costs is what each process does once, such as paint its first boards."""
SERVERS: Final = 6
"""In one channel they would be more than is shown at a look."""
AT_ONCE: Final = 6
"""People who choose in the same moment; more than that, and on two cores Discord's three seconds are over."""
PROCESSES: Final = (1, 2, 3)
MOST: Final = 1.5
"""So much more of the processor a choice may take at three processes than at one. On two cores that all share with the
playground it was 1.3 to 1.6."""


async def chosen(glade: Server, guest: WirePerson, match: int) -> None:
    """One choice at the table: what asks, and what is chosen there."""
    driven = AutoPlayer(glade, guest, match, random.Random(match))
    table = await glade.wait_for_card(match, by=guest)
    await guest.click(table, custom_id=verbs(table)[Verb.CHOOSE])
    # They sit at several tables, and open what is theirs at some of them at once.
    await driven.click_through(await guest.handed(does(Verb.PICK, match)))


async def measured(playground: Playground, server: str, folder: Path, processes: int) -> tuple[float, float]:
    """Choices a second, and milliseconds of the processor a choice, of all processes together."""
    url = await made(server, f"processes_{processes}")
    cluster = Cluster(f"Flock of {processes}", folder, url, processes, shards=1)
    await playground.stage("shards", count=1, concurrency=processes)
    await cluster.start(playground)
    try:
        async with AsyncExitStack() as stack:
            glades = [
                await stack.enter_async_context(cluster.create_server(playground, shard % processes))
                for shard in range(SERVERS)
            ]
            matches = []
            for number in range(MATCHES):
                glade = glades[number % SERVERS]
                form = {"placement": "random"}
                matches.append((glade, await glade.begin_match(glade.otter, glade.heron, form=form, game="schamanen")))
            await shown(url)
            workers = [bot.process.pid for bot in cluster.bots if bot.process]
            before, began = sum(map(processor, workers)), time.perf_counter()
            room = asyncio.Semaphore(AT_ONCE)

            async def in_turn(glade: Server, guest: WirePerson, match: int, room: asyncio.Semaphore = room) -> None:
                async with room:
                    await chosen(glade, guest, match)

            await asyncio.gather(
                *(in_turn(glade, guest, match) for glade, match in matches for guest in (glade.otter, glade.heron))
            )
            await shown(url)
            took, used = time.perf_counter() - began, sum(map(processor, workers)) - before
    finally:
        await cluster.stop()
    choices = 2 * MATCHES
    return choices / took, used * 1000 / choices


async def shown(url: str) -> None:
    async with asyncio.timeout(120):
        while await asked(url, "SELECT count(*) FROM match WHERE shown < seq"):
            await asyncio.sleep(0.02)


async def measures(server: str, url: str, folder: Path) -> dict[int, tuple[float, float]]:
    found = {}
    async with Playground.at(url) as playground:
        for processes in PROCESSES:
            place = folder / str(processes)
            place.mkdir()
            found[processes] = await measured(playground, server, place, processes)
    return found


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder, database() as server, running(hasty=True) as url:
        found = asyncio.run(measures(server, url, Path(folder)))
    for processes, (rate, used) in found.items():
        what = f"choices a second at {processes} process{'es' * (processes > 1)}, {os.cpu_count()} cores"
        row(what, f"{rate:.1f}")
        row("  of the processor a choice, ms", f"{used:.1f}")
    more = found[PROCESSES[-1]][1] / found[1][1]
    return row("of the processor at three, of that at one", f"{more:.2f}×", f"≤ {MOST}×", holds=more <= MOST)


if __name__ == "__main__":
    raise SystemExit(not main())
