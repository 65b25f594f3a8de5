"""`duel replay` and `duel verify`: where a match stands, and whether its record is what somebody saw of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bot.i18n import say
from bot.screens.phrases import format_outcome
from bot.screens.proof import format_broken_record, format_proof
from games.art import Picture, translate_picture
from games.chain import BrokenRecord
from games.core import Seat
from games.fairness import VerifiedRecord, verify_record
from games.match import Match
from games.record import Record, replay_positions
from games.refused import Refused, replace_control_characters


def match_to_dict(engine: Match, seat: Seat | None, locale: str, *, include_legal_moves: bool) -> dict[str, Any]:
    """As everybody sees it, or as one seat does."""
    told = {
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
        told["legal"] = {
            str(each): [" ".join(word) for word in engine.legal_moves(each)] for each in sorted(engine.seats_asked)
        }
    return told


def format_match(engine: Match, seat: Seat | None, locale: str, *, include_legal_moves: bool) -> Iterator[str]:
    yield engine.game.describe_board(engine.view_of(seat), locale)
    yield from format_outcome(engine, locale)
    if include_legal_moves:
        for each in sorted(engine.seats_asked):
            words = ", ".join(" ".join(word) for word in engine.legal_moves(each))
            yield say("show-words", locale, seat=engine.game.say(f"seat-{each}", locale), words=words)


def replay_with_boards(
    record: Record, seat: Seat | None, locale: str, *, draw_boards: bool
) -> tuple[Match, list[Picture]]:
    """The end of a match and, where wanted, its boards: at the start, after each step, at the end."""
    boards: dict[int, Picture] = {}
    for _, engine in replay_positions(record):
        end = engine
        if draw_boards:
            boards[engine.step] = translate_picture(
                engine.game.draw_board(engine.view_of(seat)), engine.game.say, locale
            )
    return end, list(boards.values())


def check_record(
    source: str,
    load_record: Callable[[], Record],
    locale: str,
    *,
    seals: Sequence[str] = (),
    commitments: Sequence[str] = (),
    player_seeds: Sequence[str] = (),
) -> tuple[list[str], int]:
    """Hold a record against the seals, receipts and lines that somebody saw while the match was played.

    Returns the lines to print and the exit code of `duel verify`.
    """
    try:
        record = load_record()
        proof = verify_record(record)
        held = list(_check_claims(proof, locale, seals, commitments, player_seeds))
    except BrokenRecord as no:
        return [f"{replace_control_characters(source)}: {format_broken_record(no, locale)}"], 2
    except Refused as no:
        return [
            f"{replace_control_characters(source)}: {say('proof-never', locale, why=say.format_refusal(no, locale))}"
        ], 2
    proven = proof.seal in seals
    verdict = say("proof-proven", locale) if proven else say("proof-agrees", locale, seal=proof.seal)
    return [verdict, *held, *format_proof(record, proof, locale)], 0 if proven else 1


def _check_claims(
    proof: VerifiedRecord, locale: str, seals: Sequence[str], commitments: Sequence[str], player_seeds: Sequence[str]
) -> Iterator[str]:
    """Refuses what never stood there."""
    for seal in seals:
        at = proof.find_line_of_seal(seal)
        if seal != proof.seal:
            yield say("proof-until", locale, seal=seal, line=at)
    for receipt in commitments:
        proof.check_commitment(receipt)
        yield say("proof-receipt", locale, receipt=receipt)
    for text in player_seeds:
        proof.check_player_seed(text)
        yield say("proof-shook", locale, text=text)
