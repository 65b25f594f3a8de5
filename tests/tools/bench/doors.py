"""What a thousand ends an hour cost of which every tenth is opened, and what presses wait for it.

Where others work on the same machine times tell little, so the processor is counted: of the minds, of the process that
hears presses, and the longest that its loop was at a door before it looked up again.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from multiprocessing import active_children
from pathlib import Path
from statistics import fmean, median, quantiles
from typing import Final

from bot.desk.asked import Asked
from bot.host import garbage
from bot.rooms import Rooms
from bot.table.agreement import Agreement
from bot.table.table import Play
from games import GAMES
from games.match import RESIGN
from storage import Store
from tests.kit.discord import Discord
from tests.kit.match import ANN, BEN, CAT, CHANNEL, DAN, NOON, SERVER, by_dice, cause
from tests.kit.world import create_rooms
from tests.tools.bench.clock import pace, row

ENDS: Final = 1_000
OPENED: Final = 10
"""One in so many."""
LONG: Final = 60
"""Steps after which somebody gives up: by dice chess goes on for hundreds, and each of them is thought of."""
PRESSES: Final = 300
HOUR: Final = 3600
_AGREED: Final = Agreement(clock=None, seats=2)


def of_minds() -> float:
    """Seconds of processor that they have used."""
    used = 0.0
    for mind in active_children():
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{mind.pid}/stat").read_text("ascii").rpartition(")")[2].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used


@asynccontextmanager
async def watched(held: list[float]) -> AsyncIterator[None]:
    """How much processor the loop has used each time before it looked up again, in seconds."""

    async def look() -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(0.002)
            now = time.thread_time()
            held.append(now - before)
            before = now

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()


async def presses(rooms: Rooms, stop: asyncio.Event | None = None) -> list[float]:
    """Seconds until each is stored: choices by dice in matches of whichever game comes first, one after the other."""
    key, choose, taken = next(iter(GAMES)), by_dice(3), list[float]()
    while len(taken) < PRESSES and not (stop and stop.is_set()):
        offer = await rooms.tables.offer(
            CAT, (DAN,), GAMES[key], {}, _AGREED, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
        )
        table = (await rooms.tables.sit(offer.table.id, DAN, cause=cause(), now=NOON)).table
        while isinstance(table, Play) and len(taken) < PRESSES and not (stop and stop.is_set()):
            seat = min(table.match.waiting)
            word, person = choose(table.match, seat), table.people[seat]
            assert person
            began = time.perf_counter()
            table = (await rooms.tables.say(table.id, person, word, step=None, cause=cause(), now=NOON)).table
            taken.append(time.perf_counter() - began)
    return taken


async def over(rooms: Rooms, key: str, seed: int) -> int:
    """A match of two that has come to an end."""
    offer = await rooms.tables.offer(
        ANN, (BEN,), GAMES[key], {}, _AGREED, server=SERVER, channel=CHANNEL, cause=cause(), now=NOON
    )
    choose = by_dice(seed)
    table = (await rooms.tables.sit(offer.table.id, BEN, cause=cause(), now=NOON)).table
    while isinstance(table, Play):
        seat = min(table.match.waiting)
        word, person = choose(table.match, seat) if table.match.step < LONG else RESIGN, table.people[seat]
        assert person
        table = (await rooms.tables.say(table.id, person, word, step=None, cause=cause(), now=NOON)).table
    return table.id


async def opened(rooms: Rooms, matches: Sequence[int]) -> None:
    for match in matches:
        await rooms.lookback.replay(Asked(ANN, "en", SERVER, CHANNEL, cause(), NOON), str(match))
        while rooms.coach.thinks(match):
            # Longer than anybody waits at a door.
            await asyncio.sleep(0.05)


async def measured(url: str) -> bool:
    # As the bot does.
    garbage.seldom()
    async with await Store.open(url) as store:
        rooms = create_rooms(store, Discord(lambda: NOON), lambda: NOON)
        games = [key for key, game in GAMES.items() if game.can_judge]
        first = await over(rooms, games[0], 0)
        matches = [await over(rooms, key, 1) for key in games]
        others = [await over(rooms, key, 2) for key in games]
        # Whoever thinks is there, and texts have been read.
        await opened(rooms, [first])
        held: list[float] = []
        costs = []
        for key, match in zip(games, matches, strict=True):
            thought, began = of_minds(), time.process_time()
            async with watched(held):
                await opened(rooms, [match])
            costs.append((of_minds() - thought, time.process_time() - began))
            told = " and ".join(f"{cost * 1e3:.0f}" for cost in costs[-1])
            row(f"a door of {key}: a mind, and where presses are heard, ms", told, "", holds=True)
        # Others, by another process, beside people who press.
        anew = create_rooms(store, Discord(lambda: NOON), lambda: NOON)
        await opened(anew, [first])
        await presses(anew)
        began, doors, stop = time.perf_counter(), asyncio.create_task(opened(anew, others)), asyncio.Event()
        doors.add_done_callback(lambda _: stop.set())
        busy = await presses(anew, stop)
        await doors
        share = min(1.0, ENDS / OPENED * (time.perf_counter() - began) / len(others) / HOUR)
        # As many of the same kind.
        quiet = (await presses(anew))[: len(busy)]
    hour = ENDS / OPENED * fmean(map(sum, costs)) / HOUR
    wait = max(held) / pace()
    slower = median(busy) / median(quiet)
    average = 1 + share * (fmean(busy) / fmean(quiet) - 1)
    tails = " and ".join(f"{quantiles(taken, n=20)[-1] * 1e3:.1f}" for taken in (quiet, busy))
    return all(
        [
            row("a thousand ends an hour, every tenth opened: of a core", f"{hour:.3f}", "≤ 1", holds=hour <= 1),
            row(
                "the longest that the loop was at a door, of a piece of Python",
                f"{wait:.1f}×",
                "≤ 30×",
                holds=wait <= 30,
            ),
            row("a press beside one door after the other, to one alone", f"{slower:.2f}×", "where it goes", holds=True),
            row("  at that rate, on average", f"{average:.2f}×", "≤ 2×", holds=average <= 2),
            row("of twenty presses the slowest, alone and so, ms", tails, "", holds=True),
        ]
    )


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measured(f"sqlite:///{Path(folder) / 'doors.db'}"))


if __name__ == "__main__":
    raise SystemExit(not main())
