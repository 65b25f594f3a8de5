"""Migrations: each is applied once, whole, by the first process that comes; a schema that is not ours is refused."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest

from storage import DatabaseUnusable, Store, StoreUnavailable
from storage.migration import Migration, load_migrations, read_migrations
from storage.statement import Statement
from tests.patience import PATIENCE
from tests.storage.matches import chose, opened, read_journal
from tests.storage.program import NO_DATABASE
from tests.storage.rows import fill_tables, read_schema, read_tables
from tests.storage.schema import write_schema

_APPLIED: Final = Statement("SELECT name, hash FROM migration ORDER BY number")
ADDED: Final = """
CREATE TABLE mood (match INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO mood (match, text) SELECT id, 'calm' FROM match;
ALTER TABLE match ADD COLUMN mood TEXT;
ALTER TABLE event ADD COLUMN mood INTEGER NOT NULL DEFAULT 0;
-- Why, in words.
CREATE INDEX event_mood
ON event (mood);
"""
ADDS: Final = "0099_adds_mood"
LATER: Final = "CREATE TABLE later (n INTEGER);"
NOT_OURS: Final = "not a database of this bot"
OTHER_SCHEMA: Final = r"development version before 0\.1\.0 with another schema: delete it"


async def execute_directly(url: str, sql: str) -> None:
    """Run a statement on an empty database without the store, as another program would."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            file.execute(sql)
    else:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()


@pytest.fixture
def newer(tmp_path: Path) -> Sequence[Migration]:
    """The schema of a newer bot, which has only added to ours."""
    return write_schema(tmp_path / "newer", adds_mood=ADDED)


def test_migrations_are_numbered_without_gaps() -> None:
    assert [migration.number for migration in load_migrations()] == list(range(1, len(load_migrations()) + 1))
    assert all(migration.statements for migration in load_migrations())


async def test_migration_is_applied_once(bare: str, tmp_path: Path) -> None:
    async with await Store.open(bare) as store:
        await opened(store)
    schema = write_schema(
        tmp_path / "schema", mood="ALTER TABLE match ADD COLUMN mood TEXT;\nUPDATE match SET mood = 'calm';\n"
    )
    for _ in range(2):
        async with await Store.open(bare, schema) as store:
            assert await store.database.read(Statement("SELECT mood FROM match")()) == [[("calm",)]]
            (rows,) = await store.database.read(_APPLIED())
            assert [tuple(row) for row in rows] == [(migration.name, migration.content_hash) for migration in schema]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_migrations_keep_the_rows_of_every_table(bare: str) -> None:
    """Rows that were stored under the first schema are there under the newest."""
    async with await Store.open(bare, load_migrations()[:1]) as store:
        schema = read_schema(Path(bare.removeprefix("sqlite:///")))
        await fill_tables(store, schema, {})
        before = await read_tables(store, schema)
    assert all(before.values())
    async with await Store.open(bare) as store:
        assert await read_tables(store, schema) == before


async def test_failed_migration_leaves_nothing_behind(bare: str, tmp_path: Path) -> None:
    async with await Store.open(bare) as store:
        await opened(store)
    fails = write_schema(
        tmp_path / "fails",
        half="CREATE TABLE half (n INTEGER);\nINSERT INTO half (n) VALUES (1);\nALTER TABLE nowhere ADD x TEXT;\n",
    )
    with pytest.raises(Exception, match="nowhere"):
        await Store.open(bare, fails)
    async with await Store.open(bare, write_schema(tmp_path / "half", half="CREATE TABLE half (n INTEGER);")) as store:
        assert await store.database.read(Statement("SELECT n FROM half")()) == [[]]
        assert len(await store.matches.list_live()) == 1


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"later": LATER}, "later"),
        ({"changes": "DROP TABLE heartbeat;", "adds_mood": LATER}, "another bot"),
        ({"changed": True}, OTHER_SCHEMA),
    ],
    ids=["newer", "newer below an addition", "first migration edited"],
)
async def test_database_of_another_bot_is_refused(bare: str, tmp_path: Path, schema: dict[str, Any], why: str) -> None:
    async with await Store.open(bare, write_schema(tmp_path / "other", **schema)) as store:
        await opened(store)
    for way in (Store.open, Store.open_read_only):
        with pytest.raises(DatabaseUnusable, match=why):
            await way(bare)


async def test_database_from_before_there_were_hashes_is_refused(bare: str) -> None:
    await execute_directly(bare, "CREATE TABLE migration (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)")
    with pytest.raises(DatabaseUnusable, match=OTHER_SCHEMA):
        await Store.open(bare)


