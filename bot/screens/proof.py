"""What a match can be held against, in words: its seal and receipts while it is played, its proof once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.matches.model import MatchState, RunningMatch
from bot.screens.phrases import format_mention
from games.chain import BrokenRecord, encode_hash
from games.core import Seat
from games.fairness import UNPROVABLE_REASONS, VerifiedRecord
from games.record import Record

SHORT_HASH_LENGTH: Final = 12
"""Characters of a seal or a receipt."""


def format_seal(match: MatchState, locale: str) -> str:
    """The line of a card that a record can be held against."""
    return say("seal", locale, seal=encode_hash(match.public_seal))


def format_short_seal(match: MatchState, locale: str) -> str:
    """The same where one plays: enough to know it again."""
    return say("hand-seal", locale, seal=encode_hash(match.public_seal)[:SHORT_HASH_LENGTH])


def format_commitment(match: RunningMatch, seat: Seat, locale: str, *, full: bool = False) -> str:
    """What a choice can be held against later: a glimpse of it, enough to know it again, or all of it."""
    line = match.find_sealed_move(seat)
    if not line or not line.commitment:
        return ""
    if match.choice_counts[seat] == 1:
        # Of a first choice the seal: whoever knew its receipt, too, could find out that others have thought again.
        seal = encode_hash(match.first_choice_seals[seat])
        return say("more-seal", locale, seal=seal) if full else say("hand-seal", locale, seal=seal[:SHORT_HASH_LENGTH])
    if full:
        return say("more-receipt", locale, receipt=line.commitment)
    return say("hand-receipt", locale, receipt=line.commitment[:SHORT_HASH_LENGTH])


def format_proof(
    record: Record, proof: VerifiedRecord, locale: str, people: Sequence[int | None] = ()
) -> Iterator[str]:
    """What it rests on. Who sits in each seat, a record does not know."""
    seats = [
        say("proof-seated", locale, who=who, seat=record.game.say(f"seat-{seat}", locale))
        for number, seat in enumerate(proof.seats, 1)
        for who in [format_mention(people[seat], locale) if people else say("proof-sitter", locale, number=number)]
    ]
    yield say("proof-seats" if proof.seats_were_drawn else "proof-agreed", locale, seats=say.format_list(seats, locale))
    yield say("proof-shaken", locale, count=len(proof.player_seeds))
    yield say("proof-steps", locale, steps=proof.steps)
    if proof.earlier_steps:
        yield say("proof-since", locale, steps=proof.earlier_steps)
    yield say("proof-receipts", locale, hidden=proof.hidden_move_count, again=proof.changed_move_count)


def format_broken_record(error: BrokenRecord, locale: str) -> str:
    """What is wrong, or missing, and where."""
    verdict = "proof-missing" if error.why.key in UNPROVABLE_REASONS else "proof-wrong"
    return say(verdict, locale, why=error.format_error(locale), line=error.line)
