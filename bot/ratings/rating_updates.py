"""Computes players' ratings after a match from its results and their ratings before the match.

All functions are pure. Rating each match when it ends and rebuilding all ratings later give the same numbers.
`docs/ratings.md` explains the rules to players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby
from math import exp
from typing import Final, TypeAlias

from bot.ratings.rating_math import (
    KNOWN_MIN_OPPONENTS,
    MU_SCALE,
    NEWCOMER_ESTIMATE,
    START_MU,
    SkillEstimate,
    update_estimates,
)
from bot.wall_clock import DAY_MS, week_number
from storage import Rating, SeatResult

ALL_GAMES: Final = ""
"""The key used in place of a game's key for the ladder of all games together."""
START_POINTS: Final = 1000.0
"""The points of a newcomer."""
POINTS_PER_MU: Final = 30.0
"""The points per unit of mu, chosen so that a player who leads by 400 points wins about ten to one, as in chess."""
MARGIN_DEVIATIONS: Final = 2.0
"""The half-width of a 95 % interval, in standard deviations."""
UNRANKED_OFFSET: Final = 1_000_000.0
"""Subtracted from the sort key of players without a rank, so that they follow all players with a rank."""
RANK_MIN_MATCHES: Final = 5
DECIDED_SERIES_LENGTH: Final = 10
"""A series is decided if the same player of a pair was ahead in this many matches in a row.

The two players then do not affect each other's ratings.
"""
QUIT_PENALTY_MU: Final = 0.2
"""The penalty for leaving a match of three or more players, in addition to coming last. It equals six points."""
SERIES_WINDOW_MS: Final = 30 * DAY_MS
"""The maximum age of the matches that can form a decided series."""

RatingKey: TypeAlias = tuple[str, int, int]
"""A game's key, a season number and a person ID, which identify a rating on a server."""
PersonPair: TypeAlias = frozenset[int]
"""The IDs of two people."""
MatchResults: TypeAlias = tuple[SeatResult, ...]
"""The results of all seats of a match."""


def group_by_match(results: Iterable[SeatResult]) -> list[MatchResults]:
    """Group results that are sorted by match."""
    return [tuple(group) for _, group in groupby(results, key=lambda result: result.match_id)]


def get_rating_before(result: SeatResult) -> float:
    return result.rating_before or 0.0


def convert_to_points(mu: float) -> float:
    """Convert an estimated skill to the points shown on ladders."""
    return START_POINTS + POINTS_PER_MU * (mu - START_MU)


def compute_upset_chance(points_behind: float) -> float:
    """Return the chance that a player finishes ahead of another one who has `points_behind` more points.

    This assumes that both ratings are certain.
    """
    return 1.0 / (1.0 + exp(points_behind / (POINTS_PER_MU * MU_SCALE)))


def get_displayed_points(rating: Rating) -> int:
    return round(convert_to_points(rating.mu))


def compute_points_margin(rating: Rating) -> int:
    """Return the margin of error of a player's points, the half-width of their 95 % confidence interval."""
    return round(POINTS_PER_MU * MARGIN_DEVIATIONS * rating.sigma)


def count_matches_to_rank(rating: Rating) -> int:
    """Return the minimum number of matches that the player still needs for a rank."""
    return max(0, RANK_MIN_MATCHES - rating.match_count, count_opponents_to_rank(rating))


def count_opponents_to_rank(rating: Rating) -> int:
    """Return how many different opponents the player still has to meet for a rank."""
    return KNOWN_MIN_OPPONENTS - rating.opponent_count


def create_newcomer_rating(server_id: int, game: str, season_number: int, person_id: int) -> Rating:
    return _with_sort_key(
        Rating(server_id, game, season_number, person_id, 0.0, NEWCOMER_ESTIMATE.mu, NEWCOMER_ESTIMATE.sigma, 0, 0)
    )


def get_rating_key(rating: Rating) -> RatingKey:
    return rating.game, rating.season_number, rating.person_id


def list_rating_keys(results: Sequence[SeatResult]) -> list[RatingKey]:
    """Return the keys of all ratings that a match changes.

    The keys for the match's game come first, in the order of seats, followed by those for `ALL_GAMES`.
    """
    return [
        (game, result.season_number, result.person_id)
        for game in (results[0].game, ALL_GAMES)
        for result in results
        if result.person_id is not None
    ]


