"""What one process stores all others hear of, whatever becomes of their sessions; and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import asyncpg
import pytest

from storage import Conflict, Store, bell
from tests.patience import PATIENCE
from tests.storage.listener import listening
from tests.storage.matches import chose, opened
from tests.storage.server import Server, binaries, serving

pytestmark = pytest.mark.asyncio


@pytest.fixture
def database() -> str:
    return "postgres"


async def test_what_one_stores_the_others_hear_and_it_does_not(url: str, store: Store) -> None:
    async with await Store.open(url) as other, listening(store) as own, listening(other) as others:
        match = (await opened(store)).match
        await store.append(match, 1, [chose("a", 2)])
        await others.has([match, match])
        second = (await opened(other, 3)).match
        # Those of one session come in their order: what it rang itself would have come before.
        await own.has([second])


async def test_what_is_not_stored_rings_nothing(url: str, store: Store) -> None:
    """Neither what comes too late, nor what is taken back in the middle of it."""
    async with await Store.open(url) as other, listening(other) as others:
        match = (await opened(store)).match
        with pytest.raises(Conflict):
            await store.append(match, 7, [chose("a", 2)])
        # The row of the match is written, and then the event finds its interaction taken.
        assert (await store.append(match, 1, [chose("a", 1)])).again
        await store.append(match, 1, [chose("a", 3)])
        last = (await opened(store, 4)).match
        await others.has([match, match, last])


async def test_it_says_which_match_and_who_rang_and_no_more(url: str, store: Store) -> None:
    """Whoever may listen at a database need not be able to read it."""
    said: list[str] = []
    session = await asyncpg.connect(url)
    try:
        await session.add_listener(bell.CHANNEL, lambda *heard: said.append(str(heard[-1])))
        match = (await opened(store)).match
        await store.append(match, 1, [chose("a secret word", 2)])
        async with asyncio.timeout(PATIENCE):
            while len(said) < 2:
                await session.execute("SELECT 1")
    finally:
        await session.close()
    (one,) = set(said)
    number, who, name = one.split(" ")
    assert (int(number), who, len(name)) == (match, "duel", 8)


async def test_a_session_that_was_lost_is_made_anew(url: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever listens knows from when to when they were deaf."""
    monkeypatch.setattr(bell, "AGAIN", 0.01)
    server = await asyncpg.connect(url)
    try:
        async with await Store.open(url) as other, listening(other) as others:
            await server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
            await others.listens([True, False, True])
            match = (await opened(store)).match
            await others.has([match])
    finally:
        await server.close()


@pytest.fixture
def own_server() -> Iterator[Server]:
    place = binaries()
    if place is None:
        pytest.skip("no PostgreSQL here")
    with serving(place) as server:
        yield server


@pytest.mark.gate
async def test_it_is_heard_again_after_the_server_was_killed(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bell, "AGAIN", 0.01)
    url = own_server.url.format("postgres")
    async with await Store.open(url) as one, await Store.open(url) as other, listening(other) as others:
        await asyncio.to_thread(own_server.killed)
        await others.until(lambda: False in others.hears)
        await asyncio.to_thread(own_server.started)
        await others.until(lambda: others.hears[-1])
        match = (await opened(one)).match
        await others.has([match])
