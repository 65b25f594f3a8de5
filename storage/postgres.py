"""PostgreSQL: several bots may serve the same matches; the journal's key decides between them.

One file, because reading, writing and listening lose their connection in the same ways.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.bell import Bell
from storage.database import Denied, Missed, Missing, Unstored
from storage.statement import Bound, Row, Statement, Value
from storage.turns import SharedTurns

CONNECTIONS: Final = 8
TRIES: Final = 5
OLDEST: Final = 14
"""The server's version: from that one on it ends the session of who is silent."""
PATIENCE: Final = 10
"""Seconds for a connection."""
LONG_STATEMENT_TIMEOUT_S: Final = 3600.0
"""A migration may read and write whole tables."""
# The host of a process may vanish, or be paused in the middle of a transaction; nobody waits long for its locks.
_VANISHED: Final = {
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "20s",
}

_SIZE: Final = Statement("SELECT pg_database_size(current_database())")
_TIME: Final = Statement("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS INTEGER)")
_NUMBERED: Final = Statement(
    "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND is_identity = 'YES'"
)
# Nothing was stored and nothing is wrong with the words: two met in the middle of something.
_MET: Final = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    # Two that create the same table, or begin a season, at once.
    asyncpg.UniqueViolationError,
    asyncpg.DuplicateTableError,
    asyncpg.DuplicateObjectError,
    # Another bot has just brought the schema up to date.
    asyncpg.InvalidCachedStatementError,
    asyncpg.OutdatedSchemaCacheError,
)
_FAILED: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    # We were paused in the middle of it, and others had waited long enough.
    asyncpg.IdleInTransactionSessionTimeoutError,
    # Another server has taken the place of this one.
    asyncpg.ReadOnlySQLTransactionError,
    # A connection that is made anew may find that the database, the role or the right to it has gone.
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InsufficientPrivilegeError,
)
# Of a setting, and not of the moment.
_DENIED: Final = (
    asyncpg.ClientConfigurationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InsufficientPrivilegeError,
)
# What was prepared in a session is not there any more, or somebody else's is.
_STRANGE: Final = (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError)
_HURRY: Final = "SET LOCAL lock_timeout = '20s'"
_WHO: Final = "SELECT pg_backend_pid()"
_MISSING: Final = (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError)


