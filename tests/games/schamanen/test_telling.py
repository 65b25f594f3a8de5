"""The Duel in words: what happened, whose turn it is, boards in letters and in a sentence, and labels of buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from games.schamanen import GAME
from games.schamanen.tell import introduction
from games.words import LOCALES
from tests.games.lines import words
from tests.games.schamanen.drawn import SCENES, VECTOR, said, scene, table
from tests.games.transcript import check_transcript
from tests.games.typed import labelled

FACTS: Final = {
    "dealt": ("dealt", ()),
    "placed": ("place", ("0 place 7 a1",)),
    "placed for the other": ("pro empty", ("0 place w7 c2",)),
    "placed face down": ("place face down", ("0 place 7 a1",)),
    "relocated": ("relocate", ("1 relocate 4 a1",)),
    "fought": ("mask", ("c3",)),
    "fought with piles": ("stacks mask", ("c3",)),
    "fought with nothing": ("stacks mask", ("b2",)),
    "tied": ("memory mask", ("a1",)),
    "exchanged": ("wolf swap", ("1 swap a1 c3",)),
    "exchanged for the other": ("pro wolf swap", ("1 swap bison a1 c3",)),
    "moved": ("stacks move", ("0 move b7 a1 w3 c2",)),
    "covered": ("memory swap", ("0 swap a1 c3",)),
}
"""A kind of fact: the scene, and the lines after it."""


def test_approved_transcript() -> None:
    end = {"board": VECTOR, "duel_limit": 1}
    check_transcript(
        Path(__file__).with_name("told.txt"),
        {name: said(scene(where), *lines) for name, (where, lines) in FACTS.items()}
        | {
            "stones of a turn": said(table(variant="memory"), "0 place 9 a1", "1 place 4 a2", "1 place 5 c1"),
            "paid all": said(table(board=VECTOR, shells=[17, 1]), "c3"),
            "paid just enough": said(table(board=VECTOR, shells=[14, 4]), "c3"),
            "won at the limit": said(table(**end), "a3"),
            "drawn at the limit": said(table(shells=[10, 8], **end), "a3"),
        },
    )


@pytest.mark.parametrize(("seat", "where"), [(0, "swap"), (1, "wolf swap"), (0, "pro swap")])
def test_exchange_is_explained_to_each_side_only_the_first_time(seat: int, where: str) -> None:
    match = scene(where)
    assert "has to" in introduction(match.view(seat), "en")
    later = said(match, f"{seat} {words(match, seat)[-1]}", "c2")
    later = said(later, f"{1 - seat} {words(later, 1 - seat)[-1]}", "c2")
    assert later.awaited == {seat}
    assert introduction(later.view(seat), "en") == ""


def test_board_in_letters_brackets_what_just_happened() -> None:
    match = said(table(board=VECTOR), "b2")
    assert GAME.text(match.view(None), "en").splitlines() == [
        "    A     B     C",
        "1  9/1   1/9   5/4",
        "2  2/8  [8/2]  4/5",
        "3  6/7   3/6   7/3",
        "",
        "Bison: 15 shells",
        "Wolf: 3 shells",
        "Before duel 2 of 21: Bison exchanges.",
    ]
    assert GAME.text(said(match, "0 swap a1 c3").view(None), "en").splitlines()[1:4] == [
        "1 [7/1]  1/9   5/4",
        "2  2/8   8/2   4/5",
        "3  6/7   3/6  [9/3]",
    ]


def test_board_in_letters_keeps_columns_straight_with_piles() -> None:
    assert GAME.text(scene("stacks mask").view(None), "en").splitlines()[:4] == [
        "     A       B       C",
        "1  8+9/–    1/9     5/4",
        "2   2/8     –/2     4/5",
        "3   6/7     3/6    7/1+3",
    ]


@pytest.mark.parametrize(
    ("where", "seat", "supply"),
    [
        ("place", 0, "2 3 4 5 6 7 9"),
        ("place face down", 0, "? ? ? ? ? ? ?"),
        ("place face down", 1, "2 3 4 5 6 7 9"),
        ("place face down", None, "? ? ? ? ? ? ?"),
    ],
)
def test_supply_in_letters_is_hidden_in_memory(where: str, seat: int | None, supply: str) -> None:
    assert f"Wolf still holds {supply}" in GAME.text(scene(where).view(seat), "en").splitlines()


@pytest.mark.parametrize("locale", LOCALES)
def test_alternative_text_of_the_largest_piles_fits(locale: str) -> None:
    board = "9+8+7+6+5+4+3+2+1/8 0/7 0/6 | 0/5 0/4 0/3 | 0/2 0/1 0/9"
    match = table(board=board, variant="pro_stacks", prize="one", duel_limit="none", shells=[8, 10])
    for each in (match, said(match, "a1"), said(match, "a1", "0 move b1 b2 w9 b1")):
        assert len(GAME.alt(each.view(None), locale)) <= 1024


@pytest.mark.parametrize(
    ("where", "seat", "labels"),
    [
        ("empty", 0, {"place": "Place a stone", "place 7": "7", "place 7 c2": "C2"}),
        ("relocate", 1, {"relocate": "Relocate a stone", "relocate 4": "4"}),
        ("pro empty", 0, {"place b7": "Bison 7", "place w7": "Wolf 7", "place w7 c2": "C2"}),
        ("mask", 0, {"mask": "Choose your row", "mask 2": "Row 2"}),
        ("mask", 1, {"mask": "Choose your column", "mask b": "Column B"}),
        ("swap", 0, {"swap": "Exchange two stones", "swap a1": "A1 · 9"}),
        ("wolf swap", 1, {"swap a1 c3": "⇄ C3 · 3"}),
        ("pro swap", 0, {"swap wolf": "Wolf’s stones", "swap wolf a1": "A1 · 1", "swap wolf a1 c3": "⇄ C3 · 3"}),
        # Only what the duel turned up is shown.
        ("memory swap", 0, {"swap a1": "A1", "swap a1 b1": "⇄ B1", "swap a1 c3": "⇄ C3 · 7"}),
        ("stacks move", 0, {"move": "Move two stones", "move b7": "Bison 7", "move b7 a1": "→ A1"}),
        ("stacks move", 0, {"move b7 a1 w3": "Wolf 3", "move b7 a1 w3 c2": "→ C2"}),
    ],
)
def test_button_label_says_where_it_leads(where: str, seat: int, labels: dict[str, str]) -> None:
    assert {prefix: labelled(scene(where), seat, prefix)[0] for prefix in labels} == labels


def test_space_that_is_said_before_its_stone_has_no_drawing() -> None:
    """In the professional variant B1 is a stone and a space."""
    view = scene("pro empty").view(0)
    assert GAME.emblem(view, ("place", "a1")) is None
    assert GAME.emblem(view, ("place", "b1")) is not None


def test_no_move_is_suggested_as_a_formality() -> None:
    for where in SCENES:
        assert GAME.suggest_move(scene(where).view(0)) is None
