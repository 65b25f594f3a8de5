"""The bot as a separate process at a playground: start, stop, kill and restart it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Final

import aiohttp

from bot.discord.engraver import drawings
from deploy.playground.client import JSON, Playground
from tests.kit.fork_server import ROOT, Hatched, hatched
from tests.patience import PATIENCE

LOGS: Final[dict[Path, str]] = {}
"""Of all that were opened, by whom: beside what failed stands what they said meanwhile."""


@dataclass
class Process:
    """One application, one store; processes come and go."""

    name: str
    folder: Path
    shards: int = 1
    process: Hatched | subprocess.Popen[bytes] | None = None
    begins: int = 0
    """Where its log begins to be of the process that is there."""
    read: int = 0
    """So much of its log has been looked at."""
    environment: dict[str, str] = field(default_factory=dict)
    program: Sequence[str] = ("tests.wire.bot", "run")
    """A module, and what it is told: the bot as it is, as it will be one day, or broken."""
    serves: bool = False
    """Whether what people ask comes to an address of its own, and not by the gateway."""
    hatches: bool = True
    """Unless how it starts is looked at, too: it takes ten times as long then."""

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def database(self) -> Path:
        return self.folder / "duel.db"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    async def hired(self, playground: Playground, *, drawn: bool = True) -> None:
        """An application of that name, wherever its process will be.

        Unless it is about that it has its emoji: to draw and bring them takes longer than to start.
        """
        made = await playground.stage("bot", name=self.name)
        if drawn:
            await playground.stage("emojis", bot=self.name, names=[*drawings()])
        setup = await playground.setup()
        self.environment = {
            "DISCORD_TOKEN": made["token"],
            "DUEL_API": setup["api"],
            "DUEL_GATEWAY": setup["gateway"],
            "DUEL_CDN": setup["cdn"],
            "DUEL_CLOCK": setup["clock"],
            "DATABASE_URL": f"sqlite:///{self.database}",
            "DUEL_PAUSE": "0.05",
            "DUEL_TRAIL": "0",
            # People who are driven press faster than people do, and sit at more tables.
            "DUEL_PRESSES": "0",
            "DUEL_OFFERS": "0",
            "DUEL_MATCHES": "0",
            "DUEL_PORT": "0",
        }

    async def opened(self, playground: Playground) -> None:
        """Until the gateway has greeted it, or it is asked at its own address."""
        if not self.environment:
            await self.hired(playground)
        before = (await playground.wire(1 << 60))["last"]
        self.launched()
        if self.serves:
            await self.moved(playground, await self.address())
            return
        async with asyncio.timeout(PATIENCE):
            while await self.greetings(playground, before) < self.shards:
                assert self.alive, self.log.read_text()[-2000:]
                await asyncio.sleep(0.05)

    def launched(self) -> None:
        environment = {**os.environ, **self.environment}
        LOGS[self.log] = self.name
        with self.log.open("ab") as log:
            self.begins = log.tell()
            program = [*self.program[:-1], "serve"] if self.serves else self.program
            if self.hatches:
                self.process = hatched(program, environment, log.fileno())
            else:
                command = [sys.executable, "-m", *program]
                self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log)

    async def address(self) -> str:
        """Where it says that it listens, as soon as it does."""
        async with asyncio.timeout(PATIENCE):
            while not (heard := re.search(r"are heard at port (\d+)", self.log.read_text()[self.begins :])):
                assert self.alive, self.log.read_text()[-2000:]
                await asyncio.sleep(0.05)
        return f"http://127.0.0.1:{heard[1]}/"

    async def moved(self, playground: Playground, address: str) -> None:
        """From now on what people ask is brought there."""
        url = f"{(await playground.setup())['api']}/applications/@me"
        where = {"interactions_endpoint_url": address}
        async with aiohttp.ClientSession(headers=self.badge) as session, session.patch(url, json=where) as answer:
            assert answer.ok, await answer.text()

    @property
    def badge(self) -> dict[str, str]:
        return {"Authorization": f"Bot {self.environment['DISCORD_TOKEN']}"}

    async def greetings(self, playground: Playground, after: int) -> int:
        entries: list[JSON] = (await playground.wire(after))["entries"]
        return sum(entry["bot"] == self.name and entry["what"] == "READY" for entry in entries)

    async def asks(self, playground: Playground, method: str, path: str = "", body: JSON | None = None) -> JSON:
        """About its emoji, as its host would, with its token."""
        setup = await playground.setup()
        [application] = [each["application_id"] for each in setup["bots"] if each["name"] == self.name]
        url = f"{setup['api']}/applications/{application}/emojis{path}"
        async with (
            aiohttp.ClientSession(headers=self.badge) as session,
            session.request(method, url, json=body) as answer,
        ):
            assert answer.ok, await answer.text()
            told: JSON = await answer.json() if answer.status != HTTPStatus.NO_CONTENT else JSON()
            return told

    async def emojis(self, playground: Playground) -> list[str]:
        return [each["name"] for each in (await self.asks(playground, "GET"))["items"]]

    async def engraved(self, playground: Playground) -> None:
        """Until all of its emoji are there, and none that is old."""
        async with asyncio.timeout(PATIENCE):
            while {name for name in await self.emojis(playground) if name.startswith("duel_")} != drawings().keys():
                await asyncio.sleep(0.05)

    def killed(self) -> None:
        """As by a power cut: it is asked nothing, and says nothing."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def shut(self) -> int:
        """Asked to stop, as a new version of it would be brought in; returns how it ended."""
        if not self.process:
            return 0
        if self.alive:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    async def again(self, playground: Playground) -> None:
        """Killed and opened anew: nothing is left but what it had stored."""
        self.killed()
        await self.opened(playground)

    async def later(self, playground: Playground, hours: float) -> None:
        """Killed and opened anew, and by then everything was that long ago: nobody is at it any more."""
        self.killed()
        self.aged(hours)
        await self.opened(playground)

    def complained(self) -> str:
        """What went wrong since last asked, if anything."""
        told = self.log.read_text() if self.log.exists() else ""
        new, self.read = told[self.read :], len(told)
        return new if "Traceback" in new or "ERROR" in new else ""

    # the store, while nobody is at home

    def asked(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as store:
            return store.execute(query, values).fetchall()

    async def stores(self, query: str, *values: object) -> None:
        """Until the answer to it is yes: much is noted once people have their answer, so that nobody waits for it."""
        async with asyncio.timeout(PATIENCE):
            while self.asked(query, *values) != [(1,)]:
                await asyncio.sleep(0.02)

    @contextmanager
    def out_of_order(self, table: str) -> Iterator[None]:
        """As long as the block lasts the bot cannot read this table of its store."""
        for there, then in ((table, "away"), ("away", table)):
            with closing(sqlite3.connect(self.database)) as store, store:
                store.execute(f"ALTER TABLE {there} RENAME TO {then}")
            if then == "away":
                yield

    def unnoted_call(self, match: int, message: int) -> None:
        """As if it had been killed before it could note that this came: it was about to post it."""
        with closing(sqlite3.connect(self.database)) as store, store:
            ((person, at),) = store.execute("SELECT person, at FROM hand WHERE message = ?", (message,))
            store.execute("DELETE FROM hand WHERE message = ?", (message,))
            store.execute("INSERT INTO posting VALUES (?, ?, 0, ?)", (match, person, at))
            store.execute("UPDATE deadline SET answer = '' WHERE match = ? AND kind = 'call'", (match,))
            store.execute("UPDATE presence SET called = 0 WHERE person = ?", (person,))

    def unnoted(self, match: int) -> None:
        """It died after Discord had the message, and before the store knew of it."""
        assert not self.alive
        with closing(sqlite3.connect(self.database)) as store, store:
            store.execute("UPDATE match SET shown = 0, posted = 0, message = NULL WHERE id = ?", (match,))
            store.execute("UPDATE door SET message = 0 WHERE match = ?", (match,))

    def aged(self, hours: float) -> None:
        """All that happened was so much earlier; the bot was there all the time."""
        assert not self.alive
        ago = int(hours * 3_600_000)
        with closing(sqlite3.connect(self.database)) as store, store:
            store.execute("UPDATE event SET at = at - ?", (ago,))
            store.execute("UPDATE deadline SET due = due - ?", (ago,))
            store.execute("UPDATE presence SET at = at - ?, called = called - ?", (ago, ago))
            store.execute("UPDATE hand SET at = at - ?", (ago,))
            store.execute("UPDATE door SET at = at - ?", (ago,))
            # Where it had been away since the test before, that was earlier, too: nobody is charged for it.
            store.execute("UPDATE absence SET began = began - ?, ended = ended - ?", (ago, ago))
