"""A SQLite connection, and the one thread that touches it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from storage.database import Unstored

T = TypeVar("T")


class Connection:
    """Its own thread opens, uses and closes it. What is put to it is done in turn and whole, whoever has stopped
    waiting for it.

    Not an executor of one thread: what that does around each call is a tenth of a small commit.
    """

    def __init__(self) -> None:
        self._queue: SimpleQueue[Callable[[sqlite3.Connection], object] | None] = SimpleQueue()
        self._ending = False

    @classmethod
    async def open(cls, connect: Callable[[], sqlite3.Connection]) -> Connection:
        made = cls()
        opened: asyncio.Future[sqlite3.Connection] = asyncio.get_running_loop().create_future()
        # A connection that nobody closes keeps no process alive: what is lost then is what a kill would take.
        Thread(target=made._serve, args=(connect, opened), name="sqlite", daemon=True).start()
        try:
            await opened
        except BaseException:
            made._end()
            raise
        return made

    def put(self, function: Callable[[sqlite3.Connection], object]) -> None:
        """Nobody waits for it, so nobody can cancel it; and nobody would hear what it raises."""
        if self._ending:
            raise Unstored("the database is closed")
        self._queue.put(function)

    async def ask(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Whoever is cancelled before its turn has not asked."""
        return await self._asked(function)

    async def close(self) -> None:
        """When all that was put before is done; also if nobody waits for that any longer."""
        closed = self._asked(sqlite3.Connection.close)
        self._end()
        await asyncio.shield(closed)

    def _asked(self, function: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.put(lambda connection: _told(answer, partial(function, connection)))
        return answer

    def _end(self) -> None:
        self._ending = True
        self._queue.put(None)

    def _serve(self, connect: Callable[[], sqlite3.Connection], opened: asyncio.Future[sqlite3.Connection]) -> None:
        if connection := _told(opened, connect):
            for function in iter(self._queue.get, None):
                function(connection)
            # Whoever was cancelled while it was opened has not asked for that.
            connection.close()


def _told(answer: asyncio.Future[T], work: Callable[[], T]) -> T | None:
    """In the thread of a connection: does the work, and tells the loop what came of it."""
    if answer.cancelled():
        return None
    done = None
    try:
        done = work()
        tell: Callable[[], None] = partial(answer.set_result, done)
    except BaseException as wrong:
        tell = partial(answer.set_exception, wrong)
    # Where the loop has ended meanwhile nobody waits.
    with suppress(RuntimeError):
        answer.get_loop().call_soon_threadsafe(_unless_done, answer, tell)
    return done


def _unless_done(answer: asyncio.Future[T], tell: Callable[[], None]) -> None:
    """Whoever was cancelled meanwhile waits no longer."""
    if not answer.done():
        tell()
