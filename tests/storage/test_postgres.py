"""What PostgreSQL alone must be held to: it fails as loudly as SQLite, and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from storage import Appended, Denied, Store, Unstored
from storage.statement import Bound, Statement, Value
from tests.patience import PATIENCE
from tests.storage.listener import listening
from tests.storage.matches import chose, opened, turn
from tests.storage.pooler import pooling

pytestmark = pytest.mark.asyncio

_FULL = """
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION full_disk();
"""


@pytest.fixture
def database() -> str:
    return "postgres"


@pytest_asyncio.fixture
async def server(url: str, store: Store) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


async def test_a_full_disk_refuses_loudly_and_recovers(store: Store, server: asyncpg.Connection) -> None:
    match = (await opened(store)).match
    await server.execute(_FULL)
    told = await asyncio.gather(
        *(store.append(match, 1, [chose("a", number)]) for number in range(2, 12)), return_exceptions=True
    )
    assert {type(one) for one in told} == {Unstored}
    await server.execute("DROP TRIGGER full_disk ON event")
    await store.append(match, 1, [chose("a", 2)])
    assert await store.broken() == []


async def test_what_is_read_at_once_is_of_one_moment(store: Store, server: asyncpg.Connection) -> None:
    """Whatever is stored meanwhile: an event that is there and its deadline that is not would seem to be forgotten."""
    match = (await opened(store)).match
    seen, waits = Statement("SELECT seq FROM match WHERE id = :match"), Statement("SELECT pg_advisory_lock(7)")
    await server.execute("SELECT pg_advisory_lock(7)")
    reading = asyncio.create_task(store.database.read(seen(match=match), waits(), seen(match=match)))
    async with asyncio.timeout(PATIENCE):
        while not await server.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"):
            await asyncio.sleep(0.001)
        await store.append(match, 1, [chose("a")])
        await server.execute("SELECT pg_advisory_unlock(7)")
        before, _, after = await reading
    assert before == after


async def test_connections_that_were_lost_are_made_anew(store: Store, server: asyncpg.Connection) -> None:
    match = (await opened(store)).match
    await asyncio.gather(*(store.load(match) for _ in range(8)))
    lost = await server.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'duel %' AND pid IN"
        " (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
    )
    assert lost
    for _ in range(20):
        with suppress(Unstored):
            await store.append(match, 1, [chose("a", 2)])
            break
    assert await store.heard(2) == Appended(match, 1, again=True)
    assert await store.broken() == []


async def test_a_server_that_may_only_be_read_refuses_loudly_and_recovers(
    store: Store, server: asyncpg.Connection
) -> None:
    """As one does whose place another has taken."""
    match = (await opened(store)).match
    name = await server.fetchval("SELECT current_database()")

    async def became(read_only: str) -> str:
        await server.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {read_only}')
        await server.fetch(
            # Until it has ended: it would still store what comes before it has heard.
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            " WHERE application_name LIKE 'duel %' AND datname = current_database()"
        )
        told = ""
        # Each connection that was lost is noticed once.
        while "read-only" not in told:
            try:
                await store.append(match, 1, [chose("a", 2)])
            except Unstored as unstored:
                told = str(unstored)
            else:
                return "stored"
        return "refused"

    async with asyncio.timeout(PATIENCE):
        assert [await became("on"), await became("off")] == ["refused", "stored"]


async def test_a_deadline_that_another_is_moving_is_left_to_it(store: Store, server: asyncpg.Connection) -> None:
    first = (await opened(store, 1, due=(turn(5),))).match
    second = (await opened(store, 2, due=(turn(6),))).match
    async with server.transaction():
        await server.execute("UPDATE deadline SET due = 7 WHERE match = $1", first)
        assert [deadline.match for deadline in await store.due(10)] == [second]
    assert [deadline.match for deadline in await store.due(10)] == [second, first]


class Paused(Bound):
    """Before this statement the whole process stands still, until the server has lost its patience."""

    def placed(self, known: Mapping[str, Value]) -> list[Value]:
        with ThreadPoolExecutor() as elsewhere:
            elsewhere.submit(asyncio.run, self._ended(str(self.values["url"]))).result()
        return super().placed(known)

    async def _ended(self, url: str) -> None:
        server = await asyncpg.connect(url)
        try:
            async with asyncio.timeout(PATIENCE):
                while await server.fetchval(_IN_THE_MIDDLE):
                    await asyncio.sleep(0.01)
        finally:
            await server.close()


_IN_THE_MIDDLE = """
SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
)
"""


async def test_who_is_paused_in_a_transaction_keeps_nobody_waiting(url: str, store: Store) -> None:
    """And hears of it as of any other connection that was lost."""
    silence = Statement("SHOW idle_in_transaction_session_timeout")
    assert await store.database.read(silence()) == [[("10s",)]]
    match = (await opened(store)).match
    before = await store.header(match)
    soon = Statement("SET LOCAL idle_in_transaction_session_timeout = 1")
    touch = Statement("UPDATE match SET status = 'paused' WHERE id = :match", must=True)
    with pytest.raises(Unstored):
        await store.database.write(soon(), touch(match=match), Paused(touch, {"match": match, "url": url}))
    assert await store.header(match) == before


async def test_a_closed_store_says_so(url: str, store: Store) -> None:
    other = await Store.open(url)
    await other.close()
    for late in (other.append(1, 1, [chose("a")]), other.load(1)):
        with pytest.raises(Unstored, match="closed"):
            await late


async def test_those_who_lock_each_other_out_both_come_through(store: Store) -> None:
    """Two that take the same rows in opposite order: the server ends one of them, and it is tried again."""
    first, second = (await opened(store, 1)).match, (await opened(store, 2)).match
    touch = Statement("UPDATE match SET status = :status WHERE id = :match", must=True)
    wait = Statement("SELECT CAST(pg_sleep(0.1) AS TEXT) WHERE CAST(:n AS INTEGER) = 1")

    async def touched(status: str, *matches: int) -> None:
        one, two = matches
        await store.database.write(touch(match=one, status=status), wait(n=1), touch(match=two, status=status))

    await asyncio.gather(touched("a", first, second), touched("b", second, first))
    assert len({header.status for header in await store.live()}) == 1


async def test_a_caller_who_is_cancelled_interrupts_no_transaction(store: Store) -> None:
    match = (await opened(store)).match
    writing = asyncio.create_task(store.append(match, 1, [chose("a", 2)]))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait((writing,))
    async with asyncio.timeout(PATIENCE):
        while await store.heard(2) is None:
            await asyncio.sleep(0.01)


async def test_an_acknowledgement_waits_for_the_log(url: str, server: asyncpg.Connection) -> None:
    """Also where the server is set up to acknowledge what it may still lose."""
    name = await server.fetchval("SELECT current_database()")
    await server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    async with await Store.open(url) as store:
        assert await store.database.read(Statement("SHOW synchronous_commit")()) == [[("on",)]]


async def told(url: str, kind: type[Unstored] = Denied) -> list[str]:
    lines = []
    for way in (Store.open, Store.look):
        with pytest.raises(Unstored) as unstored:
            await way(url)
        assert type(unstored.value) is kind
        lines.append(str(unstored.value))
    return lines


async def test_what_cannot_be_reached_is_told_in_one_plain_line(postgres: str, url: str, tmp_path: Path) -> None:
    connection = await asyncpg.connect(url)
    try:
        # Roles are the whole server's.
        await connection.execute("DROP ROLE IF EXISTS locked")
        await connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    finally:
        await connection.close()
    wrong = {
        postgres.format("nowhere"): 'database "nowhere" does not exist',
        url.replace("//duel@", "//stranger@"): 'role "stranger" does not exist',
        url.replace("//duel@", "//locked:wr0ng@"): "password authentication failed",
    }
    away = {
        f"postgresql://duel@/duel?host={tmp_path}": "No such file",
        "postgresql://duel@127.0.0.1:1/duel": "127.0.0.1",
    }
    for where, why in (wrong | away).items():
        for line in await told(where, Unstored if where in away else Denied):
            assert line.startswith("the database cannot be reached: ")
            assert why in line
            assert "\n" not in line
            assert "wr0ng" not in line


async def test_what_may_not_be_read_or_written_is_told_in_one_plain_line(
    url: str, store: Store, server: asyncpg.Connection
) -> None:
    await server.execute("DROP ROLE IF EXISTS guest")
    await server.execute("CREATE ROLE guest LOGIN")
    for line in await told(url.replace("//duel@", "//guest@"), Unstored):
        assert "permission denied" in line
        assert "\n" not in line
    with pytest.raises(Unstored, match="division by zero"):
        await store.database.read(Statement("SELECT 1 / 0")())


async def test_a_database_that_was_dropped_meanwhile_is_out_of_reach(postgres: str, url: str, store: Store) -> None:
    match = (await opened(store)).match
    connection = await asyncpg.connect(postgres.format("postgres"))
    try:
        name = url.partition("@/")[2].partition("?")[0]
        await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await connection.close()
    for _ in range(3):
        with pytest.raises(Unstored):
            await store.append(match, 1, [chose("a", 2)])
        with pytest.raises(Unstored):
            await store.load(match)


async def test_a_pooler_that_lends_sessions_by_the_transaction_is_told_at_once(url: str, tmp_path: Path) -> None:
    """Turns would be everybody's, and the bell nobody's."""
    before, _, folder = url.partition("?host=")
    through = f"{before}?host={tmp_path}"
    async with pooling(Path(folder) / ".s.PGSQL.5432", tmp_path, transactions=True):
        for line in await told(through):
            assert "pooler in transaction mode" in line
            assert "pool_mode = session" in line


async def test_a_pooler_that_lends_them_for_good_is_none_to_us(url: str, tmp_path: Path) -> None:
    before, _, folder = url.partition("?host=")
    async with (
        pooling(Path(folder) / ".s.PGSQL.5432", tmp_path, transactions=False),
        await Store.open(f"{before}?host={tmp_path}") as store,
        await Store.open(url) as direct,
        listening(store) as others,
        store.turn("match 1"),
    ):
        match = (await opened(direct)).match
        await others.has([match])
