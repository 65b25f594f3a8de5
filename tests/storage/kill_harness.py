"""Kills a bot repeatedly and checks its data: `python -m tests.storage.kill_harness URL KILLS [MUTANT]`.

A child process stores clicks as events and acknowledges them. It is killed at a named point or at a random time. The
next child receives the unacknowledged clicks again. Each acknowledged click must be stored exactly once, at the
acknowledged place. A mutant is a deliberate bug in the child that the check must detect.
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
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline

MATCH_COUNT: Final = 24
MAX_CLICKS_IN_FLIGHT: Final = 48
# On PostgreSQL, the other points are in the server process.
POINTS_ON_POSTGRES: Final = ("before ack", "any")
KILL_POINTS: Final = ("begin", "mid", "before commit", "after commit", "before ack", "any")

_SELECT_EVENTS: Final = Statement("SELECT match_id, seq, interaction_id FROM event ORDER BY match_id, seq")
_SELECT_MATCHES: Final = Statement(
    "SELECT id, event_count, status, (SELECT due_ms FROM deadline WHERE match_id = id) FROM match"
)


@dataclass
class KillFuse:
    """Kills the process at a named point, after the point has been passed `passes_left` times."""

    point: str
    passes_left: int

    def pass_point(self, point: str) -> None:
        if point == self.point:
            self.passes_left -= 1
            if self.passes_left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


class KillingConnection(sqlite3.Connection):
    """An SQLite connection that kills its process at the point of its fuse."""

    fuse = KillFuse("never", 0)

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        keyword = sql.split(maxsplit=1)[0]
        if keyword == "BEGIN" and "IMMEDIATE" in sql:
            self.fuse.pass_point("begin")
        elif "INSERT INTO event" in sql:
            self.fuse.pass_point("mid")
        return super().execute(sql, *args)

    def commit(self) -> None:
        self.fuse.pass_point("before commit")
        super().commit()
        self.fuse.pass_point("after commit")


async def serve_clicks(url: str, input_fd: int, output_fd: int) -> None:
    loop = asyncio.get_running_loop()
    store = await Store.open(url)
    event_counts = {header.id: header.event_count for header in await store.matches.list_live()}
    locks = {match: asyncio.Lock() for match in event_counts}
    tasks = set()
    closed = loop.create_future()

    async def append_click(match: int, interaction: int) -> None:
        while True:
            async with locks[match]:
                seq = event_counts[match]
                try:
                    change = MatchChange(status=str(interaction), set_deadlines=(make_turn_deadline(interaction, seq),))
                    stored = await store.journal.append_events(
                        match, seq, [make_choice_event("w", interaction)], change
                    )
                except Conflict:
                    header = await store.matches.load_header(match)
                    assert header is not None
                    event_counts[match] = header.event_count
                    continue
                if not stored.is_repeat:
                    event_counts[match] = seq + 1
            KillingConnection.fuse.pass_point("before ack")
            os.write(output_fd, f"{interaction} {stored.match_id} {stored.first_seq}\n".encode())
            return

    rest = b""

    def read_clicks() -> None:
        nonlocal rest
        if not (read := os.read(input_fd, 1 << 16)):
            loop.remove_reader(input_fd)
            closed.set_result(None)
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            match, interaction = map(int, line.split())
            tasks.add(loop.create_task(append_click(match, interaction)))

    loop.add_reader(input_fd, read_clicks)
    await closed
    await asyncio.gather(*tasks)
    await store.close()


# Mutants: deliberate bugs that each break one promise of the store.

_commit_batch = Sqlite.commit_batch
_commit = KillingConnection.commit


async def _acknowledge_first(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> Any:
    await writer.commit()
    KillingConnection.commit = _commit_nothing  # type: ignore[assignment, method-assign]
    try:
        return await _commit_batch(writer, batch)
    finally:
        KillingConnection.commit = _commit  # type: ignore[method-assign]


def _commit_nothing(_: KillingConnection) -> None: ...


async def _commit_in_two(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> Any:
    outcomes = await _commit_batch(writer, [writes[:2] for writes in batch])
    rest = [
        [] if isinstance(outcome, Exception) else writes[2:] for writes, outcome in zip(batch, outcomes, strict=True)
    ]
    await _commit_batch(writer, rest)
    return outcomes


def apply_mutant(mutant: str) -> None:
    if mutant == "acknowledges before commit":
        Sqlite.commit_batch = staticmethod(_acknowledge_first)  # type: ignore[method-assign]
    elif mutant == "splits transactions":
        Sqlite.commit_batch = staticmethod(_commit_in_two)  # type: ignore[method-assign]
    elif mutant == "ignores conflicts":
        journal.INSERT_EVENT.must_match = journal.ADVANCE_EVENT_COUNT.must_match = False
    elif mutant == "drops the interaction index":
        pass  # `create_matches` drops the index
    else:
        assert not mutant, mutant


MUTANTS: Final = (
    "acknowledges before commit",
    "splits transactions",
    "ignores conflicts",
    "drops the interaction index",
)


@dataclass
class KillHarness:
    url: str
    mutant: str = ""
    dice: random.Random = field(default_factory=lambda: random.Random(200))
    pending_clicks: dict[int, int] = field(default_factory=dict)
    """The match IDs of clicks that were sent but not acknowledged, by interaction ID."""
    acknowledged_clicks: dict[int, tuple[int, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    kills_by_point: Counter[str] = field(default_factory=Counter)
    last_click_id: int = 1_000

    async def create_matches(self) -> None:
        async with await Store.open(self.url) as store:
            self.match_ids = [await create_match(store, number) for number in range(1, MATCH_COUNT + 1)]
            if self.mutant == "drops the interaction index":
                await store.database.write(Statement("DROP INDEX event_interaction")())

    def run_child(self, point: str) -> None:
        """Run a child until it is killed at a point. With an empty point, let it acknowledge all clicks and exit."""
        child_input, clicks = os.pipe()
        acknowledgments, child_output = os.pipe()
        if not (child := os.fork()):
            os.close(clicks)
            os.close(acknowledgments)
            self._serve_as_child(point, child_input, child_output)
        os.close(child_input)
        os.close(child_output)
        received = self._send_clicks(point, child, clicks, acknowledgments)
        os.close(acknowledgments)
        _, status = os.waitpid(child, 0)
        if point and not os.WIFSIGNALED(status):
            self.faults.append(f"a child ended by itself: {status}")
        self.kills_by_point[point] += 1
        for line in received.split(b"\n")[:-1]:
            interaction, *place = map(int, line.split())
            first_place = self.acknowledged_clicks.setdefault(interaction, (place[0], place[1]))
            if first_place != tuple(place):
                self.faults.append(f"{interaction} was first acknowledged at {first_place}, then at {place}")
            self.pending_clicks.pop(interaction, None)

    def _serve_as_child(self, point: str, input_fd: int, output_fd: int) -> None:
        try:
            KillingConnection.fuse = KillFuse(point, self.dice.randrange(8 if point != "mid" else 60))
            connect = sqlite3.connect
            sqlite3.connect = lambda *args, **kwargs: connect(*args, **kwargs, factory=KillingConnection)  # type: ignore[assignment]
            apply_mutant(self.mutant)
            asyncio.run(serve_clicks(self.url, input_fd, output_fd))
        finally:
            os._exit(0)

    def _send_clicks(self, point: str, child_pid: int, output_fd: int, input_fd: int) -> bytes:
        """Send clicks to the child until it ends, and return the acknowledgments that it has sent."""
        for interaction, match in self.pending_clicks.items():
            self._send_click(output_fd, match, interaction)
        max_lines = self.dice.randrange(200) if point == "any" else 1 << 30
        received, lines, is_output_open = b"", 0, True
        while True:
            while point and len(self.pending_clicks) < MAX_CLICKS_IN_FLIGHT + lines and lines < max_lines:
                self.last_click_id += 1
                self.pending_clicks[self.last_click_id] = self.dice.choice(self.match_ids)
                if not self._send_click(output_fd, self.pending_clicks[self.last_click_id], self.last_click_id):
                    break
            if not point and is_output_open:
                os.close(output_fd)
                is_output_open = False
            if point == "any" and lines >= max_lines:
                select.select([input_fd], [], [], self.dice.random() * 0.004)
                os.kill(child_pid, signal.SIGKILL)
                max_lines = 1 << 30
            if not (read := os.read(input_fd, 1 << 16)):
                break
            received += read
            lines = received.count(b"\n")
        if is_output_open:
            os.close(output_fd)
        return received

    def _send_click(self, output_fd: int, match_id: int, interaction_id: int) -> bool:
        line = f"{match_id} {interaction_id}\n".encode()
        with suppress(BrokenPipeError):
            os.write(output_fd, line if self.dice.random() > 0.1 else line * 2)
            return True
        return False

    async def verify_store(self) -> None:
        """Open the database read-only, which repairs nothing, and record differences from the acknowledged clicks."""
        async with await Store.open_read_only(self.url) as store:
            events, matches = await store.database.read(_SELECT_EVENTS(), _SELECT_MATCHES())
        stored: dict[int, tuple[int, int]] = {}
        last: dict[int, tuple[int, int]] = {}
        for match, seq, interaction in events:
            if seq != last.get(match, (-1, 0))[0] + 1:
                self.faults.append(f"match {match} has a gap before {seq}")
            last[match] = (seq, interaction)
            if interaction in stored:
                self.faults.append(f"{interaction} is stored at {stored[interaction]} and at {(match, seq)}")
            stored[interaction] = (match, seq)
        for match, seq, status, due in matches:
            if seq != last[match][0] + 1:
                self.faults.append(f"match {match} says {seq} events, and has {last[match][0] + 1}")
            if seq > 1 and (str(last[match][1]), last[match][1]) != (status, due):
                self.faults.append(f"match {match}: the change of {last[match]} is missing: {status}, {due}")
        for interaction, place in self.acknowledged_clicks.items():
            if stored.get(interaction) != place:
                self.faults.append(f"{interaction} was acknowledged at {place}, and is at {stored.get(interaction)}")


def main(url: str, kills: str, mutant: str = "") -> None:
    harness = KillHarness(url, mutant)
    points = KILL_POINTS if url.startswith("sqlite") else POINTS_ON_POSTGRES
    asyncio.run(harness.create_matches())
    for kill in range(int(kills)):
        harness.run_child(points[kill % len(points)])
        asyncio.run(harness.verify_store())
        if harness.faults:
            break
    else:
        harness.run_child("")
        asyncio.run(harness.verify_store())
        if harness.pending_clicks:
            harness.faults.append(f"never acknowledged: {harness.pending_clicks}")
    report = {
        "kills": sum(harness.kills_by_point.values()) - harness.kills_by_point[""],
        "acknowledged": len(harness.acknowledged_clicks),
        "wrong": harness.faults[:5],
        "points": harness.kills_by_point,
    }
    print(json.dumps(report))  # noqa: T201 - it is a program


if __name__ == "__main__":
    main(*sys.argv[1:])
