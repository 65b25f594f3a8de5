"""Each command imports only the modules and the game that it needs."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from games import GAMES, Registry
from tests.lint.source_files import PROJECT_ROOT
from tests.waiting import TEST_TIMEOUT_S

IMPORT_RECORDER_PROGRAM = """
import contextlib, io, json, sys

from games import GAMES

# A developer may have installed other games.
GAMES.use_plugins([], keeps_own_games=True)

from bot.__main__ import main

for call in json.loads(sys.argv[1]):
    sys.argv[1:] = call
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            main()
    except SystemExit as end:
        assert out.getvalue() and not end.code, call
    print(json.dumps(list(sys.modules)))
"""
"""A program that runs several commands, and prints the names of all imported modules after each."""
SLOW_MODULES = {"asyncio", "concurrent", "http", "logging", "multiprocessing", "sqlite3", "ssl", "storage", "deploy"}
HELP_PACKAGES = {"typer"}
BOARD_PACKAGES = HELP_PACKAGES | {"pydantic", "fluent", "chess"}
"""Packages that may be imported to show a board as text. Only one game needs `chess`."""


def _list_dependencies() -> set[str]:
    """Return the import names of the project's dependencies."""
    requirements = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {_normalize_requirement(each) for each in requirements}
    return {
        name
        for name, distributions in packages_distributions().items()
        if names & {_normalize_requirement(each) for each in distributions}
    }


def _normalize_requirement(requirement: str) -> str:
    """Return the package name of a requirement in the normalized spelling of package indexes."""
    name = requirement.partition(">")[0].partition("<")[0]
    return name.strip().lower().replace(".", "-").replace("_", "-")


def list_imported_modules(*commands: Sequence[str]) -> list[set[str]]:
    """Run commands in one process, and return the modules that are imported after each command."""
    command = [sys.executable, "-c", IMPORT_RECORDER_PROGRAM, json.dumps(commands)]
    process = subprocess.run(
        command, cwd=PROJECT_ROOT, capture_output=True, text=True, timeout=TEST_TIMEOUT_S, check=False
    )
    assert process.returncode == 0, process.stderr
    return [set(json.loads(line)) for line in process.stdout.splitlines()]


def list_third_party_packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def list_imported_games(modules: set[str]) -> set[str]:
    return {key for key in GAMES if f"games.{key}" in modules}


def test_game_key_is_the_name_of_its_folder() -> None:
    assert [game.KEY for game in GAMES.values()] == list(GAMES)
    assert {folder.parent.name for folder in (PROJECT_ROOT / "games").glob("*/__init__.py")} == set(GAMES)


def test_registry_keys_are_read_without_importing_games() -> None:
    registry = Registry(["nowhere"])
    assert (list(registry), len(registry)) == (["nowhere"], 1)
    assert "nowhere" in registry
    assert "elsewhere" not in registry
    with pytest.raises(ModuleNotFoundError):
        registry["nowhere"]


def test_help_imports_only_the_help_packages() -> None:
    (modules,) = list_imported_modules(["--help"])
    assert list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES) == HELP_PACKAGES
    assert list_imported_games(modules) == set()


@pytest.mark.gate
def test_help_of_a_command_imports_no_other_command() -> None:
    for modules in list_imported_modules(
        ["run", "--help"], ["doctor", "--help"], ["replay", "--help"], ["play", "--help"]
    ):
        assert list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES) <= HELP_PACKAGES | {
            "pydantic"
        }
        assert list_imported_games(modules) == set()


@pytest.mark.gate
def test_text_board_imports_its_game_and_no_painter(tmp_path: Path) -> None:
    commands: list[list[str]] = []
    expected_games: list[set[str]] = []
    for number, key in enumerate(GAMES, 1):
        record = f"games/{key}/how/1.match"
        commands += [["show", key], ["replay", record], ["replay", record, "--json", "--legal"]]
        commands += [["review", record]] if GAMES[key].can_judge else []
        expected_games += [set(list(GAMES)[:number])] * (len(commands) - len(expected_games))
    picture_command = ["show", next(iter(GAMES)), "--picture", str(tmp_path / "board.png")]
    *text_modules, picture_modules = list_imported_modules(*commands, picture_command)
    review_packages = set[str]()
    for (subcommand, *_), modules, games in zip(commands, text_modules, expected_games, strict=True):
        # A review runs the compiled search. Its runtime remains imported after that.
        review_packages |= {"wasmtime"} if subcommand == "review" else set()
        assert (
            list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES)
            <= BOARD_PACKAGES | review_packages
        )
        assert list_imported_games(modules) == games
    # A picture does import the painter, so the check above would notice it.
    assert {"PIL", "resvg_py"} <= list_third_party_packages(picture_modules)
