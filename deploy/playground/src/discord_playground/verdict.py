"""What a schema has to say against a body, in Discord's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from jsonschema_rs import ValidationError, ValidationErrorKind

from discord_playground.dialect import UNION, Schema
from discord_playground.limits import phrases
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_link, is_moment, is_number
from discord_playground.refusal import Fault

Documents: TypeAlias = Mapping[str, Schema]

SNOWFLAKE = "^(0|[1-9][0-9]*)$"


FORMATS = {"uri": is_link, "date-time": is_moment}


def faults(errors: Iterable[ValidationError], documents: Documents) -> Iterator[Fault]:
    for error in errors:
        yield from of_one(error, documents)


def of_one(error: ValidationError, documents: Documents) -> Iterator[Fault]:
    place: Place = tuple(error.instance_path)
    match error.kind:
        case ValidationErrorKind.Required(name):
            yield phrases.required((*place, name))
        case ValidationErrorKind.AdditionalProperties(names):
            yield from (phrases.unknown(place, name) for name in names)
        case ValidationErrorKind.AnyOf(branches):
            yield from faults(nearest(branches, place), documents)
        case _:
            yield of_value(error, schema_of(error, documents), place)


def of_value(error: ValidationError, schema: Schema, place: Place) -> Fault:
    value = error.instance
    match error.kind:
        case ValidationErrorKind.Type(types):
            return of_type(value, types, schema, place)
        case ValidationErrorKind.Enum() | ValidationErrorKind.Constant() if value is None:
            return phrases.required(place)
        case ValidationErrorKind.Enum(values) if UNION in schema:
            return phrases.not_of_types(place[:-1], values)
        case ValidationErrorKind.Enum(values):
            return phrases.not_among(place, values)
        case ValidationErrorKind.Constant(only) if place[-1:] == ("type",) and is_number(only):
            return phrases.not_of_types(place[:-1], [only])
        case ValidationErrorKind.Constant(only):
            return phrases.not_among(place, [only])
        case ValidationErrorKind.Pattern(pattern) if pattern == SNOWFLAKE:
            return phrases.no_number(place, value, "snowflake")
        case ValidationErrorKind.Pattern():
            return phrases.no_match(place)
        case ValidationErrorKind.Format("uri"):
            return phrases.no_url(place)
        case ValidationErrorKind.Format():
            return phrases.no_moment(place, value)
    return of_size(error.kind, schema, place) or Fault(place, "BASE_TYPE_INVALID", error.message)


def of_size(kind: ValidationErrorKind, schema: Schema, place: Place) -> Fault | None:
    match kind:
        case ValidationErrorKind.MinLength() | ValidationErrorKind.MaxLength():
            return phrases.length(place, schema.get("minLength", 0), schema.get("maxLength"))
        case ValidationErrorKind.MinItems() | ValidationErrorKind.MaxItems():
            return phrases.length(place, schema.get("minItems", 0), schema.get("maxItems"))
        case ValidationErrorKind.Maximum(limit):
            return phrases.too_big(place, int(limit or 0))
        case ValidationErrorKind.Minimum(limit):
            return phrases.too_small(place, int(limit or 0))
    return None


def of_type(value: Any, types: list[str], schema: Schema, place: Place) -> Fault:
    if value is None:
        return phrases.no_item(place) if place and isinstance(place[-1], int) else phrases.required(place)
    match [kind for kind in types if kind != "null"]:
        case ["object"]:
            return phrases.no_dict(place) if "additionalProperties" in schema else phrases.no_model(place)
        case ["array"]:
            return phrases.no_list(place)
        case ["boolean"]:
            return phrases.no_boolean(place)
        case ["string"]:
            return phrases.no_string(place, value)
        case [_, _]:
            return phrases.no_number(place, value, "snowflake")
    return phrases.no_number(place, value)


def nearest(branches: list[list[ValidationError]], place: Place) -> list[ValidationError]:
    """The branch that was probably meant: of the value's own type, with all that it needs, least complained of."""

    def distance(errors: list[ValidationError]) -> tuple[bool, int, int]:
        other = any(isinstance(error.kind, ValidationErrorKind.Type) for error in errors if here(error, place))
        needs = sum(isinstance(error.kind, ValidationErrorKind.Required) for error in errors)
        return other, needs, sum(weight(error.kind) for error in errors)

    return min(branches, key=distance)


def here(error: ValidationError, place: Place) -> bool:
    return len(error.instance_path) == len(place)


def weight(kind: ValidationErrorKind) -> int:
    return len(kind.unexpected) if isinstance(kind, ValidationErrorKind.AdditionalProperties) else 1


def schema_of(error: ValidationError, documents: Documents) -> Schema:
    """The schema that holds the keyword which complained."""
    urn, _, pointer = (error.absolute_keyword_location or "").partition("#")
    found: Any = documents.get(urn, {})
    for step in pointer.split("/")[1:-1]:
        name = step.replace("~1", "/").replace("~0", "~")
        found = found[int(name)] if isinstance(found, list) else found.get(name, {})
    return found if isinstance(found, dict) else {}
