"""Draws a random sample of mutants. The same seed gives the same sample, even if the mutated lines have moved."""

from __future__ import annotations

import ast
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

GLOB_BY_PACKAGE: Final[Mapping[str, str]] = {
    "games": "games/**/*.py",
    "storage": "storage/**/*.py",
    **{
        name: f"bot/{name}/**/*.py"
        for name in ("matches", "delivery", "ratings", "screens", "handlers", "discord", "ai", "ops", "cli")
    },
}
"""The files to mutate, by package. Faults in them would affect players or hosts."""
SourcePosition: TypeAlias = tuple[int, int]
"""A line number, counted from 1, and a column."""
EQUIVALENT_OPERATORS: Final = {
    f"core/ReplaceComparisonOperator_{swap}" for swap in ("Eq_Is", "Is_Eq", "NotEq_IsNot", "IsNot_NotEq")
}
"""Operators that swap equality and identity. Which equal values are identical depends on Python, not on the bot."""
SKIPPED_OPERATORS: Final = EQUIVALENT_OPERATORS | {"core/RemoveDecorator"}


@dataclass(frozen=True)
class Mutant:
    """A fault that a mutation operator of Cosmic Ray inserts at one place in the code."""

    package: str
    path: str
    position: SourcePosition
    scope: str
    text: str
    operator: str
    occurrence: int
    key: str = ""

    @property
    def location(self) -> str:
        return f"{self.path}:{self.position[0]}"

    @property
    def kind(self) -> str:
        return self.operator.rpartition("/")[2]

    def apply_to(self, source: str) -> str:
        """Return the source code with the fault inserted."""
        return str(mutate_code(source, get_operator(self.operator)(), self.occurrence))


def draw_sample(
    root: Path, seed: int, count_per_package: int, packages: Sequence[str] = tuple(GLOB_BY_PACKAGE)
) -> list[Mutant]:
    """Return a random sample of mutants, with `count_per_package` from each package."""
    return [mutant for package in packages for mutant in _draw_package_sample(root, package, seed, count_per_package)]


def _draw_package_sample(root: Path, package: str, seed: int, count: int) -> list[Mutant]:
    """Return a random sample of mutants from a package, with at most one per place in the code.

    With several per place, operators that have many variants would have more weight.
    """
    places: defaultdict[tuple[str, SourcePosition], list[Mutant]] = defaultdict(list)
    paths = sorted(root.glob(GLOB_BY_PACKAGE[package]))
    assert paths, f"no files in {GLOB_BY_PACKAGE[package]}: has the package moved?"
    for path in paths:
        for mutant in _list_mutants(package, str(path.relative_to(root)), path.read_text("utf-8")):
            places[mutant.path, mutant.position].append(mutant)
    counts: Counter[str] = Counter()
    keyed_mutants: list[tuple[str, Sequence[Mutant]]] = []
    for (_, (_, column)), mutants in places.items():
        # The random order does not depend on the file and the line. Moved code therefore gets the same faults.
        name = f"{seed} {mutants[0].scope} {column - _get_indent(mutants[0])} {mutants[0].text.strip()}"
        counts[name] += 1
        keyed_mutants.append((_make_random_key(f"{name} {counts[name]}"), mutants))
    drawn = (
        _find_first_that_compiles(root, random_key, mutants)
        for random_key, mutants in sorted(keyed_mutants, key=lambda entry: entry[0])
    )
    return [mutant for mutant, _ in zip((mutant for mutant in drawn if mutant), range(count), strict=False)]


def _get_indent(mutant: Mutant) -> int:
    return len(mutant.text) - len(mutant.text.lstrip())


def _make_random_key(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def _find_first_that_compiles(root: Path, random_key: str, mutants: Sequence[Mutant]) -> Mutant | None:
    """Return the first mutant that compiles, in a random order seeded with `random_key`, or None."""
    for mutant in sorted(
        mutants, key=lambda mutant: _make_random_key(f"{random_key} {mutant.operator} {mutant.occurrence}")
    ):
        source = (root / mutant.path).read_text("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                compile(mutant.apply_to(source), mutant.path, "exec")
            except (SyntaxError, SyntaxWarning, AttributeError):
                # The operator that replaces exceptions raises `AttributeError` if the exception's name has a dot.
                continue
        return replace(mutant, key=_make_random_key(f"{random_key} {mutant.operator}")[:8])
    return None


def _list_mutants(package: str, path: str, source: str) -> Iterator[Mutant]:
    lines = source.splitlines()
    file_map = _FileMap(source)
    nodes = list(ast_nodes(get_ast(source)))
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments() or name in SKIPPED_OPERATORS:
            continue
        positions = (start for node in nodes for start, _ in operator().mutation_positions(node))
        for occurrence, position in enumerate(positions):
            if not file_map.is_skipped(position):
                scope, line = file_map.find_scope(position), lines[position[0] - 1]
                yield Mutant(package, path, position, scope, line, name, occurrence)


class _FileMap:
    """A map of a source file: which function or class each position is in, and which code must not be mutated."""

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines()
        self._skipped_extents: list[tuple[SourcePosition, SourcePosition]] = []
        self._scopes: list[tuple[SourcePosition, SourcePosition, str]] = []
        self._walk_nodes(ast.parse(source), ())

    def is_skipped(self, position: SourcePosition) -> bool:
        return any(start <= position < end for start, end in self._skipped_extents)

    def find_scope(self, position: SourcePosition) -> str:
        """Return the qualified name of the innermost function or class at a position, or an empty string."""
        return next((name for start, end, name in reversed(self._scopes) if start <= position < end), "")

    def _walk_nodes(self, node: ast.AST, names: tuple[str, ...]) -> None:
        self._skipped_extents += [self._get_extent(skipped) for skipped in _find_skipped_nodes(node)]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = (*names, node.name)
            self._scopes.append((*self._get_extent(node), ".".join(names)))
        for child in ast.iter_child_nodes(node):
            self._walk_nodes(child, names)

    def _get_extent(self, node: ast.expr | ast.stmt) -> tuple[SourcePosition, SourcePosition]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._get_position(node.lineno, node.col_offset), self._get_position(
            node.end_lineno, node.end_col_offset
        )

    def _get_position(self, line: int, offset: int) -> SourcePosition:
        """Convert a position from `ast`, whose column counts UTF-8 bytes, to one that counts characters."""
        return line, len(self._lines[line - 1].encode()[:offset].decode())


def _find_skipped_nodes(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield the parts of a node that are not mutated, because they do not affect players.

    These are types, assertions, decorators, `strict` arguments of `zip` and log calls.
    """
    match node:
        case ast.Assert():
            yield node
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log")))):
            yield node
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            yield node
        case ast.AnnAssign(annotation=annotation):
            yield node if ast.unparse(annotation) == "TypeAlias" else annotation
        case ast.keyword(arg="strict", value=value):
            yield value
        case ast.arg(annotation=annotation) if annotation:
            yield annotation
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
            yield from node.decorator_list
            if returns:
                yield returns
        case ast.ClassDef():
            yield from node.decorator_list
        case _:
            pass
