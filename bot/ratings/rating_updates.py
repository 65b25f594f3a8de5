"""Who plays how well, as far as their matches tell: results and the ratings before them make the ratings after.

Pure, and the same whether a match has just ended or years of them are counted anew. For players: `docs/ladder.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp
from typing import Final, TypeAlias

from bot.ratings.rating_math import KNOWN_MIN_OPPONENTS, NEWCOMER_ESTIMATE, START_MU, SkillEstimate, update_estimates
from bot.ratings.rating_math import MU_SCALE as ODDS
from bot.wall_clock import DAY_MS, week_number
from storage import Rating, Result

ALL_GAMES: Final = ""
"""The ladder of all games together, where others have the key of a game."""
START_POINTS: Final = 1000.0
"""The points of somebody of whom nothing is known."""
POINTS_PER_MU: Final = 30.0
"""Points for one of the model's: four hundred are then about ten to one, as chess players have it."""
MARGIN_DEVIATIONS: Final = 2.0
"""So many deviations on both sides hold nineteen of twenty."""
UNRANKED_OFFSET: Final = 1_000_000.0
"""Who is not placed yet comes after all who are, in the order of what is thought of them."""
RANK_MIN_MATCHES: Final = 5
"""So many matches are needed for a rank."""
DECIDED_SERIES_LENGTH: Final = 10
"""So often somebody may have finished ahead of the same person, and nothing more is learned from it."""
QUIT_PENALTY_MU: Final = 0.2
"""What it costs to leave a table of several before its end, beside coming last: six points."""
SERIES_WINDOW_MS: Final = 30 * DAY_MS
"""What is longer ago does not make a row."""

RatingKey: TypeAlias = tuple[str, int, int]
"""Game, season, player; on one server."""
PersonPair: TypeAlias = frozenset[int]
"""Two people."""


def convert_to_points(mu: float) -> float:
    """Return the points that a ladder shows for an estimated skill; everybody begins with NEW."""
    return START_POINTS + POINTS_PER_MU * (mu - START_MU)


def compute_upset_chance(points_behind: float) -> float:
    """Of whoever has so many points less, to finish ahead, as points mean it: of those about whom little is unsure."""
    return 1.0 / (1.0 + exp(points_behind / (POINTS_PER_MU * ODDS)))


def get_displayed_points(rating: Rating) -> int:
    return round(convert_to_points(rating.mu))


def compute_points_margin(rating: Rating) -> int:
    """Return how many points the player may be above or below the estimate; it shrinks with every match."""
    return round(POINTS_PER_MU * MARGIN_DEVIATIONS * rating.sigma)


def count_matches_to_rank(rating: Rating) -> int:
    """So many matches are still to be played for a rank, at least."""
    return max(0, RANK_MIN_MATCHES - rating.match_count, count_opponents_to_rank(rating))


def count_opponents_to_rank(rating: Rating) -> int:
    """Return how many people the player still has to meet for a rank."""
    return KNOWN_MIN_OPPONENTS - rating.opponent_count


def create_newcomer_rating(server_id: int, game: str, season_number: int, person_id: int) -> Rating:
    return _update_ladder_rating(
        Rating(server_id, game, season_number, person_id, 0.0, NEWCOMER_ESTIMATE.mu, NEWCOMER_ESTIMATE.sigma, 0, 0)
    )


def get_rating_key(rating: Rating) -> RatingKey:
    return rating.game, rating.season_number, rating.person_id


def list_rating_keys(results: Sequence[Result]) -> list[RatingKey]:
    """Every rating that these results of one match change: of its game and of all games, seat by seat."""
    return [
        (game, it.season_number, it.person_id)
        for game in (results[0].game, ALL_GAMES)
        for it in results
        if it.person_id is not None
    ]


