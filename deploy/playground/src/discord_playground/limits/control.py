"""What people operate: rules of buttons, selects and inputs that no table of fields can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord_playground.limits import files, phrases
from discord_playground.limits.character import is_emoji
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_number, listed
from discord_playground.refusal import Fault
from discord_playground.world import component as kind

LINK, PREMIUM = 5, 6
LONGEST = 4000


def faults(control: Mapping[str, Any], place: Place, *, modal: bool) -> Iterator[Fault]:
    match control.get("type"):
        case kind.BUTTON:
            yield from button(control, place)
        case kind.TEXT_INPUT:
            yield from text_input(control, place)
        case kind.RADIOS:
            yield from options(control, place, 1)
        case kind.CHECKBOXES:
            yield from values(control, place, 10, len(listed(control, "options")))
        case kind.UPLOAD:
            yield from values(control, place, 10, 1)
        case select if is_number(select) and select in kind.SELECTS:
            yield from values(control, place, 25, 1)
            if modal and control.get("disabled"):
                yield Fault((*place, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled.")
        case _:
            return
    if modal and control.get("min_values") == 0 and control.get("required") is not False:
        sentence = "min_values may be 0 only where required is false."
        yield Fault((*place, "min_values"), "COMPONENT_MIN_VALUES_OF_REQUIRED", sentence)


def button(control: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    style = control.get("style")
    has = {name for name in ("custom_id", "url", "sku_id", "label", "emoji") if control.get(name) not in (None, "")}
    if style == PREMIUM or "sku_id" in has:
        # Applications sell nothing in the playground.
        yield Fault((*place, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "Invalid SKU")
        return
    yield from files.wrong_scheme(control.get("url"), (*place, "url"), files.SITES)
    if {"custom_id", "url"} <= has:
        code = "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"
        yield Fault((*place, "custom_id"), code, "A custom id and url cannot both be specified")
    elif style == LINK and "url" not in has:
        yield Fault((*place, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
    elif style != LINK and control.get("custom_id") is None:
        yield Fault((*place, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
    if not {"label", "emoji"} & has:
        yield phrases.required((*place, "label"))
    yield from emoji(control.get("emoji"), (*place, "emoji"))


def emoji(given: Any, place: Place) -> Iterator[Fault]:
    """Without an id it is one of Unicode's."""
    if isinstance(given, dict) and given.get("id") is None and not is_emoji(str(given.get("name") or "")):
        yield Fault((*place, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def values(control: Mapping[str, Any], place: Place, limit: int, default: int) -> Iterator[Fault]:
    """How many may and must be chosen fit each other, what there is to choose and what is chosen already."""
    least, most = number(control, "min_values", 1), number(control, "max_values", default)
    if control.get("max_values") is None and control.get("type") == kind.CHECKBOXES:
        most = max(most, least)  # then it is the options that are too few
    if most < least <= limit:
        code, sentence = "COMPONENT_MIN_VALUES_EXCEEDED", f"min_values must be equal to or less than {most:g}"
        yield Fault((*place, "min_values"), code, sentence)
    if "options" in control:
        yield from options(control, place, most)
        if 0 < len(listed(control, "options")) < max(least, most) <= limit:
            yield phrases.length((*place, "options"), int(max(least, most)), limit)
    elif len(listed(control, "default_values")) > most:
        yield too_many((*place, "default_values"))
    elif 0 < len(listed(control, "default_values")) < least:
        code = "SELECT_COMPONENT_TOO_FEW_DEFAULT_VALUES"
        yield Fault(
            (*place, "default_values"), code, "The number of default values is less than the specified minimum values"
        )


def options(control: Mapping[str, Any], place: Place, most: float) -> Iterator[Fault]:
    seen: set[str] = set()
    defaults = 0
    for index, option in enumerate(listed(control, "options")):
        if not isinstance(option, dict):
            continue
        defaults += option.get("default") is True
        yield from emoji(option.get("emoji"), (*place, "options", index, "emoji"))
        if isinstance(value := option.get("value"), str):
            if value in seen:
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                yield Fault((*place, "options", index), code, "The specified option value is already used")
            seen.add(value)
    if defaults > most:
        yield too_many((*place, "options"))


def text_input(control: Mapping[str, Any], place: Place) -> Iterator[Fault]:
    least, most = number(control, "min_length", 0), number(control, "max_length", LONGEST)
    if most < least <= LONGEST:
        code, sentence = "TEXT_INPUT_MIN_LENGTH_EXCEEDED", f"min_length must be equal to or less than {most:g}"
        yield Fault((*place, "min_length"), code, sentence)
    elif isinstance(value := control.get("value"), str) and value and not least <= len(value) <= most:
        yield phrases.length((*place, "value"), int(least), int(most))


def too_many(place: Place) -> Fault:
    sentence = "The specified number of default values exceeds the specified maximum values"
    return Fault(place, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", sentence)


def number(control: Mapping[str, Any], name: str, default: float) -> float:
    value = control.get(name)
    return value if is_number(value) else default
