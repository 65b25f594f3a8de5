"""Probes: statements before each place that will be mutated, which record that a test came there.

A constant is executed once, on import. It counts as reached where it is read.
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
"""Packages in which a name of a mutated file may be read."""
_COVERAGE_IMPORT: Final = "from tests.tools.mutants.coverage import PROBE_COVERAGE as _COVERAGE"


def add_probes(root: Path, mutants: Sequence[Mutant]) -> None:
    """Write the files of a scratch copy anew, with a probe for each mutant by its number."""
    paths = {str(path.relative_to(root)) for folder in PROBED_FOLDERS for path in (root / folder).rglob("*.py")}
    trees = {path: ast.parse((root / path).read_text("utf-8")) for path in paths}
    wanted: defaultdict[ast.stmt, set[int]] = defaultdict(set)
    reads = NameReads(trees.values())
    for number, mutant in enumerate(mutants):
        for statement in _find_probed_statements(trees[mutant.path], reads, mutant):
            wanted[statement].add(number)
    for path, tree in trees.items():
        if _insert_probes(tree, wanted):
            tree.body.insert(_skip_docstring_and_futures(tree.body, futures=True), *ast.parse(_COVERAGE_IMPORT).body)
            (root / path).write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")


class NameReads:
    """Where each name is read, over all files."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self._names_by_constant: dict[str, set[str]] = {}
        """The names that each constant is made of."""
        self._readers: defaultdict[str, list[ast.stmt]] = defaultdict(list)
        """The statements in functions that read each name."""
        for tree in trees:
            for one in tree.body:
                self._names_by_constant |= {name: set(_list_read_names(one)) for name in _list_assigned_names(one)}
            for statement in _list_statements_in_functions(tree):
                for name in set(_list_read_names(statement)):
                    self._readers[name].append(statement)

    def list_readers(self, names: set[str]) -> Iterator[ast.stmt]:
        """Yield the statements that read one of these constants, or one that is made of them."""
        while more := {name for name, read in self._names_by_constant.items() if read & names} - names:
            names = names | more
        for name in names:
            yield from self._readers.get(name, ())


def _find_probed_statements(tree: ast.Module, reads: NameReads, mutant: Mutant) -> list[ast.stmt]:
    statement, function = _find_innermost_statement(tree, mutant.position)
    here: list[ast.stmt] = []
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        here = [_get_first_statement(statement)]
    elif function:
        here = [statement]
    here += reads.list_readers(
        _find_constants_made_by(tree, function) if function else set(_list_assigned_names(statement))
    )
    return here or [_get_first_statement(function) for function in _list_functions(tree)]


def _find_innermost_statement(tree: ast.Module, spot: SourcePosition) -> tuple[ast.stmt, str]:
    """Return the innermost statement at the spot, and the outermost function around it or an empty text."""
    found, function = tree.body[0], ""
    block: Iterable[ast.stmt] = tree.body
    while inner := next((one for one in block if _get_first_line(one) <= spot[0] <= (one.end_lineno or 0)), None):
        found = inner
        if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
            function = function or found.name
        block = [one for part in _list_blocks(found) for one in part]
    return found, function


def _get_first_line(statement: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _list_blocks(node: ast.AST) -> Iterator[StatementBlock]:
    """Yield the blocks of a statement."""
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
    """Return the index after the docstring and the imports from `__future__`."""
    at = 0
    while at < len(body) and _is_docstring_or_future(body[at], futures=futures):
        at += 1
    return at


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
    """Return the constants of a file that are computed with this function on import."""
    calls = {one.name: {name for node in ast.walk(one) for name in _get_name(node)} for one in _list_functions(tree)}
    callers = {function}
    while more := {name for name, called in calls.items() if called & callers} - callers:
        callers |= more
    return {name for one in tree.body if callers & set(_list_read_names(one)) for name in _list_assigned_names(one)}


def _list_statements_in_functions(tree: ast.Module) -> Iterator[ast.stmt]:
    for function in _list_functions(tree):
        blocks = [function.body]
        while blocks:
            for statement in blocks.pop():
                yield statement
                if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    blocks += _list_blocks(statement)


def _list_read_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement itself reads, without those inside its blocks."""
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


def _insert_probes(tree: ast.Module, wanted: dict[ast.stmt, set[int]]) -> bool:
    placed = False
    for node in ast.walk(tree):
        for block in list(_list_blocks(node)):
            for statement in wanted.keys() & set(block):
                placed = True
                said = "\n".join(f"_COVERAGE.record_probe({number})" for number in sorted(wanted[statement]))
                at = block.index(statement)
                block[at:at] = ast.parse(said).body
    return placed
