"""The base class of all repositories: a database and two ways to ask it."""

from __future__ import annotations

from storage.database import Database, NoRowMatched
from storage.statement import BoundStatement, Row


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
