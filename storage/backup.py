"""Backups of a SQLite file that is in use, and restoring them."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from storage.database import DatabaseUnusable, StoreUnavailable
from storage.sqlite_connection import FileLock, find_damage, match_folder_owner, open_reader


async def back_up(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """Write `bot-STAMP.db` into the folder, whole or not at all, and keep the `keep` backups whose stamps sort last.

    A stamp is YYYYMMDD-HHMMSS. Files with other names belong to somebody else and are never removed.

    While a bot writes to the file, a copy of it would be malformed. `VACUUM INTO` reads it as of one moment; unlike
    SQLite's own backup it leaves out free pages and needs no log next to the copy.
    """
    if keep < 1:
        raise ValueError("the backup that was just made is to be kept at least")
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{source.stem}-{stamp}.db"
    part = made.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        await _copy_database(source, part)
        # The same permissions as the database.
        part.chmod(source.stat().st_mode & 0o777)
        part.replace(made)
        await _sync_to_disk(folder)
    except (sqlite3.Error, OSError) as failed:
        raise StoreUnavailable(f"no backup of {source}: {failed}") from failed
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    # Not a glob: `bot-*.db` would match the backups of `bot-test.db`, too.
    ours = re.compile(rf"{re.escape(source.stem)}-\d{{8}}-\d{{6}}\.db")
    # If the clock was set back, the new backup may sort first.
    others = [path for path in folder.iterdir() if ours.fullmatch(path.name) and path != made]
    for old in sorted(others, reverse=True)[keep - 1 :]:
        old.unlink()
    return made


@asynccontextmanager
async def replace_database(copy: Path, target: Path) -> AsyncIterator[Path]:
    """Replace the target by a copy of `copy`, whole or not at all.

    Yields the path of a checked copy next to the target, which the block may change. The target is replaced when the
    block ends.
    """
    lock = FileLock(target)
    try:
        await _check_copy(copy)
        if target.exists() and copy.samefile(target):
            raise ValueError(f"{copy} is the database itself, not a copy of it")
        # SQLite follows links and keeps its files next to the link's target.
        place = target.resolve()
        part = place.with_name(place.name + ".part")
        try:
            part.unlink(missing_ok=True)
            await _copy_database(copy, part)
            yield part
            match_folder_owner(part)
            # The same permissions as the file that it replaces.
            part.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o600)
            await _sync_to_disk(part)
            for end in ("-wal", "-shm", "-journal"):
                place.with_name(place.name + end).unlink(missing_ok=True)
            # The old log must be gone from the disk first, or SQLite would write it into the new file.
            await _sync_to_disk(place.parent)
            part.replace(place)
            await _sync_to_disk(place.parent)
        except (sqlite3.Error, OSError) as failed:
            raise StoreUnavailable(f"{target} is not restored: {failed}") from failed
        finally:
            for over in (part, part.with_name(part.name + ".lock")):
                with suppress(OSError):
                    over.unlink(missing_ok=True)
    finally:
        lock.release()


async def _check_copy(copy: Path) -> None:
    """Raise `DatabaseUnusable` unless this is an intact database of the bot. An empty file would be intact, too."""
    if not copy.is_file():
        raise DatabaseUnusable(f"{copy}: there is no such file")
    try:
        async with open_reader(copy) as reader:
            await _check_integrity(reader, copy)
            if not await reader.execute_fetchall("SELECT 1 FROM sqlite_master WHERE name = 'migration'"):
                raise DatabaseUnusable(f"{copy}: there is no bot's database here")
    except sqlite3.Error as failed:
        raise DatabaseUnusable(f"{copy}: {failed}") from failed


async def _copy_database(source: Path, target: Path) -> None:
    """Copy a database, check the copy and sync it to disk. Only its owner can read the copy."""
    target.touch(0o600)
    async with open_reader(source) as reader:
        await reader.execute("VACUUM INTO ?", [str(target)])
    async with open_reader(target) as reader:
        await _check_integrity(reader, target)
    await _sync_to_disk(target)


async def _check_integrity(reader: aiosqlite.Connection, file: Path) -> None:
    if wrong := await find_damage(reader, "integrity_check"):
        raise DatabaseUnusable(f"{file}: {'; '.join(wrong)}")


async def _sync_to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        await asyncio.to_thread(os.fsync, opened)
    finally:
        os.close(opened)