def test_comments_and_line_breaks_do_not_change_a_migration(tmp_path: Path) -> None:
    for name, text in (
        ("plain", "CREATE TABLE mood (n INTEGER);\n"),
        ("told", "-- Why, in words.\nCREATE TABLE mood\n    -- And this.\n    (n INTEGER);\n"),
        ("other", "CREATE TABLE mood (n TEXT);\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0001_mood.sql").write_text(text, "utf-8")
    plain, told, other = (read_migrations(tmp_path / name)[0].content_hash for name in ("plain", "told", "other"))
    assert plain == told
    assert plain != other


async def test_older_bot_plays_on_a_database_with_additions(bare: str, newer: Sequence[Migration]) -> None:
    async with await Store.open(bare, newer) as store:
        match = (await opened(store)).match_id
    async with await Store.open(bare) as store, await Store.open_read_only(bare) as looking:
        await store.journal.append_events(match, 1, [chose("a")])
        assert [found.event_count for found in await looking.matches.list_live()] == [2]
    async with await Store.open(bare, newer) as store:
        await store.journal.append_events(match, 2, [chose("b")])


@pytest.mark.parametrize(
    "text",
    [
        "DROP TABLE heartbeat",
        "DELETE FROM event",
        "UPDATE match SET status = 'calm'",
        "INSERT INTO event (match_id) VALUES (1)",
        "CREATE UNIQUE INDEX one ON match (seed)",
        # It would fill all of them alike.
        "ALTER TABLE match ADD COLUMN mood INTEGER NOT NULL DEFAULT 0;CREATE UNIQUE INDEX one ON match (mood)",
        "ALTER TABLE match RENAME COLUMN seed TO grain",
        "ALTER TABLE match DROP COLUMN seed",
        # An older bot would not fill it.
        "ALTER TABLE match ADD COLUMN mood TEXT NOT NULL",
        "ALTER TABLE match ADD COLUMN mood TEXT CHECK (mood <> '')",
        "CREATE TRIGGER lively AFTER INSERT ON event BEGIN SELECT 1; END",
    ],
)
def test_migration_that_says_it_adds_does_nothing_else(text: str) -> None:
    with pytest.raises(ValueError, match="adds"):
        Migration(99, ADDS, (Statement(text),))
    assert not Migration(99, "0099_mood", (Statement(text),)).is_additive


@pytest.mark.parametrize(("column", "adds"), [("mood INTEGER", True), ("mood INTEGER NOT NULL DEFAULT 0", False)])
def test_added_unique_index_is_on_a_column_that_older_bots_leave_empty(column: str, adds: bool) -> None:
    texts = f"ALTER TABLE match ADD COLUMN {column}", "CREATE UNIQUE INDEX one ON match (mood)"
    with nullcontext() if adds else pytest.raises(ValueError, match="adds"):
        Migration(99, ADDS, (*map(Statement, texts),))


@pytest.mark.gate
@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_versions_change_while_people_play(bare: str, newer: Sequence[Migration]) -> None:
    """Of three processes one after the other is upgraded, and downgraded again. Nobody is refused anything."""
    stores = [await Store.open(bare) for _ in range(3)]
    over = asyncio.Event()
    played = [0, 0, 0]
    matches = [(await opened(stores[0], number)).match_id for number in range(3)]

    async def plays(number: int) -> None:
        match = matches[number]
        while not over.is_set():
            store = stores[played[number] % 3]
            await store.journal.append_events(
                match, played[number] + 1, [chose("a", 100_000 * number + played[number] + 1000)]
            )
            played[number] += 1
            assert await stores[played[number] % 3].journal.load_match(match)

    async def restarted(number: int, schema: Sequence[Migration] | None) -> None:
        before = sum(played)
        made = await Store.open(bare, schema)
        stores[number], old = made, stores[number]
        while sum(played) < before + 10:
            await asyncio.sleep(0.001)
        left.append(old)

    left: list[Store] = []
    playing = asyncio.gather(*(plays(number) for number in range(3)))
    try:
        async with asyncio.timeout(PATIENCE):
            for schema in (newer, None):
                for number in range(3):
                    await restarted(number, schema)
    finally:
        over.set()
        await playing
    assert await stores[0].journal.list_matches_with_gaps() == []
    events = [(await read_journal(stores[0], match)).events for match in matches]
    assert list(map(len, events)) == [count + 1 for count in played]
    for store in (*stores, *left):
        await store.close()


async def test_database_of_an_older_bot_is_not_looked_at(bare: str, tmp_path: Path) -> None:
    await (await Store.open(bare)).close()
    with pytest.raises(DatabaseUnusable, match="start the bot"):
        await Store.open_read_only(bare, write_schema(tmp_path / "newer", later=LATER))


async def test_database_of_another_program_is_not_looked_at(bare: str) -> None:
    file = Path(bare.removeprefix("sqlite:///")) if bare.startswith("sqlite") else None
    if file:
        file.touch()
    with pytest.raises(DatabaseUnusable, match=NOT_OURS):
        await Store.open_read_only(bare)
    await execute_directly(bare, "CREATE TABLE migration (version INTEGER)")
    with pytest.raises(DatabaseUnusable, match=NOT_OURS):
        await Store.open_read_only(bare)
    if file:
        file.write_bytes(NO_DATABASE)
        with pytest.raises(DatabaseUnusable, match=NOT_OURS):
            await Store.open_read_only(bare)


async def test_running_database_can_be_looked_at(bare: str) -> None:
    async with await Store.open(bare) as store, await Store.open_read_only(bare) as looking:
        match = (await opened(store)).match_id
        await read_journal(looking, match)
        assert await looking.find_file_damage() == []
        with pytest.raises(StoreUnavailable, match="for reading only"):
            await looking.journal.append_events(match, 1, [chose("a")])


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_processes_that_start_together_make_one_schema(bare: str) -> None:
    stores = await asyncio.gather(*(Store.open(bare) for _ in range(6)))
    matches = await asyncio.gather(*(opened(store, number) for number, store in enumerate(stores)))
    assert len({made.match_id for made in matches}) == 6
    await asyncio.gather(*(store.close() for store in stores))
