"""What the house promises and can be held to. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from games.core import Seat, Word
from games.match import CALLS, Match
from games.record import Broken, Line, Record, matches
from games.refused import Refused


def commitment(seed: bytes) -> str:
    """Published before anybody has sat down: the seed cannot be chosen to suit."""
    return sha256(seed).hexdigest()


def receipt(salt: bytes, match: str, step: int, seat: Seat, word: Word) -> str:
    """A seal on a hidden word, shown to its player; salted, since three masks would fall to three guesses."""
    return sha256(salt + f"{match}/{step}/{seat}/{' '.join(word)}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Proof:
    """What a verified record was checked for, beyond its words being legal under its dice."""

    match: Match
    drawn: tuple[Seat, ...]
    sealed: int
    """How many words were said while others still chose."""
    receipts: int
    """How many of these had a receipt, which is right."""


def verified(record: Record) -> Proof:
    """Checks commitment, seats, dice and receipts of a finished record; breaks at the first line that is wrong."""
    if record.seed is None or not record.commit:
        raise Broken(1, Refused("unproven"))
    if commitment(record.seed) != record.commit:
        raise Broken(record.place("commit"), Refused("commit-wrong"))
    drawn = record.chance.seats(record.seats, len(record.nonces))
    if record.sat and record.sat != drawn:
        raise Broken(record.place("sat"), Refused("sat-wrong", drawn=" ".join(map(str, drawn))))
    sealed = receipts = 0
    before = end = None
    for line, match in matches(record):
        if line and before:
            sealed += len(before.awaited) > 1 and line.seat in before.awaited and line.word not in CALLS
            receipts += _receipt_holds(record, line, before.step + 1)
        before = end = match
    if end is None or not end.result:
        raise Broken(record.lines[-1].number if record.lines else 1, Refused("unfinished"))
    return Proof(end, drawn if record.sat else (), sealed, receipts)


def _receipt_holds(record: Record, line: Line, step: int) -> bool:
    if not line.receipt or line.seat is None:
        return False
    if not record.id:
        raise Broken(line.number, Refused("id-missing"))
    if receipt(line.salt, record.id, step, line.seat, line.word) != line.receipt:
        raise Broken(line.number, Refused("receipt-wrong"))
    return True
