"""The Duel in three languages: what happened, the board in letters and in a sentence.

A good third of it is sentences as they must be told, which its tests go through.
"""

from __future__ import annotations

import pytest
from hypothesis import given

from games.schamanen import GAME
from games.schamanen.tell import introduction
from games.words import LOCALES
from tests.effort import rarely
from tests.games.lines import heard, words
from tests.games.schamanen.drawn import VECTOR, heaps, said, table
from tests.games.schamanen.scenes import scene

# A kind of fact: the scene, the lines after it, and how its end is told in English.
FACTS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "dealt": ("dealt", (), "The dice have dealt out all the stones."),
    "placed": ("place", ("0 place 7 a1",), "Bison places the 7 on A1."),
    "placed for the other": ("pro empty", ("0 place w7 c2",), "Bison places the other side’s 7 on C2."),
    "placed face down": ("place face down", ("0 place 7 a1",), "Bison places a stone on A1, face down."),
    "relocated": (
        "relocate",
        ("1 relocate 4 a1",),
        "Wolf finds no place for the 4: it takes A1, and the 1 from there moves to C3.",
    ),
    "fought": ("mask", ("c3",), "Duel 1 on C3 – Bison’s 7 beats Wolf’s 3: 4 shells for Bison."),
    "fought for one": ("mask", ("a3",), "Duel 1 on A3 – Wolf’s 7 beats Bison’s 6: 1 shell for Wolf."),
    "fought with piles": ("stacks mask", ("c3",), "Duel 1 on C3 – Bison’s 7 beats Wolf’s 1+3: 3 shells for Bison."),
    "fought with nothing": ("stacks mask", ("b2",), "Duel 1 on B2 – Wolf’s 2 beats Bison’s 0: 2 shells for Wolf."),
    "tied": ("memory mask", ("a1",), "Duel 1 on A1 – 6 meets 6: a tie, nobody pays."),
    "exchanged": ("wolf swap", ("1 swap a1 c3",), "Wolf exchanges the stones on A1 and C3."),
    "exchanged for the other": (
        "pro wolf swap",
        ("1 swap bison a1 c3",),
        "Wolf exchanges the other side’s stones on A1 and C3.",
    ),
    "moved": (
        "stacks move",
        ("0 move b7 a1 w3 c2",),
        "Bison moves the 7 from C3 to A1 and the other side’s 3 from C3 to C2.",
    ),
}


@pytest.mark.parametrize("fact", FACTS)
def test_what_happened_is_told(fact: str) -> None:
    where, lines, told = FACTS[fact]
    assert heard(GAME, said(scene(where), *lines).view(None))[-1] == told


# The same to Bison, to Wolf.
TOLD: dict[str, tuple[str, str]] = {
    "placed": ("You place your 7 on A1.", "Bison places the 7 on A1."),
    "placed for the other": ("You place the other side’s 7 on C2.", "Bison places your 7 on C2."),
    "placed face down": ("You place your 7 on A1.", "Bison places a stone on A1, face down."),
    "relocated": (
        "Wolf finds no place for the 4: it takes A1, and the 1 from there moves to C3.",
        "You find no place for your 4: it takes A1, and the 1 from there moves to C3.",
    ),
    "fought": (
        "Duel 1 on C3 – your 7 beats Wolf’s 3: 4 shells for you.",
        "Duel 1 on C3 – Bison’s 7 beats your 3: you pay 4 shells.",
    ),
    "fought for one": (
        "Duel 1 on A3 – Wolf’s 7 beats your 6: you pay 1 shell.",
        "Duel 1 on A3 – your 7 beats Bison’s 6: 1 shell for you.",
    ),
    "exchanged": ("Wolf exchanges the stones on A1 and C3.", "You exchange your stones on A1 and C3."),
    "exchanged for the other": (
        "Wolf exchanges your stones on A1 and C3.",
        "You exchange the other side’s stones on A1 and C3.",
    ),
    "moved": (
        "You move your 7 from C3 to A1 and the other side’s 3 from C3 to C2.",
        "Bison moves the 7 from C3 to A1 and your 3 from C3 to C2.",
    ),
}


