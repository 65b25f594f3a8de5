"""The interface of a database, the errors that it raises, and the base class of the repositories that use it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from storage.statement import BoundStatement, Row, Statement


class Database(Protocol):
    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        """Run a transaction: all of it is on disk when this returns, or none of it ever will be.

        The columns that a statement returns are parameters of the ones after it, by name. Cancelling the caller does
        not interrupt the transaction.
        """
        ...

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        """Return the rows of each query, all from one snapshot."""
        ...

    def hold_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock across all processes that share the database. It is released if the process dies."""
        ...

    async def listen(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        """Report, until cancelled, each match in which another process stores an event.

        `on_listening` gets False when the connection is lost and True when it is back. Changes in between were missed.
        """
        ...

    async def read_server_time(self) -> int | None:
        """Return the time of the database server in milliseconds, or None if there is no server."""
        ...

    async def measure_size(self) -> int:
        """Return the size in bytes."""
        ...

    async def find_file_damage(self) -> list[str]:
        """Return a message for each fault in the files. A file that cannot be read is a fault, too."""
        ...

    async def back_up(self, folder: Path, stamp: str, keep: int) -> Path:
        """Write a backup while the bot keeps working, and return its path."""
        ...

    async def close(self) -> None:
        """Close the database after everything that was requested before is done."""
        ...


class Repository:
    """Base class of the repositories: the queries for one subject, run on one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def fetch_rows(self, query: BoundStatement) -> list[Row]:
        (rows,) = await self.database.read(query)
        return rows

    async def try_write(self, *writes: BoundStatement) -> bool:
        """Run a transaction. Return False, with nothing stored, if a statement that must match a row matches none."""
        try:
            await self.database.write(*writes)
        except NoRowMatched:
            return False
        return True


class NoRowMatched(Exception):
    """A statement that must match a row matched none. Nothing of its transaction was stored."""

    def __init__(self, statement: Statement) -> None:
        super().__init__(statement)
        self.statement = statement


class Conflict(Exception):
    """Another process wrote first, and nothing was stored. Reload and try again."""


class StoreUnavailable(Exception):
    """The database failed: no space, no connection, closed.

    If the connection was lost, the transaction may have been stored after all. Look for the id of its interaction to
    find out.
    """


class AccessDenied(StoreUnavailable):
    """The database refuses this user or this client. Trying again does not help."""


class ClockDoubted(Exception):
    """The clock is far from the last known time or from that of the database server. Nothing was stored."""


class TableMissing(StoreUnavailable):
    """A table is missing, so this is not the bot's database."""


class DatabaseInUse(Exception):
    """Another bot is using this database."""


class DatabaseUnusable(Exception):
    """The database is damaged, or belongs to another version of the bot."""
