"""Several workers behind one address: any of them takes any press, and may be killed at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest

from deploy.playground.client import Playground
from tests.kit.process import Process
from tests.kit.wire_person import picks
from tests.patience import PATIENCE
from tests.storage.stores import new_database
from tests.wire.asked import RANDOM, prompted
from tests.wire.driven import Driven, played
from tests.wire.gate import Gate, gated
from tests.wire.glade import Glade, founded
from tests.wire.stale import COMPONENT

pytestmark = pytest.mark.gate

ANSWER = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@dataclass
class Stable:
    """Two workers, what they share, and the gate before them."""

    gate: Gate
    bots: list[Process]
    url: str

    async def chosen(self, match: int) -> int:
        connection = await asyncpg.connect(self.url)
        try:
            found: int = await connection.fetchval("SELECT count(*) FROM event WHERE match = $1 AND person > 0", match)
            return found
        finally:
            await connection.close()


@pytest.fixture
async def stable(playground: Playground, postgres: str, tmp_path: Path) -> AsyncIterator[Stable]:
    first = Process(f"Oxen of {tmp_path.name}", tmp_path)
    await first.hired(playground)
    url = await new_database(postgres)
    bots = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        bots.append(Process(first.name, folder, serves=True, environment=first.environment | {"DATABASE_URL": url}))
    async with gated() as gate:
        for bot in bots:
            bot.launched()
        gate.workers = [await bot.address() for bot in bots]
        await bots[0].moved(playground, gate.url)
        yield Stable(gate, bots, url)
        for bot in bots:
            await asyncio.to_thread(bot.shut)


@pytest.fixture
async def paddock(playground: Playground, stable: Stable) -> AsyncIterator[Glade]:
    async with founded(playground, stable.bots[0]) as glade:
        yield glade


async def test_two_workers_play_one_match_and_come_and_go(stable: Stable, paddock: Glade) -> None:
    """Each press falls to the next of them; whoever is asked to stop ends what it has begun, and takes nothing more."""
    glade = paddock
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM | {"prize": "one"})
    playing = asyncio.create_task(played(glade, match, glade.otter, glade.heron, manner=Driven.in_the_hand))
    async with asyncio.timeout(PATIENCE):
        while await stable.chosen(match) < 6:
            await asyncio.sleep(0.01)
    both = {*stable.gate.taken}
    assert both == {*stable.gate.workers}
    assert await asyncio.to_thread(stable.bots[0].shut) == 0
    stable.bots[0].launched()
    stable.gate.workers[0] = await stable.bots[0].address()
    await playing
    assert [bot.complained() for bot in stable.bots] == ["", ""]


async def test_a_worker_that_is_killed_before_it_answers_is_followed_by_the_other(
    stable: Stable, paddock: Glade
) -> None:
    """What it has stored stands; whoever has no answer presses again, and the match goes on."""
    glade, gate = paddock, stable.gate
    match = await glade.begun(glade.otter, glade.heron, form=RANDOM)
    prompt = await prompted(glade.otter, match)
    before, taken = await stable.chosen(match), len(gate.taken)
    await glade.fault(ANSWER, "drop", times=1000)
    pressing = asyncio.create_task(glade.otter.click(prompt, custom_id=picks(prompt)[0]))
    async with asyncio.timeout(PATIENCE):
        while await stable.chosen(match) == before:
            await asyncio.sleep(0.01)
    (worker,) = gate.taken[taken:]
    stable.bots[gate.workers.index(worker)].killed()
    await glade.mended()
    pressing.cancel()
    # Forged, for it may have told what it stored before it died, and nothing of that prompt is left to be clicked.
    data = {"component_type": 2, "custom_id": picks(prompt)[0]}
    again = await glade.otter.forges(COMPONENT, data, prompt["channel_id"], prompt["id"])
    assert again.state == "answered", again.error
    assert worker not in gate.taken[taken + 1 :]
    prompt = await prompted(glade.heron, match)
    answer = await glade.heron.click(prompt, custom_id=picks(prompt)[0])
    assert answer.state == "answered", answer.error
    await glade.table(match, 1)
