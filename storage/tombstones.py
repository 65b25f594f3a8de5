"""Tombstones: keyed hashes of forgotten people's IDs, so that these people can be forgotten again in a restored backup.

Matching a tombstone to a person requires the store's secret key.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from storage.database import DatabaseUnusable, Repository
from storage.sqlite_connection import match_folder_owner
from storage.statement import Statement, build_select

_SELECT_SECRET: Final = Statement("SELECT key_hex FROM secret WHERE id = 1")

TombstoneDates: TypeAlias = Mapping[str, int]
"""When each person was last forgotten, by the keyed hash of the person's ID."""

TOMBSTONE_FILE_SUFFIX: Final = "-forgotten.txt"
"""The suffix of a tombstone list's file name. The list is stored next to the backups."""

UPSERT_TOMBSTONE: Final = Statement(
    """
    INSERT INTO tombstone (person_hash, forgotten_ms) VALUES (:person_hash, :forgotten_ms)
    ON CONFLICT (person_hash) DO UPDATE SET forgotten_ms = excluded.forgotten_ms
    """
)
_SELECT_TOMBSTONES: Final = build_select("person_hash, forgotten_ms", "FROM tombstone ORDER BY person_hash")


class TombstoneRepository(Repository):
    async def load_tombstones(self) -> dict[str, int]:
        return {
            str(person_hash): int(forgotten_ms)
            for person_hash, forgotten_ms in await self.fetch_rows(_SELECT_TOMBSTONES())
        }

    async def compute_tombstone(self, person_id: int) -> str:
        """Return the keyed hash of a person's ID, which is kept in place of the ID when the person is forgotten."""
        return await self.compute_keyed_hash("tombstone", person_id)

    async def compute_keyed_hash(self, *values: object) -> str:
        """Hash values with the store's secret key, so that the values cannot be guessed from the hash."""
        ((key_hex,),) = await self.fetch_rows(_SELECT_SECRET())
        return hmac.digest(bytes.fromhex(key_hex), " ".join(map(str, values)).encode(), "sha256").hex()


def merge_tombstones(*lists: TombstoneDates) -> dict[str, int]:
    merged: dict[str, int] = {}
    for tombstones in lists:
        for person_hash, forgotten_ms in tombstones.items():
            merged[person_hash] = max(forgotten_ms, merged.get(person_hash, forgotten_ms))
    return merged


def format_tombstones(tombstones: TombstoneDates) -> str:
    return "".join(f"{person_hash} {tombstones[person_hash]}\n" for person_hash in sorted(tombstones))


def read_tombstone_file(path: Path) -> dict[str, int]:
    try:
        lines = path.read_text("ascii").splitlines()
        return {person_hash: int(forgotten_ms) for person_hash, forgotten_ms in map(str.split, lines)}
    except ValueError as error:
        raise DatabaseUnusable(f"{path}: not a list written by duel forgotten") from error


def read_tombstone_files(folder: Path) -> dict[str, int]:
    """Read and merge all tombstone lists in a folder. Lists of other stores do no harm: they match nobody here."""
    return merge_tombstones(*(read_tombstone_file(path) for path in sorted(folder.glob(f"*{TOMBSTONE_FILE_SUFFIX}"))))


def update_tombstone_file(path: Path, tombstones: TombstoneDates) -> None:
    """Add tombstones, which are hashes of forgotten people's IDs, to the list in a file.

    Existing entries are kept, because the store may have been restored from a backup that lacks them.
    """
    listed = read_tombstone_file(path) if path.exists() else {}
    if not tombstones and not listed:
        return
    temporary = path.with_suffix(".part")
    with temporary.open("w", encoding="ascii") as file:
        file.write(format_tombstones(merge_tombstones(listed, tombstones)))
        file.flush()
        os.fsync(file.fileno())
    match_folder_owner(temporary)
    temporary.replace(path)
