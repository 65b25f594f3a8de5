"""Schema migrations: numbered SQL files, each applied once, in one transaction.

A migration that only adds tables, indexes or columns says so in its name, for example `0012_adds_moods.sql`. An older
bot that does not know such a migration can keep working, so the bot can be upgraded or downgraded while people play.
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

from storage.database import Database, DatabaseUnusable, NoRowMatched, TableMissing
from storage.statement import Statement

CREATE_MIGRATION_TABLE: Final = Statement(
    """
    CREATE TABLE IF NOT EXISTS migration
    (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL)
    """
)
# Runs first in its transaction. If two processes start at once, the second waits here and then has nothing to do.
_INSERT_MIGRATION: Final = Statement(
    "INSERT INTO migration (number, name, hash) VALUES (:number, :name, :hash) ON CONFLICT DO NOTHING",
    must_match=True,
    is_slow=True,
)
_SELECT_APPLIED: Final = Statement("SELECT name, hash FROM migration ORDER BY number")
# Stored as migration 0 while a transfer into this database is running, so that no bot uses the incomplete data.
_TRANSFER_MARK: Final = "moving"
BEGIN_TRANSFER: Final = Statement(
    "INSERT INTO migration (number, name, hash) VALUES (0, 'moving', '') ON CONFLICT DO NOTHING"
)
END_TRANSFER: Final = Statement("DELETE FROM migration WHERE number = 0")
_OTHER_SCHEMA: Final = (
    "the database was made by a development version before 0.1.0 with another schema: delete it, or use a new one"
)

# An older bot knows only the name of a newer migration. `_adds_` in the name means that the older bot can keep working.
_ADDITIVE_NAME: Final = re.compile(r"\d+_adds_")
_ADDITIVE_STATEMENT: Final = re.compile(
    r"\s*(CREATE TABLE\b|CREATE INDEX\b|INSERT INTO (?P<filled>\w+)\b"
    r"|CREATE UNIQUE INDEX \w+ ON \w+ \((?P<unique>\w+)\)"
    r"|ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT \S+| DEFAULT \S+)?\s*$)"
)
_CREATED_NAME: Final = re.compile(r"\s*(?:CREATE TABLE (\w+)|ALTER TABLE \w+ ADD COLUMN (\w+) \w+\s*$)")


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    statements: tuple[Statement, ...]

    def __post_init__(self) -> None:
        if self.is_additive:
            created = {
                parts[1] or parts[2]
                for statement in self.statements
                if (parts := _CREATED_NAME.match(normalize_sql(statement.text)))
            }
            for statement in self.statements:
                parts = _ADDITIVE_STATEMENT.match(normalize_sql(statement.text))
                # An older bot keeps writing rows without the new columns, so an additive migration must not require
                # values in old tables or restrict them.
                affected = parts and (parts["filled"] or parts["unique"])
                if parts is None or (affected and affected not in created):
                    raise ValueError(f"{self.name} is an additive migration, so it must not do this: {statement}")

    @property
    def is_additive(self) -> bool:
        """Whether an older bot that does not know this migration can keep working."""
        return _ADDITIVE_NAME.match(self.name) is not None

    @property
    def content_hash(self) -> str:
        """The SHA-256 of the migration's SQL, without its comments and line breaks."""
        return sha256(";\n".join(normalize_sql(statement.text) for statement in self.statements).encode()).hexdigest()


def read_migrations(folder: Traversable) -> tuple[Migration, ...]:
    """Return the migrations in a folder, in order. In the files, each statement ends with a semicolon and a newline."""
    migrations = [
        Migration(
            number=int(path.name.partition("_")[0]),
            name=path.name.removesuffix(".sql"),
            statements=tuple(
                Statement(text, is_slow=True)
                for text in re.split(r";[ ]*\n", path.read_text("utf-8"))
                if normalize_sql(text)
            ),
        )
        for path in folder.iterdir()
        if path.name.endswith(".sql")
    ]
    return tuple(sorted(migrations, key=lambda migration: migration.number))


