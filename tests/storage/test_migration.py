"""Migrations, which are applied once and completely, and refusal of databases with an unknown schema."""

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
from tests.storage.database_fixtures import NOT_A_DATABASE
from tests.storage.schema_versions import write_schema
from tests.storage.stored_matches import create_match, make_choice_event, read_journal
from tests.storage.table_rows import fill_tables, read_schema, read_tables
from tests.waiting import TEST_TIMEOUT_S

_SELECT_APPLIED: Final = Statement("SELECT name, hash FROM migration ORDER BY number")
ADDED_TABLE_SQL: Final = """
CREATE TABLE mood (match INTEGER NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT;
INSERT INTO mood (match, text) SELECT id, 'calm' FROM match;
ALTER TABLE match ADD COLUMN mood TEXT;
ALTER TABLE event ADD COLUMN mood INTEGER NOT NULL DEFAULT 0;
-- A comment.
CREATE INDEX event_mood
ON event (mood);
"""
ADDING_MIGRATION: Final = "0099_adds_mood"
LATER_TABLE_SQL: Final = "CREATE TABLE later (n INTEGER);"
NOT_OURS_MESSAGE: Final = "not a database of this bot"
OTHER_SCHEMA_PATTERN: Final = r"development version before 0\.1\.0 with another schema: delete it"


