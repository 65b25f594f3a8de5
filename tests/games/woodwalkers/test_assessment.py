"""What the opponent believes, and what it holds a move to be worth."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from games.dice import Dice
from games.woodwalkers import GAME
from games.woodwalkers.assessment import assess_position
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
from tests.games.lines import said
from tests.games.woodwalkers.match_setup import (
    ARRANGEMENTS,
    ONE_ROUND_STACK,
    start_after_roll,
    start_match,
    start_midnight_duel,
)


def test_a_challenge_is_won_as_often_as_the_rules_page_says() -> None:
    table_of_36 = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert [round(36 * challenger_win_probability(lead), 9) for lead in range(-5, 7)] == table_of_36
    assert (challenger_win_probability(-9), challenger_win_probability(12)) == (0, 1)


def arrangements(view: View, seat: int) -> list[dict[int, int]]:
    """Each order in which the animals of a seat can lie, by enumeration."""
    camp = view.teams[seat]
    in_play = [animal for animal in ALL_ANIMALS if animal not in camp.removed]
    orders = []
    for order in permutations(in_play):
        pairs = list(zip(camp.known_tiles, order, strict=True))
        if all(known in (FACE_DOWN, animal) for (_, known), animal in pairs):
            orders.append({space: animal for (space, _), animal in pairs})
    return orders


def test_beliefs_are_those_of_counting_every_arrangement() -> None:
    match = said(start_midnight_duel(6, 1, 1), "1 pass", "1 home f9", "1 mode speed")
    view = match.view_of(1)
    for seat in (0, 1):
        orders = arrangements(view, seat)
        for space, could in list_possible_animals(view.teams[seat]).items():
            seen = [order[space] for order in orders]
            assert {animal: seen.count(animal) / len(seen) for animal in set(seen)} == pytest.approx(
                dict.fromkeys(could, 1 / len(could))
            )
    assert list_possible_animals(view.teams[0])[SPACE_BY_NAME["d4"]] == (ANIMALS.index("wolf"),)
    # The odds of a duel in the dark are the mean over all of them.
    mine, theirs = (
        (seat, list_possible_animals(view.teams[seat])[SPACE_BY_NAME[space]]) for seat, space in ((0, "d4"), (1, "b9"))
    )
    values = [GAME.resample(view, Dice(b"")).teams[0].spaces.index(SPACE_BY_NAME["d4"])]
    assert values == [ANIMALS.index("wolf")]
    each = [
        duel_win_probability(view, "speed", mine, (1, (order[SPACE_BY_NAME["b9"]],))) for order in arrangements(view, 1)
    ]
    assert duel_win_probability(view, "speed", mine, theirs) == pytest.approx(sum(each) / len(each))


def test_whom_a_duel_turned_up_everybody_can_tell() -> None:
    view = said(start_midnight_duel(6, 1), "1 pass", "1 home f9", "1 mode strength").view_of(1)
    wolf, bear = (ANIMALS.index(name) for name in ("wolf", "bear"))
    assert is_identified(view.teams[0], (wolf,))
    assert not is_identified(view.teams[0], (bear,))
    # The last one that is left can be told without a duel.
    assert is_identified(replace(view.teams[0], revealed=frozenset(ALL_ANIMALS) - {bear}), (bear,))


def test_what_lies_face_down_is_what_has_not_been_found() -> None:
    view = said(start_match(), *ARRANGEMENTS).view_of(0)
    assert sum(share for tile, share in tile_probabilities(view).items() if flag_value(tile)) == pytest.approx(8 / 20)
    found = replace(view, removed_tiles=("medicine",) * 4, flags=((30, 15),))
    assert "medicine" not in tile_probabilities(found)
    assert "flag15" not in tile_probabilities(found)
    assert sum(tile_probabilities(found).values()) == pytest.approx(1)


def test_what_others_can_do_is_the_mean_over_their_die() -> None:
    """Against the plain sum: for each pip the dearest move within reach."""
    match = start_after_roll("5 - . . . 0be\n4 - . . 0ot+7 . ?5\n3 - . . . . 1wo\n2 - . . . . 1pu+8", 3, seat=1)
    look = assess_position(match.view_of(1))
    friends = [look.own_animal_on(space) for space in look.own_animals]
    (reply,) = list_replies(look, friends)
    dearest = [max([0.0, *(move.cost for move in reply.moves if move.steps <= die)]) for die in range(1, 7)]
    assert reply.expected_cost() == pytest.approx(sum(dearest) / 6)
    assert reply.expected_cost() > 0
    for friend in friends:
        # Who stays where it is changes nothing, and who is at home cannot be attacked.
        assert reply.expected_cost_after(friend, friend.space, has_beaten_rival=False) == pytest.approx(
            reply.expected_cost()
        )
        assert reply.expected_cost_without(friend) <= reply.expected_cost()


def test_who_stands_on_a_tile_leaves_it_to_nobody() -> None:
    """The squirrel can turn up one tile and do nothing else; against a bison on it, it would not try."""
    match = start_after_roll("4 - . . ?7 . ?8\n3 - . 1bi\n2 - . . 0sq", 2, seat=1, alone=True)
    look = assess_position(match.view_of(1))
    bison = look.own_animal_on(SPACE_BY_NAME["c3"])
    (reply,) = list_replies(look, [bison])
    assert reply.expected_cost() > 0
    assert reply.expected_cost_after(bison, SPACE_BY_NAME["b3"], has_beaten_rival=False) == pytest.approx(
        reply.expected_cost()
    )
    assert 0 < reply.expected_cost_after(bison, SPACE_BY_NAME["d4"], has_beaten_rival=False) < reply.expected_cost()
    assert reply.expected_cost_after(bison, SPACE_BY_NAME["d2"], has_beaten_rival=True) == 0


def test_a_duel_is_worth_what_both_its_ends_are() -> None:
    """Bison 8 against wolf 6 on a flag, in the last turn of the match: all of it can be counted by hand."""
    match = start_after_roll("4 - . . 1wo+15\n2 - . . 0bi", 2, stack=ONE_ROUND_STACK)
    found = value_moves(assess_position(match.view_of(0)), "strength", count_threats=True)
    (fight,) = (each for each in found if each.move == ("move", "d2", "d4"))
    won, lost = 2 + 0.5 + 15 + 0.7 * 15, 0.7 * 2 + 0.5
    assert fight.win_probability == pytest.approx(26 / 36)
    assert fight.gain == pytest.approx(26 / 36 * won - 10 / 36 * lost)
