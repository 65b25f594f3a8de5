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
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import LawTable, sample_positions
from tests.records import RECORDS_FOLDER

RECORD_PATHS = sorted(RECORDS_FOLDER.glob("*/*.match"))
for_each_record = pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")

YOU_PATTERN_BY_LOCALE = {
    "en": r"\byou(r|’re)?\b",
    "de": r"\b(du|dich|dir|dein(e[mnrs]?)?|euch|habt)\b",
    "fr": r"\b(tu|te|toi|ton|ta|tes|vous)\b|\bt’",
}


def make_name_marker(seat: Seat) -> str:
    return f"⟦{seat}⟧"


def describe_with_names(engine: Match, seat: Seat | None, locale: str) -> list[str]:
    """With names that are common nouns, as that of the house is."""
    return list(
        engine.game.describe_step(
            engine.view_of(seat), locale, [f"somebody {make_name_marker(each)}" for each in range(engine.seats)]
        )
    )


def check_names_at_step(engine: Match, locales: Sequence[str] = LOCALES) -> None:
    """The law, at one step."""
    for locale in locales:
        public = describe_with_names(engine, None, locale)
        for line in public:
            _check_sentences(line, engine, locale)
            assert not re.search(YOU_PATTERN_BY_LOCALE[locale], line, re.IGNORECASE), line
        for seat in range(engine.seats):
            for everybodys, own in zip(public, describe_with_names(engine, seat, locale), strict=True):
                _check_sentences(own, engine, locale)
                assert make_name_marker(seat) not in own
                assert make_name_marker(seat) not in everybodys or re.search(
                    YOU_PATTERN_BY_LOCALE[locale], own, re.IGNORECASE
                ), own


def _check_sentences(line: str, engine: Match, locale: str) -> None:
    """Its sentences begin as sentences do, and know nobody by their seat."""
    assert not re.search(r"(^|[.!?] )[a-zà-ÿ]", line), line
    assert not {"{", "}", "$"} & set(line)
    for name in seat_names(engine.game.say, engine.seats, locale):
        assert not re.search(rf"\b{re.escape(name)}\b", line), line


@pytest.mark.again
@for_each_record
def test_everybody_is_named_in_a_recorded_match(path: Path) -> None:
    """With little effort in one language at each step, and in the next at the next."""
    for at, (_, engine) in enumerate(record.replay_positions(record.parse_record(path.read_text("utf-8")))):
        check_names_at_step(engine, (LOCALES[at % len(LOCALES)],) if IS_LITTLE_EFFORT else LOCALES)


def test_everybody_is_named_at_every_table(table: LawTable) -> None:
    for engine in sample_positions(table):
        check_names_at_step(engine)
