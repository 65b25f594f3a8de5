"""What players type, and what records say, is read as the word they mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.chain import Broken
from games.schnick import GAME
from games.words import LOCALES
from tests.games.schnick.scenes import SCENES, scene
from tests.games.typed import meant, read, refused


@pytest.mark.parametrize(
    ("where", "seat", "word", "spellings"),
    [
        ("redeal", 0, "redeal", ["redeal", "REDEAL", " Redeal! "]),
        ("redeal", 0, "keep", ["keep", "Keep."]),
        (
            "challenge",
            0,
            "challenge 3",
            ["challenge 3", "3", "purple", "Challenge Purple", "LILA", "violet", "#3", "■", "challenge: ■"],
        ),
        ("challenge", 0, "challenge 1", ["1", "blue", "Blau", "bleu", "challenge 1"]),
        ("challenge", 0, "challenge 5", ["sky", "Hellblau", "ciel", "5"]),
        (
            "challenged",
            0,
            "card stone",
            ["card stone", "stone", "t", "rock", "Stein", "pierre", "CARD STONE", "card: stein", "card t"],
        ),
        ("challenged", 0, "card scissors", ["scissors", "s", "Schere", "ciseaux"]),
        ("challenged", 1, "card paper", ["paper", "p", "Papier", "papier"]),
        ("challenged", 0, "card fire", ["fire", "f", "Feuer", "feu"]),
        ("joker", 1, "sign well", ["sign well", "well", "w", "Brunnen", "puits", "sign brunnen"]),
        ("level", 0, "sign fire", ["sign fire", "fire", "f", "Feuer"]),
    ],
)
def test_any_spelling_is_read(where: str, seat: int, word: str, spellings: list[str]) -> None:
    assert {spelling: read(scene(where), seat, spelling) for spelling in spellings} == dict.fromkeys(spellings, word)


@pytest.mark.parametrize(
    ("where", "seat", "typed", "near"),
    [
        ("redeal", 0, "redael", "redeal"),
        ("redeal", 0, "kepe", "keep"),
        ("challenge", 0, "0", "challenge 1"),
        ("challenge", 0, "challenge 6", "challenge 1"),
        ("challenge", 0, "chalenge 3", "challenge 3"),
        ("challenge", 0, "purpel", "challenge 3"),
        ("challenge", 0, "challenge grun", "challenge 2"),
        ("challenged", 0, "stoen", "card stone"),
        ("challenged", 0, "stien", "card stone"),
        ("challenged", 0, "card sissors", "card scissors"),
        ("challenge", 0, "6", "challenge 1, challenge 2, challenge 3, challenge 4, challenge 5"),
        ("redeal", 0, "perhaps", "redeal, keep"),
        # Not in hand.
        ("challenged", 0, "paper", "card scissors, card stone, card fire"),
        ("challenged", 0, "card paper", "card stone"),
        ("challenged", 0, "sign fire", "card fire"),
        ("joker", 1, "card fire", "sign fire"),
        ("joker", 1, "brunen", "sign well"),
        ("level", 0, "card stone", "sign stone"),
    ],
)
def test_a_refusal_suggests_what_may_be_said(where: str, seat: int, typed: str, near: str) -> None:
    no = refused(scene(where), seat, typed)
    assert no.key == "unread"
    assert near in str(no.facts["near"])
    legal = {" ".join(word) for word in scene(where).legal(seat)}
    assert set(str(no.facts["near"]).split(", ")) <= legal
    for locale in LOCALES:
        assert typed in GAME.say.no(no, locale)


@pytest.mark.parametrize("typed", ["joker", "card joker", "JOKER", "j"])
@pytest.mark.parametrize(("where", "seat"), [("challenged", 0), ("joker", 1)])
def test_the_joker_lays_itself(where: str, seat: int, typed: str) -> None:
    no = refused(scene(where), seat, typed)
    assert no.key == "joker"
    assert len({GAME.say.no(no, locale) for locale in LOCALES}) == len(LOCALES)


@pytest.mark.parametrize(("where", "seat"), [("challenge", 1), ("challenge", None), ("challenged", 2), ("over", 0)])
def test_who_is_not_asked_is_told_so(where: str, seat: int | None) -> None:
    for typed in ("stone", "challenge 1", "joker", "sotne"):
        assert refused(scene(where), seat, typed).key == "not-asked"


@pytest.mark.parametrize(
    "typed", ["", " ", "-", "!", "\0", "ⅸ", "１", "²", "stone" * 9000, "card " * 40, "🐺", "\u202e2", "0x2", "-1"]
)
def test_junk_is_refused_in_a_line(typed: str) -> None:
    for where in SCENES:
        for seat in (0, 1):
            no = refused(scene(where), seat, typed)
            assert all(len(GAME.say.no(no, locale)) < 300 for locale in LOCALES), (where, seat)


PIECES = "redeal keep challenge card sign joker 0 1 2 3 s t p f w j stone Feuer puits blau ■ - , ! W"
PUT_TOGETHER = st.lists(st.sampled_from(PIECES.split()), max_size=5).map(" ".join)


@given(st.sampled_from(sorted(SCENES)), st.sampled_from((0, 1, None)), st.text() | PUT_TOGETHER)
def test_whatever_is_typed_is_a_legal_word_or_refused(where: str, seat: int | None, typed: str) -> None:
    word = meant(scene(where), seat, typed)
    assert word is None or word in GAME.legal(scene(where).view(seat))


# Records

DRAWN = '{"hands": ["sttj", "psfj"], "pile": "wwstp", "first": 0}'


def replayed(*lines: str) -> tuple[int, ...]:
    head = ("match 1", "game schnick", "edition 1", f"options {DRAWN}", "seats 2", "---")
    return record.replayed(record.read("\n".join((*head, *lines)))).scores()


def test_a_record_is_read_in_capitals() -> None:
    lines = ("0 challenge 1", "0 card stone", "1 card scissors")
    assert replayed(*lines) == replayed(*(line.upper() for line in lines)) == (2, 0)


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (("1 challenge 0",), "not-awaited"),
        (("0 challenge 0",), "illegal"),
        (("0 1",), "illegal"),
        (("0 challenge 1", "0 stone"), "illegal"),
        (("0 challenge 1", "0 card paper"), "illegal"),
        (("0 challenge 1", "0 card joker"), "illegal"),
        (("0 challenge 1", "0 card stone", "0 card stone"), "sealed"),
        (("0 challenge 1", "0 card stone", "1 sign well"), "illegal"),
        (("2 challenge 1",), "seat"),
        (("- !time",), "untimed"),
    ],
)
def test_a_wrong_line_breaks_the_record_where_it_stands(lines: tuple[str, ...], key: str) -> None:
    with pytest.raises(Broken) as broken:
        replayed(*lines)
    assert broken.value.why.key == key
    assert broken.value.line == 6 + len(lines)


@pytest.mark.parametrize("key", ["hands-seats", "first"])
def test_a_deal_that_cannot_begin_breaks_the_record_in_a_sentence(key: str) -> None:
    options = {"hands-seats": DRAWN, "first": '{"first": 3}'}[key]
    head = f"match 1\ngame schnick\nedition 1\noptions {options}\nseats 3\n---\n"
    with pytest.raises(Broken) as broken:
        record.replayed(record.read(head))
    assert (broken.value.why.key, broken.value.line) == (key, 5)
    assert broken.value.text("en") == GAME.say.no(broken.value.why, "en")
