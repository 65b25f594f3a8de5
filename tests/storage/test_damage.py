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
from tests.storage.stored_matches import create_match, make_choice_event
from tests.storage.subprograms import NOT_A_DATABASE
from tests.waiting import TEST_TIMEOUT_S


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


def damage_file(path: Path) -> None:
    """Overwrite a sector in every third page."""
    content = bytearray(path.read_bytes())
    for offset in range(8 * 4096, len(content), 3 * 4096):
        content[offset : offset + 512] = b"\xa5" * 512
    path.write_bytes(content)


async def test_file_is_whole_after_a_crash(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed.db"
    async with await Store.open(database_url) as store:
        for number in range(1, 200):
            await create_match(store, number)
        # What a killed process leaves: the file and its log.
        for end in ("", "-wal"):
            shutil.copy(f"{sqlite_path}{end}", f"{crashed}{end}")
    async with await Store.open(f"sqlite:///{crashed}") as store:
        assert len(await store.matches.list_live()) == 199
        assert await store.find_file_damage() == []


async def test_damage_in_the_first_pages_is_reported(database_url: str, sqlite_path: Path) -> None:
    rotten = bytearray(sqlite_path.read_bytes())
    rotten[4096 : 2 * 4096] = b"\xa5" * 4096
    sqlite_path.write_bytes(rotten)
    with pytest.raises(DatabaseUnusable):
        await Store.open(database_url)


async def test_check_of_the_whole_file_delays_nobody(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looking, enough = threading.Event(), threading.Event()

    def slowly() -> int:
        looking.set()
        return int(enough.wait(TEST_TIMEOUT_S))

    async def find_slowly(connection: aiosqlite.Connection, check: str) -> list[str]:
        await connection.create_function("slowly", 0, slowly)
        ((found,),) = await connection.execute_fetchall("SELECT slowly()")
        assert found
        return [check]

    monkeypatch.setattr(sqlite, "find_damage", find_slowly)
    async with await Store.open(database_url) as store:
        checking = asyncio.create_task(store.find_file_damage())
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not looking.is_set():
                await asyncio.sleep(0.001)
            match = (await create_match(store)).match_id
            assert await store.journal.load_match(match)
        enough.set()
        assert await checking == ["integrity_check"]


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(10, 50))])
async def test_lost_swapped_or_overwritten_page_is_found(database_url: str, sqlite_path: Path, seed: int) -> None:
    async with await Store.open(database_url) as store:
        for number in range(1, 150):
            match = (await create_match(store, number)).match_id
            await store.journal.append_events(match, 1, [make_choice_event("a", 1000 + number)])
    whole = bytearray(sqlite_path.read_bytes())
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
    sqlite_path.write_bytes(whole)
    try:
        async with await Store.open(database_url) as store:
            assert await store.find_file_damage() != []
    except (DatabaseUnusable, StoreUnavailable):
        pass


async def test_check_reports_damage_in_one_line(database_url: str, sqlite_path: Path) -> None:
    async with await Store.open(database_url) as store:
        for number in range(1, 200):
            await create_match(store, number)
    whole = sqlite_path.read_bytes()
    async with await Store.open_read_only(database_url) as looking:
        sqlite_path.write_bytes(NOT_A_DATABASE)
        (told,) = await looking.find_file_damage()
        assert told.startswith(f"{sqlite_path}: ")
        assert "\n" not in told
        sqlite_path.write_bytes(whole)
        damage_file(sqlite_path)
        assert await looking.find_file_damage() != []
    sqlite_path.write_bytes(whole)
    async with await Store.open_read_only(database_url) as looking:
        assert await looking.find_file_damage() == []


async def test_damaged_table_that_is_not_read_at_the_start_is_found_after_a_crash(
    database_url: str, sqlite_path: Path
) -> None:
    """After a clean stop the bot checks the file while it runs."""
    with closing(sqlite3.connect(sqlite_path)) as looked:
        ((page,),) = looked.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'holiday'").fetchall()
        ((size,),) = looked.execute("PRAGMA page_size").fetchall()
    with sqlite_path.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    await (await Store.open(database_url)).close()
    # A clean end removes it.
    sqlite_path.with_name(sqlite_path.name + "-wal").touch()
    with pytest.raises(DatabaseUnusable):
        await Store.open(database_url)
