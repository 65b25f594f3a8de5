"""Match options and their validation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from games.refused import Refused


class Options(BaseModel):
    """Base class of a game's match options, which are stored with each match. Every field must have a default."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    PRESET_OPTIONS: ClassVar[frozenset[str]] = frozenset()
    """Fields that preset the start of a match. A preset match is not rated.

    The names of the fields that are used are public, but their values are hidden until the match ends.
    """

    @classmethod
    def first_time_options(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the options for a person's first match: those in `given`, and possibly others that suit a beginner."""
        return given

    OPENING_OPTIONS: ClassVar[frozenset[str]] = frozenset()
    """Fields that change the opening of a match. A challenge shows them even if they have their default values."""

    OFFERED_NUMBERS: ClassVar[Mapping[str, Sequence[int]]] = {}
    """The numbers that a host can pick from a list, by option name. The host can also type other numbers."""

    @classmethod
    def list_offered(cls, name: str) -> list[str]:
        """Return the values of an option that a host can pick from a list."""
        return [*map(str, cls.OFFERED_NUMBERS.get(name, ())), *list_choices(cls.model_fields[name].annotation)]

    @property
    def is_preset(self) -> bool:
        """Whether any option presets how the match starts."""
        return bool(self.list_presets())

    def list_presets(self) -> dict[str, Any]:
        """Return the options that preset the start, with their values."""
        return self.model_dump(mode="json", include=set(self.PRESET_OPTIONS), exclude_defaults=True)

    def list_public_changes(self) -> dict[str, Any]:
        """Return the options that differ from their defaults, except those that are hidden during the match."""
        return self.model_dump(mode="json", exclude=set(self.PRESET_OPTIONS), exclude_defaults=True)

    def list_opening_changes(self) -> dict[str, Any]:
        """Return the options to show before a match.

        These are the public changes and, unless the start is preset, all options that change the opening.
        """
        opening = {} if self.is_preset else self.model_dump(mode="json", include=set(self.OPENING_OPTIONS))
        return opening | self.list_public_changes()


O = TypeVar("O", bound=Options)


def validate_options(kind: type[O], given: Mapping[str, Any]) -> O:
    """Return validated options. Raises `Refused` for the first option that is unknown or has a wrong value."""
    try:
        return kind.model_validate_json(json.dumps(dict(given)))
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
    if not error["loc"]:
        raise Refused("options-json")
    option = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        raise Refused("option-unknown", option=option, known=", ".join(kind.model_fields))
    example = give_example(kind, option)
    wants = describe_allowed(kind, option) if example is None else json.dumps(example)
    value = json.dumps(given.get(option))
    raise Refused("option-value", option=option, value=value, wants=wants, free=int(example is not None))


def list_choices(annotation: Any) -> list[str]:
    """Return the literal values that a type allows. The type can also allow other values, such as numbers."""
    if get_origin(annotation) is Literal:
        return [str(choice) for choice in get_args(annotation)]
    return [choice for part in get_args(annotation) for choice in list_choices(part)]


def give_example(kind: type[Options], option: str) -> Any:
    """Return an example value from the field's `examples`, for an option whose values cannot be listed."""
    return next(iter(kind.model_fields[option].examples or ()), None)


def describe_allowed(kind: type[Options], option: str) -> str:
    """Return the allowed values of an option as text."""
    schema = kind.model_json_schema()["properties"][option]
    allowed: list[str] = []
    for part in schema.get("anyOf", [schema]):
        if "enum" in part:
            allowed += map(str, part["enum"])
        elif "const" in part:
            allowed.append(str(part["const"]))
        elif part.get("type") != "null":
            allowed.append(_describe_type(part))
    return ", ".join(allowed)


def _describe_type(part: Mapping[str, Any]) -> str:
    if "minimum" in part and "maximum" in part:
        return f"{part['minimum']}–{part['maximum']}"
    if part.get("type") != "integer":
        return "…"
    if "minimum" not in part:
        most = part.get("maximum")
        return "… −1, 0, 1 …" if most is None else f"… {most - 1}, {most}"
    least = part["minimum"]
    return f"{least}, {least + 1}, {least + 2} …"
