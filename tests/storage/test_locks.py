"""Locks: exclusion across processes, and release when a process ends."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

import asyncpg
import pytest
import pytest_asyncio

from storage import Store, StoreUnavailable, locks
from tests.waiting import TEST_TIMEOUT_S

HEARTBEAT_COUNT: Final = 5
_COUNT_SESSIONS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE '%try_advisory%' AND pid <> pg_backend_pid()
"""
_SELECT_LAST_HEARTBEAT: Final = """
SELECT state_change
FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_HOLD_LOCK_PROGRAM: Final = """
import asyncio, sys
from storage import Store, locks
locks.IDLE_SESSION_TIMEOUT_S = 1.0
locks.KEEP_ALIVE_INTERVAL_S = 0.1

async def hold_twice():
    async with await Store.open(sys.argv[1]) as store:
        async with store.hold_lock("match 1"):
            print("locked", flush=True)
            # Wait until the session has been lost.
            while not store.database._locks._session.is_closed():
                await asyncio.sleep(0.01)
        async with store.hold_lock("match 1"):
            print("lost, and locked again", flush=True)

asyncio.run(hold_twice())
"""


@pytest_asyncio.fixture
async def stores(database_url: str, database_kind: str, store: Store) -> AsyncIterator[list[Store]]:
    others = [await Store.open(database_url) for _ in range(2 if database_kind == "postgres" else 0)]
    yield [store, *others]
    for other in others:
        await other.close()


async def test_lock_is_held_by_one_caller_at_a_time(stores: list[Store]) -> None:
    holders: list[int] = []
    max_holders = 0

    async def hold_for_a_moment(number: int) -> None:
        nonlocal max_holders
        async with stores[number % len(stores)].hold_lock("match 1"):
            holders.append(number)
            max_holders = max(max_holders, len(holders))
            await asyncio.sleep(0.002)
            holders.remove(number)

    async with asyncio.timeout(TEST_TIMEOUT_S):
        await asyncio.gather(*(hold_for_a_moment(number) for number in range(20)))
    assert max_holders == 1


async def test_locks_are_independent_and_released_after_an_error(stores: list[Store]) -> None:
    with suppress(ZeroDivisionError):
        async with asyncio.timeout(TEST_TIMEOUT_S), stores[0].hold_lock("match 1"), stores[-1].hold_lock("match 2"):
            raise ZeroDivisionError
    async with asyncio.timeout(TEST_TIMEOUT_S), stores[-1].hold_lock("match 1"):
        pass


async def test_caller_cancelled_while_waiting_gets_no_lock(stores: list[Store]) -> None:
    async def wait_for_lock() -> None:
        async with stores[-1].hold_lock("match 1"):
            raise AssertionError

    async with stores[0].hold_lock("match 1"):
        waiters = [asyncio.create_task(wait_for_lock()) for _ in range(5)]
        await asyncio.sleep(0.05)
        for waiter in waiters:
            waiter.cancel()
        await asyncio.wait(waiters)
        assert all(waiter.cancelled() for waiter in waiters)
    async with asyncio.timeout(TEST_TIMEOUT_S), stores[0].hold_lock("match 1"):
        pass


class SilentSession:
    """A session that executes statements but never returns their results."""

    def __init__(self, session: asyncpg.Connection) -> None:
        self.session = session
        self.has_executed = asyncio.Event()

    async def fetchval(self, *args: Any) -> Any:
        await self.session.fetchval(*args)
        self.has_executed.set()
        await asyncio.Event().wait()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_caller_cancelled_before_the_answer_holds_no_lock(database_url: str, stores: list[Store]) -> None:
    session = SilentSession(await asyncpg.connect(database_url))

    async def connect() -> Any:
        return session

    advisory_locks = locks.AdvisoryLocks(connect)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        taking = asyncio.create_task(_take_lock(advisory_locks))
        await session.has_executed.wait()
        taking.cancel()
        await asyncio.wait((taking,))
        async with stores[0].hold_lock("match 1"):
            pass
        await advisory_locks.close()


class LostSession(SilentSession):
    """A session whose connection is lost when a lock is released."""

    async def fetchval(self, *args: Any) -> Any:
        if "unlock" in args[0]:
            raise ConnectionResetError
        return await self.session.fetchval(*args)


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_session_lost_during_release_raises_no_error(database_url: str, stores: list[Store]) -> None:

    async def connect() -> Any:
        return LostSession(await asyncpg.connect(database_url))

    advisory_locks = locks.AdvisoryLocks(connect)
    async with asyncio.timeout(TEST_TIMEOUT_S):
        await _take_lock(advisory_locks)
        await _take_lock(stores[0])
        await advisory_locks.close()


async def test_cancelled_release_still_frees_the_lock(stores: list[Store]) -> None:

    async def cancel_on_release() -> None:
        async with stores[0].hold_lock("match 1"):
            task = asyncio.current_task()
            assert task
            asyncio.get_running_loop().call_soon(task.cancel)

    releasing = asyncio.create_task(cancel_on_release())
    await asyncio.wait((releasing,))
    async with asyncio.timeout(TEST_TIMEOUT_S), stores[-1].hold_lock("match 1"):
        pass


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_lock_of_a_paused_process_is_released(
    database_url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "IDLE_SESSION_TIMEOUT_S", 1.0)
    paused = subprocess.Popen(
        [sys.executable, "-c", _HOLD_LOCK_PROGRAM, database_url], stdout=subprocess.PIPE, text=True
    )
    assert paused.stdout
    try:
        assert await asyncio.to_thread(paused.stdout.readline) == "locked\n"
        paused.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(TEST_TIMEOUT_S), store.hold_lock("match 1"):
            pass
        paused.send_signal(signal.SIGCONT)
        assert await asyncio.to_thread(paused.stdout.readline) == "lost, and locked again\n"
    finally:
        paused.kill()
        paused.wait()
        paused.stdout.close()


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_session_of_a_long_held_lock_is_kept_alive(
    database_url: str, store: Store, server_connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert locks.IDLE_SESSION_TIMEOUT_S > 3 * locks.KEEP_ALIVE_INTERVAL_S
    monkeypatch.setattr(locks, "KEEP_ALIVE_INTERVAL_S", 0.05)
    async with await Store.open(database_url) as other:
        async with store.hold_lock("match 1"):
            waiting = asyncio.create_task(_take_lock(other))
            heartbeat_times = set[object]()
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while len(heartbeat_times) < HEARTBEAT_COUNT:
                    heartbeat_times.add(await server_connection.fetchval(_SELECT_LAST_HEARTBEAT))
                    await asyncio.sleep(locks.KEEP_ALIVE_INTERVAL_S)
            assert not waiting.done()
        async with asyncio.timeout(TEST_TIMEOUT_S):
            await waiting


async def _take_lock(store: Store | locks.AdvisoryLocks) -> None:
    async with store.hold_lock("match 1"):
        pass


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_lock_is_released_when_its_session_ends(
    stores: list[Store], server_connection: asyncpg.Connection
) -> None:
    async with stores[0].hold_lock("match 1"):
        await server_connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        async with asyncio.timeout(TEST_TIMEOUT_S), stores[1].hold_lock("match 1"):
            pass
    # The process that lost its session can take the lock again.
    async with asyncio.timeout(TEST_TIMEOUT_S), stores[0].hold_lock("match 1"):
        pass


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
async def test_caller_waiting_while_its_store_closes_opens_no_session(
    database_url: str, stores: list[Store], server_connection: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "KEEP_ALIVE_INTERVAL_S", TEST_TIMEOUT_S)
    closing = await Store.open(database_url)
    async with stores[0].hold_lock("match 1"), asyncio.timeout(TEST_TIMEOUT_S):
        waiting = asyncio.create_task(_take_lock(closing))
        while await server_connection.fetchval(_COUNT_SESSIONS) != 2:
            await asyncio.sleep(0.01)
        await closing.close()
        with pytest.raises(StoreUnavailable):
            await waiting
        while await server_connection.fetchval(_COUNT_SESSIONS) != 1:
            await asyncio.sleep(0.01)
    with pytest.raises(StoreUnavailable):
        await _take_lock(closing)
