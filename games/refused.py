"""Refusals: errors that a player reads, in their language."""

from __future__ import annotations

from functools import partial
from typing import Final

_FACT_LENGTH_MAX: Final = 120


class Refused(Exception):
    """A request that cannot be fulfilled: the key of a message, and the values for it.

    `package` is the package whose catalogue has the message; '' means the shared one or that of the caller.
    """

    def __init__(self, key: str, package: str = "", /, **facts: str | int) -> None:
        super().__init__(key, facts)
        self.key = key
        self.package = package
        self.facts = {name: _shorten_fact(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}

    def __reduce__(self) -> tuple[partial[Refused], tuple[()]]:
        """Pickle with the keyword arguments, which `Exception` would lose."""
        return partial(type(self), self.key, self.package, **self.facts), ()


def _shorten_fact(fact: str) -> str:
    """Shorten a value: somebody may have typed megabytes, and a refusal is one line."""
    return replace_control_characters(fact if len(fact) <= _FACT_LENGTH_MAX else fact[: _FACT_LENGTH_MAX - 1] + "…")


def replace_control_characters(text: str) -> str:
    """Replace line breaks and control characters."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
