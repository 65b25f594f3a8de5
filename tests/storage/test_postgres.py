"""Failures of PostgreSQL: the store reports them in the same way as for SQLite, and recovers from them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from storage import AccessDenied, AppendResult, Store, StoreUnavailable
from storage.statement import BoundStatement, Statement, Value
from tests.storage.change_listener import listen_for_changes
from tests.storage.connection_pooler import run_pooler
from tests.storage.stored_matches import create_match, make_choice_event, make_turn_deadline
from tests.waiting import TEST_TIMEOUT_S

# The call waits for their end, since a session may still store something before it gets the signal.
_END_SESSIONS = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE application_name LIKE 'duel %' AND datname = current_database()
"""
_SIMULATE_FULL_DISK = """
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION full_disk();
"""


@pytest.fixture
def database_kind() -> str:
    return "postgres"


async def test_full_disk_is_reported_and_recovered_from(store: Store, server_connection: asyncpg.Connection) -> None:
    match = await create_match(store)
    await server_connection.execute(_SIMULATE_FULL_DISK)
    outcomes = await asyncio.gather(
        *(store.journal.append_events(match, 1, [make_choice_event("a", number)]) for number in range(2, 12)),
        return_exceptions=True,
    )
    assert {type(it) for it in outcomes} == {StoreUnavailable}
    await server_connection.execute("DROP TRIGGER full_disk ON event")
    await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
    assert await store.journal.list_matches_with_gaps() == []


async def test_statements_read_together_see_one_snapshot(store: Store, server_connection: asyncpg.Connection) -> None:
    match = await create_match(store)
    count = Statement("SELECT event_count FROM match WHERE id = :match_id")
    wait = Statement("SELECT pg_advisory_lock(7)")
    await server_connection.execute("SELECT pg_advisory_lock(7)")
    reading = asyncio.create_task(store.database.read(count(match_id=match), wait(), count(match_id=match)))
    async with asyncio.timeout(TEST_TIMEOUT_S):
        while not await server_connection.fetchval(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        ):
            await asyncio.sleep(0.001)
        await store.journal.append_events(match, 1, [make_choice_event("a")])
        await server_connection.execute("SELECT pg_advisory_unlock(7)")
        before, _, after = await reading
    assert before == after


async def test_lost_connections_are_replaced(store: Store, server_connection: asyncpg.Connection) -> None:
    match = await create_match(store)
    await asyncio.gather(*(store.journal.load_match(match) for _ in range(8)))
    assert await server_connection.fetch(_END_SESSIONS)
    for _ in range(20):
        with suppress(StoreUnavailable):
            await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
            break
    assert await store.journal.find_interaction(2) == AppendResult(match, 1, is_repeat=True)
    assert await store.journal.list_matches_with_gaps() == []


async def test_read_only_server_is_reported_and_recovered_from(
    store: Store, server_connection: asyncpg.Connection
) -> None:
    """A server becomes read-only, for example, when it stops being the primary."""
    match = await create_match(store)
    name = await server_connection.fetchval("SELECT current_database()")

    async def append_with_read_only(setting: str) -> str:
        await server_connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}')
        await server_connection.fetch(_END_SESSIONS)
        error = ""
        # The first call on each lost connection fails.
        while "read-only" not in error:
            try:
                await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
            except StoreUnavailable as unavailable:
                error = str(unavailable)
            else:
                return "stored"
        return "refused"

    async with asyncio.timeout(TEST_TIMEOUT_S):
        assert [await append_with_read_only("on"), await append_with_read_only("off")] == ["refused", "stored"]


async def test_locked_deadline_is_skipped(store: Store, server_connection: asyncpg.Connection) -> None:
    first = await create_match(store, 1, deadlines=(make_turn_deadline(5),))
    second = await create_match(store, 2, deadlines=(make_turn_deadline(6),))
    async with server_connection.transaction():
        await server_connection.execute("UPDATE deadline SET due_ms = 7 WHERE match_id = $1", first)
        assert [deadline.match_id for deadline in await store.deadlines.list_due(10)] == [second]
    assert [deadline.match_id for deadline in await store.deadlines.list_due(10)] == [second, first]


class PausingStatement(BoundStatement):
    """A statement that blocks the process until the server has closed the session."""

    def positional_values(self, returned: Mapping[str, Value]) -> list[Value]:
        with ThreadPoolExecutor() as executor:
            executor.submit(asyncio.run, self._wait_until_session_ended(str(self.values["url"]))).result()
        return super().positional_values(returned)

    async def _wait_until_session_ended(self, url: str) -> None:
        server = await asyncpg.connect(url)
        try:
            async with asyncio.timeout(TEST_TIMEOUT_S):
                while await server.fetchval(_SELECT_IS_IN_TRANSACTION):
                    await asyncio.sleep(0.01)
        finally:
            await server.close()


