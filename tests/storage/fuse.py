"""A connection that kills its process at a named point."""

from __future__ import annotations

import os
import signal
import sqlite3
from dataclasses import dataclass
from typing import Any


@dataclass
class Fuse:
    """Burns down each time the point is passed."""

    point: str
    left: int

    def passed(self, point: str) -> None:
        if point == self.point:
            self.left -= 1
            if self.left < 0:
                os.kill(os.getpid(), signal.SIGKILL)


class Deadly(sqlite3.Connection):
    fuse = Fuse("never", 0)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        said = sql.split(maxsplit=1)[0]
        if said == "BEGIN" and "IMMEDIATE" in sql:
            self.fuse.passed("begin")
        elif "INSERT INTO event" in sql:
            self.fuse.passed("mid")
        return super().execute(sql, *given)

    def commit(self) -> None:
        self.fuse.passed("before commit")
        super().commit()
        self.fuse.passed("after commit")