@pytest.mark.parametrize("fact", TOLD)
def test_those_who_play_are_told_of_themselves(fact: str) -> None:
    where, lines, _ = FACTS[fact]
    match = said(scene(where), *lines)
    assert tuple(heard(GAME, match.view(seat))[-1] for seat in (0, 1)) == TOLD[fact]


SHORT: dict[str, tuple[str, str, str]] = {
    "en": (
        "Duel 1 on C3 – Bison’s 7 beats Wolf’s 3: 1 shell for Bison, all Wolf had.",
        "Duel 1 on C3 – your 7 beats Wolf’s 3: 1 shell for you, all Wolf had.",
        "Duel 1 on C3 – Bison’s 7 beats your 3: you pay 1 shell, all you had.",
    ),
    "de": (
        "Duell 1 auf C3 – Bison schlägt Wolf mit 7 gegen 3: 1 Muschel für Bison, mehr hatte Wolf nicht.",
        "Duell 1 auf C3 – du schlägst Wolf mit 7 gegen 3: 1 Muschel für dich, mehr hatte Wolf nicht.",
        "Duell 1 auf C3 – Bison schlägt dich mit 7 gegen 3: Du zahlst 1 Muschel, mehr hattest du nicht.",
    ),
    "fr": (
        "Duel 1 en C3 – Bison bat Loup, 7 contre 3\u202f: 1 coquillage pour Bison, Loup n’en avait pas plus.",
        "Duel 1 en C3 – tu bats Loup, 7 contre 3\u202f: 1 coquillage pour toi, Loup n’en avait pas plus.",
        "Duel 1 en C3 – Bison te bat, 7 contre 3\u202f: tu paies 1 coquillage, tu n’en avais pas plus.",
    ),
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", ["classic", "memory"])
def test_why_somebody_pays_less_is_told_in_the_same_line(variant: str, locale: str) -> None:
    match = said(table(board=VECTOR, variant=variant, shells=[17, 1]), "c3")
    told = tuple(heard(GAME, match.view(seat), locale)[0] for seat in (None, 0, 1))
    assert told == SHORT[locale]
    reasons = [line.rpartition(",")[2] for line in SHORT[locale]]
    enough = said(table(board=VECTOR, variant=variant, shells=[14, 4]), "c3")
    for seat, reason in zip((None, 0, 1), reasons, strict=True):
        assert reason not in heard(GAME, enough.view(seat), locale)[0], "they had just enough"


@pytest.mark.parametrize(("seat", "where"), [(0, "swap"), (1, "wolf swap"), (0, "pro swap")])
def test_an_exchange_is_explained_to_each_side_where_it_first_meets_it(seat: int, where: str) -> None:
    match = scene(where)
    assert "has to" in introduction(match.view(seat), "en")
    later = said(match, f"{seat} {words(match, seat)[-1]}", "c2")
    later = said(later, f"{1 - seat} {words(later, 1 - seat)[-1]}", "c2")
    assert later.awaited == {seat}
    assert introduction(later.view(seat), "en") == ""


def test_what_a_covered_duel_was_worth_is_told_to_both() -> None:
    match = said(table(board=VECTOR, variant="memory"), "c3", "0 swap a1 c3")
    assert heard(GAME, match.view(0))[0] == "Duel 1 on C3 – you win 4 shells."
    assert heard(GAME, match.view(1))[0] == "Duel 1 on C3 – Bison wins, you pay 4 shells."


SEATS = {"en": ("Bison", "Wolf"), "de": ("Bison", "Wolf"), "fr": ("Bison", "Loup")}


@pytest.mark.parametrize("locale", ["de", "fr"])
@pytest.mark.parametrize("fact", FACTS)
def test_and_told_in_every_language(fact: str, locale: str) -> None:
    """Other words, the same names, values and spaces."""
    where, lines, english = FACTS[fact]
    told = heard(GAME, said(scene(where), *lines).view(None), locale)[-1]
    assert told != english
    assert _signs(told) == _signs(english)
    for name, translated in zip(SEATS["en"], SEATS[locale], strict=True):
        assert told.count(translated) == english.count(name)


def _signs(line: str) -> list[str]:
    """Values, piles, counts and spaces: whatever has a digit, in any order."""
    return sorted(word.strip(".,:").removesuffix("’s") for word in line.split() if any(sign.isdigit() for sign in word))


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (0, ["Bison places a stone on A1, face down."]),
        (1, ["You place a stone on A2, face down.", "You place your 5 on C1."]),
        (None, ["Wolf places a stone on A2, face down.", "Wolf places a stone on C1, face down."]),
    ],
)
def test_the_stones_of_a_turn_are_told_together(seat: int | None, lines: list[str]) -> None:
    match = said(table(variant="memory"), "0 place 9 a1")
    assert heard(GAME, match.view(1)) == ["Bison places a stone on A1, face down."]
    assert heard(GAME, match.view(0)) == ["You place your 9 on A1."]
    if seat != 0:
        match = said(match, "1 place 4 a2", "1 place 5 c1")
        assert heard(GAME, match.view(seat)) == lines