async def execute_directly(url: str, sql: str) -> None:
    """Run an SQL statement on an empty database without using the store, as another program could do."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file:
            file.execute(sql)
    else:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()


@pytest.fixture
def newer_schema(tmp_path: Path) -> Sequence[Migration]:
    """The schema of an imaginary newer bot that only adds a table."""
    return write_schema(tmp_path / "newer", adds_mood=ADDED_TABLE_SQL)


def test_migrations_are_numbered_without_gaps() -> None:
    assert [migration.number for migration in load_migrations()] == list(range(1, len(load_migrations()) + 1))
    assert all(migration.statements for migration in load_migrations())


async def test_migration_is_applied_once(url_without_tables: str, tmp_path: Path) -> None:
    async with await Store.open(url_without_tables) as store:
        await create_match(store)
    schema = write_schema(
        tmp_path / "schema", mood="ALTER TABLE match ADD COLUMN mood TEXT;\nUPDATE match SET mood = 'calm';\n"
    )
    for _ in range(2):
        async with await Store.open(url_without_tables, schema) as store:
            assert await store.database.read(Statement("SELECT mood FROM match")()) == [[("calm",)]]
            (rows,) = await store.database.read(_SELECT_APPLIED())
            assert [tuple(row) for row in rows] == [(migration.name, migration.content_hash) for migration in schema]


@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
async def test_migrations_keep_the_rows_of_every_table(url_without_tables: str) -> None:
    """Rows that were stored with the first schema must be unchanged after all migrations."""
    async with await Store.open(url_without_tables, load_migrations()[:1]) as store:
        schema = read_schema(Path(url_without_tables.removeprefix("sqlite:///")))
        await fill_tables(store, schema, {})
        before = await read_tables(store, schema)
    assert all(before.values())
    async with await Store.open(url_without_tables) as store:
        assert await read_tables(store, schema) == before


async def test_failed_migration_leaves_nothing_behind(url_without_tables: str, tmp_path: Path) -> None:
    async with await Store.open(url_without_tables) as store:
        await create_match(store)
    failing = write_schema(
        tmp_path / "failing",
        half="CREATE TABLE half (n INTEGER);\nINSERT INTO half (n) VALUES (1);\nALTER TABLE nowhere ADD x TEXT;\n",
    )
    with pytest.raises(Exception, match="nowhere"):
        await Store.open(url_without_tables, failing)
    async with await Store.open(
        url_without_tables, write_schema(tmp_path / "half", half="CREATE TABLE half (n INTEGER);")
    ) as store:
        assert await store.database.read(Statement("SELECT n FROM half")()) == [[]]
        assert len(await store.matches.list_live()) == 1


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"later": LATER_TABLE_SQL}, "later"),
        ({"changes": "DROP TABLE heartbeat;", "adds_mood": LATER_TABLE_SQL}, "another bot"),
        ({"changed": True}, OTHER_SCHEMA_PATTERN),
    ],
    ids=["newer", "newer below an addition", "first migration edited"],
)
async def test_database_of_another_bot_is_refused(
    url_without_tables: str, tmp_path: Path, schema: dict[str, Any], error: str
) -> None:
    async with await Store.open(url_without_tables, write_schema(tmp_path / "other", **schema)) as store:
        await create_match(store)
    for open_store in (Store.open, Store.open_read_only):
        with pytest.raises(DatabaseUnusable, match=error):
            await open_store(url_without_tables)


async def test_database_without_migration_hashes_is_refused(url_without_tables: str) -> None:
    await execute_directly(
        url_without_tables, "CREATE TABLE migration (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)"
    )
    with pytest.raises(DatabaseUnusable, match=OTHER_SCHEMA_PATTERN):
        await Store.open(url_without_tables)


def test_comments_and_line_breaks_do_not_change_a_migration_hash(tmp_path: Path) -> None:
    for name, text in (
        ("plain", "CREATE TABLE mood (n INTEGER);\n"),
        ("commented", "-- A comment.\nCREATE TABLE mood\n    -- Another.\n    (n INTEGER);\n"),
        ("other", "CREATE TABLE mood (n TEXT);\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0001_mood.sql").write_text(text, "utf-8")
    plain, commented, other = (
        read_migrations(tmp_path / name)[0].content_hash for name in ("plain", "commented", "other")
    )
    assert plain == commented
    assert plain != other


async def test_older_bot_can_use_a_database_with_additions(
    url_without_tables: str, newer_schema: Sequence[Migration]
) -> None:
    async with await Store.open(url_without_tables, newer_schema) as store:
        match = await create_match(store)
    async with await Store.open(url_without_tables) as store, await Store.open_read_only(url_without_tables) as reader:
        await store.journal.append_events(match, 1, [make_choice_event("a")])
        assert [it.event_count for it in await reader.matches.list_live()] == [2]
    async with await Store.open(url_without_tables, newer_schema) as store:
        await store.journal.append_events(match, 2, [make_choice_event("b")])


@pytest.mark.parametrize(
    "text",
    [
        "DROP TABLE heartbeat",
        "DELETE FROM event",
        "UPDATE match SET status = 'calm'",
        "INSERT INTO event (match_id) VALUES (1)",
        "CREATE UNIQUE INDEX one ON match (seed)",
        # All rows would have the same value.
        "ALTER TABLE match ADD COLUMN mood INTEGER NOT NULL DEFAULT 0;CREATE UNIQUE INDEX one ON match (mood)",
        "ALTER TABLE match RENAME COLUMN seed TO grain",
        "ALTER TABLE match DROP COLUMN seed",
        # An older bot would insert rows without the column.
        "ALTER TABLE match ADD COLUMN mood TEXT NOT NULL",
        "ALTER TABLE match ADD COLUMN mood TEXT CHECK (mood <> '')",
        "CREATE TRIGGER lively AFTER INSERT ON event BEGIN SELECT 1; END",
    ],
)
def test_additive_migration_with_other_changes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="adds"):
        Migration(99, ADDING_MIGRATION, (Statement(text),))
    assert not Migration(99, "0099_mood", (Statement(text),)).is_additive


@pytest.mark.parametrize(("column", "is_allowed"), [("mood INTEGER", True), ("mood INTEGER NOT NULL DEFAULT 0", False)])
def test_additive_unique_index_needs_a_new_nullable_column(column: str, is_allowed: bool) -> None:
    statements = f"ALTER TABLE match ADD COLUMN {column}", "CREATE UNIQUE INDEX one ON match (mood)"
    with nullcontext() if is_allowed else pytest.raises(ValueError, match="adds"):
        Migration(99, ADDING_MIGRATION, (*map(Statement, statements),))


@pytest.mark.gate
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_rolling_upgrade_and_downgrade_lose_no_events(
    url_without_tables: str, newer_schema: Sequence[Migration]
) -> None:
    """Upgrade three processes one by one, then downgrade them, while players make moves."""
    stores = [await Store.open(url_without_tables) for _ in range(3)]
    is_over = asyncio.Event()
    move_counts = [0, 0, 0]
    matches = [await create_match(stores[0], number) for number in range(3)]

    async def keep_playing(number: int) -> None:
        match = matches[number]
        while not is_over.is_set():
            store = stores[move_counts[number] % 3]
            await store.journal.append_events(
                match, move_counts[number] + 1, [make_choice_event("a", 100_000 * number + move_counts[number] + 1000)]
            )
            move_counts[number] += 1
            assert await stores[move_counts[number] % 3].journal.load_match(match)

    async def replace_process(number: int, schema: Sequence[Migration] | None) -> None:
        before = sum(move_counts)
        old, stores[number] = stores[number], await Store.open(url_without_tables, schema)
        while sum(move_counts) < before + 10:
            await asyncio.sleep(0.001)
        stopped.append(old)

    stopped: list[Store] = []
    playing = asyncio.gather(*(keep_playing(number) for number in range(3)))
    try:
        async with asyncio.timeout(TEST_TIMEOUT_S):
            for schema in (newer_schema, None):
                for number in range(3):
                    await replace_process(number, schema)
    finally:
        is_over.set()
        await playing
    assert await stores[0].journal.list_matches_with_gaps() == []
    events = [(await read_journal(stores[0], match)).events for match in matches]
    assert list(map(len, events)) == [count + 1 for count in move_counts]
    for store in (*stores, *stopped):
        await store.close()


async def test_read_only_opening_of_an_older_schema_is_refused(url_without_tables: str, tmp_path: Path) -> None:
    await (await Store.open(url_without_tables)).close()
    with pytest.raises(DatabaseUnusable, match="start the bot"):
        await Store.open_read_only(url_without_tables, write_schema(tmp_path / "newer", later=LATER_TABLE_SQL))


async def test_read_only_opening_of_a_foreign_database_is_refused(url_without_tables: str) -> None:
    file = Path(url_without_tables.removeprefix("sqlite:///")) if url_without_tables.startswith("sqlite") else None
    if file:
        file.touch()
    with pytest.raises(DatabaseUnusable, match=NOT_OURS_MESSAGE):
        await Store.open_read_only(url_without_tables)
    await execute_directly(url_without_tables, "CREATE TABLE migration (version INTEGER)")
    with pytest.raises(DatabaseUnusable, match=NOT_OURS_MESSAGE):
        await Store.open_read_only(url_without_tables)
    if file:
        file.write_bytes(NOT_A_DATABASE)
        with pytest.raises(DatabaseUnusable, match=NOT_OURS_MESSAGE):
            await Store.open_read_only(url_without_tables)


async def test_running_database_can_be_opened_read_only(url_without_tables: str) -> None:
    async with await Store.open(url_without_tables) as store, await Store.open_read_only(url_without_tables) as reader:
        match = await create_match(store)
        await read_journal(reader, match)
        assert await reader.find_file_damage() == []
        with pytest.raises(StoreUnavailable, match="for reading only"):
            await reader.journal.append_events(match, 1, [make_choice_event("a")])


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_processes_starting_together_create_one_schema(url_without_tables: str) -> None:
    stores = await asyncio.gather(*(Store.open(url_without_tables) for _ in range(6)))
    matches = await asyncio.gather(*(create_match(store, number) for number, store in enumerate(stores)))
    assert len(set(matches)) == 6
    await asyncio.gather(*(store.close() for store in stores))
