"""What the house promises and can be held to. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.core import Seat, Word
from games.match import Match
from games.record import Broken, Line, Record, matches
from games.refused import Refused


def commitment(seed: bytes) -> str:
    """Published before anybody has sat down: the seed cannot be chosen to suit."""
    return sha256(seed).hexdigest()


def brief(commitment: str) -> str:
    """The same 32 bytes as a card or a hand shows them: 43 characters for the 64 of a record."""
    return urlsafe_b64encode(bytes.fromhex(commitment)).decode().rstrip("=")


def receipt(salt: bytes, match: str, step: int, seat: Seat, word: Word) -> str:
    """A seal on a hidden word, shown to its player; salted, since three masks would fall to three guesses."""
    return sha256(salt + f"{match}/{step}/{seat}/{' '.join(word)}".encode()).hexdigest()


def sealed(match: Match, name: str, seat: Seat, word: Word, count: int) -> Line:
    """A seat's `count`-th choice in this step of the match of that name; with its seal where others choose too."""
    if not match.hides(word):
        return Line(seat, word)
    step = match.step + 1
    salt = match.chance.salt(step, seat, count)
    return Line(seat, word, salt, receipt(salt, name, step, seat, word))


_CHANGES_OF_MIND: Final = 1000
"""A record does not tell how often somebody chose; more often than this nobody does in a step."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What a verified record was checked for, beyond its words being legal under its dice."""

    steps: int
    drawn: tuple[Seat, ...]
    """The seats that the dice drew, if the record tells them."""
    hidden: int
    """How many words were said while others still chose."""
    receipts: int
    """How many of these have a receipt; a wrong one breaks the record."""
    salts: int
    """How many of these are salted from the match's key."""


def verified(record: Record) -> Proof:
    """Checks commitment, seats, dice and receipts of a finished record; breaks at the first line that is wrong."""
    if record.seed is None or not record.commit:
        raise Broken(1, Refused("unproven"))
    if commitment(record.seed) != record.commit:
        raise Broken(record.place("commit"), Refused("commit-wrong"))
    drawn = record.chance.seats(record.seats, len(record.nonces))
    if record.sat and record.sat != drawn:
        raise Broken(record.place("sat"), Refused("sat-wrong", drawn=" ".join(map(str, drawn))))
    hidden: list[tuple[int, Line]] = []
    before = None
    for line, match in matches(record):
        if line and before:
            if line.receipt:
                _check_receipt(record, before.step + 1, line)
            if before.hides(line.word):
                hidden.append((before.step + 1, line))
        before = match
    if not before or not before.result:
        raise Broken(record.lines[-1].number if record.lines else 1, Refused("unfinished"))
    return Proof(
        steps=before.step,
        drawn=record.sat,
        hidden=len(hidden),
        receipts=sum(bool(line.receipt) for _, line in hidden),
        salts=sum(_salted(record, step, line) for step, line in hidden if line.receipt),
    )


def _check_receipt(record: Record, step: int, line: Line) -> None:
    if not record.id:
        raise Broken(line.number, Refused("id-missing"))
    if line.seat is None or receipt(line.salt, record.id, step, line.seat, line.word) != line.receipt:
        raise Broken(line.number, Refused("receipt-wrong"))


def _salted(record: Record, step: int, line: Line) -> bool:
    counts = range(1, _CHANGES_OF_MIND + 1)
    return line.seat is not None and any(record.chance.salt(step, line.seat, n) == line.salt for n in counts)
