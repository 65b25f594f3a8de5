"""Whom a store has forgotten, told by its secret alone, so that a backup from before can forget them again."""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from storage.database import Damaged
from storage.part import Part
from storage.statement import Statement, select

_SECRET: Final = Statement("SELECT text FROM secret WHERE id = 1")

Tombs: TypeAlias = Mapping[str, int]
"""By their marks, when they were last forgotten."""

LIST: Final = "-forgotten.txt"
"""With which the name of a list ends; it lies beside backups."""

BURY: Final = Statement(
    "INSERT INTO tombstone (mark, at) VALUES (:mark, :at) ON CONFLICT (mark) DO UPDATE SET at = excluded.at"
)
_ALL: Final = select("mark, at", "FROM tombstone ORDER BY mark")


class Tombstones(Part):
    async def tombstones(self) -> dict[str, int]:
        return {str(mark): int(at) for mark, at in await self.rows(_ALL())}

    async def tomb(self, person: int) -> str:
        """Nobody can tell from it who that is but by this store's secret, and by asking for each person."""
        return await self.mark("tombstone", person)

    async def mark(self, *what: object) -> str:
        """The same for the same; whoever sees it learns nothing, not even by trying what it could be."""
        (((secret,),),) = await self.database.read(_SECRET())
        return hmac.digest(bytes.fromhex(secret), " ".join(map(str, what)).encode(), "sha256").hex()


def merged(*lists: Tombs) -> dict[str, int]:
    found: dict[str, int] = {}
    for tombs in lists:
        found |= {mark: max(at, found.get(mark, at)) for mark, at in tombs.items()}
    return found


def written(tombs: Tombs) -> str:
    return "".join(f"{mark} {tombs[mark]}\n" for mark in sorted(tombs))


def read(text: str) -> dict[str, int]:
    try:
        return {mark: int(at) for mark, at in (line.split() for line in text.splitlines())}
    except ValueError as wrong:
        raise Damaged(f"no list of whom to forget: {wrong}") from wrong


def beside(folder: Path) -> dict[str, int]:
    """Of all lists that lie there: a mark of another store means nobody in this one."""
    return merged(*(read(path.read_text("ascii")) for path in sorted(folder.glob(f"*{LIST}"))))


def lay(path: Path, tombs: Tombs) -> None:
    """What the list has, too: whoever was forgotten after a backup that was restored since is not forgotten there."""
    known = read(path.read_text("ascii")) if path.exists() else {}
    if not tombs and not known:
        return
    part = path.with_suffix(".part")
    with part.open("w", encoding="ascii") as file:
        file.write(written(merged(known, tombs)))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
