"""What the opponent believes, and what it holds a move to be worth."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from games.dice import Dice
from games.woodwalkers import GAME
from games.woodwalkers.belief import chance, duel, lying, told_apart, unfound
from games.woodwalkers.ground import NUMBER
from games.woodwalkers.outlook import outlook
from games.woodwalkers.prospect import prospects, replies
from games.woodwalkers.state import View
from games.woodwalkers.things import ANIMALS, BACK, EVERY, worth
from tests.games.lines import said
from tests.games.woodwalkers.drawn import LAST, SET, moving, night, table


def test_a_challenge_is_won_as_often_as_the_rules_page_says() -> None:
    table_of_36 = [0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36]
    assert [round(36 * chance(lead), 9) for lead in range(-5, 7)] == table_of_36
    assert (chance(-9), chance(12)) == (0, 1)


def arrangements(view: View, seat: int) -> list[dict[int, int]]:
    """Each order in which the animals of a seat can lie, by enumeration."""
    camp = view.camps[seat]
    in_play = [animal for animal in EVERY if animal not in camp.out]
    orders = []
    for order in permutations(in_play):
        pairs = list(zip(camp.known, order, strict=True))
        if all(known in (BACK, animal) for (_, known), animal in pairs):
            orders.append({space: animal for (space, _), animal in pairs})
    return orders


def test_beliefs_are_those_of_counting_every_arrangement() -> None:
    match = said(night(6, 1, 1), "1 pass", "1 home f9", "1 mode speed")
    view = match.view_of(1)
    for seat in (0, 1):
        orders = arrangements(view, seat)
        for space, could in lying(view.camps[seat]).items():
            seen = [order[space] for order in orders]
            assert {animal: seen.count(animal) / len(seen) for animal in set(seen)} == pytest.approx(
                dict.fromkeys(could, 1 / len(could))
            )
    assert lying(view.camps[0])[NUMBER["d4"]] == (ANIMALS.index("wolf"),)
    # The odds of a duel in the dark are the mean over all of them.
    mine, theirs = ((seat, lying(view.camps[seat])[NUMBER[space]]) for seat, space in ((0, "d4"), (1, "b9")))
    values = [GAME.resample(view, Dice(b"")).teams[0].at.index(NUMBER["d4"])]
    assert values == [ANIMALS.index("wolf")]
    each = [duel(view, "speed", mine, (1, (order[NUMBER["b9"]],))) for order in arrangements(view, 1)]
    assert duel(view, "speed", mine, theirs) == pytest.approx(sum(each) / len(each))


def test_whom_a_duel_turned_up_everybody_can_tell() -> None:
    view = said(night(6, 1), "1 pass", "1 home f9", "1 mode strength").view_of(1)
    wolf, bear = (ANIMALS.index(name) for name in ("wolf", "bear"))
    assert told_apart(view.camps[0], (wolf,))
    assert not told_apart(view.camps[0], (bear,))
    # The last one that is left can be told without a duel.
    assert told_apart(replace(view.camps[0], seen=frozenset(EVERY) - {bear}), (bear,))


def test_what_lies_face_down_is_what_has_not_been_found() -> None:
    view = said(table(), *SET).view_of(0)
    assert sum(share for tile, share in unfound(view).items() if worth(tile)) == pytest.approx(8 / 20)
    found = replace(view, found=("medicine",) * 4, flags=((30, 15),))
    assert "medicine" not in unfound(found)
    assert "flag15" not in unfound(found)
    assert sum(unfound(found).values()) == pytest.approx(1)


def test_what_others_can_do_is_the_mean_over_their_die() -> None:
    """Against the plain sum: for each pip the dearest move within reach."""
    match = moving("5 - . . . 0be\n4 - . . 0ot+7 . ?5\n3 - . . . . 1wo\n2 - . . . . 1pu+8", 3, seat=1)
    look = outlook(match.view_of(1))
    friends = [look.friend(space) for space in look.mine]
    (reply,) = replies(look, friends)
    dearest = [max([0.0, *(move.cost for move in reply.moves if move.steps <= die)]) for die in range(1, 7)]
    assert reply.cost() == pytest.approx(sum(dearest) / 6)
    assert reply.cost() > 0
    for friend in friends:
        # Who stays where it is changes nothing, and who is at home cannot be attacked.
        assert reply.cost_of(friend, friend.space, beaten=False) == pytest.approx(reply.cost())
        assert reply.cost_without(friend) <= reply.cost()


def test_who_stands_on_a_tile_leaves_it_to_nobody() -> None:
    """The squirrel can turn up one tile and do nothing else; against a bison on it, it would not try."""
    match = moving("4 - . . ?7 . ?8\n3 - . 1bi\n2 - . . 0sq", 2, seat=1, alone=True)
    look = outlook(match.view_of(1))
    bison = look.friend(NUMBER["c3"])
    (reply,) = replies(look, [bison])
    assert reply.cost() > 0
    assert reply.cost_of(bison, NUMBER["b3"], beaten=False) == pytest.approx(reply.cost())
    assert 0 < reply.cost_of(bison, NUMBER["d4"], beaten=False) < reply.cost()
    assert reply.cost_of(bison, NUMBER["d2"], beaten=True) == 0


def test_a_duel_is_worth_what_both_its_ends_are() -> None:
    """Bison 8 against wolf 6 on a flag, in the last turn of the match: all of it can be counted by hand."""
    match = moving("4 - . . 1wo+15\n2 - . . 0bi", 2, stack=LAST)
    found = prospects(outlook(match.view_of(0)), "strength", wary=True)
    (fight,) = (each for each in found if each.word == ("move", "d2", "d4"))
    won, lost = 2 + 0.5 + 15 + 0.7 * 15, 0.7 * 2 + 0.5
    assert fight.odds == pytest.approx(26 / 36)
    assert fight.gain == pytest.approx(26 / 36 * won - 10 / 36 * lost)
