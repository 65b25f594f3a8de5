"""Checks what `make play` installs, that it keeps its matches until the schema changes, and what `make bot` runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.lint.source_files import PROJECT_ROOT

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
    (tmp_path / ".venv" / ".playable").touch()
    shutil.copytree(PROJECT_ROOT / "storage", tmp_path / "storage", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run_make_play(folder: Path) -> tuple[Path, Path]:
    """Run `make play`. Return the path of its database and the folder of its playground."""
    command = ("make", "-f", PROJECT_ROOT / "Makefile", "-o", ".venv/.playable", "play")
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


def list_make_commands(target: str, folder: Path) -> str:
    """Return the commands that `make` would run in a fresh checkout."""
    for name in ("Makefile", "pyproject.toml", "pins", "deploy"):
        (folder / name).symlink_to(PROJECT_ROOT / name)
    command = ("make", "--dry-run", target, "SCHEMAS=schemas.json")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_make_play_installs_nothing_for_tests(tmp_path: Path) -> None:
    commands = list_make_commands("play", tmp_path)
    assert re.findall(r"--requirement (\S+)", commands) == ["pins/play.txt"]
    assert "node" not in commands


def test_make_test_installs_into_the_same_environment(tmp_path: Path) -> None:
    commands = list_make_commands("test", tmp_path)
    assert re.findall(r"(\S+)/bin/pip .*--requirement (\S+)", commands) == [
        (".venv", "pins/play.txt"),
        (".venv", "pins/dev.txt"),
    ]
    assert "node" in commands


@pytest.mark.parametrize(
    ("env_text", "token", "setup_code", "calls"),
    [
        (None, "", 0, ["setup --no-start", "run"]),
        ("DISCORD_TOKEN=\nDUEL_LOG=info\n", "", 0, ["setup --no-start", "run"]),
        ("DUEL_LOG=info\nDISCORD_TOKEN=a.b.c\n", "", 0, ["run"]),
        (None, "a.b.c", 0, ["run"]),
        (None, "", 2, ["setup --no-start"]),
    ],
    ids=["no file", "no token in the file", "token in the file", "token in the environment", "setup fails"],
)
def test_make_bot_runs_setup_while_there_is_no_token(
    checkout: Path, env_text: str | None, token: str, setup_code: int, calls: list[str]
) -> None:
    duel = checkout / ".venv" / "bin" / "duel"
    duel.write_text(f'#!/bin/sh\necho "$*"\ntest "$1" = run || exit {setup_code}\n', "utf-8")
    duel.chmod(0o755)
    if env_text is not None:
        (checkout / ".env").write_text(env_text, "utf-8")
    # `make check` runs the tests, and a make within a make prints its folder.
    command = ("make", "--no-print-directory", "-f", PROJECT_ROOT / "Makefile", "-o", ".venv/.playable", "bot")
    environment = os.environ | {"DISCORD_TOKEN": token}
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == calls
    assert (done.returncode == 0) == (setup_code == 0)
