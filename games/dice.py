"""Chance that can be replayed and checked by hand. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 32


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


class Dice:
    """HMAC-SHA256 in counter mode: `random.Random` promises its shuffle to nobody."""

    __slots__ = ("_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._words = self._stream()

    def __reduce__(self) -> tuple[type[Dice], tuple[bytes]]:
        """In another process they roll from the beginning."""
        return Dice, (self._key,)

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            block = _hmac(self._key, counter.to_bytes(8, "big"))
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def below(self, n: int) -> int:
        """One of 0 … n-1, each as likely; always draws, even where only 0 is left."""
        fair = _RANGE - _RANGE % n
        for word in self._words:
            if word < fair:
                return word % n
        raise AssertionError("the stream has no end")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Fisher-Yates from the end."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


@dataclass(frozen=True, slots=True)
class Since:
    """A match from whose middle another goes on: up to that step its dice fell."""

    steps: int
    key: bytes


@dataclass(frozen=True, slots=True)
class Chance:
    """All the chance of one match. Every use has a key of its own: an extra draw at step 3 cannot shift step 9."""

    key: bytes
    since: tuple[Since, ...] = ()
    """The matches that it goes on from, the one that began first; mostly none."""

    @classmethod
    def of(cls, seed: bytes, nonces: Sequence[str], since: tuple[Since, ...] = ()) -> Chance:
        return cls(_hmac(seed, "|".join(nonces).encode()), since)

    def _key(self, use: str) -> bytes:
        return _hmac(self.key, use.encode())

    def step(self, n: int) -> Dice:
        """Step 0 sets the match up; step n is the n-th time that all awaited words were there."""
        key = next((before.key for before in self.since if n <= before.steps), self.key)
        return Dice(_hmac(key, f"step/{n}".encode()))

    def until(self, n: int) -> tuple[Since, ...]:
        """Whose dice fell up to that step, for a match that goes on from there."""
        earlier = tuple(before for before in self.since if before.steps < n)
        later = [before.key for before in self.since if before.steps >= n]
        return (*earlier, Since(n, later[0] if later else self.key))

    def seats(self, seats: int, sitting: int) -> tuple[int, ...]:
        """Which seat each person takes, in the order in which they sat down."""
        return tuple(Dice(self._key("seats")).shuffled(range(seats))[:sitting])

    def house(self, seat: int, n: int) -> Dice:
        """What the house rolls for its own choices in that seat: private, and checkable afterwards."""
        return Dice(self._key(f"house/{seat}/{n}"))

    def salt(self, step: int, seat: int, count: int) -> bytes:
        return self._key(f"salt/{step}/{seat}/{count}")[:16]


PLAIN = Chance.of(bytes(32), ())
"""The chance of a record without a seed: replayable, and no proof of anything."""
