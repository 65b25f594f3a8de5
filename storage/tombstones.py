"""Tombstones: keyed hashes of forgotten people, so that a restored backup can forget them again.

Only the store's own secret can tell who is meant.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from storage.database import DatabaseUnusable
from storage.repository import Repository
from storage.statement import Statement, build_select

_SELECT_SECRET: Final = Statement("SELECT text FROM secret WHERE id = 1")

TombstoneDates: TypeAlias = Mapping[str, int]
"""When each person was last forgotten, by keyed hash."""

TOMBSTONE_FILE_SUFFIX: Final = "-forgotten.txt"
"""The end of the name of a list of tombstones; it lies beside the backups."""

UPSERT_TOMBSTONE: Final = Statement(
    "INSERT INTO tombstone (mark, at) VALUES (:mark, :at) ON CONFLICT (mark) DO UPDATE SET at = excluded.at"
)
_SELECT_TOMBSTONES: Final = build_select("mark, at", "FROM tombstone ORDER BY mark")


class TombstoneRepository(Repository):
    async def load_tombstones(self) -> dict[str, int]:
        return {str(mark): int(at) for mark, at in await self.fetch_rows(_SELECT_TOMBSTONES())}

    async def compute_tombstone(self, person: int) -> str:
        """Return the tombstone of a person."""
        return await self.compute_keyed_hash("tombstone", person)

    async def compute_keyed_hash(self, *what: object) -> str:
        """Hash values with the store's secret, so that the values cannot be guessed from the hash."""
        (((secret,),),) = await self.database.read(_SELECT_SECRET())
        return hmac.digest(bytes.fromhex(secret), " ".join(map(str, what)).encode(), "sha256").hex()


def merge_tombstones(*lists: TombstoneDates) -> dict[str, int]:
    found: dict[str, int] = {}
    for tombs in lists:
        found |= {mark: max(at, found.get(mark, at)) for mark, at in tombs.items()}
    return found


def format_tombstones(tombs: TombstoneDates) -> str:
    return "".join(f"{mark} {tombs[mark]}\n" for mark in sorted(tombs))


def parse_tombstones(text: str) -> dict[str, int]:
    try:
        return {mark: int(at) for mark, at in (line.split() for line in text.splitlines())}
    except ValueError as wrong:
        raise DatabaseUnusable(f"no list of whom to forget: {wrong}") from wrong


def read_tombstone_files(folder: Path) -> dict[str, int]:
    """Read all lists in a folder. Tombstones of another store match nobody in this one."""
    return merge_tombstones(
        *(parse_tombstones(path.read_text("ascii")) for path in sorted(folder.glob(f"*{TOMBSTONE_FILE_SUFFIX}")))
    )


def update_tombstone_file(path: Path, tombs: TombstoneDates) -> None:
    """Add tombstones to a list. Those in the list stay: the store may have been restored to an earlier state."""
    known = parse_tombstones(path.read_text("ascii")) if path.exists() else {}
    if not tombs and not known:
        return
    part = path.with_suffix(".part")
    with part.open("w", encoding="ascii") as file:
        file.write(format_tombstones(merge_tombstones(known, tombs)))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
