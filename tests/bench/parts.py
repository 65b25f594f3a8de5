"""A PostgreSQL of ten million events: what presses feel while parts are made, and what the archive saves.

python -m tests.bench.parts [MATCHES]
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import count
from typing import Final

import asyncpg

from storage import Store
from storage.statement import Statement
from tests.bench.clock import beside, row
from tests.storage.matches import chose, opened
from tests.storage.server import binaries, running
from tests.storage.stores import new_database

MATCHES: Final = 200_000
EVENTS: Final = 50
"""Of each."""
PRESSES: Final = 400
ARCHIVED: Final = 500
_MATCHES: Final = """
    INSERT INTO match (id, server, channel, game, edition, options, terms, seed, status, live, seq, shown, opened,
        changed)
    SELECT number, 1, 2, 'pebbles', 1, '{{}}', '{{}}', '5eed', 'points', 0, {events}, {events}, number, number
    FROM generate_series(1, {matches}) AS number
"""
_EVENTS: Final = """
    INSERT INTO event (match, seq, kind, seat, person, word, at, interaction)
    SELECT match, seq, 'said', seq % 2, CASE WHEN seq < 2 THEN 1000 + (match * 7919 + seq) % 100000 END, 'swap a1 c3',
        1700000000000 + match * 10000 + seq * 137, 1400000000000000000 + match * 1000 + seq
    FROM generate_series(1, {matches}) AS match, generate_series(0, {events} - 1) AS seq
"""
_NUMBER: Final = "SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))"
_ROWS: Final = Statement("SELECT pg_total_relation_size('event_0')")
_TEXTS: Final = Statement("SELECT pg_total_relation_size('archive') + pg_total_relation_size('witness')")


async def poured(url: str, matches: int) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("SET synchronous_commit = off")
        for statement in (_MATCHES, _EVENTS, _NUMBER, "VACUUM ANALYZE"):
            await connection.execute(statement.format(matches=matches, events=EVENTS))
    finally:
        await connection.close()


async def press(store: Store, cause: int) -> float:
    """How many times as long as the read of a row it takes."""
    match, presses = (await opened(store, cause)).match, count(1)

    async def one() -> None:
        seq = next(presses)
        await store.append(match, seq, [chose("a", cause + seq)])

    return (await beside(one, lambda: store.header(match), PRESSES))[0]


async def pressed(store: Store, cause: int, over: asyncio.Event) -> list[float]:
    """Seconds that each press takes, one after the other until that is over."""
    match = (await opened(store, cause)).match
    taken: list[float] = []
    while not over.is_set():
        began = time.perf_counter()
        await store.append(match, 1 + len(taken), [chose("a", cause + 1 + len(taken))])
        taken.append(time.perf_counter() - began)
    return taken


async def bytes_of(store: Store, what: Statement) -> int:
    (((found,),),) = await store.database.read(what())
    return int(found)


async def measured(server: str, matches: int) -> bool:
    url = await new_database(server)
    async with await Store.open(url) as store:
        await poured(url, matches)
        before, over = await press(store, 1 << 40), asyncio.Event()
        playing = asyncio.create_task(pressed(store, 1 << 41, over))
        began = time.perf_counter()
        await store.make_room()
        made = time.perf_counter() - began
        over.set()
        waited, pace = max(await playing) / made, await press(store, 1 << 42) / before
        rows = await bytes_of(store, _ROWS) / matches
        for match in range(1, ARCHIVED + 1):
            assert await store.archive(match, 0)
        saved = await bytes_of(store, _TEXTS) / ARCHIVED / rows
        numbers = iter(range(1, ARCHIVED))
        opens, _ = await beside(lambda: store.load(next(numbers)), lambda: store.load(matches - next(numbers)))
    row(f"parts of {matches * EVENTS:,} events, s", f"{made:.1f}", "while all play", holds=True)
    return all(
        [
            row("  of that the longest that a press has waited", f"{waited:.2f}×", "≤ 0.5×", holds=waited <= 0.5),
            row("  a press with parts, of one without", f"{pace:.2f}×", "≤ 1.25×", holds=pace <= 1.25),
            row("bytes of an archived match, of its rows", f"{saved:.3f}×", "≤ 0.12×", holds=saved <= 0.12),
            row("  it is read, of a match with rows", f"{opens:.2f}×", "≤ 3×", holds=opens <= 3),
        ]
    )


def main(matches: int = MATCHES) -> bool:
    place = binaries()
    if place is None:
        return row("parts of PostgreSQL", "none here", "", holds=True)
    with running(place) as server:
        return asyncio.run(measured(server, matches))


if __name__ == "__main__":
    raise SystemExit(not main(*map(int, sys.argv[1:])))
