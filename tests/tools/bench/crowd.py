"""Fifty pairs at a match each, who press at once, and the trivial bot's stones that are pressed right before."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Answer, Player
from tests.kit.wire_person import WirePerson, does, picks, verbs
from tests.tools.bench import trivial
from tests.tools.bench.ground import OURS, PATIENCE, PAUSE, TRIVIAL, Ground, asking, shown, timed

MEADOW: Final = "Meadow"
AT_ONCE: Final = 50
"""So many who press at once, each at a match of their own."""
Pair: TypeAlias = tuple[Player, Player]


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

    def __init__(self, ground: Ground, process: int, bot: str = TRIVIAL, channel: str = "") -> None:
        self.taken = Taken()
        self._bot = bot
        self._otter = ground.guests[0]
        self._channel = channel or ground.other
        self._process = process
        self._stones: list[JSON] = []

    async def laid(self) -> None:
        await self._otter.learns("stones", self._bot)
        await self._otter.command(self._channel, "stones", bot=self._bot, count=AT_ONCE)
        await self._otter.until(lambda _: len(self._there()) == AT_ONCE)
        self._stones = self._there()

    def _there(self) -> list[JSON]:
        return [one for one in self._otter.watch.messages(self._channel) if "Stone" in str(one["components"])]

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

    async def entered(self, watch: WirePerson) -> None:
        """Each of them has a hand."""
        for match, pair in self.matches.items():
            card = await watch.waits_for(self._channel, does(Verb.CHOOSE, match), PATIENCE)
            for player in pair:
                await player.click(card, custom_id=verbs(card)[Verb.CHOOSE])
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


@asynccontextmanager
async def held(process: int) -> AsyncIterator[None]:
    """Nobody is told anything meanwhile."""
    os.kill(process, signal.SIGUSR2)
    await asyncio.sleep(PAUSE)
    yield
    os.kill(process, signal.SIGUSR1)
