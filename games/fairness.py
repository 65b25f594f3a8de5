"""Commitments to hidden moves, and the verification of records. `docs/fairness.md` specifies the exact bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from games import chain
from games.chain import BrokenRecord, RecordLine, break_at_line
from games.chained_record import HEADER_PATTERNS, Lobby, hash_player_seed
from games.core import Move, Seat
from games.dice import RepeatedDeal
from games.match import RESIGN, TIME_OUT, Match
from games.record import Record, replay_positions
from games.refused import Refused

UNPROVABLE_REASONS: Final = frozenset(
    {"unproven", "seedless", "unfinished", "receipt-missing", "choice-missing", "not-yet", "cut-head", "deal-match"}
)
"""The keys of refusals that mean a proof is missing rather than wrong."""


def compute_commitment(salt: bytes, match_id: str, step: int, seat: Seat, move: Move) -> str:
    """Return the public hash of a hidden move. Without the salt, anyone could find the move by hashing all choices."""
    return chain.encode_hash(sha256(salt + f"{match_id}/{step}/{seat}/{' '.join(move)}".encode()).digest())


def seal_move(match: Match, match_id: str, seat: Seat, move: Move, count: int) -> RecordLine:
    """Return the record line for a move, with a salt and a commitment if the move is hidden.

    `count` is 1 for the seat's first choice in this step, and higher if the seat changed its choice.
    """
    if not match.is_hidden(move):
        return RecordLine(seat, move)
    step = match.step + 1
    salt = match.chance.derive_salt(step, seat, count)
    return RecordLine(seat, move, salt, compute_commitment(salt, match_id, step, seat, move))


def draw_move_of_left_seat(match: Match, seat: Seat) -> Move:
    """Draw a random move for a seat whose player left during a step.

    The computer opponent must not choose this move, because it could already know other players' moves. The legal
    moves are sorted by their text, so that every verifier has them in the same order.
    """
    return match.house_dice(seat).choose(sorted(match.legal_moves(seat), key=" ".join))


@dataclass(frozen=True, slots=True)
class VerifiedRecord:
    """The facts established by verifying a record. Players can compare them with what they saw during the match."""

    steps: int
    earlier_steps: int | None
    """How many of the first steps were copied from earlier matches, or None if this match continues no other.

    The setup and the copied steps use the dice of those matches.
    """
    repeated_match_id: str | None
    """The match whose deal this match repeats, or None if it repeats no deal."""
    deal_was_compared: bool
    """Whether the record of the match in `repeated_match_id` was given, and has the same dice and options."""
    seats: tuple[Seat, ...]
    """The seats taken by people, in the order in which they joined."""
    seats_were_drawn: bool
    """Whether the dice assigned the seats."""
    player_seeds: tuple[str, ...]
    """The hashes of the player seeds; empty if nobody added one."""
    hidden_move_count: int
    """How many hidden moves were made, not counting choices that were changed later."""
    changed_move_count: int
    """How many choices were replaced by a later choice in the same step."""
    commitments: frozenset[str]
    seals: Mapping[str, int]
    """The line number of each seal in the record. A line's seal is the hash of all lines up to that line."""
    seal: str
    """The last seal, which binds the whole record."""

    def find_line_of_seal(self, seal: str) -> int:
        """Return the number of the last line whose seal is this one, or begins with it if it is a short seal.

        Raises `Refused` for an unknown seal.
        """
        for known, line_number in reversed([*self.seals.items()]):
            if seal in (known, known[: chain.SHORT_SEAL_LENGTH]):
                return line_number
        raise Refused("seal-never", seal=seal)

    def check_commitment(self, commitment: str) -> None:
        """Raise `Refused` unless a hidden move in the record has this commitment."""
        if commitment not in self.commitments:
            raise Refused("receipt-never", receipt=commitment)

    def check_player_seed(self, text: str) -> None:
        """Raise `Refused` unless this text is one of the player seeds."""
        if hash_player_seed(text) not in self.player_seeds:
            raise Refused("shook-never", text=text)


def verify_record(record: Record, deal_source: Record | None = None) -> VerifiedRecord:
    """Verify a whole record. Raises `BrokenRecord` for the first line that is wrong or missing.

    `deal_source` is the record of the match whose deal this match repeats. The caller has to verify it, too.
    """
    if not record.lobby_lines:
        raise BrokenRecord(1, Refused("unproven"))
    if not record.seed or not any(record.seed):
        raise BrokenRecord(len(HEADER_PATTERNS), Refused("seedless"))
    lobby = fold_lobby(record)
    verifier = _StepVerifier(record, frozenset(lobby.house))
    before: Match | None = None
    for line, match in replay_positions(record):
        if line and before:
            with break_at_line(line.number):
                verifier.check_line(line, before, match)
        before = match
    last = len(HEADER_PATTERNS) + len(record.lobby_lines) + len(record.lines)
    if not record.has_end_line:
        raise BrokenRecord(last, Refused("unfinished"))
    if not before or not before.result:
        raise BrokenRecord(last + 1, Refused("early-end"))
    if deal_source:
        _compare_deal(record, lobby.deal, deal_source)
    chained_lines = [*record.lobby_lines, *(line.chained_text for line in record.lines), chain.END_LINE]
    seals = list(
        map(
            chain.encode_hash,
            chain.list_seals(chain.initial_seal(record.id, record.game, record.seed), chained_lines, record.seed),
        )
    )
    return VerifiedRecord(
        steps=before.step,
        earlier_steps=max((earlier.last_step for earlier in lobby.since), default=None),
        repeated_match_id=lobby.deal.match_id if lobby.deal else None,
        deal_was_compared=deal_source is not None,
        seats=lobby.taken_seats,
        seats_were_drawn=lobby.seats_are_drawn,
        player_seeds=lobby.player_seeds,
        hidden_move_count=verifier.hidden_count,
        changed_move_count=sum(line.is_superseded for line in record.lines),
        commitments=frozenset(line.commitment for line in record.lines if line.commitment),
        seals={seal: number for number, seal in enumerate(seals, len(HEADER_PATTERNS))},
        seal=seals[-1],
    )