def is_series_decided(ahead: Sequence[int]) -> bool:
    """Of two: who of them was ahead, as 1 and −1, the newest first."""
    return len(ahead) >= DECIDED_SERIES_LENGTH and abs(sum(ahead[:DECIDED_SERIES_LENGTH])) == DECIDED_SERIES_LENGTH


def rate_results(
    results: Sequence[Result],
    known_ratings: Mapping[RatingKey, Rating],
    decided_pairs: Collection[PersonPair] = (),
    acquainted_pairs: Collection[PersonPair] = (),
) -> tuple[tuple[Result, ...], tuple[Rating, ...]]:
    """The results of one match that counts, with the points of its game before and after, and all new ratings.

    Who is not known is new. Nothing depends on who sits where, nor on what anybody is called. `decided` are those who
    have met so often with the same end that they learn no more from each other; `met` are those who have met at all.
    """
    server_id = results[0].server_id
    assert server_id is not None
    before = {
        place: known_ratings.get(place) or create_newcomer_rating(server_id, *place)
        for place in list_rating_keys(results)
    }
    before = _count_new_opponents(before, results, acquainted_pairs)
    after: dict[RatingKey, Rating] = {}
    for game in (results[0].game, ALL_GAMES):
        there = {place: rating for place, rating in before.items() if place[0] == game}
        after |= _update_ladder(results, there, decided_pairs)
    told = []
    for it in results:
        assert it.person_id is not None
        place = it.game, it.season_number, it.person_id
        told.append(
            replace(
                it, rating_before=convert_to_points(before[place].mu), rating_after=convert_to_points(after[place].mu)
            )
        )
    return tuple(told), tuple(after.values())


def _update_ladder(
    results: Sequence[Result], before: Mapping[RatingKey, Rating], decided_pairs: Collection[PersonPair]
) -> dict[RatingKey, Rating]:
    """Return the ratings of one ladder after a match."""
    seats = list(before.values())
    apart = [
        way
        for one, other in combinations(range(len(seats)), 2)
        if {seats[one].person_id, seats[other].person_id} in decided_pairs
        for way in ((one, other), (other, one))
    ]
    beliefs = [SkillEstimate(it.mu, it.sigma, it.drift, it.match_count, it.opponent_count) for it in seats]
    learned = update_estimates(beliefs, [it.rank for it in results], frozenset(apart))
    return {
        place: _update_ladder_rating(
            replace(
                rating,
                mu=new.mu - QUIT_PENALTY_MU if it.has_quit else new.mu,
                sigma=new.sigma,
                drift=new.drift,
                match_count=new.match_count,
                updated_ms=it.ended_ms,
                week_start_rating=_compute_week_start_rating(rating, it.ended_ms),
            )
        )
        for (place, rating), new, it in zip(before.items(), learned, results, strict=True)
    }


def _count_new_opponents(
    before: Mapping[RatingKey, Rating], results: Sequence[Result], acquainted_pairs: Collection[PersonPair]
) -> dict[RatingKey, Rating]:
    """With whom everybody meets here for the first time; it is counted over all games together."""
    people = [it.person_id for it in results]
    new = {
        one: sum(frozenset((one, other)) not in acquainted_pairs for other in people if other != one) for one in people
    }
    total = {rating.person_id: rating.opponent_count for (game, *_), rating in before.items() if game == ALL_GAMES}
    return {
        place: replace(rating, opponent_count=min(KNOWN_MIN_OPPONENTS, total[rating.person_id] + new[rating.person_id]))
        for place, rating in before.items()
    }


def _compute_week_start_rating(before: Rating, now: int) -> float | None:
    """The points with which the week began."""
    if not before.match_count or week_number(before.updated_ms) == week_number(now):
        return before.week_start_rating
    return convert_to_points(before.mu)


def _update_ladder_rating(rating: Rating) -> Rating:
    """With what the ladder is ordered by."""
    worth = convert_to_points(rating.mu)
    return replace(rating, rating=worth - UNRANKED_OFFSET if count_matches_to_rank(rating) else worth)
