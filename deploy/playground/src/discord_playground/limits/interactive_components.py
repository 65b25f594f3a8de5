"""Rules for interactive components: buttons, selects and inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, files
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.limits.values import get_list, get_number, is_number
from discord_playground.world import component as component_types

PREMIUM_STYLE = 6
MAX_TEXT_INPUT_LENGTH = 4000


def check_component(component: Mapping[str, Any], path: FieldPath, *, in_modal: bool) -> Iterator[FieldError]:
    match component.get("type"):
        case component_types.BUTTON:
            yield from check_button(component, path)
        case component_types.TEXT_INPUT:
            yield from check_text_input(component, path)
        case component_types.RADIO_GROUP:
            yield from check_options(component, path, 1)
        case component_types.CHECKBOX_GROUP:
            yield from check_value_counts(component, path, 10, len(get_list(component, "options")))
        case component_types.FILE_UPLOAD:
            yield from check_value_counts(component, path, 10, 1)
        case select if is_number(select) and select in component_types.SELECT_TYPES:
            yield from check_value_counts(component, path, 25, 1)
            if in_modal and component.get("disabled"):
                message = "Nothing in a modal can be disabled."
                yield FieldError((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", message)
        case _:
            return
    if in_modal and component.get("min_values") == 0 and component.get("required") is not False:
        message = "min_values may be 0 only where required is false."
        yield FieldError((*path, "min_values"), "COMPONENT_MIN_VALUES_OF_REQUIRED", message)


def check_button(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    style = component.get("style")
    present = {
        name for name in ("custom_id", "url", "sku_id", "label", "emoji") if component.get(name) not in (None, "")
    }
    if style == PREMIUM_STYLE or "sku_id" in present:
        # The playground does not support premium apps.
        yield FieldError((*path, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "Invalid SKU")
        return
    yield from files.check_url_scheme(component.get("url"), (*path, "url"), files.LINK_SCHEMES)
    if {"custom_id", "url"} <= present:
        code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
        yield FieldError((*path, "custom_id"), code, "A custom id and url cannot both be specified")
    elif style == component_types.LINK_STYLE and "url" not in present:
        yield FieldError((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
    elif style != component_types.LINK_STYLE and component.get("custom_id") is None:
        yield FieldError((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
    if not {"label", "emoji"} & present:
        yield field_errors.missing_field((*path, "label"))
    yield from check_component_emoji(component.get("emoji"), (*path, "emoji"))


def check_component_emoji(emoji: Any, path: FieldPath) -> Iterator[FieldError]:
    """Yield an error if an emoji without an ID is not a Unicode emoji."""
    if isinstance(emoji, dict) and emoji.get("id") is None and not is_emoji(str(emoji.get("name") or "")):
        yield FieldError((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_value_counts(component: Mapping[str, Any], path: FieldPath, limit: int, default: int) -> Iterator[FieldError]:
    """Yield an error if `min_values` and `max_values` contradict each other, the options or the default values.

    `limit` is the largest number that both fields may have. `default` is used if `max_values` is missing.
    """
    minimum, maximum = get_number(component, "min_values", 1), get_number(component, "max_values", default)
    if component.get("max_values") is None and component.get("type") == component_types.CHECKBOX_GROUP:
        maximum = max(maximum, minimum)  # reported as too few options below
    if maximum < minimum <= limit:
        code, message = "COMPONENT_MIN_VALUES_EXCEEDED", f"min_values must be equal to or less than {maximum:g}"
        yield FieldError((*path, "min_values"), code, message)
    if "options" in component:
        yield from check_options(component, path, maximum)
        if 0 < len(get_list(component, "options")) < max(minimum, maximum) <= limit:
            yield field_errors.bad_length((*path, "options"), int(max(minimum, maximum)), limit)
    elif (default_count := len(get_list(component, "default_values"))) > maximum:
        yield too_many_defaults_error((*path, "default_values"))
    elif 0 < default_count < minimum:
        message = "The number of default values is less than the specified minimum values"
        yield FieldError((*path, "default_values"), "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES", message)


def check_options(component: Mapping[str, Any], path: FieldPath, max_defaults: float) -> Iterator[FieldError]:
    """Yield an error for duplicate option values, invalid emoji and too many default selections."""
    seen_values: set[str] = set()
    default_count = 0
    for index, option in enumerate(get_list(component, "options")):
        if not isinstance(option, dict):
            continue
        default_count += option.get("default") is True
        yield from check_component_emoji(option.get("emoji"), (*path, "options", index, "emoji"))
        if isinstance(value := option.get("value"), str):
            if value in seen_values:
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                yield FieldError((*path, "options", index), code, "The specified option value is already used")
            seen_values.add(value)
    if default_count > max_defaults:
        yield too_many_defaults_error((*path, "options"))


def check_text_input(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    minimum = get_number(component, "min_length", 0)
    maximum = get_number(component, "max_length", MAX_TEXT_INPUT_LENGTH)
    if maximum < minimum <= MAX_TEXT_INPUT_LENGTH:
        code, message = "TEXT_INPUT_MIN_LENGTH_EXCEEDED", f"min_length must be equal to or less than {maximum:g}"
        yield FieldError((*path, "min_length"), code, message)
    elif isinstance(value := component.get("value"), str) and value and not minimum <= len(value) <= maximum:
        yield field_errors.bad_length((*path, "value"), int(minimum), int(maximum))


def too_many_defaults_error(path: FieldPath) -> FieldError:
    message = "The specified number of default values exceeds the specified maximum values"
    return FieldError(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", message)
