"""What a safe write costs beside SQLite itself, and what it costs to read a match that nobody has read yet."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from storage import Deadline, Event, MatchChange, NewMatch, Store, journal
from storage.deadlines import SET_DEADLINE
from storage.migration import load_migrations
from storage.statement import BoundStatement, to_values
from tests.tools.bench.timing import ratio_row, row, wall_time

APPENDS: Final = 1_600
AT_ONCE: Final = 64
OPENING: Final = NewMatch(1, 2, "pebbles", 1, "{}", "{}", "5eed", "running", 0)


def _event(number: int) -> Event:
    return Event("said", "swap a1 c3", number, seat=0, interaction_id=(1 << 60) + number)


def _turn(seq: int) -> Deadline:
    return Deadline("turn", 1_000 + seq, seq)


def raw(folder: Path, appends: int) -> float:
    """Return the seconds of a loop that commits each append by itself, with nothing around the same statements."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        for migration in load_migrations():
            for statement in migration.statements:
                connection.execute(statement.sqlite)
        opened = journal.INSERT_MATCH(**to_values(OPENING), seq=0)
        connection.execute(opened.statement.sqlite, opened.positional_values({})).fetchall()
        prepared = [
            [(each.statement.sqlite, each.positional_values({})) for each in _written(seq)] for seq in range(appends)
        ]
        began = time.perf_counter()
        for writes in prepared:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in writes:
                connection.execute(sql, values)
            connection.execute("COMMIT")
        return time.perf_counter() - began
    finally:
        connection.close()


def _written(seq: int) -> list[BoundStatement]:
    event = _event(seq)
    return [
        journal.ADVANCE_EVENT_COUNT(match_id=1, event_count=seq, new_count=seq + 1, changed_ms=event.created_ms),
        journal.INSERT_EVENT(match_id=1, seq=seq, **to_values(event)),
        SET_DEADLINE(match_id=1, **to_values(_turn(seq))),
    ]


async def grouped(folder: Path, appends: int, callers: int) -> float:
    """Return the seconds of as many appends by several players at once, each waiting for one before the next."""
    async with await Store.open(f"sqlite:///{folder / 'grouped.db'}") as store:
        matches = [(await store.journal.create_match(OPENING, [])).match_id for _ in range(callers)]

        async def played(match_id: int) -> None:
            for seq in range(appends // callers):
                await store.journal.append_events(
                    match_id, seq, [_event(match_id * appends + seq)], MatchChange(set_deadlines=(_turn(seq),))
                )

        began = time.perf_counter()
        await asyncio.gather(*(played(match_id) for match_id in matches))
        return time.perf_counter() - began


def group_commit(callers: int) -> tuple[float, float]:
    """Measure appends by so many callers at once.

    Returns how many times as many a second as the raw loop (the best of either in one run), and the median of the
    milliseconds in which each caller has had one answer.
    """
    raws, groups = [], []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder:
            raws.append(raw(Path(folder), APPENDS))
            groups.append(asyncio.run(grouped(Path(folder), APPENDS, callers)))
    return min(raws) / min(groups), median(groups) * 1000 * callers / APPENDS


async def _cold(folder: Path) -> float:
    url = f"sqlite:///{folder / 'cold.db'}"
    async with await Store.open(url) as store:
        for match_id in range(1, 41):
            await store.journal.create_match(OPENING, [_event(match_id * 1_000)])
            for seq in range(1, 300):
                event = _event(match_id * 1_000 + seq)
                await store.journal.append_events(
                    match_id, seq, [Event("said", event.payload, event.created_ms, seat=0)]
                )
    rows, whole = [], []
    for match_id in range(1, 41, 2):
        # Two matches that nobody has read yet, by two stores that have read nothing.
        async with await Store.open(url) as store:
            rows.append(await wall_time(partial(store.matches.load_header, match_id)))
        async with await Store.open(url) as store:
            whole.append(await wall_time(partial(store.journal.load_match, match_id + 1)))
    return median(whole) / median(rows)


def cold() -> float:
    """Return how many times as long as a row a match of 300 moves takes to read, in a store that was just opened."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_cold(Path(folder)))


def main() -> bool:
    (many, many_ms), (one, _) = group_commit(AT_ONCE), group_commit(1)
    return all(
        [
            row(f"{AT_ONCE} appends at once, ms", f"{many_ms:.1f}", "≤ 50", holds=many_ms <= 50),
            row("  beside a raw commit each", f"{many:.2f}×", "≥ 2×", holds=many >= 2),
            row("appends by one, beside a raw commit each", f"{one:.2f}×", "≥ 0.3×", holds=one >= 0.3),
            ratio_row("reading a cold match of 300 moves, of a cold row", cold(), 15),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
