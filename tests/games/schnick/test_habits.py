"""What cards and signs tell of whoever showed them."""

from __future__ import annotations

from dataclasses import replace

from games.core import Habit
from games.schnick import habits
from tests.games.schnick.drawn import PLENTY, said, table

ALL = ("scissors", "stone", "paper", "fire", "well")


def test_a_card_is_chosen_from_a_hand_and_answered_from_another() -> None:
    match = said(table(f"stw ppf | {PLENTY}"), "0 challenge 1")
    one, other = habits(match.state, {0: ("card", "well"), 1: ("card", "fire")})
    assert one == Habit(
        0, "card", "well", ("scissors", "stone", "well"), ALL,
        {"paper": frozenset({"stone", "well"}), "fire": frozenset({"scissors", "paper"})},
    )  # fmt: skip
    assert (other.seat, other.among) == (1, ("paper", "fire"))
    assert set(other.beaten) == {"scissors", "stone", "well"}


def test_who_holds_one_kind_only_has_no_choice() -> None:
    match = said(table(f"ttt ppf | {PLENTY}"), "0 challenge 1")
    assert [habit.seat for habit in habits(match.state, {0: ("card", "stone"), 1: ("card", "fire")})] == [1]


def test_who_has_laid_the_joker_shows_any_sign() -> None:
    match = said(table(f"tj tf | {PLENTY}"), "0 challenge 1", "stone stone")
    assert match.legal(0)[0][0] == "sign"
    one, *_ = habits(match.state, {0: ("sign", "fire"), 1: ("card", "fire")})
    assert (one.kind, one.among) == ("sign", ALL)
    assert set(one.beaten) == {"fire"}


def test_between_three_no_sign_answers_one_of_them() -> None:
    signing = replace(table(f"sj sj sj | {PLENTY}").state, phase="sign", contenders=(0, 1, 2))
    told = list(habits(signing, {0: ("sign", "well"), 1: ("sign", "fire"), 2: ("sign", "well")}))
    assert [(habit.kind, habit.symbol, habit.among, habit.beaten) for habit in told] == [
        ("sign", symbol, ALL, {}) for symbol in ("well", "fire", "well")
    ]
    level = replace(signing, contenders=(0, 2))
    assert [len(habit.beaten) for habit in habits(level, {0: ("sign", "well"), 2: ("sign", "fire")})] == [5, 5]


def test_challenges_tell_nothing() -> None:
    assert list(habits(table(f"sj sj | {PLENTY}").state, {0: ("challenge", "1")})) == []
