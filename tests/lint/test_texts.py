"""Checks that the code uses every text, and that every text in use exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from functools import cache
from pathlib import Path

import pytest

from tests.laws.text_catalogs import GAME_PACKAGES, PACKAGES, get_public_key, load_references, load_variables_by_key
from tests.lint.source_files import OUR_PACKAGES, PROJECT_ROOT, list_nodes, list_sources, read_text


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_used(package: str) -> None:
    used = {*_list_key_patterns(package), *map(re.escape, load_references(package, "en"))}
    # Most patterns are literal keys. Only the others must be matched as regular expressions.
    filled_patterns = [re.compile(pattern) for pattern in used if ".+" in pattern or r"\d" in pattern]
    for key in map(get_public_key, load_variables_by_key(package, "en")):
        assert re.escape(key) in used or any(pattern.fullmatch(key) for pattern in filled_patterns), key


def _list_key_patterns(package: str) -> Iterator[str]:
    """Yield patterns that match all text keys used by the code for a package."""
    folders = sorted(OUR_PACKAGES - {"tests"}) if package == "games" else [package.replace(".", "/")]
    for folder in folders:
        for source in list_sources(folder):
            yield from _list_requested_keys(source)
    # The bot uses these keys of every game.
    yield from (
        "name",
        "title",
        "hook",
        "about",
        r"seat-\d",
        re.escape("button-first-look"),
        "agreed-.+",
        r"option-.+",
        r"meaning-.+",
        r"how-\d",
        re.escape("button-try"),
        r"try-\d",
        r"try-\d-\d",
        r"do-\d-\d",
        "reason-.+",
        "habit-.+",
    )


@cache
def _list_requested_keys(source: Path) -> Set[str]:
    """Return patterns that match the text keys in one file. They are cached because two packages may need them."""
    keys: set[str] = set()
    for node in list_nodes(source):
        if isinstance(node, ast.Call) and _get_refusal_function(node):
            keys.update(re.escape(f"no-{key}") for key in _list_strings(node.args[0]))
            if isinstance(node.args[0], ast.JoinedStr):
                keys.update(f"no-{key}" for key in _expand_key_pattern(node.args[0]))
        keys.update(map(re.escape, _list_strings(node)))
        if isinstance(node, ast.JoinedStr):
            keys.update(_expand_key_pattern(node))
    return keys


def _get_refusal_function(call: ast.Call) -> str:
    """Return the name of the called function if it creates a refusal, or else an empty string."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name if name in {"Refused", "make_refusal"} else ""


def _expand_key_pattern(key: ast.JoinedStr) -> Iterator[str]:
    """Yield a pattern for an f-string that may be a text key: `seat-.+` for `f"seat-{number}"`."""
    parts = [str(part.value) if isinstance(part, ast.Constant) else None for part in key.values]
    if parts and parts[0] and "-" in parts[0]:
        yield "".join(".+" if part is None else re.escape(part) for part in parts)


def _list_strings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_list_strings(node.body), *_list_strings(node.orelse))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_refusal_has_a_text(package: str) -> None:
    shared, own = load_variables_by_key("games", "en"), load_variables_by_key(package, "en")
    for source in _list_sources_of(package):
        text = read_text(source)
        # Most files create no refusals, so skipping them saves time.
        for node in list_nodes(source) if "efus" in text else ():
            if isinstance(node, ast.Call) and (refusal_function := _get_refusal_function(node)):
                # In a game, `Refused` uses the shared texts only.
                variables_by_key = {
                    **shared,
                    **(own if refusal_function == "make_refusal" or package not in GAME_PACKAGES else {}),
                }
                for key in _list_strings(node.args[0]):
                    facts = {keyword.arg for keyword in node.keywords}
                    assert f"no-{key}" in variables_by_key, f"{source.name}: {key}"
                    assert variables_by_key[f"no-{key}"] <= facts, f"{source.name}: {key}"


def _list_sources_of(package: str) -> list[Path]:
    """Return the source files that use the texts of this package."""
    folder = PROJECT_ROOT / package.replace(".", "/")
    others = [PROJECT_ROOT / other.replace(".", "/") for other in PACKAGES if other.startswith(f"{package}.")]
    return [path for path in sorted(folder.rglob("*.py")) if not any(path.is_relative_to(other) for other in others)]
