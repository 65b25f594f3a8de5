"""The review of a match: luck, mistakes, habits and highlights."""

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
from tests.games.match_lines import play_lines
from tests.games.woodwalkers.match_setup import WOLF_AND_OTTER, skip_until_roll, start_after_roll, start_preset_match

FREE_FLAG_BOARD: Final = "4 - . . +15\n3 - . . 0wo\n8 - . . . . . 1ot"
"""A board with a free flag one step away from seat 0's wolf."""


@pytest.fixture(autouse=True)
def _use_small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "SAMPLES_PER_BATCH", 12)


def index_contributions(state: State, joint: JointMove, later: State) -> dict[object, Contribution]:
    return {part.cause if part.seat is None else part.seat: part for part in split_change(state, joint, later)}


def list_dice_luck(state: State, joint: JointMove, count: int) -> Iterator[float]:
    """Yield the luck of seat 0 in a step for each combination of this many rolls."""
    for rolls in product(range(1, 7), repeat=count):
        later = GAME.apply(replace(state, preset_rolls=rolls), joint, UNSEEDED.step_dice(1))
        yield index_contributions(state, joint, later)["dice"].gains[0]


def test_luck_of_a_roll_is_zero_on_average_and_best_for_a_six() -> None:
    state = skip_until_roll(start_preset_match("4 - . . +15\n2 - . . 0wo\n8 - . . . . . 1ot", alone=True), 0).state
    luck = [*list_dice_luck(state, {0: ("roll",)}, 1)]
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck[0] < 0 < luck[5] == max(luck)


def test_luck_of_a_duel_is_zero_on_average_and_follows_the_rolls() -> None:
    state = start_after_roll(WOLF_AND_OTTER, 2).state
    luck = [*list_dice_luck(state, {0: ("move", "d2", "d4")}, 2)]
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck[30] > 0.001 > -0.001 > luck[5], "six against one, and one against six"


def test_luck_of_a_tile_is_zero_on_average_and_best_for_the_highest_flag() -> None:
    state = start_after_roll("3 - . . 0wo\n4 - . . ?7", 1).state
    luck_by_tile = {}
    for tile, share in tile_probabilities(view(state, None)).items():
        with_tile = replace(state, forest=((SPACE_BY_NAME["d4"], tile),))
        joint = {0: ("move", "d3", "d4")}
        luck = index_contributions(with_tile, joint, GAME.apply(with_tile, joint, UNSEEDED.step_dice(1)))["dice"].gains[
            0
        ]
        luck_by_tile[tile] = share, luck
    assert len(luck_by_tile) > 5
    assert sum(share * luck for share, luck in luck_by_tile.values()) == pytest.approx(0, abs=1e-9)
    assert max(luck_by_tile, key=lambda tile: luck_by_tile[tile][1]) == "flag15"


def test_preset_rolls_are_no_luck() -> None:
    match = start_after_roll(WOLF_AND_OTTER, 2, 3, 6)
    joint = {0: ("move", "d2", "d4")}
    assert "dice" not in index_contributions(match.state, joint, GAME.apply(match.state, joint, UNSEEDED.step_dice(1)))


def judge_move(match: Match, *move: str) -> Contribution:
    return index_contributions(match.state, {0: move}, match.play_move(0, move).state)[0]


@pytest.mark.parametrize("variant", ["day", "midnight"])
def test_not_taking_a_flag_in_the_last_round_is_an_explained_mistake(variant: str) -> None:
    match = start_after_roll(FREE_FLAG_BOARD, 1, stack=["strength"] * 3, variant=variant, scores=[0, 8])
    best, mistake = judge_move(match, "move", "d3", "d4"), judge_move(match, "stay")
    assert best.gains == (0, 0)
    assert best.better is None
    assert mistake.better
    assert mistake.better.move == ("move", "d3", "d4")
    assert mistake.better.why == "judged-flag"
    assert mistake.gains[0] == -mistake.gains[1] < -0.9
    for locale in LOCALES:
        text = GAME.say(mistake.better.why, locale, **mistake.better.facts)
        assert "D3→D4" in text
        assert "±" in text


def test_win_shares_of_a_finished_match_are_its_result() -> None:
    match = start_after_roll(FREE_FLAG_BOARD, 1, stack=["strength"] * 3, scores=[0, 8])
    state = play_lines(match, "0 move d3 d4").state
    assert state.phase == "over"
    assert win_shares(state) == (1, 0)


# Habits and highlights


def test_choice_of_a_mode_is_the_only_habit() -> None:
    for stack in (["speed", "strength", "speed", "endurance"], ["speed"] * 4):
        match = start_preset_match(stack=stack)
        (habit,) = GAME.list_habits(match.state, {0: ("mode", "speed")})
        assert habit == Habit(0, "mode", "speed", habit.possible_symbols)
        assert {*habit.possible_symbols} == {*stack[:3]}
        assert not list(GAME.list_habits(play_lines(match, "0 mode speed").state, {1: ("skip",)}))


@pytest.mark.parametrize(
    ("board", "move", "weight"),
    [
        (WOLF_AND_OTTER, "0 move d2 d4", 4),
        ("4 - . . 1ot+7\n2 - . . 0wo", "0 move d2 d4", 11),
        # An animal leaves the game.
        ("4 - . . 1ot2\n2 - . . 0wo", "0 move d2 d4", 10),
        # A flag weighs half its value when it is turned up.
        ("4 - . . ?12\n2 - . . 0wo", "0 move d2 d4", 6),
        (WOLF_AND_OTTER, "0 move d2 e2", 0),
    ],
)
def test_weight_of_a_step_follows_its_events(board: str, move: str, weight: int) -> None:
    match = start_after_roll(board, 2, 6, 1)
    assert weigh_step(match.view_of(None), play_lines(match, move).view_of(None)) == weight
