"""One at a time, of one process and of several; and whoever dies has no turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import pytest
import pytest_asyncio

from storage import Store
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def stores(url: str, database: str, store: Store) -> AsyncIterator[list[Store]]:
    """As many processes as the database lets in."""
    others = [await Store.open(url) for _ in range(2 if database == "postgres" else 0)]
    yield [store, *others]
    for other in others:
        await other.close()


async def test_one_at_a_time_has_it(stores: list[Store]) -> None:
    inside: list[int] = []
    most = 0

    async def worked(number: int) -> None:
        nonlocal most
        async with stores[number % len(stores)].turn("match 1"):
            inside.append(number)
            most = max(most, len(inside))
            await asyncio.sleep(0.002)
            inside.remove(number)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(worked(number) for number in range(20)))
    assert most == 1


async def test_other_names_are_other_turns(stores: list[Store]) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        stores[0].turn("match 1"),
        stores[-1].turn("match 2"),
        stores[0].turn("channel 1"),
    ):
        pass


async def test_what_goes_wrong_in_a_turn_ends_it(stores: list[Store]) -> None:
    with suppress(ZeroDivisionError):
        async with stores[0].turn("match 1"):
            raise ZeroDivisionError
    async with asyncio.timeout(PATIENCE), stores[-1].turn("match 1"):
        pass


async def test_who_no_longer_waits_has_no_turn(stores: list[Store]) -> None:
    async def waited() -> None:
        async with stores[-1].turn("match 1"):
            raise AssertionError

    async with stores[0].turn("match 1"):
        waiting = [asyncio.create_task(waited()) for _ in range(5)]
        await asyncio.sleep(0.05)
        for each in waiting:
            each.cancel()
        await asyncio.wait(waiting)
        assert all(each.cancelled() for each in waiting)
    async with asyncio.timeout(PATIENCE), stores[0].turn("match 1"):
        pass


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_the_turn_of_one_that_died_is_over(url: str, stores: list[Store]) -> None:
    async with stores[0].turn("match 1"):
        server = await asyncpg.connect(url)
        try:
            await server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        finally:
            await server.close()
        async with asyncio.timeout(PATIENCE), stores[1].turn("match 1"):
            pass
    # Whoever lost it begins anew.
    async with asyncio.timeout(PATIENCE), stores[0].turn("match 1"):
        pass
