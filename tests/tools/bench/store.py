"""What a safe write costs beside SQLite itself, and what questions cost: `python -m tests.tools.bench.store`."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from storage import Change, Deadline, Event, Opening, Rating, Store, journal
from storage.deadline import SET
from storage.migration import migrations
from storage.statement import Bound, fields
from tests.tools.bench.clock import beside, row

APPENDS: Final = 1_600
AT_ONCE: Final = 64
PLAYERS: Final = 100_000
OPENING: Final = Opening(1, 2, "pebbles", 1, "{}", "{}", "5eed", "running", 0)


def _event(number: int) -> Event:
    return Event("said", "swap a1 c3", number, seat=0, interaction=(1 << 60) + number)


def _turn(seq: int) -> Deadline:
    return Deadline("turn", 1_000 + seq, seq)


def raw(folder: Path, appends: int) -> float:
    """A loop that commits each append by itself: seconds for the same statements with nothing around them."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        for migration in migrations():
            for statement in migration.statements:
                connection.execute(statement.sqlite)
        opened = journal.OPEN(**fields(OPENING), seq=0)
        connection.execute(opened.statement.sqlite, opened.placed({})).fetchall()
        prepared = [[(each.statement.sqlite, each.placed({})) for each in _written(seq)] for seq in range(appends)]
        began = time.perf_counter()
        for writes in prepared:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in writes:
                connection.execute(sql, values)
            connection.execute("COMMIT")
        return time.perf_counter() - began
    finally:
        connection.close()


def _written(seq: int) -> list[Bound]:
    event = _event(seq)
    return [
        journal.ADVANCE(match=1, seq=seq, next=seq + 1, at=event.at),
        journal.EVENT(match=1, seq=seq, **fields(event)),
        SET(match=1, **fields(_turn(seq))),
    ]


async def grouped(folder: Path, appends: int, callers: int) -> float:
    """As many appends by so many players at once, each waiting for the answer before the next."""
    async with await Store.open(f"sqlite:///{folder / 'grouped.db'}") as store:
        matches = [(await store.create(OPENING, [])).match for _ in range(callers)]

        async def played(match: int) -> None:
            for seq in range(appends // callers):
                await store.append(match, seq, [_event(match * appends + seq)], Change(due=(_turn(seq),)))

        began = time.perf_counter()
        await asyncio.gather(*(played(match) for match in matches))
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


async def _ladder(folder: Path) -> tuple[float, float]:
    async with await Store.open(f"sqlite:///{folder / 'ladder.db'}") as store:
        for start in range(0, PLAYERS, 10_000):
            ratings = tuple(
                Rating(1, "pebbles", 1, player, float(player * 7919 % 3_001), 25.0, 8.0, 1, 0)
                for player in range(start, start + 10_000)
            )
            await store.create(OPENING, [], Change(ratings=ratings))

        async def of(ask: Callable[[int], Awaitable[object]], player: int) -> float:
            return (await beside(lambda: ask(player), lambda: store.rating(1, "pebbles", 1, player), 9))[0]

        players = range(0, PLAYERS, PLAYERS // 50)
        rank = [await of(lambda player: store.rank(1, "pebbles", 1, player), player) for player in players]
        top = [await of(lambda _: store.top(1, "pebbles", 1), player) for player in players]
        return median(rank), median(top)


def ladder() -> tuple[float, float]:
    """Of a row, a rank among 100,000 players, from all over the ladder; and the top ten."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_ladder(Path(folder)))


async def _cold(folder: Path) -> float:
    url = f"sqlite:///{folder / 'cold.db'}"
    async with await Store.open(url) as store:
        for match in range(1, 41):
            await store.create(OPENING, [_event(match * 1_000)])
            for seq in range(1, 300):
                event = _event(match * 1_000 + seq)
                await store.append(match, seq, [Event("said", event.word, event.at, seat=0)])
    rows, whole = [], []
    for match in range(1, 41, 2):
        # Of two that nobody has read yet, by two who have read nothing.
        async with await Store.open(url) as store:
            rows.append(await _taken(partial(store.header, match)))
        async with await Store.open(url) as store:
            whole.append(await _taken(partial(store.load, match + 1)))
    return median(whole) / median(rows)


def cold() -> float:
    """Of the read of a row, what it takes to read a match of 300 moves by a store that has just been opened."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_cold(Path(folder)))


async def _taken(ask: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await ask()
    return time.perf_counter() - began


def main() -> bool:
    (many, many_ms), (one, _) = group_commit(AT_ONCE), group_commit(1)
    rank, top = ladder()
    opened = cold()
    return all(
        [
            row(f"{AT_ONCE} appends at once, ms", f"{many_ms:.1f}", "≤ 50", holds=many_ms <= 50),
            row("  beside a raw commit each", f"{many:.2f}×", "≥ 2×", holds=many >= 2),
            row("appends by one, beside a raw commit each", f"{one:.2f}×", "≥ 0.3×", holds=one >= 0.3),
            row("rank among 100,000 players, of a row", f"{rank:.1f}×", "≤ 150×", holds=rank <= 150),
            row("top ten of 100,000 players, of a row", f"{top:.1f}×", "≤ 4×", holds=top <= 4),
            row("reading a cold match of 300 moves, of a cold row", f"{opened:.1f}×", "≤ 15×", holds=opened <= 15),
        ]
    )


if __name__ == "__main__":
    raise SystemExit(not main())
