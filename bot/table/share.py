"""Which matches this process looks after first, of all that serve the same store: every so-manieth, by its number.

Nothing depends on it: what nobody has done after a while the others do. It only keeps all from trying the same at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SPARE: Final = 3_000
"""Milliseconds by which the others are later."""


class Share:
    def __init__(self) -> None:
        self.place = 0
        self.of = 1
        """So many share."""

    def learn(self, process: str, alive: Iterable[str]) -> None:
        """They go by the order of their names, which each of them finds the same."""
        names = sorted({process, *alive})
        self.place, self.of = names.index(process), len(names)

    def has(self, match: int) -> bool:
        return match % self.of == self.place
