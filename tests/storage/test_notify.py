"""Notifications of changes by other processes, including after a lost connection."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from storage import Conflict, Store, notify
from tests.storage.change_listener import listen_for_changes
from tests.storage.postgres_server import find_binaries, run_server
from tests.storage.stored_matches import create_match, make_choice_event
from tests.waiting import TEST_TIMEOUT_S


@pytest.fixture
def database_kind() -> str:
    return "postgres"


async def test_process_is_notified_only_of_changes_by_others(database_url: str, store: Store) -> None:
    async with (
        await Store.open(database_url) as other,
        listen_for_changes(store) as own,
        listen_for_changes(other) as others,
    ):
        match = await create_match(store)
        await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
        await others.wait_for_matches([match, match])
        second = await create_match(other, 3)
        # Notifications arrive in order, so one about its own change would have arrived first.
        await own.wait_for_matches([second])


async def test_refused_or_rolled_back_append_sends_no_notification(database_url: str, store: Store) -> None:
    async with await Store.open(database_url) as other, listen_for_changes(other) as others:
        match = await create_match(store)
        with pytest.raises(Conflict):
            await store.journal.append_events(match, 7, [make_choice_event("a", 2)])
        # The transaction updates the match row, and then fails because the interaction is already stored.
        assert (await store.journal.append_events(match, 1, [make_choice_event("a", 1)])).is_repeat
        await store.journal.append_events(match, 1, [make_choice_event("a", 3)])
        last = await create_match(store, 4)
        await others.wait_for_matches([match, match, last])


async def test_notification_has_only_the_match_and_the_process(
    store: Store, server_connection: asyncpg.Connection
) -> None:
    """Database roles without permission to read the tables can receive notifications, too."""
    payloads: list[str] = []
    await server_connection.add_listener(notify.NOTIFY_CHANNEL, lambda *args: payloads.append(str(args[-1])))
    match = await create_match(store)
    await store.journal.append_events(match, 1, [make_choice_event("a secret word", 2)])
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while len(payloads) < 2:
            await server_connection.execute("SELECT 1")
    (payload,) = set(payloads)
    number, role, process_name = payload.split(" ")
    assert (int(number), role, len(process_name)) == (match, "duel", 8)


async def test_lost_listener_session_is_replaced_and_reported(
    database_url: str, store: Store, server_connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    async with await Store.open(database_url) as other, listen_for_changes(other) as others:
        await server_connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        await others.wait_for_connection_states([True, False, True])
        match = await create_match(store)
        await others.wait_for_matches([match])


@pytest.mark.gate
async def test_listener_is_notified_again_after_a_server_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "RECONNECT_PAUSE_S", 0.01)
    with run_server(find_binaries() or pytest.skip("no PostgreSQL here")) as server:
        url = server.url.format("postgres")
        async with await Store.open(url) as store, await Store.open(url) as other, listen_for_changes(other) as others:
            await asyncio.to_thread(server.kill)
            await others.wait_until(lambda: False in others.connection_states)
            await asyncio.to_thread(server.start)
            await others.wait_until(lambda: others.connection_states[-1])
            match = await create_match(store)
            await others.wait_for_matches([match])
