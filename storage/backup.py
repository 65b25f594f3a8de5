"""A copy that can be trusted, of a file that is being written to; and the way back."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from storage.database import Damaged, Unstored
from storage.lock import Lock, left


def backup(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """`bot-STAMP.db` in the folder, whole or not at all; with it those whose stamps sort last stay, `keep` in all.

    A stamp is YYYYMMDD-HHMMSS; whatever is named otherwise is somebody else's, and is never removed.

    Not a copy of the file, which would be malformed, and not SQLite's backup, which begins anew with every write.
    """
    if keep < 1:
        raise ValueError("the backup that was just made is to be kept at least")
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{source.stem}-{stamp}.db"
    part = made.with_suffix(".part")
    part.unlink(missing_ok=True)
    try:
        _copy(source, part)
        # No wider open than what it is a copy of.
        part.chmod(source.stat().st_mode & 0o777)
        part.replace(made)
        _sync(folder)
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


@contextmanager
def restoring(copy: Path, target: Path) -> Iterator[Path]:
    """The copy takes the target's place, whole or not at all. The copy stays, and what the target held is gone.

    Nothing of the target is touched before a checked copy of the copy lies beside it on the disk; there it can be
    changed as long as the block lasts.
    """
    lock = Lock(target)
    try:
        _suits(copy)
        if target.exists() and copy.samefile(target):
            raise ValueError(f"{copy} is the database itself, not a copy of it")
        # SQLite follows links, and its files lie beside what they lead to.
        place = target.resolve()
        part = place.with_name(place.name + ".part")
        try:
            part.unlink(missing_ok=True)
            _copy(copy, part)
            yield part
            left(part)
            # No wider open than what it replaces.
            part.chmod(place.stat().st_mode & 0o777 if place.exists() else 0o600)
            _sync(part)
            for end in ("-wal", "-shm", "-journal"):
                place.with_name(place.name + end).unlink(missing_ok=True)
            # Gone for good before the new file is there: SQLite would write the old one's log into it.
            _sync(place.parent)
            part.replace(place)
            _sync(place.parent)
        except (sqlite3.Error, OSError) as failed:
            raise Unstored(f"{target} is not restored: {failed}") from failed
        finally:
            for over in (part, part.with_name(part.name + ".lock")):
                with suppress(OSError):
                    over.unlink(missing_ok=True)
    finally:
        lock.release()


def _suits(copy: Path) -> None:
    """An empty file is a sound database, too; but not a bot's."""
    if not copy.is_file():
        raise Damaged(f"{copy}: there is no such file")
    try:
        _check(copy)
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as file:
            if not file.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migration'").fetchall():
                raise Damaged(f"{copy}: there is no bot's database here")
    except sqlite3.Error as failed:
        raise Damaged(f"{copy}: {failed}") from failed


def _copy(source: Path, part: Path) -> None:
    """On disk and sound when this returns, and nobody else's to read at any moment before."""
    part.touch(0o600)
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as file:
        file.execute("VACUUM INTO ?", [str(part)])
    _check(part)
    _sync(part)


def _check(part: Path) -> None:
    with closing(sqlite3.connect(f"{part.absolute().as_uri()}?mode=ro", uri=True)) as copy:
        wrong = [str(line) for (line,) in copy.execute("PRAGMA integrity_check").fetchall()]
    if wrong != ["ok"]:
        raise Damaged(f"{part}: {'; '.join(wrong)}")


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
