"""The walls between the folders. Each import that would cross one is named."""

from __future__ import annotations

import ast

from games import GAMES
from tests.lint.sources import OURS, ROOT, imports, nodes, read_text, sources

# What a pure function has no use for: clocks, chance, files, sockets, processes, threads.
WORLD = {
    "asyncio", "datetime", "glob", "http", "logging", "multiprocessing", "os", "pathlib", "random", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid",
}  # fmt: skip
THIRD_PARTY = {"discord", "aiohttp", "asyncpg", "typer", "rich"}
# Package data is read where it is needed, once, through importlib.resources.
READ_THEIR_OWN_FILES = {
    "games/compiled.py",
    "games/drawing.py",
    "games/lessons.py",
    "games/tables.py",
    "games/typeface.py",
    "games/words.py",
}


def crossings(folder: str, forbidden: set[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(folder)
        for name in imports(path)
        if name.partition(".")[0] in forbidden
    ]


def test_games_know_nobody_and_do_nothing_to_the_world() -> None:
    assert crossings("games", (OURS - {"games"}) | WORLD | THIRD_PARTY) == []


def test_games_open_no_files_but_their_own() -> None:
    for path in sources("games"):
        calls = {node.func.id for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
        assert not calls & {"open", "print", "input", "exec", "eval"}, path
        if str(path.relative_to(ROOT)) not in READ_THEIR_OWN_FILES:
            assert "importlib.resources" not in set(imports(path)), path


def test_a_game_knows_no_other_game() -> None:
    for folder in (path for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()):
        others = {game.KEY for game in GAMES.values()} - {folder.name}
        for path in folder.rglob("*.py"):
            assert not {name for name in imports(path) if name.split(".")[1:2] and name.split(".")[1] in others}, path


def test_no_module_but_a_game_s_own_names_it() -> None:
    for path in [*sources("bot"), *sources("storage"), *(ROOT / "games").glob("*.py")]:
        text = read_text(path)
        assert not [key for key in GAMES if key in text], path


def test_storage_imports_no_other_package_of_ours() -> None:
    assert crossings("storage", OURS - {"storage"}) == []


def test_playground_imports_no_other_package_of_ours() -> None:
    assert crossings("deploy/playground/src", OURS - {"discord_playground"}) == []


def test_playground_tests_import_only_the_playground() -> None:
    """They run without the bot: `make test-playground`."""
    assert crossings("deploy/playground/tests", OURS - {"discord_playground", "deploy"}) == []


def test_nothing_imports_the_playground_or_the_tests() -> None:
    for folder in ("games", "storage", "bot"):
        assert crossings(folder, {"deploy", "discord_playground", "tests"}) == []


def test_no_file_of_tests_is_another_one_s_tool() -> None:
    """What several share is a module that says what it is about."""
    leaning = {
        path.name: [name for name in imports(path) if name.startswith("tests.") and ".test_" in name]
        for path in sources("tests")
    }
    assert not {name: found for name, found in leaning.items() if found}
