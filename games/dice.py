"""Randomness that can be replayed and verified by hand. `docs/fairness.md` specifies the exact bytes."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_WORD_RANGE = 1 << 32


def _compute_hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


class Dice:
    """Random numbers from HMAC-SHA256 in counter mode.

    `random.Random` is not used, because its shuffle can differ between Python versions.
    """

    __slots__ = ("_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._words = self._stream()

    def __reduce__(self) -> tuple[type[Dice], tuple[bytes]]:
        """Pickle only the key, so unpickled dice start from the beginning of the stream."""
        return Dice, (self._key,)

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            block = _compute_hmac(self._key, counter.to_bytes(8, "big"))
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def draw_below(self, n: int) -> int:
        """Draw a uniformly distributed number from 0 to n-1. Each draw advances the stream, even if n is 1."""
        limit = _WORD_RANGE - _WORD_RANGE % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream of random words must be endless")

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return a shuffled copy, using the Fisher-Yates algorithm from the end."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.draw_below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def choose(self, items: Sequence[T]) -> T:
        return items[self.draw_below(len(items))]


@dataclass(frozen=True, slots=True)
class EarlierDice:
    """The dice of an earlier match, which are used again in a match that continues it."""

    last_step: int
    """The last step that uses these dice."""
    key: bytes


@dataclass(frozen=True, slots=True)
class RepeatedDeal:
    """The deal of an earlier match, which is dealt again in another match with swapped seats."""

    match_id: str
    key: bytes
    """The key of the earlier match's dice."""

    @property
    def setup_dice(self) -> EarlierDice:
        """The earlier match's dice, limited to the setup. All later steps use the new match's own dice."""
        return EarlierDice(0, self.key)


@dataclass(frozen=True, slots=True)
class Chance:
    """The source of all randomness in a match.

    Each use has its own key, so that an extra draw in one step does not change the dice of another.
    """

    key: bytes
    earlier_dice: tuple[EarlierDice, ...] = ()
    """The dice of the earlier matches that this match continues or repeats, earliest first; usually empty."""

    @classmethod
    def derive(cls, seed: bytes, nonces: Sequence[str], earlier_dice: tuple[EarlierDice, ...] = ()) -> Chance:
        return cls(_compute_hmac(seed, "|".join(nonces).encode()), earlier_dice)

    def _derive_key(self, use: str) -> bytes:
        return _compute_hmac(self.key, use.encode())

    def step_dice(self, n: int) -> Dice:
        """Return the dice for a step. Step 0 is the setup, and step n resolves the n-th joint move."""
        key = next((earlier.key for earlier in self.earlier_dice if n <= earlier.last_step), self.key)
        return Dice(_compute_hmac(key, f"step/{n}".encode()))

    def list_earlier_dice(self, n: int) -> tuple[EarlierDice, ...]:
        """Return the dice that were used up to step `n`, for a new match that continues from that position."""
        kept = tuple(earlier for earlier in self.earlier_dice if earlier.last_step < n)
        later = [earlier.key for earlier in self.earlier_dice if earlier.last_step >= n]
        return (*kept, EarlierDice(n, later[0] if later else self.key))

    def draw_seats(self, seats: int, people_count: int) -> tuple[int, ...]:
        """Draw a seat for each person. The result is in the order in which the people joined."""
        return tuple(Dice(self._derive_key("seats")).shuffle(range(seats))[:people_count])

    def house_dice(self, seat: int, n: int) -> Dice:
        """Return the dice for the computer opponent's move in a step.

        They are secret during the match and can be verified afterwards.
        """
        return Dice(self._derive_key(f"house/{seat}/{n}"))

    def derive_salt(self, step: int, seat: int, count: int) -> bytes:
        return self._derive_key(f"salt/{step}/{seat}/{count}")[:16]


UNSEEDED = Chance.derive(bytes(32), ())
"""The randomness of a record without a seed. Such a record can be replayed but proves nothing."""
