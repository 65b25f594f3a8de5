"""What a click costs at the whole bot, beside a trivial one at the same playground, in the same run."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot.table.agreement import Agreement
from bot.table.table import Offer, Play
from bot.time import now
from deploy.playground.client import JSON, Answer, Player, Playground
from games import GAMES
from games.options import choices
from storage import Store
from tests.bench import trivial
from tests.bench.clock import row
from tests.bot.discord.guest import EPHEMERAL, Guest, does, picks, verbs
from tests.bot.sitting import tabled

OURS: Final = "Wolf & Bison"
TRIVIAL: Final = "Stone"
MEADOW: Final = "Meadow"
AT_ONCE: Final = 50
ROUNDS: Final = 4
"""So often by so many at once; the first has to open its connections, here and there."""
ALONE: Final = 60
LIVE: Final = 1_000
STEPS: Final = 12
"""The most that a live match has behind it."""
PATIENCE: Final = 300.0
PAUSE: Final = 0.1
CAUSES: Final = count(1)
GAME: Final = ("schamanen", {"placement": "random"})


async def laid(
    folder: Path,
    people: Sequence[int],
    place: tuple[int, int],
    games: Iterable[tuple[str, Mapping[str, Any]]],
    steps: int = 0,
) -> None:
    """Matches between two people in a server's channel, as far as some random choices lead."""
    server, channel = place
    dice = random.Random(7)
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        tables = tabled(store)
        for key, options in games:
            game = GAMES[key]
            agreement = Agreement(seats=2)
            made = await tables.offer(
                people[0], people[1:], game, options, agreement,
                server=server, channel=channel, cause=next(CAUSES), now=now(),
            )  # fmt: skip
            for person in people[1:]:
                await tables.sit(made.table.id, person, cause=next(CAUSES), now=now())
            table = await tables.table(made.table.id)
            if isinstance(table, Offer):
                table = (await tables.sit(table.id, people[0], cause=next(CAUSES), now=now())).table
            for _ in range(dice.randint(0, steps)):
                if not isinstance(table, Play):
                    break
                seat = min(table.match.waiting)
                word = dice.choice(table.match.legal(seat))
                speaker = table.people[seat] or 0
                table = (await tables.say(table.id, speaker, word, step=None, cause=next(CAUSES), now=now())).table


def told(folder: Path) -> bool:
    """Has everything that is stored been shown?"""
    with closing(sqlite3.connect(f"file:{folder / 'duel.db'}?mode=ro", uri=True)) as store:
        return bool(store.execute("SELECT count(*) = 0 FROM match WHERE shown < seq").fetchone()[0])


async def shown(folder: Path) -> None:
    async with asyncio.timeout(PATIENCE):
        while not told(folder):
            await asyncio.sleep(PAUSE)


def bot(playground: Playground, folder: Path, presses: str = "0"):  # type: ignore[no-untyped-def]  # for as long as a block
    url = f"sqlite:///{folder / 'duel.db'}"
    return playground.hosting(
        sys.executable, "-m", "bot", "run", bot=OURS, DATABASE_URL=url, DUEL_LOG="warning", DUEL_PRESSES=presses
    )


class Ground:
    """Two people, two channels, two bots."""

    def __init__(
        self, playground: Playground, guests: tuple[Guest, Guest], server: int, channel: str, other: str
    ) -> None:
        self.playground = playground
        self.guests = guests
        self.server = server
        self.channel = channel
        self.other = other

    @property
    def people(self) -> tuple[int, int]:
        return int(self.guests[0].id), int(self.guests[1].id)


@asynccontextmanager
async def ground() -> AsyncIterator[Ground]:
    async with Playground.started(bots=[OURS, TRIVIAL], hasty=True) as playground:
        see = await playground.as_("otter").see()
        ids = {one["username"]: one["id"] for one in see["people"]}
        server = see["servers"][0]
        channel, other = (one["id"] for one in server["channels"][:2])
        async with (
            Guest(playground.line, "otter", ids["otter"], OURS) as otter,
            Guest(playground.line, "heron", ids["heron"], OURS) as heron,
        ):
            yield Ground(playground, (otter, heron), int(server["id"]), channel, other)


