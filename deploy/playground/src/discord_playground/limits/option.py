"""The options of slash commands, subcommands and groups among them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.limits import locale, phrases
from discord_playground.limits.control import number
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_number, listed
from discord_playground.refusal import Fault

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
SAFE = 2**53 - 1
LONGEST_VALUE = 100


def faults(options: Any, place: Place) -> Iterator[Fault]:
    """`place` is that of the list."""
    yield from rules(options, place, 3)


def rules(options: Any, place: Place, depth: int) -> Iterator[Fault]:
    given = [option if isinstance(option, dict) else {} for option in options] if isinstance(options, list) else []
    if len({option.get("type") in {SUBCOMMAND, GROUP} for option in given if is_kind(option)}) > 1:
        sentence = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        yield Fault(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", sentence)
    names: set[str] = set()
    optional = False
    for index, option in enumerate(given):
        where = (*place, index)
        yield from naming(option, where)
        yield from locale.unknown(option, where)
        if isinstance(name := option.get("name"), str):
            if name in names:
                sentence = f"Option name {name} is already used in these options"
                yield Fault(where, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", sentence)
            names.add(name)
        if is_kind(option) and option["type"] in {SUBCOMMAND, GROUP}:
            if depth:
                yield from rules(option.get("options"), (*where, "options"), depth - 1)
            continue
        if option.get("required") is True and optional:
            sentence = "Required options must be placed before non-required options"
            yield Fault(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)
        optional = optional or option.get("required") is not True
        yield from offered(option, where)


def offered(option: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """Choices, suggestions and bounds, each only where it makes sense."""
    chosen = option.get("choices")
    if is_kind(option) and option["type"] not in {STRING, INTEGER, NUMBER}:
        if chosen:
            sentence = "Choices cannot be configured for this type of option"
            yield Fault((*place, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", sentence)
        if option.get("autocomplete"):
            sentence = "Autocomplete cannot be configured for this type of option"
            yield Fault((*place, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", sentence)
    elif chosen and option.get("autocomplete"):
        sentence = "Autocomplete cannot be configured together with choices"
        yield Fault((*place, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", sentence)
    names: set[Any] = set()
    for index, choice in enumerate(listed(option, "choices")):
        if isinstance(choice, dict) and isinstance(name := choice.get("name"), str):
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
                yield Fault((*place, "choices", index), code, f"Option choice {name} already exists")
            names.add(name)
        if isinstance(choice, dict):
            where = (*place, "choices", index)
            yield from locale.unknown(choice, where)
            yield from of_value(choice.get("value"), option.get("type"), (*where, "value"))
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        if number(option, least, float("-inf")) > (top := number(option, most, float("inf"))):
            sentence = f"{least} must be equal to or less than {top:.15g}"
            yield Fault((*place, least), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", sentence)


def of_value(value: Any, kind: Any, place: Place) -> Iterator[Fault]:
    """Report a choice's value that does not fit an option of that kind; of an unknown kind it is a text or a number."""
    if kind in (INTEGER, NUMBER):
        if not is_number(value) or (kind == INTEGER and value % 1):
            yield phrases.no_number(place, value, "int" if kind == INTEGER else "float")
        elif kind == INTEGER and abs(value) > SAFE:
            yield phrases.too_big(place, SAFE) if value > 0 else phrases.too_small(place, -SAFE)
    elif not isinstance(value, str):
        if kind == STRING or not is_number(value):
            yield phrases.no_string(place, value)
    elif len(value) > LONGEST_VALUE:
        yield phrases.length(place, 0, LONGEST_VALUE)


def naming(named: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    """The name and each of its translations; lengths are told elsewhere."""
    names = [(named.get("name"), (*place, "name"))]
    if isinstance(translations := named.get("name_localizations"), dict):
        names += [(name, (*place, "name_localizations", locale)) for locale, name in translations.items()]
    for name, where in names:
        if isinstance(name, str) and 0 < len(name) <= 32 and not is_name(name):
            yield Fault(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def is_name(name: str) -> bool:
    """Letters and digits of any script and `-_'`, in lower case where there is one."""
    return name == name.lower() and all(
        character in "-_'" or unicodedata.category(character)[0] in "LN" or is_deva_or_thai(character)
        for character in name
    )


def is_deva_or_thai(character: str) -> bool:
    """The marks above and below letters in two scripts that cannot be written without them."""
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI CHARACTER")) and character not in "।॥"


def is_kind(option: Mapping[str, Any]) -> bool:
    return isinstance(option.get("type"), int)
