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
    """An empty database."""
    if database == "sqlite":
        return f"sqlite:///{tmp_path / 'bot.db'}"
    return await new_database(request.getfixturevalue("postgres"))


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        yield opened


async def new_database(server: str) -> str:
    name = f"duel{next(_NUMBERS)}"
    connection = await asyncpg.connect(server.format("postgres"))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return server.format(name)
