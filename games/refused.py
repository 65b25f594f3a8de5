"""Refusals: errors that are shown to a player in their language."""

from __future__ import annotations

from functools import partial
from typing import Final

INVISIBLE_MARK: Final = "�"
"""The replacement for line breaks and control characters in facts."""
_FACT_LENGTH_MAX: Final = 120


class Refused(Exception):
    """A request cannot be fulfilled. The error holds the key of a message and the values for that message.

    `package` is the package that contains the message. If it is '', the message comes from the package that formats it,
    or from the shared texts.
    """

    def __init__(self, key: str, package: str = "", /, **facts: str | int) -> None:
        super().__init__(key, facts)
        self.key = key
        self.package = package
        self.facts = {name: _shorten_fact(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}

    def __reduce__(self) -> tuple[partial[Refused], tuple[()]]:
        """Pickle the refusal together with its keyword arguments, which `Exception` would lose."""
        return partial(type(self), self.key, self.package, **self.facts), ()


def _shorten_fact(fact: str) -> str:
    """Shorten a value of a message to fit into one line, because a player could have typed megabytes."""
    return replace_control_characters(fact if len(fact) <= _FACT_LENGTH_MAX else fact[: _FACT_LENGTH_MAX - 1] + "…")


def replace_control_characters(text: str) -> str:
    """Replace each line break and each control character with �."""
    return "".join(letter if letter.isprintable() else INVISIBLE_MARK for letter in text)