def test_the_duel_is_told_once_more_with_the_exchange_after_it() -> None:
    for variant, duel in [
        ("classic", "Duel 1 on C3 – Bison’s 7 beats Wolf’s 3: 4 shells for Bison."),
        # By now it must be forgotten what was turned up.
        ("memory", "Duel 1 on C3 – Bison wins 4 shells."),
    ]:
        match = said(table(board=VECTOR, variant=variant), "c3", "0 swap a1 c3")
        assert heard(GAME, match.view(None)) == [duel, "Bison exchanges the stones on A1 and C3."]


@pytest.mark.parametrize(
    ("shells", "space", "outcome"),
    [
        ([14, 4], "c3", "Bison wins with 18 of 18 shells."),
        ([9, 9], "a3", "Wolf wins with 10 of 18 shells."),
        ([10, 8], "a3", "Nine shells each: a draw."),
    ],
)
def test_the_end_is_told(shells: list[int], space: str, outcome: str) -> None:
    view = said(table(board=VECTOR, shells=shells, duel_limit=1), space).view(None)
    assert heard(GAME, view)[-1] == outcome
    assert GAME.text(view, "en").endswith(outcome)
    assert GAME.alt(view, "en").endswith(outcome)
    assert len({heard(GAME, view, locale)[-1] for locale in LOCALES}) == 3


def test_whoever_wins_is_told_so() -> None:
    match = said(table(board=VECTOR, shells=[14, 4], duel_limit=1), "c3")
    assert heard(GAME, match.view(0))[-1] == "You win with 18 of 18 shells."
    assert heard(GAME, match.view(1))[-1] == "Bison wins with 18 of 18 shells."


def test_the_board_in_letters() -> None:
    assert GAME.text(table(board=VECTOR, shells=[5, 13]).view(None), "en").splitlines() == [
        "    A     B     C",
        "1  9/1   1/9   5/4",
        "2  2/8   8/2   4/5",
        "3  6/7   3/6   7/3",
        "",
        "Bison: 5 shells",
        "Wolf: 13 shells",
        "Duel 1 of 21: both choose a mask.",
    ]


def test_what_just_happened_stands_in_brackets() -> None:
    match = said(table(board=VECTOR), "b2")
    assert GAME.text(match.view(None), "en").splitlines()[1:4] == [
        "1  9/1   1/9   5/4",
        "2  2/8  [8/2]  4/5",
        "3  6/7   3/6   7/3",
    ]
    assert GAME.text(said(match, "0 swap a1 c3").view(None), "en").splitlines()[1:4] == [
        "1 [7/1]  1/9   5/4",
        "2  2/8   8/2   4/5",
        "3  6/7   3/6  [9/3]",
    ]


def test_piles_keep_the_columns_straight() -> None:
    assert GAME.text(scene("stacks mask").view(None), "en").splitlines()[:4] == [
        "     A       B       C",
        "1  8+9/–    1/9     5/4",
        "2   2/8     –/2     4/5",
        "3   6/7     3/6    7/1+3",
    ]


