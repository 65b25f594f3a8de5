"""Rules for the options of slash commands, including subcommands and groups."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, locale
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list, get_number, is_number

(
    SUBCOMMAND_OPTION,
    SUBCOMMAND_GROUP_OPTION,
    STRING_OPTION,
    INTEGER_OPTION,
    BOOLEAN_OPTION,
    USER_OPTION,
    CHANNEL_OPTION,
    ROLE_OPTION,
    MENTIONABLE_OPTION,
    NUMBER_OPTION,
    ATTACHMENT_OPTION,
) = range(1, 12)
MAX_SAFE_INTEGER = 2**53 - 1
MAX_CHOICE_VALUE_LENGTH = 100


def check_options(options: Any, path: FieldPath) -> Iterator[FieldError]:
    yield from _check_option_level(options, path, 3)


def _check_option_level(options: Any, path: FieldPath, depth: int) -> Iterator[FieldError]:
    entries = [option if isinstance(option, dict) else {} for option in options] if isinstance(options, list) else []
    typed_options = [option for option in entries if has_option_type(option)]
    if len({option["type"] in {SUBCOMMAND_OPTION, SUBCOMMAND_GROUP_OPTION} for option in typed_options}) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield FieldError(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    names: set[str] = set()
    seen_optional = False
    for index, option in enumerate(entries):
        option_path = (*path, index)
        yield from check_names(option, option_path)
        yield from locale.check_translation_locales(option, option_path)
        if isinstance(name := option.get("name"), str):
            if name in names:
                message = f"Option name {name} is already used in these options"
                yield FieldError(option_path, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message)
            names.add(name)
        if has_option_type(option) and option["type"] in {SUBCOMMAND_OPTION, SUBCOMMAND_GROUP_OPTION}:
            if depth:
                yield from _check_option_level(option.get("options"), (*option_path, "options"), depth - 1)
            continue
        if option.get("required") is True and seen_optional:
            message = "Required options must be placed before non-required options"
            yield FieldError(option_path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        seen_optional = seen_optional or option.get("required") is not True
        yield from check_choices_and_bounds(option, option_path)


def check_choices_and_bounds(option: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Yield the errors in an option's choices, autocomplete setting and bounds, including conflicts with its type."""
    choices = option.get("choices")
    if has_option_type(option) and option["type"] not in {STRING_OPTION, INTEGER_OPTION, NUMBER_OPTION}:
        if choices:
            message = "Choices cannot be configured for this type of option"
            yield FieldError((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message)
        if option.get("autocomplete"):
            message = "Autocomplete cannot be configured for this type of option"
            yield FieldError((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)
    elif choices and option.get("autocomplete"):
        message = "Autocomplete cannot be configured together with choices"
        yield FieldError((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)
    names: set[Any] = set()
    for index, choice in enumerate(get_list(option, "choices")):
        if isinstance(choice, dict) and isinstance(name := choice.get("name"), str):
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
                yield FieldError((*path, "choices", index), code, f"Option choice {name} already exists")
            names.add(name)
        if isinstance(choice, dict):
            choice_path = (*path, "choices", index)
            yield from locale.check_translation_locales(choice, choice_path)
            yield from check_choice_value(choice.get("value"), option.get("type"), (*choice_path, "value"))
    for min_field, max_field in (("min_value", "max_value"), ("min_length", "max_length")):
        if get_number(option, min_field, float("-inf")) > (maximum := get_number(option, max_field, float("inf"))):
            message = f"{min_field} must be equal to or less than {maximum:.15g}"
            yield FieldError((*path, min_field), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", message)


def check_choice_value(value: Any, option_type: Any, path: FieldPath) -> Iterator[FieldError]:
    """Yield an error if a choice's value does not fit the option type. Unknown types allow strings and numbers."""
    if option_type in (INTEGER_OPTION, NUMBER_OPTION):
        if not is_number(value) or (option_type == INTEGER_OPTION and value % 1):
            yield field_errors.not_a_number(path, value, "int" if option_type == INTEGER_OPTION else "float")
        elif option_type == INTEGER_OPTION and abs(value) > MAX_SAFE_INTEGER:
            yield (
                field_errors.number_too_large(path, MAX_SAFE_INTEGER)
                if value > 0
                else field_errors.number_too_small(path, -MAX_SAFE_INTEGER)
            )
    elif not isinstance(value, str):
        if option_type == STRING_OPTION or not is_number(value):
            yield field_errors.not_a_string(path, value)
    elif len(value) > MAX_CHOICE_VALUE_LENGTH:
        yield field_errors.bad_length(path, 0, MAX_CHOICE_VALUE_LENGTH)


def check_names(command_or_option: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Yield an error for each name or translated name with invalid characters. The schemas check the length."""
    names = [(command_or_option.get("name"), (*path, "name"))]
    if isinstance(translations := command_or_option.get("name_localizations"), dict):
        names += [(name, (*path, "name_localizations", locale)) for locale, name in translations.items()]
    for name, name_path in names:
        if isinstance(name, str) and 0 < len(name) <= 32 and not is_valid_name(name):
            yield FieldError(name_path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def is_valid_name(name: str) -> bool:
    """Return whether the name contains only digits, lowercase or caseless letters of any script, and `-_'`."""
    return name == name.lower() and all(
        character in "-_'" or unicodedata.category(character)[0] in "LN" or is_devanagari_or_thai(character)
        for character in name
    )


def is_devanagari_or_thai(character: str) -> bool:
    """Return whether this is a Devanagari or Thai character. Combining marks count, but punctuation does not."""
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI CHARACTER")) and character not in "।॥"


def has_option_type(option: Mapping[str, Any]) -> bool:
    return isinstance(option.get("type"), int)
