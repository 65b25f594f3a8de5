"""SQLite: one writer, one reader, and one hop to the thread for all that queued while the last commit ran.

One file, because writer, reader and thread end together, whatever ends one of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from storage.backup import backup
from storage.connection import Connection
from storage.database import Damaged, Missed, Missing, Unstored
from storage.lock import Lock, left
from storage.statement import Bound, Row, Value
from storage.turns import Turns

Answer: TypeAlias = list[list[Row]]
Asked: TypeAlias = tuple[Sequence[Bound], asyncio.Future[Answer]]

# With NORMAL a power cut takes back what was acknowledged; with FULL it does not.
SYNCHRONOUS: Final = "FULL"
# STRICT tables are of 3.37.
OLDEST: Final = (3, 37)
LINGERS: Final = 8
"""Rounds of the loop for which what nobody waits for waits for company."""
# Full disks, failing ones, damaged files. What derives from the second is the fault of one transaction.
_DISK: Final = {sqlite3.OperationalError, sqlite3.DatabaseError}
_PASSING: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
}
# SQLite has one code for these and for all that is wrong with a statement.
_MISSING: Final = ("no such table", "no such column")


class Sqlite:
    def __init__(self, path: Path, reader: Connection, writer: Connection | None, lock: Lock | None) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer
        self._lock = lock
        self._turns = Turns()
        self._queued: list[Asked] = []
        self._hurried = False
        """Somebody waits for one of them."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Sqlite:
        if sqlite3.sqlite_version_info < OLDEST:
            raise Damaged(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 is needed")
        # Asked first: SQLite would only say that it cannot open it, and a lock would lie beside the folder.
        if path.is_dir():
            raise Damaged(f"{path} is a folder")
        lock = Lock(path)
        writer = None
        try:
            # A clean end folds the log into the file and removes it.
            unclean = path.with_name(path.name + "-wal").exists()
            if not path.exists():
                path.touch(0o600)
                left(path.resolve())
            writer = await Connection.open(partial(sqlite3.connect, path, isolation_level=None))
            await writer.ask(prepared)
            if unclean and (wrong := await writer.ask(partial(complaints, check="quick_check"))):
                raise Damaged(f"{path}: {'; '.join(wrong)}")
            return cls(path, await _reading(path), writer, lock)
        except BaseException as failed:
            if writer:
                await writer.close()
            lock.release()
            if isinstance(failed, sqlite3.Error):
                # No room, a disk that fails, a backup that reads: the file may be as it was written.
                passing = getattr(failed, "sqlite_errorcode", 0) & 0xFF in _PASSING
                raise (Unstored if passing else Damaged)(f"{path}: {failed}") from failed
            raise

    @classmethod
    async def look(cls, path: Path) -> Sqlite:
        if not path.is_file():
            raise Damaged(f"{path}: there is no such file")
        return cls(path, await _reading(path), None, None)

    async def write(self, *writes: Bound) -> Answer:
        if self._closed or self._writer is None:
            raise Unstored("the database is closed" if self._closed else "the database is only being looked at")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        self._queued.append((writes, answer))
        self._hurried |= not any(bound.statement.unhurried for bound in writes)
        if self._idle.is_set():
            self._idle.clear()
            # Not at once: others who were woken together with this caller will want to come along.
            loop.call_soon(self._gathered, loop, LINGERS)
        return await answer

    def _gathered(self, loop: asyncio.AbstractEventLoop, lingers: int) -> None:
        """Where all have much to do that is long, and no time at all where nobody has."""
        if self._hurried or not lingers:
            self._send(loop)
        else:
            loop.call_soon(self._gathered, loop, lingers - 1)

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        """No caller waits for the thread itself: whoever is cancelled interrupts nobody's transaction."""
        assert self._writer
        batch, self._queued, self._hurried = self._queued, [], False

        def hop(connection: sqlite3.Connection) -> None:
            try:
                outcomes = self.committed(connection, [writes for writes, _ in batch])
            except Exception as failed:
                outcomes = [_unstored(failed) for _ in batch]
            # Where the loop has ended meanwhile nobody waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._answer, loop, batch, outcomes)

        self._writer.put(hop)

    def _answer(
        self, loop: asyncio.AbstractEventLoop, batch: Sequence[Asked], outcomes: Sequence[Answer | Exception]
    ) -> None:
        for (_, answer), outcome in zip(batch, outcomes, strict=True):
            if answer.done():
                continue
            if isinstance(outcome, Exception):
                answer.set_exception(outcome)
            else:
                answer.set_result(outcome)
        if self._queued:
            self._gathered(loop, LINGERS)
        else:
            self._idle.set()

    @staticmethod
    def committed(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> list[Answer | Exception]:
        """What became of each transaction. Nobody is told anything, not even a no, before all of it is on disk: a no
        may rest on what the same batch wrote.
        """
        try:
            return _in_one(connection, batch, _written)
        except Exception as wrong:
            if len(batch) == 1 or type(wrong) in _DISK:
                raise
        # Hardly ever is one of them refused; then it is found out which.
        return _in_one(connection, batch, _alone)

    async def read(self, *queries: Bound) -> Answer:
        if self._closed:
            raise Unstored("the database is closed")
        try:
            return await self._reader.ask(partial(_seen, queries=queries))
        except sqlite3.DatabaseError as failed:
            # What Python itself objects to has no code.
            code = getattr(failed, "sqlite_errorcode", None)
            if code == sqlite3.SQLITE_NOTADB or str(failed).startswith(_MISSING):
                raise Missing(f"the database could not: {failed}") from failed
            raise _unstored(failed) from failed
        except sqlite3.Error as failed:
            raise _unstored(failed) from failed

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        """The file is ours alone."""
        return self._turns.turn(name)

    async def listen(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:  # noqa: ARG002 - PostgreSQL rings
        """The file is ours alone; whoever looks at it beside us rings no bell."""
        await asyncio.Event().wait()

    async def time(self) -> int | None:
        return None

    async def size(self) -> int:
        """With what was written last and is not in the file yet."""
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return sum(path.stat().st_size for path in files if path.exists())

    async def check(self) -> list[str]:
        # By a reader of its own: all others would wait for the whole file to be read.
        try:
            reader = await _reading(self._path)
        except (Damaged, sqlite3.DatabaseError) as failed:
            return [str(failed)]
        try:
            return await reader.ask(partial(complaints, check="integrity_check"))
        except sqlite3.DatabaseError as failed:
            return [f"{self._path}: {failed}"]
        finally:
            await reader.close()

    async def resume(self) -> None:
        """It gives the number after the highest, whoever gave that."""

    async def backup(self, folder: Path, stamp: str, keep: int) -> Path:
        return await asyncio.to_thread(backup, self._path, folder, stamp, keep)

    async def close(self) -> None:
        self._closed = True
        try:
            await self._idle.wait()
        finally:
            try:
                await self._reader.close()
            finally:
                try:
                    # Last, so that it folds the log into the file.
                    if self._writer:
                        await self._writer.close()
                finally:
                    if self._lock:
                        self._lock.release()


async def _reading(path: Path) -> Connection:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    try:
        reader = await Connection.open(partial(sqlite3.connect, uri, uri=True, isolation_level=None))
    except sqlite3.OperationalError as failed:
        raise Damaged(f"{path}: {failed}") from failed
    try:
        await reader.ask(_opened)
    except BaseException:
        await reader.close()
        raise
    return reader


def _opened(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA busy_timeout = 5000")


def prepared(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA busy_timeout = 5000")
    ((mode,),) = connection.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise Damaged(f"the file system cannot hold a write-ahead log (it gave {mode!r}): use a local disk")
    connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    connection.execute("PRAGMA foreign_keys = ON")
    # A backup may make the log long; it need not stay so.
    connection.execute("PRAGMA journal_size_limit = 67108864")


def _in_one(
    connection: sqlite3.Connection,
    batch: Sequence[Sequence[Bound]],
    write: Callable[[sqlite3.Connection, Sequence[Bound]], Answer | Exception],
) -> list[Answer | Exception]:
    # Deferred, it would be refused at once where it turns from reading to writing.
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [write(connection, writes) for writes in batch]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def _alone(connection: sqlite3.Connection, writes: Sequence[Bound]) -> Answer | Exception:
    """One transaction among those of its batch: its own faults are its own, those of the disk are everybody's."""
    connection.execute("SAVEPOINT alone")
    try:
        outcome: Answer | Exception = _written(connection, writes)
    except Exception as wrong:
        if type(wrong) in _DISK:
            raise
        connection.execute("ROLLBACK TO alone")
        outcome = wrong
    connection.execute("RELEASE alone")
    return outcome


def _written(connection: sqlite3.Connection, writes: Sequence[Bound]) -> Answer:
    known: dict[str, Value] = {}
    answers = []
    for bound in writes:
        cursor = connection.execute(bound.statement.sqlite, bound.placed(known))
        rows = cursor.fetchall()
        if bound.statement.must and not rows and cursor.rowcount < 1:
            raise Missed(bound.statement)
        if rows:
            known |= zip((column[0] for column in cursor.description), rows[0], strict=True)
        answers.append(rows)
    return answers


def _seen(connection: sqlite3.Connection, queries: Sequence[Bound]) -> Answer:
    # Everything is fetched at once: an open cursor would let the log grow.
    if len(queries) == 1:
        return [connection.execute(queries[0].statement.sqlite, queries[0].placed({})).fetchall()]
    connection.execute("BEGIN")
    try:
        return [connection.execute(bound.statement.sqlite, bound.placed({})).fetchall() for bound in queries]
    finally:
        connection.execute("ROLLBACK")


def complaints(connection: sqlite3.Connection, check: str) -> list[str]:
    found = [str(line) for (line,) in connection.execute(f"PRAGMA {check}").fetchall()]
    return [] if found == ["ok"] else found


def _unstored(failed: Exception) -> Exception:
    if type(failed) not in _DISK:
        return failed
    if getattr(failed, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
        told: Exception = Damaged(f"the database is damaged, duel restore brings a backup back: {failed}")
    else:
        told = Unstored(f"the database could not: {failed}")
    told.__cause__ = failed
    return told
