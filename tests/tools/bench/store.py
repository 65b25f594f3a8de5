"""Measures appends to the store, compared with plain SQLite, and reads of a match that is not cached.

Run it with `python -m tests.tools.bench store`.
"""

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
from tests.tools.bench.timing import measure_wall_s, print_ratio_row, print_row

APPEND_COUNT: Final = 1_600
CONCURRENT_APPENDS: Final = 64
"""The number of callers that append at the same time."""
NEW_MATCH: Final = NewMatch(1, 2, "pebbles", 1, "{}", "{}", "5eed", "running", 0)


def _make_event(number: int) -> Event:
    return Event("said", "swap a1 c3", number, seat=0, interaction_id=(1 << 60) + number)


def _make_turn_deadline(seq: int) -> Deadline:
    return Deadline("turn", 1_000 + seq, seq)


def time_raw_appends(folder: Path, appends: int) -> float:
    """Return the time to run the statements of all appends without the store, with one commit each, in seconds."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        for migration in load_migrations():
            for statement in migration.statements:
                connection.execute(statement.sqlite)
        insert = journal.INSERT_MATCH(**to_values(NEW_MATCH), event_count=0)
        connection.execute(insert.statement.sqlite, insert.positional_values({})).fetchall()
        prepared = [
            [(each.statement.sqlite, each.positional_values({})) for each in _list_append_statements(seq)]
            for seq in range(appends)
        ]
        start_s = time.perf_counter()
        for writes in prepared:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in writes:
                connection.execute(sql, values)
            connection.execute("COMMIT")
        return time.perf_counter() - start_s
    finally:
        connection.close()


def _list_append_statements(seq: int) -> list[BoundStatement]:
    event = _make_event(seq)
    return [
        journal.ADVANCE_EVENT_COUNT(match_id=1, event_count=seq, new_count=seq + 1, changed_ms=event.created_ms),
        journal.INSERT_EVENT(match_id=1, seq=seq, **to_values(event)),
        SET_DEADLINE(match_id=1, **to_values(_make_turn_deadline(seq))),
    ]


async def time_store_appends(folder: Path, appends: int, callers: int) -> float:
    """Return the time of the same number of appends by concurrent callers, in seconds.

    Each caller waits for its append to finish before it starts the next one.
    """
    async with await Store.open(f"sqlite:///{folder / 'grouped.db'}") as store:
        matches = [(await store.journal.create_match(NEW_MATCH, [])).match_id for _ in range(callers)]

        async def append_all(match_id: int) -> None:
            for seq in range(appends // callers):
                await store.journal.append_events(
                    match_id,
                    seq,
                    [_make_event(match_id * appends + seq)],
                    MatchChange(set_deadlines=(_make_turn_deadline(seq),)),
                )

        start_s = time.perf_counter()
        await asyncio.gather(*(append_all(match_id) for match_id in matches))
        return time.perf_counter() - start_s


def measure_group_commit(callers: int) -> tuple[float, float]:
    """Measure appends by concurrent callers, compared with plain SQLite.

    Return the ratio of the rates in the best run of each, and the median milliseconds in which every caller completes
    one append.
    """
    raw_times_s, store_times_s = [], []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder:
            raw_times_s.append(time_raw_appends(Path(folder), APPEND_COUNT))
            store_times_s.append(asyncio.run(time_store_appends(Path(folder), APPEND_COUNT, callers)))
    return min(raw_times_s) / min(store_times_s), median(store_times_s) * 1000 * callers / APPEND_COUNT


async def _compare_cold_reads(folder: Path) -> float:
    url = f"sqlite:///{folder / 'cold.db'}"
    async with await Store.open(url) as store:
        for match_id in range(1, 41):
            await store.journal.create_match(NEW_MATCH, [_make_event(match_id * 1_000)])
            for seq in range(1, 300):
                event = _make_event(match_id * 1_000 + seq)
                await store.journal.append_events(
                    match_id, seq, [Event("said", event.payload, event.created_ms, seat=0)]
                )
    header_times_s, match_times_s = [], []
    for match_id in range(1, 41, 2):
        # Read each match only once, with a store that has just been opened.
        async with await Store.open(url) as store:
            header_times_s.append(await measure_wall_s(partial(store.matches.load_header, match_id)))
        async with await Store.open(url) as store:
            match_times_s.append(await measure_wall_s(partial(store.journal.load_match, match_id + 1)))
    return median(match_times_s) / median(header_times_s)


def measure_cold_read() -> float:
    """Return the time to read a match of 300 moves with an empty cache, relative to reading one row."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_compare_cold_reads(Path(folder)))


def main() -> bool:
    (concurrent, concurrent_ms), (single, _) = measure_group_commit(CONCURRENT_APPENDS), measure_group_commit(1)
    return all(
        [
            print_row(
                f"{CONCURRENT_APPENDS} concurrent appends, ms",
                f"{concurrent_ms:.1f}",
                "≤ 50",
                holds=concurrent_ms <= 50,
            ),
            print_row("  rate compared with a raw commit each", f"{concurrent:.2f}×", "≥ 2×", holds=concurrent >= 2),
            print_row(
                "single appends, rate compared with a raw commit each", f"{single:.2f}×", "≥ 0.3×", holds=single >= 0.3
            ),
            print_ratio_row("reading a match of 300 moves, compared with a row", measure_cold_read(), 15),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
