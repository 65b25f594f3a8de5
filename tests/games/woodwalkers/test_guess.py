"""Worlds that a view allows: each looks the same, and each of them can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial
from typing import Any

import pytest

from games.dice import Dice
from games.match import Match
from games.woodwalkers import GAME
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import State, View
from tests.effort import LITTLE
from tests.games.lines import said
from tests.games.woodwalkers.drawn import SET, WOLF_AND_OTTER, drawn, moving, night, table, wandering, worlds

KINDS: list[tuple[int, dict[str, Any]]] = [
    (seats, options)
    for seats in (2, 3, 4)
    for options in ({}, {"variant": "midnight"}, {"variant": "midnight", "memory_help": "own", "modes": 11})
]


def positions(seats: int, options: dict[str, Any]) -> Iterator[tuple[Match, int | None]]:
    for number, match in enumerate(wandering(12, seats, lively=True, **options)):
        phase = match.view(None).phase
        if phase in ("guess", "duel", "home", "rest") or number % (27 if LITTLE else 9) == 0:
            for seat in (None, *range(seats)):
                yield match, seat


@pytest.mark.again
@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_a_guess_looks_the_same_in_every_phase(seats: int, options: dict[str, Any]) -> None:
    phases = set()
    for match, seat in positions(seats, options):
        view = match.view(seat)
        phases.add(view.phase)
        for roll in range(3):
            assert GAME.view(GAME.resample(view, Dice(bytes([roll]))), seat) == view
        cover = GAME.forget(view)
        world = GAME.resample(cover, Dice(b"cover"))
        assert GAME.forget(GAME.view(world, seat)) == cover
        assert GAME.awaited(world) == GAME.awaited(match.state)
        assert_could_be(world)
    assert {"home", *(["guess"] if options else ["duel"])} <= phases


def assert_could_be(world: State) -> None:
    """Tiles and modes are those of the box, nobody stands where another does, and the loser of a duel is the loser."""
    face = HOUSE.face(world.terms.variant)
    tiles = [tile for _, tile in world.forest] + list(world.found) + [f"flag{value}" for _, value in world.flags]
    assert not Counter(tiles) - Counter(face.tiles)
    assert not Counter((*world.stack, *world.open, *world.spent)) - Counter(HOUSE.modes)
    spaces = [space for team in world.teams for space in team.at if space >= 0]
    assert len(spaces) == len(set(spaces))
    if world.phase == "home":
        assert world.duel
        loser, animal = world.duel.seats[world.duel.behind], world.duel.animals[world.duel.behind]
        assert world.teams[loser].at[animal] == -2
        assert world.duel.winner != loser


@pytest.mark.parametrize(("seats", "options"), KINDS)
def test_a_guess_can_be_played_to_the_end(seats: int, options: dict[str, Any]) -> None:
    matches = list(wandering(3, seats, **options))
    halfway = matches[len(matches) // 2]
    state = GAME.resample(GAME.forget(halfway.view(0)), Dice(b"on"))
    step = 0
    while GAME.awaited(state):
        step += 1
        joint = {
            seat: Dice(f"{step}/{seat}".encode()).choice(GAME.legal(GAME.view(state, seat)))
            for seat in GAME.awaited(state)
        }
        state = GAME.apply(state, joint, Dice(f"{step}".encode()))
    assert GAME.result(state)


# How many worlds there are


def animals(view: View, seat: int, rolls: int = 300) -> Counter[tuple[int, ...]]:
    return Counter(world.teams[seat].at for world in worlds(view, rolls))


def test_by_day_everybody_knows_where_animals_are() -> None:
    match = said(table(), *SET)
    for seat in (0, 1, None):
        assert len(animals(match.view(seat), 0)) == len(animals(match.view(seat), 1)) == 1


def test_at_midnight_one_knows_ones_own_and_nothing_of_the_others() -> None:
    match = said(table(variant="midnight"), *SET)
    assert animals(match.view(0), 0) == {match.state.teams[0].at: 300}
    # Of 5,040 orders hardly any comes twice in 300.
    assert len(animals(match.view(0), 1)) > 280
    assert len(animals(match.view(None), 0)) > 280


@pytest.mark.parametrize(("unseen", "board"), [(2, 5), (3, 4)])
def test_every_order_of_the_unseen_is_as_likely(unseen: int, board: int) -> None:
    gone = [f"1 {name} out" for name in list(HOUSE.animals)[:board]]
    match = drawn(variant="midnight", animals=gone)
    counts = animals(match.view(0), 1, 1200)
    assert len(counts) == factorial(unseen)
    expected = 1200 / factorial(unseen)
    # Five standard deviations.
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def test_each_duel_leaves_fewer_orders() -> None:
    gone = [f"1 {name} out" for name in ("bison", "bear", "wolf", "puma")]
    board = ["1 otter d4", "0 wolf d2"]
    match = moving("", 2, 6, 1, variant="midnight", animals=gone + board)
    match = said(match, "0 move d2 d4")
    assert len(animals(match.view(0), 1)) == 6
    match = said(match, "1 pass")
    # The otter is known; deer and squirrel lie either way.
    assert len(animals(match.view(0), 1)) == 2
    match = said(match, "1 home f9", "1 mode strength")
    assert len(animals(match.view(0), 1)) == 2
    assert len(animals(GAME.forget(match.view(0)), 1)) == 6


def test_the_last_unseen_is_known() -> None:
    gone = [f"1 {name} out" for name in ("bison", "bear", "wolf", "puma", "otter", "deer")]
    match = drawn(variant="midnight", animals=gone)
    assert len(animals(match.view(0), 1)) == 1


ALL_WOUNDED = [
    f"{seat} {animal} {space} 1"
    for seat, row in ((0, 1), (1, 9))
    for animal, space in zip(HOUSE.animals, (f"{column}{row}" for column in "bcdefgh"), strict=True)
]


def test_of_a_duel_under_the_cover_only_what_fits_is_guessed() -> None:
    """With the dice 1 and 5 the challenger lost: it was not much stronger, and it is one that has a wound."""
    strength = [values["strength"] for values in HOUSE.animals.values()]
    for wounded, losers in (([], [2]), (ALL_WOUNDED, range(7))):
        lying = [each for each in wounded if each[:6] not in ("0 wolf", "1 otte")] + ["0 wolf d2", "1 otter d4"]
        match = said(night(1, 5, animals=lying), "1 pass")
        assert match.scores() == (0, 2)
        pairs = {world.duel.animals for world in worlds(GAME.forget(match.view(None)), 900) if world.duel}
        assert pairs == {
            (one, other)
            for one in losers
            for other in range(7)
            # The loser's one wound is of this duel; of the others only the otter has none.
            if strength[one] + 1 <= strength[other] - bool(wounded and other != 4) + 5
        }


def test_guesses_differ_in_what_lies_face_down() -> None:
    view = said(table(), *SET).view(0)
    found = worlds(view, 50)
    assert len({world.forest for world in found}) == len({world.stack for world in found}) == 50
    assert {tuple(sorted(tile for _, tile in world.forest)) for world in found} == {tuple(sorted(HOUSE.day.tiles))}


def test_tiles_found_and_modes_spent_are_remembered() -> None:
    """What was turned up is nowhere else any more."""
    match = said(moving("2 - . . 0wo\n3 - . ?m\n5 - . ?m\n7 - . ?m . ?m . ?p", 2), "0 move d2 c3")
    for world in worlds(match.view(1), 100):
        assert sum(tile == "medicine" for _, tile in world.forest) <= 3
    spent = moving("", 1, stack=["strength"] * 4 + ["speed", "endurance"])
    # One chosen, three open: one strength is left for the stack.
    assert {sum(mode == "strength" for mode in world.stack) for world in worlds(spent.view(0), 50)} == {0, 1}


def test_of_a_short_match_the_stack_is_lyingfrom_the_box() -> None:
    stacks = {tuple(sorted(world.stack)) for world in worlds(said(table(modes=11), *SET).view(None), 60)}
    assert len(stacks) > 5


def test_nobody_can_tell_a_lyingstart() -> None:
    view = drawn(WOLF_AND_OTTER, rolls=[1, 2, 3], forest=["die c3"]).view(0)
    assert "rolls" not in repr(view)
    assert all(not world.rolls for world in worlds(view, 3))
    assert len({world.forest for world in worlds(view, 100)}) > 5
