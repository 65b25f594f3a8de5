"""Moving all data into another database of the same kind or the other kind."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import pytest

from storage import Database, DatabaseInUse, DatabaseUnusable, Store, StoreUnavailable
from storage.sqlite_connection import FileLock
from storage.statement import BoundStatement, Row, Statement
from storage.transfer import PAGE_SIZE, TransferTarget, list_tables, transfer_all
from tests.storage.database_fixtures import ReusableDatabase
from tests.storage.table_rows import fill_tables, read_schema, read_tables

pytestmark = pytest.mark.gate

NOW_MS = 1_700_000_000_000
ROWS_OF_SEVERAL_PAGES = 2 * PAGE_SIZE + 1
# These tables have keys of every kind.
LONG_TABLE_COUNTS = dict.fromkeys(("match", "event", "rating", "tombstone"), ROWS_OF_SEVERAL_PAGES)
ONE_ROW_COUNTS = {table.name: 1 for table in list_tables()}


@pytest.fixture(params=["sqlite-postgres", "postgres-sqlite", "sqlite-sqlite"])
def source_and_target_urls(request: pytest.FixtureRequest, empty_sqlite_file: Path, tmp_path: Path) -> tuple[str, str]:
    """The URLs of the source and target databases."""

    def create_url(kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{shutil.copy(empty_sqlite_file, tmp_path / name)}"
        postgres: ReusableDatabase = request.getfixturevalue("reusable_postgres")
        return postgres.get_clean_url()

    source_kind, target_kind = request.param.split("-")
    return create_url(source_kind, "source.db"), create_url(target_kind, "target.db")


async def fill_database(url: str, blank: Path, counts: Mapping[str, int]) -> None:
    async with await Store.open(url) as store:
        await fill_tables(store, read_schema(blank), counts)


async def read_database(url: str, blank: Path) -> dict[str, list[Row]]:
    async with await Store.open_read_only(url) as store:
        return await read_tables(store, read_schema(blank))


async def test_move_copies_every_row(source_and_target_urls: tuple[str, str], empty_sqlite_file: Path) -> None:
    source, target = source_and_target_urls
    await fill_database(source, empty_sqlite_file, LONG_TABLE_COUNTS)
    before = await read_database(source, empty_sqlite_file)
    row_counts = await Store.transfer(source, target, NOW_MS)
    assert await read_database(source, empty_sqlite_file) == before
    assert await read_database(target, empty_sqlite_file) == before
    assert row_counts == {name: len(rows) for name, rows in before.items()}
    assert sum(row_counts.values()) > len(LONG_TABLE_COUNTS) * ROWS_OF_SEVERAL_PAGES
    assert all(before.values())
    # IDs of new rows continue after the copied ones.
    insert = "INSERT INTO match ({0}) SELECT {0} FROM match WHERE id = 1 RETURNING id"
    match = next(table for table in list_tables() if table.name == "match")
    columns = ", ".join(name for name in match.columns if name != "id")
    async with await Store.open(target) as store:
        [[(number,)]] = await store.database.write(Statement(insert.format(columns))())
    assert number == ROWS_OF_SEVERAL_PAGES + 1


class FailingDatabase:
    """A database that becomes unavailable after some writes, or alters values before writing them."""

    def __init__(
        self,
        database: Database,
        writes_left: int,
        spoil_write: Callable[[BoundStatement], BoundStatement] = lambda bound: bound,
    ) -> None:
        self._database = database
        self._writes_left = writes_left
        self.write_count = 0
        self._spoil_write = spoil_write
        self.read = database.read

    async def restart_sequences(self) -> None:
        await cast("TransferTarget", self._database).restart_sequences()

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        if not self._writes_left:
            raise StoreUnavailable("gone")
        self._writes_left -= 1
        self.write_count += 1
        return await self._database.write(*map(self._spoil_write, writes))


async def test_interrupted_move_is_refused_by_bots_and_can_be_repeated(
    source_and_target_urls: tuple[str, str], empty_sqlite_file: Path
) -> None:
    source, target = source_and_target_urls
    await fill_database(source, empty_sqlite_file, ONE_ROW_COUNTS)
    await create_empty_database(target)
    async with await Store.open_read_only(source) as old, await Store.open(target) as new:
        whole = FailingDatabase(new.database, -1)
        await transfer_all(old.database, whole)  # type: ignore[arg-type]
    # The first write creates the tables, before the move begins.
    for writes in (2, whole.write_count // 2, whole.write_count - 1):
        await create_empty_database(target)
        async with await Store.open_read_only(source) as old, await Store.open(target) as new:
            with pytest.raises(StoreUnavailable):
                await transfer_all(old.database, FailingDatabase(new.database, writes))  # type: ignore[arg-type]
        for open_store in (Store.open, Store.open_read_only):
            with pytest.raises(DatabaseUnusable, match="duel move"):
                await open_store(target)
        await Store.transfer(source, target, NOW_MS)
        assert await read_database(target, empty_sqlite_file) == await read_database(source, empty_sqlite_file)


async def create_empty_database(url: str) -> None:
    async with await Store.open(url) as store:
        await store.database.write(*(table.clear_statement() for table in reversed(list_tables())))


async def test_row_changed_during_the_move_is_reported(
    source_and_target_urls: tuple[str, str], empty_sqlite_file: Path
) -> None:
    source, target = source_and_target_urls
    await fill_database(source, empty_sqlite_file, {})

    def spoil_number(bound: BoundStatement) -> BoundStatement:
        values = {name: 0.5 if value == 1 / 7 else value for name, value in bound.values.items()}
        return BoundStatement(bound.statement, values)

    async with await Store.open_read_only(source) as old, await Store.open(target) as new:
        with pytest.raises(DatabaseUnusable, match="was not copied correctly"):
            await transfer_all(old.database, FailingDatabase(new.database, -1, spoil_number))  # type: ignore[arg-type]


async def test_move_into_a_database_with_rows_is_refused(
    source_and_target_urls: tuple[str, str], empty_sqlite_file: Path
) -> None:
    source, target = source_and_target_urls
    await fill_database(target, empty_sqlite_file, ONE_ROW_COUNTS)
    before = await read_database(target, empty_sqlite_file)
    with pytest.raises(DatabaseUnusable, match="into an empty database"):
        await Store.transfer(source, target, NOW_MS)
    assert await read_database(target, empty_sqlite_file) == before


async def test_move_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    source, target = (f"sqlite:///{tmp_path / name}" for name in ("source.db", "target.db"))
    with pytest.raises(DatabaseUnusable, match="file not found"):
        await Store.transfer(source, target, NOW_MS)
    assert [*tmp_path.iterdir()] == []


async def test_move_into_the_same_database_is_refused(source_and_target_urls: tuple[str, str], tmp_path: Path) -> None:
    file = "sqlite:///{}duel.db".format
    for source, target in (
        *((url, url) for url in source_and_target_urls),
        (file(f"{tmp_path}/"), file(f"{tmp_path}/./")),
    ):
        with pytest.raises(ValueError, match="the same database"):
            await Store.transfer(source, target, NOW_MS)


async def test_move_from_a_newer_bot_is_refused(source_and_target_urls: tuple[str, str]) -> None:
    source, target = source_and_target_urls
    async with await Store.open(source) as store:
        newer = "INSERT INTO migration (number, name, hash) VALUES (9999, '9999_adds_wings', '')"
        await store.database.write(Statement(newer)())
    with pytest.raises(DatabaseUnusable, match="9999_adds_wings"):
        await Store.transfer(source, target, NOW_MS)


async def test_move_is_refused_while_a_bot_runs(source_and_target_urls: tuple[str, str]) -> None:
    for url_in_use in source_and_target_urls:
        if url_in_use.startswith("sqlite"):
            lock = FileLock(Path(url_in_use.removeprefix("sqlite:///")))
            with pytest.raises(DatabaseInUse):
                await Store.transfer(*source_and_target_urls, NOW_MS)
            lock.release()
            continue
        async with await Store.open(url_in_use) as store:
            await store.heartbeats.record_heartbeat("one", NOW_MS, 60_000)
            with pytest.raises(DatabaseInUse, match="one"):
                await Store.transfer(*source_and_target_urls, NOW_MS + 20_000)
    # A bot that starts during the move is noticed, too.
    source, target = source_and_target_urls
    async with await Store.open(source) as old, await Store.open(target) as new:

        class DatabaseWithNewBot(FailingDatabase):
            async def write(self, *writes: BoundStatement) -> list[list[Row]]:
                await old.heartbeats.record_heartbeat("two", NOW_MS + 60_000, 60_000)
                return await super().write(*writes)

        with pytest.raises(DatabaseInUse, match="in the meantime"):
            await transfer_all(old.database, DatabaseWithNewBot(new.database, -1))  # type: ignore[arg-type]
