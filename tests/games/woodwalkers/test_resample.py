"""Checks that `resample` draws all possible states and no others."""

from __future__ import annotations

from collections import Counter
from math import factorial
from typing import Any

import pytest

from games.dice import Dice
from games.woodwalkers import GAME
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.state import View
from tests.effort_level import IS_LITTLE_EFFORT
from tests.games.match_lines import play_lines
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    WOLF_AND_OTTER,
    check_state,
    play_randomly,
    sample_states,
    start_after_roll,
    start_match,
    start_midnight_duel,
    start_preset_match,
)

MATCH_KINDS: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {"variant": "midnight"}), (4, {"variant": "midnight", "memory_help": "own", "modes": 11})
]  # fmt: skip


@pytest.mark.again
@pytest.mark.parametrize(("seats", "options"), MATCH_KINDS, ids=str)
def test_resampled_states_are_valid_and_have_the_same_view_in_every_phase(seats: int, options: dict[str, Any]) -> None:
    phases = set()
    for number, match in enumerate(play_randomly(12, seats, lively=True, **options)):
        phase = match.view_of(None).phase
        if phase not in ("guess", "duel", "home", "rest") and number % (27 if IS_LITTLE_EFFORT else 9):
            continue
        phases.add(phase)
        seat = (None, *range(seats))[number % (seats + 1)]
        view = match.view_of(seat)
        assert GAME.view(GAME.resample(view, Dice(b"open")), seat) == view
        forgotten = GAME.forget(view)
        state = GAME.resample(forgotten, Dice(b"cover"))
        assert GAME.forget(GAME.view(state, seat)) == forgotten
        assert GAME.seats_to_move(state) == GAME.seats_to_move(match.state)
        check_state(state)
        if state.phase == "home":
            assert state.duel
            loser, animal = state.duel.seats[state.duel.losing_side], state.duel.animals[state.duel.losing_side]
            assert state.teams[loser].spaces[animal] == -2
            assert state.duel.winner != loser
    assert {"home", *(["guess"] if options else ["duel"])} <= phases


# The number of different states


def count_arrangements(view: View, seat: int, samples: int = 300) -> Counter[tuple[int, ...]]:
    return Counter(state.teams[seat].spaces for state in sample_states(view, samples))


def test_own_animals_are_known_and_other_animals_only_by_day() -> None:
    match = play_lines(start_match(), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert (
            len(count_arrangements(match.view_of(seat), 0, 50))
            == len(count_arrangements(match.view_of(seat), 1, 50))
            == 1
        )
    match = play_lines(start_match(variant="midnight"), *ARRANGEMENTS)
    assert count_arrangements(match.view_of(0), 0) == {match.state.teams[0].spaces: 300}
    # In 300 of 5,040 arrangements, hardly any occurs twice.
    assert len(count_arrangements(match.view_of(0), 1)) > 280
    assert len(count_arrangements(match.view_of(None), 0)) > 280


@pytest.mark.parametrize(("unknown", "removed"), [(1, 6), (3, 4)])
def test_all_arrangements_of_unknown_animals_are_equally_likely(unknown: int, removed: int) -> None:
    match = start_preset_match(
        variant="midnight", animals=[f"1 {name} out" for name in list(FIGURES.animal_values)[:removed]]
    )
    counts = count_arrangements(match.view_of(0), 1, 600)
    assert len(counts) == factorial(unknown)
    expected = 600 / factorial(unknown)
    # Five standard deviations.
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_each_duel_leaves_fewer_possible_arrangements() -> None:
    removed = [f"1 {name} out" for name in ("bison", "bear", "wolf", "puma")]
    match = start_after_roll("", 2, 6, 1, variant="midnight", animals=[*removed, "1 otter d4", "0 wolf d2"])
    match = play_lines(match, "0 move d2 d4")
    assert len(count_arrangements(match.view_of(0), 1)) == 6
    match = play_lines(match, "1 pass")
    # The otter is known; deer and squirrel are in either order.
    assert len(count_arrangements(match.view_of(0), 1)) == 2
    match = play_lines(match, "1 home f9", "1 mode strength")
    assert len(count_arrangements(match.view_of(0), 1)) == 2
    assert len(count_arrangements(GAME.forget(match.view_of(0)), 1)) == 6


ALL_WOUNDED = [
    f"{seat} {animal} {space} 1"
    for seat, row in ((0, 1), (1, 9))
    for animal, space in zip(FIGURES.animal_values, (f"{column}{row}" for column in "bcdefgh"), strict=True)
]


def test_forgotten_duel_gets_only_animals_that_fit_its_result() -> None:
    """The challenger lost with a roll of 1 against 5, so it cannot have been much stronger. It also has a wound."""
    strength = [values["strength"] for values in FIGURES.animal_values.values()]
    for wounded_animals, losers in (([], [2]), (ALL_WOUNDED, range(7))):
        animals = [entry for entry in wounded_animals if entry[:6] not in ("0 wolf", "1 otte")] + [
            "0 wolf d2",
            "1 otter d4",
        ]
        match = play_lines(start_midnight_duel(1, 5, animals=animals), "1 pass")
        assert match.scores() == (0, 2)
        pairs = {state.duel.animals for state in sample_states(GAME.forget(match.view_of(None)), 500) if state.duel}
        assert pairs == {
            (challenger, defender)
            for challenger in losers
            for defender in range(7)
            # The challenger's wound is from this duel. The defender has a wound unless it is the otter (4).
            if strength[challenger] + 1 <= strength[defender] - bool(wounded_animals and defender != 4) + 5
        }


def test_resampled_states_differ_in_face_down_tiles_and_modes() -> None:
    states = sample_states(play_lines(start_match(), *ARRANGEMENTS).view_of(0), 50)
    assert len({state.forest for state in states}) == len({state.stack for state in states}) == 50
    assert {tuple(sorted(tile for _, tile in state.forest)) for state in states} == {
        tuple(sorted(FIGURES.day.forest_tiles))
    }
    short = sample_states(play_lines(start_match(modes=11), *ARRANGEMENTS).view_of(None), 60)
    assert len({tuple(sorted(state.stack)) for state in short}) > 5


def test_tiles_turned_up_and_modes_chosen_are_not_drawn_again() -> None:
    match = play_lines(start_after_roll("2 - . . 0wo\n3 - . ?m\n5 - . ?m\n7 - . ?m . ?m . ?p", 2), "0 move d2 c3")
    for state in sample_states(match.view_of(1), 100):
        assert sum(tile == "medicine" for _, tile in state.forest) <= 3
    match = start_after_roll("", 1, stack=["strength"] * 4 + ["speed", "endurance"])
    # One strength was chosen and three are open, so one is left for the stack.
    assert {sum(mode == "strength" for mode in state.stack) for state in sample_states(match.view_of(0), 50)} == {0, 1}


def test_preset_rolls_and_forest_are_hidden_from_resampling() -> None:
    view = start_preset_match(WOLF_AND_OTTER, rolls=[1, 2, 3], forest=["die c3"]).view_of(0)
    assert "rolls" not in repr(view)
    assert all(not state.preset_rolls for state in sample_states(view, 3))
    assert len({state.forest for state in sample_states(view, 100)}) > 5
