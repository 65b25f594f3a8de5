"""Processes are notified of what others store, and of nothing else, even after a session was lost."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage import Conflict, Store, notify
from tests.patience import PATIENCE
from tests.storage.listener import listening
from tests.storage.matches import chose, opened
from tests.storage.server import binaries, serving


@pytest.fixture
def database() -> str:
    return "postgres"


async def test_process_is_notified_of_what_others_store_and_not_of_its_own(url: str, store: Store) -> None:
    async with await Store.open(url) as other, listening(store) as own, listening(other) as others:
        match = (await opened(store)).match_id
        await store.journal.append_events(match, 1, [chose("a", 2)])
        await others.has([match, match])
        second = (await opened(other, 3)).match_id
        # Notifications come in order: its own would have come before.
        await own.has([second])


async def test_append_that_is_refused_or_rolled_back_notifies_nobody(url: str, store: Store) -> None:
    async with await Store.open(url) as other, listening(other) as others:
        match = (await opened(store)).match_id
        with pytest.raises(Conflict):
            await store.journal.append_events(match, 7, [chose("a", 2)])
        # The row of the match is written, and then the event finds its interaction taken.
        assert (await store.journal.append_events(match, 1, [chose("a", 1)])).is_repeat
        await store.journal.append_events(match, 1, [chose("a", 3)])
        last = (await opened(store, 4)).match_id
        await others.has([match, match, last])


async def test_notification_has_the_match_and_the_process_and_no_more(url: str, store: Store) -> None:
    """A role that may listen need not be allowed to read."""
    said: list[str] = []
    session = await asyncpg.connect(url)
    try:
        await session.add_listener(notify.NOTIFY_CHANNEL, lambda *heard: said.append(str(heard[-1])))
        match = (await opened(store)).match_id
        await store.journal.append_events(match, 1, [chose("a secret word", 2)])
        async with asyncio.timeout(PATIENCE):
            while len(said) < 2:
                await session.execute("SELECT 1")
    finally:
        await session.close()
    (one,) = set(said)
    number, who, name = one.split(" ")
    assert (int(number), who, len(name)) == (match, "duel", 8)


async def test_lost_session_is_replaced_and_the_listener_knows(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    server = await asyncpg.connect(url)
    try:
        async with await Store.open(url) as other, listening(other) as others:
            await server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
            await others.listens([True, False, True])
            match = (await opened(store)).match_id
            await others.has([match])
    finally:
        await server.close()


@pytest.mark.gate
async def test_listener_is_notified_again_after_the_server_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    with serving(binaries() or pytest.skip("no PostgreSQL here")) as server:
        url = server.url.format("postgres")
        async with await Store.open(url) as one, await Store.open(url) as other, listening(other) as others:
            await asyncio.to_thread(server.killed)
            await others.until(lambda: False in others.hears)
            await asyncio.to_thread(server.started)
            await others.until(lambda: others.hears[-1])
            match = (await opened(one)).match_id
            await others.has([match])
