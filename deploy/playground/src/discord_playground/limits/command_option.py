"""The options of slash commands, subcommands and groups among them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.api_errors import FieldError
from discord_playground.limits import field_errors, locale
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.interactive_components import get_number
from discord_playground.limits.values import get_list, is_number

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
    """`place` is that of the list."""
    yield from _check_option_level(options, path, 3)


def _check_option_level(options: Any, path: FieldPath, depth: int) -> Iterator[FieldError]:
    given = [option if isinstance(option, dict) else {} for option in options] if isinstance(options, list) else []
    if (
        len(
            {
                option.get("type") in {SUBCOMMAND_OPTION, SUBCOMMAND_GROUP_OPTION}
                for option in given
                if has_option_type(option)
            }
        )
        > 1
    ):
        sentence = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield FieldError(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence)
    names: set[str] = set()
    optional = False
    for index, option in enumerate(given):
        where = (*path, index)
        yield from check_names(option, where)
        yield from locale.check_translation_locales(option, where)
        if isinstance(name := option.get("name"), str):
            if name in names:
                sentence = f"Option name {name} is already used in these options"
                yield FieldError(where, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", sentence)
            names.add(name)
        if has_option_type(option) and option["type"] in {SUBCOMMAND_OPTION, SUBCOMMAND_GROUP_OPTION}:
            if depth:
                yield from _check_option_level(option.get("options"), (*where, "options"), depth - 1)
            continue
        if option.get("required") is True and optional:
            sentence = "Required options must be placed before non-required options"
            yield FieldError(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)
        optional = optional or option.get("required") is not True
        yield from check_choices_and_bounds(option, where)


def check_choices_and_bounds(option: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Choices, suggestions and bounds, each only where it makes sense."""
    chosen = option.get("choices")
    if has_option_type(option) and option["type"] not in {STRING_OPTION, INTEGER_OPTION, NUMBER_OPTION}:
        if chosen:
            sentence = "Choices cannot be configured for this type of option"
            yield FieldError((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", sentence)
        if option.get("autocomplete"):
            sentence = "Autocomplete cannot be configured for this type of option"
            yield FieldError((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", sentence)
    elif chosen and option.get("autocomplete"):
        sentence = "Autocomplete cannot be configured together with choices"
        yield FieldError((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", sentence)
    names: set[Any] = set()
    for index, choice in enumerate(get_list(option, "choices")):
        if isinstance(choice, dict) and isinstance(name := choice.get("name"), str):
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
                yield FieldError((*path, "choices", index), code, f"Option choice {name} already exists")
            names.add(name)
        if isinstance(choice, dict):
            where = (*path, "choices", index)
            yield from locale.check_translation_locales(choice, where)
            yield from check_choice_value(choice.get("value"), option.get("type"), (*where, "value"))
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        if get_number(option, least, float("-inf")) > (top := get_number(option, most, float("inf"))):
            sentence = f"{least} must be equal to or less than {top:.15g}"
            yield FieldError((*path, least), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", sentence)


def check_choice_value(value: Any, option_type: Any, path: FieldPath) -> Iterator[FieldError]:
    """Report a choice's value that does not fit an option of that kind; of an unknown kind it is a text or a number."""
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
    """The name and each of its translations; lengths are told elsewhere."""
    names = [(command_or_option.get("name"), (*path, "name"))]
    if isinstance(translations := command_or_option.get("name_localizations"), dict):
        names += [(name, (*path, "name_localizations", locale)) for locale, name in translations.items()]
    for name, where in names:
        if isinstance(name, str) and 0 < len(name) <= 32 and not is_valid_name(name):
            yield FieldError(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def is_valid_name(name: str) -> bool:
    """Letters and digits of any script and `-_'`, in lower case where there is one."""
    return name == name.lower() and all(
        character in "-_'" or unicodedata.category(character)[0] in "LN" or is_devanagari_or_thai(character)
        for character in name
    )


def is_devanagari_or_thai(character: str) -> bool:
    """The marks above and below letters in two scripts that cannot be written without them."""
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI CHARACTER")) and character not in "।॥"


def has_option_type(option: Mapping[str, Any]) -> bool:
    return isinstance(option.get("type"), int)
