"""`docs/a_game.md` is followed to the letter: its blocks are files, its commands are run, and the laws hold."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from games import GAMES
from tests.patience import PATIENCE

WHOLE = 10 * PATIENCE
"""Seconds for all the laws of a game: what may hang in them has a limit of its own."""
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "a_game.md").read_text("utf-8")
FILES = dict(re.findall(r"^\*\*`(\S+)`\*\*\n```\w*\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE))
(COMMANDS,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


pytestmark = pytest.mark.gate


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the house has, without any other game: a new one leans on none."""
    tree = tmp_path_factory.mktemp("tree")
    for folder in ("bot", "games", "storage", "tests"):
        copytree(ROOT / folder, tree / folder, ignore=ignore_patterns("__pycache__", *GAMES))
    (tree / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")
    return tree


def done(tree: Path, *command: str) -> str:
    env = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(tree),
        "PYTEST_ADDOPTS": "-n 0 -p no:cacheprovider",
    }
    run = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, timeout=WHOLE, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_page_s_commands_do_what_it_says(tree: Path) -> None:
    told = done(tree, "sh", "-ec", COMMANDS)
    assert "Pair 0, Impair 0" in told
    assert "end reasons: rounds 20" in told
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > 40


def test_the_page_s_code_is_as_the_house_writes(tree: Path) -> None:
    done(tree, "ruff", "check", "games/fingers")
    done(tree, "ruff", "format", "--check", "games/fingers")
    done(tree, "mypy", "--cache-dir", os.devnull, "--package", "games.fingers")
