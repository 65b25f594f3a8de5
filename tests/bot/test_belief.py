"""What a match comes to as arithmetic: ratings of nobody in particular, without a store."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.ladder import belief
from bot.ladder import rating as ladder
from bot.ladder.rating import EVERYTHING, NEW, Key, newcomer, rated
from storage import Rating
from tests.games.morra import KEY
from tests.kit.match import (
    ANN,
    SERVER,
    ranked_results,
)

RANKS = st.integers(2, 6).flatmap(
    lambda seats: st.lists(st.integers(1, seats), min_size=seats, max_size=seats).map(
        lambda scores: [1 + sum(other > score for other in scores) for score in scores]
    )
)


def known(ratings: tuple[Rating, ...]) -> dict[Key, Rating]:
    return {ladder.key(rating): rating for rating in ratings}


# What a match comes to


@given(RANKS)
def test_among_equals_the_better_place_is_worth_more(ranks: list[int]) -> None:
    results, ratings = rated(ranked_results(*ranks), {})
    after = [it.rating_after or 0.0 for it in results]
    assert {it.rating_before for it in results} == {NEW}
    for one, other in permutations(range(len(ranks)), 2):
        assert (ranks[one] == ranks[other]) == (after[one] == after[other])
        assert ranks[one] >= ranks[other] or after[one] > after[other]
    assert all(rating.matches == 1 and rating.at == 5 for rating in ratings)
    assert {rating.game for rating in ratings} == {KEY, EVERYTHING}


@given(RANKS, st.randoms(use_true_random=False), st.integers(0, 8))
def test_it_does_not_matter_who_sits_where_or_what_they_are_called(
    ranks: list[int], chance: random.Random, before: int
) -> None:
    people = list(range(100, 100 + len(ranks)))
    stood: dict[Key, Rating] = {}
    for _ in range(before):
        places = [chance.randint(1, 3) for _ in people]
        places = [1 + sum(other < place for other in places) for place in places]
        stood |= known(rated(ranked_results(*places, people=tuple(people)), stood)[1])
    order = list(range(len(ranks)))
    chance.shuffle(order)
    _, here = rated(ranked_results(*ranks, people=tuple(people)), stood)
    _, there = rated(ranked_results(*(ranks[at] for at in order), people=tuple(people[at] for at in order)), stood)
    assert known(here) == known(there)
    nobody = {(game, season, -who): replace(it, player=-who) for (game, season, who), it in stood.items()}
    _, unnamed = rated(ranked_results(*ranks, people=tuple(-who for who in people)), nobody)
    assert {(game, season, -who): replace(it, player=-who) for (game, season, who), it in known(unnamed).items()} == (
        known(here)
    )


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), max_size=40))
def test_of_two_the_winner_rises_and_the_loser_falls_and_both_are_known_better(ends: list[tuple[int, int]]) -> None:
    stood: dict[Key, Rating] = {}
    for end in ends:
        results, ratings = rated(ranked_results(*end), stood)
        for it in results:
            assert it.rating_before is not None
            assert it.rating_after is not None
            if end != (1, 1):
                assert (it.rating_after > it.rating_before) == (it.rank == 1)
        for rating in ratings:
            before = stood.get(ladder.key(rating))
            # Unless they have surprised again and again: then they may have changed.
            assert before is None or rating.sigma < before.sigma or before.drift**2 > belief.CALM
        stood = known(ratings)


def test_everybody_begins_with_a_thousand_and_without_a_rank() -> None:
    new = newcomer(SERVER, KEY, 0, ANN)
    assert (ladder.figure(new), ladder.unsure(new), ladder.missing(new), new.matches) == (1000, 500, 5, 0)


def test_who_has_a_rank_comes_before_all_who_have_none() -> None:
    """Four wins against newcomers are more points, and no rank."""
    stood: dict[Key, Rating] = {}
    for number in range(5):
        # Of five matches the first is won by the one, the rest by the other.
        stood |= known(rated(ranked_results(*((1, 2) if number else (2, 1)), number=number, people=(1, 2)), stood)[1])
    for number in range(4):
        stood |= known(rated(ranked_results(1, 2, number=9 + number, people=(7, 20 + number)), stood)[1])
    last, new = stood[KEY, 0, 2], stood[KEY, 0, 7]
    assert ladder.figure(new) > ladder.figure(last)
    assert last.rating > new.rating


def test_whoever_is_known_learns_nothing_from_who_is_not() -> None:
    stood: dict[Key, Rating] = {}
    for number in range(8):
        stood |= known(rated(ranked_results(1 + number % 2, 2 - number % 2, number=number, people=(1, 2)), stood)[1])
    before = stood[KEY, 0, 1]
    _, ratings = rated(ranked_results(2, 1, 3, number=9, people=(1, 3, 2)), stood)
    after = known(ratings)
    _, alone = rated(ranked_results(2, 1, number=9, people=(1, 3)), stood)
    assert known(alone)[KEY, 0, 1] == replace(before, matches=9, at=5)
    assert known(alone)[KEY, 0, 3].mu > 25, "whoever is new learns all the same"
    assert after[KEY, 0, 1].mu > before.mu, "who came behind is known, and that counts"


def test_whoever_has_met_two_people_is_what_those_two_made_of_them() -> None:
    """Five who play nobody but one are not known, however often they have lost to them; nor have they a rank."""
    stood: dict[Key, Rating] = {}
    met: list[ladder.Pair] = []
    for number in range(30):
        pair = (1, 2 + number % 2)
        stood |= known(rated(ranked_results(1, 2, number=number, people=pair), stood, met=met)[1])
        met.append(frozenset(pair))
    me = stood[KEY, 0, 1]
    assert (me.matches, me.opponents, ladder.strangers(me), ladder.missing(me)) == (30, 2, 1, 1)
    assert me.rating < 0
    # Somebody whom all know learns nothing from them.
    others = {(game, 0, 9): replace(me, game=game, player=9, opponents=3) for game in (KEY, EVERYTHING)}
    for opponents, learns in ((2, False), (3, True)):
        here = {(game, 0, 1): replace(stood[game, 0, 1], opponents=opponents) for game in (KEY, EVERYTHING)}
        after = known(
            rated(ranked_results(1, 2, number=99, people=(9, 1)), {**others, **here}, met=[frozenset((1, 9))])[1]
        )
        assert (after[KEY, 0, 9].mu > me.mu) == learns
    # With the third they have a rank.
    last = known(rated(ranked_results(2, 1, number=100, people=(1, 9)), {**others, **stood}, met=met)[1])
    assert last[KEY, 0, 1].rating > 0


def test_leaving_a_table_of_several_costs_six_points_besides() -> None:
    ends = ranked_results(1, 2, 3)
    stays, left = (known(rated([*ends[:2], replace(ends[2], quit=went)], {})[1])[KEY, 0, 102] for went in (False, True))
    assert round(ladder.points(stays.mu) - ladder.points(left.mu), 9) == 6
    assert (left.sigma, left.drift) == (stays.sigma, stays.drift)


def test_who_surprises_again_and_again_is_less_known_and_follows_faster() -> None:
    beliefs = [belief.Belief(25.0, 2.0, drift, 60, 3) for drift in (0.0, 2.0, 4.0)]
    lifted = [belief.taught([it, belief.Belief(25.0, 2.0, 0.0, 60, 3)], [1, 2])[0] for it in beliefs]
    calm, usual, stirred = lifted
    assert (calm.mu, calm.sigma) == (usual.mu, usual.sigma)
    assert stirred.sigma > 2.0 > usual.sigma
    assert stirred.mu - 25 > 2 * (usual.mu - 25)
    assert calm.drift > 0 > belief.taught([beliefs[0]] * 2, [2, 1])[0].drift
