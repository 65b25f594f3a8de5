"""Checks what `make play` installs, and what `make bot` runs."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.lint.source_files import PROJECT_ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks like a checkout with a complete virtual environment."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / ".playable").touch()
    return tmp_path


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
