"""Test the pytest plugin with the example in the README."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from deploy.playground.tests.timeout import TIMEOUT_S

README: Final = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the example bot and the example test from the README."""
    bot, test = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[:2]
    (tmp_path / "my_bot.py").write_text(bot)
    (tmp_path / "test_my_bot.py").write_text(test)
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    return tmp_path


def run_pytest(folder: Path, *options: str, **environment: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    result = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    return result.stdout + result.stderr


def test_readme_example_passes(project: Path) -> None:
    printed = run_pytest(project, "-p", "no:xdist")
    assert "1 passed" in printed, printed


def test_readme_example_fails_if_the_bot_says_something_else(project: Path) -> None:
    bot = project / "my_bot.py"
    bot.write_text(bot.read_text("utf-8").replace("Hello, ", "Bye, "))
    printed = run_pytest(project, "-p", "no:xdist")
    assert "1 failed" in printed, printed


def test_without_pytest_asyncio_the_fixture_names_what_to_install(project: Path) -> None:
    (project / "pytest_asyncio.py").write_text("raise ImportError")
    printed = run_pytest(project, "-p", "discord_playground.pytest_plugin", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert "pip install 'discord-playground[pytest]'" in printed, printed
