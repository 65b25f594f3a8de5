"""What the house promises and can be held to. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

from hashlib import sha256

from games.core import Seat, Word


def commitment(seed: bytes) -> str:
    """Published before anybody has sat down: the seed cannot be chosen to suit."""
    return sha256(seed).hexdigest()


def receipt(salt: bytes, match: str, step: int, seat: Seat, word: Word) -> str:
    """A seal on a hidden word, shown to its player; salted, since three masks would fall to three guesses."""
    return sha256(salt + f"{match}/{step}/{seat}/{' '.join(word)}".encode()).hexdigest()
