"""What SQLite alone must be held to: one bot a file, a batch a commit, and no damage taken for granted."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from storage import Busy, Damaged, Door, Rotten, Store, Unstored, sqlite
from storage.connection import Connection
from storage.sqlite import Sqlite
from storage.statement import Bound, Statement
from tests.patience import PATIENCE
from tests.storage.matches import chose, opened

T = TypeVar("T")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
def database() -> str:
    return "sqlite"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


def ended(threads: set[threading.Thread]) -> bool:
    for thread in threads:
        thread.join(5)
    return not any(thread.is_alive() for thread in threads)


async def test_a_file_belongs_to_one_bot(url: str) -> None:
    async with await Store.open(url) as store:
        with pytest.raises(Busy):
            await Store.open(url)
        await opened(store)
    async with await Store.open(url) as store:
        assert len(await store.live()) == 1


async def test_a_path_is_relative_with_three_strokes_and_absolute_with_four(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///near.db", f"sqlite:///{tmp_path}/far.db"):
        await (await Store.open(url)).close()
    assert {path.name for path in tmp_path.glob("*.db")} == {"near.db", "far.db"}
    for wrong in ("sqlite:///", "mysql://x", "bot.db"):
        with pytest.raises(ValueError, match="sqlite:///path"):
            await Store.open(wrong)


async def test_a_password_is_not_repeated() -> None:
    with pytest.raises(ValueError, match="host/db") as told:
        await Store.open("mysql://me:secret@host/db")
    assert "secret" not in str(told.value)


async def test_closing_leaves_one_file_and_no_thread(url: str, path: Path) -> None:
    before = set(threading.enumerate())
    store = await Store.open(url)
    writes = [asyncio.ensure_future(opened(store, number)) for number in range(1, 50)]
    await asyncio.sleep(0)
    await store.close()
    # What was asked for before is done.
    assert len({made.match for made in await asyncio.gather(*writes)}) == 49
    assert {each.name for each in path.parent.iterdir()} == {"bot.db", "bot.db.lock"}
    assert ended(set(threading.enumerate()) - before)
    for late in (store.append(1, 1, [chose("a")]), store.load(1)):
        with pytest.raises(Unstored, match="closed"):
            await late


async def test_an_opening_that_fails_leaves_no_thread_and_no_lock(url: str, path: Path) -> None:
    before = set(threading.enumerate())
    path.write_bytes(b"this is no database, and long enough to be told from one" * 100)
    for _ in range(2):
        with pytest.raises(Damaged, match=r"bot\.db"):
            await Store.open(url)
    assert ended(set(threading.enumerate()) - before)
    path.unlink()
    await (await Store.open(url)).close()


async def cut_off(doing: Coroutine[Any, Any, T], at: int, monkeypatch: pytest.MonkeyPatch) -> asyncio.Task[T]:
    """Cancelled where it turns to a thread for that time."""
    turned = 0

    def cutting(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def cut(*given: Any) -> Any:
            nonlocal turned
            turned += 1
            if turned == at:
                task.cancel()
            return await method(*given)

        return cut

    with monkeypatch.context() as during:
        during.setattr(Connection, "open", staticmethod(cutting(Connection.open)))
        during.setattr(Connection, "ask", cutting(Connection.ask))
        during.setattr(Connection, "close", cutting(Connection.close))
        during.setattr(Sqlite, "write", cutting(Sqlite.write))
        task = asyncio.ensure_future(doing)
        await asyncio.wait([task])
    return task


async def test_an_opening_that_is_cancelled_leaves_no_thread_and_no_lock(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(threading.enumerate())
    for at in count(1):
        opening = await cut_off(Store.open(url), at, monkeypatch)
        if not opening.cancelled():
            break
        assert ended(set(threading.enumerate()) - before)
    assert at > 5
    await opening.result().close()


@pytest.mark.parametrize("at", [1, 2])
async def test_a_closing_that_is_cancelled_leaves_no_thread_and_no_lock(
    url: str, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(threading.enumerate())
    store = await Store.open(url)
    made = asyncio.create_task(opened(store))
    await asyncio.sleep(0)
    closing = await cut_off(store.close(), at, monkeypatch)
    assert closing.cancelled()
    assert ended(set(threading.enumerate()) - before)
    async with await Store.open(url) as again:
        assert [header.id for header in await again.live()] == [(await made).match]


def test_a_store_that_nobody_closes_keeps_no_process_alive(url: str) -> None:
    left = f"""
