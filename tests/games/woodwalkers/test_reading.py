"""Whatever a player types is read as they meant it, or refused with what they may have meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.chain import Broken
from games.match import Match
from games.woodwalkers import GAME
from games.words import LOCALES
from tests.games.lines import said
from tests.games.typed import meant, read, refused
from tests.games.woodwalkers.drawn import SET, table
from tests.games.woodwalkers.scenes import SCENES, scene

SEVEN = "set wolf bear otter puma deer bison squirrel"


@pytest.mark.parametrize(
    ("where", "seat", "word", "spellings"),
    [
        (
            "arrange",
            0,
            SEVEN,
            [
                SEVEN,
                SEVEN.upper(),
                SEVEN[4:],
                "wolf, bear, otter, puma, deer, bison, squirrel",
                # The last goes where space is left.
                "wolf bear otter puma deer bison",
                "Wolf Bär Otter Puma Hirsch Bison Eichhörnchen",
                "loup ours loutre puma cerf bison écureuil",
            ],
        ),
        ("mode", 0, "mode speed", ["mode speed", "speed", "Schnelligkeit", "mode vitesse", "  SPEED "]),
        ("roll", 1, "roll", ["roll", "ROLL"]),
        ("heal", 0, "heal wolf", ["heal wolf", "wolf", "loup"]),
        (
            "move",
            0,
            "move d2 d4",
            ["move d2 d4", "d2 d4", "d2d4", "d2-d4", "D2 → D4", "wolf d4", "loup: d4"],
        ),
        ("move", 0, "stay", ["stay"]),
        ("guess", 1, "guess bear", ["guess bear", "bear", "Bär", "ours"]),
        ("guess", 1, "pass", ["pass"]),
        ("home", 1, "home f9", ["home f9", "f9", "F9"]),
        ("midnight help", 0, "move d2 d4", ["wolf d4"]),
    ],
)
def test_there_are_many_ways_to_say_it(where: str, seat: int, word: str, spellings: list[str]) -> None:
    assert {spelling: read(scene(where), seat, spelling) for spelling in spellings} == dict.fromkeys(spellings, word)


@pytest.mark.parametrize(
    ("where", "seat", "typed", "near"),
    [
        ("arrange", 0, "set wolf bear", "set wolf bear bison puma otter deer squirrel"),
        ("arrange", 0, "set wofl bear oter puma deer bison squirel", SEVEN),
        ("arrange", 0, "wolf wolf otter puma deer bison squirrel", SEVEN),
        ("mode", 0, "mode strenght", "mode strength"),
        ("roll", 1, "rol", "roll"),
        ("move", 0, "d2 d9", "move d2"),
        ("move", 0, "move d2", "move d2"),
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
    for locale in LOCALES:
        assert typed in GAME.say.no(no, locale)


@pytest.mark.parametrize(("where", "seat"), [("mode", 1), ("mode", None), ("over", 0), ("guess", 0), ("home", 0)])
def test_who_is_not_asked_is_told_so(where: str, seat: int | None) -> None:
    assert refused(scene(where), seat, "roll").key == "not-asked"


@pytest.mark.parametrize("typed", ["", " ", "-", "!", "\0", "ⅸ", "１", "a1" * 3000, "wolf " * 40, "🐺", "\u202ewolf"])
def test_junk_is_refused_in_a_line(typed: str) -> None:
    for where in SCENES:
        for seat in range(scene(where).seats):
            no = refused(scene(where), seat, typed)
            assert all(len(GAME.say.no(no, locale)) < 600 for locale in LOCALES), (where, seat)


PIECES = "set mode roll skip move stay heal guess pass home done keep reroll wolf otter loup d2 d4 b1 f9 strength , - →"
PUT_TOGETHER = st.lists(st.sampled_from(PIECES.split()), max_size=8).map(" ".join)


@given(st.sampled_from(sorted(SCENES)), st.sampled_from((0, 1, None)), st.text(max_size=30) | PUT_TOGETHER)
def test_whatever_is_typed_is_a_legal_word_or_refused(where: str, seat: int | None, typed: str) -> None:
    word = meant(scene(where), seat, typed)
    assert word is None or word in GAME.legal(scene(where).view(seat))


# Records


def replayed(*lines: str, options: str = "{}", seats: int = 2) -> Match:
    head = ("match 1", "game woodwalkers", "edition 1", f"options {options}", f"seats {seats}", "---")
    return record.replayed(record.read("\n".join((*head, *lines))))


def test_a_record_is_the_match() -> None:
    assert replayed(*SET).state == said(table(), *SET).state
    assert replayed(*(line.upper() for line in SET)).state == said(table(), *SET).state


DUEL = '{"animals": ["0 wolf d2", "1 otter d4"], "stack": ["strength", "strength", "strength"], "rolls": [2, 3, 6]}'


def test_the_leaflets_duel_as_a_record() -> None:
    match = replayed("0 mode strength", "1 skip", "0 roll", "0 move d2 d4", "0 home d1", options=DUEL)
    assert match.result
    assert (match.result.scores, match.result.ranks) == ((0, 2), (2, 1))


@pytest.mark.parametrize(
    ("options", "seats", "key"),
    [
        ('{"animals": ["2 wolf d2"]}', 2, "animal-seat"),
        ('{"scores": [1, 2]}', 3, "scores-seats"),
        ('{"animals": ["0 wolf d2", "1 wolf d2"]}', 2, "space-taken"),
        ("{}", 5, "seats"),
        ("{}", 1, "seats"),
    ],
)
def test_a_start_that_cannot_be_breaks_the_record(options: str, seats: int, key: str) -> None:
    with pytest.raises(Broken) as broken:
        replayed(options=options, seats=seats)
    assert broken.value.why.key == key
    assert all(broken.value.text(locale) for locale in LOCALES)


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (("0 mode endurance",), "illegal"),
        (("1 mode strength",), "not-awaited"),
        (("0 mode strength", "1 skip", "0 roll", "0 move d2 d5"), "illegal"),
        (("0 mode strength", "1 skip", "0 roll", "0 move wolf d4"), "illegal"),
        (("0 mode strength", "1 skip", "0 skip", "1 mode strength"), "ended"),
    ],
)
def test_a_wrong_line_breaks_the_record_where_it_stands(lines: tuple[str, ...], key: str) -> None:
    with pytest.raises(Broken) as broken:
        replayed(*lines, options=DUEL)
    assert (broken.value.why.key, broken.value.line) == (key, 6 + len(lines))
