"""What a schema has to say against a body, in Discord's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from jsonschema_rs import ValidationError, ValidationErrorKind

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import is_absolute_url, is_number, is_timestamp
from discord_playground.schema_rewriter import UNION_MARKER, Schema

SchemaDocuments: TypeAlias = Mapping[str, Schema]

SNOWFLAKE_PATTERN = "^(0|[1-9][0-9]*)$"


FORMAT_CHECKS = {"uri": is_absolute_url, "date-time": is_timestamp}


def translate_errors(errors: Iterable[ValidationError], documents: SchemaDocuments) -> Iterator[FieldError]:
    for error in errors:
        yield from _translate_error(error, documents)


def _translate_error(error: ValidationError, documents: SchemaDocuments) -> Iterator[FieldError]:
    place: FieldPath = tuple(error.instance_path)
    match error.kind:
        case ValidationErrorKind.Required(name):
            yield field_errors.missing_field((*place, name))
        case ValidationErrorKind.AdditionalProperties(names):
            yield from (field_errors.unknown_field(place, name) for name in names)
        case ValidationErrorKind.AnyOf(branches):
            yield from translate_errors(_find_best_branch(branches, place), documents)
        case _:
            yield _translate_value_error(error, _find_failing_schema(error, documents), place)


def _translate_value_error(error: ValidationError, schema: Schema, path: FieldPath) -> FieldError:
    value = error.instance
    match error.kind:
        case ValidationErrorKind.Type(types):
            return _translate_type_error(value, types, schema, path)
        case ValidationErrorKind.Enum() | ValidationErrorKind.Constant() if value is None:
            return field_errors.missing_field(path)
        case ValidationErrorKind.Enum(values) if UNION_MARKER in schema:
            return field_errors.unexpected_type(path[:-1], values)
        case ValidationErrorKind.Enum(values):
            return field_errors.not_one_of(path, values)
        case ValidationErrorKind.Constant(only) if path[-1:] == ("type",) and is_number(only):
            return field_errors.unexpected_type(path[:-1], [only])
        case ValidationErrorKind.Constant(only):
            return field_errors.not_one_of(path, [only])
        case ValidationErrorKind.Pattern(pattern) if pattern == SNOWFLAKE_PATTERN:
            return field_errors.not_a_number(path, value, "snowflake")
        case ValidationErrorKind.Pattern():
            return field_errors.pattern_mismatch(path)
        case ValidationErrorKind.Format("uri"):
            return field_errors.not_a_url(path)
        case ValidationErrorKind.Format():
            return field_errors.not_a_timestamp(path, value)
    return _translate_size_error(error.kind, schema, path) or FieldError(path, "BASE_TYPE_INVALID", error.message)


def _translate_size_error(error_kind: ValidationErrorKind, schema: Schema, path: FieldPath) -> FieldError | None:
    match error_kind:
        case ValidationErrorKind.MinLength() | ValidationErrorKind.MaxLength():
            return field_errors.bad_length(path, schema.get("minLength", 0), schema.get("maxLength"))
        case ValidationErrorKind.MinItems() | ValidationErrorKind.MaxItems():
            return field_errors.bad_length(path, schema.get("minItems", 0), schema.get("maxItems"))
        case ValidationErrorKind.Maximum(limit):
            return field_errors.number_too_large(path, int(limit or 0))
        case ValidationErrorKind.Minimum(limit):
            return field_errors.number_too_small(path, int(limit or 0))
    return None


def _translate_type_error(value: Any, types: list[str], schema: Schema, path: FieldPath) -> FieldError:
    if value is None:
        return (
            field_errors.missing_list_item(path)
            if path and isinstance(path[-1], int)
            else field_errors.missing_field(path)
        )
    match [kind for kind in types if kind != "null"]:
        case ["object"]:
            return (
                field_errors.not_a_dict(path) if "additionalProperties" in schema else field_errors.not_an_object(path)
            )
        case ["array"]:
            return field_errors.not_a_list(path)
        case ["boolean"]:
            return field_errors.not_a_boolean(path)
        case ["string"]:
            return field_errors.not_a_string(path, value)
        case [_, _]:
            return field_errors.not_a_number(path, value, "snowflake")
    return field_errors.not_a_number(path, value)


def _find_best_branch(branches: list[list[ValidationError]], path: FieldPath) -> list[ValidationError]:
    """The branch that was probably meant: of the value's own type, with all that it needs, least complained of."""

    def rank_branch(errors: list[ValidationError]) -> tuple[bool, int, int]:
        other = any(isinstance(error.kind, ValidationErrorKind.Type) for error in errors if _is_at_path(error, path))
        needs = sum(isinstance(error.kind, ValidationErrorKind.Required) for error in errors)
        return other, needs, sum(_count_complaints(error.kind) for error in errors)

    return min(branches, key=rank_branch)


def _is_at_path(error: ValidationError, path: FieldPath) -> bool:
    return len(error.instance_path) == len(path)


def _count_complaints(error_kind: ValidationErrorKind) -> int:
    return len(error_kind.unexpected) if isinstance(error_kind, ValidationErrorKind.AdditionalProperties) else 1


def _find_failing_schema(error: ValidationError, documents: SchemaDocuments) -> Schema:
    """The schema that holds the keyword which complained."""
    urn, _, pointer = (error.absolute_keyword_location or "").partition("#")
    found: Any = documents.get(urn, {})
    for step in pointer.split("/")[1:-1]:
        name = step.replace("~1", "/").replace("~0", "~")
        found = found[int(name)] if isinstance(found, list) else found.get(name, {})
    return found if isinstance(found, dict) else {}
