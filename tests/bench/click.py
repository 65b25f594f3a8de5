"""What a click costs at the whole bot, beside a trivial one at the same playground, in the same run."""

from __future__ import annotations

import asyncio
import os
import random
import signal
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
from typing import Any, Final, TypeAlias

from bot.table.agreement import Agreement
from bot.table.deadlines import Due
from bot.table.kind import Kind
from bot.table.table import Offer, Play
from bot.table.tables import Tables
from bot.time import now
from deploy.playground.client import JSON, Answer, Player, Playground
from games import GAMES
from games.options import choices
from storage import Change, Deadline, Event, Hand, Store
from tests.bench import trivial
from tests.bench.clock import row
from tests.bot.discord.guest import EPHEMERAL, Guest, does, picks, verbs
from tests.bot.sitting import tabled

OURS: Final = "Wolf & Bison"
TRIVIAL: Final = "Stone"
MEADOW: Final = "Meadow"
AT_ONCE: Final = 50
"""So many who press at once, each at a match of their own."""
HELD: Final = 3
"""So often while nobody is told of it; once before all that, each match being new to the bot, is a row of its own."""
LIVELY: Final = 2
"""So often as in life."""
LIVE: Final = 1_000
STEPS: Final = 12
"""The most that a live match has behind it."""
PATIENCE: Final = 300.0
PAUSE: Final = 0.1
CAUSES: Final = count(1)
Pair: TypeAlias = tuple[Player, Player]
GAME: Final = ("schamanen", {"placement": "random", "prize": "one"})
"""A shell a duel: so all matches go on until every round has been measured."""


async def laid(
    folder: Path,
    people: Sequence[int],
    place: tuple[int, int],
    games: Iterable[tuple[str, Mapping[str, Any]]],
    steps: int = 0,
) -> None:
    """Matches between two people in a server's channel, as far as some random choices lead."""
    async with await Store.open(f"sqlite:///{folder / 'duel.db'}") as store:
        await laid_out(tabled(store), people, place, games, steps)


async def laid_out(
    tables: Tables,
    people: Sequence[int],
    place: tuple[int, int],
    games: Iterable[tuple[str, Mapping[str, Any]]],
    steps: int = 0,
) -> None:
    server, channel = place
    dice = random.Random(7)
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


def bot(playground: Playground, folder: Path, presses: str = "0", module: str = "bot"):  # type: ignore[no-untyped-def]  # for as long as a block
    url = f"sqlite:///{folder / 'duel.db'}"
    # One that has drawn nothing yet.
    return playground.hosting(
        sys.executable, "-m", module, "run",
        bot=OURS, DATABASE_URL=url, DUEL_LOG="warning", DUEL_PRESSES=presses, XDG_CACHE_HOME=f"{folder}",
    )  # fmt: skip


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
        # How long it took is what is told, also where a busy machine takes longer than Discord would wait.
        await playground.stage("patience", seconds=60)
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
    told: list[float] = field(default_factory=list)
    """The same for what channels and hands are told of it afterwards."""

    async def at_once(self, process: int, clicks: Iterable[Awaitable[float]]) -> None:
        before = worked(process)
        self.rounds.append(list(await asyncio.gather(*clicks)))
        # Whoever has answered writes down where that lies.
        await asyncio.sleep(PAUSE)
        self.worked.append((worked(process) - before) / AT_ONCE)

    @property
    def many(self) -> float:
        return median(map(median, self.rounds))


def worked(process: int) -> float:
    """Milliseconds that all its threads have had a processor."""
    times = [(task / "schedstat").read_text().split()[0] for task in Path(f"/proc/{process}/task").iterdir()]
    return sum(map(int, times)) / 1e6


class Stones:
    """The trivial bot: each of its messages is pressed as one of ours is, right before it."""

    def __init__(self, ground: Ground, process: int) -> None:
        self.taken = Taken()
        self._otter = ground.guests[0]
        self._channel = ground.other
        self._process = process
        self._stones: list[JSON] = []

    async def laid(self) -> None:
        await self._otter.learns("stones", TRIVIAL)
        await self._otter.command(self._channel, "stones", count=AT_ONCE)
        await self._otter.until(lambda _: len(self._there()) == AT_ONCE)
        self._stones = self._there()

    def _there(self) -> list[JSON]:
        return [one for one in self._otter.watch.messages(self._channel) if one["components"]]

    async def alone(self) -> None:
        # What has slept takes longer.
        await asyncio.sleep(PAUSE)
        self.taken.alone.append(await timed(self._otter.click(self._stones[0], custom_id=trivial.TOUCH)))

    async def at_once(self) -> None:
        await self.taken.at_once(
            self._process, (timed(self._otter.click(one, custom_id=trivial.TOUCH)) for one in self._stones)
        )

    async def paints(self) -> None:
        await asyncio.sleep(PAUSE)
        paints = self._otter.click(self._stones[0], custom_id=trivial.PAINT)
        self.taken.pictures.append(await painted(self._otter, self._channel, paints))


