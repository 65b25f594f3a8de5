"""What a click costs at the whole bot, beside a trivial one at the same playground, in the same run."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from deploy.playground.client import JSON
from games import GAMES
from games.options import choices
from storage import Store
from tests.kit.match import tabled
from tests.tools.bench.crowd import AT_ONCE, Crowd, Ours, Pair, Stones, Taken, crowd
from tests.tools.bench.ground import GAME, LEAST, TRIVIAL, Ground, bot, ground, laid, laid_out, shown
from tests.tools.bench.timing import row

HELD: Final = 3
"""So often while nobody is told of it; once before all that, each match being new to the bot, is a row of its own."""
LIVELY: Final = 2
"""So often as in life."""
LIVE: Final = 1_000
STEPS: Final = 12
"""The most that a live match has behind it."""


async def at_ours(ground: Ground, folder: Path, stones: Stones) -> Ours:
    server, pairs = await crowd(ground)
    matches = await prepared(folder, server, pairs)
    async with bot(ground.playground, folder, module="tests.tools.bench.held") as process:
        await shown(folder)
        here = Crowd(folder, process.pid, server["channels"][0]["id"], matches)
        await here.entered(ground.guests[0])
        ours = Ours()
        await here.at_once(stones, ours.first, ours.opening)
        for _ in range(HELD):
            await here.at_once(stones, ours.sealed, ours.resolved)
        for _ in range(LIVELY):
            await here.in_life(stones, ours.lively, ours.settled)
        await here.alone(stones, ours.sealed, ours.resolved)
        return ours


async def prepared(folder: Path, server: JSON, pairs: Sequence[Pair]) -> dict[int, Pair]:
    """A match for each pair, by number."""
    place = (int(server["id"]), int(server["channels"][0]["id"]))
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        for one, other in pairs:
            await laid_out(tabled(store), (int(one.name), int(other.name)), place, [GAME])
    return dict(enumerate(pairs, 1))


def resident(process: int) -> float:
    """Megabytes of a process."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def every_variant() -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for key, game in GAMES.items():
        variant = game.options_class.model_fields.get("variant")
        found += [(key, {"variant": each}) for each in choices(variant.annotation)] if variant else [(key, {})]
    return found


async def lived(ground: Ground, folder: Path) -> float:
    """Megabytes that so many live matches need beside the bot itself."""
    (folder / "empty").mkdir()
    async with bot(ground.playground, folder / "empty") as empty:
        await asyncio.sleep(3)
        before = resident(empty.pid)
    games = every_variant()
    await laid(
        folder, ground.people, (ground.server, int(ground.other)), (games[at % len(games)] for at in range(LIVE)), STEPS
    )
    async with bot(ground.playground, folder) as full:
        await asyncio.sleep(3)
        await shown(folder)
        return resident(full.pid) - before


async def at_least(ground: Ground, folder: Path) -> Taken:
    """The same of a bot that only stores and shows as much."""
    url = f"sqlite:///{folder / 'least.db'}"
    async with await Store.open(url) as store:
        for number in range(1, AT_ONCE + 1):
            await laid_out(tabled(store), (2 * number, 2 * number + 1), (1, 1), [GAME])
    async with ground.playground.hosting(
        sys.executable, "-m", "tests.tools.bench.least", bot=LEAST, DATABASE_URL=url
    ) as it:
        stones = Stones(ground, it.pid, LEAST, ground.channel)
        await stones.laid()
        for _ in range(1 + HELD):
            await stones.at_once()
        # The first is of matches that it has never stored anything of.
        return replace(stones.taken, rounds=stones.taken.rounds[1:], worked=stones.taken.worked[1:])


def clicks() -> tuple[Taken, Ours, Taken]:
    async def measured() -> tuple[Taken, Ours, Taken]:
        with tempfile.TemporaryDirectory() as name:
            async with (
                ground() as here,
                here.playground.hosting(sys.executable, "-m", "tests.tools.bench.trivial", bot=TRIVIAL) as floor,
            ):
                stones = Stones(here, floor.pid)
                await stones.laid()
                ours = await at_ours(here, Path(name), stones)
                return stones.taken, ours, await at_least(here, Path(name))

    return asyncio.run(measured())


def memory() -> float:
    async def measured() -> float:
        with tempfile.TemporaryDirectory() as folder:
            async with ground() as here:
                return await lived(here, Path(folder))

    return asyncio.run(measured())


def main() -> bool:
    floor, ours, least = clicks()
    answer = median(floor.worked)
    step = (median(ours.sealed.told) + median(ours.resolved.told)) / answer
    one = median(ours.sealed.alone) / median(floor.alone)
    held, many, settled = (each.many / floor.many for each in (ours.sealed, ours.lively, ours.settled))
    work, board, cold, new = (
        median(each.worked) / answer for each in (ours.sealed, ours.resolved, ours.first, ours.opening)
    )
    unseen = median(ours.first.told) + median(ours.opening.told)
    late = median(ours.resolved.pictures) / median(floor.pictures)
    row("a trivial answer, ms", f"{median(floor.alone):.2f}", "the floor")
    row(f"  to {AT_ONCE} at once, ms", f"{floor.many:.1f}", "the floor")
    row("  of the processor, ms", f"{answer:.2f}", "the floor")
    least_work = median(least.worked) / answer
    row("the least that stores and shows as much, of that", f"{least_work:.2f}×", "a floor")
    row(f"  {AT_ONCE} at once, of as many trivial ones", f"{least.many / floor.many:.2f}×", "a floor")
    row("a trivial picture, ms", f"{median(floor.pictures):.1f}", "the floor")
    row("the first of a match sealed, of the trivial one's processor", f"{cold:.2f}×", "where it goes")
    row("  the first new boards answered", f"{new:.2f}×", "where it goes")
    row("  telling that first step, of the processor, ms", f"{unseen:.1f}", "where it goes")
    row("a new board answered, of the trivial one's processor", f"{board:.2f}×", "where it goes")
    row(f"  {AT_ONCE} of these at once, telling included", f"{settled:.2f}×", "where it goes")
    row("telling what is sealed, of the processor, ms", f"{median(ours.sealed.told):.1f}", "of a step")
    kept = memory()
    return all(
        [
            row("a choice sealed, commit included, of the trivial one", f"{one:.2f}×", "≤ 1.5×", holds=one <= 1.5),
            row(f"  {AT_ONCE} at once", f"{held:.2f}×", "≤ 1.5×", holds=held <= 1.5),
            row(f"  {AT_ONCE} at once, telling included", f"{many:.2f}×", "≤ 2×", holds=many <= 2),
            row("  of the trivial one's processor", f"{work:.2f}×", "≤ 1.2×", holds=work <= 1.2),
            row("    of the least's", f"{work / least_work:.2f}×", "is told"),
            # Ten milliseconds where the trivial answer takes .38, as on two quiet cores of today.
            row("telling a step of two, of the trivial one's processor", f"{step:.1f}×", "≤ 26×", holds=step <= 26),
            row("the board before the other, of the trivial picture", f"{late:.2f}×", "≤ 2×", holds=late <= 2),
            row(f"memory of {LIVE:,} live matches, MB", f"{kept:.0f}", "≤ 200", holds=kept <= 200),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
