"""The text catalogs of each package, parsed by the Fluent library."""

from __future__ import annotations

from functools import cache

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from games import GAMES
from games.words import load_catalog
from tests.lint.source_files import PROJECT_ROOT

PACKAGES = sorted(
    f"{folder.parent.relative_to(PROJECT_ROOT)}".replace("/", ".")
    for folder in PROJECT_ROOT.glob("[a-z]*/**/words")
    if folder.is_dir()
)
GAME_PACKAGES = [f"games.{game.KEY}" for game in GAMES.values()]


class _VariableVisitor(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - the visitor's own name
        self.names.add(node.id.name)


@cache
def load_variables_by_key(package: str, locale: str) -> dict[str, frozenset[str]]:
    """Return the names of the variables in each text, by text key."""
    variables_by_key: dict[str, frozenset[str]] = {}
    for entry in FluentParser().parse(load_catalog(package, locale)).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in variables_by_key
            visitor = _VariableVisitor()
            visitor.visit(entry)
            variables_by_key[entry.id.name] = frozenset(visitor.names)
    return variables_by_key


def get_public_key(key: str) -> str:
    """Return the key of the public version of a text, which does not address the reader as “you”."""
    return key.removesuffix("-you").removesuffix("-to")