async def timed(click: Any) -> float:
    """Milliseconds between an interaction and its answer, by the playground's own watch."""
    answer = await click
    assert answer.state == "answered", answer.body
    return float(answer.body["ms"])


async def painted(player: Player, channel: str, click: Coroutine[Any, Any, Answer]) -> float:
    """Milliseconds between a click and the next picture that this person sees in that channel."""
    async with player.watching() as watch:
        began = time.perf_counter()
        clicking = asyncio.ensure_future(click)
        while True:
            event = await watch.next()
            message = event.get("message") or {}
            if message.get("channel_id") == channel and "media" in str(message["components"]):
                break
        taken = (time.perf_counter() - began) * 1000
        await clicking
    return taken


@dataclass
class Taken:
    """Milliseconds: of answers one at a time, of answers to many at once, of pictures; and of the processor."""

    alone: list[float] = field(default_factory=list)
    rounds: list[list[float]] = field(default_factory=list)
    pictures: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    """By the bot's process for each answer of a round, so that it tells something on busy machines, too."""

    async def at_once(self, process: int, clicks: Iterable[Awaitable[float]]) -> None:
        before = worked(process)
        self.rounds.append(list(await asyncio.gather(*clicks)))
        self.worked.append((worked(process) - before) / AT_ONCE)

    @property
    def many(self) -> float:
        return median(map(median, self.rounds))

    @property
    def sealed(self) -> float:
        """Of rounds in turns: in the first of each two everybody seals, in the second all their steps are resolved."""
        return median(map(median, self.rounds[::2]))


def worked(process: int) -> float:
    """Milliseconds that all its threads have had a processor."""
    times = [(task / "schedstat").read_text().split()[0] for task in Path(f"/proc/{process}/task").iterdir()]
    return sum(map(int, times)) / 1e6


async def trivially(ground: Ground) -> Taken:
    otter, _ = ground.guests
    taken = Taken()
    async with ground.playground.hosting(sys.executable, "-m", "tests.bench.trivial", bot=TRIVIAL) as process:
        await otter.learns("stones", TRIVIAL)
        await otter.command(ground.other, "stones", count=AT_ONCE)
        await otter.until(lambda seen: len([1 for one in seen.messages(ground.other) if one["components"]]) == AT_ONCE)
        stones = [one for one in otter.watch.messages(ground.other) if one["components"]]
        for _ in range(ALONE):
            # As at ours, where the channel is waited for in between: what has slept takes longer.
            await asyncio.sleep(PAUSE)
            taken.alone.append(await timed(otter.click(stones[0], custom_id=trivial.TOUCH)))
        for _ in range(ROUNDS):
            await taken.at_once(process.pid, (timed(otter.click(one, custom_id=trivial.TOUCH)) for one in stones))
        for _ in range(ALONE):
            await asyncio.sleep(PAUSE)
            taken.pictures.append(await painted(otter, ground.other, otter.click(stones[0], custom_id=trivial.PAINT)))
    return taken


async def crowd(ground: Ground) -> tuple[JSON, list[tuple[Player, Player]]]:
    """A server with as many pairs as press at once: as in life everybody is at one match."""
    names = [f"vole{number}" for number in range(2 * AT_ONCE)]
    stage, line = ground.playground.stage, ground.playground.line
    made = [Player(line, (await stage("user", name=name, locale="en-US"))["user"]["id"]) for name in names]
    members = ["otter", *names]
    await stage("server", name=MEADOW, members=members, bots=[OURS], channels=["duels"], locale="en-US")
    see = await ground.playground.as_("otter").see()
    server = next(one for one in see["servers"] if one["name"] == MEADOW)
    return server, list(zip(made[::2], made[1::2], strict=True))


