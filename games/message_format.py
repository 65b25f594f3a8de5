"""Compiling Fluent messages into functions.

Supported are text, variables, references to other messages and selectors. Everything else is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from fluent.syntax import ast

Fact: TypeAlias = str | int
Formatter: TypeAlias = Callable[[Mapping[str, Fact]], str]
"""Formats a message with these values."""

PLURAL_ONE: Final[Mapping[str, frozenset[int]]] = {"fr": frozenset({0, 1})}
"""The numbers that take the singular, if not only 1."""


def compile_entry(entry: ast.EntryType, locale: str, named: Callable[[str], Formatter]) -> Formatter:
    """Compile a message. `named` compiles the messages that it refers to."""
    assert isinstance(entry, ast.Message), entry.to_json()
    assert entry.value, entry.id.name
    return _compile_pattern(entry.value, locale, named)


def _compile_pattern(pattern: ast.Pattern, locale: str, named: Callable[[str], Formatter]) -> Formatter:
    parts = [_compile_element(element, locale, named) for element in pattern.elements]
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return lambda facts: "".join([part if isinstance(part, str) else part(facts) for part in parts])


def _compile_element(
    element: ast.TextElement | ast.Placeable, locale: str, named: Callable[[str], Formatter]
) -> str | Formatter:
    match element:
        case ast.TextElement(value=text):
            return text
        case ast.Placeable(expression=ast.StringLiteral() as literal):
            return literal.parse()["value"]
        case ast.Placeable(expression=ast.VariableReference(id=fact)):
            return _compile_variable(fact.name)
        case ast.Placeable(expression=ast.MessageReference(id=text, attribute=None)):
            return named(text.name)
        case ast.Placeable(expression=ast.SelectExpression(selector=ast.VariableReference(id=fact), variants=variants)):
            return _compile_select(
                fact.name,
                [(each, _compile_pattern(each.value, locale, named)) for each in variants],
                PLURAL_ONE.get(locale, frozenset({1})),
            )
    raise ValueError(f"not supported: {element.to_json()}")


def _compile_variable(name: str) -> Formatter:
    def told(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        # Without grouping: the number may be an id.
        return fact if isinstance(fact, str) else f"{fact:d}"

    return told


def _compile_select(name: str, variants: Iterable[tuple[ast.Variant, Formatter]], one: frozenset[int]) -> Formatter:
    """Compile a selector, by exact value or by plural category."""
    keyed: Sequence[tuple[Fact, Formatter]] = [(_variant_key(variant), told) for variant, told in variants]
    otherwise = next(told for variant, told in variants if variant.default)

    def told(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        kind = fact if isinstance(fact, str) else "one" if abs(fact) in one else "other"
        return next((told for key, told in keyed if key in (fact, kind)), otherwise)(facts)

    return told


def _variant_key(variant: ast.Variant) -> Fact:
    return variant.key.name if isinstance(variant.key, ast.Identifier) else int(variant.key.value)
