"""The text catalogs of each package, parsed by the Fluent library."""

from __future__ import annotations

from functools import cache

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from games import GAMES
from games.words import LOCALES, Locale, load_catalog
from tests.lint.source_files import PROJECT_ROOT

GAME_PACKAGES = [game.say.package for game in GAMES.values()]
PACKAGES = (
    GAME_PACKAGES
    if GAMES.plugin_keys
    else sorted(
        f"{folder.parent.relative_to(PROJECT_ROOT)}".replace("/", ".")
        for folder in PROJECT_ROOT.glob("[a-z]*/**/words")
        if folder.is_dir()
    )
)
"""Our packages with texts. `duel game check` checks only the texts of a plug-in, which can be in English alone."""


def list_languages(package: str) -> list[Locale]:
    """Return the languages in which a package has texts."""
    return [locale for locale in LOCALES if load_catalog(package, locale)]


class _ReferenceVisitor(Visitor):
    def __init__(self) -> None:
        self.variable_names: set[str] = set()
        self.message_keys: set[str] = set()

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802 - the visitor's own name
        self.message_keys.add(node.id.name)

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - the visitor's own name
        self.variable_names.add(node.id.name)


@cache
def load_variables_by_key(package: str, locale: str) -> dict[str, frozenset[str]]:
    """Return the names of the variables in each text, by text key."""
    variables_by_key: dict[str, frozenset[str]] = {}
    for entry in FluentParser().parse(load_catalog(package, locale)).body:
        assert not isinstance(entry, ftl.Junk), f"{entry.annotations[0].message} in {(entry.content or '').strip()}"
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in variables_by_key
            visitor = _ReferenceVisitor()
            visitor.visit(entry)
            variables_by_key[entry.id.name] = frozenset(visitor.variable_names)
    return variables_by_key


@cache
def load_references(package: str, locale: str) -> frozenset[str]:
    """Return the keys of the texts that other texts include as placeables, such as `{ name }`."""
    visitor = _ReferenceVisitor()
    visitor.visit(FluentParser().parse(load_catalog(package, locale)))
    return frozenset(visitor.message_keys)


def get_public_key(key: str) -> str:
    """Return the key of the version of a text for everybody: `told-healed` for `told-healed-you`, which says “you”."""
    return key.removesuffix("-you").removesuffix("-to")
