"""What a process remembers only lest it look twice. Matches end in other processes, people never come back, and nobody
says so: what is not bounded grows for as long as the bot runs.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final, Generic, TypeVar

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


class Fresh(Generic[K, V]):
    """What was found out is in it for so many seconds, and then to be found out anew."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._found: Lru[K, tuple[float, V]] = Lru()

    def __contains__(self, key: K) -> bool:
        return key in self._found and time.monotonic() - self._found[key][0] < self.seconds

    def __getitem__(self, key: K) -> V:
        return self._found[key][1]

    def get(self, key: K) -> V | None:
        return self._found[key][1] if key in self else None

    def __setitem__(self, key: K, value: V) -> None:
        self.learn(key, value, time.monotonic())

    def learn(self, key: K, value: V, asked: float) -> None:
        """Of two answers the one that was asked for last knows more, whichever comes last."""
        if key not in self._found or self._found[key][0] <= asked:
            self._found[key] = (asked, value)

    def last(self, key: K, otherwise: V) -> V:
        """However long ago that was."""
        return self._found[key][1] if key in self._found else otherwise

    def discard(self, key: K) -> None:
        self._found.pop(key, None)
