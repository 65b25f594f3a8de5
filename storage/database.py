"""The database interface, the errors that it raises, and the base class of the repositories that use it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from storage.statement import BoundStatement, Row, Statement


class Database(Protocol):
    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        """Run the statements in one transaction, and return the rows of each.

        When this method returns, the transaction is on disk. The columns that a statement returns are available to
        later statements as parameters of the same names. Canceling the caller does not interrupt the transaction.
        """
        ...

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        """Return the rows of each query, all read from the same snapshot."""
        ...

    def hold_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a named lock across all processes that share the database. The lock is released if its holder dies."""
        ...

    async def listen(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        """Until canceled, call `on_change` with a match's ID whenever another process stores an event of that match.

        `on_listening` is called with False when the connection is lost and with True when it is restored. Events stored
        while the connection is lost are not reported.
        """
        ...

    async def read_database_time(self) -> int | None:
        """Return the time of the database server in milliseconds, or None if there is no server."""
        ...

    async def measure_size(self) -> int:
        """Return the size of the database in bytes."""
        ...

    async def find_file_damage(self) -> list[str]:
        """Return a message for each fault in the database files.

        A file that cannot be read and a schema that is not the bot's count as faults.
        """
        ...

    async def back_up(self, folder: Path, stamp: str, keep: int) -> Path:
        """Write a backup while the bot keeps working, and return its path."""
        ...

    async def close(self) -> None:
        """Finish all pending writes, then close the database."""
        ...


class Repository:
    """Base class of the repositories. A repository holds the queries about one subject."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def fetch_rows(self, query: BoundStatement) -> list[Row]:
        (rows,) = await self.database.read(query)
        return rows

    async def fetch_row(self, query: BoundStatement) -> Row | None:
        """Return the first row of a query, or None if it has no rows."""
        return next(iter(await self.fetch_rows(query)), None)

    async def try_write(self, *writes: BoundStatement) -> bool:
        """Run a transaction and return True.

        If a statement that must match a row matches none, store nothing and return False.
        """
        try:
            await self.database.write(*writes)
        except NoRowMatched:
            return False
        return True


class NoRowMatched(Exception):
    """A statement that must match a row matched none. Its whole transaction was rolled back."""

    def __init__(self, statement: Statement) -> None:
        super().__init__(statement)
        self.statement = statement


class Conflict(Exception):
    """Another process wrote first, and nothing was stored. Reload and try again."""


class StoreUnavailable(Exception):
    """The database failed: for example, the disk is full, the connection is lost, or the database is closed.

    If the connection was lost, the transaction may have been stored after all. To find out, look up the interaction
    that caused the transaction.
    """


class AccessDenied(StoreUnavailable):
    """The database refuses this user or this client. Trying again does not help."""


class ClockDoubted(Exception):
    """This process's clock differs too much from the last heartbeat or the server's clock. Nothing was stored."""


class TableMissing(StoreUnavailable):
    """A table is missing, so this is not the bot's database."""


class DatabaseInUse(Exception):
    """Another bot is using this database."""


class DatabaseUnusable(Exception):
    """The database is damaged, or belongs to another version of the bot."""
