"""Where clicks are measured: two people, two channels, three bots, and matches laid out for them."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.scenes.address import Verb
from bot.table.agreement import Agreement
from bot.table.table import Offer, Play
from bot.table.tables import Tables
from bot.time import now
from deploy.playground.client import JSON, Player, Playground
from games import GAMES
from storage import Store
from tests.kit.match import tabled
from tests.kit.wire_person import EPHEMERAL, WirePerson, does

OURS: Final = "Wolf & Bison"
TRIVIAL: Final = "Stone"
LEAST: Final = "Boulder"
PATIENCE: Final = 300.0
PAUSE: Final = 0.1
CAUSES: Final = count(1)
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
    return playground.hosting(
        sys.executable, "-m", module, "run",
        bot=OURS, DATABASE_URL=url, DUEL_LOG="warning", DUEL_PRESSES=presses,
    )  # fmt: skip


class Ground:
    """Two people, two channels, three bots."""

    def __init__(
        self, playground: Playground, guests: tuple[WirePerson, WirePerson], server: int, channel: str, other: str
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
    async with Playground.started(bots=[OURS, TRIVIAL, LEAST], hasty=True) as playground:
        # How long it took is what is told, also where a busy machine takes longer than Discord would wait.
        await playground.stage("patience", seconds=60)
        see = await playground.as_("otter").see()
        ids = {one["username"]: one["id"] for one in see["people"]}
        server = see["servers"][0]
        channel, other = (one["id"] for one in server["channels"][:2])
        async with (
            WirePerson(playground.line, "otter", ids["otter"], OURS) as otter,
            WirePerson(playground.line, "heron", ids["heron"], OURS) as heron,
        ):
            yield Ground(playground, (otter, heron), int(server["id"]), channel, other)


async def timed(click: Any) -> float:
    """Milliseconds between an interaction and its answer, by the playground's own watch."""
    answer = await click
    assert answer.state == "answered", answer.body
    return float(answer.body["ms"])


async def asking(player: Player, channel: str, match: int) -> JSON | None:
    """The private message they play in, while something is asked there."""
    seen: list[JSON] = (await player.see(channel))["messages"].get(channel, [])
    found = [one for one in seen if one["flags"] & EPHEMERAL and does(Verb.PICK, match)(one)]
    return found[-1] if found else None


async def hand(player: Player, channel: str, match: int) -> JSON:
    """The same once it is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if found := await asking(player, channel, match):
                return found
            await asyncio.sleep(PAUSE)