_SELECT_IS_IN_TRANSACTION = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
)
"""


async def test_transaction_of_a_paused_process_is_ended(database_url: str, store: Store) -> None:
    show_timeout = Statement("SHOW idle_in_transaction_session_timeout")
    assert await store.database.read(show_timeout()) == [[("10s",)]]
    match = await create_match(store)
    before = await store.matches.load_header(match)
    shorten_timeout = Statement("SET LOCAL idle_in_transaction_session_timeout = 1")
    touch = Statement("UPDATE match SET status = 'paused' WHERE id = :match_id", must_match=True)
    with pytest.raises(StoreUnavailable):
        await store.database.write(
            shorten_timeout(), touch(match_id=match), PausingStatement(touch, {"match_id": match, "url": database_url})
        )
    assert await store.matches.load_header(match) == before


async def test_closed_store_refuses_calls(database_url: str, store: Store) -> None:
    other = await Store.open(database_url)
    await other.close()
    for call in (other.journal.append_events(1, 1, [make_choice_event("a")]), other.journal.load_match(1)):
        with pytest.raises(StoreUnavailable, match="closed"):
            await call


async def test_deadlocked_transaction_is_retried(store: Store) -> None:
    first, second = await create_match(store, 1), await create_match(store, 2)
    touch = Statement("UPDATE match SET status = :status WHERE id = :match_id", must_match=True)
    wait = Statement("SELECT CAST(pg_sleep(0.1) AS TEXT) WHERE CAST(:n AS INTEGER) = 1")

    async def update_both(status: str, match_1: int, match_2: int) -> None:
        updates = touch(match_id=match_1, status=status), wait(n=1), touch(match_id=match_2, status=status)
        await store.database.write(*updates)

    await asyncio.gather(update_both("a", first, second), update_both("b", second, first))
    assert len({header.status for header in await store.matches.list_live()}) == 1


async def test_synchronous_commit_is_on_despite_the_database_setting(
    database_url: str, server_connection: asyncpg.Connection
) -> None:
    name = await server_connection.fetchval("SELECT current_database()")
    await server_connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    async with await Store.open(database_url) as store:
        assert await store.database.read(Statement("SHOW synchronous_commit")()) == [[("on",)]]


async def read_refusals(url: str, error_type: type[StoreUnavailable] = AccessDenied) -> list[str]:
    """Return the error messages of `Store.open` and `Store.open_read_only`. Each message must be a single line."""
    lines: list[str] = []
    for open_store in (Store.open, Store.open_read_only):
        with pytest.raises(StoreUnavailable) as refused:
            await open_store(url)
        assert type(refused.value) is error_type
        lines.append(str(refused.value))
    assert "\n" not in "".join(lines)
    return lines


async def test_unreachable_server_is_reported_in_one_line(
    postgres_url: str, database_url: str, server_connection: asyncpg.Connection, tmp_path: Path
) -> None:
    # Roles exist on the whole server, so another test may have created this one.
    await server_connection.execute("DROP ROLE IF EXISTS locked")
    await server_connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    denied = {
        postgres_url.format("nowhere"): 'database "nowhere" does not exist',
        database_url.replace("//duel@", "//stranger@"): 'role "stranger" does not exist',
        database_url.replace("//duel@", "//locked:wr0ng@"): "password authentication failed",
    }
    unreachable = {
        f"postgresql://duel@/duel?host={tmp_path}": "No such file",
        "postgresql://duel@127.0.0.1:1/duel": "127.0.0.1",
    }
    for url, reason in (denied | unreachable).items():
        for line in await read_refusals(url, StoreUnavailable if url in unreachable else AccessDenied):
            assert line.startswith("the database cannot be reached: ")
            assert reason in line
            assert "wr0ng" not in line


async def test_missing_permission_is_reported_in_one_line(
    database_url: str, store: Store, server_connection: asyncpg.Connection
) -> None:
    await server_connection.execute("DROP ROLE IF EXISTS guest")
    await server_connection.execute("CREATE ROLE guest LOGIN")
    for line in await read_refusals(database_url.replace("//duel@", "//guest@"), StoreUnavailable):
        assert "permission denied" in line
    with pytest.raises(StoreUnavailable, match="division by zero"):
        await store.database.read(Statement("SELECT 1 / 0")())


async def test_dropped_database_is_reported(postgres_url: str, database_url: str, store: Store) -> None:
    match = await create_match(store)
    connection = await asyncpg.connect(postgres_url.format("postgres"))
    try:
        name = database_url.partition("@/")[2].partition("?")[0]
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await store.journal.append_events(match, 1, [make_choice_event("a", 2)])
        with pytest.raises(StoreUnavailable):
            await store.journal.load_match(match)


async def test_pooler_in_transaction_mode_is_refused(database_url: str, tmp_path: Path) -> None:
    """Advisory locks and notifications need a session of their own."""
    before, _, folder = database_url.partition("?host=")
    pooler_url = f"{before}?host={tmp_path}"
    async with run_pooler(Path(folder) / ".s.PGSQL.5432", tmp_path, per_transaction=True):
        for line in await read_refusals(pooler_url):
            assert "pooler in transaction mode" in line
            assert "pool_mode = session" in line


async def test_pooler_in_session_mode_is_used(database_url: str, tmp_path: Path) -> None:
    before, _, folder = database_url.partition("?host=")
    async with (
        run_pooler(Path(folder) / ".s.PGSQL.5432", tmp_path, per_transaction=False),
        await Store.open(f"{before}?host={tmp_path}") as store,
        await Store.open(database_url) as direct,
        listen_for_changes(store) as others,
        store.hold_lock("match 1"),
    ):
        match = await create_match(direct)
        await others.wait_for_matches([match])
