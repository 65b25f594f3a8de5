"""`duel replay` and `duel verify`: show a recorded match, and check its record against what its players saw."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bot.i18n import say
from bot.screens.phrases import format_outcome
from bot.screens.proof import format_broken_record, format_gaps, format_proof
from games.art import Picture, translate_picture
from games.chain import SHORT_SEAL_LENGTH, BrokenRecord
from games.core import Seat
from games.fairness import VerifiedRecord, verify_record
from games.match import Match
from games.record import Record, replay_positions
from games.refused import Refused, replace_control_characters


def match_to_dict(engine: Match, seat: Seat | None, locale: str, *, include_legal_moves: bool) -> dict[str, Any]:
    """Return a match as JSON data, as seen from one seat. If `seat` is None, use the public view."""
    data = {
        "game": engine.game.KEY,
        "options": engine.options.model_dump(mode="json"),
        "seats": engine.seats,
        "step": engine.step,
        "awaited": sorted(engine.to_move),
        "scores": engine.scores(),
        "result": asdict(engine.result) if engine.result else None,
        "text": engine.game.describe_board(engine.view_of(seat), locale),
    }
    if include_legal_moves:
        data["legal"] = {
            str(mover): [" ".join(move) for move in engine.legal_moves(mover)] for mover in sorted(engine.seats_asked)
        }
    return data


def format_match(engine: Match, seat: Seat | None, locale: str, *, include_legal_moves: bool) -> Iterator[str]:
    yield engine.game.describe_board(engine.view_of(seat), locale)
    yield from format_outcome(engine, locale)
    if include_legal_moves:
        for mover in sorted(engine.seats_asked):
            moves = ", ".join(" ".join(move) for move in engine.legal_moves(mover))
            yield say("show-words", locale, seat=engine.game.say(f"seat-{mover}", locale), words=moves)


def replay_with_boards(
    record: Record, seat: Seat | None, locale: str, *, draw_boards: bool
) -> tuple[Match, list[Picture]]:
    """Return the final position of a record and, if `draw_boards` is true, a picture of the board after each step."""
    boards: dict[int, Picture] = {}
    for _, engine in replay_positions(record):
        end = engine
        if draw_boards:
            boards[engine.step] = draw_board(engine, seat, locale)
    return end, list(boards.values())


def draw_board(engine: Match, seat: Seat | None, locale: str) -> Picture:
    return translate_picture(engine.game.draw_board(engine.view_of(seat)), engine.game.say, locale)


def check_record(
    source: str,
    load_record: Callable[[], Record],
    locale: str,
    *,
    seals: Sequence[str] = (),
    commitments: Sequence[str] = (),
    player_seeds: Sequence[str] = (),
    deal_source: str = "",
    load_deal_source: Callable[[], Record] | None = None,
) -> tuple[list[str], int]:
    """Check a record, and compare it with what the bot showed during the match. Return lines to print and an exit code.

    A seal is the latest hash of a record, and a commitment is the hash of a hidden move. A player seed is a text that a
    player added to the dice. `load_deal_source` loads the record of the match whose deal this match repeats. `seals`
    can contain that match's last seal, too.
    """
    checked_source = deal_source
    try:
        first_record = load_deal_source() if load_deal_source else None
        first_seal = verify_record(first_record).seal if first_record else ""
        checked_source = source
        record = load_record()
        proof = verify_record(record, first_record)
        own_seals = [seal for seal in seals if seal != first_seal]
        claim_lines = list(_check_claims(proof, locale, own_seals, commitments, player_seeds))
    except BrokenRecord as error:
        return [f"{replace_control_characters(checked_source)}: {format_broken_record(error, locale)}"], 2
    except Refused as error:
        message = say("proof-never", locale, why=say.format_refusal(error, locale))
        return [f"{replace_control_characters(checked_source)}: {message}"], 2
    was_seal_given = proof.seal in seals
    gaps = [*format_gaps(record, proof, locale)]
    if first_record and first_seal in seals:
        claim_lines.insert(0, say("proof-deal-same", locale, match=first_record.id))
    elif first_record:
        gaps.append(say("proof-deal-unproven", locale, match=first_record.id))
    is_proven = was_seal_given and not gaps
    if is_proven:
        verdict = say("proof-proven", locale)
    elif was_seal_given:
        verdict = say("proof-same-match", locale)
    else:
        verdict = say("proof-agrees", locale, seal=proof.seal)
    return [verdict, *gaps, *claim_lines, *format_proof(record, proof, locale)], 0 if is_proven else 1


def _check_claims(
    proof: VerifiedRecord, locale: str, seals: Sequence[str], commitments: Sequence[str], player_seeds: Sequence[str]
) -> Iterator[str]:
    """Check the seals, commitments and seeds that a player saw, and yield a line for each value confirmed.

    No line is needed for the record's last seal. Raises `Refused` if the record contradicts any value.
    """
    for seal in seals:
        line_number = proof.find_line_of_seal(seal)
        if len(seal) == SHORT_SEAL_LENGTH:
            yield say("proof-short", locale, seal=seal, line=line_number)
        elif seal != proof.seal:
            yield say("proof-until", locale, seal=seal, line=line_number)
    for commitment in commitments:
        proof.check_commitment(commitment)
        yield say("proof-receipt", locale, receipt=commitment)
    for text in player_seeds:
        proof.check_player_seed(text)
        yield say("proof-shook", locale, text=text)
