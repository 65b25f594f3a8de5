"""What the house promises and can be held to. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from games import chain
from games.chain import Broken, Line, breaking
from games.chained_record import HEADER, Lobby, shaken
from games.core import Seat, Word
from games.match import LAPSE, Match
from games.record import Record, matches
from games.refused import Refused

MISSING: Final = frozenset(
    {"unproven", "seedless", "unfinished", "receipt-missing", "choice-missing", "not-yet", "cut-head"}
)
"""What is not wrong, but not there."""


def receipt(salt: bytes, match: str, step: int, seat: Seat, word: Word) -> str:
    """A seal on a hidden word, public at once; salted, since three masks would fall to three guesses."""
    return chain.brief(sha256(salt + f"{match}/{step}/{seat}/{' '.join(word)}".encode()).digest())


def sealed(match: Match, name: str, seat: Seat, word: Word, count: int) -> Line:
    """A seat's `count`-th choice in this step of the match of that name; with its receipt where others choose too."""
    if not match.hides(word):
        return Line(seat, word)
    step = match.step + 1
    salt = match.chance.salt(step, seat, count)
    return Line(seat, word, salt, receipt(salt, name, step, seat, word))


def taken_over(match: Match, seat: Seat) -> Word:
    """What the house says in a seat that was left in the middle of a step: dice choose, for it could know too much."""
    return match.house(seat).choice(match.legal(seat))


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record comes to that agrees with itself, to be held against what people have seen."""

    steps: int
    since: int
    """How many of them were taken over from another match, with its dice."""
    seats: tuple[Seat, ...]
    """Of those who came, in order of coming."""
    drawn: bool
    """Did the dice say so?"""
    shakes: tuple[str, ...]
    """Of those who shook them; nobody's where nobody did."""
    hidden: int
    """How many words were said while others still chose."""
    thought_again: int
    """How many of them took the place of another."""
    receipts: frozenset[str]
    seals: Mapping[str, int]
    """Each as it is shown, and after which line of the file it stood."""
    seal: str
    """The last: it binds everything."""

    def after(self, seal: str) -> int:
        """After which line it stood."""
        if seal not in self.seals:
            raise Refused("seal-never", seal=seal)
        return self.seals[seal]

    def check_receipt(self, receipt: str) -> None:
        if receipt not in self.receipts:
            raise Refused("receipt-never", receipt=receipt)

    def check_shook(self, text: str) -> None:
        if shaken(text) not in self.shakes:
            raise Refused("shook-never", text=text)


def verified(record: Record) -> Proof:
    """Everything that a record tells, held together; breaks at the first line that is wrong, or missing."""
    if not record.before:
        raise Broken(1, Refused("unproven"))
    if not record.seed or not any(record.seed):
        raise Broken(len(HEADER), Refused("seedless"))
    lobby = fold_lobby(record)
    told = _Told(record, frozenset(lobby.house))
    before: Match | None = None
    for line, match in matches(record):
        if line and before:
            with breaking(line.number):
                told.heard(line, before, match)
        before = match
    last = len(HEADER) + len(record.before) + len(record.lines)
    if not before or not before.result:
        raise Broken(last, Refused("unfinished"))
    links = [*record.before, *(line.link for line in record.lines)]
    seals = list(map(chain.brief, chain.links(chain.first(record.id, record.game, record.seed), links, record.seed)))
    return Proof(
        steps=before.step,
        since=max((each.steps for each in lobby.since), default=0),
        seats=lobby.sat,
        drawn=lobby.drawn,
        shakes=lobby.shakes,
        hidden=told.hidden,
        thought_again=sum(line.superseded for line in record.lines),
        receipts=frozenset(line.receipt for line in record.lines if line.receipt),
        seals={seal: number for number, seal in enumerate(seals, len(HEADER))},
        seal=seals[-1],
    )


def fold_lobby(record: Record) -> Lobby:
    """Fold the lines of a record that come before its match."""
    lobby = Lobby(record.game, record.seed or bytes(32), record.options)
    for line in record.before:
        lobby = lobby.add_line(line)
    return lobby


@dataclass(slots=True)
class _Told:
    """What hidden choices were told of in this step."""

    record: Record
    house: frozenset[Seat]
    hidden: int = 0
    counts: Counter[Seat] = field(default_factory=Counter)
    """How often each seat has chosen in this step."""
    open: set[Seat] = field(default_factory=set)
    """Whose last choice is still to come."""
    left: frozenset[Seat] = frozenset()
    """Who had left before this step."""

    def heard(self, line: Line, before: Match, match: Match) -> None:
        if line.seat is not None and (line.superseded or before.hides(line.word)):
            self._chosen(line, line.seat, before)
        elif line.receipt:
            raise Refused("receipt-open")
        elif line.word == LAPSE and line.seat in self.open:
            raise Refused("in-time", seat=str(line.seat))
        if match.step > before.step or match.result:
            if self.open:
                raise Refused("choice-missing", seats=", ".join(map(str, sorted(self.open))))
            self.counts.clear()
            self.left = match.left

    def _chosen(self, line: Line, seat: Seat, before: Match) -> None:
        first = (self.house | self.left) & before.awaited
        if line.superseded and (seat not in before.waiting or not before.hides(line.word)):
            raise Refused("not-awaited", seat=seat, awaited=_seats(before.waiting))
        if seat not in first | before.left and first & before.waiting:
            raise Refused("house-late", seats=_seats(first & before.waiting))
        self.counts[seat] += 1
        if line.superseded:
            if seat in self.house | before.left:
                raise Refused("house-changed", seat=str(seat))
            self.open.add(seat)
            return
        self.open.discard(seat)
        self.hidden += 1
        if not line.receipt:
            raise Refused("receipt-missing")
        step = before.step + 1
        if seat in before.left - self.left and line.word != taken_over(before, seat):
            raise Refused("dice-wrong", word=" ".join(taken_over(before, seat)))
        if line.salt != self.record.chance.salt(step, seat, self.counts[seat]):
            raise Refused("salt-wrong")
        if line.receipt != receipt(line.salt, self.record.id, step, seat, line.word):
            raise Refused("receipt-wrong")


def _seats(seats: frozenset[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))
