"""SQLite through aiosqlite, with one connection for writing and one for reading. Queued writes share one commit.

aiosqlite gives each connection a thread that runs its calls one after the other. Each awaited call costs a switch to
that thread and back, so statements that do not depend on each other's results are queued together (`run_together`).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias

import aiosqlite

from storage.backup import back_up_sqlite
from storage.database import DatabaseUnusable, NoRowMatched, StoreUnavailable, TableMissing
from storage.locks import LocalLocks
from storage.schema_check import find_schema_changes
from storage.sqlite_connection import FileLock, find_damage, match_folder_owner, open_reader, open_writer, run_together
from storage.statement import BoundStatement, Row, Value

Answer: TypeAlias = list[list[Row]]
QueuedWrite: TypeAlias = tuple[Sequence[BoundStatement], asyncio.Future[Answer]]

# The version that introduced STRICT tables.
OLDEST_SQLITE: Final = (3, 37)
DEFERRABLE_LOOP_TURNS: Final = 8
"""How many event loop iterations a deferrable write waits for other writes to share its commit."""
# The types of disk and file errors. Errors of their subclasses concern a single transaction.
_DISK_ERRORS: Final = {sqlite3.OperationalError, sqlite3.DatabaseError}
_TRANSIENT_CODES: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
}
DAMAGE_ADVICE: Final = "the database is damaged; use duel restore to restore a backup"
# Recognized by message, because SQLite uses the same error code for all errors in a statement.
_MISSING_MESSAGES: Final = ("no such table", "no such column")


class Sqlite:
    def __init__(
        self, path: Path, reader: aiosqlite.Connection, writer: aiosqlite.Connection | None, opened: AsyncExitStack
    ) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer
        self._opened = opened
        """Closes the connections and releases the file lock."""
        self._locks = LocalLocks()
        self._queue: list[QueuedWrite] = []
        self._is_urgent = False
        """Whether a queued transaction is not deferrable, so that the queue must be committed at once."""
        self._committing: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Sqlite:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise DatabaseUnusable(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 is needed")
        # Without this check, SQLite would only say that it cannot open the path, and a lock file would be left behind.
        if path.is_dir():
            raise DatabaseUnusable(f"{path} is a folder")
        try:
            async with AsyncExitStack() as opened:
                opened.callback(FileLock(path).release)
                # A clean shutdown merges the log into the database file and removes the log.
                was_killed = path.with_name(path.name + "-wal").exists()
                if not path.exists():
                    path.touch(0o600)
                    match_folder_owner(path.resolve())
                writer = await opened.enter_async_context(open_writer(path))
                if was_killed and (faults := await find_damage(writer, "quick_check")):
                    raise DatabaseUnusable(f"{path}: {DAMAGE_ADVICE}: {'; '.join(faults)}")
                # The reader is opened last and so closes first. Then the writer, closing last, merges the log.
                reader = await opened.enter_async_context(open_reader(path))
                return cls(path, reader, writer, opened.pop_all())
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            advice = f"{DAMAGE_ADVICE}: " if code == sqlite3.SQLITE_CORRUPT else ""
            # If the disk is full or failing, or a backup is in progress, the file itself may be intact.
            raised = StoreUnavailable if code in _TRANSIENT_CODES else DatabaseUnusable
            raise raised(f"{path}: {advice}{error}") from error

    @classmethod
    async def open_read_only(cls, path: Path) -> Sqlite:
        if not path.is_file():
            raise DatabaseUnusable(f"{path}: file not found; the bot creates it when it first starts")
        try:
            async with AsyncExitStack() as opened:
                reader = await opened.enter_async_context(open_reader(path))
                return cls(path, reader, None, opened.pop_all())
        except sqlite3.OperationalError as error:
            raise DatabaseUnusable(f"{path}: {error}") from error

    async def write(self, *writes: BoundStatement) -> Answer:
        if self._closed or self._writer is None:
            raise StoreUnavailable(
                "the database is closed" if self._closed else "the database is open for reading only"
            )
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._queue.append((writes, answer))
        self._is_urgent |= not any(bound.statement.is_deferrable for bound in writes)
        if self._committing is None:
            # Runs in a separate task, so that canceling one caller does not interrupt anyone's transaction.
            self._committing = asyncio.create_task(self._commit_queue(self._writer))
        return await answer

    async def _commit_queue(self, writer: aiosqlite.Connection) -> None:
        try:
            while self._queue:
                for _ in range(DEFERRABLE_LOOP_TURNS):
                    if self._is_urgent:
                        break
                    await asyncio.sleep(0)
                batch, self._queue, self._is_urgent = self._queue, [], False
                try:
                    outcomes = await self.commit_batch(writer, [writes for writes, _ in batch])
                except Exception as error:
                    outcomes = [_translate_error(error) for _ in batch]
                for (_, answer), outcome in zip(batch, outcomes, strict=True):
                    if answer.done():
                        continue
                    if isinstance(outcome, Exception):
                        answer.set_exception(outcome)
                    else:
                        answer.set_result(outcome)
        finally:
            self._committing = None

    @staticmethod
    async def commit_batch(
        writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]
    ) -> list[Answer | Exception]:
        """Commit several transactions at once, and return the rows or the error of each.

        No caller gets an answer before the whole batch is on disk. This includes errors, because an error can depend on
        what another transaction in the batch wrote.
        """
        try:
            async with _transaction(writer):
                return [*await _run_batch(writer, batch)]
        except Exception as error:
            if len(batch) == 1 or type(error) in _DISK_ERRORS:
                raise
        # A transaction failed, which is rare. Write all of them again, one by one, to find out which one failed.
        async with _transaction(writer):
            return [await _write_alone(writer, writes) for writes in batch]

    async def read(self, *queries: BoundStatement) -> Answer:
        if self._closed:
            raise StoreUnavailable("the database is closed")
        statements = [(bound.statement.sqlite, bound.positional_values({})) for bound in queries]
        try:
            return await _read(self._reader, statements)
        except sqlite3.DatabaseError as error:
            # Errors raised by Python itself have no error code.
            code = getattr(error, "sqlite_errorcode", None)
            if code == sqlite3.SQLITE_NOTADB or str(error).startswith(_MISSING_MESSAGES):
                raise TableMissing(f"the database rejected a query: {error}") from error
            raise _translate_error(error) from error
        except sqlite3.Error as error:
            raise _translate_error(error) from error

    def hold_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock within this process. This is enough, because no other process opens the file."""
        return self._locks.hold_lock(name)

    async def listen(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:  # noqa: ARG002 - only PostgreSQL notifies
        """Wait until canceled. There is nothing to report, because no other process stores events in the file."""
        await asyncio.Event().wait()

    async def read_database_time(self) -> int | None:
        return None

    async def measure_size(self) -> int:
        """Return the total size of the database file and its write-ahead log in bytes."""
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return sum(path.stat().st_size for path in files if path.exists())

    async def find_file_damage(self) -> list[str]:
        try:
            # Uses a separate connection, since reading the whole file takes a long time.
            async with open_reader(self._path) as reader:
                return await find_damage(reader, "integrity_check") or await find_schema_changes(reader)
        except sqlite3.DatabaseError as error:
            return [f"{self._path}: {error}"]

    async def restart_sequences(self) -> None:
        """Do nothing, since SQLite always continues after the highest stored ID."""

    async def back_up(self, folder: Path, stamp: str, keep: int) -> Path:
        return await back_up_sqlite(self._path, folder, stamp, keep)

    async def close(self) -> None:
        self._closed = True
        closing = asyncio.create_task(self._close())
        try:
            await asyncio.shield(closing)
        finally:
            # Even if the caller is canceled, the file lock must be released when this method returns.
            await asyncio.wait([closing])

    async def _close(self) -> None:
        try:
            if self._committing:
                await asyncio.wait([self._committing])
        finally:
            await self._opened.aclose()


async def _read(reader: aiosqlite.Connection, queries: Sequence[tuple[str, Sequence[Value]]]) -> Answer:
    """Return the rows of each query, all read from the same snapshot."""
    if len(queries) == 1:
        rows: list[Any] = [*await reader.execute_fetchall(*queries[0])]
        return [rows]
    _, *answers, _ = _raise_first(await run_together(reader, [("BEGIN", []), *queries, ("ROLLBACK", [])]))
    return answers


def _raise_first(outcomes: Sequence[list[Any] | BaseException]) -> Answer:
    answers = []
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
        answers.append(outcome)
    return answers


@asynccontextmanager
async def _transaction(writer: aiosqlite.Connection) -> AsyncIterator[None]:
    try:
        # A deferred transaction that reads first would fail at once if it began to write during another write.
        await writer.execute("BEGIN IMMEDIATE")
        yield
        await writer.commit()
    except BaseException:
        await writer.rollback()
        raise


async def _run_batch(writer: aiosqlite.Connection, batch: Sequence[Sequence[BoundStatement]]) -> list[Answer]:
    """Run the statements of several transactions in order.

    Raises `NoRowMatched` if a statement must match a row and matches none.
    """
    answers: list[Answer] = [[] for _ in batch]
    returned: list[dict[str, Value]] = [{} for _ in batch]
    pending: list[tuple[int, BoundStatement]] = []

    async def run_pending() -> None:
        statements = [(bound.statement.sqlite, bound.positional_values(returned[number])) for number, bound in pending]
        for (number, bound), rows in zip(pending, await run_together(writer, statements), strict=True):
            # Report only the first error, because it may have caused the later ones.
            if isinstance(rows, BaseException):
                raise rows
            if bound.statement.must_match and not rows:
                raise NoRowMatched(bound.statement)
            if rows:
                returned[number] |= dict(rows[0])
            answers[number].append([tuple(row) for row in rows])
        pending.clear()

    for number, writes in enumerate(batch):
        for bound in writes:
            if not bound.is_complete(returned[number]):
                await run_pending()
            pending.append((number, bound))
    await run_pending()
    return answers


async def _write_alone(writer: aiosqlite.Connection, writes: Sequence[BoundStatement]) -> Answer | Exception:
    """Run one transaction of a batch that failed, and return its rows or its error. Raise disk errors instead."""
    await writer.execute("SAVEPOINT alone")
    outcome: Answer | Exception
    try:
        (outcome,) = await _run_batch(writer, [writes])
    except Exception as error:
        if type(error) in _DISK_ERRORS:
            raise
        await writer.execute("ROLLBACK TO alone")
        outcome = error
    await writer.execute("RELEASE alone")
    return outcome


def _translate_error(error: Exception) -> Exception:
    """Convert a disk or file error to the store's own error type. Return any other error unchanged."""
    if type(error) not in _DISK_ERRORS:
        return error
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        translated: Exception = DatabaseUnusable(f"{DAMAGE_ADVICE}: {error}")
    else:
        translated = StoreUnavailable(f"the database operation failed: {error}")
    translated.__cause__ = error
    return translated
