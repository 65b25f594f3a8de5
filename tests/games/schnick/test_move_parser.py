"""Parsing of typed moves, and errors in records."""

from __future__ import annotations

import pytest

from games.schnick import GAME
from games.words import LOCALES
from tests.games.match_lines import (
    catch_broken_record,
    catch_refusal,
    check_suggestions,
    format_parsed_move,
    write_plain_record,
)
from tests.games.schnick.scenes import get_scene


@pytest.mark.parametrize(
    ("scene", "seat", "move", "spellings"),
    [
        ("redeal", 0, "redeal", "redeal| Redeal! "),
        ("redeal", 0, "keep", "Keep."),
        ("challenge", 0, "challenge 3", "3|purple|Challenge Purple|LILA|violet|#3|■|challenge: ■"),
        ("challenge", 0, "challenge 5", "sky|Hellblau|ciel|5"),
        ("challenged", 0, "card stone", "stone|t|rock|Stein|pierre|CARD STONE|card: stein|card t"),
        ("challenged", 0, "card scissors", "s|Schere|ciseaux"),
        ("challenged", 1, "card paper", "p|Papier|papier"),
        ("challenged", 0, "card fire", "f|Feuer|feu"),
        ("joker", 1, "sign well", "well|w|Brunnen|puits|sign brunnen"),
        ("level", 0, "sign fire", "sign fire|fire"),
    ],
)
def test_all_spellings_of_a_move(scene: str, seat: int, move: str, spellings: str) -> None:
    assert {format_parsed_move(get_scene(scene), seat, typed) for typed in spellings.split("|")} == {move}


@pytest.mark.parametrize(
    ("scene", "seat", "typed", "suggestion"),
    [
        ("redeal", 0, "kepe", "keep"),
        ("challenge", 0, "0", "challenge 1"),
        ("challenge", 0, "challenge 6", "challenge 1"),
        ("challenge", 0, "chalenge 3", "challenge 3"),
        ("challenge", 0, "purpel", "challenge 3"),
        ("challenge", 0, "challenge grun", "challenge 2"),
        ("challenge", 0, "6", "challenge 1, challenge 2, challenge 3, challenge 4, challenge 5"),
        ("challenged", 0, "stien", "card stone"),
        ("challenged", 0, "card sissors", "card scissors"),
        # Not in hand.
        ("challenged", 0, "paper", "card scissors, card stone, card fire"),
        ("challenged", 0, "sign fire", "card fire"),
        ("joker", 1, "brunen", "sign well"),
        ("level", 0, "card stone", "sign stone"),
    ],
)
def test_refusal_suggests_legal_moves(scene: str, seat: int, typed: str, suggestion: str) -> None:
    check_suggestions(get_scene(scene), seat, typed, suggestion)


@pytest.mark.parametrize("typed", ["joker", "card joker", "JOKER", "j"])
@pytest.mark.parametrize(("scene", "seat"), [("challenged", 0), ("joker", 1)])
def test_typing_joker_is_refused_with_explanation(scene: str, seat: int, typed: str) -> None:
    refusal = catch_refusal(get_scene(scene), seat, typed)
    assert refusal.key == "joker"
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)


PRESET_OPTIONS_JSON = '{"hands": ["sttj", "psfj"], "pile": "wwstp", "first": 0}'


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (("0 1",), "illegal"),
        (("0 challenge 1", "0 stone"), "illegal"),
        (("0 challenge 1", "0 card paper"), "illegal"),
        (("0 challenge 1", "0 card joker"), "illegal"),
        (("0 challenge 1", "0 card stone", "1 sign well"), "illegal"),
        (("- !time",), "untimed"),
    ],
)
def test_broken_record_error_names_the_line(lines: tuple[str, ...], key: str) -> None:
    broken = catch_broken_record(write_plain_record("schnick", *lines, options=PRESET_OPTIONS_JSON))
    assert (broken.why.key, broken.line) == (key, 6 + len(lines))


@pytest.mark.parametrize(("key", "options"), [("hands-seats", PRESET_OPTIONS_JSON), ("first", '{"first": 3}')])
def test_broken_record_error_for_impossible_setup(key: str, options: str) -> None:
    broken = catch_broken_record(write_plain_record("schnick", options=options, seats=3))
    assert (broken.why.key, broken.line) == (key, 5)
    assert broken.format_error("en") == GAME.say.format_refusal(broken.why, "en")
