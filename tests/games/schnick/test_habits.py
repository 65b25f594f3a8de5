"""What cards and signs tell of whoever showed them."""

from __future__ import annotations

from dataclasses import replace

from games.insight import Habit
from games.schnick import GAME
from tests.games.schnick.drawn import PLENTY, said, table

ALL = ("scissors", "stone", "paper", "fire", "well")


def test_a_card_is_chosen_from_a_hand_and_met_from_another() -> None:
    match = said(table(f"stw ppf | {PLENTY}"), "0 challenge 1")
    one, other = GAME.habits(match.state, {0: ("card", "well"), 1: ("card", "fire")})
    assert one == Habit(0, "card", "well", ("scissors", "stone", "well"), "card-fire", "won")
    assert other == Habit(1, "card", "fire", ("paper", "fire"), "card-well", "lost")


def test_who_holds_one_kind_only_has_no_choice() -> None:
    match = said(table(f"ttt ppf | {PLENTY}"), "0 challenge 1")
    one, _ = GAME.habits(match.state, {0: ("card", "stone"), 1: ("card", "fire")})
    assert one.among == ("stone",)


def test_who_has_laid_the_joker_shows_any_sign() -> None:
    match = said(table(f"tj tf | {PLENTY}"), "0 challenge 1", "stone stone")
    assert match.legal(0)[0][0] == "sign"
    one, *_ = GAME.habits(match.state, {0: ("sign", "fire"), 1: ("card", "fire")})
    assert (one.kind, one.among) == ("sign", ALL)
    assert (one.met, one.outcome) == ("sign-fire", "tied")


def test_between_three_no_sign_is_held_against_one_of_them() -> None:
    signing = replace(table(f"sj sj sj | {PLENTY}").state, phase="sign", contenders=(0, 1, 2))
    told = list(GAME.habits(signing, {0: ("sign", "well"), 1: ("sign", "fire"), 2: ("sign", "well")}))
    assert told == [Habit(seat, "sign", symbol, ALL) for seat, symbol in enumerate(("well", "fire", "well"))]
    level = replace(signing, contenders=(0, 2))
    both = GAME.habits(level, {0: ("sign", "well"), 2: ("sign", "fire")})
    assert [habit.outcome for habit in both] == ["won", "lost"]


def test_challenges_tell_nothing() -> None:
    assert list(GAME.habits(table(f"sj sj | {PLENTY}").state, {0: ("challenge", "1")})) == []