async def hand(player: Player, channel: str, match: int) -> JSON:
    """The private message they play in."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen: list[JSON] = (await player.see(channel))["messages"].get(channel, [])
            if found := [one for one in seen if one["flags"] & EPHEMERAL and does("pi", match)(one)]:
                return found[-1]
            await asyncio.sleep(PAUSE)


async def at_ours(ground: Ground, folder: Path) -> Taken:
    taken = Taken()
    server, pairs = await crowd(ground)
    channel = server["channels"][0]["id"]
    rounds = ROUNDS // 2
    for one, other in pairs:
        place = (int(server["id"]), int(channel))
        await laid(folder, (int(one.name), int(other.name)), place, [GAME] * (rounds + 1))
    matches = dict(enumerate([pair for pair in pairs for _ in range(rounds + 1)], 1))
    async with bot(ground.playground, folder) as process:
        await shown(folder)
        watch, _ = ground.guests
        for match, pair in matches.items():
            card = await watch.waits_for(channel, does("ch", match), PATIENCE)
            for player in pair:
                await player.click(card, custom_id=verbs(card)["ch"])
        await shown(folder)
        hands = {match: [await hand(player, channel, match) for player in pair] for match, pair in matches.items()}
        for first in range(1, rounds + 1):
            # One seals, the other resolves.
            for at in range(2):
                asked = [(matches[match][at], hands[match][at]) for match in list(matches)[first :: rounds + 1]]
                presses = (timed(player.click(one, custom_id=picks(one)[0])) for player, one in asked)
                await taken.at_once(process.pid, presses)
                await shown(folder)
        for match in list(matches)[:: rounds + 1]:
            (one, other), (asked_one, asked_other) = matches[match], hands[match]
            await asyncio.sleep(PAUSE)
            taken.alone.append(await timed(one.click(asked_one, custom_id=picks(asked_one)[0])))
            await asyncio.sleep(PAUSE)
            resolves = other.click(asked_other, custom_id=picks(asked_other)[0])
            # Whoever chose first sees where they play what came of it.
            taken.pictures.append(await painted(one, channel, resolves))
    return taken


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


def clicks() -> tuple[Taken, Taken]:
    async def measured() -> tuple[Taken, Taken]:
        with tempfile.TemporaryDirectory() as folder:
            async with ground() as here:
                return await trivially(here), await at_ours(here, Path(folder))

    return asyncio.run(measured())


def memory() -> float:
    async def measured() -> float:
        with tempfile.TemporaryDirectory() as folder:
            async with ground() as here:
                return await lived(here, Path(folder))

    return asyncio.run(measured())


def main() -> bool:
    floor, ours = clicks()
    one = median(ours.alone) / median(floor.alone)
    many = ours.sealed / floor.many
    resolved = median(map(median, ours.rounds[1::2])) / floor.many
    work = median(ours.worked) / median(floor.worked)
    late = median(ours.pictures) - median(floor.pictures)
    row("a trivial answer, ms", f"{median(floor.alone):.2f}", "the floor", holds=True)
    row(f"  to {AT_ONCE} at once, ms", f"{floor.many:.1f}", "the floor", holds=True)
    row("  of the processor, ms", f"{median(floor.worked):.2f}", "the floor", holds=True)
    row("a trivial picture, ms", f"{median(floor.pictures):.1f}", "the floor", holds=True)
    row("a choice answered, of the trivial one's processor", f"{work:.2f}×", "where it goes", holds=True)
    row(f"  {AT_ONCE} that resolve at once, with a new board each", f"{resolved:.2f}×", "where it goes", holds=True)
    kept = memory()
    return all(
        [
            row("a choice sealed, commit included, of the trivial one", f"{one:.2f}×", "≤ 1.5×", holds=one <= 1.5),
            row(f"  {AT_ONCE} at once", f"{many:.2f}×", "≤ 2×", holds=many <= 2),
            row("the board before the other, ms over the trivial one", f"{late:.1f}", "≤ 25", holds=late <= 25),
            row(f"memory of {LIVE:,} live matches, MB", f"{kept:.0f}", "≤ 200", holds=kept <= 200),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
