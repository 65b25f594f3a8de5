"""What a profile costs the store among a million matches of 100,000 players: `python -m tests.tools.bench.profile`.

The busiest player has ten thousand of them; all the others have about twenty.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.desk.profiles import READ
from bot.ladder.profile import profile
from games import GAMES
from storage import Store
from storage.played import PLAYED
from tests.tools.bench.clock import beside, best, pace, row

MATCHES: Final = 1_000_000
PLAYERS: Final = 100_000
BUSY: Final = 10_000
BUSIEST: Final = 1
SERVER: Final = 7
START: Final = 1_700_000_000_000
VARIANTS: Final = ("{}", '{"variant": "memory"}', '{"variant": "pro"}')
_MATCH: Final = """
    INSERT INTO match (id, server, channel, venue, game, edition, options, terms, seed, status, live, seq, shown,
        opened, changed)
    VALUES (?, ?, 2, 'home', ?, 1, ?, '{"seats": 2}', ?, 'shells', 0, 50, 50, ?, ?)
"""
_RESULT: Final = """
    INSERT INTO result (match, seat, person, server, game, season, rank, score, reason, quit, rated, unrated, at,
        rating_before, rating_after) VALUES (?, ?, ?, ?, ?, 0, ?, 9, 'shells', 0, 1, '', ?, ?, ?)
"""
_RATING: Final = """
    INSERT INTO rating (server, game, season, player, rating, mu, sigma, drift, matches, opponents, hidden, at)
    VALUES (?, ?, 0, ?, ?, 25, 2, 0, 9, 3, 0, 0)
"""


async def created(url: str) -> None:
    await (await Store.open(url)).close()


def prepared(path: Path) -> None:
    """A database with all of that on one server, as the bot would have left it."""
    asyncio.run(created(f"sqlite:///{path}"))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -200000"):
            database.execute(f"PRAGMA {pragma}")
        database.execute("BEGIN")
        games, dice = list(GAMES), random.Random(1)
        # Of all of them at once.
        everybody = PLAYED.sqlite.replace("mine.match = ? AND ", "")
        database.executemany(_MATCH, _matches(games, dice))
        database.executemany(_RESULT, _results(games, dice))
        database.execute(everybody)
        database.executemany(
            _RATING,
            (
                (SERVER, game, player, 1000 + dice.gauss(0, 200))
                for game in ("", *games)
                for player in range(1, PLAYERS + 1)
            ),
        )
        database.execute("COMMIT")


def _matches(games: list[str], dice: random.Random) -> Iterator[tuple[object, ...]]:
    for match in range(1, MATCHES + 1):
        seed, at = dice.randbytes(32).hex(), START + match * 60_000
        yield match, SERVER, games[match % len(games)], VARIANTS[match % len(VARIANTS)], seed, at, at


def _results(games: list[str], dice: random.Random) -> Iterator[tuple[object, ...]]:
    for match in range(1, MATCHES + 1):
        one = BUSIEST if match % (MATCHES // BUSY) == 0 else dice.randrange(2, PLAYERS)
        other = dice.randrange(2, PLAYERS)
        ranks = dice.choice(((1, 2), (2, 1), (1, 1)))
        game, at = games[match % len(games)], START + match * 60_000
        for seat, person in enumerate((one, other)):
            after = 1000 + dice.gauss(0, 200)
            yield match, seat, person, SERVER, game, ranks[seat], at, after - 10, after


async def measured(url: str) -> bool:
    async with await Store.open(url) as store:
        players = iter(range(50, PLAYERS, 977))
        played, rated = await store.played(BUSIEST, SERVER)
        told = profile(played, rated)
        assert sum(record.all.matches for record in told.records) == BUSY

        async def one() -> None:
            """A row."""
            await store.rating(SERVER, "", 0, BUSIEST)

        async def ranked() -> None:
            for rating in await store.ratings_of(BUSIEST):
                await store.rank(rating.server, rating.game, rating.season, rating.player)

        rival = next(row.other for row in played if row.other is not None)
        questions: dict[str, tuple[Callable[[], Awaitable[object]], float]] = {
            "all that a player of 10,000 matches has played": (lambda: store.played(BUSIEST, SERVER), 800),
            "all that a player of twenty has played": (lambda: store.played(next(players), SERVER), 6),
            "how they have met somebody": (lambda: store.meetings(BUSIEST, rival, SERVER), 5),
            "their last fifty of a game": (lambda: store.newest(BUSIEST, SERVER, next(iter(GAMES)), READ), 5),
            "their ranks on all ladders": (ranked, 500),
        }
        held = []
        for what, (ask, most) in questions.items():
            ratio, seconds = await beside(ask, one)
            held.append(
                row(
                    f"{what}, of a row", f"{ratio:.1f}× ({seconds * 1e3:.1f} ms)", f"≤ {most:.0f}×", holds=ratio <= most
                )
            )
    folded = best(lambda: profile(played, rated), 5)
    row("the fold of 10,000 matches (no store), ms", f"{folded * 1e3:.1f}", "", holds=True)
    paced = folded / pace()
    held.append(row("  of a piece of Python", f"{paced:.0f}×", "≤ 150×", holds=paced <= 150))
    return all(held)


def main() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile.db"
        prepared(path)
        return asyncio.run(measured(f"sqlite:///{path}"))


if __name__ == "__main__":
    raise SystemExit(not main())
