"""What a click costs at the whole bot, beside a trivial one at the same playground, in the same run."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot.table.deadlines import Due
from bot.table.kind import Kind
from bot.time import now
from deploy.playground.client import JSON
from games import GAMES
from games.options import choices
from storage import Change, Deadline, Event, Hand, Store
from tests.bench.clock import row
from tests.bench.crowd import AT_ONCE, Crowd, Ours, Pair, Stones, Taken, crowd
from tests.bench.ground import CAUSES, GAME, TRIVIAL, Ground, bot, ground, laid, laid_out, shown
from tests.bot.sitting import tabled

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
    async with bot(ground.playground, folder, module="tests.bench.held") as process:
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
        variant = game.Options.model_fields.get("variant")
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


async def stored(store: Store, match: int, seq: int) -> None:
    """What a choice that is sealed leaves there: what was said, what is not due any more, the hand that shows it."""
    at, cause = now(), next(CAUSES)
    undue = tuple((due, 0) for due in (Due.TURN, Due.REMINDER, Due.CALL))
    await store.append(match, seq, [Event(Kind.SAID, "mask a", at, 0, match, cause)], Change(undue=undue))
    hand = Hand(match, match, match, 0, seq, at, "token", "sealed")
    await store.hold(hand, present=True, pause=Deadline(Due.PAUSE, at, 0))


async def written(folder: Path) -> float:
    """Milliseconds of the processor for that alone, of so many at once."""
    took = []
    async with await Store.open(f"sqlite:///{folder / 'bare.db'}") as store:
        people = ((2 * number, 2 * number + 1) for number in range(1, AT_ONCE + 1))
        for pair in people:
            await laid_out(tabled(store), pair, (1, 1), [GAME])
        seqs = {header.id: header.seq for header in await store.live(0, AT_ONCE)}
        for _ in range(1 + HELD):
            before = time.process_time()
            await asyncio.gather(*(stored(store, match, seq) for match, seq in seqs.items()))
            took.append((time.process_time() - before) * 1000 / AT_ONCE)
            seqs = {match: seq + 1 for match, seq in seqs.items()}
    return median(took)


def clicks() -> tuple[Taken, Ours]:
    async def measured() -> tuple[Taken, Ours]:
        with tempfile.TemporaryDirectory() as name:
            async with (
                ground() as here,
                here.playground.hosting(sys.executable, "-m", "tests.bench.trivial", bot=TRIVIAL) as floor,
            ):
                stones = Stones(here, floor.pid)
                await stones.laid()
                return stones.taken, await at_ours(here, Path(name), stones)

    return asyncio.run(measured())


def memory() -> float:
    async def measured() -> float:
        with tempfile.TemporaryDirectory() as folder:
            async with ground() as here:
                return await lived(here, Path(folder))

    return asyncio.run(measured())


def main() -> bool:
    floor, ours = clicks()
    answer = median(floor.worked)
    step = (median(ours.sealed.told) + median(ours.resolved.told)) / answer
    one = median(ours.sealed.alone) / median(floor.alone)
    held, many, settled = (each.many / floor.many for each in (ours.sealed, ours.lively, ours.settled))
    work, board, cold, new = (
        median(each.worked) / answer for each in (ours.sealed, ours.resolved, ours.first, ours.opening)
    )
    unseen = median(ours.first.told) + median(ours.opening.told)
    late = median(ours.resolved.pictures) / median(floor.pictures)
    row("a trivial answer, ms", f"{median(floor.alone):.2f}", "the floor", holds=True)
    row(f"  to {AT_ONCE} at once, ms", f"{floor.many:.1f}", "the floor", holds=True)
    row("  of the processor, ms", f"{answer:.2f}", "the floor", holds=True)
    with tempfile.TemporaryDirectory() as folder:
        bare = asyncio.run(written(Path(folder)))
    row("  what a choice stores, by itself, of that", f"{bare / answer:.2f}×", "a floor", holds=True)
    row("a trivial picture, ms", f"{median(floor.pictures):.1f}", "the floor", holds=True)
    row("the first of a match sealed, of the trivial one's processor", f"{cold:.2f}×", "where it goes", holds=True)
    row("  the first new boards answered", f"{new:.2f}×", "where it goes", holds=True)
    row("  telling that first step, of the processor, ms", f"{unseen:.1f}", "where it goes", holds=True)
    row("a new board answered, of the trivial one's processor", f"{board:.2f}×", "where it goes", holds=True)
    row(f"  {AT_ONCE} of these at once, telling included", f"{settled:.2f}×", "where it goes", holds=True)
    row("telling what is sealed, of the processor, ms", f"{median(ours.sealed.told):.1f}", "of a step", holds=True)
    kept = memory()
    return all(
        [
            row("a choice sealed, commit included, of the trivial one", f"{one:.2f}×", "≤ 1.5×", holds=one <= 1.5),
            row(f"  {AT_ONCE} at once", f"{held:.2f}×", "≤ 1.5×", holds=held <= 1.5),
            row(f"  {AT_ONCE} at once, telling included", f"{many:.2f}×", "≤ 2×", holds=many <= 2),
            row("  of the trivial one's processor", f"{work:.2f}×", "≤ 1.2×", holds=work <= 1.2),
            # Ten milliseconds where the trivial answer takes .38, as on two quiet cores of today.
            row("telling a step of two, of the trivial one's processor", f"{step:.1f}×", "≤ 26×", holds=step <= 26),
            row("the board before the other, of the trivial picture", f"{late:.2f}×", "≤ 2×", holds=late <= 2),
            row(f"memory of {LIVE:,} live matches, MB", f"{kept:.0f}", "≤ 200", holds=kept <= 200),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