async def crowd(ground: Ground) -> tuple[JSON, list[Pair]]:
    """A server with a pair for each match: whoever is at several has each of their hands told of the others, too."""
    names = [f"vole{number}" for number in range(2 * AT_ONCE)]
    stage, line = ground.playground.stage, ground.playground.line
    made = [Player(line, (await stage("user", name=name, locale="en-US"))["user"]["id"]) for name in names]
    members = ["otter", *names]
    await stage("server", name=MEADOW, members=members, bots=[OURS], channels=["duels"], locale="en-US")
    see = await ground.playground.as_("otter").see()
    server = next(one for one in see["servers"] if one["name"] == MEADOW)
    return server, list(zip(made[::2], made[1::2], strict=True))


async def asking(player: Player, channel: str, match: int) -> JSON | None:
    """The private message they play in, while something is asked there."""
    seen: list[JSON] = (await player.see(channel))["messages"].get(channel, [])
    found = [one for one in seen if one["flags"] & EPHEMERAL and does("pi", match)(one)]
    return found[-1] if found else None


async def hand(player: Player, channel: str, match: int) -> JSON:
    """The same once it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if found := await asking(player, channel, match):
                return found
            await asyncio.sleep(PAUSE)


@dataclass
class Ours:
    """Choices that are sealed, and those by which a step is resolved."""

    first: Taken = field(default_factory=Taken)
    opening: Taken = field(default_factory=Taken)
    """Of a match of which nothing has been chosen, nor painted, since the bot has begun."""
    sealed: Taken = field(default_factory=Taken)
    resolved: Taken = field(default_factory=Taken)
    """Of one that is going, while nobody else is told."""
    lively: Taken = field(default_factory=Taken)
    settled: Taken = field(default_factory=Taken)
    """The same as in life, where channels are told as soon as nobody waits for an answer."""


class Crowd:
    """Pairs at a match each. Before each round they play on until both are asked."""

    def __init__(self, folder: Path, process: int, channel: str, matches: Mapping[int, Pair]) -> None:
        self.matches = matches
        self._folder = folder
        self._process = process
        self._channel = channel

    async def entered(self, watch: Guest) -> None:
        """Each of them has a hand."""
        for match, pair in self.matches.items():
            card = await watch.waits_for(self._channel, does("ch", match), PATIENCE)
            for player in pair:
                await player.click(card, custom_id=verbs(card)["ch"])
        await shown(self._folder)

    async def asked(self) -> dict[int, list[JSON]]:
        """By match the hands of both."""
        async with asyncio.timeout(PATIENCE):
            while True:
                hands = {
                    match: [await asking(player, self._channel, match) for player in pair]
                    for match, pair in self.matches.items()
                }
                both = {match: [one, other] for match, (one, other) in hands.items() if one and other}
                if len(both) == len(hands):
                    return both
                # What one of them decides alone nobody measures.
                alone = [
                    self.press(match, at, asked)
                    for match, pair in hands.items()
                    if match not in both
                    for at, asked in enumerate(pair)
                    if asked
                ]
                await asyncio.gather(*alone)
                await shown(self._folder)

    def press(self, match: int, at: int, asked: JSON) -> Coroutine[Any, Any, Answer]:
        return self.matches[match][at].click(asked, custom_id=picks(asked)[0])

    async def at_once(self, stones: Stones, sealed: Taken, resolved: Taken) -> None:
        """One of each pair seals, the other resolves: what that takes, and apart from it what is told of it."""
        hands = await self.asked()
        for at, taken in enumerate((sealed, resolved)):
            await stones.at_once()
            async with held(self._process):
                await taken.at_once(self._process, self._presses(hands, at))
                before = worked(self._process)
            await shown(self._folder)
            taken.told.append((worked(self._process) - before) / AT_ONCE)

    async def in_life(self, stones: Stones, sealed: Taken, resolved: Taken) -> None:
        hands = await self.asked()
        for at, taken in enumerate((sealed, resolved)):
            await stones.at_once()
            await taken.at_once(self._process, self._presses(hands, at))
            await shown(self._folder)

    def _presses(self, hands: Mapping[int, list[JSON]], at: int) -> Iterable[Awaitable[float]]:
        return [timed(self.press(match, at, pair[at])) for match, pair in hands.items()]

    async def alone(self, stones: Stones, sealed: Taken, resolved: Taken) -> None:
        """One after the other, each beside the trivial bot's."""
        for match, (one, other) in (await self.asked()).items():
            await stones.alone()
            await asyncio.sleep(PAUSE)
            sealed.alone.append(await timed(self.press(match, 0, one)))
            await stones.paints()
            await asyncio.sleep(PAUSE)
            # Whoever chose first sees where they play what came of it.
            first = self.matches[match][0]
            resolved.pictures.append(await painted(first, self._channel, self.press(match, 1, other)))


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


@asynccontextmanager
async def held(process: int) -> AsyncIterator[None]:
    """Nobody is told anything meanwhile."""
    os.kill(process, signal.SIGUSR2)
    await asyncio.sleep(PAUSE)
    yield
    os.kill(process, signal.SIGUSR1)


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
