# ruff: noqa: S608 - all names are those of our own tables
"""All that one database holds is brought into another, of whichever kind, and compared there row by row."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Protocol

from storage.database import Busy, Damaged, Database
from storage.migration import BEGIN_MOVE, END_MOVE, check_schema, migrate, migrations, moving
from storage.statement import Bound, Row, Statement, Value

PAGE: Final = 200
"""Rows that travel together."""
# Rows of its own that a bot leaves wherever it starts, or a migration makes.
_NOTHING: Final = frozenset({"absence", "heartbeat", "pulse", "secret"})
_PULSE: Final = Statement("SELECT at FROM pulse WHERE id = 1")


class Target(Database, Protocol):
    async def resume(self) -> None:
        """After rows that brought their own numbers: those that it gives go on behind them."""
        ...


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def count(self) -> Statement:
        return Statement(f"SELECT COUNT(*) FROM {self.name}")

    @property
    def some(self) -> Statement:
        return Statement(f"SELECT 1 FROM {self.name} LIMIT 1")

    @property
    def clear(self) -> Statement:
        """Some at a time: a database waits for a statement, but not for ever."""
        key = ", ".join(self.key)
        return Statement(f"DELETE FROM {self.name} WHERE ({key}) IN (SELECT {key} FROM {self.name} LIMIT 20000)")

    def page(self, after: Row | None) -> Bound:
        """The next rows by their key, in whatever order that database has."""
        key = ", ".join(self.key)
        beyond = f"WHERE ({key}) > ({', '.join(f':{name}' for name in self.key)})" if after else ""
        statement = Statement(f"SELECT {', '.join(self.columns)} FROM {self.name} {beyond} ORDER BY {key} LIMIT {PAGE}")
        return statement(**dict(zip(self.columns, after or (), strict=False)))

    def insert(self, rows: Sequence[Row]) -> Bound:
        return _inserting(self, len(rows))(**self._named(rows))

    def same(self, rows: Sequence[Row]) -> Bound:
        """Those with the keys of these."""
        return _looking(self, len(rows))(**self._named(rows))

    def _named(self, rows: Sequence[Row]) -> dict[str, Value]:
        return {
            f"{name}_{number}": value
            for number, row in enumerate(rows)
            for name, value in zip(self.columns, row, strict=True)
        }


# Nearly all pages are full, and their texts are long: each is made once.
@lru_cache(64)
def _inserting(table: Table, rows: int) -> Statement:
    places = ", ".join(f"({', '.join(f':{name}_{number}' for name in table.columns)})" for number in range(rows))
    return Statement(f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES {places}")


@lru_cache(64)
def _looking(table: Table, rows: int) -> Statement:
    keys = " OR ".join(
        f"({' AND '.join(f'{name} = :{name}_{number}' for name in table.key)})" for number in range(rows)
    )
    return Statement(f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE {keys}")


@cache
def tables() -> Sequence[Table]:
    """All that a bot's database has; what others refer to comes first."""
    with closing(sqlite3.connect(":memory:")) as blank:
        for migration in migrations():
            for statement in migration.statements:
                blank.execute(statement.sqlite)
        found = []
        for (name,) in blank.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
            columns = blank.execute("SELECT name, pk FROM pragma_table_info(?)", [name]).fetchall()
            refers = len(blank.execute("SELECT 1 FROM pragma_foreign_key_list(?)", [name]).fetchall())
            key = tuple(column for _, column in sorted((pk, column) for column, pk in columns if pk))
            # The key first: where a page ends tells where the next begins.
            others = (column for column, pk in columns if not pk)
            found.append((refers, Table(str(name), (*key, *others), key)))
    return tuple(table for _, table in sorted(found, key=lambda one: one[0]))


async def move(source: Database, target: Target, tell: Callable[[str, int], None]) -> int:
    """How many rows there are now. The source stays as it is; a target that a move has left half full says so to every
    bot, and to the next move, which begins anew.
    """
    await check_schema(source, exactly=True)
    pulse = await source.read(_PULSE())
    half = await moving(target)
    await migrate(target, moving=half)
    for table in tables():
        (rows,) = await target.read(table.some())
        if rows and table.name not in _NOTHING and not half:
            raise Damaged(f"something is there already, in the table {table.name}: move into an empty database")
    await target.write(BEGIN_MOVE())
    for table in reversed(tables()):
        while (await target.read(table.some()))[0]:
            await target.write(table.clear())
    moved = 0
    for table in tables():
        here = 0
        async for rows in _pages(source, table):
            await target.write(table.insert(rows))
            (there,) = await target.read(table.same(rows))
            if {tuple(row) for row in there} != {tuple(row) for row in rows}:
                raise Damaged(f"a row of {table.name} is not there as it was here")
            here += len(rows)
        (((count,),),) = await target.read(table.count())
        if count != here:
            raise Damaged(f"{table.name} has {count} rows there, and {here} here")
        tell(table.name, here)
        moved += here
    if await source.read(_PULSE()) != pulse:
        raise Busy("a bot has been at work on it meanwhile: stop it, and move once more")
    await target.resume()
    await target.write(END_MOVE())
    return moved


async def _pages(source: Database, table: Table) -> AsyncIterator[list[Row]]:
    last = None
    while True:
        (rows,) = await source.read(table.page(last))
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        last = rows[-1]
