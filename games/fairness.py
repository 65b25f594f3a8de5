"""Commitments to hidden moves, and the verification of records. `docs/fairness.md` specifies it to the byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from games import chain
from games.chain import BrokenRecord, RecordLine, break_at_line
from games.chained_record import HEADER_PATTERNS, Lobby, hash_player_seed
from games.core import Move, Seat
from games.match import TIME_OUT, Match
from games.record import Record, replay_positions
from games.refused import Refused

UNPROVABLE_REASONS: Final = frozenset(
    {"unproven", "seedless", "unfinished", "receipt-missing", "choice-missing", "not-yet", "cut-head"}
)
"""Refusals that mean a proof is missing, not that it is wrong."""


def compute_commitment(salt: bytes, match: str, step: int, seat: Seat, word: Move) -> str:
    """Return the public hash of a hidden move. Without the salt, three guesses would reveal a choice of three."""
    return chain.encode_hash(sha256(salt + f"{match}/{step}/{seat}/{' '.join(word)}".encode()).digest())


def seal_move(match: Match, name: str, seat: Seat, word: Move, count: int) -> RecordLine:
    """Return the line for a seat's `count`-th choice in this step, with a commitment if it is hidden from others."""
    if not match.is_hidden(word):
        return RecordLine(seat, word)
    step = match.step + 1
    salt = match.chance.derive_salt(step, seat, count)
    return RecordLine(seat, word, salt, compute_commitment(salt, name, step, seat, word))


def draw_move_of_left_seat(match: Match, seat: Seat) -> Move:
    """Draw the move of a seat that was left during a step. The house must not choose: it could know too much."""
    return match.house_dice(seat).choose(match.legal_moves(seat))


@dataclass(frozen=True, slots=True)
class VerifiedRecord:
    """What a consistent record says, to be compared with what people have seen."""

    steps: int
    earlier_steps: int
    """How many steps were taken over from another match, with its dice."""
    seats: tuple[Seat, ...]
    """The seats of the people, in the order in which they sat down."""
    seats_were_drawn: bool
    """Whether the dice assigned the seats."""
    player_seeds: tuple[str, ...]
    """The player seeds that count; empty if nobody added one."""
    hidden_move_count: int
    """How many moves were made while others had not chosen yet."""
    changed_move_count: int
    """How many of them replaced an earlier choice of the same step."""
    commitments: frozenset[str]
    seals: Mapping[str, int]
    """Each seal as it is shown, with the line of the file after which it stood."""
    seal: str
    """The last seal, which binds everything."""

    def find_line_of_seal(self, seal: str) -> int:
        """Return after which line a seal stood. Raises `Refused` if it never did."""
        if seal not in self.seals:
            raise Refused("seal-never", seal=seal)
        return self.seals[seal]

    def check_commitment(self, receipt: str) -> None:
        if receipt not in self.commitments:
            raise Refused("receipt-never", receipt=receipt)

    def check_player_seed(self, text: str) -> None:
        if hash_player_seed(text) not in self.player_seeds:
            raise Refused("shook-never", text=text)


def verify_record(record: Record) -> VerifiedRecord:
    """Verify a whole record. Raises `BrokenRecord` at the first line that is wrong or missing."""
    if not record.lobby_lines:
        raise BrokenRecord(1, Refused("unproven"))
    if not record.seed or not any(record.seed):
        raise BrokenRecord(len(HEADER_PATTERNS), Refused("seedless"))
    lobby = fold_lobby(record)
    told = _StepVerifier(record, frozenset(lobby.house))
    before: Match | None = None
    for line, match in replay_positions(record):
        if line and before:
            with break_at_line(line.number):
                told.check_line(line, before, match)
        before = match
    last = len(HEADER_PATTERNS) + len(record.lobby_lines) + len(record.lines)
    if not before or not before.result:
        raise BrokenRecord(last, Refused("unfinished"))
    links = [*record.lobby_lines, *(line.chained_text for line in record.lines)]
    seals = list(
        map(
            chain.encode_hash,
            chain.list_seals(chain.initial_seal(record.id, record.game, record.seed), links, record.seed),
        )
    )
    return VerifiedRecord(
        steps=before.step,
        earlier_steps=max((each.steps for each in lobby.since), default=0),
        seats=lobby.taken_seats,
        seats_were_drawn=lobby.seats_are_drawn,
        player_seeds=lobby.player_seeds,
        hidden_move_count=told.hidden,
        changed_move_count=sum(line.is_superseded for line in record.lines),
        commitments=frozenset(line.commitment for line in record.lines if line.commitment),
        seals={seal: number for number, seal in enumerate(seals, len(HEADER_PATTERNS))},
        seal=seals[-1],
    )


def fold_lobby(record: Record) -> Lobby:
    """Fold the lines of a record that come before its match."""
    lobby = Lobby(record.game, record.seed or bytes(32), record.options)
    for line in record.lobby_lines:
        lobby = lobby.add_line(line)
    return lobby


@dataclass(slots=True)
class _StepVerifier:
    """Checks the hidden choices of a record, step by step."""

    record: Record
    house: frozenset[Seat]
    hidden: int = 0
    counts: Counter[Seat] = field(default_factory=Counter)
    """How often each seat has chosen in this step."""
    open: set[Seat] = field(default_factory=set)
    """Seats whose final choice is still missing."""
    left: frozenset[Seat] = frozenset()
    """Seats that had left before this step."""

    def check_line(self, line: RecordLine, before: Match, match: Match) -> None:
        if line.seat is not None and (line.is_superseded or before.is_hidden(line.move)):
            self._check_move(line, line.seat, before)
        elif line.commitment:
            raise Refused("receipt-open")
        elif line.move == TIME_OUT and line.seat in self.open:
            raise Refused("in-time", seat=str(line.seat))
        if match.step > before.step or match.result:
            if self.open:
                raise Refused("choice-missing", seats=", ".join(map(str, sorted(self.open))))
            self.counts.clear()
            self.left = match.left_seats

    def _check_move(self, line: RecordLine, seat: Seat, before: Match) -> None:
        first = (self.house | self.left) & before.seats_asked
        if line.is_superseded and (seat not in before.to_move or not before.is_hidden(line.move)):
            raise Refused("not-awaited", seat=seat, awaited=_format_seats(before.to_move))
        if seat not in first | before.left_seats and first & before.to_move:
            raise Refused("house-late", seats=_format_seats(first & before.to_move))
        self.counts[seat] += 1
        if line.is_superseded:
            if seat in self.house | before.left_seats:
                raise Refused("house-changed", seat=str(seat))
            self.open.add(seat)
            return
        self.open.discard(seat)
        self.hidden += 1
        if not line.commitment:
            raise Refused("receipt-missing")
        step = before.step + 1
        if seat in before.left_seats - self.left and line.move != draw_move_of_left_seat(before, seat):
            raise Refused("dice-wrong", word=" ".join(draw_move_of_left_seat(before, seat)))
        if line.salt != self.record.chance.derive_salt(step, seat, self.counts[seat]):
            raise Refused("salt-wrong")
        if line.commitment != compute_commitment(line.salt, self.record.id, step, seat, line.move):
            raise Refused("receipt-wrong")


def _format_seats(seats: frozenset[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))
