"""The proof of a finished match, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.scenes.names import called
from bot.texts import say
from games.fair import verified
from games.record import Record


def proved(record: Record, locale: str, people: Sequence[int | None] = ()) -> Iterator[str]:
    """Refuses what is not proven. Who sits in each seat, a record does not know."""
    proof = verified(record)
    yield say("proof-commitment", locale)
    if proof.drawn:
        seats = [
            say("proof-seated", locale, who=who, seat=record.game.say(f"seat-{seat}", locale))
            for number, seat in enumerate(proof.drawn, 1)
            for who in [called(people[seat], locale) if people else say("proof-sitter", locale, number=number)]
        ]
        yield say("proof-seats", locale, seats=say.listed(seats, locale))
    yield say("proof-steps", locale, steps=proof.steps)
    yield say("proof-receipts", locale, hidden=proof.hidden, receipts=proof.receipts, salts=proof.salts)
