"""A loop whose time stands while anything is done, and is at once where the next thing waits when nothing is.

So a day lasts as long as its work takes. What is under way outside the loop, in a database or a thread, is counted:
time does not run past it.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import asyncpg

from bot.host.gauges import Gauges, Timed
from storage.database import Database
from storage.statement import Bound, Row

LOOK: Final = 1.0
"""Real seconds between two looks whether what is under way has come."""

T = TypeVar("T")


class Sand(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        """Seconds since the beginning."""
        self.under_way = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.under_way or timeout is None:
            return super().select(LOOK)
        self.now += timeout
        return []


class Hourglass(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.sand = Sand()
        super().__init__(self.sand)

    def time(self) -> float:
        return self.sand.now

    @contextmanager
    def outside(self) -> Iterator[None]:
        self.sand.under_way += 1
        try:
            yield
        finally:
            self.sand.under_way -= 1

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        self.sand.under_way += 1
        done = super().run_in_executor(executor, func, *args)
        done.add_done_callback(self._came)
        return done

    def _came(self, _: object) -> None:
        self.sand.under_way -= 1


def glass() -> Hourglass:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Hourglass)
    return loop


class Waited(Timed):
    """A database for which time stands still."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, Gauges().commits)
        self.writes = self.reads = 0

    async def write(self, *writes: Bound) -> list[list[Row]]:
        self.writes += 1
        with glass().outside():
            return await super().write(*writes)

    async def read(self, *queries: Bound) -> list[list[Row]]:
        self.reads += 1
        with glass().outside():
            return await self.database.read(*queries)

    async def size(self) -> int:
        with glass().outside():
            return await self.database.size()

    async def close(self) -> None:
        with glass().outside():
            await self.database.close()


class Session(asyncpg.Connection):  # type: ignore[misc]
    """Of turns and bells, beside the pool: time stands still for what is asked there, too."""

    async def execute(self, *asked: Any, **how: Any) -> Any:
        with glass().outside():
            return await super().execute(*asked, **how)

    async def fetch(self, *asked: Any, **how: Any) -> Any:
        with glass().outside():
            return await super().fetch(*asked, **how)

    async def fetchval(self, *asked: Any, **how: Any) -> Any:
        with glass().outside():
            return await super().fetchval(*asked, **how)


def connecting(connect: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """What connects such a session in the place of `asyncpg.connect`."""

    async def connected(*where: Any, **how: Any) -> Any:
        with glass().outside():
            return await connect(*where, connection_class=Session, **how)

    return connected
