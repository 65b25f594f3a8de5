"""Checks which modules each package of the project imports."""

from __future__ import annotations

import ast

from games import GAMES
from tests.lint.source_files import OUR_PACKAGES, PROJECT_ROOT, list_imports, list_nodes, list_sources, read_text

# Clocks, randomness, files, sockets, processes and threads, which pure functions do not need.
IO_MODULES = {
    "asyncio", "datetime", "glob", "http", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid",
}  # fmt: skip
THIRD_PARTY_PACKAGES = {"discord", "aiohttp", "asyncpg", "typer", "rich"}
# Package data is read where it is needed, once, through importlib.resources.
FILES_THAT_MAY_READ_FILES = {
    "games/compiled.py",
    "games/drawing.py",
    "games/lessons.py",
    "games/schamanen/daily.py",
    "games/tables.py",
    "games/typeface.py",
    "games/words.py",
}


def list_forbidden_imports(folder: str, forbidden: set[str]) -> list[str]:
    return [
        f"{path.relative_to(PROJECT_ROOT)} imports {name}"
        for path in list_sources(folder)
        for name in list_imports(path)
        if name.partition(".")[0] in forbidden
    ]


def test_games_import_no_other_package_and_no_io() -> None:
    assert list_forbidden_imports("games", (OUR_PACKAGES - {"games"}) | IO_MODULES | THIRD_PARTY_PACKAGES) == []


def test_games_read_package_data_only() -> None:
    for path in list_sources("games"):
        calls = {
            node.func.id for node in list_nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "exec", "eval"}, path
        if str(path.relative_to(PROJECT_ROOT)) not in FILES_THAT_MAY_READ_FILES:
            assert "importlib.resources" not in set(list_imports(path)), path


def test_game_imports_no_other_game() -> None:
    for folder in (path for path in (PROJECT_ROOT / "games").iterdir() if (path / "__init__.py").exists()):
        others = {game.KEY for game in GAMES.values()} - {folder.name}
        for path in folder.rglob("*.py"):
            assert not [name for name in list_imports(path) if others & {*name.split(".")[1:2]}], path


def test_shared_modules_name_no_game() -> None:
    for path in [*list_sources("bot"), *list_sources("storage"), *(PROJECT_ROOT / "games").glob("*.py")]:
        text = read_text(path)
        assert not [key for key in GAMES if key in text], path


def test_storage_imports_no_other_package_of_ours() -> None:
    assert list_forbidden_imports("storage", OUR_PACKAGES - {"storage"}) == []


def test_playground_imports_no_other_package_of_ours() -> None:
    assert list_forbidden_imports("deploy/playground/src", OUR_PACKAGES - {"discord_playground"}) == []


def test_playground_tests_import_only_the_playground() -> None:
    """`make test-playground` runs these tests without the bot."""
    assert list_forbidden_imports("deploy/playground/tests", OUR_PACKAGES - {"discord_playground", "deploy"}) == []


def test_nothing_imports_the_playground_or_the_tests() -> None:
    for folder in ("games", "storage", "bot"):
        assert list_forbidden_imports(folder, {"deploy", "discord_playground", "tests"}) == []


def test_no_module_imports_a_test_file() -> None:
    """Helpers for several test files belong in a separate module."""
    imports_by_file = {
        path.name: [name for name in list_imports(path) if name.startswith("tests.") and ".test_" in name]
        for path in list_sources("tests")
    }
    assert not {name: imported for name, imported in imports_by_file.items() if imported}
