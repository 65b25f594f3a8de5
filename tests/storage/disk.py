"""A disk under SQLite that remembers what was written and what was synced, and can be full.

SQLite lets anybody slip in between itself and the files. This takes its place before Python's own `sqlite3`, for the
whole process, so it belongs into a process of its own.
"""

from __future__ import annotations

import ctypes as c
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

OK: Final = 0
FULL: Final = 13
SECTOR: Final = 512

# SQLite keeps the address of the name: it is passed on as it came.
_OPEN: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_DELETE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
_WRITE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_TRUNCATE: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_SYNC: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)


class _Methods(c.Structure):
    _fields_ = (
        ("version", c.c_int),
        ("close", c.c_void_p),
        ("read", c.c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("others", c.c_void_p * 13),
    )


class _Opened(c.Structure):
    _fields_ = (("methods", c.POINTER(_Methods)),)


class _System(c.Structure):
    _fields_ = (
        ("version", c.c_int),
        ("size", c.c_int),
        ("longest", c.c_int),
        ("next", c.c_void_p),
        ("name", c.c_char_p),
        ("data", c.c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", c.c_void_p * 13),
    )


def library() -> Path | None:
    """The SQLite that Python uses, where it is a library of its own and not baked in."""
    sqlite3.connect(":memory:").close()
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    return next((Path(line.split(maxsplit=5)[5]) for line in lines if "libsqlite3" in line), None)


@dataclass(frozen=True, slots=True)
class Write:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    file: str


@dataclass(frozen=True, slots=True)
class Delete:
    file: str


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody was told something."""

    what: Any


Happened: TypeAlias = Write | Truncate | Sync | Delete | Said


class Disk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.happened: list[Happened] = []
        self.room: int | None = None
        """How many writes still fit."""
        self._names: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        place = library()
        assert place, "this Python has its SQLite baked in"
        sqlite = c.CDLL(str(place))
        sqlite.sqlite3_vfs_find.restype = c.POINTER(_System)
        self._real = sqlite.sqlite3_vfs_find(None)
        self._mine = _System.from_buffer_copy(self._real.contents)
        self._mine.name = b"remembering"
        self._mine.open = _OPEN(self._open)
        self._mine.delete = _DELETE(self._delete)
        assert sqlite.sqlite3_vfs_register(c.byref(self._mine), 1) == OK
        self._sqlite = sqlite

    def remove(self) -> None:
        """From here on SQLite writes past it again."""
        assert self._sqlite.sqlite3_vfs_register(self._real, 1) == OK

    def _open(self, _: int, name: int | None, file: int, flags: int, told: int | None) -> int:
        result: int = self._real.contents.open(c.cast(self._real, c.c_void_p), name, file, flags, told)
        path = Path(c.string_at(name).decode() if name else "")
        if result == OK and path.parent == self.folder:
            opened = c.cast(file, c.POINTER(_Opened)).contents
            real = opened.methods.contents
            self._names[file] = path.name
            self._methods[file] = real
            mine = _Methods.from_buffer_copy(real)
            mine.write, mine.truncate, mine.sync = _WRITE(self._write), _TRUNCATE(self._truncate), _SYNC(self._sync)
            # Held, since C does not hold it.
            self._methods[-file] = mine
            opened.methods = c.pointer(mine)
        return result

    def _delete(self, _: int, name: bytes, sync: int) -> int:
        if (path := Path(name.decode())).parent == self.folder:
            self.happened.append(Delete(path.name))
        return int(self._real.contents.delete(c.cast(self._real, c.c_void_p), name, sync))

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        if self.room is not None:
            if self.room <= 0:
                return FULL
            self.room -= 1
        self.happened.append(Write(self._names[file], offset, c.string_at(data, size)))
        return int(self._methods[file].write(file, data, size, offset))

    def _truncate(self, file: int, size: int) -> int:
        self.happened.append(Truncate(self._names[file], size))
        return int(self._methods[file].truncate(file, size))

    def _sync(self, file: int, flags: int) -> int:
        # What was written before is safe only when this is over.
        result: int = self._methods[file].sync(file, flags)
        self.happened.append(Sync(self._names[file]))
        return result


@dataclass
class Platter:
    """What is left after a power cut: everything synced, and of the rest whatever it happened to be."""

    files: dict[str, bytearray] = field(default_factory=dict)
    unsynced: dict[str, list[Write | Truncate]] = field(default_factory=dict)

    def add(self, event: Happened) -> None:
        if isinstance(event, Sync):
            for each in self.unsynced.pop(event.file, []):
                _apply(self.files.setdefault(event.file, bytearray()), each)
        elif isinstance(event, Delete):
            # Before any power is cut: only then are files deleted.
            self.files.pop(event.file, None)
            self.unsynced.pop(event.file, None)
        elif isinstance(event, (Write, Truncate)):
            self.unsynced.setdefault(event.file, []).append(event)

    def cut(self, dice: random.Random) -> dict[str, bytearray]:
        left = {name: bytearray(data) for name, data in self.files.items()}
        for name, events in self.unsynced.items():
            # Sometimes nothing of it came through, sometimes nearly everything.
            chance = dice.choice([0.0, 0.5, 0.9])
            for event in events:
                if dice.random() < chance:
                    _apply(left.setdefault(name, bytearray()), _torn(event, dice))
        return left


def _torn(event: Write | Truncate, dice: random.Random) -> Write | Truncate:
    if isinstance(event, Truncate) or dice.random() < 0.8:
        return event
    return Write(event.file, event.offset, event.data[: dice.randrange(len(event.data) + 1) // SECTOR * SECTOR])


def _apply(data: bytearray, event: Write | Truncate) -> None:
    if isinstance(event, Truncate):
        del data[event.size :]
        return
    data.extend(bytes(max(0, event.offset - len(data))))
    data[event.offset : event.offset + len(event.data)] = event.data
