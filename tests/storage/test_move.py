# ruff: noqa: S608 - the names are those of our own tables
"""All of a database comes into another, of either kind; a move that is cut off leaves nothing that a bot trusts."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from storage import Busy, Damaged, Database, Store, Unstored
from storage.lock import Lock
from storage.move import PAGE, Target, move, tables
from storage.statement import Bound, Row, Statement, Value
from tests.storage.stores import Slate

pytestmark = pytest.mark.gate

NOW = 1_700_000_000_000
MANY = 2 * PAGE + 1
"""More than travel together, in tables with keys of every kind."""
LONG = {"match", "event", "rating", "tombstone"}


@pytest.fixture(params=["sqlite-postgres", "postgres-sqlite", "sqlite-sqlite"])
def urls(request: pytest.FixtureRequest, blank: Path, tmp_path: Path) -> tuple[str, str]:
    """From where to where."""

    def made(kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{shutil.copy(blank, tmp_path / name)}"
        slate: Slate = request.getfixturevalue("slate")
        return slate.wiped()

    one, other = request.param.split("-")
    return made(one, "one.db"), made(other, "other.db")


async def filled(url: str, blank: Path, count: int) -> None:
    """Rows in every table, with whatever its columns may hold."""
    async with await Store.open(url) as store:
        for table in tables():
            with closing(sqlite3.connect(blank)) as form:
                ask = 'SELECT name, type, "notnull" OR pk FROM pragma_table_info(?)'
                columns = form.execute(ask, [table.name]).fetchall()
            names = ", ".join(table.columns)
            places = ", ".join(f":{name}" for name in table.columns)
            # Some rows are there already.
            put = Statement(f"INSERT INTO {table.name} ({names}) VALUES ({places}) ON CONFLICT DO NOTHING")
            await store.database.write(
                *(
                    put(**{name: held(name, kind, row, needed) for name, kind, needed in columns})
                    for row in range(MANY if count == MANY and table.name in LONG else min(count, 4))
                )
            )


def held(name: str, kind: str, row: int, needed: int) -> Value:
    if not needed and row % 3 == 0:
        return None
    if kind == "TEXT":
        return f"{name} '{row}' — „Bär“ 🐺\n"
    if kind == "REAL":
        return row / 7
    if kind == "BLOB":
        return bytes([row % 256, 0, 255])
    # Ids of matches are small, those of people and messages have more than 32 bits.
    return row + 1 if name in {"id", "match"} else (row + 1) * 10**9


async def held_by(url: str) -> dict[str, list[Row]]:
    async with await Store.look(url) as store:
        found = {}
        for table in tables():
            (rows,) = await store.database.read(Statement(f"SELECT {', '.join(table.columns)} FROM {table.name}")())
            found[table.name] = sorted((tuple(row) for row in rows), key=repr)
    return found


def unheard(table: str, rows: int) -> None:
    """Nobody listens."""


async def test_everything_comes_along(urls: tuple[str, str], blank: Path) -> None:
    source, target = urls
    await filled(source, blank, MANY)
    before = await held_by(source)
    told: dict[str, int] = {}
    rows = await Store.move(source, target, NOW, told.__setitem__)
    assert await held_by(source) == before
    assert await held_by(target) == before
    assert told == {name: len(rows) for name, rows in before.items()}
    assert rows == sum(told.values()) > len(LONG) * MANY
    assert all(before.values())
    # What is new there comes after what came along.
    put = "INSERT INTO match ({0}) SELECT {0} FROM match WHERE id = 1 RETURNING id"
    match = next(table for table in tables() if table.name == "match")
    columns = ", ".join(name for name in match.columns if name != "id")
    async with await Store.open(target) as store:
        [[(number,)]] = await store.database.write(Statement(put.format(columns))())
    assert number == MANY + 1


class Failing:
    """A database that is gone after some writes, or writes something else than it was given."""

    def __init__(self, database: Database, writes: int, spoilt: Callable[[Bound], Bound] = lambda bound: bound) -> None:
        self._database = database
        self._left = writes
        self.written = 0
        self._spoilt = spoilt
        self.read = database.read

    async def resume(self) -> None:
        await cast("Target", self._database).resume()

    async def write(self, *writes: Bound) -> list[list[Row]]:
        if not self._left:
            raise Unstored("gone")
        self._left -= 1
        self.written += 1
        return await self._database.write(*map(self._spoilt, writes))


async def test_a_move_that_is_cut_off_is_nobody_s_database_and_begins_anew(urls: tuple[str, str], blank: Path) -> None:
    source, target = urls
    await filled(source, blank, 1)
    await emptied(target)
    async with await Store.look(source) as old, await Store.open(target) as new:
        whole = Failing(new.database, -1)
        await move(old.database, whole, unheard)  # type: ignore[arg-type]
    # The tables are made by the first, before it has begun.
    for writes in (2, whole.written // 2, whole.written - 1):
        await emptied(target)
        async with await Store.look(source) as old, await Store.open(target) as new:
            with pytest.raises(Unstored):
                await move(old.database, Failing(new.database, writes), unheard)  # type: ignore[arg-type]
        for way in (Store.open, Store.look):
            with pytest.raises(Damaged, match="duel move"):
                await way(target)
        await Store.move(source, target, NOW, unheard)
        assert await held_by(target) == await held_by(source)


async def emptied(url: str) -> None:
    async with await Store.open(url) as store:
        await store.database.write(*(table.clear() for table in reversed(tables())))


async def test_what_arrives_otherwise_is_noticed(urls: tuple[str, str], blank: Path) -> None:
    source, target = urls
    await filled(source, blank, 3)

    def spoilt(bound: Bound) -> Bound:
        values = {name: 0.5 if value == 1 / 7 else value for name, value in bound.values.items()}
        return Bound(bound.statement, values)

    async with await Store.look(source) as old, await Store.open(target) as new:
        with pytest.raises(Damaged, match="is not there as it was here"):
            await move(old.database, Failing(new.database, -1, spoilt), unheard)  # type: ignore[arg-type]


async def test_nothing_is_moved_over_something(urls: tuple[str, str], blank: Path) -> None:
    source, target = urls
    await filled(target, blank, 1)
    before = await held_by(target)
    with pytest.raises(Damaged, match="into an empty database"):
        await Store.move(source, target, NOW, unheard)
    assert await held_by(target) == before


async def test_what_is_not_there_is_not_moved(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="no such file"):
        await Store.move(f"sqlite:///{tmp_path / 'one.db'}", f"sqlite:///{tmp_path / 'other.db'}", NOW, unheard)
    assert [*tmp_path.iterdir()] == []


async def test_nothing_is_moved_into_itself(urls: tuple[str, str], tmp_path: Path) -> None:
    """However its address is written."""
    file = "sqlite:///{}duel.db".format
    for one, other in (*((url, url) for url in urls), (file(f"{tmp_path}/"), file(f"{tmp_path}/./"))):
        with pytest.raises(ValueError, match="one database, not two"):
            await Store.move(one, other, NOW, unheard)


async def test_a_newer_bot_moves_its_own_things(urls: tuple[str, str]) -> None:
    source, target = urls
    async with await Store.open(source) as store:
        newer = "INSERT INTO migration (number, name, hash) VALUES (9999, '9999_adds_wings', '')"
        await store.database.write(Statement(newer)())
    with pytest.raises(Damaged, match="9999_adds_wings"):
        await Store.move(source, target, NOW, unheard)


async def test_nobody_moves_while_a_bot_is_at_work(urls: tuple[str, str]) -> None:
    for at_work in urls:
        if at_work.startswith("sqlite"):
            lock = Lock(Path(at_work.removeprefix("sqlite:///")))
            with pytest.raises(Busy):
                await Store.move(*urls, NOW, unheard)
            lock.release()
            continue
        async with await Store.open(at_work) as store:
            await store.beat("one", NOW, 60_000)
            with pytest.raises(Busy, match="one"):
                await Store.move(*urls, NOW + 20_000, unheard)
    # Not even if it comes in the middle of it.
    source, target = urls
    async with await Store.open(source) as old, await Store.open(target) as new:

        class Coming(Failing):
            async def write(self, *writes: Bound) -> list[list[Row]]:
                await old.beat("two", NOW + 60_000, 60_000)
                return await super().write(*writes)

        with pytest.raises(Busy, match="meanwhile"):
            await move(old.database, Coming(new.database, -1), unheard)  # type: ignore[arg-type]
