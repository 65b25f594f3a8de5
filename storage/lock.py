"""A file belongs to one bot at a time. The kernel lets go when a process dies, however it dies."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from storage.database import Busy


class Lock:
    def __init__(self, path: Path) -> None:
        """Beside the database, never the database itself: closing that would drop SQLite's own locks. It is left lying
        there, since whoever removes it may remove the next one's.
        """
        beside = path.with_name(path.name + ".lock")
        self._file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        left(beside)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise Busy(f"another bot is running on {path}") from None

    def release(self) -> None:
        os.close(self._file)


def left(path: Path) -> None:
    """Root looks after it for whoever the folder belongs to, and leaves nothing there that they cannot open."""
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
