"""Schema migrations: numbered SQL files, each applied once, in one transaction.

A migration that only adds tables, indexes or columns says so in its name, such as `0012_adds_moods.sql`. A bot that
does not know it can go on working, so versions come and go while people play.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from storage.database import Damaged, Database, Missed, Missing
from storage.statement import Statement

_TABLE: Final = Statement(
    """
    CREATE TABLE IF NOT EXISTS migration
    (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL)
    """
)
# First in its transaction: of two processes that start at once the second waits here, and then has nothing to do.
_APPLY: Final = Statement(
    "INSERT INTO migration (number, name, hash) VALUES (:number, :name, :hash) ON CONFLICT DO NOTHING",
    must=True,
    long=True,
)
_APPLIED: Final = Statement("SELECT name, hash FROM migration ORDER BY number")
# It stands before all others while a move goes on, so that no bot, however old, takes the half for the whole.
_MOVING: Final = "moving"
BEGIN_MOVE: Final = Statement(
    "INSERT INTO migration (number, name, hash) VALUES (0, 'moving', '') ON CONFLICT DO NOTHING"
)
END_MOVE: Final = Statement("DELETE FROM migration WHERE number = 0")
_OTHER_SCHEMA: Final = (
    "the database was made by a development version before 0.1.0 with another schema: delete it, or use another one"
)

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

    @property
    def hash(self) -> str:
        """The SHA-256 of its SQL. Comments and line breaks do not change it."""
        return sha256(";\n".join(_uncommented(each.text) for each in self.statements).encode()).hexdigest()


def read_migrations(folder: Traversable) -> tuple[Migration, ...]:
    """Return the migrations of a folder in order. A statement ends with a semicolon at the end of its line."""
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
        for path in folder.iterdir()
        if path.name.endswith(".sql")
    ]
    return tuple(sorted(found, key=lambda migration: migration.number))


@cache
def migrations() -> Sequence[Migration]:
    """Return the migrations of this version of the bot."""
    return read_migrations(files("storage").joinpath("schema"))


async def migrate(database: Database, known: Sequence[Migration] | None = None, *, moving: bool = False) -> None:
    """Apply the migrations that the database does not have yet. Raises `Damaged` if it has others than ours."""
    await database.write(_TABLE())
    known = migrations() if known is None else known
    try:
        applied, _ = await _applied(database, known, moving=moving)
    except Missing as missing:
        raise Damaged(_OTHER_SCHEMA) from missing
    for migration in known[applied:]:
        marked = _APPLY(number=migration.number, name=migration.name, hash=migration.hash)
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


async def check_schema(database: Database, known: Sequence[Migration] | None = None, *, exactly: bool = False) -> None:
    """Raise `Damaged` unless the database has this bot's schema. `exactly` also refuses what a newer bot has added."""
    known = migrations() if known is None else known
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
    # In a damaged file the columns may hold anything.
    found = [(str(name), str(hashed)) for name, hashed in rows]
    if found[:1] == [(_MOVING, "")]:
        if not moving:
            raise Damaged("a move into this database has not come to its end: call `duel move` once more")
        del found[0]
    names = [name for name, _ in found]
    ours = [migration.name for migration in known]
    later = names[len(ours) :]
    strange = [name for name in names if name not in ours and not _ADDS.match(name)]
    if names[: len(ours)] != ours[: len(names)] or strange:
        raise Damaged(f"the database is of another bot, a newer one perhaps: it knows {', '.join(strange or names)}")
    if any(hashed != migration.hash for migration, (_, hashed) in zip(known, found, strict=False)):
        raise Damaged(_OTHER_SCHEMA)
    return len(names) - len(later), later


def _uncommented(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines() if not line.lstrip().startswith("--")).strip()
