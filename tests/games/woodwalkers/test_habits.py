"""What the battle modes that somebody chose tell of them."""

from __future__ import annotations

from games.insight import Habit
from games.woodwalkers import GAME
from tests.games.lines import said
from tests.games.woodwalkers.drawn import drawn


def test_a_mode_is_chosen_among_those_that_lie_open() -> None:
    match = drawn(stack=["speed", "strength", "speed", "endurance"])
    (habit,) = GAME.habits(match.state, {0: ("mode", "speed")})
    assert habit == Habit(0, "mode", "speed", habit.among)
    assert sorted(habit.among) == ["speed", "strength"]


def test_where_all_are_alike_there_is_no_choice() -> None:
    (habit,) = GAME.habits(drawn(stack=["speed"] * 4).state, {0: ("mode", "speed")})
    assert habit.among == ("speed",)


def test_nothing_else_tells() -> None:
    match = said(drawn(stack=["speed", "strength", "speed", "endurance"]), "0 mode speed")
    assert list(GAME.habits(match.state, {1: ("skip",)})) == []