@cache
def load_migrations() -> Sequence[Migration]:
    """Return all migrations that this version of the bot knows, oldest first."""
    return read_migrations(files("storage").joinpath("schema"))


async def apply_migrations(
    database: Database, migrations: Sequence[Migration] | None = None, *, allows_unfinished_transfer: bool = False
) -> None:
    """Apply the migrations that the database does not have yet.

    Raises `DatabaseUnusable` if the database has migrations that this bot cannot work with or, unless
    `allows_unfinished_transfer` is set, if a `duel move` into it is incomplete.
    """
    await database.write(CREATE_MIGRATION_TABLE())
    migrations = load_migrations() if migrations is None else migrations
    try:
        applied, _ = await _count_applied(database, migrations, allows_unfinished_transfer=allows_unfinished_transfer)
    except TableMissing as missing:
        raise DatabaseUnusable(_OTHER_SCHEMA) from missing
    for migration in migrations[applied:]:
        marked = _INSERT_MIGRATION(number=migration.number, name=migration.name, hash=migration.content_hash)
        try:
            await database.write(marked, *(statement() for statement in migration.statements))
        except NoRowMatched:  # another process was faster
            continue


async def is_transfer_unfinished(database: Database) -> bool:
    """Return whether a transfer into this database was started but not finished."""
    try:
        (rows,) = await database.read(_SELECT_APPLIED())
    except TableMissing:
        return False
    return bool(rows) and str(rows[0][0]) == _TRANSFER_MARK


async def check_schema(
    database: Database, migrations: Sequence[Migration] | None = None, *, refuses_additions: bool = False
) -> None:
    """Raise `DatabaseUnusable` unless the database has this bot's schema.

    With `refuses_additions`, a newer bot's additive migrations are also an error.
    """
    migrations = load_migrations() if migrations is None else migrations
    try:
        applied, later = await _count_applied(database, migrations)
    except TableMissing as missing:
        raise DatabaseUnusable("not a database of this bot; check its URL") from missing
    if applied < len(migrations):
        raise DatabaseUnusable("the database has an older schema; start the bot once to update it")
    if refuses_additions and later:
        raise DatabaseUnusable(f"the database belongs to a newer bot; unknown migrations: {', '.join(later)}")


async def _count_applied(
    database: Database, migrations: Sequence[Migration], *, allows_unfinished_transfer: bool = False
) -> tuple[int, Sequence[str]]:
    """Return how many of these migrations are applied, and the names of later migrations applied by a newer bot."""
    (rows,) = await database.read(_SELECT_APPLIED())
    # In a damaged file the columns may hold values of any type.
    stored = [(str(name), str(hashed)) for name, hashed in rows]
    if stored[:1] == [(_TRANSFER_MARK, "")]:
        if not allows_unfinished_transfer:
            raise DatabaseUnusable("a move into this database is incomplete; run `duel move` again")
        del stored[0]
    names = [name for name, _ in stored]
    own_names = [migration.name for migration in migrations]
    later = names[len(own_names) :]
    unknown_names = [name for name in names if name not in own_names and not _ADDITIVE_NAME.match(name)]
    if names[: len(own_names)] != own_names[: len(names)] or unknown_names:
        raise DatabaseUnusable(
            "the database belongs to another bot, perhaps a newer one;"
            f" unknown migrations: {', '.join(unknown_names or names)}"
        )
    if any(hashed != migration.content_hash for migration, (_, hashed) in zip(migrations, stored, strict=False)):
        raise DatabaseUnusable(_OTHER_SCHEMA)
    return len(names) - len(later), later


def normalize_sql(text: str) -> str:
    """Return an SQL statement without its comments and line breaks."""
    return " ".join(line.strip() for line in text.splitlines() if not line.lstrip().startswith("--")).strip()
