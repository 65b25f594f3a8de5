"""Parsing of typed moves, and errors in records."""

from __future__ import annotations

import pytest

from games import record
from games.chain import BrokenRecord
from games.schnick import GAME
from games.words import LOCALES
from tests.games.match_lines import catch_refusal, format_parsed_move
from tests.games.schnick.scenes import get_scene
from tests.records.endings import replay_record


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
    refusal = catch_refusal(get_scene(scene), seat, typed)
    assert refusal.key == "unread"
    assert suggestion in str(refusal.facts["near"])
    assert set(str(refusal.facts["near"]).split(", ")) <= {
        " ".join(move) for move in get_scene(scene).legal_moves(seat)
    }
    assert all(typed in GAME.say.format_refusal(refusal, locale) for locale in LOCALES)


@pytest.mark.parametrize("typed", ["joker", "card joker", "JOKER", "j"])
@pytest.mark.parametrize(("scene", "seat"), [("challenged", 0), ("joker", 1)])
def test_typing_joker_is_refused_with_explanation(scene: str, seat: int, typed: str) -> None:
    refusal = catch_refusal(get_scene(scene), seat, typed)
    assert refusal.key == "joker"
    assert len({GAME.say.format_refusal(refusal, locale) for locale in LOCALES}) == len(LOCALES)


@pytest.mark.parametrize(("scene", "seat"), [("challenge", 1), ("challenge", None), ("challenged", 2), ("over", 0)])
def test_move_of_seat_that_is_not_to_move_is_refused(scene: str, seat: int | None) -> None:
    for typed in ("stone", "challenge 1", "joker", "sotne"):
        assert catch_refusal(get_scene(scene), seat, typed).key == "not-asked"


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
    head = ("match 1", "game schnick", "edition 1", f"options {PRESET_OPTIONS_JSON}", "seats 2", "---")
    with pytest.raises(BrokenRecord) as broken:
        replay_record(record.parse_record("\n".join((*head, *lines))))
    assert (broken.value.why.key, broken.value.line) == (key, 6 + len(lines))


@pytest.mark.parametrize(("key", "options"), [("hands-seats", PRESET_OPTIONS_JSON), ("first", '{"first": 3}')])
def test_broken_record_error_for_impossible_setup(key: str, options: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        replay_record(record.parse_record(f"match 1\ngame schnick\nedition 1\noptions {options}\nseats 3\n---\n"))
    assert (broken.value.why.key, broken.value.line) == (key, 5)
    assert broken.value.format_error("en") == GAME.say.format_refusal(broken.value.why, "en")
