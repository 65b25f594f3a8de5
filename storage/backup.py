"""Backing up a database that is in use, and restoring a backup of a SQLite file."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosqlite

from storage.database import DatabaseUnusable, StoreUnavailable
from storage.schema_check import find_schema_changes
from storage.sqlite_connection import FileLock, find_damage, match_folder_owner, open_reader

_BACKUP_NAME: Final = re.compile(r"(.+)-\d{8}-\d{6}(\.db|\.dump)")


async def back_up_sqlite(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """Write `bot-STAMP.db` into the folder atomically, and delete all but the `keep` newest backups of this database.

    A plain copy of a file that a bot is writing to could be corrupt, so `VACUUM INTO` reads a consistent snapshot.
    Unlike SQLite's backup API, `VACUUM INTO` leaves out free pages and needs no log file next to the copy.
    """

    async def write(temporary: Path) -> None:
        await _copy_database(source, temporary)
        # The same permissions as the database.
        temporary.chmod(source.stat().st_mode & 0o777)

    return await _write_backup(folder / f"{source.stem}-{stamp}.db", keep, write)


async def back_up_postgres(url: str, folder: Path, stamp: str, keep: int) -> Path:
    """Write `NAME-STAMP.dump` into the folder atomically, and delete all but the `keep` newest dumps of this database.

    The program `pg_dump` reads a consistent snapshot. It must not be older than the server.
    """
    parts = urlsplit(url)
    # Other users of the machine can see arguments, but not the environment.
    environment = os.environ | ({"PGPASSWORD": unquote(parts.password)} if parts.password else {})
    user, _, address = parts.netloc.rpartition("@")
    url = parts._replace(netloc=f"{user.partition(':')[0]}@{address}" if user else address).geturl()

    async def write(temporary: Path) -> None:
        temporary.touch(0o600)
        command = ("pg_dump", "--format=custom", "--no-password", f"--file={temporary}", f"--dbname={url}")
        try:
            process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.PIPE)
        except FileNotFoundError:
            raise StoreUnavailable("pg_dump was not found; install the client programs of PostgreSQL") from None
        _, errors = await process.communicate()
        if process.returncode:
            raise StoreUnavailable(" ".join(errors.decode(errors="replace").split()) or "pg_dump failed")
        await _sync_to_disk(temporary)

    return await _write_backup(folder / f"{parts.path.strip('/') or 'duel'}-{stamp}.dump", keep, write)


async def _write_backup(backup: Path, keep: int, write: Callable[[Path], Awaitable[None]]) -> Path:
    """Create the file `backup` with `write`, and delete the oldest backups of the same database, so that `keep` remain.

    `write` fills a temporary file, which is renamed when it is complete. The age of a backup is the stamp in its name,
    YYYYMMDD-HHMMSS. Files with other names are never deleted.
    """
    if keep < 1:
        raise ValueError("at least one backup must be kept")
    folder = backup.parent
    if not folder.exists():
        folder.mkdir(parents=True)
        match_folder_owner(folder)
    temporary = backup.with_suffix(".part")
    temporary.unlink(missing_ok=True)
    try:
        await write(temporary)
        match_folder_owner(temporary)
        temporary.replace(backup)
        await _sync_to_disk(folder)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(f"cannot write {backup}: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    # Backups of `bot-test` are not backups of `bot`, so the whole name is compared.
    # If the clock was set back, the new backup may not sort last. It is kept in any case.
    name = _remove_stamp(backup)
    others = [path for path in _list_backups(folder) if _remove_stamp(path) == name and path != backup]
    for outdated in sorted(others, reverse=True)[keep - 1 :]:
        outdated.unlink()
    return backup


def find_last_backup_time(folder: Path) -> float | None:
    """Return when the newest backup in the folder was written, in seconds since 1970. None if there is no backup."""
    try:
        return max((path.stat().st_mtime for path in _list_backups(folder)), default=None)
    except OSError:
        return None


def _list_backups(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if _BACKUP_NAME.fullmatch(path.name))


def _remove_stamp(backup: Path) -> str:
    """Return a backup's file name without its stamp. All backups of a database share this name.

    For example, `bot-20270131-040000.db` becomes `bot.db`.
    """
    return _BACKUP_NAME.sub(r"\1\2", backup.name)


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
