"""Writes the golden dumps: databases with rows in every table, as SQL text, for the tests of migrations.

Run `make dumps` after adding a migration; it needs PostgreSQL. Each migration gets dumps of its own, and those of
earlier ones stay as they are, because running bots have such databases.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

import asyncpg

from bot.screens.custom_ids import Action
from bot.tournaments.model import Format
from bot.tournaments.rules import TournamentRules
from bot.wall_clock import DAY_MS
from games import GAMES
from storage import Store
from storage.migration import load_migrations
from tests.bot import test_daily, test_follows, test_tournaments, test_watch
from tests.kit.fake_discord import FakeDiscord
from tests.kit.matches import ANN, BEN, CHANNEL_ID, NOON_MS, SERVER_ID
from tests.kit.world import World, create_world, offer_match_to_ben, play_first_legal_move
from tests.seeded_dice import seed_dice
from tests.storage.postgres_server import find_binaries, run_server
from tests.storage.table_rows import fill_tables, read_schema, read_tables

DUMP_FOLDER: Final = Path(__file__).parents[1] / "storage" / "golden"
# Settings and comments differ between versions of PostgreSQL. Lines that begin with a backslash are commands of psql.
_OMITTED_LINES: Final = re.compile(r"^((SET |--|\\).*)?\n", re.MULTILINE)


def find_dump(migration_name: str, database_kind: str) -> Path:
    """Return the path of the dump of a database whose last migration is the named one."""
    return DUMP_FOLDER / f"{migration_name}.{database_kind}.sql"


async def load_dump(url: str, text: str) -> None:
    """Create the tables and rows of a dump in an empty database."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            file.executescript(text)
        return
    session = await asyncpg.connect(url)
    await session.execute(text)
    await session.close()


async def play_step(world: World, match_id: int) -> None:
    """Let everybody who is to move in a match choose their first move."""
    match = await world.load_running_match(match_id)
    for seat in sorted(match.engine.to_move):
        person_id = match.player_ids[seat]
        assert person_id is not None
        await play_first_legal_move(world.matches, match_id, person_id, world.time_ms[0])
    await world.refresh(match_id)


async def create_file(path: Path) -> None:
    """Create an SQLite database, and let people use most features. Add a made-up row to each table that stays empty."""
    with seed_dice("golden"):
        async with await Store.open(f"sqlite:///{path}") as store:
            await use_features(store)
            schema = read_schema(path)
            empty_tables = [table for table, rows in (await read_tables(store, schema)).items() if not rows]
            await fill_tables(store, {table: schema[table] for table in empty_tables}, dict.fromkeys(empty_tables, 1))


async def use_features(store: Store) -> None:
    time_ms = [NOON_MS]
    world = create_world(store, FakeDiscord(lambda: time_ms[0]), time_ms)
    world.discord.open_channels[SERVER_ID] = [CHANNEL_ID]
    await test_daily.set_up_server(world)
    await world.person(ANN).begin_season("Golden")
    await world.person(BEN).give_up((await world.begin_match("schnick")).id)
    await test_follows.follow_person(world)
    for game in GAMES:
        await play_step(world, (await world.begin_match(game)).id)
    duel = await test_watch.begin_duel(world)
    await test_watch.predict(world, duel, "1.2")
    await test_follows.follow_match(world, duel)
    await play_first_legal_move(world.matches, duel.id, ANN)
    await world.refresh((await offer_match_to_ben(world.matches)).id)
    rules = TournamentRules(format=Format.SWISS, clock=DAY_MS)
    tournament = await test_tournaments.open_tournament(world, rules)
    await test_tournaments.press(world, Action.START_TOURNAMENT, tournament.id)
    await test_tournaments.advance_and_show(world)
    await test_daily.choose(world)


def dump_sqlite(path: Path) -> str:
    with closing(sqlite3.connect(path)) as file:
        return "\n".join([*file.iterdump(), ""])


def dump_postgres(sqlite_path: Path) -> str:
    """Move the data of an SQLite file to a PostgreSQL server, and dump it there."""
    binaries = find_binaries()
    if binaries is None:
        raise SystemExit("no PostgreSQL here (initdb, postgres and pg_dump; on Debian: apt-get install postgresql)")
    with run_server((binaries / "postgres").resolve().parent) as server:
        url, file = server.url.format("postgres"), server.folder / "dump.sql"
        asyncio.run(Store.transfer(f"sqlite:///{sqlite_path}", url, NOON_MS))
        server.run_program("pg_dump", "--inserts", "--no-owner", "--no-comments", f"--file={file}", f"--dbname={url}")
        return _OMITTED_LINES.sub("", file.read_text("utf-8"))


def main() -> None:
    # A developer may have installed games of other packages.
    GAMES.use_plugins([], keeps_own_games=True)
    name = load_migrations()[-1].name
    DUMP_FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duel.db"
        asyncio.run(create_file(path))
        find_dump(name, "sqlite").write_text(dump_sqlite(path), "utf-8")
        find_dump(name, "postgres").write_text(dump_postgres(path), "utf-8")


if __name__ == "__main__":
    main()