def fold_lobby(record: Record) -> Lobby:
    """Return the lobby after applying all of a record's lobby lines."""
    lobby = Lobby(record.game, record.seed or bytes(32), record.options)
    for line in record.lobby_lines:
        lobby = lobby.add_line(line)
    return lobby


def _compare_deal(record: Record, deal: RepeatedDeal | None, source: Record) -> None:
    """Raise `BrokenRecord` unless `record` repeats the deal of `source`, with the same dice, game and options."""
    if deal is None:
        raise BrokenRecord(len(HEADER_PATTERNS), Refused("deal-none"))
    with break_at_line(len(HEADER_PATTERNS) + 1 + record.lobby_lines.index(chain.deal_line(deal))):
        if source.id != deal.match_id:
            raise Refused("deal-match", wanted=deal.match_id, given=source.id)
        # If the source took its own deal from another match, its key did not deal it.
        if source.earlier_dice or source.chance.key != deal.key:
            raise Refused("deal-dice", match=source.id)
        if (source.game, source.options) != (record.game, record.options):
            raise Refused("deal-terms", match=source.id)


@dataclass(slots=True)
class _StepVerifier:
    """Verifier of a record's hidden moves, which are checked step by step."""

    record: Record
    house: frozenset[Seat]
    hidden_count: int = 0
    """How many hidden moves have been verified."""
    counts: Counter[Seat] = field(default_factory=Counter)
    """How often each seat has chosen in this step."""
    open_seats: set[Seat] = field(default_factory=set)
    """The seats with a changed choice in this step whose final choice is still missing."""
    left_before: frozenset[Seat] = frozenset()
    """The seats that had left before this step."""

    def check_line(self, line: RecordLine, before: Match, match: Match) -> None:
        """Check a line, given the match before and after it. Raises `Refused` if the line is wrong."""
        if line.seat is not None and (line.is_superseded or before.is_hidden(line.move)):
            self._check_move(line, line.seat, before)
        elif line.commitment:
            raise Refused("receipt-open")
        elif line.seat in self.open_seats and line.move == TIME_OUT:
            raise Refused("in-time", seat=str(line.seat))
        elif line.seat in self.open_seats and line.move == RESIGN:
            # The final choice must come before the resignation, because its commitment was already public.
            raise Refused("choice-missing", seats=str(line.seat))
        if match.step > before.step or match.result:
            if self.open_seats:
                raise Refused("choice-missing", seats=_format_seats(self.open_seats))
            self.counts.clear()
            self.left_before = match.left_seats

    def _check_move(self, line: RecordLine, seat: Seat, before: Match) -> None:
        # The computer opponent must choose before all others, so that it cannot know their moves.
        must_choose_first = (self.house | self.left_before) & before.seats_asked
        if line.is_superseded and before.result:
            raise Refused("ended")
        if line.is_superseded and seat not in before.to_move:
            raise Refused("not-awaited", seat=seat, awaited=_format_seats(before.to_move))
        if not before.is_hidden(line.move):
            raise Refused("receipt-open")
        if seat not in must_choose_first | before.left_seats and must_choose_first & before.to_move:
            raise Refused("house-late", seats=_format_seats(must_choose_first & before.to_move))
        self.counts[seat] += 1
        if line.is_superseded:
            if seat in self.house | before.left_seats:
                raise Refused("house-changed", seat=str(seat))
            self.open_seats.add(seat)
            return
        self.open_seats.discard(seat)
        self.hidden_count += 1
        if not line.commitment:
            raise Refused("receipt-missing")
        step = before.step + 1
        if seat in before.left_seats - self.left_before and line.move != draw_move_of_left_seat(before, seat):
            raise Refused("dice-wrong", word=" ".join(draw_move_of_left_seat(before, seat)))
        if line.salt != self.record.chance.derive_salt(step, seat, self.counts[seat]):
            raise Refused("salt-wrong")
        if line.commitment != compute_commitment(line.salt, self.record.id, step, seat, line.move):
            raise Refused("receipt-wrong")


def _format_seats(seats: Set[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))
