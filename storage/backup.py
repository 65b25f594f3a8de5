"""A copy that can be trusted, of a file that is being written to."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from storage.database import Damaged, Unstored


def backup(source: Path, folder: Path, stamp: str, keep: int) -> Path:
    """`bot-STAMP.db` in the folder, whole or not at all; of those whose stamps sort last, `keep` stay.

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
        _check(part)
        _sync(part)
        part.replace(made)
        _sync(folder)
    except (sqlite3.Error, OSError) as failed:
        raise Unstored(f"no backup of {source}: {failed}") from failed
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    for old in sorted(folder.glob(f"{source.stem}-*.db"))[:-keep]:
        old.unlink()
    return made


def _copy(source: Path, part: Path) -> None:
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as file:
        file.execute("VACUUM INTO ?", [str(part)])


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