def is_series_decided(ahead: Sequence[int]) -> bool:
    """Return whether one of two players was ahead in all of their last `DECIDED_SERIES_LENGTH` matches.

    For each match, the newest first, `ahead` contains 1 or −1 for the player who was ahead, or 0 for a draw.
    """
    return len(ahead) >= DECIDED_SERIES_LENGTH and abs(sum(ahead[:DECIDED_SERIES_LENGTH])) == DECIDED_SERIES_LENGTH


def rate_results(
    results: Sequence[SeatResult],
    known_ratings: Mapping[RatingKey, Rating],
    decided_pairs: Collection[PersonPair] = (),
    acquainted_pairs: Collection[PersonPair] = (),
) -> tuple[tuple[SeatResult, ...], tuple[Rating, ...]]:
    """Return a tuple of the match's results, with points before and after filled in, and the players' new ratings.

    Players without a known rating start with a newcomer's rating. Neither seats nor person IDs affect the numbers.
    The players of a pair in `decided_pairs` do not affect each other's rating: their series is decided. The players of
    a pair in `acquainted_pairs` have met before, so they are not new opponents for each other.
    """
    server_id = results[0].server_id
    assert server_id is not None
    before = {
        rating_key: known_ratings.get(rating_key) or create_newcomer_rating(server_id, *rating_key)
        for rating_key in list_rating_keys(results)
    }
    before = _add_new_opponents(before, results, acquainted_pairs)
    after: dict[RatingKey, Rating] = {}
    for game in (results[0].game, ALL_GAMES):
        board_ratings = {rating_key: rating for rating_key, rating in before.items() if rating_key[0] == game}
        after |= _update_ladder(results, board_ratings, decided_pairs)
    updated_results = []
    for result in results:
        assert result.person_id is not None
        rating_key = result.game, result.season_number, result.person_id
        updated_results.append(
            replace(
                result,
                rating_before=convert_to_points(before[rating_key].mu),
                rating_after=convert_to_points(after[rating_key].mu),
            )
        )
    return tuple(updated_results), tuple(after.values())


def _update_ladder(
    results: Sequence[SeatResult], before: Mapping[RatingKey, Rating], decided_pairs: Collection[PersonPair]
) -> dict[RatingKey, Rating]:
    """Return the players' ratings on one ladder after a match."""
    ratings = list(before.values())
    decided_seat_pairs = {
        seat_pair
        for one, other in combinations(range(len(ratings)), 2)
        if {ratings[one].person_id, ratings[other].person_id} in decided_pairs
        for seat_pair in ((one, other), (other, one))
    }
    estimates = [
        SkillEstimate(rating.mu, rating.sigma, rating.drift, rating.match_count, rating.opponent_count)
        for rating in ratings
    ]
    new_estimates = update_estimates(estimates, [result.rank for result in results], decided_seat_pairs)
    return {
        rating_key: _with_sort_key(
            replace(
                rating,
                mu=estimate.mu - QUIT_PENALTY_MU if result.has_quit else estimate.mu,
                sigma=estimate.sigma,
                drift=estimate.drift,
                match_count=estimate.match_count,
                updated_ms=result.ended_ms,
                week_start_rating=_compute_week_start_rating(rating, result.ended_ms),
            )
        )
        for (rating_key, rating), estimate, result in zip(before.items(), new_estimates, results, strict=True)
    }


def _add_new_opponents(
    before: Mapping[RatingKey, Rating], results: Sequence[SeatResult], acquainted_pairs: Collection[PersonPair]
) -> dict[RatingKey, Rating]:
    """Return the ratings with opponent counts that include opponents met for the first time in this match."""
    people = [result.person_id for result in results]
    new_opponent_counts = {
        person: sum(frozenset((person, other)) not in acquainted_pairs for other in people if other != person)
        for person in people
    }
    known_opponent_counts = {
        rating.person_id: rating.opponent_count for (game, *_), rating in before.items() if game == ALL_GAMES
    }
    return {
        rating_key: replace(
            rating,
            opponent_count=min(
                KNOWN_MIN_OPPONENTS, known_opponent_counts[rating.person_id] + new_opponent_counts[rating.person_id]
            ),
        )
        for rating_key, rating in before.items()
    }


def _compute_week_start_rating(before: Rating, now_ms: int) -> float | None:
    """Return the player's points at the start of the current week, or None if they first played this week."""
    if not before.match_count or week_number(before.updated_ms) == week_number(now_ms):
        return before.week_start_rating
    return convert_to_points(before.mu)


def _with_sort_key(rating: Rating) -> Rating:
    """Return the rating with an updated sort key for the ladder."""
    points = convert_to_points(rating.mu)
    return replace(rating, rating=points - UNRANKED_OFFSET if count_matches_to_rank(rating) else points)
