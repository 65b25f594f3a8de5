"""Rules for single application commands and for all commands of a scope (global or one server)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from discord_playground.api_errors import TOO_MANY_COMMANDS, ApiErrorCode, FieldError
from discord_playground.limits import command_option, field_errors, locale
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.values import get_list, is_number
from discord_playground.world.interaction import ENTRY_POINT_COMMAND, MESSAGE_COMMAND, SLASH_COMMAND, USER_COMMAND

MAX_COMMANDS_BY_TYPE = {SLASH_COMMAND: 100, USER_COMMAND: 15, MESSAGE_COMMAND: 15, ENTRY_POINT_COMMAND: 1}
MAX_COMMAND_TEXT_LENGTH = 8000


def check_command(command: Any, path: FieldPath = ()) -> Iterator[FieldError]:
    if not isinstance(command, dict):
        yield field_errors.not_an_object(path)
        return
    yield from locale.check_translation_locales(command, path)
    command_type, options = get_command_type(command), command.get("options")
    if command_type in {SLASH_COMMAND, ENTRY_POINT_COMMAND}:
        yield from command_option.check_names(command, path)
    elif isinstance(name := command.get("name"), str) and name and not name.strip():
        yield FieldError((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    if command_type == SLASH_COMMAND:
        if command.get("description") in (None, ""):
            yield field_errors.missing_field((*path, "description"))
        if options is not None:
            yield from command_option.check_options(options, (*path, "options"))
    elif command_type in {USER_COMMAND, MESSAGE_COMMAND}:
        for name, noun in (("description", "a description"), ("options", "options")):
            if command.get(name):
                code = "APPLICATION_COMMAND_CONTEXT_MENU_FIELD"
                yield FieldError((*path, name), code, f"Context menu commands cannot have {noun}")
    for name in ("contexts", "integration_types"):
        yield from check_no_duplicates(command.get(name), (*path, name))
    if count_text_length(command) > MAX_COMMAND_TEXT_LENGTH:
        yield FieldError(
            path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_COMMAND_TEXT_LENGTH})"
        )


def check_command_list(commands: Any) -> Iterator[FieldError]:
    """Yield the errors in a list that replaces all global commands or all commands of a server."""
    if not isinstance(commands, list):
        yield field_errors.not_a_list(())
        return
    names: set[tuple[float, str]] = set()
    for index, command in enumerate(commands):
        yield from check_command(command, (index,))
        if isinstance(command, dict) and isinstance(name := command.get("name"), str):
            if (get_command_type(command), name) in names:
                yield duplicate_name_error((index,))
            names.add((get_command_type(command), name))


def check_name_is_free(command: Mapping[str, Any], other_commands: Iterable[Mapping[str, Any]]) -> Iterator[FieldError]:
    """Yield an error if another command has the same type and name."""
    if any(
        (get_command_type(other), other.get("name")) == (get_command_type(command), command.get("name"))
        for other in other_commands
    ):
        yield duplicate_name_error(("name",))


def check_command_count(commands: Any) -> ApiErrorCode | None:
    """Return an error if these commands, which belong to one scope, include too many of one type."""
    types = [get_command_type(command) for command in commands if isinstance(command, Mapping)]
    for command_type, limit in MAX_COMMANDS_BY_TYPE.items():
        if types.count(command_type) > limit:
            return TOO_MANY_COMMANDS._replace(message=f"Maximum number of application commands reached ({limit}).")
    return None


def duplicate_name_error(path: FieldPath) -> FieldError:
    return FieldError(path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")


def check_no_duplicates(values: Any, path: FieldPath) -> Iterator[FieldError]:
    for index, value in enumerate(values if isinstance(values, list) else ()):
        if value in values[:index]:
            yield field_errors.duplicate_value((*path, index))


def get_command_type(command: Mapping[str, Any]) -> float:
    command_type = command.get("type")
    return command_type if is_number(command_type) else SLASH_COMMAND


def count_text_length(command_or_option: Any, depth: int = 4) -> int:
    """Return the total length of names, descriptions and choice values.

    For translated texts, only the longest translation counts.
    """
    if not isinstance(command_or_option, dict) or not depth:
        return 0
    total = sum(
        get_longest_length(command_or_option.get(name), command_or_option.get(f"{name}_localizations"))
        for name in ("name", "description")
    )
    for choice in get_list(command_or_option, "choices"):
        if isinstance(choice, dict):
            total += get_longest_length(choice.get("name"), choice.get("name_localizations"))
            total += len(str(choice.get("value", "")))
    return total + sum(count_text_length(inner, depth - 1) for inner in get_list(command_or_option, "options"))


def get_longest_length(text: Any, translations: Any) -> int:
    texts = [text, *(translations.values() if isinstance(translations, dict) else ())]
    return max((len(text) for text in texts if isinstance(text, str)), default=0)
