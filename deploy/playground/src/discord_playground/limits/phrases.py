"""Discord's codes and sentences for what can be wrong at one place of a body.

A code without a known counterpart at Discord is of our own making and says what is wrong in the same manner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from discord_playground.refusal import Fault

Place: TypeAlias = tuple[str | int, ...]

UNION = "UNION_TYPE_CHOICES"


def required(place: Place) -> Fault:
    return Fault(place, "BASE_TYPE_REQUIRED", "This field is required")


def length(place: Place, least: int, most: int | None) -> Fault:
    """One sentence for a length out of bounds, whichever bound it broke."""
    if most is None:
        return Fault(place, "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.")
    if least:
        return Fault(place, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return Fault(place, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def too_big(place: Place, most: float) -> Fault:
    return Fault(place, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")


def too_small(place: Place, least: float) -> Fault:
    return Fault(place, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")


def not_among(place: Place, values: Iterable[object]) -> Fault:
    return Fault(place, "BASE_TYPE_CHOICES", f"Value must be one of {tuple(values)}.")


def not_of_types(place: Place, types: Iterable[object]) -> Fault:
    """`place` is that of the object, not of its `type`."""
    return Fault(place, UNION, f'Value of field "type" must be one of {tuple(types)}.')


def no_number(place: Place, value: Any, kind: str = "int") -> Fault:
    return Fault(place, "NUMBER_TYPE_COERCE", f'Value "{value}" is not {kind}.')


def no_string(place: Place, value: Any) -> Fault:
    return Fault(place, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')


def no_boolean(place: Place) -> Fault:
    return Fault(place, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def no_list(place: Place) -> Fault:
    return Fault(place, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")


def no_item(place: Place) -> Fault:
    return Fault(place, "LIST_ITEM_VALUE_REQUIRED", "List item values are required")


def no_model(place: Place) -> Fault:
    return Fault(place, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")


def no_dict(place: Place) -> Fault:
    return Fault(place, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


def no_url(place: Place) -> Fault:
    return Fault(place, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def no_scheme(place: Place, scheme: str, schemes: Collection[str]) -> Fault:
    sentence = f'Scheme "{scheme}" is not supported. Scheme must be one of {tuple(schemes)}.'
    return Fault(place, "URL_TYPE_INVALID_SCHEME", sentence)


def no_moment(place: Place, value: Any) -> Fault:
    return Fault(place, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def no_match(place: Place) -> Fault:
    return Fault(place, "STRING_TYPE_REGEX", "String value did not match validation regex.")


def unknown(place: Place, name: str) -> Fault:
    """Discord lets unknown fields pass; they are mostly misspelt ones."""
    return Fault((*place, name), "UNKNOWN_FIELD", f'There is no field "{name}" here.')


def already_there(place: Place) -> Fault:
    return Fault(place, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
