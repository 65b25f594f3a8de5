"""Nothing is opened that nobody asked for: a command imports what it needs, and of all games the one it is about."""

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
from tests.waiting import TEST_TIMEOUT_S

PROJECT_ROOT = Path(__file__).parents[2]
IMPORT_RECORDER_PROGRAM = """
import contextlib, io, json, sys

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
"""Main calls one after the other, and what has been imported by the end of each."""
SLOW_MODULES = {"asyncio", "concurrent", "http", "logging", "multiprocessing", "sqlite3", "ssl", "storage", "deploy"}
HELP_PACKAGES = {"typer"}
BOARD_PACKAGES = HELP_PACKAGES | {"pydantic", "fluent", "chess"}
"""Chess is the rules of one game, and comes with that."""


def _list_dependencies() -> set[str]:
    """What the house stands on, by the names it is imported by."""
    asked = tomllib.loads((PROJECT_ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    wanted = {_normalize_requirement(each) for each in asked}
    return {
        name for name, of in packages_distributions().items() if wanted & {_normalize_requirement(each) for each in of}
    }


def _normalize_requirement(requirement: str) -> str:
    """Its name as indexes compare it."""
    name = requirement.partition(">")[0].partition("<")[0]
    return name.strip().lower().replace(".", "-").replace("_", "-")


def list_imported_modules(*commands: Sequence[str]) -> list[set[str]]:
    """One process for all: what one call leaves behind is there for the next, and may be there for none of them."""
    command = [sys.executable, "-c", IMPORT_RECORDER_PROGRAM, json.dumps(commands)]
    done = subprocess.run(
        command, cwd=PROJECT_ROOT, capture_output=True, text=True, timeout=TEST_TIMEOUT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return [set(json.loads(line)) for line in done.stdout.splitlines()]


def list_third_party_packages(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def list_imported_games(modules: set[str]) -> set[str]:
    return {key for key in GAMES if f"games.{key}" in modules}


def test_a_key_is_the_name_of_a_folder() -> None:
    assert [game.KEY for game in GAMES.values()] == list(GAMES)
    assert {folder.parent.name for folder in (PROJECT_ROOT / "games").glob("*/__init__.py")} == set(GAMES)


def test_keys_are_read_without_opening_a_game() -> None:
    registry = Registry(["nowhere"])
    assert (list(registry), len(registry)) == (["nowhere"], 1)
    assert "nowhere" in registry
    assert "elsewhere" not in registry
    with pytest.raises(ModuleNotFoundError):
        registry["nowhere"]


def test_help_imports_next_to_nothing() -> None:
    (modules,) = list_imported_modules(["--help"])
    assert list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES) == HELP_PACKAGES
    assert list_imported_games(modules) == set()


@pytest.mark.gate
def test_help_of_one_command_imports_no_other() -> None:
    for modules in list_imported_modules(
        ["run", "--help"], ["doctor", "--help"], ["replay", "--help"], ["play", "--help"]
    ):
        assert list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES) <= HELP_PACKAGES | {
            "pydantic"
        }
        assert list_imported_games(modules) == set()


@pytest.mark.gate
def test_a_board_in_letters_needs_its_game_and_no_painter(tmp_path: Path) -> None:
    calls: list[list[str]] = []
    after: list[set[str]] = []
    for number, key in enumerate(GAMES, 1):
        record = f"games/{key}/how/1.match"
        calls += [["show", key], ["replay", record], ["replay", record, "--json", "--legal"]]
        calls += [["review", record]] if GAMES[key].can_judge else []
        after += [set(list(GAMES)[:number])] * (len(calls) - len(after))
    painted = ["show", next(iter(GAMES)), "--picture", str(tmp_path / "board.png")]
    *told, shown = list_imported_modules(*calls, painted)
    thinks = set[str]()
    for (what, *_), modules, games in zip(calls, told, after, strict=True):
        # Whoever looks back has a game think, and what is compiled for that stays.
        thinks |= {"wasmtime"} if what == "review" else set()
        assert list_third_party_packages(modules) & (_list_dependencies() | SLOW_MODULES) <= BOARD_PACKAGES | thinks
        assert list_imported_games(modules) == games
    # The painter, where one is wanted, is seen: so would it be above.
    assert {"PIL", "resvg_py"} <= list_third_party_packages(shown)
