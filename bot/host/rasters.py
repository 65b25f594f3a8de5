"""What was rasterised, kept from one start to the next: a drawing costs twenty times as much as to read it again.

Nothing is lost with it. So it is written without waiting for the disk, and whatever is wrong with it, it is left alone.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Final

log: Final = logging.getLogger(__name__)

MOST: Final = 4096
"""Drawings, of two kilobytes each; those of an older version go when there are more."""
SCHEMA: Final = """
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS raster (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, data BLOB NOT NULL) STRICT;
"""


def cache() -> Path:
    """Where this user's programs keep what they can make again; a user without a home keeps nothing."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wolf-and-bison"
    except RuntimeError:
        return Path(os.devnull)


class Rasters:
    def __init__(self, folder: Path) -> None:
        self._path = folder / "rasters.db"
        self._lock = Lock()
        """Boards are painted in several threads."""
        self._kept: sqlite3.Connection | None = None
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._open()
        # Where nobody may look it is not there; `Path.exists` would raise.
        if self._kept is None and not os.path.exists(self._path):  # noqa: PTH110
            # It was damaged, and is gone.
            self._open()

    def _open(self) -> None:
        with self._lock, self._forgiven():
            self._kept = sqlite3.connect(self._path, timeout=0.05, isolation_level=None, check_same_thread=False)
            self._kept.executescript(SCHEMA)

    def get(self, key: str) -> bytes | None:
        found = self._asked("SELECT data FROM raster WHERE key = ?", key)
        return found[0] if found else None

    def put(self, key: str, data: bytes) -> None:
        self._asked("INSERT OR REPLACE INTO raster (key, data) VALUES (?, ?)", key, data)
        self._asked("DELETE FROM raster WHERE number <= (SELECT MAX(number) FROM raster) - ?", MOST)

    def close(self) -> None:
        with self._lock:
            self._closed()

    def _asked(self, sql: str, *facts: str | bytes | int) -> tuple[bytes] | None:
        found: tuple[bytes] | None = None
        with self._lock, self._forgiven():
            if self._kept:
                with closing(self._kept.execute(sql, facts)) as cursor:
                    found = cursor.fetchone()
        return found

    @contextmanager
    def _forgiven(self) -> Iterator[None]:
        """A folder that is not ours, a full disk, another process that writes just now: then it is made anew."""
        try:
            yield
        except sqlite3.OperationalError as wrong:
            log.debug("a drawing is not kept: %s", wrong)
        except sqlite3.DatabaseError:
            # What a power cut has left of it is worth no more than none.
            self._closed()
            with suppress(OSError):
                self._path.unlink()

    def _closed(self) -> None:
        if self._kept:
            self._kept.close()
        self._kept = None
