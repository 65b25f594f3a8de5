"""An event loop with simulated time, which stands still while the loop has work and then jumps to the next timer.

A simulated day therefore takes only as long as its work. Time also stands still during work outside the loop, in a
database or a thread.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import asyncpg

from bot.ops.metrics import Metrics, TimedDatabase
from storage.database import Database
from storage.statement import BoundStatement, Row

POLL_INTERVAL_S: Final = 1.0
"""The maximum time between two checks of whether work outside the loop has ended, in real seconds."""

T = TypeVar("T")


class SimulatedSelector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self.outside_work = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self.outside_work or timeout is None:
            return super().select(POLL_INTERVAL_S)
        self.now_s += timeout
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = SimulatedSelector()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now_s

    @contextmanager
    def stop_time(self) -> Iterator[None]:
        """Stop the simulated time while the block waits for work outside the loop."""
        self.selector.outside_work += 1
        try:
            yield
        finally:
            self.selector.outside_work -= 1

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        self.selector.outside_work += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._end_outside_work)
        return future

    def _end_outside_work(self, _: object) -> None:
        self.selector.outside_work -= 1


def get_simulated_loop() -> SimulatedLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    return loop


class TimeFreeDatabase(TimedDatabase):
    """A database whose calls take no simulated time."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, Metrics().commit_seconds)
        self.write_count = 0

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        self.write_count += 1
        with get_simulated_loop().stop_time():
            return await super().write(*writes)

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        with get_simulated_loop().stop_time():
            return await self.database.read(*queries)

    async def measure_size(self) -> int:
        with get_simulated_loop().stop_time():
            return await self.database.measure_size()

    async def close(self) -> None:
        with get_simulated_loop().stop_time():
            await self.database.close()


class TimeFreeConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection whose calls take no simulated time. It is used for locks and notifications, outside the pool."""

    async def execute(self, *args: Any, **options: Any) -> Any:
        with get_simulated_loop().stop_time():
            return await super().execute(*args, **options)

    async def fetch(self, *args: Any, **options: Any) -> Any:
        with get_simulated_loop().stop_time():
            return await super().fetch(*args, **options)

    async def fetchval(self, *args: Any, **options: Any) -> Any:
        with get_simulated_loop().stop_time():
            return await super().fetchval(*args, **options)


def stop_time_in(connect: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return a replacement for `asyncpg.connect`. Its connections take no simulated time."""

    async def connect_without_time(*args: Any, **options: Any) -> Any:
        with get_simulated_loop().stop_time():
            return await connect(*args, connection_class=TimeFreeConnection, **options)

    return connect_without_time
