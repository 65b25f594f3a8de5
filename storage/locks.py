"""Named locks shared by all processes that use a database. For example, only one process at a time edits a card."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from weakref import WeakValueDictionary

import asyncpg

from storage.database import StoreUnavailable

log: Final = logging.getLogger(__name__)

FIRST_RETRY_S: Final = 0.02
"""The pause before the first retry, if another process holds the lock. Each further pause is 50 % longer."""
LONGEST_RETRY_S: Final = 1.0
IDLE_SESSION_TIMEOUT_S: Final = 15.0
"""The server ends a session that has been idle for this long, which limits how long a paused or unreachable process can
block others.
"""
KEEP_ALIVE_INTERVAL_S: Final = 4.0
CONNECTION_ERRORS: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class LocalLocks:
    """Locks within one process, granted in the order in which they were requested."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold_lock(self, name: str) -> AsyncIterator[None]:
        async with self._locks.setdefault(name, asyncio.Lock()):
            yield


class AdvisoryLocks(LocalLocks):
    """PostgreSQL advisory locks, shared by all processes that use one database.

    The server releases a session's advisory locks when the session ends, so a killed process blocks nobody and no lock
    needs an expiry time. All locks of a process share one session that is reserved for locks, so they take no
    connections from the pool. If that session is lost, two processes can briefly hold the same lock.
    """

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        super().__init__()
        self._connect = connect
        self._session: asyncpg.Connection | None = None
        self._session_lock = asyncio.Lock()
        """Guards the session, which can only run one query at a time."""
        self._keeping_alive: asyncio.Task[None] | None = None
        self._closed = False

    @asynccontextmanager
    async def hold_lock(self, name: str) -> AsyncIterator[None]:
        async with super().hold_lock(name):
            session = await self._acquire(name)
            try:
                yield
            finally:
                await asyncio.shield(self._release(session, name))

    async def _acquire(self, name: str) -> asyncpg.Connection:
        pause = FIRST_RETRY_S
        while not (session := await self._try_acquire(name)):
            await asyncio.sleep(pause)
            pause = min(LONGEST_RETRY_S, pause * 1.5)
        return session

    async def _try_acquire(self, name: str) -> asyncpg.Connection | None:
        async with self._session_lock:
            if self._closed:
                raise StoreUnavailable("the database is closed")
            if self._session is None or self._session.is_closed():
                self._session = await self._open_session()
            session = self._session
            try:
                return session if await _call_lock_function(session, "pg_try_advisory_lock", name) else None
            except CONNECTION_ERRORS as lost:
                session.terminate()
                raise StoreUnavailable("the locks of this process are lost") from lost
            except asyncio.CancelledError:
                # The lock may or may not have been granted. Ending the session releases it in either case.
                session.terminate()
                raise

    async def _open_session(self) -> asyncpg.Connection:
        session = await self._connect()
        try:
            await session.execute(f"SET idle_session_timeout = {round(IDLE_SESSION_TIMEOUT_S * 1000)}")
        except BaseException as lost:
            session.terminate()
            if isinstance(lost, CONNECTION_ERRORS):
                raise StoreUnavailable("the locks of this process are lost") from lost
            raise
        if self._keeping_alive:
            self._keeping_alive.cancel()
        self._keeping_alive = asyncio.create_task(self._keep_alive(session), name="locks")
        return session

    async def _keep_alive(self, session: asyncpg.Connection) -> None:
        """Query the server regularly, so that it does not end the session while a lock is held for a long time."""
        while not session.is_closed():
            await asyncio.sleep(KEEP_ALIVE_INTERVAL_S)
            async with self._session_lock:
                try:
                    if not session.is_closed():
                        await session.execute("SELECT 1")
                except CONNECTION_ERRORS as lost:
                    session.terminate()
                    log.warning("the locks of this process are lost", exc_info=lost)

    async def _release(self, session: asyncpg.Connection, name: str) -> None:
        async with self._session_lock:
            try:
                if not session.is_closed():
                    await _call_lock_function(session, "pg_advisory_unlock", name)
            except CONNECTION_ERRORS as lost:
                # The work under the lock is done, so no error is raised. Ending the session releases all its locks.
                session.terminate()
                log.warning("the locks of this process are lost", exc_info=lost)

    async def close(self) -> None:
        self._closed = True
        if self._keeping_alive:
            self._keeping_alive.cancel()
            await asyncio.wait((self._keeping_alive,))
        async with self._session_lock:
            if self._session and not self._session.is_closed():
                try:
                    await self._session.close(timeout=5)
                except CONNECTION_ERRORS:
                    self._session.terminate()


async def _call_lock_function(session: asyncpg.Connection, function_name: str, name: str) -> Any:
    return await session.fetchval(f"SELECT {function_name}(hashtextextended($1, 0))", name)
