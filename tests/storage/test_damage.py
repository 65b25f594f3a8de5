"""Damaged SQLite files: the store finds and reports the damage, and refuses to open the file."""

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
from tests.storage.database_fixtures import NOT_A_DATABASE, damage_file
from tests.storage.stored_matches import create_match, make_choice_event
from tests.waiting import TEST_TIMEOUT_S


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


async def test_file_is_undamaged_after_a_crash(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    crashed = tmp_path / "crashed.db"
    async with await Store.open(database_url) as store:
        for number in range(1, 200):
            await create_match(store, number)
        # A killed process leaves the file and its log.
        for suffix in ("", "-wal"):
            shutil.copy(f"{sqlite_path}{suffix}", f"{crashed}{suffix}")
    async with await Store.open(f"sqlite:///{crashed}") as store:
        assert len(await store.matches.list_live()) == 199
        assert await store.find_file_damage() == []


@pytest.mark.parametrize("start", [100, 4096], ids=["after the header", "second page"])
async def test_damage_in_the_first_pages_is_reported(database_url: str, sqlite_path: Path, start: int) -> None:
    content = bytearray(sqlite_path.read_bytes())
    content[start : start + 4096] = b"\xa5" * 4096
    sqlite_path.write_bytes(content)
    with pytest.raises(DatabaseUnusable, match="duel restore"):
        await Store.open(database_url)


async def test_full_check_does_not_block_reads_and_writes(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started, may_finish = threading.Event(), threading.Event()

    def wait_in_query() -> int:
        started.set()
        return int(may_finish.wait(TEST_TIMEOUT_S))

    async def find_damage_slowly(connection: aiosqlite.Connection, check: str) -> list[str]:
        await connection.create_function("wait_in_query", 0, wait_in_query)
        ((finished,),) = await connection.execute_fetchall("SELECT wait_in_query()")
        assert finished
        return [check]

    monkeypatch.setattr(sqlite, "find_damage", find_damage_slowly)
    async with await Store.open(database_url) as store:
        checking = asyncio.create_task(store.find_file_damage())
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not started.is_set():
                await asyncio.sleep(0.001)
            match = await create_match(store)
            assert await store.journal.load_match(match)
        may_finish.set()
        assert await checking == ["integrity_check"]


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(10, 50))])
async def test_lost_swapped_or_overwritten_page_is_found(database_url: str, sqlite_path: Path, seed: int) -> None:
    async with await Store.open(database_url) as store:
        for number in range(1, 150):
            match = await create_match(store, number)
            await store.journal.append_events(match, 1, [make_choice_event("a", 1000 + number)])
    whole = bytearray(sqlite_path.read_bytes())
    dice = Random(seed)
    # Swapping equal pages or clearing an empty sector is no damage.
    offset_by_page = {bytes(whole[offset : offset + 4096]): offset for offset in range(0, len(whole), 4096)}
    page_start, other_start = dice.sample(sorted(offset_by_page.values()), 2)
    sector = dice.choice([it for it in range(page_start, page_start + 4096, 512) if any(whole[it : it + 512])])
    match seed % 5:
        case 0:
            whole[page_start : page_start + 4096] = dice.randbytes(4096)
        case 1:
            whole[page_start : page_start + 4096] = bytes(4096)
        case 2:
            first, second = whole[page_start : page_start + 4096], whole[other_start : other_start + 4096]
            whole[page_start : page_start + 4096], whole[other_start : other_start + 4096] = second, first
        case 3:
            del whole[max(page_start, 4096) :]
        case _:
            whole[sector : sector + 512] = dice.randbytes(512)
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
    async with await Store.open_read_only(database_url) as reader:
        sqlite_path.write_bytes(NOT_A_DATABASE)
        (message,) = await reader.find_file_damage()
        assert message.startswith(f"{sqlite_path}: ")
        assert "\n" not in message
        sqlite_path.write_bytes(whole)
        damage_file(sqlite_path)
        assert await reader.find_file_damage() != []
    sqlite_path.write_bytes(whole)
    async with await Store.open_read_only(database_url) as reader:
        assert await reader.find_file_damage() == []


async def test_damage_in_an_unread_table_is_found_after_a_crash(database_url: str, sqlite_path: Path) -> None:
    """Only after a crash is the whole file checked on opening. After a clean stop, it is checked later."""
    with closing(sqlite3.connect(sqlite_path)) as connection:
        ((page_number,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'holiday'").fetchall()
        ((size,),) = connection.execute("PRAGMA page_size").fetchall()
    with sqlite_path.open("r+b") as file:
        file.seek((page_number - 1) * size)
        file.write(b"\xff" * size)
    await (await Store.open(database_url)).close()
    # Only a clean stop removes the log.
    sqlite_path.with_name(sqlite_path.name + "-wal").touch()
    with pytest.raises(DatabaseUnusable):
        await Store.open(database_url)
