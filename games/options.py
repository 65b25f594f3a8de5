"""What a host may set, and how a wrong setting is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from games.refused import Refused


class Options(BaseModel):
    """Stored with the match; a game adds its fields, each with a default."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    DRAWN: ClassVar[frozenset[str]] = frozenset()
    """The fields that draw a start: such a match is never rated, and they stay unseen until it is over."""

    @classmethod
    def gentle(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """As whoever plays it for the first time begins soonest; what was asked for stays."""
        return given

    OPENING: ClassVar[frozenset[str]] = frozenset()
    """The fields that say how a match opens: a challenge tells them as usual, too, lest its players expect another."""

    NUMBERS: ClassVar[Mapping[str, Sequence[int]]] = {}
    """Of options that are a number: the few that a host picks from; any other can be typed."""

    @classmethod
    def offered(cls, name: str) -> list[str]:
        """What a host picks from, as it is spelt."""
        return [*map(str, cls.NUMBERS.get(name, ())), *choices(cls.model_fields[name].annotation)]

    @property
    def drawn(self) -> bool:
        return any(getattr(self, name) is not None for name in self.DRAWN)

    def agreed(self) -> dict[str, Any]:
        """What is not as usual, as far as everybody may read it while the match runs."""
        return self.model_dump(mode="json", exclude=set(self.DRAWN), exclude_defaults=True)

    def opens(self) -> dict[str, Any]:
        """How the match opens, and what is not as usual; where a start is drawn, that alone is how it opens."""
        told = {} if self.drawn else self.model_dump(mode="json", include=set(self.OPENING))
        return told | self.agreed()


O = TypeVar("O", bound=Options)


def settled(kind: type[O], given: Mapping[str, Any]) -> O:
    """The options as given, the rest by default; what a game does not know or allow is refused by name."""
    try:
        return kind.model_validate_json(json.dumps(dict(given)))
    except ValidationError as wrong:
        error = wrong.errors(include_url=False)[0]
    if not error["loc"]:
        raise Refused("options-json")
    option = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        raise Refused("option-unknown", option=option, known=", ".join(kind.model_fields))
    shown = example(kind, option)
    wants = wanted(kind, option) if shown is None else json.dumps(shown)
    value = json.dumps(given.get(option))
    raise Refused("option-value", option=option, value=value, wants=wants, free=int(shown is not None))


def choices(annotation: Any) -> list[str]:
    """The values that an option names; there may be others, a number for example."""
    if get_origin(annotation) is Literal:
        return [str(choice) for choice in get_args(annotation)]
    return [choice for part in get_args(annotation) for choice in choices(part)]


def example(kind: type[Options], option: str) -> Any:
    """One value of those that cannot be listed; a game that draws a start tells it with the option."""
    return next(iter(kind.model_fields[option].examples or ()), None)


def wanted(kind: type[Options], option: str) -> str:
    """The allowed values as a person would list them."""
    schema = kind.model_json_schema()["properties"][option]
    wanted: list[str] = []
    for part in schema.get("anyOf", [schema]):
        if "enum" in part:
            wanted += map(str, part["enum"])
        elif "const" in part:
            wanted.append(str(part["const"]))
        elif part.get("type") != "null":
            wanted.append(_kind(part))
    return ", ".join(wanted)


def _kind(part: Mapping[str, Any]) -> str:
    if "minimum" in part and "maximum" in part:
        return f"{part['minimum']}–{part['maximum']}"
    if part.get("type") != "integer":
        return "…"
    least = part.get("minimum", 1)
    return f"{least}, {least + 1}, {least + 2} …"
