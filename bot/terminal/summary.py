"""`duel replay` and `duel verify`: where a match stands, and whether its record is what somebody saw of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from bot.scenes.outcome import outcome
from bot.scenes.proof import broken, proved
from bot.texts import say
from games.art import Picture, spoken
from games.chain import Broken
from games.core import Seat
from games.fair import Proof, verified
from games.match import Match
from games.record import Record, matches
from games.refused import Refused, plain


def summary(match: Match, seat: Seat | None, locale: str, *, legal: bool) -> dict[str, Any]:
    """As everybody sees it, or as one seat does."""
    told = {
        "game": match.game.KEY,
        "options": match.options.model_dump(mode="json"),
        "seats": match.seats,
        "step": match.step,
        "awaited": sorted(match.waiting),
        "scores": match.scores(),
        "result": asdict(match.result) if match.result else None,
        "text": match.game.text(match.view(seat), locale),
    }
    if legal:
        told["legal"] = {str(each): [" ".join(word) for word in match.legal(each)] for each in sorted(match.awaited)}
    return told


def lines(match: Match, seat: Seat | None, locale: str, *, legal: bool) -> Iterator[str]:
    yield match.game.text(match.view(seat), locale)
    yield from outcome(match, locale)
    if legal:
        for each in sorted(match.awaited):
            words = ", ".join(" ".join(word) for word in match.legal(each))
            yield say("show-words", locale, seat=match.game.say(f"seat-{each}", locale), words=words)


def watched(record: Record, seat: Seat | None, locale: str, *, painted: bool) -> tuple[Match, list[Picture]]:
    """The end of a match and, where wanted, its boards: at the start, after each step, at the end."""
    boards: dict[int, Picture] = {}
    for _, match in matches(record):
        end = match
        if painted:
            boards[match.step] = spoken(match.game.picture(match.view(seat)), match.game.say, locale)
    return end, list(boards.values())


def check_record(
    source: str,
    read: Callable[[], Record],
    locale: str,
    *,
    seals: Sequence[str] = (),
    receipts: Sequence[str] = (),
    shook: Sequence[str] = (),
) -> tuple[list[str], int]:
    """Hold a record against the seals, receipts and lines that somebody saw while the match was played.

    Returns the lines to print and the exit code of `duel verify`.
    """
    try:
        record = read()
        proof = verified(record)
        held = list(_held(proof, locale, seals, receipts, shook))
    except Broken as no:
        return [f"{plain(source)}: {broken(no, locale)}"], 2
    except Refused as no:
        return [f"{plain(source)}: {say('proof-never', locale, why=say.no(no, locale))}"], 2
    proven = proof.seal in seals
    verdict = say("proof-proven", locale) if proven else say("proof-agrees", locale, seal=proof.seal)
    return [verdict, *held, *proved(record, proof, locale)], 0 if proven else 1


def _held(
    proof: Proof, locale: str, seals: Sequence[str], receipts: Sequence[str], shook: Sequence[str]
) -> Iterator[str]:
    """Refuses what never stood there."""
    for seal in seals:
        at = proof.after(seal)
        if seal != proof.seal:
            yield say("proof-until", locale, seal=seal, line=at)
    for receipt in receipts:
        proof.check_receipt(receipt)
        yield say("proof-receipt", locale, receipt=receipt)
    for text in shook:
        proof.check_shook(text)
        yield say("proof-shook", locale, text=text)
