"""A lock on a database file. The kernel releases it when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from storage.database import DatabaseInUse


class FileLock:
    def __init__(self, path: Path) -> None:
        """Lock a file beside the database. Raises `DatabaseInUse` if another process holds it.

        Locking the database itself would interfere with SQLite's locks. The file is never removed: that could remove
        the lock of the next process.
        """
        beside = path.with_name(path.name + ".lock")
        self._file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        match_folder_owner(beside)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise DatabaseInUse(f"another bot is running on {path}") from None

    def release(self) -> None:
        os.close(self._file)


def match_folder_owner(path: Path) -> None:
    """Give a file that root has made to the owner of its folder, who must be able to open it."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
