"""Kill a bot over and over, and check what it acknowledged: `python -m tests.storage.crash URL KILLS [MUTANT]`.

A child appends what it is asked to, and acknowledges it. It is killed at a named point or at any moment, and the next
child is asked again for what was not acknowledged. What was acknowledged must be stored once, where the child said.
With a mutant the child breaks one promise, and the check must fail.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import aiosqlite

from storage import Conflict, MatchChange, Store, journal
from storage.sqlite import Sqlite
from storage.statement import BoundStatement, Statement
from tests.storage.matches import chose, opened, turn

MATCHES: Final = 24
IN_FLIGHT: Final = 48
# On PostgreSQL the others are not in our process.
ANYWHERE: Final = ("before ack", "any")
POINTS: Final = ("begin", "mid", "before commit", "after commit", "before ack", "any")


_EVENTS: Final = Statement("SELECT match_id, seq, interaction_id FROM event ORDER BY match_id, seq")
_HEADS: Final = Statement(
    "SELECT id, event_count, status, (SELECT due_ms FROM deadline WHERE match_id = id) FROM match"
)


@dataclass
class Fuse:
    """Kills the process after a point has been passed this often."""

    point: str
    left: int

    def passed(self, point: str) -> None:
        if point == self.point:
            self.left -= 1
            if self.left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


class Deadly(sqlite3.Connection):
    """A connection that kills its process at a named point."""

    fuse = Fuse("never", 0)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        said = sql.split(maxsplit=1)[0]
        if said == "BEGIN" and "IMMEDIATE" in sql:
            self.fuse.passed("begin")
        elif "INSERT INTO event" in sql:
            self.fuse.passed("mid")
        return super().execute(sql, *given)

    def commit(self) -> None:
        self.fuse.passed("before commit")
        super().commit()
        self.fuse.passed("after commit")


async def serve(url: str, asked: int, told: int) -> None:
    loop = asyncio.get_running_loop()
    store = await Store.open(url)
    known = {header.id: header.event_count for header in await store.matches.list_live()}
    locks = {match: asyncio.Lock() for match in known}
    tasks = set()
    closed = loop.create_future()

    async def done(match: int, interaction: int) -> None:
        while True:
            async with locks[match]:
                seq = known[match]
                try:
                    change = MatchChange(status=str(interaction), set_deadlines=(turn(interaction, seq),))
                    stored = await store.journal.append_events(match, seq, [chose("w", interaction)], change)
                except Conflict:
                    header = await store.matches.load_header(match)
                    assert header is not None
                    known[match] = header.event_count
                    continue
                if not stored.is_repeat:
                    known[match] = seq + 1
            Deadly.fuse.passed("before ack")
            os.write(told, f"{interaction} {stored.match_id} {stored.first_seq}\n".encode())
            return

    rest = b""

    def heard() -> None:
        nonlocal rest
        if not (read := os.read(asked, 1 << 16)):
            loop.remove_reader(asked)
            closed.set_result(None)
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            match, interaction = map(int, line.split())
            tasks.add(loop.create_task(done(match, interaction)))

    loop.add_reader(asked, heard)
    await closed
    await asyncio.gather(*tasks)
    await store.close()


# Mutants: bots that each break one promise.

_commit_batch = Sqlite.commit_batch
_commit = Deadly.commit


async def _acknowledges_first(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> Any:
    await writer.commit()
    Deadly.commit = _commit_nothing  # type: ignore[assignment, method-assign]
    try:
        return await _commit_batch(writer, batch)
    finally:
        Deadly.commit = _commit  # type: ignore[method-assign]


def _commit_nothing(_: Deadly) -> None: ...


async def _commits_in_two(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> Any:
    outcomes = await _commit_batch(writer, [writes[:2] for writes in batch])
    rest = [
        [] if isinstance(outcome, Exception) else writes[2:] for writes, outcome in zip(batch, outcomes, strict=True)
    ]
    await _commit_batch(writer, rest)
    return outcomes


def mutate(mutant: str) -> None:
    if mutant == "acknowledges first":
        Sqlite.commit_batch = staticmethod(_acknowledges_first)  # type: ignore[method-assign]
    elif mutant == "commits in two":
        Sqlite.commit_batch = staticmethod(_commits_in_two)  # type: ignore[method-assign]
    elif mutant == "takes no for yes":
        journal.INSERT_EVENT.must_match = journal.ADVANCE_EVENT_COUNT.must_match = False
    elif mutant == "knows no click again":
        pass  # its index is dropped where the matches are made
    else:
        assert not mutant, mutant


MUTANTS: Final = ("acknowledges first", "commits in two", "takes no for yes", "knows no click again")


@dataclass
class Harness:
    url: str
    mutant: str = ""
    dice: random.Random = field(default_factory=lambda: random.Random(200))
    pending: dict[int, int] = field(default_factory=dict)
    """Asked for and not acknowledged: which match, by interaction."""
    acknowledged: dict[int, tuple[int, int]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    deaths: Counter[str] = field(default_factory=Counter)
    clicks: int = 1_000

    async def prepare(self) -> None:
        async with await Store.open(self.url) as store:
            self.matches = [(await opened(store, number)).match_id for number in range(1, MATCHES + 1)]
            if self.mutant == "knows no click again":
                await store.database.write(Statement("DROP INDEX event_interaction")())

    def life(self, point: str) -> None:
        """One child, from its start to its death; without a point it ends in peace when all is done."""
        asked, ask = os.pipe()
        tell, told = os.pipe()
        if not (child := os.fork()):
            os.close(ask)
            os.close(tell)
            self._be_a_child(point, asked, told)
        os.close(asked)
        os.close(told)
        heard = self._talk(point, child, ask, tell)
        os.close(tell)
        _, status = os.waitpid(child, 0)
        if point and not os.WIFSIGNALED(status):
            self.wrong.append(f"a child ended by itself: {status}")
        self.deaths[point] += 1
        for line in heard.split(b"\n")[:-1]:
            interaction, *place = map(int, line.split())
            was = self.acknowledged.setdefault(interaction, (place[0], place[1]))
            if was != tuple(place):
                self.wrong.append(f"{interaction} was first said to be at {was}, then at {place}")
            self.pending.pop(interaction, None)

    def _be_a_child(self, point: str, asked: int, told: int) -> None:
        try:
            Deadly.fuse = Fuse(point, self.dice.randrange(8 if point != "mid" else 60))
            connect = sqlite3.connect
            sqlite3.connect = lambda *given, **named: connect(*given, **named, factory=Deadly)  # type: ignore[assignment]
            mutate(self.mutant)
            asyncio.run(serve(self.url, asked, told))
        finally:
            os._exit(0)

    def _talk(self, point: str, child: int, ask: int, tell: int) -> bytes:
        """What was acknowledged before the child died."""
        for interaction, match in self.pending.items():
            self._ask(ask, match, interaction)
        enough = self.dice.randrange(200) if point == "any" else 1 << 30
        heard, lines, open_end = b"", 0, True
        while True:
            while point and len(self.pending) < IN_FLIGHT + lines and lines < enough:
                self.clicks += 1
                self.pending[self.clicks] = self.dice.choice(self.matches)
                if not self._ask(ask, self.pending[self.clicks], self.clicks):
                    break
            if not point and open_end:
                os.close(ask)
                open_end = False
            if point == "any" and lines >= enough:
                select.select([tell], [], [], self.dice.random() * 0.004)
                os.kill(child, signal.SIGKILL)
                enough = 1 << 30
            if not (read := os.read(tell, 1 << 16)):
                break
            heard += read
            lines = heard.count(b"\n")
        if open_end:
            os.close(ask)
        return heard

    def _ask(self, ask: int, match: int, interaction: int) -> bool:
        line = f"{match} {interaction}\n".encode()
        with suppress(BrokenPipeError):
            os.write(ask, line if self.dice.random() > 0.1 else line * 2)
            return True
        return False

    async def verify(self) -> None:
        """Looks without healing."""
        async with await Store.open_read_only(self.url) as store:
            events, heads = await store.database.read(_EVENTS(), _HEADS())
        stored: dict[int, tuple[int, int]] = {}
        last: dict[int, tuple[int, int]] = {}
        for match, seq, interaction in events:
            if seq != last.get(match, (-1, 0))[0] + 1:
                self.wrong.append(f"match {match} has a gap before {seq}")
            last[match] = (seq, interaction)
            if interaction in stored:
                self.wrong.append(f"{interaction} is stored at {stored[interaction]} and at {(match, seq)}")
            stored[interaction] = (match, seq)
        for match, seq, status, due in heads:
            if seq != last[match][0] + 1:
                self.wrong.append(f"match {match} says {seq} events, and has {last[match][0] + 1}")
            if seq > 1 and (str(last[match][1]), last[match][1]) != (status, due):
                self.wrong.append(f"match {match}: what {last[match]} carried is not there: {status}, {due}")
        for interaction, place in self.acknowledged.items():
            if stored.get(interaction) != place:
                self.wrong.append(f"{interaction} was acknowledged at {place}, and is at {stored.get(interaction)}")


def main(url: str, kills: str, mutant: str = "") -> None:
    harness = Harness(url, mutant)
    points = POINTS if url.startswith("sqlite") else ANYWHERE
    asyncio.run(harness.prepare())
    for kill in range(int(kills)):
        harness.life(points[kill % len(points)])
        asyncio.run(harness.verify())
        if harness.wrong:
            break
    else:
        harness.life("")
        asyncio.run(harness.verify())
        if harness.pending:
            harness.wrong.append(f"never acknowledged: {harness.pending}")
    report = {
        "kills": sum(harness.deaths.values()) - harness.deaths[""],
        "acknowledged": len(harness.acknowledged),
        "wrong": harness.wrong[:5],
        "points": harness.deaths,
    }
    print(json.dumps(report))  # noqa: T201 - it is a program


if __name__ == "__main__":
    main(*sys.argv[1:])
