"""The proof of a finished match, in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.terms import say
from games.fair import verified
from games.record import Record


def proved(record: Record, locale: str) -> Iterator[str]:
    """Refuses what is not proven."""
    proof = verified(record)
    yield say("proof-commitment", locale)
    if proof.drawn:
        yield say("proof-seats", locale, seats=" ".join(map(str, proof.drawn)))
    yield say("proof-steps", locale, steps=proof.steps)
    yield say("proof-receipts", locale, hidden=proof.hidden, receipts=proof.receipts, salts=proof.salts)
