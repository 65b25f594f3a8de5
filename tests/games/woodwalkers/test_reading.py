"""What players type, and what records say, is read as the word they mean."""

from __future__ import annotations

import pytest

from games import record
from games.chain import BrokenRecord
from games.woodwalkers import GAME
from games.words import LOCALES
from tests.games.typed import read, refused
from tests.games.woodwalkers.scenes import scene
from tests.records.ending import replay_to_end

SEVEN = "set wolf bear otter puma deer bison squirrel"


@pytest.mark.parametrize(
    ("where", "seat", "word", "spellings"),
    [
        ("arrange", 0, SEVEN, f"{SEVEN.upper()}|{SEVEN[4:]}|wolf, bear, otter, puma, deer, bison, squirrel"),
        # The last goes where space is left.
        ("arrange", 0, SEVEN, "wolf bear otter puma deer bison|Wolf Bär Otter Puma Hirsch Bison Eichhörnchen"),
        ("arrange", 0, SEVEN, "loup ours loutre puma cerf bison écureuil"),
        ("mode", 0, "mode speed", "mode speed|speed|Schnelligkeit|mode vitesse|  SPEED "),
        ("heal", 0, "heal wolf", "heal wolf|wolf|loup"),
        ("move", 0, "move d2 d4", "d2 d4|d2d4|d2-d4|D2 → D4|wolf d4|loup: d4"),
        ("guess", 1, "guess bear", "guess bear|bear|Bär|ours"),
        ("home", 1, "home f9", "f9|F9"),
        ("midnight help", 0, "move d2 d4", "wolf d4"),
    ],
)
def test_any_spelling_is_read(where: str, seat: int, word: str, spellings: str) -> None:
    assert {read(scene(where), seat, typed) for typed in spellings.split("|")} == {word}


@pytest.mark.parametrize(
    ("where", "seat", "typed", "near"),
    [
        ("arrange", 0, "set wolf bear", "set wolf bear bison puma otter deer squirrel"),
        ("arrange", 0, "set wofl bear oter puma deer bison squirel", SEVEN),
        ("arrange", 0, "wolf wolf otter puma deer bison squirrel", SEVEN),
        ("mode", 0, "mode strenght", "mode strength"),
        ("roll", 1, "rol", "roll"),
        ("move", 0, "d2 d9", "move d2"),
        ("move", 0, "move d2 d2", "move d2"),
        ("heal", 0, "heal bear", "heal wolf"),
        ("guess", 1, "gues wolf", "guess wolf"),
        ("home", 1, "home b1", "home f9"),
        # Face down, an animal is not a place.
        ("midnight move", 0, "move wolf d4", "d4"),
    ],
)
def test_a_refusal_suggests_what_may_be_said(where: str, seat: int, typed: str, near: str) -> None:
    no = refused(scene(where), seat, typed)
    assert no.key == "unread"
    assert near in str(no.facts["near"])
    assert all(typed in GAME.say.format_refusal(no, locale) for locale in LOCALES)


@pytest.mark.parametrize(("where", "seat"), [("mode", 1), ("mode", None), ("over", 0), ("guess", 0), ("home", 0)])
def test_a_seat_that_is_not_asked_is_told_so(where: str, seat: int | None) -> None:
    assert refused(scene(where), seat, "roll").key == "not-asked"


DUEL = '{"animals": ["0 wolf d2", "1 otter d4"], "stack": ["strength", "strength", "strength"], "rolls": [2, 3, 6]}'


@pytest.mark.parametrize(
    ("options", "seats", "lines", "key"),
    [
        ('{"animals": ["2 wolf d2"]}', 2, (), "animal-seat"),
        ('{"scores": [1, 2]}', 3, (), "scores-seats"),
        ('{"animals": ["0 wolf d2", "1 wolf d2"]}', 2, (), "space-taken"),
        ("{}", 5, (), "seats"),
        (DUEL, 2, ("0 mode endurance",), "illegal"),
        (DUEL, 2, ("0 mode strength", "1 skip", "0 roll", "0 move wolf d4"), "illegal"),
        (DUEL, 2, ("0 mode strength", "1 skip", "0 skip", "1 mode strength"), "ended"),
    ],
)
def test_a_wrong_start_or_line_breaks_the_record(options: str, seats: int, lines: tuple[str, ...], key: str) -> None:
    head = ("match 1", "game woodwalkers", "edition 1", f"options {options}", f"seats {seats}", "---")
    with pytest.raises(BrokenRecord) as broken:
        replay_to_end(record.parse_record("\n".join((*head, *lines))))
    assert broken.value.why.key == key
    assert not lines or broken.value.line == 6 + len(lines)
    assert all(broken.value.format_error(locale) for locale in LOCALES)
