"""A copy that can be trusted, of a file that is being written to; and the way back."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiosqlite

from storage.database import Damaged, Unstored
from storage.lock import Lock, left
from storage.sqlite_connection import find_damage, open_reader


async def backup(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """Write `bot-STAMP.db` into the folder, whole or not at all, and keep the `keep` backups whose stamps sort last.

    A stamp is YYYYMMDD-HHMMSS. Files with other names belong to somebody else and are never removed.

    While a bot writes to the file, a copy of it would be malformed. `VACUUM INTO` reads it as of one moment; unlike
    SQLite's own backup it leaves out free pages and needs no log beside the copy.
    """
    if keep < 1:
        raise ValueError("the backup that was just made is to be kept at least")
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{source.stem}-{stamp}.db"
    part = made.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        await _copy(source, part)
        # No wider open than what it is a copy of.
        part.chmod(source.stat().st_mode & 0o777)
        part.replace(made)
        await _sync(folder)
    except (sqlite3.Error, OSError) as failed:
        raise Unstored(f"no backup of {source}: {failed}") from failed
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    # Not a glob: `bot-*.db` means the backups of `bot-test.db`, too.
    ours = re.compile(rf"{re.escape(source.stem)}-\d{{8}}-\d{{6}}\.db")
    # By a watch that was put back, what was just made may be the oldest.
    others = [path for path in folder.iterdir() if ours.fullmatch(path.name) and path != made]
    for old in sorted(others, reverse=True)[keep - 1 :]:
        old.unlink()
    return made


@asynccontextmanager
async def restoring(copy: Path, target: Path) -> AsyncIterator[Path]:
    """The copy takes the target's place, whole or not at all. The copy stays, and what the target held is gone.

    Nothing of the target is touched before a checked copy of the copy lies beside it on the disk; there it can be
    changed as long as the block lasts.
    """
    lock = Lock(target)
    try:
        await _suits(copy)
        if target.exists() and copy.samefile(target):
            raise ValueError(f"{copy} is the database itself, not a copy of it")
        # SQLite follows links, and its files lie beside what they lead to.
        place = target.resolve()
        part = place.with_name(place.name + ".part")
        try:
            part.unlink(missing_ok=True)
            await _copy(copy, part)
            yield part
            left(part)
            # No wider open than what it replaces.
            part.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o600)
            await _sync(part)
            for end in ("-wal", "-shm", "-journal"):
                place.with_name(place.name + end).unlink(missing_ok=True)
            # Gone for good before the new file is there: SQLite would write the old one's log into it.
            await _sync(place.parent)
            part.replace(place)
            await _sync(place.parent)
        except (sqlite3.Error, OSError) as failed:
            raise Unstored(f"{target} is not restored: {failed}") from failed
        finally:
            for over in (part, part.with_name(part.name + ".lock")):
                with suppress(OSError):
                    over.unlink(missing_ok=True)
    finally:
        lock.release()


async def _suits(copy: Path) -> None:
    """An empty file is a sound database, too; but not a bot's."""
    if not copy.is_file():
        raise Damaged(f"{copy}: there is no such file")
    try:
        async with open_reader(copy) as reader:
            await _check(reader, copy)
            if not await reader.execute_fetchall("SELECT 1 FROM sqlite_master WHERE name = 'migration'"):
                raise Damaged(f"{copy}: there is no bot's database here")
    except sqlite3.Error as failed:
        raise Damaged(f"{copy}: {failed}") from failed


async def _copy(source: Path, part: Path) -> None:
    """On disk and sound when this returns, and nobody else's to read at any moment before."""
    part.touch(0o600)
    async with open_reader(source) as reader:
        await reader.execute("VACUUM INTO ?", [str(part)])
    async with open_reader(part) as reader:
        await _check(reader, part)
    await _sync(part)


async def _check(reader: aiosqlite.Connection, file: Path) -> None:
    if wrong := await find_damage(reader, "integrity_check"):
        raise Damaged(f"{file}: {'; '.join(wrong)}")


async def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        await asyncio.to_thread(os.fsync, opened)
    finally:
        os.close(opened)
