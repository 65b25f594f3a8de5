# ruff: noqa: S608 - the names are those of our own tables
"""Generates rows for every table, with all kinds of values that its columns can have."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeAlias

from storage import Store
from storage.statement import Row, Statement, Value
from storage.transfer import list_tables


class TableColumn(NamedTuple):
    name: str
    type: str
    is_required: bool


Schema: TypeAlias = Mapping[str, Sequence[TableColumn]]


def read_schema(file: Path) -> Schema:
    """Return the columns of every table in an SQLite file. Each table comes after the tables that it references."""
    query = 'SELECT name, type, "notnull" OR pk FROM pragma_table_info(?)'
    with closing(sqlite3.connect(file)) as file_connection:
        columns_by_table = {
            table.name: [TableColumn(*row) for row in file_connection.execute(query, [table.name])]
            for table in list_tables()
        }
    return {table: columns for table, columns in columns_by_table.items() if columns}


async def fill_tables(store: Store, schema: Schema, counts: Mapping[str, int]) -> None:
    for table, columns in schema.items():
        names, placeholders = (", ".join(f"{sign}{column.name}" for column in columns) for sign in ("", ":"))
        # A new database already has some of the rows.
        insert = Statement(f"INSERT INTO {table} ({names}) VALUES ({placeholders}) ON CONFLICT DO NOTHING")
        rows = range(counts.get(table, 4))
        await store.database.write(*(insert(**{it.name: make_value(it, row) for it in columns}) for row in rows))


def make_value(column: TableColumn, row: int) -> Value:
    if not column.is_required and row % 3 == 0:
        return None
    if column.type == "TEXT":
        return f"{column.name} '{row}' — „Bär“ 🐺\n"
    if column.type == "REAL":
        return row / 7
    if column.type == "BLOB":
        return bytes([row % 256, 0, 255])
    # IDs of matches, tournaments and days are small. IDs of people and messages have more than 32 bits.
    return row + 1 if column.name in {"id", "match_id", "tournament_id", "daily_id"} else (row + 1) * 10**9


async def read_tables(store: Store, schema: Schema) -> dict[str, list[Row]]:
    queries = [
        Statement(f"SELECT {', '.join(it.name for it in columns)} FROM {table}") for table, columns in schema.items()
    ]
    results = await store.database.read(*(query() for query in queries))
    return {table: sorted(map(tuple, rows), key=repr) for table, rows in zip(schema, results, strict=True)}
