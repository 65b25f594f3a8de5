"""The proof of a finished match, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.scenes.names import called
from bot.table.table import Table
from bot.texts import say
from games.chain import brief
from games.fair import MISSING, Proof
from games.line import Broken
from games.record import Record


def sealed(table: Table, locale: str) -> Iterator[str]:
    """The line of a card that a record can be held against; a match of the first protocol has none."""
    if table.shown:
        yield say("seal", locale, seal=brief(table.shown))


def proved(record: Record, proof: Proof, locale: str, people: Sequence[int | None] = ()) -> Iterator[str]:
    """What it rests on. Who sits in each seat, a record does not know."""
    seats = [
        say("proof-seated", locale, who=who, seat=record.game.say(f"seat-{seat}", locale))
        for number, seat in enumerate(proof.seats, 1)
        for who in [called(people[seat], locale) if people else say("proof-sitter", locale, number=number)]
    ]
    yield say("proof-seats" if proof.drawn else "proof-agreed", locale, seats=say.listed(seats, locale))
    yield say("proof-shaken", locale, count=len(proof.shakes))
    yield say("proof-steps", locale, steps=proof.steps)
    yield say("proof-receipts", locale, hidden=proof.hidden, again=proof.thought_again)


def broken(no: Broken, locale: str) -> str:
    """What is wrong, or missing, and where."""
    verdict = "proof-missing" if no.why.key in MISSING else "proof-wrong"
    return say(verdict, locale, why=no.text(locale), line=no.line)
