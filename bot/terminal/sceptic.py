"""`duel verify`: a record held against what somebody has seen of its match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.scenes.proof import broken, proved
from bot.texts import say
from games.chain import Broken
from games.fair import Proof, verified
from games.record import Record
from games.refused import Refused, plain


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody wrote down, or kept a picture of."""

    seals: Sequence[str]
    receipts: Sequence[str]
    shook: Sequence[str]


def told(source: str, read: Callable[[], Record], seen: Seen, locale: str) -> tuple[list[str], int]:
    """The verdict and what it rests on, and the exit code; what is wrong is said of its source."""
    try:
        record = read()
        proof = verified(record)
        held = list(_held(proof, seen, locale))
    except Broken as no:
        return [f"{plain(source)}: {broken(no, locale)}"], 2
    except Refused as no:
        return [f"{plain(source)}: {say('proof-never', locale, why=say.no(no, locale))}"], 2
    proven = proof.seal in seen.seals
    verdict = say("proof-proven", locale) if proven else say("proof-agrees", locale, seal=proof.seal)
    return [verdict, *held, *proved(record, proof, locale)], 0 if proven else 1


def _held(proof: Proof, seen: Seen, locale: str) -> Iterator[str]:
    """Refuses what never stood there."""
    for seal in seen.seals:
        at = proof.after(seal)
        if seal != proof.seal:
            yield say("proof-until", locale, seal=seal, line=at)
    for receipt in seen.receipts:
        proof.check_receipt(receipt)
        yield say("proof-receipt", locale, receipt=receipt)
    for text in seen.shook:
        proof.check_shook(text)
        yield say("proof-shook", locale, text=text)
