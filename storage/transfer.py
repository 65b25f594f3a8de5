# ruff: noqa: S608 - all names are those of our own tables
"""Copying a whole database into another database of the same or the other kind, and verifying every copied row."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Protocol

from storage.database import Database, DatabaseInUse, DatabaseUnusable
from storage.migration import (
    BEGIN_TRANSFER,
    END_TRANSFER,
    apply_migrations,
    check_schema,
    is_transfer_unfinished,
    load_migrations,
)
from storage.statement import BoundStatement, Row, Statement, Value

PAGE_SIZE: Final = 200
"""The number of rows that one statement reads or inserts."""
# Migrations and the startup of the bot fill these tables, so a database with rows only in these tables counts as empty.
_STARTUP_TABLES: Final = frozenset({"downtime", "heartbeat", "latest_heartbeat", "secret"})
_SELECT_LATEST_HEARTBEAT: Final = Statement("SELECT beat_ms FROM latest_heartbeat WHERE id = 1")


class TransferTarget(Database, Protocol):
    async def restart_sequences(self) -> None:
        """Make generated IDs continue after the highest copied ID."""
        ...


@dataclass(frozen=True, slots=True)
class StoredTable:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def count_statement(self) -> Statement:
        return Statement(f"SELECT COUNT(*) FROM {self.name}")

    @property
    def any_row_statement(self) -> Statement:
        return Statement(f"SELECT 1 FROM {self.name} LIMIT 1")

    @property
    def clear_statement(self) -> Statement:
        """A statement that deletes a limited number of rows. Deleting all rows at once could time out."""
        key = ", ".join(self.key)
        return Statement(f"DELETE FROM {self.name} WHERE ({key}) IN (SELECT {key} FROM {self.name} LIMIT 20000)")

    def bind_page(self, after: Row | None) -> BoundStatement:
        """Return a query for the page of rows after `after`, in the key order of the database that runs the query."""
        key = ", ".join(self.key)
        after_key = f"WHERE ({key}) > ({', '.join(f':{name}' for name in self.key)})" if after else ""
        statement = Statement(
            f"SELECT {', '.join(self.columns)} FROM {self.name} {after_key} ORDER BY {key} LIMIT {PAGE_SIZE}"
        )
        return statement(**dict(zip(self.columns, after or (), strict=False)))

    def bind_insert(self, rows: Sequence[Row]) -> BoundStatement:
        return _build_insert(self, len(rows))(**self._name_values(rows))

    def bind_select_by_keys(self, rows: Sequence[Row]) -> BoundStatement:
        """Return a query for the stored rows that have the same keys as `rows`."""
        return _build_select_same(self, len(rows))(**self._name_values(rows))

    def _name_values(self, rows: Sequence[Row]) -> dict[str, Value]:
        return {
            f"{name}_{number}": value
            for number, row in enumerate(rows)
            for name, value in zip(self.columns, row, strict=True)
        }


# Cached, because the statements are long, and nearly all pages are full and so use the same statement.
@lru_cache(64)
def _build_insert(table: StoredTable, rows: int) -> Statement:
    places = ", ".join(f"({', '.join(f':{name}_{number}' for name in table.columns)})" for number in range(rows))
    return Statement(f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES {places}")


@lru_cache(64)
def _build_select_same(table: StoredTable, rows: int) -> Statement:
    keys = " OR ".join(
        f"({' AND '.join(f'{name} = :{name}_{number}' for name in table.key)})" for number in range(rows)
    )
    return Statement(f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE {keys}")


@cache
def list_tables() -> Sequence[StoredTable]:
    """Return the tables of the schema, ordered so that each table comes after the tables that it references."""
    with closing(sqlite3.connect(":memory:")) as database:
        for migration in load_migrations():
            for statement in migration.statements:
                database.execute(statement.sqlite)
        tables_with_references = []
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            columns = database.execute("SELECT name, pk FROM pragma_table_info(?)", [name]).fetchall()
            reference_count = len(database.execute("SELECT 1 FROM pragma_foreign_key_list(?)", [name]).fetchall())
            key = tuple(column for _, column in sorted((pk, column) for column, pk in columns if pk))
            others = (column for column, pk in columns if not pk)
            tables_with_references.append((reference_count, StoredTable(str(name), (*key, *others), key)))
    return tuple(table for _, table in sorted(tables_with_references, key=lambda pair: pair[0]))


async def transfer_all(source: Database, target: TransferTarget) -> dict[str, int]:
    """Copy all rows, and return how many each table had. The source is not changed.

    An interrupted transfer leaves a mark in the target. No bot uses a target with this mark, and the next transfer
    starts over.
    """
    await check_schema(source, refuses_additions=True)
    latest_heartbeat = await source.read(_SELECT_LATEST_HEARTBEAT())
    is_unfinished = await is_transfer_unfinished(target)
    await apply_migrations(target, allows_unfinished_transfer=is_unfinished)
    for table in list_tables():
        (rows,) = await target.read(table.any_row_statement())
        if rows and table.name not in _STARTUP_TABLES and not is_unfinished:
            raise DatabaseUnusable(f"the target table {table.name} is not empty; move into an empty database")
    await target.write(BEGIN_TRANSFER())
    for table in reversed(list_tables()):
        while (await target.read(table.any_row_statement()))[0]:
            await target.write(table.clear_statement())
    row_counts: dict[str, int] = {}
    for table in list_tables():
        copied = 0
        async for rows in _read_pages(source, table):
            await target.write(table.bind_insert(rows))
            (stored,) = await target.read(table.bind_select_by_keys(rows))
            if {tuple(row) for row in stored} != {tuple(row) for row in rows}:
                raise DatabaseUnusable(f"a row of {table.name} was not copied correctly")
            copied += len(rows)
        (((count,),),) = await target.read(table.count_statement())
        if count != copied:
            raise DatabaseUnusable(f"{table.name} has {copied} rows in the source, but {count} in the target")
        row_counts[table.name] = copied
    if await source.read(_SELECT_LATEST_HEARTBEAT()) != latest_heartbeat:
        raise DatabaseInUse("a bot has changed the source in the meantime: stop it, and move again")
    await target.restart_sequences()
    await target.write(END_TRANSFER())
    return row_counts


async def _read_pages(source: Database, table: StoredTable) -> AsyncIterator[list[Row]]:
    last = None
    while True:
        (rows,) = await source.read(table.bind_page(last))
        if rows:
            yield rows
        if len(rows) < PAGE_SIZE:
            return
        last = rows[-1]
