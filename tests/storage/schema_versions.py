"""Schemas of other versions of the bot, made of its own and made-up migrations."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from storage.migration import Migration, load_migrations, read_migrations

NEXT_MIGRATION_NUMBER: Final = len(load_migrations()) + 1
"""The number of the first made-up migration."""


def write_schema(folder: Path, *, changed: bool = False, **texts: str) -> Sequence[Migration]:
    """Write a folder with the bot's migrations and a made-up migration for each name, and read it.

    `write_schema(folder, adds_mood="CREATE TABLE mood (n INTEGER);")` writes `0002_adds_mood.sql`. With `changed`,
    the bot's first migration has another text.
    """
    shutil.copytree(str(files("storage").joinpath("schema")), folder)
    if changed:
        first = next(folder.glob("0001_*.sql"))
        first.write_text(first.read_text("utf-8") + "\nCREATE TABLE another (n INTEGER);\n", "utf-8")
    for number, (name, text) in enumerate(texts.items(), NEXT_MIGRATION_NUMBER):
        (folder / f"{number:04}_{name}.sql").write_text(text, "utf-8")
    return read_migrations(folder)