class Postgres:
    def __init__(self, url: str, name: str, pool: asyncpg.Pool, *, looking: bool) -> None:
        self._pool = pool
        self._looking = looking
        self._turns = SharedTurns(partial(_session, url, name))
        self._bell = Bell(partial(_session, url, name), name)
        self._under_way: set[asyncio.Task[list[list[Row]]]] = set()
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, looking: bool = False) -> Postgres:
        """By its name a process knows its own ringing, and a host its sessions."""
        name = f"duel {secrets.token_hex(4)}"
        return cls(url, name, await _pool(url, name), looking=looking)

    async def write(self, *writes: Bound) -> list[list[Row]]:
        if self._closed or self._looking:
            raise Unstored("the database is closed" if self._closed else "the database is only being looked at")
        # A task of its own: a caller who is cancelled interrupts no transaction.
        task = asyncio.create_task(self._insisted(writes))
        self._under_way.add(task)
        task.add_done_callback(self._settled)
        return await asyncio.shield(task)

    def _settled(self, task: asyncio.Task[list[list[Row]]]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            # Its caller may be gone; nobody is to be scolded for an answer that nobody waited for.
            task.exception()

    async def _insisted(self, writes: tuple[Bound, ...]) -> list[list[Row]]:
        try:
            for _ in range(TRIES - 1):
                try:
                    return await self._transacted(writes)
                except _MET:
                    continue
            return await self._transacted(writes)
        except (*_FAILED, asyncpg.LockNotAvailableError) as failed:
            raise Unstored(f"not known to be stored: {_line(failed)}") from failed

    async def _transacted(self, writes: tuple[Bound, ...]) -> list[list[Row]]:
        known: dict[str, Value] = {}
        answers = []
        async with self._pool.acquire() as connection, connection.transaction():
            for at, bound in enumerate(writes):
                if at == 1 and bound.statement.long:
                    # Everybody who comes after it waits behind it, for a reader that may read for hours.
                    await connection.execute(_HURRY)
                rows = await self._written(connection, bound, known)
                if rows:
                    known |= rows[0].items()
                answers.append(rows)
        return answers

    async def _written(self, connection: Any, bound: Bound, known: dict[str, Value]) -> list[Any]:
        statement, values = bound.statement, bound.placed(known)
        # Without a number it is what every command may take.
        timeout = LONG_STATEMENT_TIMEOUT_S if statement.long else None
        if "RETURNING" in statement.text:
            rows: list[Any] = await connection.fetch(statement.postgres, *values, timeout=timeout)
            touched = len(rows)
        else:
            rows, told = [], await connection.execute(statement.postgres, *values, timeout=timeout)
            # "INSERT 0 1", "UPDATE 3", "CREATE TABLE"
            touched = int(told.rpartition(" ")[2]) if statement.must else 0
        if statement.must and not touched:
            raise Missed(statement)
        return rows

    async def read(self, *queries: Bound) -> list[list[Row]]:
        if self._closed:
            raise Unstored("the database is closed")
        try:
            async with self._pool.acquire() as connection:
                if len(queries) == 1:
                    return [await connection.fetch(queries[0].statement.postgres, *queries[0].placed({}))]
                together = _together(*(each.statement for each in queries))
                return list(await connection.fetchrow(together, *(it for each in queries for it in each.placed({}))))
        except _MISSING as failed:
            raise Missing(f"the database could not: {_line(failed)}") from failed
        except (*_FAILED, asyncpg.PostgresError) as failed:
            raise Unstored(f"the database does not answer: {_line(failed)}") from failed

    def turn(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._turns.turn(name)

    async def listen(self, heard: Callable[[int], None], hears: Callable[[bool], None]) -> None:
        await self._bell.listening(heard, hears)

    async def time(self) -> int | None:
        ((row,),) = await self.read(_TIME())
        return int(row[0])

    async def size(self) -> int:
        ((row,),) = await self.read(_SIZE())
        return int(row[0])

    async def check(self) -> list[str]:
        """PostgreSQL looks after its own files."""
        return []

    async def resume(self) -> None:
        (numbered,) = await self.read(_NUMBERED())
        for table, column in numbered:
            highest = f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}"  # noqa: S608
            await self.read(Statement(highest)())
        # Its plans rest on what it thinks is in a table, and it thinks of that by itself only after a while.
        await self.write(Statement("ANALYZE", long=True)())

    async def backup(self, folder: Path, stamp: str, keep: int) -> Path:  # noqa: ARG002 - SQLite needs them
        raise Unstored("PostgreSQL is backed up with its own pg_dump")

    async def close(self) -> None:
        self._closed = True
        try:
            if self._under_way:
                await asyncio.wait(self._under_way)
        finally:
            try:
                await self._turns.close()
            finally:
                await self._pool.close()


@lru_cache(1000)
def _together(*statements: Statement) -> str:
    """All of them in one: so they are of one moment, and it is asked once and not a time for each."""
    first, texts = 1, []
    for each in statements:
        texts.append(f"ARRAY(SELECT ROW(it.*) FROM ({each.numbered(first)}) AS it)")  # noqa: S608 - statements of ours
        first += len(each.names)
    return f"SELECT {', '.join(texts)}"


async def _session(url: str, name: str) -> asyncpg.Connection:
    settings = {"application_name": name, **_VANISHED}
    try:
        return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=settings)
    except (*_FAILED, asyncpg.PostgresError) as failed:
        raise Unstored(f"the database cannot be reached: {_line(failed)}") from failed


async def _pool(url: str, name: str) -> asyncpg.Pool:
    try:
        pool = await asyncpg.create_pool(
            url,
            timeout=PATIENCE,
            min_size=1,
            max_size=CONNECTIONS,
            command_timeout=30,
            # Some servers are set up to acknowledge what they may still lose.
            server_settings={"synchronous_commit": "on", "application_name": name, **_VANISHED},
        )
    except (*_DENIED, asyncpg.ProtocolViolationError) as denied:
        # A pooler says the latter of each setting of ours that it does not know.
        raise Denied(f"the database cannot be reached: {_line(denied)}") from denied
    except (*_FAILED, asyncpg.PostgresError) as failed:
        raise Unstored(f"the database cannot be reached: {_line(failed)}") from failed
    try:
        async with pool.acquire() as connection:
            version = connection.get_server_version().major
        if version < OLDEST:
            raise Denied(f"PostgreSQL {version} is too old: {OLDEST} is needed")
        await _check_sessions(pool)
    except BaseException as failed:
        # Whoever is told to stop in the middle of it leaves no session behind.
        pool.terminate()
        if isinstance(failed, _FAILED):
            raise Unstored(f"the database cannot be reached: {_line(failed)}") from failed
        raise
    return pool


async def _check_sessions(pool: asyncpg.Pool) -> None:
    """A pooler that gives a session to whoever has a transaction just then would take our turns and our bell away, and
    nobody would notice before two tell the same.
    """
    async with pool.acquire() as one:
        try:
            if (session := await one.fetchval(_WHO)) == one.get_server_pid():
                return
            async with pool.acquire() as other, other.transaction():
                shared = await other.fetchval(_WHO) == session
        except _STRANGE:
            shared = True
    if shared:
        raise Denied(
            "a pooler in transaction mode is before the database: turns and the bell need sessions,"
            " so set pool_mode = session for it, or go past it"
        )


def _line(failed: Exception) -> str:
    """PostgreSQL adds details and hints on lines of their own, and a timeout says nothing at all."""
    return str(failed).partition("\n")[0] or type(failed).__name__
