"""A life that ends at any deed: before it, or after it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from storage import Database
from storage.statement import Bound, Row


class Killed(asyncio.CancelledError):
    """Nobody catches it, as nobody catches a kill."""


@dataclass
class Life:
    """So many deeds are done, and no more: to be killed before one is to be killed after the last."""

    left: int

    @property
    def over(self) -> bool:
        return self.left <= 0

    async def does(self, deed: Callable[[], Awaitable[Any]]) -> Any:
        if self.over:
            raise Killed
        self.left -= 1
        came = await deed()
        if self.over:
            raise Killed
        return came


class Mortal:
    """A database that is written to by a process which dies."""

    def __init__(self, database: Database, life: Life) -> None:
        self.database = database
        self.life = life

    async def write(self, *writes: Bound) -> list[list[Row]]:
        return list(await self.life.does(lambda: self.database.write(*writes)))

    async def read(self, *queries: Bound) -> list[list[Row]]:
        if self.life.over:
            raise Killed
        return await self.database.read(*queries)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)
