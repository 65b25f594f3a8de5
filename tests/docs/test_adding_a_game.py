"""Takes the steps of `docs/adding_a_game.md` with the code on the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.cli.game import TEMPLATE_NAME, render_template
from tests.docs.pages import read_page
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S

COMMANDS_TIMEOUT_S: Final = 10 * TEST_TIMEOUT_S
"""The timeout of a command, which may run all laws."""
FILES_ON_PAGE: Final = dict(
    re.findall(
        r"^\*\*`three_lives/(\S+)`\*\*\n```\w*\n(.*?)^```$", read_page("adding_a_game.md"), re.DOTALL | re.MULTILINE
    )
)
MAX_GAME_LINES: Final = 120


def run_command(folder: Path, *command: str, exit_code: int = 0) -> str:
    """Run a command in a folder, with the game in the folder `three_lives` installed as by `pip install --editable`."""
    path = [str(folder / TEMPLATE_NAME), str(folder), str(PROJECT_ROOT)]
    env = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(path),
        "MYPYPATH": str(PROJECT_ROOT),
    }
    run = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=COMMANDS_TIMEOUT_S, check=False
    )
    assert run.returncode == exit_code, run.stdout + run.stderr
    return run.stdout


@pytest.fixture
def folder_with_game(tmp_path: Path) -> Path:
    """A folder with the files on the page, and with the metadata that `pip install --editable` would write."""
    for name, text in FILES_ON_PAGE.items():
        path = tmp_path / TEMPLATE_NAME / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    [entry_point] = re.findall(
        r'^\[project\.entry-points\."(\S+)"\]\n(.+) = "(.+)"$', FILES_ON_PAGE["pyproject.toml"], re.MULTILINE
    )
    metadata = tmp_path / "three_lives-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: three-lives\nVersion: 0.1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text("[{}]\n{} = {}\n".format(*entry_point), "utf-8")
    return tmp_path


def test_page_shows_the_files_of_a_new_game() -> None:
    assert render_template(TEMPLATE_NAME) == FILES_ON_PAGE


def test_game_on_the_page_is_short() -> None:
    game_files = {name: text for name, text in FILES_ON_PAGE.items() if name.startswith(TEMPLATE_NAME)}
    assert sum(len(text.splitlines()) for text in game_files.values()) < MAX_GAME_LINES


@pytest.mark.gate
def test_game_on_the_page_passes_all_laws_and_its_own_test(folder_with_game: Path) -> None:
    output = run_command(folder_with_game, "duel", "game", "check", TEMPLATE_NAME)
    checks = re.fullmatch(r"three_lives: (\d+) checks passed, none broken\.\n", output)
    assert checks, output
    assert int(checks[1]) > 80
    own_tests = f"{TEMPLATE_NAME}/test_three_lives.py"
    assert "1 passed" in run_command(folder_with_game, "pytest", "-p", "no:cacheprovider", own_tests)


@pytest.mark.gate
def test_game_on_the_page_is_played_by_the_commands(folder_with_game: Path) -> None:
    assert run_command(folder_with_game, "duel", "show", TEMPLATE_NAME, "--lang", "fr") == "Lives: Red 3, Blue 3.\n"
    arena = ("duel", "arena", TEMPLATE_NAME, "--left", "hard", "--matches", "4", "--processes", "1")
    assert "end reasons: lives 4" in run_command(folder_with_game, *arena)


@pytest.mark.gate
def test_code_on_the_page_passes_lint_and_type_checks(folder_with_game: Path) -> None:
    """The author has the tools' own settings, except for the length of lines."""
    run_command(folder_with_game, "ruff", "check", "--isolated", TEMPLATE_NAME)
    run_command(folder_with_game, "ruff", "format", "--isolated", "--line-length=120", "--check", TEMPLATE_NAME)
    run_command(
        folder_with_game / TEMPLATE_NAME, "mypy", "--strict", "--cache-dir", os.devnull, "--package", TEMPLATE_NAME
    )


@pytest.mark.gate
def test_check_names_each_broken_law(folder_with_game: Path) -> None:
    texts = folder_with_game / TEMPLATE_NAME / TEMPLATE_NAME / "words" / "en.ftl"
    texts.write_text(re.sub(r"^move-paper.*\n", "", texts.read_text("utf-8"), flags=re.MULTILINE), "utf-8")
    output = run_command(folder_with_game, "duel", "game", "check", TEMPLATE_NAME, exit_code=1)
    reason = "LookupError: three_lives: words/en.ftl has no text move-paper"
    assert re.search(rf"^BROKEN: .+ \(three_lives-2\) and \d+ more: {re.escape(reason)}$", output, re.MULTILINE), output
    assert output.count(reason) < 5
    assert re.search(r"\nthree_lives: \d+ checks passed, \d+ broken\.\n$", output)


@pytest.mark.gate
def test_check_says_where_the_code_of_a_game_fails(folder_with_game: Path) -> None:
    code = folder_with_game / TEMPLATE_NAME / TEMPLATE_NAME / "__init__.py"
    lines = code.read_text("utf-8").splitlines(keepends=True)
    [failing] = [number for number, line in enumerate(lines) if "return State(lives, signs)" in line]
    code.write_text("".join(lines).replace("State(lives, signs)", "State(lives[: 1 // 0], signs)"), "utf-8")
    output = run_command(folder_with_game, "duel", "game", "check", TEMPLATE_NAME, exit_code=1)
    place = rf"\S*three_lives/__init__\.py:{failing + 1}"
    assert re.search(rf"^BROKEN: .+: ZeroDivisionError: .+ \({place}\)$", output, re.MULTILINE), output
    assert output.count("BROKEN") < 10
