"""What a process remembers only lest it look twice. Matches end in other processes, people never come back, and nobody
says so: what is not bounded grows for as long as the bot runs.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, TypeVar

MOST: Final = 10_000

K = TypeVar("K")
V = TypeVar("V")


class Lru(OrderedDict[K, V]):
    """What was written longest ago goes first; whoever misses it finds it out anew."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.most = MOST if most is None else min(most, MOST)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.most:
            self.popitem(last=False)
