"""Whose turn it is with something that bears one hand at a time, such as what is told in a channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

import asyncpg

from storage.database import Unstored

log: Final = logging.getLogger(__name__)

FIRST: Final = 0.02
"""Seconds until a turn that another process has is asked for again; each time half as long again."""
LONGEST: Final = 1.0
SILENCE: Final = 15.0
"""Seconds without a breath after which the server ends the session: so long a process that is paused, or whose host has
vanished, keeps others waiting. The server counts them; whoever is gone cannot.
"""
BREATH: Final = 4.0
LOST: Final = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class Turns:
    """Those of one process wait for each other, in the order in which they came."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        async with self._locks.setdefault(name, asyncio.Lock()):
            yield


class SharedTurns(Turns):
    """Those of all processes on one PostgreSQL wait for each other.

    An advisory lock lasts as long as the session that took it: whoever is killed keeps nobody waiting, and no watch has
    to be agreed upon; whoever is silent keeps them waiting for some seconds. All locks of a process are in one session,
    so that no turn, however long, takes a connection from the pool. Where that session is lost, a turn may be had twice
    for the rest of it; nobody waits because of that.
    """

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        super().__init__()
        self._connect = connect
        self._session: asyncpg.Connection | None = None
        self._asking = asyncio.Lock()
        """A session answers one question at a time."""
        self._breathing: asyncio.Task[None] | None = None
        self._closed = False

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        async with super().turn(name):
            session = await self._taken(name)
            try:
                yield
            finally:
                await asyncio.shield(self._given_back(session, name))

    async def _taken(self, name: str) -> asyncpg.Connection:
        pause = FIRST
        while not (session := await self._tried(name)):
            await asyncio.sleep(pause)
            pause = min(LONGEST, pause * 1.5)
        return session

    async def _tried(self, name: str) -> asyncpg.Connection | None:
        async with self._asking:
            if self._closed:
                raise Unstored("the database is closed")
            if self._session is None or self._session.is_closed():
                self._session = await self._begun()
            session = self._session
            try:
                return session if await _asked(session, "pg_try_advisory_lock", name) else None
            except LOST as lost:
                session.terminate()
                raise Unstored("the turns of this process are lost") from lost
            except asyncio.CancelledError:
                # Whether we have it nobody knows: with the session it goes.
                session.terminate()
                raise

    async def _begun(self) -> asyncpg.Connection:
        session = await self._connect()
        try:
            await session.execute(f"SET idle_session_timeout = {round(SILENCE * 1000)}")
        except BaseException as lost:
            session.terminate()
            if isinstance(lost, LOST):
                raise Unstored("the turns of this process are lost") from lost
            raise
        if self._breathing:
            self._breathing.cancel()
        self._breathing = asyncio.create_task(self._breathe(session), name="turns")
        return session

    async def _breathe(self, session: asyncpg.Connection) -> None:
        """As long as the session lasts: whoever has a turn for long is still there."""
        while not session.is_closed():
            await asyncio.sleep(BREATH)
            async with self._asking:
                try:
                    if not session.is_closed():
                        await session.execute("SELECT 1")
                except LOST as lost:
                    session.terminate()
                    log.warning("the turns of this process are lost", exc_info=lost)

    async def _given_back(self, session: asyncpg.Connection, name: str) -> None:
        async with self._asking:
            try:
                if not session.is_closed():
                    await _asked(session, "pg_advisory_unlock", name)
            except LOST as lost:
                # What was done in that turn is done; with the session all its locks are gone.
                session.terminate()
                log.warning("the turns of this process are lost", exc_info=lost)

    async def close(self) -> None:
        self._closed = True
        if self._breathing:
            self._breathing.cancel()
            await asyncio.wait((self._breathing,))
        async with self._asking:
            if self._session and not self._session.is_closed():
                try:
                    await self._session.close(timeout=5)
                except LOST:
                    self._session.terminate()


async def _asked(session: asyncpg.Connection, what: str, name: str) -> Any:
    return await session.fetchval(f"SELECT {what}(hashtextextended($1, 0))", name)
