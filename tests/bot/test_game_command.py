"""`duel game new` writes a game of any name that is free, and `duel game check` explains what it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.game import TEMPLATE_NAME, find_name_problem, render_template
from games import GAMES
from tests.bot.cli_runner import run_in_process, run_subprocess


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path) -> Iterator[Path]:
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def test_new_writes_a_game_under_its_own_name(tmp_path: Path) -> None:
    done = run_in_process("game", "new", "night_owls")
    assert done.returncode == 0, done.stderr
    written = {str(path.relative_to(tmp_path / "night_owls")) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == render_template("night_owls").keys()
    assert "pip install --editable night_owls" in done.stdout
    texts = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*") if path.is_file())
    for spelling in ("night_owls", "night-owls", "class NightOwls", "name = Night owls"):
        assert spelling in texts
    for spelling in (TEMPLATE_NAME, "ThreeLives", "three-lives", "Three lives"):
        assert spelling not in texts


def test_new_game_runs_with_its_own_test(tmp_path: Path) -> None:
    run_in_process("game", "new", "night_owls")
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "test_night_owls.py"]
    done = subprocess.run(command, cwd=tmp_path / "night_owls", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


@pytest.mark.parametrize("name", ["Night", "9lives", "night owls", "", "class", "x" * 33, "../night"])
def test_new_refuses_a_name_that_is_no_key(tmp_path: Path, name: str) -> None:
    done = run_in_process("game", "new", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert "use at most 32 lower-case letters" in done.stderr
    assert not list(tmp_path.iterdir())


def test_new_refuses_a_name_that_is_taken(tmp_path: Path) -> None:
    assert find_name_problem(next(iter(GAMES))) == f"{next(iter(GAMES))}: there is a game of this name"
    assert find_name_problem("json") == "json: there is a Python package of this name"
    (tmp_path / "night").mkdir()
    done = run_in_process("game", "new", "night")
    assert (done.returncode, done.stderr) == (2, "duel: night: the folder already exists\n")


def test_check_refuses_a_game_that_is_missing_or_incomplete(tmp_path: Path) -> None:
    done = run_subprocess("game", "check", "night_owls", folder=tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "duel: night_owls: ModuleNotFoundError: No module named 'night_owls'\n",
    )
    run_in_process("game", "new", "night_owls")
    (tmp_path / "night_owls" / "night_owls" / "words" / "en.ftl").unlink()
    done = run_subprocess("game", "check", "night_owls", folder=tmp_path)
    reason = "LookupError: night_owls: words/en.ftl is missing; a game needs its texts in English"
    assert (done.returncode, done.stderr) == (1, f"duel: night_owls: {reason}\n")
