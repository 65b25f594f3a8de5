"""Inserts probes: statements before the code that will be mutated, which record that a test reached it.

Constants are computed only once, on import. A constant counts as reached by the tests that read it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from tests.tools.mutants.sample import Mutant, SourcePosition

StatementBlock: TypeAlias = list[ast.stmt]
PROBED_FOLDERS: Final = ("games", "storage", "bot")
"""The packages that may read the constants of a mutated file."""
_COVERAGE_IMPORT: Final = "from tests.tools.mutants.coverage import PROBE_COVERAGE as _COVERAGE"


def add_probes(root: Path, mutants: Sequence[Mutant]) -> None:
    """Insert the probes for all mutants into the files below `root`. A probe records the index of its mutant."""
    paths = {str(path.relative_to(root)) for folder in PROBED_FOLDERS for path in (root / folder).rglob("*.py")}
    trees = {path: ast.parse((root / path).read_text("utf-8")) for path in paths}
    probes_by_statement: defaultdict[ast.stmt, set[int]] = defaultdict(set)
    reads = NameReads(trees.values())
    for number, mutant in enumerate(mutants):
        for statement in _find_probed_statements(trees[mutant.path], reads, mutant):
            probes_by_statement[statement].add(number)
    for path, tree in trees.items():
        if _insert_probes(tree, probes_by_statement):
            tree.body.insert(_skip_docstring_and_futures(tree.body, futures=True), *ast.parse(_COVERAGE_IMPORT).body)
            (root / path).write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")


class NameReads:
    """An index that finds the statements in functions, in all files, that read a name."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self._names_by_constant: dict[str, set[str]] = {}
        """The names from which each constant is computed, by constant."""
        self._readers: defaultdict[str, list[ast.stmt]] = defaultdict(list)
        """The statements in functions that read a name, by name."""
        for tree in trees:
            for it in tree.body:
                self._names_by_constant |= {name: set(_list_read_names(it)) for name in _list_assigned_names(it)}
            for statement in _list_statements_in_functions(tree):
                for name in set(_list_read_names(statement)):
                    self._readers[name].append(statement)

    def list_readers(self, names: set[str]) -> Iterator[ast.stmt]:
        """Yield the statements that read these constants or other constants computed from them."""
        while more := {name for name, read in self._names_by_constant.items() if read & names} - names:
            names = names | more
        for name in names:
            yield from self._readers.get(name, ())


def _find_probed_statements(tree: ast.Module, reads: NameReads, mutant: Mutant) -> list[ast.stmt]:
    statement, function = _find_innermost_statement(tree, mutant.position)
    statements: list[ast.stmt] = []
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        statements = [_get_first_statement(statement)]
    elif function:
        statements = [statement]
    constants = _find_constants_made_by(tree, function) if function else set(_list_assigned_names(statement))
    statements += reads.list_readers(constants)
    return statements or [_get_first_statement(function) for function in _list_functions(tree)]


def _find_innermost_statement(tree: ast.Module, position: SourcePosition) -> tuple[ast.stmt, str]:
    """Return the innermost statement at a position, and the name of the outermost function around it.

    Outside functions, the name is empty.
    """
    statement, function = tree.body[0], ""
    block: Iterable[ast.stmt] = tree.body
    line = position[0]
    while inner := next((it for it in block if _get_first_line(it) <= line <= (it.end_lineno or 0)), None):
        statement = inner
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            function = function or statement.name
        block = [it for inner_block in _list_blocks(statement) for it in inner_block]
    return statement, function


def _get_first_line(statement: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _list_blocks(node: ast.AST) -> Iterator[StatementBlock]:
    """Yield the blocks of statements directly inside a node, such as the two branches of an `if`."""
    for name in ("body", "orelse", "finalbody"):
        if isinstance(block := getattr(node, name, None), list):
            yield block
    for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield inner.body


def _list_functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def _get_first_statement(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt:
    body = function.body
    return body[min(_skip_docstring_and_futures(body), len(body) - 1)]


def _skip_docstring_and_futures(body: StatementBlock, *, futures: bool = False) -> int:
    """Return the index of the first statement after the docstring.

    With `futures`, imports from `__future__` are skipped too.
    """
    index = 0
    while index < len(body) and _is_docstring_or_future(body[index], futures=futures):
        index += 1
    return index


def _is_docstring_or_future(statement: ast.stmt, *, futures: bool) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.ImportFrom(module="__future__"):
            return futures
    return False


def _list_assigned_names(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets):
            yield from (node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.ClassDef(name=name):
            yield name


def _find_constants_made_by(tree: ast.Module, function: str) -> set[str]:
    """Return the constants of a file whose computation on import calls this function, directly or indirectly."""
    calls = {it.name: {name for node in ast.walk(it) for name in _get_name(node)} for it in _list_functions(tree)}
    callers = {function}
    while more := {name for name, called in calls.items() if called & callers} - callers:
        callers |= more
    return {name for it in tree.body if callers & set(_list_read_names(it)) for name in _list_assigned_names(it)}


def _list_statements_in_functions(tree: ast.Module) -> Iterator[ast.stmt]:
    for function in _list_functions(tree):
        blocks = [function.body]
        while blocks:
            for statement in blocks.pop():
                yield statement
                if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    blocks += _list_blocks(statement)


def _list_read_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement reads, except those in its blocks."""
    rest: list[ast.AST] = [statement]
    while rest:
        for node in ast.iter_child_nodes(rest.pop()):
            yield from _get_name(node)
            if not isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
                rest.append(node)


def _get_name(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name


def _insert_probes(tree: ast.Module, probes_by_statement: dict[ast.stmt, set[int]]) -> bool:
    """Insert the probes of a file into its tree, and return whether there are any."""
    has_probes = False
    for node in ast.walk(tree):
        for block in list(_list_blocks(node)):
            for statement in probes_by_statement.keys() & set(block):
                has_probes = True
                numbers = sorted(probes_by_statement[statement])
                calls = "\n".join(f"_COVERAGE.record_probe({number})" for number in numbers)
                index = block.index(statement)
                block[index:index] = ast.parse(calls).body
    return has_probes
