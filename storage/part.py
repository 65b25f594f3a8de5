"""What the parts of the store share: a database, and the two ways in which it is asked most often."""

from __future__ import annotations

from storage.database import Database, Missed
from storage.statement import Bound, Row


class Part:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def rows(self, query: Bound) -> list[Row]:
        (rows,) = await self.database.read(query)
        return rows

    async def wrote(self, *writes: Bound) -> bool:
        """All of it, or nothing where one of them had to touch a row and touched none."""
        try:
            await self.database.write(*writes)
        except Missed:
            return False
        return True
