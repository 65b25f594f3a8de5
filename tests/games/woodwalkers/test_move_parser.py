"""Parsing of typed moves, and errors for invalid records."""

from __future__ import annotations

import pytest

from games.words import LOCALES
from tests.games.match_lines import catch_broken_record, check_suggestions, format_parsed_move, write_plain_record
from tests.games.woodwalkers.scenes import get_scene

ARRANGEMENT = "set wolf bear otter puma deer bison squirrel"


@pytest.mark.parametrize(
    ("name", "seat", "move", "spellings"),
    [
        (
            "arrange",
            0,
            ARRANGEMENT,
            f"{ARRANGEMENT.upper()}|{ARRANGEMENT[4:]}|wolf, bear, otter, puma, deer, bison, squirrel",
        ),
        # The last animal may be left out.
        ("arrange", 0, ARRANGEMENT, "wolf bear otter puma deer bison|Wolf Bär Otter Puma Hirsch Bison Eichhörnchen"),
        ("arrange", 0, ARRANGEMENT, "loup ours loutre puma cerf bison écureuil"),
        ("mode", 0, "mode speed", "mode speed|speed|Schnelligkeit|mode vitesse|  SPEED "),
        ("heal", 0, "heal wolf", "heal wolf|wolf|loup"),
        ("move", 0, "move d2 d4", "d2 d4|d2d4|d2-d4|D2 → D4|wolf d4|loup: d4"),
        ("guess", 1, "guess bear", "guess bear|bear|Bär|ours"),
        ("home", 1, "home f9", "f9|F9"),
        ("midnight help", 0, "move d2 d4", "wolf d4"),
    ],
)
def test_each_spelling_is_parsed_as_the_move(name: str, seat: int, move: str, spellings: str) -> None:
    assert {format_parsed_move(get_scene(name), seat, typed) for typed in spellings.split("|")} == {move}


@pytest.mark.parametrize(
    ("name", "seat", "typed", "suggestion"),
    [
        ("arrange", 0, "set wolf bear", "set wolf bear bison puma otter deer squirrel"),
        ("arrange", 0, "set wofl bear oter puma deer bison squirel", ARRANGEMENT),
        ("arrange", 0, "wolf wolf otter puma deer bison squirrel", ARRANGEMENT),
        ("mode", 0, "mode strenght", "mode strength"),
        ("roll", 1, "rol", "roll"),
        ("move", 0, "d2 d9", "move d2"),
        ("move", 0, "move d2 d2", "move d2"),
        ("heal", 0, "heal bear", "heal wolf"),
        ("guess", 1, "gues wolf", "guess wolf"),
        ("home", 1, "home b1", "home f9"),
        # A face-down animal cannot be named for its space.
        ("midnight move", 0, "move wolf d4", "d4"),
    ],
)
def test_refusal_of_a_misspelled_move_suggests_a_legal_one(name: str, seat: int, typed: str, suggestion: str) -> None:
    check_suggestions(get_scene(name), seat, typed, suggestion)


DUEL_OPTIONS = (
    '{"animals": ["0 wolf d2", "1 otter d4"], "stack": ["strength", "strength", "strength"], "rolls": [2, 3, 6]}'
)


@pytest.mark.parametrize(
    ("options", "seats", "lines", "key"),
    [
        ('{"animals": ["2 wolf d2"]}', 2, (), "animal-seat"),
        ('{"scores": [1, 2]}', 3, (), "scores-seats"),
        ('{"animals": ["0 wolf d2", "1 wolf d2"]}', 2, (), "space-taken"),
        ("{}", 5, (), "seats"),
        (DUEL_OPTIONS, 2, ("0 mode endurance",), "illegal"),
        (DUEL_OPTIONS, 2, ("0 mode strength", "1 skip", "0 roll", "0 move wolf d4"), "illegal"),
        (DUEL_OPTIONS, 2, ("0 mode strength", "1 skip", "0 skip", "1 mode strength"), "ended"),
    ],
)
def test_record_with_wrong_options_or_moves_is_refused(
    options: str, seats: int, lines: tuple[str, ...], key: str
) -> None:
    broken = catch_broken_record(write_plain_record("woodwalkers", *lines, options=options, seats=seats))
    assert broken.why.key == key
    assert not lines or broken.line == 6 + len(lines)
    assert all(broken.format_error(locale) for locale in LOCALES)
