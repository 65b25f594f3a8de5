"""One storm from the first challenge to the verdict."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from deploy.playground.client import Playground, selects
from games import GAMES
from storage import Header, Store
from tests.dice import TOLD
from tests.kit.fork_server import ROOT
from tests.patience import PATIENCE
from tests.storage.server import Server
from tests.storage.stores import new_database
from tests.tools.storm.bout import Bout
from tests.tools.storm.den import NAME, Den
from tests.tools.storm.person import Person
from tests.tools.storm.plan import faults, rolling
from tests.tools.storm.scenery import Lying, at_home, looked
from tests.tools.storm.verdict import Account, Verdict, judged
from tests.tools.storm.weather import Weather
from tests.tools.storm.witness import Witness
from tests.wire.play import SHORT, list_variants
from tests.wire.server import NOTHING

PATIENT: Final = 4.0
"""Seconds that a bot may take to answer: a little longer than at Discord, for the machine may be busy.

After five a bot would take itself for dead, and whatever comes late would come twice.
"""
AWAY: Final = 130.0
"""Seconds after which nobody is at it any more."""
QUIET: Final = 150.0
"""Seconds that are given to what is still to be told."""
STILL: Final = 11.0
"""Seconds without anything that happens: more than two sweeps."""
CROWD: Final = 6
"""People of a clearing."""
LIKES: Final = ("dm", "here", "both", "dm", "here", "none")


@dataclass(frozen=True)
class Storm:
    """Which storm."""

    seed: str
    seconds: float
    matches: int = 24
    processes: int = 1
    program: Sequence[str] = ("bot", "run")
    newer: Sequence[str] = ()
    """Nothing goes wrong then, but one process after the other becomes this, and what it was, and this in the end."""


@dataclass
class Clearing:
    channel: str
    people: list[Person]


async def stormed(storm: Storm, url: str, folder: Path, server: Server | None) -> Verdict:
    """At the playground of that address; on this PostgreSQL, or on SQLite."""
    database = await new_database(server.url) if server else f"sqlite:///{folder / 'duel.db'}"
    witness = Witness()
    async with Playground.at(url) as playground:
        await playground.stage("dms", opens=100_000, seconds=600)
        await playground.stage("patience", seconds=PATIENT)
        den = Den(playground, folder, witness, storm.processes, database, server, storm.program, storm.newer)
        async with den.open(), _peopled(playground, storm, witness) as clearings:
            await den.lairs[0].bot.engraved(playground)
            dice = random.Random(storm.seed)
            bouts = arranged(clearings, storm.matches, dice)
            leave = asyncio.Event()
            playing = [asyncio.create_task(bout.goes_on(leave)) for bout in bouts]
            async with asyncio.timeout(PATIENCE * 2):
                await asyncio.gather(*(bout.begun.wait() for bout in bouts))
            shared = server is not None
            plan = rolling(storm.processes) if storm.newer else faults(storm.seed, storm.processes, shared=shared)
            weather = Weather(den, witness, plan, dice)
            await weather.rages(storm.seconds)
            await asyncio.sleep(5.0)
            leave.set()
            await asyncio.gather(*playing)
            for lair in den.lairs if storm.newer else ():
                if lair.bot.program == storm.program:
                    await den.rolls(lair)
            await _quiet(den)
            lying = await _looked(clearings)
            ended = datetime.fromisoformat((await playground.clock())["now"]).timestamp()
            unwilling = frozenset(it.id for here in clearings for it in here.people if it.prompts == "none")
            witness.tried.update(*(lair.discord.answered for lair in den.lairs))
            (folder / "diary").write_text("\n".join(witness.diary), "utf-8")
            witness.deaths += [f"ended with {code} when asked to" for code in await den.left() if code]
        async with await Store.look(database) as store:
            journals = {}
            cards = {}
            for header in [*await _all(store.live), *await _all(store.ended)]:
                journal = await store.load(header.id)
                assert journal
                journals[header.id] = journal
                cards[header.id] = (header.channel, header.message or 0)
    account = Account(witness, journals, cards, lying, unwilling, round(ended * 1000))
    return judged(account, doctored(database, *(storm.newer or storm.program)[:1]))


async def _all(page: Callable[[int], Awaitable[list[Header]]]) -> list[Header]:
    found: list[Header] = []
    while got := await page(found[-1].id if found else 0):
        found += got
    return found


def doctored(database: str, program: str = "bot") -> str:
    """What `duel doctor` says, if that is not that all is well."""
    done = subprocess.run(
        [sys.executable, "-m", program, "doctor"], cwd=ROOT, env={**os.environ, "DATABASE_URL": database, TOLD: ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    # It knows no playground, whose time was moved on.
    told = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("time:")]
    return "" if done.returncode == 0 else "; ".join(told)


def arranged(clearings: Sequence[Clearing], matches: int, dice: random.Random) -> list[Bout]:
    """All games and variants, in twos, and now and then as many as can sit there."""
    played = list_variants()
    bouts = []
    for number in range(matches):
        here = clearings[number * 2 // CROWD % len(clearings)]
        key, variant = played[number % len(played)]
        at = number * 2 % CROWD
        people = [here.people[at], here.people[at + 1]]
        if GAMES[key].SEATS[-1] > 2 and number % 2:
            people.append(here.people[(at + 2) % CROWD])
        options = {"game": key} | ({"variant": variant} if variant else {})
        own = random.Random(f"{dice.random()}")
        bouts.append(Bout(people, here.channel, options, SHORT.get(key, NOTHING), own))
    return bouts


@asynccontextmanager
async def _peopled(playground: Playground, storm: Storm, witness: Witness) -> AsyncIterator[list[Clearing]]:
    async with AsyncExitStack() as stack:
        count = max(1, -(-storm.matches * 2 // CROWD))
        clearings = [await _cleared(stack, playground, number, witness) for number in range(count)]
        await clearings[0].people[0].learns("duel")
        for clearing in clearings:
            for person in clearing.people:
                await _likes(person, clearing.channel)
        yield clearings


async def _cleared(stack: AsyncExitStack, playground: Playground, number: int, witness: Witness) -> Clearing:
    names = [f"animal{number}x{at}" for at in range(CROWD)]
    ids = []
    for at, name in enumerate(names):
        locale = ("en-US", "de", "fr")[(number + at) % 3]
        ids.append(int((await playground.stage("user", name=name, locale=locale))["user"]["id"]))
    await playground.stage("server", name=f"Clearing {number}", members=names, bots=[NAME], channels=[f"storm{number}"])
    people = [
        await stack.enter_async_context(Person(playground.line, name, who, NAME, witness, LIKES[at]))
        for at, (name, who) in enumerate(zip(names, ids, strict=True))
    ]
    channels = (await people[0].see())["servers"][0]["channels"]
    return Clearing(next(one["id"] for one in channels if one["name"] == f"storm{number}"), people)


async def _likes(person: Person, channel: str) -> None:
    """How they want to be called, as they set it themselves."""
    if person.prompts == "dm":
        return
    answer = await person.command(channel, "settings me", bot=NAME)
    panel = answer.message
    to = next(one["custom_id"] for one in selects(panel) if one["custom_id"].endswith(".prompts"))
    await person.select(panel, to, [person.prompts])
    await person.dismiss(message=panel)


async def _quiet(den: Den) -> None:
    """All are there again, and everybody has gone home: whoever is awaited is to be called by and by."""
    for lair in den.lairs:
        await lair.back()
    for _ in range(3):
        await _told(den)
        await den.playground.stage("time", seconds=AWAY)
    await _told(den)


async def _told(den: Den) -> None:
    """Until nothing happens any more; what is not told by then is what the verdict says."""
    end, seen, since = time.monotonic() + QUIET, den.told, time.monotonic()
    while time.monotonic() < end and time.monotonic() - since < STILL:
        # Whoever only breathes and looks what is due is still.
        if (now := den.told) > seen:
            seen, since = now, time.monotonic()
        await asyncio.sleep(0.2)


async def _looked(clearings: Sequence[Clearing]) -> list[Lying]:
    found = []
    for clearing in clearings:
        found += await looked(clearing.people[0], clearing.channel)
        for person in clearing.people:
            found += await at_home(person)
    return found
