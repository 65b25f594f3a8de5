"""The ladder and the profiles of a server with a hundred thousand players and a million matches.

Each query is measured as a ratio to the read of one row in the same run. Most players have about twenty matches, the
busiest has 40,000.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg

from bot.handlers.profiles import MAX_MATCHES_READ
from bot.preferences import Preferences
from bot.ratings import rating_updates
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.profile import build_profile
from bot.ratings.rating_updates import ALL_GAMES, DECIDED_SERIES_LENGTH, SERIES_WINDOW_MS, convert_to_points
from bot.wall_clock import WEEK_MS
from games import GAMES
from storage import MatchChange, SeatResult, Store
from storage.history import INSERT_HISTORY
from tests.kit.discord import Discord
from tests.storage.matches import chose, opening
from tests.storage.server import binaries, running
from tests.storage.stores import new_database
from tests.tools.bench.timing import best, compare, pace, ratio_row, row

MATCHES: Final = 1_000_000
PLAYERS: Final = 100_000
SERVER: Final = 1
GAME: Final = next(iter(GAMES))
NOW: Final = 1_700_000_000_000
BETWEEN_MS: Final = 10_000
"""Milliseconds from the end of one match to the next."""
SAMPLE: Final = 20
PROFILE_MATCHES: Final = 10_000
RUNS: Final = 12
BUSIEST: Final = 1

_MATCH: Final = (
    "id", "server_id", "channel_id", "installation", "game", "edition", "options", "terms", "seed", "status", "is_live",
    "event_count", "events_shown", "opened_ms", "changed_ms",
)  # fmt: skip
_RESULT: Final = (
    "match_id", "seat", "person_id", "server_id", "game", "season_number", "rank", "score", "reason", "has_quit",
    "is_rated", "unrated_reason", "rating_before", "rating_after", "ended_ms",
)  # fmt: skip
_RATING: Final = (
    "server_id", "game", "season_number", "person_id", "rating", "mu", "sigma", "drift", "match_count",
    "opponent_count", "is_hidden", "updated_ms",
)  # fmt: skip

_EVERYBODY: Final = INSERT_HISTORY.text.replace("mine.match_id = :match_id AND ", "")
"""Fills `past_result` for all matches at once."""


def matches() -> Iterator[tuple[Any, ...]]:
    for number in range(1, MATCHES + 1):
        at = NOW - (MATCHES - number) * BETWEEN_MS
        yield number, SERVER, 2, "server", GAME, 1, "{}", "{}", "5eed", "points", 0, 2, 2, at, at


def results() -> Iterator[tuple[Any, ...]]:
    """Yield two results per match. Few players play most of the matches."""
    dice = random.Random(1)
    for number in range(1, MATCHES + 1):
        one, other = int(PLAYERS * dice.random() ** 3), int(PLAYERS * dice.random() ** 3)
        other = (one + 1) % PLAYERS if one == other else other
        at = NOW - (MATCHES - number) * BETWEEN_MS
        for seat, person_id in enumerate((one, other)):
            yield number, seat, 1 + person_id, SERVER, GAME, 1, seat + 1, 0, "points", 0, 1, None, 1000.0, 1001.0, at


def ratings() -> Iterator[tuple[Any, ...]]:
    dice = random.Random(2)
    for game in (GAME, ALL_GAMES):
        for player in range(1, PLAYERS + 1):
            mu, sigma = dice.gauss(25, 6), dice.uniform(1.5, 8)
            yield SERVER, game, 1, player, convert_to_points(mu), mu, sigma, 0.0, 20, 3, 0, NOW


def rows_by_table() -> tuple[tuple[str, Sequence[str], Iterator[tuple[Any, ...]]], ...]:
    return ("match", _MATCH, matches()), ("result", _RESULT, results()), ("rating", _RATING, ratings())


def fill_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table, names, rows in rows_by_table():
            marks = ", ".join("?" * len(names))
            connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)  # noqa: S608
        connection.execute(_EVERYBODY)
        connection.execute("COMMIT")


async def fill_postgres(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for table, names, rows in rows_by_table():
            await connection.copy_records_to_table(table, records=rows, columns=names)
        await connection.execute(_EVERYBODY)
        await connection.execute("SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))")
        # Autovacuum would do it sooner or later.
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


class Query(NamedTuple):
    """A query, and how many times as long as one row it may take: each row that has to be found costs about one."""

    what: str
    run: Callable[[int], Awaitable[object]]
    most: float
    busiest: bool = False
    """It is about the player with the most matches."""


def queries(store: Store, rival: int) -> Sequence[Query]:
    leaderboard = Leaderboard(store, Preferences(store), Discord(lambda: NOW).fetch_member_name)

    async def read_page(player: int) -> object:
        return await leaderboard.load_page(SERVER, ALL_GAMES, 1, player, NOW)

    async def read_page_around(player: int) -> object:
        start = await leaderboard.find_page_start(SERVER, GAME, 1, player)
        return await leaderboard.load_page(SERVER, GAME, 1, player, NOW, start=start)

    async def read_places(player: int) -> object:
        return await store.ratings.count_players_above(
            SERVER, GAME, 1, *(900.0 + player % 300 + step for step in range(4))
        )

    async def read_before_end(player: int) -> object:
        await store.ratings.load_ratings(
            SERVER, 1, [(game, each) for game in (GAME, ALL_GAMES) for each in (player, BUSIEST)]
        )
        await store.results.list_rated_series(
            SERVER, 1, [(player, BUSIEST), (BUSIEST, player)], NOW - SERIES_WINDOW_MS, DECIDED_SERIES_LENGTH
        )
        return await store.results.count_rated_meetings(SERVER, [(player, BUSIEST)], NOW - 86_400_000)

    async def store_end(player: int) -> object:
        keys = [(game, each) for game in (GAME, ALL_GAMES) for each in (player, BUSIEST)]
        known = {
            rating_updates.get_rating_key(each): each
            for each in await store.ratings.load_ratings(SERVER, 1, keys)
            if each
        }
        at = max(each.updated_ms for each in known.values()) + WEEK_MS
        ends = [
            SeatResult(seat, each, SERVER, GAME, 1, 1 + seat, 0, "points", True, at)
            for seat, each in enumerate((player, BUSIEST))
        ]
        results, ratings = rating_updates.rate_results(ends, known)
        return await store.journal.create_match(opening(), [chose("x")], MatchChange(results=results, ratings=ratings))

    return (
        Query("the first page, with one's own row and everybody's form", read_page, 400),
        Query("one's own rank", lambda player: store.ratings.find_ladder_place(SERVER, GAME, 1, player), 200),
        Query("the page around oneself", read_page_around, 1000),
        Query("what the end of a match has to know before", read_before_end, 30),
        Query("what its card says after", read_places, 150),
        Query("the first end of a week, stored", store_end, 80),
        Query("a profile: all ratings", store.ratings.list_of_person, 3),
        Query("a profile: the last hundred results", store.results.list_of_person, 10),
        Query("a profile: all matches", lambda player: store.history.load_history(player, SERVER), 6),
        Query("of 40,000: the last hundred results", store.results.list_of_person, 10, busiest=True),
        Query(
            "of 40,000: the last fifty of a game",
            lambda it: store.history.list_newest_matches(it, SERVER, GAME, MAX_MATCHES_READ),
            5,
            busiest=True,
        ),
        Query(
            "of 40,000: the matches with one rival",
            lambda it: store.history.load_head_to_head(it, rival, SERVER),
            8,
            busiest=True,
        ),
        Query("of 40,000: all matches", lambda player: store.history.load_history(player, SERVER), 3200, busiest=True),
    )


async def measure(store: Store, database: str) -> bool:
    """Print what nine of ten players wait at most, for players from all over the ladder."""
    await store.seasons.begin_season(SERVER, "", NOW)
    players = random.Random(3).sample(range(2, PLAYERS + 1), SAMPLE)
    held = True
    for query in queries(store, players[0]):
        taken = [await measure_query(store, query, it) for it in ([BUSIEST] if query.busiest else players)]
        ratio, seconds = sorted(taken)[len(taken) * 9 // 10]
        figure = f"{ratio:.1f}× ({seconds * 1e3:.1f} ms)"
        held &= ratio_row(f"{query.what}, on {database}, of a row", ratio, query.most, figure)
    return held


async def measure_query(store: Store, query: Query, player: int) -> tuple[float, float]:
    return await compare(lambda: query.run(player), lambda: store.ratings.load_rating(SERVER, GAME, 1, player), RUNS)


async def measure_profile(store: Store) -> bool:
    """Print what it takes to make records, streaks and rivals of ten thousand matches."""
    played, rated = await store.history.load_history(BUSIEST, SERVER)
    part = played[:PROFILE_MATCHES]
    assert len(part) == PROFILE_MATCHES
    folded = best(lambda: build_profile(part, rated), 5)
    row(f"the fold of {PROFILE_MATCHES:,} matches (no store), ms", f"{folded * 1e3:.1f}")
    return ratio_row("  of a piece of Python", folded / pace(), 150)


async def on_sqlite(folder: Path) -> bool:
    path = folder / "ladder.db"
    async with await Store.open(f"sqlite:///{path}"):
        pass
    fill_sqlite(path)
    async with await Store.open(f"sqlite:///{path}") as store:
        return await measure_profile(store) & await measure(store, "SQLite")


async def on_postgres(server: str) -> bool:
    url = await new_database(server)
    await (await Store.open(url)).close()
    await fill_postgres(url)
    async with await Store.open(url) as store:
        return await measure(store, "PostgreSQL")


def main(wanted: str = "") -> bool:
    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(on_sqlite(Path(folder)))
    if (place := binaries()) and wanted != "sqlite":
        with running(place) as server:
            held &= asyncio.run(on_postgres(server))
    return held


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
