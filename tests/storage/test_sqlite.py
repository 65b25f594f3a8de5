"""The store on SQLite: exclusive use of the file, and batches of transactions in one commit."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
import pytest

from storage import DatabaseInUse, DatabaseUnusable, InteractionToken, Store, StoreUnavailable
from storage.sqlite import Sqlite
from storage.statement import BoundStatement, Statement
from tests.storage.database_fixtures import NOT_A_DATABASE
from tests.storage.stored_matches import create_match, make_choice_event
from tests.waiting import TEST_TIMEOUT_S

T = TypeVar("T")


@pytest.fixture
def database_url(sqlite_path: Path) -> str:
    return f"sqlite:///{sqlite_path}"


def have_threads_ended(threads: set[threading.Thread]) -> bool:
    for thread in threads:
        thread.join(5)
    return not any(thread.is_alive() for thread in threads)


@pytest.fixture
def commit_log(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """A list that receives the number of transactions and the connection's settings for each commit."""
    commits: list[dict[str, object]] = []
    commit_batch = Sqlite.commit_batch

    async def commit_and_log(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> object:
        commits.append({"size": len(batch)})
        for pragma in ("synchronous", "journal_mode", "foreign_keys"):
            ((commits[-1][pragma],),) = await writer.execute_fetchall(f"PRAGMA {pragma}")
        return await commit_batch(writer, batch)

    monkeypatch.setattr(Sqlite, "commit_batch", staticmethod(commit_and_log))
    return commits


async def test_open_file_is_refused_to_a_second_store(database_url: str) -> None:
    async with await Store.open(database_url) as store:
        with pytest.raises(DatabaseInUse):
            await Store.open(database_url)
        await create_match(store)
    async with await Store.open(database_url) as store:
        assert len(await store.matches.list_live()) == 1


async def test_url_may_have_a_relative_or_absolute_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///near.db", f"sqlite:///{tmp_path}/far.db"):
        await (await Store.open(url)).close()
    assert {path.name for path in tmp_path.glob("*.db")} == {"near.db", "far.db"}
    for wrong in ("sqlite:///", "mysql://x", "bot.db"):
        with pytest.raises(ValueError, match="sqlite:///path"):
            await Store.open(wrong)


async def test_error_about_a_wrong_url_hides_the_password() -> None:
    with pytest.raises(ValueError, match="host/db") as error:
        await Store.open("mysql://me:secret@host/db")
    assert "secret" not in str(error.value)


async def test_closed_store_leaves_one_file_and_no_thread(database_url: str, sqlite_path: Path) -> None:
    before = set(threading.enumerate())
    store = await Store.open(database_url)
    writes = [asyncio.ensure_future(create_match(store, number)) for number in range(1, 50)]
    await asyncio.sleep(0)
    await store.close()
    assert len(set(await asyncio.gather(*writes))) == 49
    assert {path.name for path in sqlite_path.parent.iterdir()} == {"bot.db", "bot.db.lock"}
    assert have_threads_ended(set(threading.enumerate()) - before)
    for call in (store.journal.append_events(1, 1, [make_choice_event("a")]), store.journal.load_match(1)):
        with pytest.raises(StoreUnavailable, match="closed"):
            await call


async def test_failed_opening_leaves_no_thread_and_no_lock(database_url: str, sqlite_path: Path) -> None:
    before = set(threading.enumerate())
    sqlite_path.write_bytes(NOT_A_DATABASE)
    for _ in range(2):
        with pytest.raises(DatabaseUnusable, match=r"bot\.db"):
            await Store.open(database_url)
    assert have_threads_ended(set(threading.enumerate()) - before)
    sqlite_path.unlink()
    await (await Store.open(database_url)).close()


async def cancel_at_call(
    coroutine: Coroutine[Any, Any, T], methods: Sequence[str], call_number: int, monkeypatch: pytest.MonkeyPatch
) -> asyncio.Task[T]:
    """Run a coroutine as a task, and cancel the task during the nth call of these connection methods."""
    call_count = 0

    def add_cancellation(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def call_method(*args: Any) -> Any:
            nonlocal call_count
            call_count += 1
            if call_count == call_number:
                task.cancel()
            return await method(*args)

        return call_method

    with monkeypatch.context() as patch:
        for name in methods:
            patch.setattr(aiosqlite.Connection, name, add_cancellation(getattr(aiosqlite.Connection, name)))
        task = asyncio.ensure_future(coroutine)
        await asyncio.wait([task])
    return task


async def test_cancelled_opening_leaves_no_thread_and_no_lock(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(threading.enumerate())
    for call_number in count(1):
        methods = ("__aenter__", "execute", "execute_fetchall", "commit", "close")
        opening = await cancel_at_call(Store.open(database_url), methods, call_number, monkeypatch)
        if not opening.cancelled():
            break
        assert have_threads_ended(set(threading.enumerate()) - before)
    assert call_number > 5
    await opening.result().close()


@pytest.mark.parametrize("call_number", [1, 2, 3])
async def test_cancelled_closing_leaves_no_thread_and_no_lock(
    database_url: str, call_number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(threading.enumerate())
    store = await Store.open(database_url)
    creating = asyncio.create_task(create_match(store))
    await asyncio.sleep(0)
    closing = await cancel_at_call(store.close(), ("commit", "close"), call_number, monkeypatch)
    assert closing.cancelled()
    assert have_threads_ended(set(threading.enumerate()) - before)
    async with await Store.open(database_url) as reopened:
        assert [header.id for header in await reopened.matches.list_live()] == [await creating]


@pytest.mark.parametrize("assignment", [pytest.param("", marks=pytest.mark.gate), "store = "])
def test_unclosed_store_does_not_keep_the_process_alive(database_url: str, assignment: str) -> None:
    program = f"""
import asyncio
from storage import Store
{assignment}asyncio.run(Store.open({database_url!r}))
print("done", flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=TEST_TIMEOUT_S, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


async def test_transactions_queued_during_a_commit_share_a_durable_commit(
    database_url: str, commit_log: list[dict[str, object]]
) -> None:
    async with await Store.open(database_url) as store:
        commit_log.clear()
        await asyncio.gather(*(create_match(store, number) for number in range(1, 65)))
    assert sum(int(str(batch["size"])) for batch in commit_log) == 64
    assert len(commit_log) <= 2
    durable = {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}
    assert all(durable.items() <= batch.items() for batch in commit_log)


async def test_deferrable_write_waits_for_the_next_commit(
    database_url: str, commit_log: list[dict[str, object]]
) -> None:
    async with await Store.open(database_url) as store:
        await create_match(store, 1)
        commit_log.clear()
        deferred = asyncio.create_task(store.cards.mark_shown(1, 0, 2, None))
        for _ in range(3):
            await asyncio.sleep(0)
        await store.player_messages.save_token(InteractionToken(1, 2, 3, "token", 4))
        await deferred
        assert [batch["size"] for batch in commit_log] == [2]
        await store.cards.mark_shown(1, 0, 2, None)
        assert [batch["size"] for batch in commit_log] == [2, 1], "a deferrable write alone is committed too"


async def test_failed_transaction_does_not_affect_others_in_its_batch(database_url: str) -> None:
    invalid = Statement("INSERT INTO seat (match_id, seat, person_id, status, is_live) VALUES (404, 0, 1, 'joined', 1)")
    update = Statement("UPDATE match SET status = :status WHERE id = 1", must_match=True)
    async with await Store.open(database_url) as store:
        await create_match(store)
        good, foreign, typed, huge, missed = await asyncio.gather(
            create_match(store, 2),
            store.database.write(update(status="changed"), invalid()),
            store.database.write(update(status=object())),  # type: ignore[arg-type]
            store.database.write(Statement("UPDATE match SET event_count = :n")(n=1 << 64)),
            store.journal.append_events(404, 0, [make_choice_event("a")]),
            return_exceptions=True,
        )
        assert not isinstance(good, BaseException)
        assert isinstance(foreign, sqlite3.IntegrityError)
        assert isinstance(typed, sqlite3.Error)
        assert isinstance(huge, OverflowError)
        assert type(missed).__name__ == "Conflict"
        assert {header.status for header in await store.matches.list_live()} == {"offered"}
        assert len(await store.matches.list_live()) == 2


async def test_statements_after_a_rollback_by_sqlite_are_not_stored(database_url: str) -> None:
    """SQLite can roll back a transaction on its own, such as on a full disk. `INSERT OR ROLLBACK` simulates that."""
    rolls_back = Statement("INSERT OR ROLLBACK INTO migration (number, name) SELECT number, name FROM migration")
    rename = Statement("UPDATE match SET status = :status WHERE id = 1")
    async with await Store.open(database_url) as store:
        await create_match(store)
        with pytest.raises(sqlite3.IntegrityError):
            await store.database.write(rename(status="before"), rolls_back(), rename(status="after"))
        assert [header.status for header in await store.matches.list_live()] == ["offered"]
        await store.database.write(rename(status="on"))
        assert [header.status for header in await store.matches.list_live()] == ["on"]


async def test_read_snapshot_is_consistent_while_other_reads_are_cancelled(database_url: str) -> None:
    dice = random.Random(402)
    status, change = Statement("SELECT status FROM match"), Statement("UPDATE match SET status = :status")
    # Slow enough for other transactions to write in the meantime.
    count = Statement(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT COUNT(*) FROM n"
    )
    async with await Store.open(database_url) as store:
        await create_match(store)

        async def is_snapshot_consistent() -> bool:
            first, _, second = await store.database.read(status(), count(), status())
            return first == second

        reads = []
        for number in range(40):
            reads += [asyncio.create_task(is_snapshot_consistent()) for _ in range(3)]
            for _ in range(dice.randrange(3)):
                await asyncio.sleep(0)
            dice.choice(reads[-3:]).cancel()
            await store.database.write(change(status=str(number)))
        outcomes = await asyncio.gather(*reads, return_exceptions=True)
        completed = [it for it in outcomes if not isinstance(it, asyncio.CancelledError)]
        assert len(completed) > 60
        assert set(completed) == {True}


async def test_log_size_stays_limited_during_reads(database_url: str, sqlite_path: Path) -> None:
    async with await Store.open(database_url) as store:
        match = await create_match(store)
        for seq in range(1, 600):
            await store.journal.append_events(match, seq, [make_choice_event(str(seq))])
            if seq % 50 == 0:
                await store.journal.load_match(match)
        assert sqlite_path.with_name("bot.db-wal").stat().st_size < 6 << 20


def test_key_columns_come_first_in_tables_without_rowid(empty_sqlite_file: Path) -> None:
    """With another order of columns, SQLite 3.40, the version in Debian, reports intact files as damaged."""
    with closing(sqlite3.connect(empty_sqlite_file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%WITHOUT ROWID%'").fetchall()
        assert tables
        for (table,) in tables:
            is_key_column = [bool(column[5]) for column in connection.execute(f"PRAGMA table_info({table})")]
            assert is_key_column == sorted(is_key_column, reverse=True), table
