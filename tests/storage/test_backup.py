"""Backups: making them while the bot runs, checking that they are complete, and restoring them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import DatabaseInUse, DatabaseUnusable, Store, StoreUnavailable, find_last_backup_time
from storage.backup import back_up_postgres
from tests.kit.fork_server import PROJECT_ROOT
from tests.storage.database_fixtures import NOT_A_DATABASE, create_database, damage_file
from tests.storage.postgres_server import find_binaries
from tests.storage.stored_matches import ANNA, BEN, create_match, make_choice_event, read_header
from tests.storage.two_people import STRANGER, store_two_people

_WRITE_AND_KILL_PROGRAM = """
import asyncio, os, signal, sys
from storage import Store
from tests.storage.stored_matches import create_match, make_choice_event

async def write_and_die():
    store = await Store.open(sys.argv[1])
    for number in range(1, 50):
        match = await create_match(store, 1000 + number)
        await store.journal.append_events(match, 1, [make_choice_event("w" * 500)])
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(write_and_die())
"""


def format_stamp(number: int) -> str:
    return f"20260101-{number:06}"


async def forget_person(store: Store, person_id: int) -> int:
    return await store.people.forget_person(person_id, 1_000)


def list_file_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def back_up_one_match(url: str, folder: Path) -> tuple[int, Path]:
    """Create a match and a backup. Return the match ID and the path of the backup."""
    async with await Store.open(url) as store:
        return await create_match(store), await store.back_up(folder / "backups", format_stamp(1), keep=1)


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


@pytest.mark.parametrize("mode", [0o600, 0o640])
async def test_backup_has_the_permissions_of_the_database(
    store: Store, tmp_path: Path, database_url: str, mode: int
) -> None:
    Path(database_url.removeprefix("sqlite:///")).chmod(mode)
    previous_mask = os.umask(0o022)
    try:
        backup = await store.back_up(tmp_path / "copies", format_stamp(1), 1)
    finally:
        os.umask(previous_mask)
    assert backup.stat().st_mode & 0o777 == mode


async def test_backup_made_during_writes_is_complete(database_url: str, store: Store, tmp_path: Path) -> None:
    match = await create_match(store)
    written = 0

    async def keep_writing() -> None:
        nonlocal written
        while True:
            written += 1
            await store.journal.append_events(match, written, [make_choice_event("w" * 500, written + 10)])

    writing = asyncio.create_task(keep_writing())
    try:
        async with await Store.open_read_only(database_url) as reader:
            before = written
            backups = [await reader.back_up(tmp_path / "backups", format_stamp(number), keep=3) for number in range(6)]
            assert written > before
    finally:
        writing.cancel()
    assert sorted((tmp_path / "backups").iterdir()) == backups[3:]
    for path in backups[3:]:
        async with await Store.open(f"sqlite:///{path}") as restored:
            assert (await restored.find_file_damage(), await restored.journal.list_matches_with_gaps()) == ([], [])
            seq = (await read_header(restored, match)).event_count
            assert before < seq <= written + 1
            await restored.journal.append_events(match, seq, [make_choice_event("on")])


async def test_failed_backup_keeps_older_backups(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    first = await store.back_up(folder, format_stamp(1), keep=1)
    for number, extension in ((2, "part"), (3, "db")):
        obstacle = folder / f"bot-{format_stamp(number)}.{extension}"
        obstacle.mkdir()
        with pytest.raises((StoreUnavailable, OSError)):
            await store.back_up(folder, format_stamp(number), keep=1)
        obstacle.rmdir()
    assert list_file_names(folder) == {first.name}
    with pytest.raises(ValueError, match="kept"):
        await store.back_up(folder, format_stamp(3), keep=0)


async def test_only_the_oldest_backups_are_removed(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    other_names = {
        "bot-test-20250101-000000.db",
        "bot-holiday.db",
        "bot-20250101-000000.db.old",
        "bot-20250101-0000000.db",
        "robot-20250101-000000.db",
    }
    for name in other_names:
        (folder / name).write_text("precious")
    backups = [await store.back_up(folder, format_stamp(number), keep=2) for number in (7, 8, 9)]
    assert list_file_names(folder) == other_names | {path.name for path in backups[1:]}
    # The clock was set back.
    early = await store.back_up(folder, format_stamp(1), keep=2)
    assert list_file_names(folder) == other_names | {early.name, backups[2].name}
    again = await store.back_up(folder, format_stamp(1), keep=1)
    assert list_file_names(folder) == other_names | {again.name}
    await store.back_up(folder, format_stamp(2), keep=5)
    assert list_file_names(folder) == other_names | {again.name, f"bot-{format_stamp(2)}.db"}


async def test_old_backup_with_special_characters_in_name_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    async with await Store.open(f"sqlite:///{tmp_path / 'b[o]t+.db'}") as store:
        backups = [await store.back_up(folder, format_stamp(number), keep=1) for number in (1, 2)]
    assert list_file_names(folder) == {backups[1].name}


async def test_restore_replaces_files_of_a_killed_process(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    killed = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _WRITE_AND_KILL_PROGRAM, database_url],
        cwd=PROJECT_ROOT,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert sqlite_path.with_name("bot.db-wal").stat().st_size > 0
    copy_content = copy.read_bytes()

    await Store.restore_backup(database_url, copy, forget_person)
    assert list_file_names(tmp_path) == {"bot.db", "bot.db.lock", "backups"}
    async with await Store.open(database_url) as store:
        assert (await store.find_file_damage(), await store.journal.list_matches_with_gaps()) == ([], [])
        assert [header.id for header in await store.matches.list_live()] == [match]
        await store.journal.append_events(match, 1, [make_choice_event("on")])
    assert copy.read_bytes() == copy_content
    assert list_file_names(copy.parent) == {copy.name}


async def test_restore_creates_a_missing_database(database_url: str, tmp_path: Path) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    new_url = f"sqlite:///{tmp_path / 'new.db'}"
    (tmp_path / "new.db.part").write_text("left over")
    await Store.restore_backup(new_url, copy, forget_person)
    assert not (tmp_path / "new.db.part").exists()
    async with await Store.open(new_url) as store:
        assert [header.id for header in await store.matches.list_live()] == [match]


async def test_restore_follows_a_symbolic_link(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    target_folder, link = tmp_path / "target", tmp_path / "link.db"
    target_folder.mkdir()
    (target_folder / "real.db").touch()
    (target_folder / "real.db-wal").write_text("of an older database")
    link.symlink_to(target_folder / "real.db")
    await Store.restore_backup(f"sqlite:///{link}", copy, forget_person)
    assert link.is_symlink()
    assert list_file_names(target_folder) == {"real.db"}
    async with await Store.open_read_only(f"sqlite:///{link}") as store:
        assert len(await store.matches.list_live()) == 1


async def test_restore_is_refused_while_the_bot_runs(database_url: str, store: Store, tmp_path: Path) -> None:
    copy = await store.back_up(tmp_path / "backups", format_stamp(1), keep=1)
    match = await create_match(store)
    with pytest.raises(DatabaseInUse):
        await Store.restore_backup(database_url, copy, forget_person)
    assert [header.id for header in await store.matches.list_live()] == [match]


async def test_restore_from_a_damaged_or_foreign_file_is_refused(
    database_url: str, sqlite_path: Path, tmp_path: Path
) -> None:
    async with await Store.open(database_url) as store:
        for number in range(1, 200):
            await create_match(store, number)
        backup = await store.back_up(tmp_path / "backups", format_stamp(1), keep=1)
    before = sqlite_path.read_bytes()
    damaged, garbage, empty, foreign = (tmp_path / f"{name}.db" for name in ("damaged", "garbage", "empty", "foreign"))
    shutil.copy(backup, damaged)
    damage_file(damaged)
    garbage.write_bytes(NOT_A_DATABASE)
    empty.touch()
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE recipe (n INTEGER)")
    for wrong in (damaged, garbage, empty, foreign, tmp_path / "none.db", tmp_path):
        with pytest.raises(DatabaseUnusable, match=wrong.name):
            await Store.restore_backup(database_url, wrong, forget_person)
    with pytest.raises(ValueError, match="itself"):
        await Store.restore_backup(database_url, sqlite_path, forget_person)
    assert sqlite_path.read_bytes() == before
    # The lock was released.
    async with await Store.open(database_url) as store:
        assert len(await store.matches.list_live()) == 199


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "CREATE TRIGGER lose AFTER INSERT ON event BEGIN DELETE FROM event WHERE seq = 0; END",
            "unexpected trigger lose",
        ),
        ("CREATE VIEW look AS SELECT * FROM event", "unexpected view look"),
        ("CREATE UNIQUE INDEX one_seat ON event (match_id, seat)", "unexpected index one_seat"),
        ("DROP INDEX event_interaction", "missing index event_interaction"),
        ("ALTER TABLE event ADD COLUMN more TEXT CHECK (more IS NULL)", "changed table event"),
        (
            "DROP TABLE holiday; CREATE VIEW holiday AS SELECT 1",
            "missing index holiday_changed; missing table holiday; unexpected view holiday",
        ),
    ],
)
async def test_changed_schema_is_found_and_its_restore_is_refused(
    database_url: str, tmp_path: Path, change: str, message: str
) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    with closing(sqlite3.connect(copy)) as other, other:
        other.executescript(change)
    async with await Store.open_read_only(f"sqlite:///{copy}") as store:
        assert "; ".join(await store.find_file_damage()) == message
    with pytest.raises(DatabaseUnusable, match=f"{copy.name}: {message}"):
        await Store.restore_backup(database_url, copy, forget_person)
    async with await Store.open(database_url) as store:
        assert [header.id for header in await store.matches.list_live()] == [match]


async def test_tables_of_replication_tools_are_allowed_in_a_backup(database_url: str, tmp_path: Path) -> None:
    match, copy = await back_up_one_match(database_url, tmp_path)
    with closing(sqlite3.connect(copy)) as other, other:
        other.executescript("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); ANALYZE")
    await Store.restore_backup(database_url, copy, forget_person)
    async with await Store.open(database_url) as store:
        assert [header.id for header in await store.matches.list_live()] == [match]
        assert await store.find_file_damage() == []


async def test_restore_from_a_newer_bot_is_refused(database_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    with closing(sqlite3.connect(copy)) as newer, newer:
        newer.execute("INSERT INTO migration (number, name, hash) VALUES (9999, '9999_changed', '')")
    before = sqlite_path.read_bytes()
    with pytest.raises(DatabaseUnusable, match="9999_changed"):
        await Store.restore_backup(database_url, copy, forget_person)
    assert sqlite_path.read_bytes() == before
    assert not [name for name in list_file_names(tmp_path) if name.startswith("bot.db.part")]


async def test_failed_restore_leaves_the_database_unchanged(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    async with await Store.open(database_url) as store:
        await create_match(store, 2)
    (tmp_path / "bot.db.part").mkdir()
    with pytest.raises(StoreUnavailable, match="cannot restore"):
        await Store.restore_backup(database_url, copy, forget_person)
    async with await Store.open(database_url) as store:
        assert len(await store.matches.list_live()) == 2


@pytest.mark.parametrize("source", ["tombstone list", "replaced database"])
async def test_person_forgotten_after_the_backup_is_forgotten_by_restore(
    database_url: str, tmp_path: Path, source: str
) -> None:
    """The tombstone list or the database alone must suffice. Data that is newer than the request must be kept."""
    folder = tmp_path / "backups"
    async with await Store.open(database_url) as store:
        await store_two_people(store)
        old = await store.back_up(folder, format_stamp(1), keep=5)
        await forget_person(store, ANNA)
        await store.people.save_names({ANNA: "Anna, who came back"})
        new = await store.back_up(folder, format_stamp(2), keep=5)
    (tombstone_list,) = [path for path in folder.iterdir() if path.suffix == ".txt"]
    assert re.fullmatch(r"[0-9a-f]{64} 1000\n", tombstone_list.read_text()), "the list has only hashes of ids"
    if source == "tombstone list":
        Path(database_url.removeprefix("sqlite:///")).write_bytes(b"dead" * 5000)
    else:
        tombstone_list.unlink()
    assert await Store.restore_backup(database_url, new, forget_person) == 0
    async with await Store.open(database_url) as store:
        assert await store.people.load_names([ANNA]) == {ANNA: "Anna, who came back"}
    assert await Store.restore_backup(database_url, old, forget_person) == 1
    assert list_file_names(tmp_path) == {"bot.db", "bot.db.lock", "backups"}
    async with await Store.open(database_url) as store:
        assert await store.people.list_people() == {BEN, STRANGER}
        # A new backup removes nothing from the list.
        await store.back_up(folder, format_stamp(3), keep=5)
    assert await Store.restore_backup(database_url, old, forget_person) == 1


async def test_restore_is_refused_if_the_tombstone_list_is_damaged(database_url: str, tmp_path: Path) -> None:
    _, copy = await back_up_one_match(database_url, tmp_path)
    (tmp_path / "backups" / "bot-forgotten.txt").write_text("half a line")
    with pytest.raises(DatabaseUnusable, match="list"):
        await Store.restore_backup(database_url, copy, forget_person)


async def test_read_only_opening_creates_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="none"):
        await Store.open_read_only(f"sqlite:///{tmp_path / 'none.db'}")
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize("database_kind", ["postgres"])
async def test_postgres_dumps_are_restored_by_pg_restore(
    store: Store, database_url: str, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(find_binaries()), prepend=os.pathsep)
    match_id = await create_match(store, 1)
    assert await forget_person(store, ANNA)
    dumps = [await store.back_up(tmp_path / "dumps", format_stamp(number), keep=2) for number in range(3)]
    files = {path.name for path in (tmp_path / "dumps").iterdir()}
    database = dumps[0].name.removesuffix(f"-{format_stamp(0)}.dump")
    assert database in database_url
    assert files == {dumps[1].name, dumps[2].name, f"{database}-forgotten.txt"}
    assert dumps[2].stat().st_mode & 0o777 == 0o600
    target = await create_database(postgres_url)
    command = ("pg_restore", f"--dbname={target}", "--no-owner", dumps[2])
    await asyncio.to_thread(subprocess.run, command, check=True)
    async with await Store.open(target) as restored:
        assert await read_header(restored, match_id) == await read_header(store, match_id)
    with pytest.raises(ValueError, match="pg_restore"):
        await Store.restore_backup(database_url, dumps[2], forget_person)


async def test_password_is_no_argument_of_pg_dump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pg_dump").write_text('#!/bin/sh\necho "$PGPASSWORD $*" >&2\nexit 1\n', "utf-8")
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(StoreUnavailable) as failed:
        await back_up_postgres("postgresql://duel:sword%40fish@db:5433/bot?sslmode=require", tmp_path, "stamp", 1)
    password, *_, url = str(failed.value).split()
    assert (password, url) == ("sword@fish", "--dbname=postgresql://duel@db:5433/bot?sslmode=require")
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(StoreUnavailable, match="pg_dump was not found"):
        await back_up_postgres("postgresql://db/bot", tmp_path, "stamp", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["pg_dump"]


def test_last_backup_is_the_newest_of_all_databases(tmp_path: Path) -> None:
    assert find_last_backup_time(tmp_path / "missing") is None
    (tmp_path / "bot-forgotten.txt").touch()
    assert find_last_backup_time(tmp_path) is None
    for number, name in enumerate(("b-20300101-000000.db", "a-20260101-000000.dump", "c-20260101-000000.part"), 1):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (number * 1000, number * 1000))
    assert find_last_backup_time(tmp_path) == 2000


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
async def test_files_created_by_root_belong_to_the_folder_owner(database_url: str, tmp_path: Path) -> None:
    """The bot, which systemd runs as another user, must be able to use files created by commands run as root."""
    _, copy = await back_up_one_match(database_url, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 4711, 4712)
    async with await Store.open(f"sqlite:///{home / 'made.db'}") as store:
        await store_two_people(store)
        await forget_person(store, ANNA)
        await store.back_up(home / "backups", format_stamp(1), keep=1)
        assert len([*home.rglob("backups/*")]) == 2
        assert {(it.stat().st_uid, it.stat().st_gid) for it in home.rglob("*")} == {(4711, 4712)}
    for name in ("made.db", "none.db"):
        await Store.restore_backup(f"sqlite:///{home / name}", copy, forget_person)
        assert (home / name).stat().st_mode & 0o777 == 0o600
    assert {(it.stat().st_uid, it.stat().st_gid) for it in home.iterdir()} == {(4711, 4712)}
