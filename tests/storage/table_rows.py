# ruff: noqa: S608 - the names are those of our own tables
"""Rows in every table, with whatever its columns may hold."""

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
    """Return the columns of every table of an SQLite file. Tables that others refer to come first."""
    ask = 'SELECT name, type, "notnull" OR pk FROM pragma_table_info(?)'
    with closing(sqlite3.connect(file)) as form:
        found = {table.name: [TableColumn(*row) for row in form.execute(ask, [table.name])] for table in list_tables()}
    return {table: columns for table, columns in found.items() if columns}


async def fill_tables(store: Store, schema: Schema, counts: Mapping[str, int]) -> None:
    for table, columns in schema.items():
        names, places = (", ".join(f"{sign}{column.name}" for column in columns) for sign in ("", ":"))
        # Some rows are there already.
        put = Statement(f"INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT DO NOTHING")
        rows = range(counts.get(table, 4))
        await store.database.write(*(put(**{it.name: make_value(it, row) for it in columns}) for row in rows))


def make_value(column: TableColumn, row: int) -> Value:
    if not column.is_required and row % 3 == 0:
        return None
    if column.type == "TEXT":
        return f"{column.name} '{row}' — „Bär“ 🐺\n"
    if column.type == "REAL":
        return row / 7
    if column.type == "BLOB":
        return bytes([row % 256, 0, 255])
    # Ids of matches are small, those of people and messages have more than 32 bits.
    return row + 1 if column.name in {"id", "match_id"} else (row + 1) * 10**9


async def read_tables(store: Store, schema: Schema) -> dict[str, list[Row]]:
    asks = [
        Statement(f"SELECT {', '.join(it.name for it in columns)} FROM {table}") for table, columns in schema.items()
    ]
    found = await store.database.read(*(ask() for ask in asks))
    return {table: sorted(map(tuple, rows), key=repr) for table, rows in zip(schema, found, strict=True)}
