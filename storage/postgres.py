"""PostgreSQL through asyncpg. Several processes can serve the same matches; the journal's key resolves conflicts."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.backup import back_up_postgres
from storage.database import AccessDenied, NoRowMatched, StoreUnavailable, TableMissing
from storage.locks import AdvisoryLocks
from storage.notify import ChangeListener
from storage.statement import BoundStatement, Row, Statement, Value

POOL_SIZE: Final = 8
WRITE_ATTEMPTS_MAX: Final = 5
OLDEST_POSTGRES: Final = 14
"""The oldest server version that supports idle_session_timeout."""
CONNECT_TIMEOUT_S: Final = 10
LONG_STATEMENT_TIMEOUT_S: Final = 3600.0
"""The timeout of a migration, which may read and write whole tables."""
# A process can be paused or lose its network in the middle of a transaction. These settings limit how long others wait.
_DEAD_PEER_SETTINGS: Final = {
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "20s",
}

_SELECT_SIZE: Final = Statement("SELECT pg_database_size(current_database())")
_SELECT_TIME: Final = Statement("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS INTEGER)")
_SELECT_IDENTITY_COLUMNS: Final = Statement(
    "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND is_identity = 'YES'"
)
# Two transactions conflicted and this one was rolled back, so it is tried again.
_RETRIED_ERRORS: Final = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    # Two processes created the same table or began a season at once.
    asyncpg.UniqueViolationError,
    asyncpg.DuplicateTableError,
    asyncpg.DuplicateObjectError,
    # Another process has just applied a migration.
    asyncpg.InvalidCachedStatementError,
    asyncpg.OutdatedSchemaCacheError,
)
_UNAVAILABLE_ERRORS: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    # This process was paused in the middle of a transaction.
    asyncpg.IdleInTransactionSessionTimeoutError,
    # The server has become a replica.
    asyncpg.ReadOnlySQLTransactionError,
    # When the pool reconnects, the database, the role or its privileges may be gone.
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InsufficientPrivilegeError,
)
# The settings are wrong, so trying again does not help.
_DENIED_ERRORS: Final = (
    asyncpg.ClientConfigurationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InsufficientPrivilegeError,
)
# A prepared statement is missing or belongs to another client, because a pooler shares sessions between clients.
_POOLER_ERRORS: Final = (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError)
# asyncpg's own message may quote a part of the password.
_INVALID_URL: Final = "the PostgreSQL URL is invalid; percent-encode special characters in it, such as # as %23"
_SET_LOCK_TIMEOUT: Final = "SET LOCAL lock_timeout = '20s'"
_SELECT_SESSION: Final = "SELECT pg_backend_pid()"
_MISSING_ERRORS: Final = (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError)


class Postgres:
    def __init__(self, url: str, name: str, pool: asyncpg.Pool, *, is_read_only: bool) -> None:
        self._url = url
        self._pool = pool
        self._is_read_only = is_read_only
        self._locks = AdvisoryLocks(partial(_open_session, url, name))
        self._change_listener = ChangeListener(partial(_open_session, url, name), name)
        self._pending_writes: set[asyncio.Task[list[list[Row]]]] = set()
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, is_read_only: bool = False) -> Postgres:
        """Connect to the server. A unique application name lets this process recognize its own notifications."""
        name = f"duel {secrets.token_hex(4)}"
        return cls(url, name, await _open_pool(url, name), is_read_only=is_read_only)

    async def write(self, *writes: BoundStatement) -> list[list[Row]]:
        if self._closed or self._is_read_only:
            raise StoreUnavailable(
                "the database is closed" if self._closed else "the database is open for reading only"
            )
        # Runs in a separate task, so that canceling the caller does not interrupt the transaction.
        task = asyncio.create_task(self._write_with_retries(writes))
        self._pending_writes.add(task)
        task.add_done_callback(self._forget_task)
        return await asyncio.shield(task)

    def _forget_task(self, task: asyncio.Task[list[list[Row]]]) -> None:
        self._pending_writes.discard(task)
        if not task.cancelled():
            # The caller may be gone, so mark the exception as retrieved. Otherwise, asyncio would log it.
            task.exception()

    async def _write_with_retries(self, writes: tuple[BoundStatement, ...]) -> list[list[Row]]:
        try:
            for _ in range(WRITE_ATTEMPTS_MAX - 1):
                try:
                    return await self._run_transaction(writes)
                except _RETRIED_ERRORS:
                    continue
            return await self._run_transaction(writes)
        except (*_UNAVAILABLE_ERRORS, asyncpg.LockNotAvailableError) as failed:
            raise StoreUnavailable(f"it is unknown whether the write succeeded: {_first_line(failed)}") from failed

    async def _run_transaction(self, writes: tuple[BoundStatement, ...]) -> list[list[Row]]:
        returned: dict[str, Value] = {}
        results = []
        async with self._pool.acquire() as connection, connection.transaction():
            for index, bound in enumerate(writes):
                if index == 1 and bound.statement.is_slow:
                    # While a migration waits for a slow reader, all other queries would wait for the migration.
                    await connection.execute(_SET_LOCK_TIMEOUT)
                rows = await self._run_statement(connection, bound, returned)
                if rows:
                    returned |= rows[0].items()
                results.append(rows)
        return results

    async def _run_statement(self, connection: Any, bound: BoundStatement, returned: dict[str, Value]) -> list[Any]:
        statement, values = bound.statement, bound.positional_values(returned)
        # None means the connection's own timeout.
        timeout = LONG_STATEMENT_TIMEOUT_S if statement.is_slow else None
        if "RETURNING" in statement.text:
            rows: list[Any] = await connection.fetch(statement.postgres, *values, timeout=timeout)
            matched_count = len(rows)
        else:
            rows, status = [], await connection.execute(statement.postgres, *values, timeout=timeout)
            # The status is, for example, "INSERT 0 1", "UPDATE 3" or "CREATE TABLE".
            matched_count = int(status.rpartition(" ")[2]) if statement.must_match else 0
        if statement.must_match and not matched_count:
            raise NoRowMatched(statement)
        return rows

    async def read(self, *queries: BoundStatement) -> list[list[Row]]:
        if self._closed:
            raise StoreUnavailable("the database is closed")
        try:
            async with self._pool.acquire() as connection:
                if len(queries) == 1:
                    return [await connection.fetch(queries[0].statement.postgres, *queries[0].positional_values({}))]
                combined = _combine_queries(*(query.statement for query in queries))
                return list(
                    await connection.fetchrow(
                        combined, *(value for query in queries for value in query.positional_values({}))
                    )
                )
        except _MISSING_ERRORS as failed:
            raise TableMissing(f"the database rejected a query: {_first_line(failed)}") from failed
        except (*_UNAVAILABLE_ERRORS, asyncpg.PostgresError) as failed:
            raise StoreUnavailable(f"the database is unavailable: {_first_line(failed)}") from failed

    def hold_lock(self, name: str) -> AbstractAsyncContextManager[None]:
        return self._locks.hold_lock(name)

    async def listen(self, on_change: Callable[[int], None], on_listening: Callable[[bool], None]) -> None:
        await self._change_listener.listen_forever(on_change, on_listening)

    async def read_database_time(self) -> int | None:
        ((row,),) = await self.read(_SELECT_TIME())
        return int(row[0])

    async def measure_size(self) -> int:
        ((row,),) = await self.read(_SELECT_SIZE())
        return int(row[0])

    async def find_file_damage(self) -> list[str]:
        """Return an empty list, since PostgreSQL checks its own files."""
        return []

    async def restart_sequences(self) -> None:
        (numbered,) = await self.read(_SELECT_IDENTITY_COLUMNS())
        for table, column in numbered:
            highest = f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), MAX({column})) FROM {table}"  # noqa: S608
            await self.read(Statement(highest)())
        # Without fresh statistics, the planner would choose bad query plans for the first few minutes.
        await self.write(Statement("ANALYZE", is_slow=True)())

    async def back_up(self, folder: Path, stamp: str, keep: int) -> Path:
        return await back_up_postgres(self._url, folder, stamp, keep)

    async def close(self) -> None:
        self._closed = True
        try:
            if self._pending_writes:
                await asyncio.wait(self._pending_writes)
        finally:
            try:
                await self._locks.close()
            finally:
                await self._pool.close()


@lru_cache(1000)
def _combine_queries(*statements: Statement) -> str:
    """Combine several queries into one, so that they read the same snapshot and need only one round trip."""
    first, texts = 1, []
    for statement in statements:
        texts.append(f"ARRAY(SELECT ROW(it.*) FROM ({statement.to_postgres(first)}) AS it)")  # noqa: S608 - statements of ours
        first += len(statement.parameter_names)
    return f"SELECT {', '.join(texts)}"


async def _open_session(url: str, name: str) -> asyncpg.Connection:
    settings = {"application_name": name, **_DEAD_PEER_SETTINGS}
    try:
        return await asyncpg.connect(
            url, timeout=CONNECT_TIMEOUT_S, command_timeout=CONNECT_TIMEOUT_S, server_settings=settings
        )
    except (*_UNAVAILABLE_ERRORS, asyncpg.PostgresError) as failed:
        raise StoreUnavailable(f"the database cannot be reached: {_first_line(failed)}") from failed
    except ValueError:
        raise AccessDenied(_INVALID_URL) from None


async def _open_pool(url: str, name: str) -> asyncpg.Pool:
    try:
        pool = await asyncpg.create_pool(
            url,
            timeout=CONNECT_TIMEOUT_S,
            min_size=1,
            max_size=POOL_SIZE,
            command_timeout=30,
            # Some servers are configured to acknowledge commits before they are durable.
            server_settings={"synchronous_commit": "on", "application_name": name, **_DEAD_PEER_SETTINGS},
        )
    except (*_DENIED_ERRORS, asyncpg.ProtocolViolationError) as denied:
        # A pooler raises ProtocolViolationError for a setting that it does not know.
        raise AccessDenied(f"the database cannot be reached: {_first_line(denied)}") from denied
    except (*_UNAVAILABLE_ERRORS, asyncpg.PostgresError) as failed:
        raise StoreUnavailable(f"the database cannot be reached: {_first_line(failed)}") from failed
    except ValueError:
        raise AccessDenied(_INVALID_URL) from None
    try:
        async with pool.acquire() as connection:
            version = connection.get_server_version().major
        if version < OLDEST_POSTGRES:
            raise AccessDenied(f"PostgreSQL {version} is too old: {OLDEST_POSTGRES} is needed")
        await _refuse_transaction_pooling(pool)
    except BaseException as failed:
        # Leave no session behind, even if this task is canceled.
        pool.terminate()
        if isinstance(failed, _UNAVAILABLE_ERRORS):
            raise StoreUnavailable(f"the database cannot be reached: {_first_line(failed)}") from failed
        raise
    return pool


async def _refuse_transaction_pooling(pool: asyncpg.Pool) -> None:
    """Raise `AccessDenied` if the connection goes through a pooler in transaction mode.

    Such a pooler would share a session among several clients, and locks and notifications would silently stop working.
    """
    async with pool.acquire() as first_connection:
        try:
            if (session := await first_connection.fetchval(_SELECT_SESSION)) == first_connection.get_server_pid():
                return
            async with pool.acquire() as second_connection, second_connection.transaction():
                shared = await second_connection.fetchval(_SELECT_SESSION) == session
        except _POOLER_ERRORS:
            shared = True
    if shared:
        raise AccessDenied(
            "the database is behind a pooler in transaction mode, but locks and notifications need sessions:"
            " set pool_mode = session, or connect directly"
        )


def _first_line(error: Exception) -> str:
    """Return the first line of an error's message, or the name of its class if it has no message."""
    return str(error).partition("\n")[0] or type(error).__name__
