"""The options of slash commands, subcommands and groups among them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from deploy.playground.limits.component import CHANNEL_TYPES
from deploy.playground.limits.control import listed, number
from deploy.playground.limits.locale import Localised
from deploy.playground.limits.phrases import Place
from deploy.playground.limits.shape import Among, Each, Model, Real, Shape, Text, Union, Whole, Yes, model
from deploy.playground.refusal import Fault

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
MOST, MOST_CHOICES = 25, 25
SAFE = 2**53 - 1


def option(**fields: Shape) -> Model:
    return model(
        "type name description",
        name=Text(1, 32),
        name_localizations=Localised(1, 32),
        description=Text(1, 100),
        description_localizations=Localised(1, 100),
        required=Yes(),
        autocomplete=Yes(),
        **fields,
    )


def choices(value: Shape, *, sparse: bool = False) -> Each:
    """Those that an option has, or that a bot suggests for it."""
    choice = model("name value", name=Text(1, 100), name_localizations=Localised(1, 100), value=value)
    return Each(choice, most=MOST_CHOICES, sparse=sparse)


WHOLE = Whole(-SAFE, SAFE)
VALUES: dict[int, Shape] = {
    **dict.fromkeys((BOOLEAN, USER, ROLE, MENTIONABLE, ATTACHMENT), option()),
    STRING: option(choices=choices(Text(0, 100)), min_length=Whole(0, 6000), max_length=Whole(1, 6000)),
    INTEGER: option(choices=choices(WHOLE), min_value=WHOLE, max_value=WHOLE),
    CHANNEL: option(channel_types=Each(Among(CHANNEL_TYPES))),
    NUMBER: option(choices=choices(Real()), min_value=Real(), max_value=Real()),
}
SUBCOMMANDS: dict[int, Shape] = {SUBCOMMAND: option(options=Each(Union(VALUES), most=MOST))}
GROUPS: dict[int, Shape] = {GROUP: option(options=Each(Union(SUBCOMMANDS), most=MOST))}
OPTIONS = Each(Union({**VALUES, **SUBCOMMANDS, **GROUPS}), most=MOST)


def faults(options: Any, place: Place) -> Iterator[Fault]:
    """`place` is that of the list."""
    yield from OPTIONS.faults(options, place)
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
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        if number(option, least, float("-inf")) > (top := number(option, most, float("inf"))):
            sentence = f"{least} must be equal to or less than {top:.15g}"
            yield Fault((*place, least), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", sentence)


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
