"""How anything here says no."""

from __future__ import annotations


class Refused(Exception):
    """A no that every language can tell: a key of the catalogues, and the facts its sentence needs."""

    def __init__(self, key: str, **facts: str | int) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts
