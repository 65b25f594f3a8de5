"""Connections to SQLite through aiosqlite, and a lock on the database file.

aiosqlite runs the calls on a connection one after the other in a thread of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Final

import aiosqlite

from storage.database import DatabaseInUse, DatabaseUnusable
from storage.statement import Value

# With NORMAL a power cut takes back what was acknowledged; with FULL it does not.
SYNCHRONOUS_MODE: Final = "FULL"
BUSY_TIMEOUT_S: Final = 5.0
LOG_SIZE_LIMIT_BYTES: Final = 64 << 20


@asynccontextmanager
async def open_writer(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    # Transactions are begun explicitly. IMMEDIATE is a safeguard: SQLite may end a transaction itself when the disk is
    # full, and Python begins another for a statement that is already queued, so that it can be rolled back, too.
    async with connect(path, isolation_level="IMMEDIATE") as writer:
        ((mode,),) = await writer.execute_fetchall("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise DatabaseUnusable(
                f"the file system cannot hold a write-ahead log (it gave {mode!r}): use a local disk"
            )
        await writer.execute(f"PRAGMA synchronous = {SYNCHRONOUS_MODE}")
        await writer.execute("PRAGMA foreign_keys = ON")
        # A backup may make the log long; it need not stay so.
        await writer.execute(f"PRAGMA journal_size_limit = {LOG_SIZE_LIMIT_BYTES}")
        writer.row_factory = aiosqlite.Row
        yield writer


def open_reader(path: Path) -> aiosqlite.Connection:
    return connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def connect(database: str | Path, **settings: Any) -> aiosqlite.Connection:
    """Make a connection that does not keep the process alive if nobody closes it.

    aiosqlite has no option for that. Its thread inherits `daemon` from the thread in which the connection is made.
    """
    connections: list[aiosqlite.Connection] = []
    thread = Thread(
        target=lambda: connections.append(aiosqlite.connect(database, timeout=BUSY_TIMEOUT_S, **settings)), daemon=True
    )
    thread.start()
    thread.join()
    return connections[0]


async def run_together(
    connection: aiosqlite.Connection, statements: Sequence[tuple[str, Sequence[Value]]]
) -> list[list[Any] | BaseException]:
    """Run statements one after the other with nothing between them, and return the rows or the error of each.

    The tasks of one `gather` start in a row, and each queues its statement as it starts. All rows are fetched at once:
    an open cursor would let the log grow.
    """
    calls = (connection.execute_fetchall(sql, values) for sql, values in statements)
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [rows if isinstance(rows, BaseException) else [*rows] for rows in results]


async def find_damage(connection: aiosqlite.Connection, check: str) -> list[str]:
    results = [str(line) for (line,) in await connection.execute_fetchall(f"PRAGMA {check}")]
    return [] if results == ["ok"] else results


class FileLock:
    """A lock on a database file. The kernel releases it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Lock a file next to the database. Raises `DatabaseInUse` if another process holds it.

        Locking the database itself would interfere with SQLite's locks. The file is never removed: that could remove
        the lock of the next process.
        """
        lock_path = path.with_name(path.name + ".lock")
        self._file = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        match_folder_owner(lock_path)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise DatabaseInUse(f"another bot is running on {path}") from None

    def release(self) -> None:
        os.close(self._file)


def match_folder_owner(path: Path) -> None:
    """Give a file that root has made to the owner of its folder, who must be able to open it."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
