"""Fixtures for tests of the storage. A test with the parameter `store` runs on both SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from storage import PendingSend, Store
from storage.player_messages import UPSERT_MATCH_PRESENCE, UPSERT_PRESENCE
from tests.storage.postgres_server import find_binaries, run_server_for_url

_DATABASE_NUMBERS = count(1)
NOT_A_DATABASE = b"no database, but long enough not to look like an empty file" * 100


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a running PostgreSQL server, with `{}` in place of the database name."""
    binaries = find_binaries()
    if binaries is None:
        reason = "no PostgreSQL here (initdb and postgres; on Debian: apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with run_server_for_url(binaries) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test runs on. Test files override this fixture to use only one kind."""
    return str(request.param)


@pytest.fixture(scope="session")
def empty_sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database with tables. Tests copy it, which is ten times as fast as creating another."""
    path = tmp_path_factory.mktemp("empty") / "bot.db"

    async def create_file() -> None:
        await (await Store.open(f"sqlite:///{path}")).close()

    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(create_file())
    return path


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that has all tables but no data."""
    if database_kind == "sqlite":
        empty_file: Path = request.getfixturevalue("empty_sqlite_file")
        return f"sqlite:///{shutil.copy(empty_file, tmp_path)}"
    postgres: ReusableDatabase = request.getfixturevalue("reusable_postgres")
    return postgres.get_clean_url()


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """The path of the SQLite file of `database_url`."""
    return tmp_path / "bot.db"


@pytest_asyncio.fixture
async def url_without_tables(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database without tables."""
    if database_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'bare.db'}"
    return await create_database(request.getfixturevalue("postgres_url"))


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with await Store.open(database_url) as opened:
        yield opened


@pytest_asyncio.fixture
async def server_connection(database_url: str, store: Store) -> AsyncIterator[asyncpg.Connection]:
    """A connection to the PostgreSQL database of `store`, which does not use the store."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


@pytest.fixture(scope="session")
def reusable_postgres(postgres_url: str) -> Iterator[ReusableDatabase]:
    # Its session outlives the event loops of the tests, so it needs its own.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        database = ReusableDatabase(postgres_url, runner)
        yield database
        database.close()


class ReusableDatabase:
    """A PostgreSQL database that is wiped before each test, which is ten times as fast as creating another."""

    def __init__(self, server: str, runner: asyncio.Runner) -> None:
        self.server = server
        self.url = ""
        self._run_coroutine = runner.run
        self._schema_fingerprint = ""
        self._session: asyncpg.Connection | None = None

    def get_clean_url(self) -> str:
        """Delete all data of the last test and return the URL. If the schema was changed, create a new database."""
        if self._session is None or not self._run_coroutine(self._wipe_database(self._session)):
            self._run_coroutine(self._create_database())
        return self.url

    def close(self) -> None:
        if self._session:
            self._session.terminate()

    async def _create_database(self) -> None:
        self.close()
        self.url = await create_database(self.server)
        await (await Store.open(self.url)).close()
        self._session = await asyncpg.connect(self.url)
        await self._session.execute(_CREATE_WIPE_FUNCTION)
        self._schema_fingerprint = await self._session.fetchval(_SELECT_SCHEMA_FINGERPRINT)

    async def _wipe_database(self, session: asyncpg.Connection) -> bool:
        try:
            await session.execute(_END_OTHER_SESSIONS)
            if await session.fetchval(_SELECT_SCHEMA_FINGERPRINT) != self._schema_fingerprint:
                return False
            await session.execute("SELECT first.wipe()")
        except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError):
            # A test has dropped the database or ended all sessions.
            return False
        return True


_END_OTHER_SESSIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_SELECT_SCHEMA_FINGERPRINT = """
SELECT string_agg(line, chr(10) ORDER BY line) FROM (
    SELECT concat_ws(' ', attrelid, attname, atttypid, attnotnull)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', indexrelid, indrelid) FROM pg_index
    UNION ALL SELECT tgname FROM pg_trigger
    UNION ALL SELECT concat(setconfig) FROM pg_db_role_setting
) AS fingerprint (line)
"""
_CREATE_WIPE_FUNCTION = """
CREATE SCHEMA first;
DO $$ DECLARE
    name TEXT;
    wiped TEXT := '';
BEGIN
    FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE first.%1$s AS TABLE public.%1$s', name);
        wiped := wiped || format('DELETE FROM public.%1$s; INSERT INTO public.%1$s TABLE first.%1$s;', name);
    END LOOP;
    FOR name IN SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public' LOOP
        wiped := wiped || format('PERFORM setval(''public.%s'', 1, false);', name);
    END LOOP;
    EXECUTE format('CREATE FUNCTION first.wipe() RETURNS VOID LANGUAGE plpgsql AS %L', 'BEGIN ' || wiped || ' END');
END $$;
SET session_replication_role = replica; -- rows may be deleted and inserted in any order
"""


async def record_presence(store: Store, person_ids: Iterable[int], active_ms: int, match_id: int | None = None) -> None:
    """Store the time at which these people were last active, and that it was in the match."""
    people = tuple(person_ids)
    writes = [UPSERT_PRESENCE(person_id=person, last_active_ms=active_ms) for person in people]
    if match_id:
        writes += [UPSERT_MATCH_PRESENCE(match_id=match_id, person_id=it, last_active_ms=active_ms) for it in people]
    await store.database.write(*writes)


async def create_database(server: str) -> str:
    name = f"duel{next(_DATABASE_NUMBERS)}"
    connection = await asyncpg.connect(server.format("postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return server.format(name)


def damage_file(path: Path) -> None:
    """Damage an SQLite file by overwriting a sector in every third page."""
    content = bytearray(path.read_bytes())
    for offset in range(8 * 4096, len(content), 3 * 4096):
        content[offset : offset + 512] = b"\xa5" * 512
    path.write_bytes(content)


async def list_pending_sends(store: Store, match_id: int) -> list[PendingSend]:
    """Return the messages of a match whose sending has begun but not finished."""
    state = await store.delivery_states.load_state(match_id)
    return [*state.pending_sends] if state else []
