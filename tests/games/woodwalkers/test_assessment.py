"""Probabilities, the assessment of a position, and the values of moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from games.dice import Dice
from games.woodwalkers import GAME
from games.woodwalkers.assessment import assess_position
from games.woodwalkers.events import Duel
from games.woodwalkers.move_value import list_replies, value_moves
from games.woodwalkers.pieces import ALL_ANIMALS, ANIMALS, FACE_DOWN, flag_value
from games.woodwalkers.probabilities import (
    challenger_win_probability,
    duel_win_probability,
    is_identified,
    list_possible_animals,
    tile_probabilities,
)
from games.woodwalkers.spaces import SPACE_BY_NAME
from games.woodwalkers.state import View
from tests.games.match_lines import play_lines
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    ONE_ROUND_STACK,
    start_after_roll,
    start_match,
    start_midnight_duel,
)


def test_challenger_win_probability_matches_the_rules_table() -> None:
    table_of_36 = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    rolls = [*product(range(1, 7), range(1, 7))]
    for lead, chance in zip(range(-5, 7), table_of_36, strict=True):
        duels = [Duel((0, 1), 0, 0, animals=(0, 1), values=(lead, 0), dice=dice) for dice in rolls]
        assert sum(duel.losing_side == 1 for duel in duels) == chance
        assert 36 * challenger_win_probability(lead) == pytest.approx(chance)
    assert (challenger_win_probability(-9), challenger_win_probability(12)) == (0, 1)


def list_arrangements(view: View, seat: int) -> list[dict[int, int]]:
    """Return all arrangements of a seat's animals that fit the view, each as a map from spaces to animals."""
    team = view.teams[seat]
    in_play = [animal for animal in ALL_ANIMALS if animal not in team.removed]
    orders = []
    for order in permutations(in_play):
        pairs = list(zip(team.known_tiles, order, strict=True))
        if all(known_animal in (FACE_DOWN, animal) for (_, known_animal), animal in pairs):
            orders.append({space: animal for (space, _), animal in pairs})
    return orders


def test_possible_animals_match_an_enumeration_of_all_arrangements() -> None:
    match = play_lines(start_midnight_duel(6, 1, 1), "1 pass", "1 home f9", "1 mode speed")
    view = match.view_of(1)
    for seat in (0, 1):
        orders = list_arrangements(view, seat)
        for space, possible_animals in list_possible_animals(view.teams[seat]).items():
            animals = [order[space] for order in orders]
            assert {animal: animals.count(animal) / len(animals) for animal in set(animals)} == pytest.approx(
                dict.fromkeys(possible_animals, 1 / len(possible_animals))
            )
    assert list_possible_animals(view.teams[0])[SPACE_BY_NAME["d4"]] == (ANIMALS.index("wolf"),)
    # With unknown animals, the win probability is the mean over all arrangements.
    own_side, rival_side = (
        (seat, list_possible_animals(view.teams[seat])[SPACE_BY_NAME[space]]) for seat, space in ((0, "d4"), (1, "b9"))
    )
    values = [GAME.resample(view, Dice(b"")).teams[0].spaces.index(SPACE_BY_NAME["d4"])]
    assert values == [ANIMALS.index("wolf")]
    chances = [
        duel_win_probability(view, "speed", own_side, (1, (order[SPACE_BY_NAME["b9"]],)))
        for order in list_arrangements(view, 1)
    ]
    assert duel_win_probability(view, "speed", own_side, rival_side) == pytest.approx(sum(chances) / len(chances))


def test_animal_turned_up_in_a_duel_is_identified() -> None:
    view = play_lines(start_midnight_duel(6, 1), "1 pass", "1 home f9", "1 mode strength").view_of(1)
    wolf, bear = (ANIMALS.index(name) for name in ("wolf", "bear"))
    assert is_identified(view.teams[0], (wolf,))
    assert not is_identified(view.teams[0], (bear,))
    # The only animal that was never turned up is known without a duel.
    assert is_identified(replace(view.teams[0], revealed=frozenset(ALL_ANIMALS) - {bear}), (bear,))


def test_tile_probabilities_leave_out_tiles_turned_up_before() -> None:
    view = play_lines(start_match(), *ARRANGEMENTS).view_of(0)
    assert sum(share for tile, share in tile_probabilities(view).items() if flag_value(tile)) == pytest.approx(8 / 20)
    with_fewer_tiles = replace(view, removed_tiles=("medicine",) * 4, flags=((30, 15),))
    assert "medicine" not in tile_probabilities(with_fewer_tiles)
    assert "flag15" not in tile_probabilities(with_fewer_tiles)
    assert sum(tile_probabilities(with_fewer_tiles).values()) == pytest.approx(1)


def test_expected_cost_of_a_rival_turn_is_the_mean_over_all_rolls() -> None:
    """For each roll, the rival is expected to make the reachable move that costs the most."""
    match = start_after_roll("5 - . . . 0be\n4 - . . 0ot+7 . ?5\n3 - . . . . 1wo\n2 - . . . . 1pu+8", 3, seat=1)
    assessment = assess_position(match.view_of(1))
    own_animals = [assessment.own_animal_on(space) for space in assessment.own_animals]
    (reply,) = list_replies(assessment, own_animals)
    max_costs = [max([0.0, *(move.cost for move in reply.moves if move.steps <= die)]) for die in range(1, 7)]
    assert reply.expected_cost() == pytest.approx(sum(max_costs) / 6)
    assert reply.expected_cost() > 0
    for own_animal in own_animals:
        # Staying changes nothing, and an animal on its start space cannot be attacked.
        assert reply.expected_cost_after(own_animal, own_animal.space, has_beaten_rival=False) == pytest.approx(
            reply.expected_cost()
        )
        assert reply.expected_cost_without(own_animal) <= reply.expected_cost()


def test_standing_on_a_tile_keeps_rivals_from_turning_it_up() -> None:
    """The rival's squirrel would like to turn up the tile, but it would not attack a bison that stands there."""
    match = start_after_roll("4 - . . ?7 . ?8\n3 - . 1bi\n2 - . . 0sq", 2, seat=1, alone=True)
    assessment = assess_position(match.view_of(1))
    bison = assessment.own_animal_on(SPACE_BY_NAME["c3"])
    (reply,) = list_replies(assessment, [bison])
    assert reply.expected_cost() > 0
    assert reply.expected_cost_after(bison, SPACE_BY_NAME["b3"], has_beaten_rival=False) == pytest.approx(
        reply.expected_cost()
    )
    assert 0 < reply.expected_cost_after(bison, SPACE_BY_NAME["d4"], has_beaten_rival=False) < reply.expected_cost()
    assert reply.expected_cost_after(bison, SPACE_BY_NAME["d2"], has_beaten_rival=True) == 0


def test_value_of_a_duel_counts_winning_and_losing() -> None:
    """A bison (8) attacks a wolf (6) on a flag in the last turn, so the value can be computed by hand."""
    match = start_after_roll("4 - . . 1wo+15\n2 - . . 0bi", 2, stack=ONE_ROUND_STACK)
    move_values = value_moves(assess_position(match.view_of(0)), "strength", count_threats=True)
    (attack,) = (value for value in move_values if value.move == ("move", "d2", "d4"))
    gain_if_won, cost_if_lost = 2 + 0.5 + 15 + 0.7 * 15, 0.7 * 2 + 0.5
    assert attack.win_probability == pytest.approx(26 / 36)
    assert attack.gain == pytest.approx(26 / 36 * gain_if_won - 10 / 36 * cost_if_lost)
