"""Checks the imports between packages of `bot/`, and the access of services to each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Set
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

from tests.lint.source_files import PROJECT_ROOT, list_imports, list_nodes, list_sources, parse_file, read_text

BOT_FOLDER: Final = PROJECT_ROOT / "bot"
ALLOWED_IMPORTS: Final[Mapping[str, set[str]]] = {
    "matches": set(),
    "ops": set(),
    "ai": {"matches", "ops"},
    "ratings": {"matches"},
    "tournaments": {"matches"},
    "daily": set(),
    "screens": {"matches", "ratings", "tournaments", "daily"},
    "rendering": {"matches", "ratings", "tournaments", "daily", "screens"},
    "delivery": {"matches", "ratings", "tournaments", "daily", "screens", "rendering", "ops"},
    "handlers": {"matches", "ai", "ratings", "tournaments", "daily", "screens", "rendering"},
    "discord": {"matches", "ratings", "tournaments", "daily", "screens", "rendering", "handlers", "ops"},
    "cli": {"matches", "ai", "ratings", "daily", "screens", "discord", "ops"},
}
"""The packages that each package may import, in addition to most top-level modules."""
COMPOSITION_MODULES: Final = {"wiring", "app", "__main__"}
SERVICE_NAMES: Final = frozenset(
    {
        "ai_seats", "ai_workers", "card_delivery", "card_renderer", "card_tracker", "client", "dispatcher",
        "ladder", "match_lookup", "matches", "messages", "messenger", "notifier", "player_messages",
        "player_renderer", "preferences", "refresher", "scheduler", "seasons", "store", "temporary_reveal",
    }
)  # fmt: skip
"""The attribute names that stand for services."""


def get_package(module: str) -> str:
    """Return the second part of a module name: a package of the bot or a top-level module."""
    return module.split(".")[1] if "." in module else ""


@cache
def list_modules() -> dict[str, Path]:
    paths_by_name = {
        ".".join(path.relative_to(PROJECT_ROOT).with_suffix("").parts): path for path in list_sources("bot")
    }
    return {name.removesuffix(".__init__"): path for name, path in paths_by_name.items()}


@cache
def list_imported_modules(path: Path) -> Set[str]:
    """Return the modules of `bot/` that a file imports, including imports within functions."""
    modules: set[str] = set()
    for node in list_nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "bot":
            candidates = {f"{node.module}.{alias.name}" for alias in node.names}
            modules |= {each if each in list_modules() else node.module for each in candidates}
    return modules


def test_every_package_of_the_bot_is_listed() -> None:
    assert {path.name for path in BOT_FOLDER.iterdir() if (path / "__init__.py").exists()} == ALLOWED_IMPORTS.keys()


@pytest.mark.parametrize("name", sorted(ALLOWED_IMPORTS))
def test_package_imports_only_allowed_packages(name: str) -> None:
    for module, path in list_modules().items():
        if get_package(module) != name:
            continue
        imported = {get_package(each) for each in list_imported_modules(path)} - {name}
        # `duel run` starts the bot.
        allowed = ALLOWED_IMPORTS[name] | ({"app"} if name == "cli" else set())
        top_level_modules = {each.stem for each in BOT_FOLDER.glob("*.py")} - COMPOSITION_MODULES
        assert imported <= allowed | top_level_modules, module


def test_imports_have_no_cycles() -> None:
    graph = {name: list_imported_modules(path) - {name} for name, path in list_modules().items()}
    tuple(TopologicalSorter(graph).static_order())


def test_no_import_is_for_type_checking_only() -> None:
    assert [path for path in list_sources("bot") if "TYPE_CHECKING" in read_text(path)] == []


def test_services_are_not_reached_through_other_services() -> None:
    """A service must get other services as arguments. Only repositories may be reached through the store."""
    for path in list_sources("bot"):
        if path.relative_to(BOT_FOLDER).as_posix() in {"wiring.py", "app.py"}:
            continue
        for node in list_nodes(path):
            if isinstance(node, ast.Attribute) and is_service(node) and is_service(node.value):
                if ast.unparse(node.value).endswith("store"):
                    continue
                access = ast.unparse(node)
                assert f"{access}(" in read_text(path), f"{path} reaches through {access}"


def is_service(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.removeprefix("_") in SERVICE_NAMES


def test_only_the_discord_package_imports_discord_py() -> None:
    for path in list_sources("bot"):
        if path.relative_to(BOT_FOLDER).parts[0] != "discord":
            assert "discord" not in {name.partition(".")[0] for name in list_imports(path)}, path


@pytest.mark.parametrize("name", sorted(ALLOWED_IMPORTS))
def test_package_docstring_names_dependencies(name: str) -> None:
    docstring = ast.get_docstring(parse_file(BOT_FOLDER / name / "__init__.py")) or ""
    sentence = re.search(r"^Depends on [^.;]*", docstring, flags=re.MULTILINE)
    assert sentence, docstring
    assert set(re.findall(r"`(\w+)`", sentence[0])) & ALLOWED_IMPORTS.keys() == ALLOWED_IMPORTS[name]


def test_every_module_has_a_docstring() -> None:
    for path in list_sources("bot"):
        assert ast.get_docstring(parse_file(path)), path
