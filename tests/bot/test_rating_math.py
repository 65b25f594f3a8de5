"""Tests for the effect of one match on ratings, computed without a store."""

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
    """Return the ratings after these people have played one more match, which ended with these ranks."""
    return index_by_key(
        rate_results(
            make_ranked_results(*ranks, match_id=match_id, person_ids=person_ids),
            ratings,
            acquainted_pairs=[*met_pairs],
        )[1]
    )


@given(RANK_LISTS)
def test_better_rank_among_newcomers_gains_more(ranks: list[int]) -> None:
    results, ratings = rate_results(make_ranked_results(*ranks), {})
    after = [result.rating_after or 0.0 for result in results]
    assert {result.rating_before for result in results} == {START_POINTS}
    for first, second in permutations(range(len(ranks)), 2):
        assert (ranks[first] == ranks[second]) == (after[first] == after[second])
        assert ranks[first] >= ranks[second] or after[first] > after[second]
    assert all(rating.match_count == 1 and rating.updated_ms == 5 for rating in ratings)
    assert {rating.game for rating in ratings} == {KEY, ALL_GAMES}


@given(RANK_LISTS, st.randoms(use_true_random=False), st.integers(0, 8))
def test_ratings_do_not_depend_on_seats_or_ids(
    ranks: list[int], random_source: random.Random, match_count: int
) -> None:
    person_ids = tuple(range(100, 100 + len(ranks)))
    ratings: Ratings = {}
    for _ in range(match_count):
        places = [random_source.randint(1, 3) for _ in person_ids]
        ratings |= rate_match(ratings, person_ids, *(1 + sum(other < place for other in places) for place in places))
    order = list(range(len(ranks)))
    random_source.shuffle(order)
    after = rate_match(ratings, person_ids, *ranks)
    assert rate_match(ratings, tuple(person_ids[index] for index in order), *(ranks[index] for index in order)) == after

    def negate_ids(ratings: Ratings) -> Ratings:
        return {
            (game, season, -person_id): replace(rating, person_id=-person_id)
            for (game, season, person_id), rating in ratings.items()
        }

    assert negate_ids(rate_match(negate_ids(ratings), tuple(-person_id for person_id in person_ids), *ranks)) == after


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), max_size=40))
def test_winner_of_two_gains_and_uncertainty_falls(rank_pairs: list[tuple[int, int]]) -> None:
    ratings_before: Ratings = {}
    for ranks in rank_pairs:
        results, ratings = rate_results(make_ranked_results(*ranks), ratings_before)
        for result in results:
            assert result.rating_before is not None
            assert result.rating_after is not None
            assert ranks == (1, 1) or (result.rating_after > result.rating_before) == (result.rank == 1)
        for rating in ratings:
            before = ratings_before.get(rating_updates.get_rating_key(rating))
            # Repeated surprises raise the drift, and then the uncertainty may grow.
            assert (
                before is None or rating.sigma < before.sigma or before.drift**2 > rating_math.STEADY_DRIFT_SQUARED_MAX
            )
        ratings_before = index_by_key(ratings)


def test_newcomer_has_1000_points_and_no_rank() -> None:
    newcomer = create_newcomer_rating(SERVER_ID, KEY, 0, ANN)
    assert (
        rating_updates.get_displayed_points(newcomer),
        rating_updates.compute_points_margin(newcomer),
        rating_updates.count_matches_to_rank(newcomer),
        newcomer.match_count,
    ) == (1000, 500, 5, 0)


def test_ranked_player_is_above_unranked_with_more_points() -> None:
    ratings: Ratings = {}
    for number in range(5):
        # Player 2 wins the first match and loses the next four.
        ratings |= rate_match(ratings, (1, 2), *((1, 2) if number else (2, 1)), match_id=number)
    for number in range(4):
        ratings |= rate_match(ratings, (7, 20 + number), 1, 2, match_id=9 + number)
    ranked, unranked = ratings[KEY, 0, 2], ratings[KEY, 0, 7]
    assert rating_updates.get_displayed_points(unranked) > rating_updates.get_displayed_points(ranked)
    assert ranked.rating > unranked.rating


def test_player_with_two_opponents_is_unranked_and_cannot_affect_others() -> None:
    ratings: Ratings = {}
    met: tuple[rating_updates.PersonPair, ...] = ()
    for number in range(30):
        pair = (1, 2 + number % 2)
        ratings |= rate_match(ratings, pair, 1, 2, match_id=number, met_pairs=met)
        met += (frozenset(pair),)
    rating = ratings[KEY, 0, 1]
    assert (
        rating.match_count,
        rating.opponent_count,
        rating_updates.count_opponents_to_rank(rating),
        rating_updates.count_matches_to_rank(rating),
    ) == (30, 2, 1, 1)
    assert rating.rating < 0
    others = {(game, 0, 9): replace(rating, game=game, person_id=9, opponent_count=3) for game in (KEY, ALL_GAMES)}
    for opponent_count, affects_others in ((2, False), (3, True)):
        own_ratings = {
            (game, 0, 1): replace(ratings[game, 0, 1], opponent_count=opponent_count) for game in (KEY, ALL_GAMES)
        }
        after = rate_match({**others, **own_ratings}, (9, 1), 1, 2, match_id=99, met_pairs=(frozenset((1, 9)),))
        assert (after[KEY, 0, 9].mu > rating.mu) == affects_others
    # A third opponent gives the rank.
    assert rate_match({**others, **ratings}, (1, 9), 2, 1, match_id=100, met_pairs=met)[KEY, 0, 1].rating > 0
