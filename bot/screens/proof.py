"""Texts about fairness: seals and commitments while a match is played, and its proof once it is over."""

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
"""The number of characters of a seal or commitment that are shown to players while they play."""


def format_seal(match: MatchState, locale: str) -> str:
    """Format the whole seal, so that anybody can compare the match's record with it later."""
    return say("seal", locale, seal=encode_hash(match.public_seal))


def format_short_seal(match: MatchState, locale: str) -> str:
    """Format the beginning of the seal for a player message."""
    return say("hand-seal", locale, seal=encode_hash(match.public_seal)[:SHORT_HASH_LENGTH])


def format_commitment(match: RunningMatch, seat: Seat, locale: str, *, full: bool = False) -> str:
    """Format what proves later that a player's sealed move was not changed: its beginning, or all of it if `full`.

    Return "" if there is no sealed move.
    """
    line = match.find_sealed_move(seat)
    if not line or not line.commitment:
        return ""
    if match.choice_counts[seat] == 1:
        # For a first choice, show the seal. The commitment would let the player find out whether others changed theirs.
        seal = encode_hash(match.first_choice_seals[seat])
        return say("more-seal", locale, seal=seal) if full else say("hand-seal", locale, seal=seal[:SHORT_HASH_LENGTH])
    if full:
        return say("more-receipt", locale, receipt=line.commitment)
    return say("hand-receipt", locale, receipt=line.commitment[:SHORT_HASH_LENGTH])


def format_proof(
    record: Record, proof: VerifiedRecord, locale: str, people: Sequence[int | None] = ()
) -> Iterator[str]:
    """Yield what was verified. Records do not contain people, so without `people` the players are numbered."""
    seat_texts = []
    for number, seat in enumerate(proof.seats, 1):
        who = format_mention(people[seat], locale) if people else say("proof-sitter", locale, number=number)
        seat_texts.append(say("proof-seated", locale, who=who, seat=record.game.say(f"seat-{seat}", locale)))
    seats_key = "proof-seats" if proof.seats_were_drawn else "proof-agreed"
    yield say(seats_key, locale, seats=say.format_list(seat_texts, locale))
    yield say("proof-shaken", locale, count=len(proof.player_seeds))
    yield say("proof-steps", locale, steps=proof.steps)
    if proof.earlier_steps:
        yield say("proof-since", locale, steps=proof.earlier_steps)
    yield say("proof-receipts", locale, hidden=proof.hidden_move_count, again=proof.changed_move_count)


def format_broken_record(error: BrokenRecord, locale: str) -> str:
    """Describe why a record cannot be verified, and in which line."""
    verdict = "proof-missing" if error.why.key in UNPROVABLE_REASONS else "proof-wrong"
    return say(verdict, locale, why=error.format_error(locale), line=error.line)
