"""A text of a catalogue, understood once and told as often as one likes.

It has words, facts, other texts, and one of several by a fact; what Fluent knows besides is refused: no text needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from fluent.syntax import ast

Fact: TypeAlias = str | int
Told: TypeAlias = Callable[[Mapping[str, Fact]], str]
"""The text with these facts."""

ONE: Final[Mapping[str, frozenset[int]]] = {"fr": frozenset({0, 1})}
"""What is told as one is, where that is not one alone; all else is told as many are."""


def understood(entry: ast.EntryType, locale: str, named: Callable[[str], Told]) -> Told:
    """`named` finds the texts that are part of it."""
    assert isinstance(entry, ast.Message), entry.to_json()
    assert entry.value, entry.id.name
    return _joined(entry.value, locale, named)


def _joined(pattern: ast.Pattern, locale: str, named: Callable[[str], Told]) -> Told:
    parts = [_part(element, locale, named) for element in pattern.elements]
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return lambda facts: "".join([part if isinstance(part, str) else part(facts) for part in parts])


def _part(element: ast.TextElement | ast.Placeable, locale: str, named: Callable[[str], Told]) -> str | Told:
    match element:
        case ast.TextElement(value=text):
            return text
        case ast.Placeable(expression=ast.StringLiteral() as literal):
            return literal.parse()["value"]
        case ast.Placeable(expression=ast.VariableReference(id=fact)):
            return _fact(fact.name)
        case ast.Placeable(expression=ast.MessageReference(id=text, attribute=None)):
            return named(text.name)
        case ast.Placeable(expression=ast.SelectExpression(selector=ast.VariableReference(id=fact), variants=variants)):
            return _one_of(
                fact.name,
                [(each, _joined(each.value, locale, named)) for each in variants],
                ONE.get(locale, frozenset({1})),
            )
    raise ValueError(f"no text may say this: {element.to_json()}")


def _fact(name: str) -> Told:
    def told(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        # As it is: an id is no quantity to group in thousands.
        return fact if isinstance(fact, str) else f"{fact:d}"

    return told


def _one_of(name: str, variants: Iterable[tuple[ast.Variant, Told]], one: frozenset[int]) -> Told:
    """By what the fact is, or by whether it is told as one or as many."""
    keyed: Sequence[tuple[Fact, Told]] = [(_key(variant), told) for variant, told in variants]
    otherwise = next(told for variant, told in variants if variant.default)

    def told(facts: Mapping[str, Fact]) -> str:
        fact = facts[name]
        kind = fact if isinstance(fact, str) else "one" if abs(fact) in one else "other"
        return next((told for key, told in keyed if key in (fact, kind)), otherwise)(facts)

    return told


def _key(variant: ast.Variant) -> Fact:
    return variant.key.name if isinstance(variant.key, ast.Identifier) else int(variant.key.value)
