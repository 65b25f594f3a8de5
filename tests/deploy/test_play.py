"""Checks that `make play` keeps its matches between runs, but uses a new database after a change of the schema."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.deploy.deploy_files import PROJECT_ROOT

FAKE_PYTHON: Final = f"""#!/bin/sh
if [ "$1" = -c ]; then exec {sys.executable} "$@"; fi
echo "database $DATABASE_URL"
echo "arguments $*"
"""
"""A replacement for Python that prints its database URL and arguments instead of starting a playground."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like a checkout with a complete virtual environment."""
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(FAKE_PYTHON, "utf-8")
    python.chmod(0o755)
    (tmp_path / ".venv" / ".ready").touch()
    shutil.copytree(PROJECT_ROOT / "storage", tmp_path / "storage", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run_make_play(folder: Path) -> tuple[Path, Path]:
    """Run `make play`. Return the path of its database and the folder of its playground."""
    unchanged = ("-o", ".venv/.ready", "-o", "Makefile")
    command = ("make", "-f", PROJECT_ROOT / "Makefile", *unchanged, "SCHEMAS=Makefile", "play")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    database = re.search(r"^database sqlite:///(\S+)$", done.stdout, re.MULTILINE)
    world = re.search(r"--folder (\S+)", done.stdout)
    assert database
    assert world
    assert (folder / database[1]).parent.is_dir()
    return Path(database[1]), Path(world[1])


def test_make_play_uses_new_files_for_another_schema(checkout: Path) -> None:
    first = run_make_play(checkout)
    assert run_make_play(checkout) == first
    (schema,) = (checkout / "storage" / "schema").glob("0001_*.sql")
    schema.write_text(schema.read_text("utf-8") + "\nCREATE TABLE another (n INTEGER);\n", "utf-8")
    second = run_make_play(checkout)
    assert not {*first} & {*second}
