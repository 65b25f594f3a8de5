"""The schema grows by numbered files, each applied once, in one transaction; one that only adds says so in its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from storage.database import Damaged, Database, Missed, Missing
from storage.statement import Statement

_TABLE: Final = Statement(
    "CREATE TABLE IF NOT EXISTS migration (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)"
)
# First in its transaction: of two processes that start at once the second waits here, and then has nothing to do.
_APPLY: Final = Statement(
    "INSERT INTO migration (number, name) VALUES (:number, :name) ON CONFLICT DO NOTHING",
    must=True,
    long=True,
)
_APPLIED: Final = Statement("SELECT name FROM migration ORDER BY number")
# It stands before all others while a move goes on, so that no bot, however old, takes the half for the whole.
_MOVING: Final = "moving"
BEGIN_MOVE: Final = Statement("INSERT INTO migration (number, name) VALUES (0, 'moving') ON CONFLICT DO NOTHING")
END_MOVE: Final = Statement("DELETE FROM migration WHERE number = 0")


# The name is all that an older bot knows of it, and so says whether it may go on: `0012_adds_moods.sql`.
_ADDS: Final = re.compile(r"\d+_adds_")
_ADDING: Final = re.compile(
    r"\s*(CREATE TABLE\b|CREATE INDEX\b|INSERT INTO (?P<filled>\w+)\b"
    r"|CREATE UNIQUE INDEX \w+ ON \w+ \((?P<unique>\w+)\)"
    r"|ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT \S+| DEFAULT \S+)?\s*$)"
)
_MADE: Final = re.compile(r"\s*(?:CREATE TABLE (\w+)|ALTER TABLE \w+ ADD COLUMN (\w+) \w+\s*$)")


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    statements: tuple[Statement, ...]

    def __post_init__(self) -> None:
        if self.adds:
            made = {found[1] or found[2] for each in self.statements if (found := _MADE.match(_uncommented(each.text)))}
            for each in self.statements:
                found = _ADDING.match(_uncommented(each.text))
                # An older bot neither fills what has no default, nor keeps what its own tables are suddenly to hold; of
                # a column that is new it leaves all empty.
                touched = found and (found["filled"] or found["unique"])
                if found is None or (touched and touched not in made):
                    raise ValueError(f"{self.name} adds, and is not to do this: {each}")

    @property
    def adds(self) -> bool:
        """A bot that does not know it may be at work on what it made."""
        return _ADDS.match(self.name) is not None


@cache
def migrations() -> Sequence[Migration]:
    """In order; a statement ends with a semicolon at the end of its line."""
    found = [
        Migration(
            number=int(path.name.partition("_")[0]),
            name=path.name.removesuffix(".sql"),
            statements=tuple(
                Statement(text, long=True)
                for text in re.split(r";[ ]*\n", path.read_text("utf-8"))
                if _uncommented(text)
            ),
        )
        for path in files("storage").joinpath("schema").iterdir()
        if path.name.endswith(".sql")
    ]
    return tuple(sorted(found, key=lambda migration: migration.number))


async def migrate(database: Database, *, moving: bool = False) -> None:
    await database.write(_TABLE())
    known = migrations()
    applied, _ = await _applied(database, known, moving=moving)
    for migration in known[applied:]:
        marked = _APPLY(number=migration.number, name=migration.name)
        try:
            await database.write(marked, *(statement() for statement in migration.statements))
        except Missed:  # another process was faster
            continue


async def moving(database: Database) -> bool:
    """A move into it has begun, and not ended."""
    try:
        (rows,) = await database.read(_APPLIED())
    except Missing:
        return False
    return rows[:1] != [] and str(rows[0][0]) == _MOVING


async def check_schema(database: Database, *, exactly: bool = False) -> None:
    """Refuses a schema that is not this bot's; for those who only read. `exactly`, also if a newer one added to it."""
    known = migrations()
    try:
        applied, later = await _applied(database, known)
    except Missing as missing:
        raise Damaged("there is no bot's database here") from missing
    if applied < len(known):
        raise Damaged("the database is of an older bot: start the bot once")
    if exactly and later:
        raise Damaged(f"the database is of a newer bot: it knows {', '.join(later)}")


async def _applied(
    database: Database, known: Sequence[Migration], *, moving: bool = False
) -> tuple[int, Sequence[str]]:
    """How many of ours, and the names of those that a newer bot has added."""
    (rows,) = await database.read(_APPLIED())
    # In a damaged file they may be anything.
    names = [str(name) for (name,) in rows]
    if names[:1] == [_MOVING]:
        if not moving:
            raise Damaged("a move into this database has not come to its end: call `duel move` once more")
        del names[0]
    ours = [migration.name for migration in known]
    later = names[len(ours) :]
    strange = [name for name in names if name not in ours and not _ADDS.match(name)]
    if names[: len(ours)] != ours[: len(names)] or strange:
        raise Damaged(f"the database is of another bot, a newer one perhaps: it knows {', '.join(strange or names)}")
    return len(names) - len(later), later


def _uncommented(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines() if not line.lstrip().startswith("--")).strip()
