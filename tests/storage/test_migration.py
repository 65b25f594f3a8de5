"""The schema: applied once, whole, by whoever comes first; and never another bot's."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

import storage.migration
from storage import Damaged, Store, Unstored
from storage.migration import Migration, migrations
from storage.statement import Statement
from tests.storage.matches import chose, opened

pytestmark = pytest.mark.asyncio

_TABLES = Statement("SELECT number, name FROM migration ORDER BY number")


def also(monkeypatch: pytest.MonkeyPatch, *texts: str) -> Migration:
    known = migrations()
    later = Migration(len(known) + 1, "later", tuple(Statement(text) for text in texts))
    monkeypatch.setattr(storage.migration, "migrations", lambda: [*known, later])
    return later


async def test_migrations_are_numbered_without_gaps() -> None:
    assert [migration.number for migration in migrations()] == list(range(1, len(migrations()) + 1))
    assert all(migration.statements for migration in migrations())


async def test_each_is_applied_once(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(bare) as store:
        await opened(store)
    also(monkeypatch, "ALTER TABLE match ADD COLUMN mood TEXT", "UPDATE match SET mood = 'calm'")
    for _ in range(2):
        async with await Store.open(bare) as store:
            assert await store.database.read(Statement("SELECT mood FROM match")()) == [[("calm",)]]
            (rows,) = await store.database.read(_TABLES())
            assert [name for _, name in rows] == [migration.name for migration in storage.migration.migrations()]


async def test_one_that_fails_leaves_nothing_behind(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(bare) as store:
        await opened(store)
    with monkeypatch.context() as patched:
        also(
            patched,
            "CREATE TABLE half (n INTEGER)",
            "INSERT INTO half (n) VALUES (1)",
            "ALTER TABLE nowhere ADD x TEXT",
        )
        with pytest.raises(Exception, match="nowhere"):
            await Store.open(bare)
    also(monkeypatch, "CREATE TABLE half (n INTEGER)")
    async with await Store.open(bare) as store:
        assert await store.database.read(Statement("SELECT n FROM half")()) == [[]]
        assert len(await store.live()) == 1


async def test_a_newer_bot_s_database_is_refused(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        also(patched, "CREATE TABLE later (n INTEGER)")
        await (await Store.open(bare)).close()
    for way in (Store.open, Store.look):
        with pytest.raises(Damaged, match="later"):
            await way(bare)


async def test_an_older_bot_s_database_is_not_looked_at(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await (await Store.open(bare)).close()
    also(monkeypatch, "CREATE TABLE later (n INTEGER)")
    with pytest.raises(Damaged, match="start the bot"):
        await Store.look(bare)


async def test_a_database_without_our_tables_is_not_looked_at(bare: str) -> None:
    if bare.startswith("sqlite"):
        Path(bare.removeprefix("sqlite:///")).touch()
    with pytest.raises(Damaged, match="there is no bot's database here"):
        await Store.look(bare)


async def test_nor_is_a_stranger_s(bare: str) -> None:
    made = "CREATE TABLE migration (version INTEGER)"
    if bare.startswith("sqlite"):
        with closing(sqlite3.connect(bare.removeprefix("sqlite:///"))) as file:
            file.execute(made)
    else:
        connection = await asyncpg.connect(bare)
        await connection.execute(made)
        await connection.close()
    with pytest.raises(Damaged, match="there is no bot's database here"):
        await Store.look(bare)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_nor_what_is_no_database_at_all(bare: str) -> None:
    Path(bare.removeprefix("sqlite:///")).write_bytes(b"this is no database, and long enough to be told from one" * 100)
    with pytest.raises(Damaged, match="there is no bot's database here"):
        await Store.look(bare)


async def test_others_may_look_while_it_runs(bare: str) -> None:
    async with await Store.open(bare) as store, await Store.look(bare) as looking:
        match = (await opened(store)).match
        journal = await looking.load(match)
        assert journal is not None
        assert await looking.check() == []
        with pytest.raises(Unstored, match="looked at"):
            await looking.append(match, 1, [chose("a")])


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_bots_that_start_together_make_one_schema(bare: str) -> None:
    stores = await asyncio.gather(*(Store.open(bare) for _ in range(6)))
    try:
        matches = await asyncio.gather(*(opened(store, number) for number, store in enumerate(stores)))
        assert len({made.match for made in matches}) == 6
    finally:
        await asyncio.gather(*(store.close() for store in stores))
