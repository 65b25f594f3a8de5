"""How anything here says no."""

from __future__ import annotations

from functools import partial
from typing import Final

_LONGEST: Final = 120


class Refused(Exception):
    """A no that every language can tell: a key of the catalogues, and the facts its sentence needs.

    `package` is whose catalogue has the sentence; without one it is of those that all share, or of whoever tells it.
    """

    def __init__(self, key: str, package: str = "", /, **facts: str | int) -> None:
        super().__init__(key, facts)
        self.key = key
        self.package = package
        self.facts = {name: _told(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}

    def __reduce__(self) -> tuple[partial[Refused], tuple[()]]:
        """The same in another process."""
        return partial(type(self), self.key, self.package, **self.facts), ()


def _told(fact: str) -> str:
    """Facts may be megabytes of somebody's junk; a refusal is one line."""
    return plain(fact if len(fact) <= _LONGEST else fact[: _LONGEST - 1] + "…")


def plain(text: str) -> str:
    """Without what would begin a line or steer a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
