"""Fixtures: every test that asks for a `store` runs on both databases."""

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
from storage.player_messages import UPSERT_PRESENCE
from tests.storage.postgres_server import find_binaries, run_server_for_url

_DATABASE_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a running PostgreSQL, with braces where the database is named."""
    place = find_binaries()
    if place is None:
        why = "no PostgreSQL here (initdb and postgres; on Debian: apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with run_server_for_url(place) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database_kind(request: pytest.FixtureRequest) -> str:
    """Which of the two."""
    return str(request.param)


@pytest.fixture(scope="session")
def empty_sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite as it is at first: to copy it takes a tenth of the time that it takes to make it."""
    path = tmp_path_factory.mktemp("blank") / "bot.db"

    async def made() -> None:
        await (await Store.open(f"sqlite:///{path}")).close()

    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(made())
    return path


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that nobody has written to."""
    if database_kind == "sqlite":
        blank: Path = request.getfixturevalue("empty_sqlite_file")
        return f"sqlite:///{shutil.copy(blank, tmp_path)}"
    slate: ReusableDatabase = request.getfixturevalue("reusable_postgres")
    return slate.get_clean_url()


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Where the file of SQLite is."""
    return tmp_path / "bot.db"


@pytest_asyncio.fixture
async def url_without_tables(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database in which there are not even tables."""
    if database_kind == "sqlite":
        return f"sqlite:///{tmp_path / 'bare.db'}"
    return await create_database(request.getfixturevalue("postgres_url"))


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with await Store.open(database_url) as opened:
        yield opened


@pytest.fixture(scope="session")
def reusable_postgres(postgres_url: str) -> Iterator[ReusableDatabase]:
    # A loop of its own, since its session outlives the loops of the tests.
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        slate = ReusableDatabase(postgres_url, runner)
        yield slate
        slate.close()


class ReusableDatabase:
    """A database of PostgreSQL that one test after the other writes to, and the session that wipes it: to make either
    anew takes ten times as long.
    """

    def __init__(self, server: str, runner: asyncio.Runner) -> None:
        self.server = server
        self.url = ""
        self._run_coroutine = runner.run
        self._schema_fingerprint = ""
        self._session: asyncpg.Connection | None = None

    def get_clean_url(self) -> str:
        """Its URL, now that nobody is at it and all is as at first; another one's where a test has changed its form."""
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
            # A test has dropped it, or ended all sessions.
            return False
        return True


_END_OTHER_SESSIONS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_SELECT_SCHEMA_FINGERPRINT = """
SELECT string_agg(said, chr(10) ORDER BY said) FROM (
    SELECT concat_ws(' ', attrelid, attname, atttypid, attnotnull)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', indexrelid, indrelid) FROM pg_index
    UNION ALL SELECT tgname FROM pg_trigger
    UNION ALL SELECT concat(setconfig) FROM pg_db_role_setting
) AS form (said)
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
SET session_replication_role = replica; -- in any order, whatever refers to what
"""


async def record_presence(store: Store, person_ids: Iterable[int], active_ms: int) -> None:
    """Record that these people were active then."""
    await store.database.write(*(UPSERT_PRESENCE(person_id=person, last_active_ms=active_ms) for person in person_ids))


async def create_database(server: str) -> str:
    name = f"duel{next(_DATABASE_NUMBERS)}"
    connection = await asyncpg.connect(server.format("postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return server.format(name)


async def list_pending_sends(store: Store, match_id: int) -> list[PendingSend]:
    """Return the messages of a match that are being sent."""
    state = await store.delivery_states.load_state(match_id)
    return [*state.pending_sends] if state else []
