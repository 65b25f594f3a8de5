"""What is told is told of people by their names, and of whoever reads it as “you”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from games import record
from games.core import Seat
from games.match import Match
from games.words import LOCALES, seat_names
from tests.effort import LITTLE
from tests.laws.positions import Table, sampled
from tests.records import RECORDS

PLAYED = sorted(RECORDS.glob("*/*.match"))
recorded = pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parent.name}/{path.stem}")

YOU = {
    "en": r"\byou(r|’re)?\b",
    "de": r"\b(du|dich|dir|dein(e[mnrs]?)?|euch|habt)\b",
    "fr": r"\b(tu|te|toi|ton|ta|tes|vous)\b|\bt’",
}


def mark(seat: Seat) -> str:
    return f"⟦{seat}⟧"


def told(engine: Match, seat: Seat | None, locale: str) -> list[str]:
    """With names that are common nouns, as that of the house is."""
    return list(
        engine.game.describe_step(
            engine.view_of(seat), locale, [f"somebody {mark(each)}" for each in range(engine.seats)]
        )
    )


def held(engine: Match, locales: Sequence[str] = LOCALES) -> None:
    """The law, at one step."""
    for locale in locales:
        public = told(engine, None, locale)
        for line in public:
            _whole(line, engine, locale)
            assert not re.search(YOU[locale], line, re.IGNORECASE), line
        for seat in range(engine.seats):
            for everybodys, own in zip(public, told(engine, seat, locale), strict=True):
                _whole(own, engine, locale)
                assert mark(seat) not in own
                assert mark(seat) not in everybodys or re.search(YOU[locale], own, re.IGNORECASE), own


def _whole(line: str, engine: Match, locale: str) -> None:
    """Its sentences begin as sentences do, and know nobody by their seat."""
    assert not re.search(r"(^|[.!?] )[a-zà-ÿ]", line), line
    assert not {"{", "}", "$"} & set(line)
    for name in seat_names(engine.game.say, engine.seats, locale):
        assert not re.search(rf"\b{re.escape(name)}\b", line), line


@pytest.mark.again
@recorded
def test_everybody_is_named_in_a_recorded_match(path: Path) -> None:
    """With little effort in one language at each step, and in the next at the next."""
    for at, (_, engine) in enumerate(record.replay_positions(record.parse_record(path.read_text("utf-8")))):
        held(engine, (LOCALES[at % len(LOCALES)],) if LITTLE else LOCALES)


def test_everybody_is_named_at_every_table(table: Table) -> None:
    for engine in sampled(table):
        held(engine)
