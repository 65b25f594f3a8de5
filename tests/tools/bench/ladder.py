"""Measures the queries for ladders and profiles of a server with 100,000 players and a million matches.

Run it with `python -m tests.tools.bench ladder`, or on SQLite only with `python -m tests.tools.bench.ladder sqlite`.
The time of each query is compared with the time to read one row in the same run. Most players have about twenty
matches, and the busiest player has 40,000.
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
from bot.ratings.ladder import Ladder
from bot.ratings.profile import build_profile
from bot.ratings.rating_updates import ALL_GAMES, DECIDED_SERIES_LENGTH, SERIES_WINDOW_MS, convert_to_points
from bot.wall_clock import WEEK_MS
from games import GAMES
from storage import MatchChange, SeatResult, Store
from storage.history import INSERT_HISTORY
from tests.kit.fake_discord import FakeDiscord
from tests.storage.database_fixtures import create_database
from tests.storage.postgres_server import find_binaries, run_server_for_url
from tests.storage.stored_matches import make_choice_event, make_new_match
from tests.tools.bench.timing import measure_best_cpu_s, measure_ratio, print_ratio_row, print_row, time_reference_code

MATCH_COUNT: Final = 1_000_000
PLAYER_COUNT: Final = 100_000
SERVER_ID: Final = 1
GAME_KEY: Final = next(iter(GAMES))
NOW_MS: Final = 1_700_000_000_000
TIME_BETWEEN_MATCHES_MS: Final = 10_000
SAMPLED_PLAYERS: Final = 20
PROFILE_MATCH_COUNT: Final = 10_000
RUNS_PER_QUERY: Final = 12
BUSIEST_PLAYER: Final = 1

_MATCH_COLUMNS: Final = (
    "id", "server_id", "channel_id", "installation", "game", "edition", "options", "terms", "seed", "status", "is_live",
    "event_count", "events_shown", "opened_ms", "changed_ms",
)  # fmt: skip
_RESULT_COLUMNS: Final = (
    "match_id", "seat", "person_id", "server_id", "game", "season_number", "rank", "score", "reason", "has_quit",
    "is_rated", "unrated_reason", "rating_before", "rating_after", "ended_ms",
)  # fmt: skip
_RATING_COLUMNS: Final = (
    "server_id", "game", "season_number", "person_id", "rating", "mu", "sigma", "drift", "match_count",
    "opponent_count", "is_hidden", "updated_ms",
)  # fmt: skip

_INSERT_ALL_HISTORY: Final = INSERT_HISTORY.text.replace("mine.match_id = :match_id AND ", "")
"""A statement that fills the table `past_result` for all matches at once."""


def generate_matches() -> Iterator[tuple[Any, ...]]:
    for number in range(1, MATCH_COUNT + 1):
        ended_ms = NOW_MS - (MATCH_COUNT - number) * TIME_BETWEEN_MATCHES_MS
        yield number, SERVER_ID, 2, "server", GAME_KEY, 1, "{}", "{}", "5eed", "points", 0, 2, 2, ended_ms, ended_ms


def generate_results() -> Iterator[tuple[Any, ...]]:
    """Yield rows with the two results of each match. A few players play most of the matches."""
    dice = random.Random(1)
    for number in range(1, MATCH_COUNT + 1):
        winner, loser = int(PLAYER_COUNT * dice.random() ** 3), int(PLAYER_COUNT * dice.random() ** 3)
        loser = (winner + 1) % PLAYER_COUNT if winner == loser else loser
        ended_ms = NOW_MS - (MATCH_COUNT - number) * TIME_BETWEEN_MATCHES_MS
        for seat, person_id in enumerate((winner, loser)):
            yield (
                number,
                seat,
                1 + person_id,
                SERVER_ID,
                GAME_KEY,
                1,
                seat + 1,
                0,
                "points",
                0,
                1,
                None,
                1000.0,
                1001.0,
                ended_ms,
            )


def generate_ratings() -> Iterator[tuple[Any, ...]]:
    dice = random.Random(2)
    for game in (GAME_KEY, ALL_GAMES):
        for player in range(1, PLAYER_COUNT + 1):
            mu, sigma = dice.gauss(25, 6), dice.uniform(1.5, 8)
            yield SERVER_ID, game, 1, player, convert_to_points(mu), mu, sigma, 0.0, 20, 3, 0, NOW_MS


def generate_rows_by_table() -> tuple[tuple[str, Sequence[str], Iterator[tuple[Any, ...]]], ...]:
    return (
        ("match", _MATCH_COLUMNS, generate_matches()),
        ("result", _RESULT_COLUMNS, generate_results()),
        ("rating", _RATING_COLUMNS, generate_ratings()),
    )


def fill_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table, names, rows in generate_rows_by_table():
            marks = ", ".join("?" * len(names))
            connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)  # noqa: S608
        connection.execute(_INSERT_ALL_HISTORY)
        connection.execute("COMMIT")


async def fill_postgres(url: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for table, names, rows in generate_rows_by_table():
            await connection.copy_records_to_table(table, records=rows, columns=names)
        await connection.execute(_INSERT_ALL_HISTORY)
        await connection.execute("SELECT setval(pg_get_serial_sequence('match', 'id'), (SELECT MAX(id) FROM match))")
        # In production, autovacuum collects these statistics.
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


class MeasuredQuery(NamedTuple):
    """A query and its maximum time, as a multiple of the time to read one row.

    A query usually takes about as many times as long as the number of rows it finds.
    """

    label: str
    run: Callable[[int], Awaitable[object]]
    max_ratio: float
    is_about_busiest_player: bool = False


def list_queries(store: Store, rival: int) -> Sequence[MeasuredQuery]:
    ladder = Ladder(store, Preferences(store), FakeDiscord(lambda: NOW_MS).fetch_member_name)

    async def load_first_page(player: int) -> object:
        return await ladder.load_page(SERVER_ID, ALL_GAMES, 1, player, NOW_MS)

    async def load_page_around(player: int) -> object:
        start = await ladder.find_page_start(SERVER_ID, GAME_KEY, 1, player)
        return await ladder.load_page(SERVER_ID, GAME_KEY, 1, player, NOW_MS, start=start)

    async def count_players_above(player: int) -> object:
        return await store.ratings.count_players_above(
            SERVER_ID, GAME_KEY, 1, *(900.0 + player % 300 + step for step in range(4))
        )

    async def load_before_result(player: int) -> object:
        await store.ratings.load_ratings(
            SERVER_ID, 1, [(game, each) for game in (GAME_KEY, ALL_GAMES) for each in (player, BUSIEST_PLAYER)]
        )
        await store.results.list_rated_series(
            SERVER_ID,
            1,
            [(player, BUSIEST_PLAYER), (BUSIEST_PLAYER, player)],
            NOW_MS - SERIES_WINDOW_MS,
            DECIDED_SERIES_LENGTH,
        )
        return await store.results.count_rated_meetings(SERVER_ID, [(player, BUSIEST_PLAYER)], NOW_MS - 86_400_000)

    async def store_result(player: int) -> object:
        keys = [(game, each) for game in (GAME_KEY, ALL_GAMES) for each in (player, BUSIEST_PLAYER)]
        known_ratings = {
            rating_updates.get_rating_key(each): each
            for each in await store.ratings.load_ratings(SERVER_ID, 1, keys)
            if each
        }
        ended_ms = max(each.updated_ms for each in known_ratings.values()) + WEEK_MS
        seat_results = [
            SeatResult(seat, each, SERVER_ID, GAME_KEY, 1, 1 + seat, 0, "points", True, ended_ms)
            for seat, each in enumerate((player, BUSIEST_PLAYER))
        ]
        results, ratings = rating_updates.rate_results(seat_results, known_ratings)
        return await store.journal.create_match(
            make_new_match(), [make_choice_event("x")], MatchChange(results=results, ratings=ratings)
        )

    return (
        MeasuredQuery("first ladder page with own row and recent form", load_first_page, 400),
        MeasuredQuery("own rank", lambda player: store.ratings.find_ladder_place(SERVER_ID, GAME_KEY, 1, player), 200),
        MeasuredQuery("page around own rank", load_page_around, 1000),
        MeasuredQuery("data needed before a result is rated", load_before_result, 30),
        MeasuredQuery("ranks on the card of a result", count_players_above, 150),
        MeasuredQuery("storing a result after a week without matches", store_result, 80),
        MeasuredQuery("profile: all ratings", store.ratings.list_of_person, 3),
        MeasuredQuery("profile: the last hundred results", store.results.list_of_person, 10),
        MeasuredQuery("profile: all matches", lambda player: store.history.load_history(player, SERVER_ID), 6),
        MeasuredQuery(
            "40,000 matches: the last hundred results", store.results.list_of_person, 10, is_about_busiest_player=True
        ),
        MeasuredQuery(
            "40,000 matches: the last fifty of a game",
            lambda player: store.history.list_newest_matches(player, SERVER_ID, GAME_KEY, MAX_MATCHES_READ),
            5,
            is_about_busiest_player=True,
        ),
        MeasuredQuery(
            "40,000 matches: the matches with one rival",
            lambda player: store.history.load_head_to_head(player, rival, SERVER_ID),
            8,
            is_about_busiest_player=True,
        ),
        MeasuredQuery(
            "40,000 matches: all matches",
            lambda player: store.history.load_history(player, SERVER_ID),
            3200,
            is_about_busiest_player=True,
        ),
    )


async def measure_queries(store: Store, database: str) -> bool:
    """Measure each query for a random sample of players, and print the 90th percentiles.

    Return whether all targets are met.
    """
    await store.seasons.begin_season(SERVER_ID, "", NOW_MS)
    players = random.Random(3).sample(range(2, PLAYER_COUNT + 1), SAMPLED_PLAYERS)
    holds = True
    for query in list_queries(store, players[0]):
        timings = [
            await measure_query(store, query, player)
            for player in ([BUSIEST_PLAYER] if query.is_about_busiest_player else players)
        ]
        ratio, seconds = sorted(timings)[len(timings) * 9 // 10]
        figure = f"{ratio:.1f}× ({seconds * 1e3:.1f} ms)"
        holds &= print_ratio_row(f"{query.label}, {database}", ratio, query.max_ratio, figure)
    return holds


async def measure_query(store: Store, query: MeasuredQuery, player_id: int) -> tuple[float, float]:
    return await measure_ratio(
        lambda: query.run(player_id),
        lambda: store.ratings.load_rating(SERVER_ID, GAME_KEY, 1, player_id),
        RUNS_PER_QUERY,
    )


async def measure_profile(store: Store) -> bool:
    """Measure the time to compute records, streaks and rivals from ten thousand matches.

    Return whether the target is met.
    """
    history, rated = await store.history.load_history(BUSIEST_PLAYER, SERVER_ID)
    part = history[:PROFILE_MATCH_COUNT]
    assert len(part) == PROFILE_MATCH_COUNT
    profile_s = measure_best_cpu_s(lambda: build_profile(part, rated), 5)
    print_row(f"computing a profile from {PROFILE_MATCH_COUNT:,} matches, ms", f"{profile_s * 1e3:.1f}")
    return print_ratio_row("  compared with reference code", profile_s / time_reference_code(), 150)


async def measure_sqlite(folder: Path) -> bool:
    path = folder / "ladder.db"
    async with await Store.open(f"sqlite:///{path}"):
        pass
    fill_sqlite(path)
    async with await Store.open(f"sqlite:///{path}") as store:
        return await measure_profile(store) & await measure_queries(store, "SQLite")


async def measure_postgres(server: str) -> bool:
    url = await create_database(server)
    await (await Store.open(url)).close()
    await fill_postgres(url)
    async with await Store.open(url) as store:
        return await measure_queries(store, "PostgreSQL")


def main(database: str = "") -> bool:
    with tempfile.TemporaryDirectory() as folder:
        holds = asyncio.run(measure_sqlite(Path(folder)))
    if (binary_folder := find_binaries()) and database != "sqlite":
        with run_server_for_url(binary_folder) as server:
            holds &= asyncio.run(measure_postgres(server))
    return holds


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
