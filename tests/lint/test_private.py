"""Checks that private names are used only in the file whose class defines them.

The check compares names without types. If a class in a file defines `_lock`, any other `_lock` in that file is allowed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import dedent

from tests.lint.source_files import OUR_PACKAGES, PROJECT_ROOT, list_nodes, list_sources

# Documented as public: two methods of named tuples, and a way to exit without cleanup.
DOCUMENTED_PRIVATE_NAMES = {"_replace", "_asdict", "os._exit"}
# Functions that take an attribute's name as their first or second argument.
NAME_TAKING_FUNCTIONS = {"getattr", "setattr", "hasattr", "delattr", "attrgetter", "methodcaller"}
PRIVATE_PATH_PATTERN = re.compile(r"\w+(\.\w+)*\._\w+(\[.*\])?")

BAD_EXAMPLES = """
    connection._conn
    connection._lock = 1
    self._connection
    storage.sqlite._hop(1)
    import discord._types
    from storage.sqlite import _hop
    getattr(connection, "_conn")
    monkeypatch.setattr("storage.sqlite._hop", 1)
"""
GOOD_EXAMPLES = """
    import os as _os
    class Wall:
        _stones: int
        def __init__(self, other):
            self._other = other
            self._begin()._stones = other._other
        def _begin(self): ...
    def _hop(_, _later):
        return _._replace(a=1) or os._exit(_later)
    app["_trace"] = say("_trace", "._. is a face", "a._b is prose")
"""


def is_private(name: str) -> bool:
    """Return whether a name is private. For example, `_x` and `a._x.b` are private, but `_` and `__x__` are not."""
    return "_" in name and any(
        part.startswith("_") and part.strip("_") and not (part.startswith("__") and part.endswith("__"))
        for part in re.split(r"\W", name)
    )


def list_members(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names of attributes and methods that the classes in a file define."""
    for node in nodes:
        match node:
            case ast.ClassDef(body=body):
                for each in body:
                    match each:
                        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                            yield name
                        case ast.Assign() | ast.AnnAssign():
                            stored = (
                                it
                                for it in ast.walk(each)
                                if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)
                            )
                            yield from (it.id for it in stored)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name


def list_name_accesses(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.expr | ast.stmt, str | None, str]]:
    """Yield each node that accesses a name, its source (None if `ast.unparse` can give it), and the name."""
    for node in nodes:
        match node:
            case ast.Attribute(attr=name):
                yield node, None, name
            case ast.Import(names=names):
                yield from ((node, f"import {each.name}", each.name) for each in names)
            case ast.ImportFrom(module=module, names=names):
                yield from ((node, f"from {module} import {each.name}", f"{module}.{each.name}") for each in names)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if (
                name in NAME_TAKING_FUNCTIONS
            ):
                for each in arguments[:2]:
                    match each:
                        case ast.Constant(value=str(text)):
                            yield node, None, text
            case ast.Constant(value=str(text)) if PRIVATE_PATH_PATTERN.fullmatch(text):
                yield node, None, text


def find_private_accesses(nodes: Sequence[ast.AST]) -> dict[int, str]:
    own = {*list_members(nodes), *DOCUMENTED_PRIVATE_NAMES}
    # `ast.unparse` is slow, so it is called for private names only.
    private_accesses = (
        (node, source or ast.unparse(node), name)
        for node, source, name in list_name_accesses(nodes)
        if is_private(name)
    )
    return {node.lineno: source for node, source, name in private_accesses if not {name, source} & own}


def test_private_names_are_used_in_their_own_file_only() -> None:
    assert [
        f"{path.relative_to(PROJECT_ROOT)}:{line}: {source}"
        for folder in sorted(OUR_PACKAGES)
        for path in list_sources(folder)
        for line, source in find_private_accesses(list_nodes(path)).items()
    ] == []


def test_access_to_a_private_name_is_found() -> None:
    lines = dedent(BAD_EXAMPLES).strip().splitlines()
    assert [line for line in lines if not find_private_accesses([*ast.walk(ast.parse(line))])] == []
    assert find_private_accesses([*ast.walk(ast.parse(dedent(GOOD_EXAMPLES)))]) == {}
