"""What players type, and what records say, is read as the word they mean."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import record
from games.chain import Broken
from games.match import Match
from games.schamanen import GAME
from games.words import LOCALES
from tests.games.schamanen.drawn import VECTOR, said, table
from tests.games.schamanen.scenes import SCENES, scene
from tests.games.typed import meant, read, refused


@pytest.mark.parametrize(
    ("where", "seat", "word", "spellings"),
    [
        ("place", 0, "place 5 b1", ["place 5 b1", "5 b1", "b1 5", "5 B1", "B1 5", "5-b1", "Place B1 5", " 5 → b1 "]),
        ("relocate", 1, "relocate 4 a1", ["relocate 4 a1", "4 a1", "a1 4", "A1, 4", "RELOCATE A1 4"]),
        ("mask", 0, "mask 2", ["mask 2", "2", "MASK 2", " 2 ", "Mask, 2"]),
        ("mask", 1, "mask a", ["mask a", "a", "A", "MASK A", "mask\ta"]),
        (
            "swap",
            0,
            "swap a1 c3",
            [
                "swap a1 c3",
                "swap c3 a1",
                "a1 c3",
                "c3 a1",
                "c3-a1",
                "A1 ⇄ C3",
                "a1↔c3",
                "C3,A1",
                "SWAP C3 A1",
                "a1 > c3",
            ],
        ),
        ("memory swap", 0, "swap a1 b1", ["b1 a1", "swap b1 a1", "a1-b1"]),
        ("pro empty", 0, "place b7 c2", ["place b7 c2", "b7 c2", "c2 b7", "B7-C2", "PLACE C2 B7"]),
        # B1, B2 and B3 are spaces and stones: the stone is said first.
        ("pro empty", 0, "place b3 b1", ["place b3 b1", "b3 b1", "B3-B1"]),
        ("pro empty", 0, "place b1 b3", ["place b1 b3", "b1 b3"]),
        ("pro empty", 0, "place b2 a1", ["b2 a1", "a1 b2", "PLACE B2 A1"]),
        ("pro empty", 0, "place w2 b2", ["w2 b2", "b2 w2"]),
        ("pro swap", 0, "swap wolf a1 c3", ["swap wolf a1 c3", "wolf c3 a1", "WOLF A1-C3", "swap wolf c3 a1"]),
        ("pro swap", 0, "swap bison a1 c3", ["bison c3 a1", "swap Bison c3-a1"]),
        ("stacks move", 0, "move b7 a1 w3 c2", ["b7 a1 w3 c2", "w3 c2 b7 a1", "move w3 c2 b7 a1", "B7→A1, W3→C2"]),
        ("stacks move", 0, "move b1 c1 b2 b3", ["b2 b3 b1 c1", "move b2 b3, b1 c1", "b1 c1 b2 b3"]),
        ("stacks move", 0, "move b3 b1 b9 b3", ["b9 b3 b3 b1", "b3 b1 b9 b3"]),
    ],
)
def test_any_spelling_is_read(where: str, seat: int, word: str, spellings: list[str]) -> None:
    assert {spelling: read(scene(where), seat, spelling) for spelling in spellings} == dict.fromkeys(spellings, word)


@pytest.mark.parametrize(
    ("where", "seat", "typed", "near"),
    [
        ("place", 0, "5", "place 5 a1"),
        ("place", 0, "b1", "place 2 b1"),
        ("place", 0, "9 c1", "c1"),
        ("place", 0, "1 b1", "place 1"),
        ("place", 0, "plaec 5 b1", "place 5 b1"),
        ("relocate", 1, "place 4 c3", "relocate 4"),
        ("mask", 0, "mask a", "mask 1"),
        ("mask", 1, "mask 2", "mask a"),
        ("mask", 0, "mask 4", "mask 1"),
        ("mask", 0, "maks 2", "mask 2"),
        # Twins would meet: what is left of either space.
        ("swap", 0, "a1 b1", "a1"),
        ("swap", 0, "swap a1", "swap a1"),
        ("swap", 0, "swap a1 a1", "swap a1"),
        ("pro empty", 0, "7 c2", "c2"),
        # Whose stones?
        ("pro swap", 0, "swap a1 c3", "swap bison a1 c3"),
        ("pro swap", 0, "swap a1 c3", "swap wolf a1 c3"),
        ("stacks move", 0, "b7 a1", "b7 a1"),
        ("stacks move", 0, "move b7 a1 w3", "w3"),
        ("stacks move", 0, "swap a1 c3", "move"),
        # A stone named twice, or one that is gone, is no other order of a space and a stone.
        ("stacks move", 0, "move b2 b2 b2 b3", "b2"),
        ("stacks move", 0, "b3 b2 b3 b1", "b3"),
        ("pro late", 0, "place b1 b3", "b3"),
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


@pytest.mark.parametrize(("where", "seat"), [("mask", None), ("swap", 1), ("swap", None), ("over", 0), ("over", None)])
def test_who_is_not_asked_is_told_so(where: str, seat: int | None) -> None:
    assert refused(scene(where), seat, "swap a1 c3").key == "not-asked"


@pytest.mark.parametrize(
    "typed", ["", " ", "-", "!", "\0", "ⅸ", "１", "²", "a1" * 3000, "mask " * 40, "🐺", "\u202e2", "0x2"]
)
def test_junk_is_refused_in_a_line(typed: str) -> None:
    for where in SCENES:
        for seat in (0, 1):
            no = refused(scene(where), seat, typed)
            assert all(len(GAME.say.no(no, locale)) < 300 for locale in LOCALES), (where, seat)


PIECES = "place relocate mask swap move bison wolf 0 1 2 9 a b c a1 b2 c3 b7 w3 w9 d4 - ⇄ , ! A1 W3"
PUT_TOGETHER = st.lists(st.sampled_from(PIECES.split()), max_size=7).map(" ".join)


@given(st.sampled_from(sorted(SCENES)), st.sampled_from((0, 1, None)), st.text() | PUT_TOGETHER)
def test_whatever_is_typed_is_a_legal_word_or_refused(where: str, seat: int | None, typed: str) -> None:
    word = meant(scene(where), seat, typed)
    assert word is None or word in GAME.legal(scene(where).view(seat))


@given(st.sampled_from(sorted(SCENES)), st.sampled_from((0, 1)), st.integers(0, 9999), st.randoms())
def test_a_word_shouted_between_commas_is_read(where: str, seat: int, number: int, chance: Random) -> None:
    legal = scene(where).legal(seat)
    if legal:
        word = legal[number % len(legal)]
        assert meant(scene(where), seat, chance.choice((" ", ", ", " - ", "\t")).join(word).upper()) == word


# Records


def replayed(*lines: str, options: str = "{}") -> Match:
    head = ("match 1", "game schamanen", "edition 1", f"options {options}", "seats 2", "---")
    return record.replayed(record.read("\n".join((*head, *lines))))


DRAWN = f'{{"board": "{VECTOR}", "shells": [5, 13]}}'


def test_the_second_vector_as_a_record() -> None:
    match = replayed("0 mask 2", "1 mask a", options=DRAWN)
    assert match.result
    assert (match.result.scores, match.result.ranks) == ((0, 18), (2, 1))


@pytest.mark.parametrize("line", ["0 swap a1 c3", "0 swap c3 a1", "0 SWAP C3 A1"])
def test_records_list_spaces_in_any_order(line: str) -> None:
    match = replayed("0 mask 1", "1 mask c", line, options=DRAWN)
    assert match.state == said(table(board=VECTOR, shells=[5, 13]), "c1", "0 swap a1 c3").state


@pytest.mark.parametrize("line", ["0 move b7 a1 w3 c2", "0 move w3 c2 b7 a1", "0 MOVE W3 C2 B7 A1"])
def test_records_list_stones_in_any_order(line: str) -> None:
    match = replayed("0 mask 1", "1 mask c", line, options=DRAWN.replace("{", '{"variant": "pro_stacks", '))
    after = said(table(board=VECTOR, shells=[5, 13], variant="pro_stacks"), "c1", "0 move b7 a1 w3 c2")
    assert match.state == after.state


@pytest.mark.parametrize("line", ["0 move b2 b2 b2 b3", "0 move b3 b1 b3 b2"])
def test_a_record_that_names_a_stone_twice_is_broken(line: str) -> None:
    with pytest.raises(Broken) as broken:
        replayed("0 mask 1", "1 mask c", line, options=DRAWN.replace("{", '{"variant": "pro_stacks", '))
    assert broken.value.why.key == "illegal"


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (("0 mask 1", "0 mask 2", "1 mask c"), "sealed"),
        (("0 mask 1", "0 mask 1", "1 mask c"), "sealed"),
        (("0 mask a",), "illegal"),
        (("0 mask 1", "1 mask c", "1 swap a1 c3"), "not-awaited"),
        (("0 mask 1", "1 mask c", "0 swap a1 b1"), "illegal"),
        (("0 mask 1", "1 mask c", "0 swap bison a1 c3"), "illegal"),
        # Records have whole words only.
        (("0 1", "1 mask c"), "illegal"),
        (("0 mask 2", "1 mask a", "0 swap a1 c3"), "ended"),
        (("2 mask 1",), "seat"),
    ],
)
def test_a_wrong_line_breaks_the_record_where_it_stands(lines: tuple[str, ...], key: str) -> None:
    with pytest.raises(Broken) as broken:
        replayed(*lines, options=DRAWN)
    assert broken.value.why.key == key
    wrong = 1 if key == "sealed" else len(lines) - 1 if lines[0] != "0 1" else 0
    assert broken.value.line == 7 + wrong


def test_a_colour_has_to_be_said_in_records_too() -> None:
    with pytest.raises(Broken) as broken:
        replayed("0 mask 1", "1 mask c", "0 swap a1 c3", options=DRAWN.replace("{", '{"variant": "pro", '))
    assert broken.value.why.key == "illegal"
