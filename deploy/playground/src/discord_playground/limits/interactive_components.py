"""What people operate: rules of buttons, selects and inputs that no table of fields can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, files
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.unicode_emoji import is_emoji
from discord_playground.limits.values import get_list, is_number
from discord_playground.world import component as kind

LINK_STYLE, PREMIUM_STYLE = 5, 6
MAX_TEXT_INPUT_LENGTH = 4000


def check_component(component: Mapping[str, Any], path: FieldPath, *, in_modal: bool) -> Iterator[FieldError]:
    match component.get("type"):
        case kind.BUTTON:
            yield from check_button(component, path)
        case kind.TEXT_INPUT:
            yield from check_text_input(component, path)
        case kind.RADIO_GROUP:
            yield from check_options(component, path, 1)
        case kind.CHECKBOX_GROUP:
            yield from check_value_counts(component, path, 10, len(get_list(component, "options")))
        case kind.FILE_UPLOAD:
            yield from check_value_counts(component, path, 10, 1)
        case select if is_number(select) and select in kind.SELECT_TYPES:
            yield from check_value_counts(component, path, 25, 1)
            if in_modal and component.get("disabled"):
                yield FieldError(
                    (*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled."
                )
        case _:
            return
    if in_modal and component.get("min_values") == 0 and component.get("required") is not False:
        sentence = "min_values may be 0 only where required is false."
        yield FieldError((*path, "min_values"), "COMPONENT_MIN_VALUES_OF_REQUIRED", sentence)


def check_button(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    style = component.get("style")
    has = {name for name in ("custom_id", "url", "sku_id", "label", "emoji") if component.get(name) not in (None, "")}
    if style == PREMIUM_STYLE or "sku_id" in has:
        # Applications sell nothing in the playground.
        yield FieldError((*path, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "Invalid SKU")
        return
    yield from files.check_url_scheme(component.get("url"), (*path, "url"), files.LINK_SCHEMES)
    if {"custom_id", "url"} <= has:
        code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
        yield FieldError((*path, "custom_id"), code, "A custom id and url cannot both be specified")
    elif style == LINK_STYLE and "url" not in has:
        yield FieldError((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
    elif style != LINK_STYLE and component.get("custom_id") is None:
        yield FieldError((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
    if not {"label", "emoji"} & has:
        yield field_errors.missing_field((*path, "label"))
    yield from check_component_emoji(component.get("emoji"), (*path, "emoji"))


def check_component_emoji(emoji: Any, path: FieldPath) -> Iterator[FieldError]:
    """Without an id it is one of Unicode's."""
    if isinstance(emoji, dict) and emoji.get("id") is None and not is_emoji(str(emoji.get("name") or "")):
        yield FieldError((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_value_counts(component: Mapping[str, Any], path: FieldPath, limit: int, default: int) -> Iterator[FieldError]:
    """How many may and must be chosen fit each other, what there is to choose and what is chosen already."""
    least, most = get_number(component, "min_values", 1), get_number(component, "max_values", default)
    if component.get("max_values") is None and component.get("type") == kind.CHECKBOX_GROUP:
        most = max(most, least)  # then it is the options that are too few
    if most < least <= limit:
        code, sentence = "COMPONENT_MIN_VALUES_EXCEEDED", f"min_values must be equal to or less than {most:g}"
        yield FieldError((*path, "min_values"), code, sentence)
    if "options" in component:
        yield from check_options(component, path, most)
        if 0 < len(get_list(component, "options")) < max(least, most) <= limit:
            yield field_errors.bad_length((*path, "options"), int(max(least, most)), limit)
    elif len(get_list(component, "default_values")) > most:
        yield too_many_defaults_error((*path, "default_values"))
    elif 0 < len(get_list(component, "default_values")) < least:
        code = "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES"
        yield FieldError(
            (*path, "default_values"), code, "The number of default values is less than the specified minimum values"
        )


def check_options(component: Mapping[str, Any], path: FieldPath, max_defaults: float) -> Iterator[FieldError]:
    seen: set[str] = set()
    defaults = 0
    for index, option in enumerate(get_list(component, "options")):
        if not isinstance(option, dict):
            continue
        defaults += option.get("default") is True
        yield from check_component_emoji(option.get("emoji"), (*path, "options", index, "emoji"))
        if isinstance(value := option.get("value"), str):
            if value in seen:
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                yield FieldError((*path, "options", index), code, "The specified option value is already used")
            seen.add(value)
    if defaults > max_defaults:
        yield too_many_defaults_error((*path, "options"))


def check_text_input(component: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    least, most = get_number(component, "min_length", 0), get_number(component, "max_length", MAX_TEXT_INPUT_LENGTH)
    if most < least <= MAX_TEXT_INPUT_LENGTH:
        code, sentence = "TEXT_INPUT_MIN_LENGTH_EXCEEDED", f"min_length must be equal to or less than {most:g}"
        yield FieldError((*path, "min_length"), code, sentence)
    elif isinstance(value := component.get("value"), str) and value and not least <= len(value) <= most:
        yield field_errors.bad_length((*path, "value"), int(least), int(most))


def too_many_defaults_error(path: FieldPath) -> FieldError:
    sentence = "The specified number of default values exceeds the specified maximum values"
    return FieldError(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", sentence)


def get_number(source: Mapping[str, Any], name: str, default: float) -> float:
    value = source.get(name)
    return value if is_number(value) else default
