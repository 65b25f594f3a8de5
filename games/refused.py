"""How anything here says no."""

from __future__ import annotations

from typing import Final

_LONGEST: Final = 120


class Refused(Exception):
    """A no that every language can tell: a key of the catalogues, and the facts its sentence needs."""

    def __init__(self, key: str, **facts: str | int) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = {name: _told(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


def _told(fact: str) -> str:
    """Facts may be megabytes of somebody's junk; a refusal is one line."""
    return plain(fact if len(fact) <= _LONGEST else fact[: _LONGEST - 1] + "…")


def plain(text: str) -> str:
    """Without what would begin a line or steer a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
