"""Connections to SQLite through aiosqlite, and a lock on the database file.

aiosqlite gives each connection a thread that runs its calls one after the other.
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

# With NORMAL, a power failure can undo commits that have been acknowledged. With FULL, it cannot.
SYNCHRONOUS_MODE: Final = "FULL"
BUSY_TIMEOUT_S: Final = 5.0
LOG_SIZE_LIMIT_BYTES: Final = 64 << 20


@asynccontextmanager
async def open_writer(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    # Transactions are begun explicitly. IMMEDIATE is a safeguard for a full disk, when SQLite may end a transaction by
    # itself. Python then begins a new transaction for the next queued statement, so that it can also be rolled back.
    async with connect(path, isolation_level="IMMEDIATE") as writer:
        ((mode,),) = await writer.execute_fetchall("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise DatabaseUnusable(
                f"the file system does not support write-ahead logging (journal mode {mode!r}); use a local disk"
            )
        await writer.execute(f"PRAGMA synchronous = {SYNCHRONOUS_MODE}")
        await writer.execute("PRAGMA foreign_keys = ON")
        # A backup can make the log grow. This limit makes SQLite truncate it afterwards.
        await writer.execute(f"PRAGMA journal_size_limit = {LOG_SIZE_LIMIT_BYTES}")
        writer.row_factory = aiosqlite.Row
        yield writer


def open_reader(path: Path) -> aiosqlite.Connection:
    return connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def connect(database: str | Path, **settings: Any) -> aiosqlite.Connection:
    """Create a connection that does not keep the process alive if it is never closed.

    aiosqlite has no option for this. However, its thread inherits `daemon` from the thread that creates the connection.
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
    """Run statements in order, with no others in between, and return the rows or the error of each.

    The tasks of one `gather` start in order, and each queues its statement as it starts. Each fetches
    all its rows, because an open cursor would keep SQLite from truncating the write-ahead log.
    """
    calls = (connection.execute_fetchall(sql, values) for sql, values in statements)
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [rows if isinstance(rows, BaseException) else [*rows] for rows in results]


async def find_damage(connection: aiosqlite.Connection, check: str) -> list[str]:
    results = [str(line) for (line,) in await connection.execute_fetchall(f"PRAGMA {check}")]
    return [] if results == ["ok"] else results


class FileLock:
    """A lock on a database file. The kernel releases the lock when the process ends, even if it crashes."""

    def __init__(self, path: Path) -> None:
        """Lock a file next to the database.

        Raises `DatabaseInUse` if another process holds the lock, and `DatabaseUnusable` if the folder does not exist.

        Locking the database file itself would interfere with SQLite's locks. The lock file is never removed, because
        another process may already have locked it.
        """
        lock_path = path.with_name(path.name + ".lock")
        try:
            self._file = os.open(lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            raise DatabaseUnusable(f"{path}: the folder does not exist") from None
        match_folder_owner(lock_path)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise DatabaseInUse(f"another bot is using {path}; stop it first") from None

    def release(self) -> None:
        os.close(self._file)


def match_folder_owner(path: Path) -> None:
    """If this process runs as root, give a file to the owner of its folder. That user must be able to open the file."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
