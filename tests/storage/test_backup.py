"""A backup is whole, is made while the bot runs, and can be restored."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import DatabaseInUse, DatabaseUnusable, Store, StoreUnavailable
from tests.storage.stored_matches import ANNA, BEN, create_match, make_choice_event, read_header
from tests.storage.subprograms import NOT_A_DATABASE, PROJECT_ROOT
from tests.storage.two_people import store_two_people

_KILLED_DURING_BACKUP_PROGRAM = """
import asyncio, os, signal, sys
from storage import Store
from tests.storage.stored_matches import create_match, make_choice_event

async def lived():
    store = await Store.open(sys.argv[1])
    for number in range(1, 50):
        match = (await create_match(store, 1000 + number)).match_id
        await store.journal.append_events(match, 1, [make_choice_event("w" * 500)])
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(lived())
"""


def format_stamp(number: int) -> str:
    return f"20260101-{number:06}"


async def count_forgotten(store: Store, person_id: int) -> int:
    return await store.people.forget_person(person_id, 1_000)


def list_file_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def back_up_one_match(url: str, folder: Path) -> tuple[int, Path]:
    """Return the match and its backup."""
    async with await Store.open(url) as store:
        return (await create_match(store)).match_id, await store.back_up(folder / "backups", format_stamp(1), keep=1)


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


@pytest.mark.parametrize("mode", [0o600, 0o640])
async def test_backup_has_the_permissions_of_the_database(
    store: Store, tmp_path: Path, database_url: str, mode: int
) -> None:
    Path(database_url.removeprefix("sqlite:///")).chmod(mode)
    before = os.umask(0o022)
    try:
        made = await store.back_up(tmp_path / "copies", format_stamp(1), 1)
    finally:
        os.umask(before)
    assert made.stat().st_mode & 0o777 == mode


async def test_backup_made_while_the_bot_writes_is_whole(database_url: str, store: Store, tmp_path: Path) -> None:
    match = (await create_match(store)).match_id
    written = 0

    async def write() -> None:
        nonlocal written
        while True:
            written += 1
            await store.journal.append_events(match, written, [make_choice_event("w" * 500, written + 10)])

    writing = asyncio.create_task(write())
    try:
        async with await Store.open_read_only(database_url) as looking:
            before = written
            made = [await looking.back_up(tmp_path / "backups", format_stamp(number), keep=3) for number in range(6)]
            assert written > before
    finally:
        writing.cancel()
    assert sorted((tmp_path / "backups").iterdir()) == made[3:]
    for path in made[3:]:
        async with await Store.open(f"sqlite:///{path}") as restored:
            assert (await restored.find_file_damage(), await restored.journal.list_matches_with_gaps()) == ([], [])
            seq = (await read_header(restored, match)).event_count
            assert before < seq <= written + 1
            await restored.journal.append_events(match, seq, [make_choice_event("on")])


async def test_failed_backup_leaves_the_old_ones(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = await store.back_up(folder, format_stamp(1), keep=1)
    for number, end in ((2, "part"), (3, "db")):
        taken = folder / f"bot-{format_stamp(number)}.{end}"
        taken.mkdir()
        with pytest.raises((StoreUnavailable, OSError)):
            await store.back_up(folder, format_stamp(number), keep=1)
        taken.rmdir()
    assert list_file_names(folder) == {first.name}
    with pytest.raises(ValueError, match="kept"):
        await store.back_up(folder, format_stamp(3), keep=0)


async def test_oldest_backups_are_removed_and_nothing_else(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    strangers = {
        "bot-test-20250101-000000.db",
        "bot-holiday.db",
        "bot-20250101-000000.db.old",
        "bot-20250101-0000000.db",
        "robot-20250101-000000.db",
    }
    for name in strangers:
        (folder / name).write_text("precious")
    made = [await store.back_up(folder, format_stamp(number), keep=2) for number in (7, 8, 9)]
    assert list_file_names(folder) == strangers | {path.name for path in made[1:]}
    # The watch was put back.
    early = await store.back_up(folder, format_stamp(1), keep=2)
    assert list_file_names(folder) == strangers | {early.name, made[2].name}
    again = await store.back_up(folder, format_stamp(1), keep=1)
    assert list_file_names(folder) == strangers | {again.name}
    await store.back_up(folder, format_stamp(2), keep=5)
    assert list_file_names(folder) == strangers | {again.name, f"bot-{format_stamp(2)}.db"}


async def test_old_backup_of_a_file_name_with_special_characters_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    async with await Store.open(f"sqlite:///{tmp_path / 'b[o]t+.db'}") as store:
        made = [await store.back_up(folder, format_stamp(number), keep=1) for number in (1, 2)]
    assert list_file_names(folder) == {made[1].name}


async def test_backup_replaces_what_a_killed_process_left(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    killed = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _KILLED_DURING_BACKUP_PROGRAM, database_url],
        cwd=PROJECT_ROOT,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert sqlite_path.with_name("bot.db-wal").stat().st_size > 0
    whole = copy.read_bytes()

    await Store.restore_backup(database_url, copy, count_forgotten)
    assert list_file_names(tmp_path) == {"bot.db", "bot.db.lock", "backups"}
    async with await Store.open(database_url) as store:
        assert (await store.find_file_damage(), await store.journal.list_matches_with_gaps()) == ([], [])
        assert [header.id for header in await store.matches.list_live()] == [match]
        await store.journal.append_events(match, 1, [make_choice_event("on")])
    assert copy.read_bytes() == whole
    assert list_file_names(copy.parent) == {copy.name}


async def test_backup_is_restored_where_there_is_no_database(database_url: str, tmp_path: Path) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    elsewhere = f"sqlite:///{tmp_path / 'new.db'}"
    (tmp_path / "new.db.part").write_text("left over")
    await Store.restore_backup(elsewhere, copy, count_forgotten)
    assert not (tmp_path / "new.db.part").exists()
    async with await Store.open(elsewhere) as store:
        assert [header.id for header in await store.matches.list_live()] == [match]


async def test_restored_database_is_where_a_symbolic_link_leads(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    far, link = tmp_path / "far", tmp_path / "link.db"
    far.mkdir()
    (far / "real.db").touch()
    (far / "real.db-wal").write_text("of another life")
    link.symlink_to(far / "real.db")
    await Store.restore_backup(f"sqlite:///{link}", copy, count_forgotten)
    assert link.is_symlink()
    assert list_file_names(far) == {"real.db"}
    async with await Store.open_read_only(f"sqlite:///{link}") as store:
        assert len(await store.matches.list_live()) == 1


async def test_running_database_is_not_restored(database_url: str, store: Store, tmp_path: Path) -> None:
    copy = await store.back_up(tmp_path / "backups", format_stamp(1), keep=1)
    match = (await create_match(store)).match_id
    with pytest.raises(DatabaseInUse):
        await Store.restore_backup(database_url, copy, count_forgotten)
    assert [header.id for header in await store.matches.list_live()] == [match]


async def test_damaged_or_foreign_copy_is_not_restored(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    async with await Store.open(database_url) as store:
        for number in range(1, 200):
            await create_match(store, number)
        sound = await store.back_up(tmp_path / "backups", format_stamp(1), keep=1)
    before = sqlite_path.read_bytes()
    rotten, garbage, empty, stranger = (tmp_path / f"{name}.db" for name in ("rotten", "garbage", "empty", "stranger"))
    content = bytearray(sound.read_bytes())
    for offset in range(8 * 4096, len(content), 3 * 4096):
        content[offset : offset + 512] = b"\xa5" * 512
    rotten.write_bytes(content)
    garbage.write_bytes(NOT_A_DATABASE)
    empty.touch()
    with closing(sqlite3.connect(stranger)) as other:
        other.execute("CREATE TABLE recipe (n INTEGER)")
    for wrong in (rotten, garbage, empty, stranger, tmp_path / "none.db", tmp_path):
        with pytest.raises(DatabaseUnusable, match=wrong.name):
            await Store.restore_backup(database_url, wrong, count_forgotten)
    with pytest.raises(ValueError, match="itself"):
        await Store.restore_backup(database_url, sqlite_path, count_forgotten)
    assert sqlite_path.read_bytes() == before
    # Nobody is left with the lock.
    async with await Store.open(database_url) as store:
        assert len(await store.matches.list_live()) == 199


async def test_backup_of_a_newer_bot_is_not_restored(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    with closing(sqlite3.connect(copy)) as newer, newer:
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (9999, '9999_changed', '')")
    before = sqlite_path.read_bytes()
    with pytest.raises(DatabaseUnusable, match="9999_changed"):
        await Store.restore_backup(database_url, copy, count_forgotten)
    assert sqlite_path.read_bytes() == before
    assert not [name for name in list_file_names(tmp_path) if name.startswith("bot.db.part")]


async def test_failed_restore_leaves_the_database_as_it_was(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    async with await Store.open(database_url) as store:
        await create_match(store, 2)
    (tmp_path / "bot.db.part").mkdir()
    with pytest.raises(StoreUnavailable, match="cannot restore"):
        await Store.restore_backup(database_url, copy, count_forgotten)
    async with await Store.open(database_url) as store:
        assert len(await store.matches.list_live()) == 2


@pytest.mark.parametrize("left", ["the list", "what is replaced"])
async def test_person_forgotten_since_the_backup_is_forgotten_again(
    database_url: str, tmp_path: Path, left: str
) -> None:
    """The list beside the backup says so, or the database that is replaced. What came after that is kept."""
    folder = tmp_path / "backups"
    async with await Store.open(database_url) as store:
        await store_two_people(store)
        old = await store.back_up(folder, format_stamp(1), keep=5)
        await count_forgotten(store, ANNA)
        await store.people.save_names({ANNA: "Anna, who came back"})
        new = await store.back_up(folder, format_stamp(2), keep=5)
    (listed,) = [path for path in folder.iterdir() if path.suffix == ".txt"]
    assert re.fullmatch(r"[0-9a-f]{64} 1000\n", listed.read_text()), "it names nobody"
    if left == "the list":
        Path(database_url.removeprefix("sqlite:///")).write_bytes(b"dead" * 5000)
    else:
        listed.unlink()
    assert await Store.restore_backup(database_url, new, count_forgotten) == 0
    async with await Store.open(database_url) as store:
        assert await store.people.load_names([ANNA]) == {ANNA: "Anna, who came back"}
    assert await Store.restore_backup(database_url, old, count_forgotten) == 1
    assert list_file_names(tmp_path) == {"bot.db", "bot.db.lock", "backups"}
    async with await Store.open(database_url) as store:
        assert await store.people.list_people() == {BEN}
        # A list is never shorter than it was.
        await store.back_up(folder, format_stamp(3), keep=5)
    assert await Store.restore_backup(database_url, old, count_forgotten) == 1


async def test_damaged_list_of_the_forgotten_stops_the_restore(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    (tmp_path / "backups" / "bot-forgotten.txt").write_text("half a line")
    with pytest.raises(DatabaseUnusable, match="list"):
        await Store.restore_backup(database_url, copy, count_forgotten)


async def test_looking_makes_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="none"):
        await Store.open_read_only(f"sqlite:///{tmp_path / 'none.db'}")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("database_kind", ["postgres"])
async def test_postgresql_is_backed_up_and_restored_by_its_own_tools(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    with pytest.raises(StoreUnavailable, match="pg_dump"):
        await store.back_up(tmp_path, format_stamp(1), keep=1)
    with pytest.raises(ValueError, match="pg_restore"):
        await Store.restore_backup(database_url, tmp_path / "copy.db", count_forgotten)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root leaves files to others")
async def test_files_that_root_makes_belong_to_the_owner_of_the_folder(database_url: str, tmp_path: Path) -> None:
    """systemd runs the bot as a user of its own, and its host works as root."""
    _, copy = await back_up_one_match(database_url, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 4711, 4712)
    async with await Store.open(f"sqlite:///{home / 'made.db'}"):
        assert {(it.stat().st_uid, it.stat().st_gid) for it in home.iterdir()} == {(4711, 4712)}
    for there in ("made.db", "none.db"):
        await Store.restore_backup(f"sqlite:///{home / there}", copy, count_forgotten)
        assert (home / there).stat().st_mode & 0o777 == 0o600
    assert {(it.stat().st_uid, it.stat().st_gid) for it in home.iterdir()} == {(4711, 4712)}
