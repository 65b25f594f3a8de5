"""Worlds that a view allows: each of them can be, and there are as many as there should be."""

from __future__ import annotations

from collections import Counter
from math import factorial
from typing import Any

import pytest

from games.dice import Dice
from games.woodwalkers import GAME
from games.woodwalkers.figures import FIGURES
from games.woodwalkers.state import View
from tests.effort import LITTLE
from tests.games.lines import said
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

KINDS: list[tuple[int, dict[str, Any]]] = [
    (2, {}), (3, {"variant": "midnight"}), (4, {"variant": "midnight", "memory_help": "own", "modes": 11})
]  # fmt: skip


@pytest.mark.again
@pytest.mark.parametrize(("seats", "options"), KINDS, ids=str)
def test_worlds_look_like_the_view_and_can_be_in_every_phase(seats: int, options: dict[str, Any]) -> None:
    phases = set()
    for number, match in enumerate(play_randomly(12, seats, lively=True, **options)):
        phase = match.view_of(None).phase
        if phase not in ("guess", "duel", "home", "rest") and number % (27 if LITTLE else 9):
            continue
        phases.add(phase)
        seat = (None, *range(seats))[number % (seats + 1)]
        view = match.view_of(seat)
        assert GAME.view(GAME.resample(view, Dice(b"open")), seat) == view
        cover = GAME.forget(view)
        world = GAME.resample(cover, Dice(b"cover"))
        assert GAME.forget(GAME.view(world, seat)) == cover
        assert GAME.seats_to_move(world) == GAME.seats_to_move(match.state)
        check_state(world)
        if world.phase == "home":
            assert world.duel
            loser, animal = world.duel.seats[world.duel.losing_side], world.duel.animals[world.duel.losing_side]
            assert world.teams[loser].spaces[animal] == -2
            assert world.duel.winner != loser
    assert {"home", *(["guess"] if options else ["duel"])} <= phases


# How many worlds there are


def count_orders(view: View, seat: int, rolls: int = 300) -> Counter[tuple[int, ...]]:
    return Counter(world.teams[seat].spaces for world in sample_states(view, rolls))


def test_own_animals_are_known_and_others_only_by_day() -> None:
    match = said(start_match(), *ARRANGEMENTS)
    for seat in (0, 1, None):
        assert len(count_orders(match.view_of(seat), 0, 50)) == len(count_orders(match.view_of(seat), 1, 50)) == 1
    match = said(start_match(variant="midnight"), *ARRANGEMENTS)
    assert count_orders(match.view_of(0), 0) == {match.state.teams[0].spaces: 300}
    # Of 5,040 orders hardly any comes twice in 300.
    assert len(count_orders(match.view_of(0), 1)) > 280
    assert len(count_orders(match.view_of(None), 0)) > 280


@pytest.mark.parametrize(("unseen", "gone"), [(1, 6), (3, 4)])
def test_every_order_of_the_unseen_is_as_likely(unseen: int, gone: int) -> None:
    match = start_preset_match(
        variant="midnight", animals=[f"1 {name} out" for name in list(FIGURES.animal_values)[:gone]]
    )
    counts = count_orders(match.view_of(0), 1, 600)
    assert len(counts) == factorial(unseen)
    expected = 600 / factorial(unseen)
    # Five standard deviations.
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_each_duel_leaves_fewer_orders() -> None:
    gone = [f"1 {name} out" for name in ("bison", "bear", "wolf", "puma")]
    match = start_after_roll("", 2, 6, 1, variant="midnight", animals=[*gone, "1 otter d4", "0 wolf d2"])
    match = said(match, "0 move d2 d4")
    assert len(count_orders(match.view_of(0), 1)) == 6
    match = said(match, "1 pass")
    # The otter is known; deer and squirrel lie either way.
    assert len(count_orders(match.view_of(0), 1)) == 2
    match = said(match, "1 home f9", "1 mode strength")
    assert len(count_orders(match.view_of(0), 1)) == 2
    assert len(count_orders(GAME.forget(match.view_of(0)), 1)) == 6


ALL_WOUNDED = [
    f"{seat} {animal} {space} 1"
    for seat, row in ((0, 1), (1, 9))
    for animal, space in zip(FIGURES.animal_values, (f"{column}{row}" for column in "bcdefgh"), strict=True)
]


def test_of_a_covered_duel_only_animals_that_fit_its_dice_are_guessed() -> None:
    """With the dice 1 and 5 the challenger lost: it was not much stronger, and it is one that has a wound."""
    strength = [values["strength"] for values in FIGURES.animal_values.values()]
    for wounded, losers in (([], [2]), (ALL_WOUNDED, range(7))):
        lying = [each for each in wounded if each[:6] not in ("0 wolf", "1 otte")] + ["0 wolf d2", "1 otter d4"]
        match = said(start_midnight_duel(1, 5, animals=lying), "1 pass")
        assert match.scores() == (0, 2)
        pairs = {world.duel.animals for world in sample_states(GAME.forget(match.view_of(None)), 500) if world.duel}
        assert pairs == {
            (one, other)
            for one in losers
            for other in range(7)
            # The loser's one wound is of this duel; of the others only the otter has none.
            if strength[one] + 1 <= strength[other] - bool(wounded and other != 4) + 5
        }


def test_worlds_differ_in_what_lies_face_down() -> None:
    found = sample_states(said(start_match(), *ARRANGEMENTS).view_of(0), 50)
    assert len({world.forest for world in found}) == len({world.stack for world in found}) == 50
    assert {tuple(sorted(tile for _, tile in world.forest)) for world in found} == {
        tuple(sorted(FIGURES.day.forest_tiles))
    }
    short = sample_states(said(start_match(modes=11), *ARRANGEMENTS).view_of(None), 60)
    assert len({tuple(sorted(world.stack)) for world in short}) > 5


def test_tiles_found_and_modes_spent_are_nowhere_else() -> None:
    match = said(start_after_roll("2 - . . 0wo\n3 - . ?m\n5 - . ?m\n7 - . ?m . ?m . ?p", 2), "0 move d2 c3")
    for world in sample_states(match.view_of(1), 100):
        assert sum(tile == "medicine" for _, tile in world.forest) <= 3
    spent = start_after_roll("", 1, stack=["strength"] * 4 + ["speed", "endurance"])
    # One chosen, three open: one strength is left for the stack.
    assert {sum(mode == "strength" for mode in world.stack) for world in sample_states(spent.view_of(0), 50)} == {0, 1}


def test_drawn_dice_and_forest_are_guessed_like_any() -> None:
    view = start_preset_match(WOLF_AND_OTTER, rolls=[1, 2, 3], forest=["die c3"]).view_of(0)
    assert "rolls" not in repr(view)
    assert all(not world.preset_rolls for world in sample_states(view, 3))
    assert len({world.forest for world in sample_states(view, 100)}) > 5
