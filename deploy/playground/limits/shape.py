"""What a value may look like: the table-like part of the limits. Every shape tells what is wrong with a value.

Null stands for absence, as it does nearly everywhere at Discord.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeGuard
from urllib.parse import urlsplit

from deploy.playground.limits import phrases
from deploy.playground.limits.phrases import Place
from deploy.playground.refusal import Fault

SNOWFLAKE = re.compile(r"0|[1-9][0-9]{0,19}")


class Shape(Protocol):
    def faults(self, value: Any, place: Place) -> Iterator[Fault]: ...


@dataclass(frozen=True, slots=True)
class Text:
    least: int = 0
    most: int | None = None

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield phrases.no_string(place, value)
        elif len(value) < self.least or (self.most is not None and len(value) > self.most):
            yield phrases.length(place, self.least, self.most)


@dataclass(frozen=True, slots=True)
class Whole:
    least: int | None = None
    most: int | None = None

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not is_number(value) or value % 1:
            yield phrases.no_number(place, value)
        else:
            yield from within(value, self.least, self.most, place)


@dataclass(frozen=True, slots=True)
class Real:
    least: int | None = None
    most: int | None = None

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if is_number(value):
            yield from within(value, self.least, self.most, place)
        else:
            yield phrases.no_number(place, value, "float")


@dataclass(frozen=True, slots=True)
class Yes:
    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, bool):
            yield phrases.no_boolean(place)


@dataclass(frozen=True, slots=True)
class Snowflake:
    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not is_snowflake(value):
            yield phrases.no_number(place, value, "snowflake")


@dataclass(frozen=True, slots=True)
class Permissions:
    """A set of bits beyond what JavaScript's numbers hold, so libraries send it as they like."""

    least: int | None = 0
    most: int | None = 2**54

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if isinstance(value, str) and SNOWFLAKE.fullmatch(value):
            value = int(value)
        yield from Whole(self.least, self.most).faults(value, place)


@dataclass(frozen=True, slots=True)
class Among:
    values: tuple[int | str, ...]

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if isinstance(value, (bool, list, dict)) or value not in self.values:
            yield phrases.not_among(place, self.values)


@dataclass(frozen=True, slots=True)
class Link:
    schemes: tuple[str, ...]
    most: int = 2048

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield phrases.no_string(place, value)
            return
        if len(value) > self.most:
            yield phrases.length(place, 0, self.most)
        if not is_link(value):
            yield phrases.no_url(place)
        elif (parts := urlsplit(value)).scheme not in self.schemes:
            yield phrases.no_scheme(place, parts.scheme, self.schemes)
        elif not parts.netloc:
            yield phrases.no_url(place)


@dataclass(frozen=True, slots=True)
class Moment:
    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            yield phrases.no_moment(place, value)
        else:
            if moment.tzinfo is None:
                yield phrases.no_moment(place, value)


@dataclass(frozen=True, slots=True)
class Each:
    item: Shape
    least: int = 0
    most: int | None = None
    sparse: bool = False  # whether an item may be null

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield phrases.no_list(place)
            return
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            yield phrases.length(place, self.least, self.most)
        for index, item in enumerate(value):
            if item is not None:
                yield from self.item.faults(item, (*place, index))
            elif not self.sparse:
                yield phrases.no_item((*place, index))


@dataclass(frozen=True, slots=True)
class Model:
    """What is not among its `fields` is left to the schemas."""

    fields: Mapping[str, Shape]
    needs: frozenset[str] = field(default_factory=frozenset)

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield phrases.no_model(place)
            return
        for name in self.needs:
            if value.get(name) is None:
                yield phrases.required((*place, name))
        for name, given in value.items():
            if given is not None and (shape := self.fields.get(name)):
                yield from shape.faults(given, (*place, name))


@dataclass(frozen=True, slots=True)
class Union:
    """Objects told apart by their `type`."""

    kinds: Mapping[Any, Shape]

    def faults(self, value: Any, place: Place) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield phrases.no_model(place)
        elif (kind := value.get("type")) is None:
            yield phrases.required((*place, "type"))
        elif isinstance(kind, (bool, list, dict)) or kind not in self.kinds:
            yield phrases.not_of_types(place, sorted(self.kinds))
        else:
            yield from self.kinds[kind].faults(value, place)


def model(needs: str = "", /, **fields: Shape) -> Model:
    """`needs` names what may not be left out, words apart."""
    return Model(fields, frozenset(needs.split()))


def within(value: float, least: int | None, most: int | None, place: Place) -> Iterator[Fault]:
    if most is not None and value > most:
        yield phrases.too_big(place, most)
    elif least is not None and value < least:
        yield phrases.too_small(place, least)


def is_number(value: object) -> TypeGuard[float]:
    """True is no number, though Python counts with it."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_snowflake(value: object) -> bool:
    if isinstance(value, str):
        return SNOWFLAKE.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_link(value: str) -> bool:
    """Whether it is an address at all, whatever its scheme."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return bool(parts.scheme) and not re.search(r"[\s<>\"{}|\\^`]", value)
