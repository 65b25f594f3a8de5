"""Builds the example game in `docs/adding_a_game.md` from the code on the page, and runs the page's commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from games import GAMES
from tests.waiting import TEST_TIMEOUT_S

COMMANDS_TIMEOUT_S = 10 * TEST_TIMEOUT_S
"""The timeout of each command on the page, one of which runs all tests of the game."""
PROJECT_ROOT = Path(__file__).parents[2]
PAGE_TEXT = (PROJECT_ROOT / "docs" / "adding_a_game.md").read_text("utf-8")
FILES_ON_PAGE = dict(re.findall(r"^\*\*`(\S+)`\*\*\n```\w*\n(.*?)^```$", PAGE_TEXT, flags=re.DOTALL | re.MULTILINE))
(COMMANDS_ON_PAGE,) = re.findall(r"^```sh\n(.*?)^```$", PAGE_TEXT, flags=re.DOTALL | re.MULTILINE)


pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def project_with_one_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the example game only, because a new game must not depend on other games."""
    tree = tmp_path_factory.mktemp("tree")
    for folder in ("bot", "games", "storage", "tests"):
        copytree(PROJECT_ROOT / folder, tree / folder, ignore=ignore_patterns("__pycache__", *GAMES))
    (tree / "pyproject.toml").write_bytes((PROJECT_ROOT / "pyproject.toml").read_bytes())
    for name, text in FILES_ON_PAGE.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")
    return tree


def run_command(project_folder: Path, *command: str) -> str:
    env = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(project_folder),
        "PYTEST_ADDOPTS": "-n 0 -p no:cacheprovider",
    }
    run = subprocess.run(
        command, cwd=project_folder, env=env, capture_output=True, text=True, timeout=COMMANDS_TIMEOUT_S, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_commands_of_the_page_succeed(project_with_one_game: Path) -> None:
    output = run_command(project_with_one_game, "sh", "-ec", COMMANDS_ON_PAGE)
    assert "Pair 0, Impair 0" in output
    assert "end reasons: rounds 20" in output
    passed = re.search(r"(\d+) passed", output)
    assert passed
    assert int(passed[1]) > 40


def test_code_of_the_page_passes_lint_and_type_checks(project_with_one_game: Path) -> None:
    run_command(project_with_one_game, "ruff", "check", "games/fingers")
    run_command(project_with_one_game, "ruff", "format", "--check", "games/fingers")
    run_command(project_with_one_game, "mypy", "--cache-dir", os.devnull, "--package", "games.fingers")
