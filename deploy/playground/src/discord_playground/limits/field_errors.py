"""Discord's codes and messages for errors in one field of a request body.

Where Discord's own code is not known, the code and message imitate Discord's style.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from discord_playground.api_errors import FieldError

FieldPath: TypeAlias = tuple[str | int, ...]

UNION_CHOICES_CODE = "UNION_TYPE_CHOICES"


def missing_field(path: FieldPath) -> FieldError:
    return FieldError(path, "BASE_TYPE_REQUIRED", "This field is required")


def bad_length(path: FieldPath, minimum: int, maximum: int | None) -> FieldError:
    """Return the error for a length that is too small or too large. As at Discord, the message contains both bounds."""
    if maximum is None:
        return FieldError(path, "BASE_TYPE_MIN_LENGTH", f"Must be {minimum} or more in length.")
    if minimum:
        return FieldError(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {minimum} and {maximum} in length.")
    return FieldError(path, "BASE_TYPE_MAX_LENGTH", f"Must be {maximum} or fewer in length.")


def number_too_large(path: FieldPath, maximum: float) -> FieldError:
    return FieldError(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {maximum}.")


def number_too_small(path: FieldPath, minimum: float) -> FieldError:
    return FieldError(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {minimum}.")


def not_one_of(path: FieldPath, values: Iterable[object]) -> FieldError:
    return FieldError(path, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(values)}.")


def unexpected_type(path: FieldPath, types: Iterable[object]) -> FieldError:
    """Return the error for an object whose `type` is not allowed. `path` is the path of the object."""
    return FieldError(path, UNION_CHOICES_CODE, f'Value of field "type" must be one of {tuple(types)}.')


def not_a_number(path: FieldPath, value: Any, expected_type: str = "int") -> FieldError:
    return FieldError(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not {expected_type}.')


def not_a_string(path: FieldPath, value: Any) -> FieldError:
    return FieldError(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')


def not_a_boolean(path: FieldPath) -> FieldError:
    return FieldError(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def not_a_list(path: FieldPath) -> FieldError:
    return FieldError(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")


def missing_list_item(path: FieldPath) -> FieldError:
    return FieldError(path, "LIST_ITEM_VALUE_REQUIRED", "List item values are required")


def not_an_object(path: FieldPath) -> FieldError:
    return FieldError(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")


def not_a_dict(path: FieldPath) -> FieldError:
    return FieldError(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


def not_a_url(path: FieldPath) -> FieldError:
    return FieldError(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def unsupported_scheme(path: FieldPath, scheme: str, schemes: Collection[str]) -> FieldError:
    message = f'Scheme "{scheme}" is not supported. Scheme must be one of {tuple(schemes)}.'
    return FieldError(path, "URL_TYPE_INVALID_SCHEME", message)


def not_a_timestamp(path: FieldPath, value: Any) -> FieldError:
    return FieldError(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def pattern_mismatch(path: FieldPath) -> FieldError:
    return FieldError(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")


def unknown_field(path: FieldPath, name: str) -> FieldError:
    """Return the error for an unknown field in strict mode. Discord ignores such fields, but most are misspelled."""
    return FieldError((*path, name), "UNKNOWN_FIELD", f'There is no field "{name}" here.')


def duplicate_value(path: FieldPath) -> FieldError:
    return FieldError(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
