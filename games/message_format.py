"""Compiling Fluent messages into functions.

Text, variables, references to other messages and selectors are supported. Any other syntax raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from fluent.syntax import ast

Fact: TypeAlias = str | int
Formatter: TypeAlias = Callable[[Mapping[str, Fact]], str]
"""A function that formats a message with the given values."""

PLURAL_ONE: Final[Mapping[str, frozenset[int]]] = {"fr": frozenset({0, 1})}
"""The numbers that take the singular, for each language in which 1 is not the only such number."""


def compile_entry(entry: ast.EntryType, locale: str, compile_reference: Callable[[str], Formatter]) -> Formatter:
    """Compile a message. `compile_reference` is called with the key of each message that this message refers to."""
    if isinstance(entry, ast.Junk):
        raise ValueError(f"{entry.annotations[0].message} in {(entry.content or '').strip()}")
    assert isinstance(entry, ast.Message), entry.to_json()
    assert entry.value, entry.id.name
    return _compile_pattern(entry.value, locale, compile_reference)


def _compile_pattern(pattern: ast.Pattern, locale: str, compile_reference: Callable[[str], Formatter]) -> Formatter:
    parts = [_compile_element(element, locale, compile_reference) for element in pattern.elements]
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return lambda facts: "".join([part if isinstance(part, str) else part(facts) for part in parts])


def _compile_element(
    element: ast.TextElement | ast.Placeable, locale: str, compile_reference: Callable[[str], Formatter]
) -> str | Formatter:
    match element:
        case ast.TextElement(value=text):
            return text
        case ast.Placeable(expression=ast.StringLiteral() as literal):
            return literal.parse()["value"]
        case ast.Placeable(expression=ast.VariableReference(id=fact)):
            return _compile_variable(fact.name)
        case ast.Placeable(expression=ast.MessageReference(id=text, attribute=None)):
            return compile_reference(text.name)
        case ast.Placeable(expression=ast.SelectExpression(selector=ast.VariableReference(id=fact), variants=variants)):
            return _compile_select(
                fact.name,
                [(variant, _compile_pattern(variant.value, locale, compile_reference)) for variant in variants],
                PLURAL_ONE.get(locale, frozenset({1})),
            )
    raise ValueError(f"unsupported Fluent syntax: {element.to_json()}")


def _compile_variable(name: str) -> Formatter:
    def format_variable(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        # Digits are not grouped, since the number can be an ID.
        return fact if isinstance(fact, str) else f"{fact:d}"

    return format_variable


def _compile_select(name: str, variants: Iterable[tuple[ast.Variant, Formatter]], one: frozenset[int]) -> Formatter:
    """Compile a selector, which chooses a variant by exact value or by plural category."""
    keyed: Sequence[tuple[Fact, Formatter]] = [(_variant_key(variant), formatter) for variant, formatter in variants]
    default = next(formatter for variant, formatter in variants if variant.default)

    def format_variant(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        kind = fact if isinstance(fact, str) else "one" if abs(fact) in one else "other"
        return next((formatter for key, formatter in keyed if key in (fact, kind)), default)(facts)

    return format_variant


def _variant_key(variant: ast.Variant) -> Fact:
    return variant.key.name if isinstance(variant.key, ast.Identifier) else int(variant.key.value)