import asyncio
from storage import Store
asyncio.run(Store.open({url!r}))
print("left", flush=True)
"""
    done = subprocess.run([sys.executable, "-c", left], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


async def test_what_queued_while_the_last_commit_ran_is_one_batch(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    committed = Sqlite.committed

    def counted(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> object:
        sizes.append(len(batch))
        return committed(connection, batch)

    async with await Store.open(url) as store:
        monkeypatch.setattr(Sqlite, "committed", staticmethod(counted))
        await asyncio.gather(*(opened(store, number) for number in range(1, 65)))
        assert sum(sizes) == 64
        assert len(sizes) <= 2


async def test_what_is_only_noted_goes_with_what_somebody_waits_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    committed = Sqlite.committed

    def counted(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> object:
        sizes.append(len(batch))
        return committed(connection, batch)

    monkeypatch.setattr(Sqlite, "committed", staticmethod(counted))
    async with await Store.open(url) as store:
        await opened(store, 1)
        sizes.clear()
        noted = asyncio.create_task(store.show(1, 0, 2, None))
        for _ in range(3):
            await asyncio.sleep(0)
        await store.open_door(Door(1, 2, 3, "token", 4))
        await noted
        assert sizes == [2]
        await store.show(1, 0, 2, None)
        assert sizes == [2, 1], "and not for ever"


async def test_a_bad_transaction_spoils_no_other_of_its_batch(url: str) -> None:
    nonsense = Statement("INSERT INTO seat (match, seat, person, standing, live) VALUES (404, 0, 1, 'sat', 1)")
    event = Statement("UPDATE match SET status = :status WHERE id = 1", must=True)
    async with await Store.open(url) as store:
        await opened(store)
        good, foreign, typed, huge, missed = await asyncio.gather(
            opened(store, 2),
            store.database.write(event(status="spoiled"), nonsense()),
            store.database.write(event(status=object())),  # type: ignore[arg-type]
            store.database.write(Statement("UPDATE match SET seq = :n")(n=1 << 64)),
            store.append(404, 0, [chose("a")]),
            return_exceptions=True,
        )
        assert not isinstance(good, BaseException)
        assert isinstance(foreign, sqlite3.IntegrityError)
        assert isinstance(typed, sqlite3.Error)
        assert isinstance(huge, OverflowError)
        assert type(missed).__name__ == "Conflict"
        assert {header.status for header in await store.live()} == {"offered"}
        assert len(await store.live()) == 2


async def test_an_acknowledgement_means_that_it_is_on_disk(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held: dict[str, object] = {}
    committed = Sqlite.committed

    def asked(connection: sqlite3.Connection, batch: Sequence[Sequence[Bound]]) -> object:
        for pragma in ("synchronous", "journal_mode", "foreign_keys"):
            ((held[pragma],),) = connection.execute(f"PRAGMA {pragma}").fetchall()
        return committed(connection, batch)

    async with await Store.open(url) as store:
        monkeypatch.setattr(Sqlite, "committed", staticmethod(asked))
        await opened(store)
    assert held == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}


async def test_after_an_unclean_stop_the_file_is_checked(url: str, path: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed.db"
    async with await Store.open(url) as store:
        for number in range(1, 200):
            await opened(store, number)
        # What a killed process leaves: the file and its log.
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{crashed}{end}")
    async with await Store.open(f"sqlite:///{crashed}") as store:
        assert len(await store.live()) == 199
        assert await store.check() == []
    # The same, with a page that rotted.
    size = crashed.stat().st_size
    with crashed.open("r+b") as file:
        for offset in range(8 * 4096, size, 3 * 4096):
            file.seek(offset)
            file.write(os.urandom(512))
    Path(f"{crashed}-wal").touch()
    with pytest.raises(Damaged):
        await Store.open(f"sqlite:///{crashed}")


async def test_damage_in_what_is_read_first_is_told_as_damage(url: str, path: Path) -> None:
    """To start it again would be in vain."""
    async with await Store.open(url):
        pass
    rotten = bytearray(path.read_bytes())
    rotten[4096 : 2 * 4096] = b"\xa5" * 4096
    path.write_bytes(rotten)
    with pytest.raises(Rotten):
        await Store.open(url)


async def test_a_look_through_the_whole_file_keeps_nobody_waiting(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looking, enough = threading.Event(), threading.Event()

    def slowly(connection: sqlite3.Connection, check: str) -> list[str]:
        looking.set()
        assert enough.wait(PATIENCE)
        return [check]

    monkeypatch.setattr(sqlite, "complaints", slowly)
    async with await Store.open(url) as store:
        checking = asyncio.create_task(store.check())
        async with asyncio.timeout(PATIENCE):
            while not looking.is_set():
                await asyncio.sleep(0.001)
            match = (await opened(store)).match
            assert await store.load(match)
        enough.set()
        assert await checking == ["integrity_check"]


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(10, 50))])
async def test_fifty_damages_are_all_found_by_the_look_at_the_start(url: str, path: Path, seed: int) -> None:
    """As disks do it: a sector or a page that is lost, or of something else, or an end that is missing."""
    async with await Store.open(url) as store:
        for number in range(1, 150):
            match = (await opened(store, number)).match
            await store.append(match, 1, [chose("a", 1000 + number)])
    whole = bytearray(path.read_bytes())
    chance = Random(seed)
    # What is alike may be changed for each other, and where nothing is nothing is lost.
    kept = {bytes(whole[at : at + 4096]): at for at in range(0, len(whole), 4096)}
    at, other = chance.sample(sorted(kept.values()), 2)
    sector = chance.choice([each for each in range(at, at + 4096, 512) if any(whole[each : each + 512])])
    match seed % 5:
        case 0:
            whole[at : at + 4096] = chance.randbytes(4096)
        case 1:
            whole[at : at + 4096] = bytes(4096)
        case 2:
            first, second = whole[at : at + 4096], whole[other : other + 4096]
            whole[at : at + 4096], whole[other : other + 4096] = second, first
        case 3:
            del whole[max(at, 4096) :]
        case _:
            whole[sector : sector + 512] = chance.randbytes(512)
    path.write_bytes(whole)
    try:
        async with await Store.open(url) as store:
            assert await store.check() != []
    except (Damaged, Unstored):
        pass


async def test_reading_does_not_let_the_log_grow(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        match = (await opened(store)).match
        for seq in range(1, 600):
            await store.append(match, seq, [chose(str(seq))])
            if seq % 50 == 0:
                await store.load(match)
        assert path.with_name("bot.db-wal").stat().st_size < 6 << 20


async def test_damage_is_a_complaint_and_no_error(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        for number in range(1, 200):
            await opened(store, number)
    whole = path.read_bytes()
    async with await Store.look(url) as looking:
        path.write_bytes(b"this is no database, and long enough to be told from one" * 100)
        (told,) = await looking.check()
        assert told.startswith(f"{path}: ")
        assert "\n" not in told
        rotten = bytearray(whole)
        for offset in range(8 * 4096, len(rotten), 3 * 4096):
            rotten[offset : offset + 512] = b"\xa5" * 512
        path.write_bytes(rotten)
        assert await looking.check() != []
    path.write_bytes(whole)
    async with await Store.look(url) as looking:
        assert await looking.check() == []


async def test_after_an_unclean_stop_the_file_is_looked_through_before_anybody_writes_to_it(tmp_path: Path) -> None:
    """After a clean one that happens beside all that is going on."""
    file = tmp_path / "duel.db"
    url = f"sqlite:///{file}"
    await (await Store.open(url)).close()
    with closing(sqlite3.connect(file)) as looked:
        ((page,),) = looked.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'holiday'").fetchall()
        ((size,),) = looked.execute("PRAGMA page_size").fetchall()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    await (await Store.open(url)).close()
    # A clean end removes it.
    file.with_name(file.name + "-wal").touch()
    with pytest.raises(Damaged):
        await Store.open(url)