@pytest.mark.parametrize(
    ("where", "locale", "status"),
    [
        ("place", "en", "Turn 3 of 10: Bison places."),
        ("place", "de", "Zug 3 von 10: Bison legt."),
        ("place", "fr", "Tour 3 sur 10\u202f: Bison place."),
        ("memory swap", "en", "Before duel 2 of 21: Bison exchanges."),
        ("memory swap", "de", "Vor Duell 2 von 21: Bison tauscht."),
        ("memory swap", "fr", "Avant le duel 2 sur 21\u202f: Bison échange."),
        ("stacks mask", "fr", "Duel 1 sur 21\u202f: chacun choisit un masque."),
    ],
)
def test_whose_turn_it_is_is_told(where: str, locale: str, status: str) -> None:
    view = scene(where).view(None)
    assert GAME.text(view, locale).splitlines()[-1] == status
    assert GAME.alt(view, locale).endswith(status)


def test_supplies_are_told_face_down_in_memory() -> None:
    def lines(where: str, seat: int | None) -> list[str]:
        return GAME.text(scene(where).view(seat), "en").splitlines()

    assert "Wolf still holds 2 3 4 5 6 7 9" in lines("place", 0)
    assert "Wolf still holds ? ? ? ? ? ? ?" in lines("place face down", 0)
    assert "Wolf still holds 2 3 4 5 6 7 9" in lines("place face down", 1)
    assert "Bison still holds ? ? ? ? ? ? ? ?" in lines("place face down", None)


@pytest.mark.parametrize(
    ("where", "alt"),
    [
        ("empty", "The board is empty. Bison still holds 1 2 3 4 5 6 7 8 9."),
        ("place", "Bison/Wolf, B1 –/1, B2 9/–, C3 –/8. Bison still holds 1 2 3 4 5 6 7 8."),
        (
            "mask",
            "Bison/Wolf, A1 9/1, B1 1/9, C1 5/4, A2 2/8, B2 8/2, C2 4/5, A3 6/7, B3 3/6, C3 7/3. Bison: 9 shells.",
        ),
        (
            "memory swap",
            "Bison/Wolf, A1 ?/?, B1 ?/?, C1 ?/?, A2 ?/?, B2 ?/?, C2 ?/?, A3 ?/?, B3 ?/?, C3 7/3. Bison: 13",
        ),
        (
            "stacks mask",
            "Bison/Wolf, A1 8+9/–, B1 1/9, C1 5/4, A2 2/8, B2 –/2, C2 4/5, A3 6/7, B3 3/6, C3 7/1+3. Bison",
        ),
    ],
)
def test_the_board_in_a_sentence(where: str, alt: str) -> None:
    assert GAME.alt(scene(where).view(None), "en").startswith(alt)


PILES = [
    "9+8+7+6+5+4+3+2+1/9+8+7+6+5+4+3+2+1 0/0 0/0 | 0/0 0/0 0/0 | 0/0 0/0 0/0",
    "9/8 8/7 7/6 | 6/5 5/4 4/3 | 3/2 2/1 1/9",
    "9+8+7+6+5+4+3+2+1/8 0/7 0/6 | 0/5 0/4 0/3 | 0/2 0/1 0/9",
]


@pytest.mark.parametrize("board", PILES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_longest_sentence_fits(board: str, locale: str) -> None:
    match = table(board=board, variant="pro_stacks", prize="one", duel_limit="none", shells=[8, 10])
    for each in (match, said(match, "a1"), said(match, "a1", "0 move b1 b2 w9 b1")):
        assert len(GAME.alt(each.view(None), locale)) <= 1024


@rarely(2)
@given(heaps())
def test_a_sentence_of_any_piles_fits_and_names_every_stone(board: str) -> None:
    view = table(board=board, variant="pro_stacks").view(None)
    for locale in LOCALES:
        alt = GAME.alt(view, locale)
        assert len(alt) <= 1024
        stones = alt.split(".")[0].partition(", ")[2]
        shown = [pile for cell in stones.split(", ") for pile in cell.split()[1].split("/") if pile != "–"]
        assert sorted(value for pile in shown for value in pile.split("+")) == sorted("123456789" * 2)
