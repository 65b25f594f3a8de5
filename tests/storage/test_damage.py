"""Damage in SQLite's file is found and reported, and no bot plays on it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from random import Random

import aiosqlite
import pytest

from storage import DatabaseUnusable, Store, StoreUnavailable, sqlite
from tests.patience import PATIENCE
from tests.storage.matches import chose, opened
from tests.storage.program import NO_DATABASE


@pytest.fixture
def database() -> str:
    return "sqlite"


def spoil(path: Path) -> None:
    """Overwrite a sector in every third page."""
    content = bytearray(path.read_bytes())
    for offset in range(8 * 4096, len(content), 3 * 4096):
        content[offset : offset + 512] = b"\xa5" * 512
    path.write_bytes(content)


async def test_file_is_whole_after_a_crash(url: str, path: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed.db"
    async with await Store.open(url) as store:
        for number in range(1, 200):
            await opened(store, number)
        # What a killed process leaves: the file and its log.
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{crashed}{end}")
    async with await Store.open(f"sqlite:///{crashed}") as store:
        assert len(await store.matches.list_live()) == 199
        assert await store.find_file_damage() == []


async def test_damage_in_the_first_pages_is_reported(url: str, path: Path) -> None:
    rotten = bytearray(path.read_bytes())
    rotten[4096 : 2 * 4096] = b"\xa5" * 4096
    path.write_bytes(rotten)
    with pytest.raises(DatabaseUnusable):
        await Store.open(url)


async def test_check_of_the_whole_file_delays_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looking, enough = threading.Event(), threading.Event()

    def slowly() -> int:
        looking.set()
        return int(enough.wait(PATIENCE))

    async def find_slowly(connection: aiosqlite.Connection, check: str) -> list[str]:
        await connection.create_function("slowly", 0, slowly)
        ((found,),) = await connection.execute_fetchall("SELECT slowly()")
        assert found
        return [check]

    monkeypatch.setattr(sqlite, "find_damage", find_slowly)
    async with await Store.open(url) as store:
        checking = asyncio.create_task(store.find_file_damage())
        async with asyncio.timeout(PATIENCE):
            while not looking.is_set():
                await asyncio.sleep(0.001)
            match = (await opened(store)).match_id
            assert await store.journal.load_match(match)
        enough.set()
        assert await checking == ["integrity_check"]


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(10, 50))])
async def test_lost_swapped_or_overwritten_page_is_found(url: str, path: Path, seed: int) -> None:
    async with await Store.open(url) as store:
        for number in range(1, 150):
            match = (await opened(store, number)).match_id
            await store.journal.append_events(match, 1, [chose("a", 1000 + number)])
    whole = bytearray(path.read_bytes())
    chance = Random(seed)
    # Swapping equal pages is no damage, nor is overwriting an empty sector.
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
            assert await store.find_file_damage() != []
    except (DatabaseUnusable, StoreUnavailable):
        pass


async def test_check_reports_damage_in_one_line(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        for number in range(1, 200):
            await opened(store, number)
    whole = path.read_bytes()
    async with await Store.open_read_only(url) as looking:
        path.write_bytes(NO_DATABASE)
        (told,) = await looking.find_file_damage()
        assert told.startswith(f"{path}: ")
        assert "\n" not in told
        path.write_bytes(whole)
        spoil(path)
        assert await looking.find_file_damage() != []
    path.write_bytes(whole)
    async with await Store.open_read_only(url) as looking:
        assert await looking.find_file_damage() == []


async def test_damaged_table_that_is_not_read_at_the_start_is_found_after_a_crash(url: str, path: Path) -> None:
    """After a clean stop the bot checks the file while it runs."""
    with closing(sqlite3.connect(path)) as looked:
        ((page,),) = looked.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'holiday'").fetchall()
        ((size,),) = looked.execute("PRAGMA page_size").fetchall()
    with path.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    await (await Store.open(url)).close()
    # A clean end removes it.
    path.with_name(path.name + "-wal").touch()
    with pytest.raises(DatabaseUnusable):
        await Store.open(url)
