"""Application commands: one, and all of a scope together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from discord_playground.limits import locale, option, phrases
from discord_playground.limits.phrases import Place
from discord_playground.limits.values import is_number, listed
from discord_playground.refusal import TOO_MANY_COMMANDS, Code, Fault

SLASH, USER, MESSAGE, ENTRY = 1, 2, 3, 4
MOST = {SLASH: 100, USER: 15, MESSAGE: 15, ENTRY: 1}
MOST_TEXT = 8000


def faults(command: Any, place: Place = ()) -> Iterator[Fault]:
    if not isinstance(command, dict):
        yield phrases.no_model(place)
        return
    yield from locale.unknown(command, place)
    kind, options = kind_of(command), command.get("options")
    if kind in {SLASH, ENTRY}:
        yield from option.naming(command, place)
    elif isinstance(name := command.get("name"), str) and name and not name.strip():
        yield Fault((*place, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    if kind == SLASH:
        if command.get("description") in (None, ""):
            yield phrases.required((*place, "description"))
        if options is not None:
            yield from option.faults(options, (*place, "options"))
    elif kind in {USER, MESSAGE}:
        for name, what in (("description", "a description"), ("options", "options")):
            if command.get(name):
                code = "APPLICATION_COMMAND_CONTEXT_MENU_FIELD"
                yield Fault((*place, name), code, f"Context menu commands cannot have {what}")
    for name in ("contexts", "integration_types"):
        yield from repeated(command.get(name), (*place, name))
    if size(command) > MOST_TEXT:
        yield Fault(place, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_TEXT})")


def of_all(commands: Any) -> Iterator[Fault]:
    """Of a list that replaces all commands of a scope."""
    if not isinstance(commands, list):
        yield phrases.no_list(())
        return
    names: set[tuple[float, str]] = set()
    for index, command in enumerate(commands):
        yield from faults(command, (index,))
        if isinstance(command, dict) and isinstance(name := command.get("name"), str):
            if (kind_of(command), name) in names:
                yield duplicate((index,))
            names.add((kind_of(command), name))


def taken(command: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]) -> Iterator[Fault]:
    """Of a command by the name of another; they are told apart by type and name."""
    if any((kind_of(other), other.get("name")) == (kind_of(command), command.get("name")) for other in beside):
        yield duplicate(("name",))


def refusal(commands: Any) -> Code | None:
    """Of more commands than a scope holds."""
    counts = [kind_of(command) for command in commands if isinstance(command, Mapping)]
    for kind, most in MOST.items():
        if counts.count(kind) > most:
            return TOO_MANY_COMMANDS._replace(message=f"Maximum number of application commands reached ({most}).")
    return None


def duplicate(place: Place) -> Fault:
    return Fault(place, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")


def repeated(values: Any, place: Place) -> Iterator[Fault]:
    for index, value in enumerate(values if isinstance(values, list) else ()):
        if value in values[:index]:
            yield phrases.already_there((*place, index))


def kind_of(command: Mapping[str, Any]) -> float:
    kind = command.get("type")
    return kind if is_number(kind) else SLASH


def size(part: Any, depth: int = 4) -> int:
    """All names, descriptions and values, of each text the longest translation."""
    if not isinstance(part, dict) or not depth:
        return 0
    total = sum(longest(part.get(name), part.get(f"{name}_localizations")) for name in ("name", "description"))
    for choice in listed(part, "choices"):
        if isinstance(choice, dict):
            total += longest(choice.get("name"), choice.get("name_localizations"))
            total += len(str(choice.get("value", "")))
    return total + sum(size(inner, depth - 1) for inner in listed(part, "options"))


def longest(text: Any, translations: Any) -> int:
    texts = [text, *(translations.values() if isinstance(translations, dict) else ())]
    return max((len(text) for text in texts if isinstance(text, str)), default=0)
