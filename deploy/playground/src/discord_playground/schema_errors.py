"""Converts JSON Schema validation errors to Discord's field errors."""

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

# Discord's schemas use this pattern only for snowflakes.
SCHEMA_SNOWFLAKE_PATTERN = "^(0|[1-9][0-9]*)$"
FORMAT_CHECKS = {"uri": is_absolute_url, "date-time": is_timestamp}


def translate_errors(errors: Iterable[ValidationError], documents: SchemaDocuments) -> Iterator[FieldError]:
    for error in errors:
        yield from _translate_error(error, documents)


def _translate_error(error: ValidationError, documents: SchemaDocuments) -> Iterator[FieldError]:
    path: FieldPath = tuple(error.instance_path)
    match error.kind:
        case ValidationErrorKind.Required(name):
            yield field_errors.missing_field((*path, name))
        case ValidationErrorKind.AdditionalProperties(names):
            yield from (field_errors.unknown_field(path, name) for name in names)
        case ValidationErrorKind.AnyOf(branches):
            yield from translate_errors(_find_best_branch(branches, path), documents)
        case _:
            yield _translate_value_error(error, _find_failing_schema(error, documents), path)


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
        case ValidationErrorKind.Constant(expected) if path[-1:] == ("type",) and is_number(expected):
            return field_errors.unexpected_type(path[:-1], [expected])
        case ValidationErrorKind.Constant(expected):
            return field_errors.not_one_of(path, [expected])
        case ValidationErrorKind.Pattern(pattern) if pattern == SCHEMA_SNOWFLAKE_PATTERN:
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
        is_list_item = bool(path) and isinstance(path[-1], int)
        return field_errors.missing_list_item(path) if is_list_item else field_errors.missing_field(path)
    match [name for name in types if name != "null"]:
        case ["object"]:
            is_dict = "additionalProperties" in schema
            return field_errors.not_a_dict(path) if is_dict else field_errors.not_an_object(path)
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
    """Return the errors of the `anyOf` branch that the bot probably meant.

    This is the branch that fits the value's type and the constants in it, such as an event's `entity_type`. Among
    several, it is the one with the fewest missing fields, and then the one with the fewest errors.
    """

    def rank_branch(errors: list[ValidationError]) -> tuple[bool, bool, int, int]:
        own_errors = [error for error in errors if len(error.instance_path) == len(path)]
        has_wrong_type = any(isinstance(error.kind, ValidationErrorKind.Type) for error in own_errors)
        has_wrong_constant = any(isinstance(error.kind, ValidationErrorKind.Constant) for error in errors)
        missing_count = sum(isinstance(error.kind, ValidationErrorKind.Required) for error in errors)
        error_count = sum(_count_field_errors(error.kind) for error in errors)
        return has_wrong_type, has_wrong_constant, missing_count, error_count

    return min(branches, key=rank_branch)


def _count_field_errors(error_kind: ValidationErrorKind) -> int:
    return len(error_kind.unexpected) if isinstance(error_kind, ValidationErrorKind.AdditionalProperties) else 1


def _find_failing_schema(error: ValidationError, documents: SchemaDocuments) -> Schema:
    """Return the subschema that caused the error. For example, messages about a length quote both limits from it."""
    urn, _, pointer = (error.absolute_keyword_location or "").partition("#")
    node: Any = documents.get(urn, {})
    for step in pointer.split("/")[1:-1]:
        name = step.replace("~1", "/").replace("~0", "~")
        node = node[int(name)] if isinstance(node, list) else node.get(name, {})
    return node if isinstance(node, dict) else {}
