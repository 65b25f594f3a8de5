"""Backing up a SQLite file that is in use, and restoring a backup."""

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
from storage.schema_check import find_schema_changes
from storage.sqlite_connection import FileLock, find_damage, match_folder_owner, open_reader


async def back_up(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """Write `bot-STAMP.db` into the folder atomically, and delete all but the `keep` backups whose stamps sort last.

    A stamp has the format YYYYMMDD-HHMMSS. Files with other names are never removed.

    A plain copy of a file that a bot is writing to could be corrupt, so `VACUUM INTO` reads a consistent snapshot.
    Unlike SQLite's backup API, `VACUUM INTO` leaves out free pages and needs no log file next to the copy.
    """
    if keep < 1:
        raise ValueError("at least one backup must be kept")
    folder.mkdir(parents=True, exist_ok=True)
    backup = folder / f"{source.stem}-{stamp}.db"
    temporary = backup.with_suffix(".part")
    temporary.unlink(missing_ok=True)
    try:
        await _copy_database(source, temporary)
        # The same permissions as the database.
        temporary.chmod(source.stat().st_mode & 0o777)
        temporary.replace(backup)
        await _sync_to_disk(folder)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(f"cannot back up {source}: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    # Not a glob: `bot-*.db` would also match the backups of `bot-test.db`.
    own_pattern = re.compile(rf"{re.escape(source.stem)}-\d{{8}}-\d{{6}}\.db")
    # If the clock was set back, the new backup may not sort last. It is kept in any case.
    others = [path for path in folder.iterdir() if own_pattern.fullmatch(path.name) and path != backup]
    for outdated in sorted(others, reverse=True)[keep - 1 :]:
        outdated.unlink()
    return backup


@asynccontextmanager
async def replace_database(copy: Path, target: Path) -> AsyncIterator[Path]:
    """Atomically replace the database file `target` with a copy of the backup `copy`.

    Yield the path of a checked temporary copy, which the `async with` block may change. The target is replaced when the
    block ends.
    """
    lock = FileLock(target)
    try:
        await _check_copy(copy)
        if target.exists() and copy.samefile(target):
            raise ValueError(f"{copy} is the database itself, not a copy of it")
        # SQLite follows symbolic links and keeps its log files next to the real file.
        resolved_target = target.resolve()
        temporary = resolved_target.with_name(resolved_target.name + ".part")
        try:
            temporary.unlink(missing_ok=True)
            await _copy_database(copy, temporary)
            yield temporary
            match_folder_owner(temporary)
            # The same permissions as the file that it replaces.
            temporary.chmod(resolved_target.stat().st_mode & 0o777 if resolved_target.exists() else 0o600)
            await _sync_to_disk(temporary)
            for end in ("-wal", "-shm", "-journal"):
                resolved_target.with_name(resolved_target.name + end).unlink(missing_ok=True)
            # The old log must be gone from the disk first, or SQLite would apply it to the new file.
            await _sync_to_disk(resolved_target.parent)
            temporary.replace(resolved_target)
            await _sync_to_disk(resolved_target.parent)
        except (sqlite3.Error, OSError) as error:
            raise StoreUnavailable(f"cannot restore {target}: {error}") from error
        finally:
            for leftover in (temporary, temporary.with_name(temporary.name + ".lock")):
                with suppress(OSError):
                    leftover.unlink(missing_ok=True)
    finally:
        lock.release()


async def _check_copy(copy: Path) -> None:
    """Raise `DatabaseUnusable` unless `copy` is an intact database with the bot's schema.

    The check for a bot's table is needed because SQLite considers an empty file to be intact.
    """
    if not copy.is_file():
        raise DatabaseUnusable(f"{copy}: file not found")
    try:
        async with open_reader(copy) as reader:
            await _check_integrity(reader, copy)
            if not await reader.execute_fetchall("SELECT 1 FROM sqlite_master WHERE name = 'migration'"):
                raise DatabaseUnusable(f"{copy}: not a database of this bot")
            if changes := await find_schema_changes(reader):
                raise DatabaseUnusable(f"{copy}: {'; '.join(changes)}")
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"{copy}: {error}") from error


async def _copy_database(source: Path, target: Path) -> None:
    """Copy a database, check the copy and sync it to disk. Only the file's owner can read the copy."""
    target.touch(0o600)
    async with open_reader(source) as reader:
        await reader.execute("VACUUM INTO ?", [str(target)])
    async with open_reader(target) as reader:
        await _check_integrity(reader, target)
    await _sync_to_disk(target)


async def _check_integrity(reader: aiosqlite.Connection, file: Path) -> None:
    if faults := await find_damage(reader, "integrity_check"):
        raise DatabaseUnusable(f"{file}: {'; '.join(faults)}")


async def _sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        await asyncio.to_thread(os.fsync, descriptor)
    finally:
        os.close(descriptor)
