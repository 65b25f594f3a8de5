"""Who plays how well, as far as their matches tell: results and the ratings before them make the ratings after.

Pure, and the same whether a match has just ended or years of them are counted anew. For players: `docs/ladder.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp
from typing import Final, TypeAlias

from bot.ratings.rating_math import ACQUAINTED, NEWCOMER, START, SkillEstimate, taught
from bot.ratings.rating_math import SCALE as ODDS
from bot.wall_clock import DAY, week
from storage import Rating, Result

EVERYTHING: Final = ""
"""The ladder of all games together, where others have the key of a game."""
NEW: Final = 1000.0
"""The points of somebody of whom nothing is known."""
SCALE: Final = 30.0
"""Points for one of the model's: four hundred are then about ten to one, as chess players have it."""
LIKELY: Final = 2.0
"""So many deviations on both sides hold nineteen of twenty."""
BELOW: Final = 1_000_000.0
"""Who is not placed yet comes after all who are, in the order of what is thought of them."""
PLACED: Final = 5
"""So many matches are needed for a rank."""
IN_A_ROW: Final = 10
"""So often somebody may have finished ahead of the same person, and nothing more is learned from it."""
QUIT: Final = 0.2
"""What it costs to leave a table of several before its end, beside coming last: six points."""
LATELY: Final = 30 * DAY
"""What is longer ago does not make a row."""

Key: TypeAlias = tuple[str, int, int]
"""Game, season, player; on one server."""
Pair: TypeAlias = frozenset[int]
"""Two people."""


def points(mu: float) -> float:
    """Return the points that a ladder shows for an estimated skill; everybody begins with NEW."""
    return NEW + SCALE * (mu - START)


def chance(gap: float) -> float:
    """Of whoever has so many points less, to finish ahead, as points mean it: of those about whom little is unsure."""
    return 1.0 / (1.0 + exp(gap / (SCALE * ODDS)))


def figure(rating: Rating) -> int:
    return round(points(rating.mu))


def unsure(rating: Rating) -> int:
    """Return how many points the player may be above or below the estimate; it shrinks with every match."""
    return round(SCALE * LIKELY * rating.sigma)


def missing(rating: Rating) -> int:
    """So many matches are still to be played for a rank, at least."""
    return max(0, PLACED - rating.match_count, strangers(rating))


def strangers(rating: Rating) -> int:
    """Return how many people the player still has to meet for a rank."""
    return ACQUAINTED - rating.opponent_count


def newcomer(server_id: int, game: str, season: int, player: int) -> Rating:
    return _weighed(Rating(server_id, game, season, player, 0.0, NEWCOMER.mu, NEWCOMER.sigma, 0, 0))


def key(rating: Rating) -> Key:
    return rating.game, rating.season_number, rating.person_id


def ladders(results: Sequence[Result]) -> list[Key]:
    """Every rating that these results of one match change: of its game and of all games, seat by seat."""
    return [
        (game, it.season_number, it.person_id)
        for game in (results[0].game, EVERYTHING)
        for it in results
        if it.person_id is not None
    ]


def in_a_row(ahead: Sequence[int]) -> bool:
    """Of two: who of them was ahead, as 1 and −1, the newest first."""
    return len(ahead) >= IN_A_ROW and abs(sum(ahead[:IN_A_ROW])) == IN_A_ROW


def rated(
    results: Sequence[Result],
    known: Mapping[Key, Rating],
    decided: Collection[Pair] = (),
    met: Collection[Pair] = (),
) -> tuple[tuple[Result, ...], tuple[Rating, ...]]:
    """The results of one match that counts, with the points of its game before and after, and all new ratings.

    Who is not known is new. Nothing depends on who sits where, nor on what anybody is called. `decided` are those who
    have met so often with the same end that they learn no more from each other; `met` are those who have met at all.
    """
    server_id = results[0].server_id
    assert server_id is not None
    before = {place: known.get(place) or newcomer(server_id, *place) for place in ladders(results)}
    before = _acquainted(before, results, met)
    after: dict[Key, Rating] = {}
    for game in (results[0].game, EVERYTHING):
        there = {place: rating for place, rating in before.items() if place[0] == game}
        after |= _update_ladder(results, there, decided)
    told = []
    for it in results:
        assert it.person_id is not None
        place = it.game, it.season_number, it.person_id
        told.append(replace(it, rating_before=points(before[place].mu), rating_after=points(after[place].mu)))
    return tuple(told), tuple(after.values())


def _update_ladder(
    results: Sequence[Result], before: Mapping[Key, Rating], decided: Collection[Pair]
) -> dict[Key, Rating]:
    """Return the ratings of one ladder after a match."""
    seats = list(before.values())
    apart = [
        way
        for one, other in combinations(range(len(seats)), 2)
        if {seats[one].person_id, seats[other].person_id} in decided
        for way in ((one, other), (other, one))
    ]
    beliefs = [SkillEstimate(it.mu, it.sigma, it.drift, it.match_count, it.opponent_count) for it in seats]
    learned = taught(beliefs, [it.rank for it in results], frozenset(apart))
    return {
        place: _weighed(
            replace(
                rating,
                mu=new.mu - QUIT if it.has_quit else new.mu,
                sigma=new.sigma,
                drift=new.drift,
                match_count=new.matches,
                updated_ms=it.ended_ms,
                week_start_rating=_monday(rating, it.ended_ms),
            )
        )
        for (place, rating), new, it in zip(before.items(), learned, results, strict=True)
    }


def _acquainted(before: Mapping[Key, Rating], results: Sequence[Result], met: Collection[Pair]) -> dict[Key, Rating]:
    """With whom everybody meets here for the first time; it is counted over all games together."""
    people = [it.person_id for it in results]
    new = {one: sum(frozenset((one, other)) not in met for other in people if other != one) for one in people}
    total = {rating.person_id: rating.opponent_count for (game, *_), rating in before.items() if game == EVERYTHING}
    return {
        place: replace(rating, opponent_count=min(ACQUAINTED, total[rating.person_id] + new[rating.person_id]))
        for place, rating in before.items()
    }


def _monday(before: Rating, now: int) -> float | None:
    """The points with which the week began."""
    if not before.match_count or week(before.updated_ms) == week(now):
        return before.week_start_rating
    return points(before.mu)


def _weighed(rating: Rating) -> Rating:
    """With what the ladder is ordered by."""
    worth = points(rating.mu)
    return replace(rating, rating=worth - BELOW if missing(rating) else worth)
