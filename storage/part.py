"""What the parts of the store share: a database, and nothing else."""

from __future__ import annotations

from storage.database import Database


class Part:
    def __init__(self, database: Database) -> None:
        self.database = database
