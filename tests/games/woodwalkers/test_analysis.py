"""What was luck in the forest, what was given away, which habits show, and what weighs most for whoever looks back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from games.core import JointMove
from games.dice import UNSEEDED
from games.insight import Contribution, Habit
from games.match import Match
from games.woodwalkers import GAME, analysis
from games.woodwalkers.analysis import split_change, weigh_step, win_shares
from games.woodwalkers.probabilities import tile_probabilities
from games.woodwalkers.spaces import SPACE_BY_NAME
from games.woodwalkers.state import State
from games.woodwalkers.views import view
from games.words import LOCALES
from tests.games.lines import said
from tests.games.woodwalkers.match_setup import WOLF_AND_OTTER, skip_until_roll, start_after_roll, start_preset_match

FREE: Final = "4 - . . +15\n3 - . . 0wo\n8 - . . . . . 1ot"
"""A step away lies a flag that nobody holds."""


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "SAMPLES_PER_BATCH", 12)


def parts(state: State, joint: JointMove, later: State) -> dict[object, Contribution]:
    return {part.cause if part.seat is None else part.seat: part for part in split_change(state, joint, later)}


def dice(state: State, joint: JointMove, many: int) -> Iterator[float]:
    """The luck of the first seat with each of these dice."""
    for rolls in product(range(1, 7), repeat=many):
        later = GAME.apply(replace(state, preset_rolls=rolls), joint, UNSEEDED.step_dice(1))
        yield parts(state, joint, later)["dice"].gains[0]


def test_a_die_favours_nobody_and_a_six_its_thrower() -> None:
    state = skip_until_roll(start_preset_match("4 - . . +15\n2 - . . 0wo\n8 - . . . . . 1ot", alone=True), 0).state
    luck = [*dice(state, {0: ("roll",)}, 1)]
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck[0] < 0 < luck[5] == max(luck)


def test_a_duel_favours_nobody_and_high_dice_whoever_throws_them() -> None:
    state = start_after_roll(WOLF_AND_OTTER, 2).state
    luck = [*dice(state, {0: ("move", "d2", "d4")}, 2)]
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck[30] > 0.001 > -0.001 > luck[5], "a six against a one, and the other way round"


def test_a_tile_favours_nobody_and_a_flag_whoever_finds_it() -> None:
    state = start_after_roll("3 - . . 0wo\n4 - . . ?7", 1).state
    found = {}
    for tile, share in tile_probabilities(view(state, None)).items():
        there = replace(state, forest=((SPACE_BY_NAME["d4"], tile),))
        joint = {0: ("move", "d3", "d4")}
        luck = parts(there, joint, GAME.apply(there, joint, UNSEEDED.step_dice(1)))["dice"].gains[0]
        found[tile] = share, luck
    assert len(found) > 5
    assert sum(share * luck for share, luck in found.values()) == pytest.approx(0, abs=1e-9)
    assert max(found, key=lambda tile: found[tile][1]) == "flag15"


def test_where_the_dice_are_drawn_nothing_is_luck() -> None:
    match = start_after_roll(WOLF_AND_OTTER, 2, 3, 6)
    joint = {0: ("move", "d2", "d4")}
    assert "dice" not in parts(match.state, joint, GAME.apply(match.state, joint, UNSEEDED.step_dice(1)))


def chosen(match: Match, *word: str) -> Contribution:
    return parts(match.state, {0: word}, match.play_move(0, word).state)[0]


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_a_flag_that_was_left_in_the_last_round_is_a_mistake_and_why_is_told(variant: str) -> None:
    match = start_after_roll(FREE, 1, stack=["strength"] * 3, variant=variant, scores=[0, 8])
    best, left = chosen(match, "move", "d3", "d4"), chosen(match, "stay")
    assert best.gains == (0, 0)
    assert best.better is None
    assert left.better
    assert left.better.move == ("move", "d3", "d4")
    assert left.better.why == "judged-flag"
    assert left.gains[0] == -left.gains[1] < -0.9
    for locale in LOCALES:
        told = GAME.say(left.better.why, locale, name="ANN", **left.better.facts)
        assert "ANN" in told
        assert "D3→D4" in told
        assert "±" in told


def test_what_is_over_is_worth_its_place() -> None:
    match = start_after_roll(FREE, 1, stack=["strength"] * 3, scores=[0, 8])
    state = said(match, "0 move d3 d4").state
    assert state.phase == "over"
    assert win_shares(state) == (1, 0)


# Habits, and what weighs most for whoever looks back


def test_a_mode_is_chosen_among_those_that_lie_open_and_nothing_else_tells() -> None:
    for stack in (["speed", "strength", "speed", "endurance"], ["speed"] * 4):
        match = start_preset_match(stack=stack)
        (habit,) = GAME.list_habits(match.state, {0: ("mode", "speed")})
        assert habit == Habit(0, "mode", "speed", habit.among)
        assert {*habit.among} == {*stack[:3]}
        assert not list(GAME.list_habits(said(match, "0 mode speed").state, {1: ("skip",)}))


@pytest.mark.parametrize(
    ("board", "word", "weight"),
    [
        (WOLF_AND_OTTER, "0 move d2 d4", 4),
        ("4 - . . 1ot+7\n2 - . . 0wo", "0 move d2 d4", 11),
        # An animal leaves the game.
        ("4 - . . 1ot2\n2 - . . 0wo", "0 move d2 d4", 10),
        # A flag that is found weighs half of what it is worth.
        ("4 - . . ?12\n2 - . . 0wo", "0 move d2 d4", 6),
        (WOLF_AND_OTTER, "0 move d2 e2", 0),
    ],
)
def test_a_step_weighs_what_it_decides(board: str, word: str, weight: int) -> None:
    match = start_after_roll(board, 2, 6, 1)
    assert weigh_step(match.view_of(None), said(match, word).view_of(None)) == weight
