"""Fixtures: every test that asks for a `store` runs on both databases."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from storage import Store
from tests.storage.server import binaries, running

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a running PostgreSQL, with braces where the database is named."""
    place = binaries()
    if place is None:
        why = "no PostgreSQL here (initdb and postgres; on Debian: apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    with running(place) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Which of the two."""
    return str(request.param)


@pytest_asyncio.fixture
async def url(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database that nobody has written to."""
    if database == "sqlite":
        return f"sqlite:///{tmp_path / 'bot.db'}"
    slate: Slate = request.getfixturevalue("slate")
    return await slate.wiped()


@pytest_asyncio.fixture
async def bare(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database in which there are not even tables."""
    if database == "sqlite":
        return f"sqlite:///{tmp_path / 'bare.db'}"
    return await new_database(request.getfixturevalue("postgres"))


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        yield opened


@pytest.fixture(scope="session")
def slate(postgres: str) -> Slate:
    return Slate(postgres)


class Slate:
    """A database of PostgreSQL that one test after the other writes to: to make one takes ten times as long."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.url = ""
        self.form = ""

    async def wiped(self) -> str:
        """Its URL, now that nobody is at it and all is as at first; another one's where a test has changed its form."""
        if not self.url or not await self._wiped():
            self.url = await new_database(self.server)
            await (await Store.open(self.url)).close()
            connection = await asyncpg.connect(self.url)
            try:
                await connection.execute(_KEPT)
                self.form = await connection.fetchval(_FORM)
            finally:
                await connection.close()
        return self.url

    async def _wiped(self) -> bool:
        try:
            connection = await asyncpg.connect(self.url)
        except asyncpg.InvalidCatalogNameError:
            # A test has dropped it.
            return False
        try:
            await connection.execute(_ALONE)
            if await connection.fetchval(_FORM) != self.form:
                return False
            await connection.execute(_WIPED)
        finally:
            await connection.close()
        return True


_ALONE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_FORM = """
SELECT string_agg(said, chr(10) ORDER BY said) FROM (
    SELECT concat_ws(' ', table_name, column_name, data_type) FROM information_schema.columns
        WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT tgname FROM pg_trigger
    UNION ALL SELECT concat(setconfig) FROM pg_db_role_setting
) AS form (said)
"""
_KEPT = """
CREATE SCHEMA first;
DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'
        LOOP EXECUTE format('CREATE TABLE first.%1$s AS TABLE public.%1$s', name); END LOOP;
END $$
"""
_WIPED = """
SET session_replication_role = replica; -- in any order, whatever refers to what
DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'first'
        LOOP EXECUTE format('DELETE FROM public.%1$s; INSERT INTO public.%1$s TABLE first.%1$s', name); END LOOP;
    FOR name IN SELECT quote_ident(sequencename) FROM pg_sequences WHERE schemaname = 'public'
        LOOP EXECUTE format('ALTER SEQUENCE public.%s RESTART', name); END LOOP;
END $$
"""


async def new_database(server: str) -> str:
    name = f"duel{next(_NUMBERS)}"
    connection = await asyncpg.connect(server.format("postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return server.format(name)
