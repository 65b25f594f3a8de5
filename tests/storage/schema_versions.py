"""Schemas for imaginary other versions of the bot, which add made-up migrations to the real ones."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from storage.migration import Migration, load_migrations, read_migrations

NEXT_MIGRATION_NUMBER: Final = len(load_migrations()) + 1
"""The number for the first made-up migration."""


def write_schema(folder: Path, *, changed: bool = False, **texts: str) -> Sequence[Migration]:
    """Create a schema folder and return its migrations: the bot's own and one for each keyword argument.

    `write_schema(folder, adds_mood="CREATE TABLE mood (n INTEGER);")` adds `0002_adds_mood.sql`. With `changed`, the
    text of the bot's first migration is changed.
    """
    shutil.copytree(str(files("storage").joinpath("schema")), folder)
    if changed:
        first = next(folder.glob("0001_*.sql"))
        first.write_text(first.read_text("utf-8") + "\nCREATE TABLE another (n INTEGER);\n", "utf-8")
    for number, (name, text) in enumerate(texts.items(), NEXT_MIGRATION_NUMBER):
        (folder / f"{number:04}_{name}.sql").write_text(text, "utf-8")
    return read_migrations(folder)
