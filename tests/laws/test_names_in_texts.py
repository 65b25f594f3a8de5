"""Descriptions of a step name the players and address the reader as “you”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from games import GAMES, record
from games.core import Seat
from games.match import Match
from games.words import LOCALES, seat_names
from tests.effort_level import IS_LITTLE_EFFORT
from tests.laws.law_tables import LawTable, sample_positions
from tests.laws.text_catalogs import list_languages
from tests.records import RECORDS_FOLDER

RECORD_PATHS = sorted(path for path in RECORDS_FOLDER.glob("*/*.match") if path.parent.name in GAMES)
for_each_record = pytest.mark.parametrize("path", RECORD_PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")

YOU_PATTERN_BY_LOCALE = {
    "en": r"\byou(r|’re)?\b",
    "de": r"\b(du|dich|dir|dein(e[mnrs]?)?|euch|habt)\b",
    # “Ta~c4” is a move of a rook (tour) in chess.
    "fr": r"\b(tu|te|toi|ton|ta|tes|vous)\b(?!~)|\bt’",
}


def make_name_marker(seat: Seat) -> str:
    return f"⟦{seat}⟧"


def describe_with_names(match: Match, seat: Seat | None, locale: str) -> list[str]:
    """Describe the last step with names such as `somebody ⟦0⟧`.

    Their lower case shows whether the game capitalizes the first word of a sentence.
    """
    names = [f"somebody {make_name_marker(each)}" for each in range(match.seats)]
    return list(match.game.describe_step(match.view_of(seat), locale, names))


def check_names_at_step(match: Match, locales: Sequence[str] = LOCALES) -> None:
    """Check that the descriptions of the last step name players correctly, for each seat and for spectators."""
    for locale in sorted({*locales} & {*list_languages(match.game.say.package)}):
        public_lines = describe_with_names(match, None, locale)
        for line in public_lines:
            _check_sentences(line, match, locale)
            assert not re.search(YOU_PATTERN_BY_LOCALE[locale], line, re.IGNORECASE), line
        for seat in range(match.seats):
            for public_line, private_line in zip(public_lines, describe_with_names(match, seat, locale), strict=True):
                _check_sentences(private_line, match, locale)
                assert make_name_marker(seat) not in private_line
                assert make_name_marker(seat) not in public_line or re.search(
                    YOU_PATTERN_BY_LOCALE[locale], private_line, re.IGNORECASE
                ), private_line


def _check_sentences(line: str, match: Match, locale: str) -> None:
    """Check that sentences begin with a capital letter and do not use the names of seats."""
    assert not re.search(r"(^|[.!?] )[a-zà-ÿ]", line), line
    assert not {"{", "}", "$"} & set(line)
    for name in seat_names(match.game.say, match.seats, locale):
        assert not re.search(rf"\b{re.escape(name)}\b", line), line


@pytest.mark.again
@for_each_record
def test_players_are_named_in_recorded_matches(path: Path) -> None:
    """With little effort, each step is checked in only one of the languages."""
    for number, (_, match) in enumerate(record.replay_positions(record.parse_record(path.read_text("utf-8")))):
        check_names_at_step(match, (LOCALES[number % len(LOCALES)],) if IS_LITTLE_EFFORT else LOCALES)


def test_players_are_named_in_every_sampled_position(table: LawTable) -> None:
    for match in sample_positions(table):
        check_names_at_step(match)
