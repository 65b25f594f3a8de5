"""A simulated disk for SQLite that records all writes and syncs, and can become full.

The disk registers a VFS, which is SQLite's interface to the file system. All connections of the process use this VFS,
so the simulation needs its own process.
"""

from __future__ import annotations

import ctypes as c
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

SQLITE_OK: Final = 0
SQLITE_FULL: Final = 13
SECTOR_BYTES: Final = 512

# The name is an untyped pointer, since SQLite keeps its address.
_OPEN_FUNCTION: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)
_DELETE_FUNCTION: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
_WRITE_FUNCTION: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
_TRUNCATE_FUNCTION: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
_SYNC_FUNCTION: Final = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)


class _IoMethods(c.Structure):
    _fields_ = (
        ("version", c.c_int),
        ("close", c.c_void_p),
        ("read", c.c_void_p),
        ("write", _WRITE_FUNCTION),
        ("truncate", _TRUNCATE_FUNCTION),
        ("sync", _SYNC_FUNCTION),
        ("others", c.c_void_p * 13),
    )


class _OpenFile(c.Structure):
    _fields_ = (("methods", c.POINTER(_IoMethods)),)


class _Vfs(c.Structure):
    _fields_ = (
        ("version", c.c_int),
        ("size", c.c_int),
        ("longest", c.c_int),
        ("next", c.c_void_p),
        ("name", c.c_char_p),
        ("data", c.c_void_p),
        ("open", _OPEN_FUNCTION),
        ("delete", _DELETE_FUNCTION),
        ("others", c.c_void_p * 13),
    )


def find_sqlite_library() -> Path | None:
    """Return the path of Python's SQLite library, or None if SQLite is statically linked into Python."""
    sqlite3.connect(":memory:").close()
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    return next((Path(line.split(maxsplit=5)[5]) for line in lines if "libsqlite3" in line), None)


@dataclass(frozen=True, slots=True)
class WriteEvent:
    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class TruncateEvent:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class SyncEvent:
    file: str


@dataclass(frozen=True, slots=True)
class DeleteEvent:
    file: str


@dataclass(frozen=True, slots=True)
class NoteEvent:
    """A note in the list of disk events, such as an acknowledgment."""

    note: Any


DiskEvent: TypeAlias = WriteEvent | TruncateEvent | SyncEvent | DeleteEvent | NoteEvent


class SimulatedDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[DiskEvent] = []
        self.writes_left: int | None = None
        """The number of writes until the disk is full, or None for unlimited space."""
        self._file_names: dict[int, str] = {}
        self._methods: dict[int, _IoMethods] = {}
        library = find_sqlite_library()
        assert library, "SQLite is statically linked into this Python"
        sqlite = c.CDLL(str(library))
        sqlite.sqlite3_vfs_find.restype = c.POINTER(_Vfs)
        self._real_vfs = sqlite.sqlite3_vfs_find(None)
        self._own_vfs = _Vfs.from_buffer_copy(self._real_vfs.contents)
        self._own_vfs.name = b"recording"
        self._own_vfs.open = _OPEN_FUNCTION(self._open_file)
        self._own_vfs.delete = _DELETE_FUNCTION(self._delete_file)
        assert sqlite.sqlite3_vfs_register(c.byref(self._own_vfs), 1) == SQLITE_OK
        self._sqlite = sqlite

    def unregister(self) -> None:
        """Make SQLite use the real file system again."""
        assert self._sqlite.sqlite3_vfs_register(self._real_vfs, 1) == SQLITE_OK

    def _open_file(self, _: int, name: int | None, file: int, flags: int, out_flags: int | None) -> int:
        result: int = self._real_vfs.contents.open(c.cast(self._real_vfs, c.c_void_p), name, file, flags, out_flags)
        path = Path(c.string_at(name).decode() if name else "")
        if result == SQLITE_OK and path.parent == self.folder:
            opened = c.cast(file, c.POINTER(_OpenFile)).contents
            real_methods = opened.methods.contents
            self._file_names[file] = path.name
            self._methods[file] = real_methods
            recording_methods = _IoMethods.from_buffer_copy(real_methods)
            recording_methods.write, recording_methods.truncate, recording_methods.sync = (
                _WRITE_FUNCTION(self._write_file),
                _TRUNCATE_FUNCTION(self._truncate_file),
                _SYNC_FUNCTION(self._sync_file),
            )
            # Keep a reference to protect the struct from garbage collection.
            self._methods[-file] = recording_methods
            opened.methods = c.pointer(recording_methods)
        return result

    def _delete_file(self, _: int, name: bytes, sync: int) -> int:
        if (path := Path(name.decode())).parent == self.folder:
            self.events.append(DeleteEvent(path.name))
        return int(self._real_vfs.contents.delete(c.cast(self._real_vfs, c.c_void_p), name, sync))

    def _write_file(self, file: int, data: int, size: int, offset: int) -> int:
        if self.writes_left is not None:
            if self.writes_left <= 0:
                return SQLITE_FULL
            self.writes_left -= 1
        self.events.append(WriteEvent(self._file_names[file], offset, c.string_at(data, size)))
        return int(self._methods[file].write(file, data, size, offset))

    def _truncate_file(self, file: int, size: int) -> int:
        self.events.append(TruncateEvent(self._file_names[file], size))
        return int(self._methods[file].truncate(file, size))

    def _sync_file(self, file: int, flags: int) -> int:
        # Earlier writes are durable only after the sync has returned.
        result: int = self._methods[file].sync(file, flags)
        self.events.append(SyncEvent(self._file_names[file]))
        return result


@dataclass
class PowerCutDisk:
    """Computes files after a power cut, which contain all synced writes and some random unsynced writes."""

    files: dict[str, bytearray] = field(default_factory=dict)
    unsynced: dict[str, list[WriteEvent | TruncateEvent]] = field(default_factory=dict)

    def add_event(self, event: DiskEvent) -> None:
        if isinstance(event, SyncEvent):
            for write in self.unsynced.pop(event.file, []):
                _apply_event(self.files.setdefault(event.file, bytearray()), write)
        elif isinstance(event, DeleteEvent):
            # Files are deleted only before the first power cut.
            self.files.pop(event.file, None)
            self.unsynced.pop(event.file, None)
        elif isinstance(event, (WriteEvent, TruncateEvent)):
            self.unsynced.setdefault(event.file, []).append(event)

    def cut_power(self, dice: random.Random) -> dict[str, bytearray]:
        files = {name: bytearray(data) for name, data in self.files.items()}
        for name, events in self.unsynced.items():
            # Sometimes no unsynced write reaches the disk, sometimes half of them, sometimes nearly all.
            chance = dice.choice([0.0, 0.5, 0.9])
            for event in events:
                if dice.random() < chance:
                    _apply_event(files.setdefault(name, bytearray()), _tear_write(event, dice))
        return files


def _tear_write(event: WriteEvent | TruncateEvent, dice: random.Random) -> WriteEvent | TruncateEvent:
    if isinstance(event, TruncateEvent) or dice.random() < 0.8:
        return event
    return WriteEvent(
        event.file, event.offset, event.data[: dice.randrange(len(event.data) + 1) // SECTOR_BYTES * SECTOR_BYTES]
    )


def _apply_event(data: bytearray, event: WriteEvent | TruncateEvent) -> None:
    if isinstance(event, TruncateEvent):
        del data[event.size :]
        return
    data.extend(bytes(max(0, event.offset - len(data))))
    data[event.offset : event.offset + len(event.data)] = event.data
