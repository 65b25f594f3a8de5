"""The effect of a match on ratings, computed without a store."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.ratings import rating_math, rating_updates
from bot.ratings.rating_updates import ALL_GAMES, START_POINTS, RatingKey, create_newcomer_rating, rate_results
from storage import Rating
from tests.games.morra import KEY
from tests.kit.matches import ANN, SERVER_ID, make_ranked_results

RANK_LISTS = st.integers(2, 6).flatmap(
    lambda seats: st.lists(st.integers(1, seats), min_size=seats, max_size=seats).map(
        lambda scores: [1 + sum(other > score for other in scores) for score in scores]
    )
)
Ratings = dict[RatingKey, Rating]


def index_by_key(ratings: tuple[Rating, ...]) -> Ratings:
    return {rating_updates.get_rating_key(rating): rating for rating in ratings}


def rate_match(
    ratings: Ratings,
    person_ids: tuple[int, ...],
    *ranks: int,
    match_id: int = 1,
    met_pairs: tuple[rating_updates.PersonPair, ...] = (),
) -> Ratings:
    """Return the ratings of these people after one more match."""
    return index_by_key(
        rate_results(
            make_ranked_results(*ranks, match_id=match_id, person_ids=person_ids),
            ratings,
            acquainted_pairs=[*met_pairs],
        )[1]
    )


@given(RANK_LISTS)
def test_better_rank_among_equals_gains_more(ranks: list[int]) -> None:
    results, ratings = rate_results(make_ranked_results(*ranks), {})
    after = [it.rating_after or 0.0 for it in results]
    assert {it.rating_before for it in results} == {START_POINTS}
    for one, other in permutations(range(len(ranks)), 2):
        assert (ranks[one] == ranks[other]) == (after[one] == after[other])
        assert ranks[one] >= ranks[other] or after[one] > after[other]
    assert all(rating.match_count == 1 and rating.updated_ms == 5 for rating in ratings)
    assert {rating.game for rating in ratings} == {KEY, ALL_GAMES}


@given(RANK_LISTS, st.randoms(use_true_random=False), st.integers(0, 8))
def test_ratings_depend_on_neither_seats_nor_ids(ranks: list[int], chance: random.Random, before: int) -> None:
    people = tuple(range(100, 100 + len(ranks)))
    stood: Ratings = {}
    for _ in range(before):
        places = [chance.randint(1, 3) for _ in people]
        stood |= rate_match(stood, people, *(1 + sum(other < place for other in places) for place in places))
    order = list(range(len(ranks)))
    chance.shuffle(order)
    here = rate_match(stood, people, *ranks)
    assert rate_match(stood, tuple(people[at] for at in order), *(ranks[at] for at in order)) == here

    def renamed(ratings: Ratings) -> Ratings:
        return {(game, season, -who): replace(it, person_id=-who) for (game, season, who), it in ratings.items()}

    assert renamed(rate_match(renamed(stood), tuple(-who for who in people), *ranks)) == here


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), max_size=40))
def test_winner_of_two_rises_loser_falls_and_both_get_more_certain(ends: list[tuple[int, int]]) -> None:
    stood: Ratings = {}
    for end in ends:
        results, ratings = rate_results(make_ranked_results(*end), stood)
        for it in results:
            assert it.rating_before is not None
            assert it.rating_after is not None
            assert end == (1, 1) or (it.rating_after > it.rating_before) == (it.rank == 1)
        for rating in ratings:
            before = stood.get(rating_updates.get_rating_key(rating))
            # Unless they have surprised again and again: then they may have changed.
            assert (
                before is None or rating.sigma < before.sigma or before.drift**2 > rating_math.STEADY_DRIFT_SQUARED_MAX
            )
        stood = index_by_key(ratings)


def test_newcomer_has_1000_points_and_no_rank() -> None:
    new = create_newcomer_rating(SERVER_ID, KEY, 0, ANN)
    assert (
        rating_updates.get_displayed_points(new),
        rating_updates.compute_points_margin(new),
        rating_updates.count_matches_to_rank(new),
        new.match_count,
    ) == (1000, 500, 5, 0)


def test_ranked_player_stands_above_unranked_one_with_more_points() -> None:
    stood: Ratings = {}
    for number in range(5):
        # Of five matches the first is won by the one, the rest by the other.
        stood |= rate_match(stood, (1, 2), *((1, 2) if number else (2, 1)), match_id=number)
    for number in range(4):
        stood |= rate_match(stood, (7, 20 + number), 1, 2, match_id=9 + number)
    last, new = stood[KEY, 0, 2], stood[KEY, 0, 7]
    assert rating_updates.get_displayed_points(new) > rating_updates.get_displayed_points(last)
    assert last.rating > new.rating


def test_player_who_met_two_people_has_no_rank_and_teaches_nobody() -> None:
    stood: Ratings = {}
    met: tuple[rating_updates.PersonPair, ...] = ()
    for number in range(30):
        pair = (1, 2 + number % 2)
        stood |= rate_match(stood, pair, 1, 2, match_id=number, met_pairs=met)
        met += (frozenset(pair),)
    me = stood[KEY, 0, 1]
    assert (
        me.match_count,
        me.opponent_count,
        rating_updates.count_opponents_to_rank(me),
        rating_updates.count_matches_to_rank(me),
    ) == (30, 2, 1, 1)
    assert me.rating < 0
    others = {(game, 0, 9): replace(me, game=game, person_id=9, opponent_count=3) for game in (KEY, ALL_GAMES)}
    for opponents, learns in ((2, False), (3, True)):
        here = {(game, 0, 1): replace(stood[game, 0, 1], opponent_count=opponents) for game in (KEY, ALL_GAMES)}
        after = rate_match({**others, **here}, (9, 1), 1, 2, match_id=99, met_pairs=(frozenset((1, 9)),))
        assert (after[KEY, 0, 9].mu > me.mu) == learns
    # With the third they have a rank.
    assert rate_match({**others, **stood}, (1, 9), 2, 1, match_id=100, met_pairs=met)[KEY, 0, 1].rating > 0
