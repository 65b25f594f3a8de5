"""Checks that a SQLite database has only the tables, indexes, triggers and views that the bot's migrations create.

A trigger or a changed table in a backup could alter or drop what the bot stores later, without any damage to the file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Final, NamedTuple

import aiosqlite

from storage.migration import CREATE_MIGRATION_TABLE, load_migrations, normalize_sql

# Indexes without SQL belong to the primary keys of tables.
_SELECT_OBJECTS: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_SELECT_MIGRATIONS: Final = "SELECT name, hash FROM migration WHERE number > 0 ORDER BY number"


class _SchemaObject(NamedTuple):
    kind: str
    name: str
    table: str
    sql: str


async def find_schema_changes(connection: aiosqlite.Connection) -> list[str]:
    """Compare a database with the bot's migrations. Return a message for each changed, missing or unexpected object.

    Additional tables are allowed, because replication tools such as Litestream create some.
    """
    stored = {_SchemaObject(*map(str, row)) for row in await connection.execute_fetchall(_SELECT_OBJECTS)}
    messages = {f"unexpected {it.kind} {it.name}" for it in stored if it.kind not in {"table", "index"}}
    applied = [(str(name), str(hashed)) for name, hashed in await connection.execute_fetchall(_SELECT_MIGRATIONS)]
    known = [(migration.name, migration.content_hash) for migration in load_migrations()]
    # The rest can only be checked if this version of the bot knows all migrations.
    if applied == known[: len(applied)]:
        messages |= _compare_tables(stored, _create_schema(len(applied)))
    return sorted(messages)


def _compare_tables(stored: set[_SchemaObject], expected: set[_SchemaObject]) -> set[str]:
    stored_by_name = {(it.kind, it.name): normalize_sql(it.sql) for it in stored}
    expected_by_name = {(it.kind, it.name): normalize_sql(it.sql) for it in expected}
    own_tables = {it.table for it in expected}
    return {
        f"{'changed' if key in stored_by_name else 'missing'} {' '.join(key)}"
        for key, sql in expected_by_name.items()
        if stored_by_name.get(key) != sql
    } | {
        f"unexpected index {it.name}"
        for it in stored
        if it.kind == "index" and it.table in own_tables and (it.kind, it.name) not in expected_by_name
    }


def _create_schema(migration_count: int) -> set[_SchemaObject]:
    """Return the tables and indexes that the first `migration_count` migrations create in an empty database."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(CREATE_MIGRATION_TABLE.sqlite)
        for migration in load_migrations()[:migration_count]:
            for statement in migration.statements:
                database.execute(statement.sqlite)
        return {_SchemaObject(*map(str, row)) for row in database.execute(_SELECT_OBJECTS)}
