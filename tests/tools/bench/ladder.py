"""The ladder of a server with a hundred thousand players and a million matches: `python -m tests.tools.bench.ladder`.

Each question as a ratio to the read of one row in the same run; some have played twenty matches, and one 40,000.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg

from bot.desk.profiles import READ
from bot.ladder import rating as rated
from bot.ladder.rating import EVERYTHING, IN_A_ROW, LATELY, points
from bot.ladder.standings import Standings
from bot.preferences import Preferences
from bot.time import WEEK
from games import GAMES
from storage import Change, Result, Store
from storage.played import PLAYED
from tests.kit.discord import Discord
from tests.storage.matches import chose, opening
from tests.storage.server import binaries, running
from tests.storage.stores import new_database
from tests.tools.bench.clock import beside, row

MATCHES: Final = 1_000_000
PLAYERS: Final = 100_000
SERVER: Final = 1
GAME: Final = next(iter(GAMES))
NOW: Final = 1_700_000_000_000
BETWEEN: Final = 10_000
"""Milliseconds from one end to the next."""
SAMPLE: Final = 20
RUNS: Final = 12
"""The best of them: others use the machine, too."""
BUSIEST: Final = 1
"""Who has played so very much."""

_MATCH: Final = (
    "id", "server", "channel", "venue", "game", "edition", "options", "terms", "seed", "status", "live", "seq",
    "shown", "opened", "changed",
)  # fmt: skip
_RESULT: Final = (
    "match", "seat", "person", "server", "game", "season", "rank", "score", "reason", "quit", "rated", "unrated",
    "rating_before", "rating_after", "at",
)  # fmt: skip
_RATING: Final = (
    "server", "game", "season", "player", "rating", "mu", "sigma", "drift", "matches", "opponents", "hidden", "at",
)  # fmt: skip

_EVERYBODY: Final = PLAYED.text.replace("mine.match = :match AND ", "")
"""What all have played at once."""


def matches() -> Iterator[tuple[Any, ...]]:
    for number in range(1, MATCHES + 1):
        at = NOW - (MATCHES - number) * BETWEEN
        yield number, SERVER, 2, "home", GAME, 1, "{}", "{}", "5eed", "points", 0, 2, 2, at, at


def results() -> Iterator[tuple[Any, ...]]:
    """Who plays much plays very much."""
    dice = random.Random(1)
    for number in range(1, MATCHES + 1):
        one, other = int(PLAYERS * dice.random() ** 3), int(PLAYERS * dice.random() ** 3)
        other = (one + 1) % PLAYERS if one == other else other
        at = NOW - (MATCHES - number) * BETWEEN
        for seat, person in enumerate((one, other)):
            yield number, seat, 1 + person, SERVER, GAME, 1, seat + 1, 0, "points", 0, 1, "", 1000.0, 1001.0, at


def ratings() -> Iterator[tuple[Any, ...]]:
    dice = random.Random(2)
    for game in (GAME, EVERYTHING):
        for player in range(1, PLAYERS + 1):
            mu, sigma = dice.gauss(25, 6), dice.uniform(1.5, 8)
            yield SERVER, game, 1, player, points(mu), mu, sigma, 0.0, 20, 3, 0, NOW


def fill(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table, names, rows in (
            ("match", _MATCH, matches()),
            ("result", _RESULT, results()),
            ("rating", _RATING, ratings()),
        ):
            marks = ", ".join("?" * len(names))
            connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)  # noqa: S608
        connection.execute(_EVERYBODY)
        connection.execute("COMMIT")


async def pour(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for table, names, rows in (
            ("match", _MATCH, matches()),
            ("result", _RESULT, results()),
            ("rating", _RATING, ratings()),
        ):
            await connection.copy_records_to_table(table, records=rows, columns=names)
        await connection.execute(_EVERYBODY)
        await connection.execute("SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))")
        # As it would have done by itself by and by.
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


class Asked(NamedTuple):
    """A question, and how many times as long as one row it may take: each row that has to be found is about one."""

    what: str
    ask: Callable[[int], Awaitable[object]]
    most: float
    busy: bool = False
    """Of whoever has played most."""


async def asked(store: Store) -> list[tuple[Asked, float, float]]:
    """Of each question how many times as long as one row it takes, and seconds: what nine of ten need less than, for
    players from all over the ladder.
    """
    await store.begin_season(SERVER, "", NOW)
    preferences = Preferences(store)
    standings = Standings(store, preferences, Discord(lambda: NOW).member)
    players = random.Random(3).sample(range(2, PLAYERS + 1), SAMPLE)

    async def page(player: int) -> object:
        return await standings.page(SERVER, EVERYTHING, 1, player, NOW)

    async def around(player: int) -> object:
        start = await standings.start_around(SERVER, GAME, 1, player)
        return await standings.page(SERVER, GAME, 1, player, NOW, start=start)

    async def end(player: int) -> object:
        return await store.above(SERVER, GAME, 1, *(900.0 + player % 300 + step for step in range(4)))

    async def before(player: int) -> object:
        await store.ratings(SERVER, 1, [(game, each) for game in (GAME, EVERYTHING) for each in (player, 1)])
        # Once from whoever plays seldom, and once from the busiest there is.
        await store.series(SERVER, 1, [(player, 1), (1, player)], NOW - LATELY, IN_A_ROW)
        return await store.met(SERVER, [(player, 1)], NOW - 86_400_000)

    async def first(player: int) -> object:
        """The end of the first match of a week, as it is stored."""
        found = await store.ratings(SERVER, 1, [(game, each) for game in (GAME, EVERYTHING) for each in (player, 1)])
        known = {rated.key(rating): rating for rating in found if rating}
        at = max(rating.at for rating in known.values()) + WEEK
        ends = [
            Result(seat, each, SERVER, GAME, 1, 1 + seat, 0, "points", True, at)
            for seat, each in enumerate((player, 1))
        ]
        results, ratings = rated.rated(ends, known)
        return await store.create(opening(), [chose("x")], Change(results=results, ratings=ratings))

    questions = (
        Asked("the first page, with one's own row and everybody's form", page, 400),
        Asked("one's own rank", lambda player: store.rank(SERVER, GAME, 1, player), 200),
        Asked("the page around oneself", around, 1000),
        Asked("what the end of a match has to know before", before, 30),
        Asked("what its card says after", end, 150),
        Asked("the first end of a week, stored", first, 80),
        Asked("a profile: all ratings", store.ratings_of, 3),
        Asked("a profile: the last hundred results", store.results_of, 10),
        Asked("of 40,000: the last hundred results", store.results_of, 10, busy=True),
        Asked("of 40,000: the last fifty of a game", lambda it: store.newest(it, SERVER, GAME, READ), 5, busy=True),
        Asked("of 40,000: how they have met somebody", lambda it: store.meetings(it, players[0], SERVER), 8, busy=True),
    )
    found = []
    for question in questions:
        taken = [await _taken(store, question, player) for player in ([BUSIEST] if question.busy else players)]
        taken.sort()
        found.append((question, *taken[len(taken) * 9 // 10]))
    return found


async def _taken(store: Store, question: Asked, player: int) -> tuple[float, float]:
    return await beside(lambda: question.ask(player), lambda: store.rating(SERVER, GAME, 1, player), RUNS)


async def on_sqlite(folder: Path) -> list[tuple[Asked, float, float]]:
    path = folder / "ladder.db"
    async with await Store.open(f"sqlite:///{path}"):
        pass
    fill(path)
    async with await Store.open(f"sqlite:///{path}") as store:
        return await asked(store)


async def on_postgres(server: str) -> list[tuple[Asked, float, float]]:
    url = await new_database(server)
    await (await Store.open(url)).close()
    await pour(url)
    async with await Store.open(url) as store:
        return await asked(store)


def told(database: str, measured: list[tuple[Asked, float, float]]) -> bool:
    # All of them, whatever became of those before.
    held = [
        row(
            f"{it.what}, on {database}, of a row",
            f"{ratio:.1f}× ({seconds * 1e3:.1f} ms)",
            f"≤ {it.most:.0f}×",
            holds=ratio <= it.most,
        )
        for it, ratio, seconds in measured
    ]
    return all(held)


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        held = told("SQLite", asyncio.run(on_sqlite(Path(folder))))
    place = binaries()
    if place:
        with running(place) as server:
            held &= told("PostgreSQL", asyncio.run(on_postgres(server)))
    return held


if __name__ == "__main__":
    raise SystemExit(not main())
