"""The project's source files, each read and parsed only once for all lint tests."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).parents[2]
OUR_PACKAGES: Final = {"games", "storage", "bot", "deploy", "discord_playground", "tests"}


@cache
def read_text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def parse_file(path: Path) -> ast.Module:
    return ast.parse(read_text(path))


@cache
def list_nodes(path: Path) -> Sequence[ast.AST]:
    """Return all AST nodes of a file in breadth-first order."""
    return [*ast.walk(parse_file(path))]


@cache
def list_imports(path: Path) -> Sequence[str]:
    """Return the names of the modules that a file imports."""
    modules: list[str] = []
    for node in list_nodes(path):
        if isinstance(node, ast.Import):
            modules += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            modules.append(node.module or "")
    return modules


@cache
def list_sources(folder: str) -> Sequence[Path]:
    """Return all Python files below a folder."""
    return sorted((PROJECT_ROOT / folder).rglob("*.py"))
