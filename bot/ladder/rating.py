"""Who plays how well, as far as their matches tell: results and the ratings before them make the ratings after.

Pure, and the same whether a match has just ended or years of them are counted anew. For players: `docs/ladder.md`.
A ladder is counted by the edition with which it began, so that what was told of a season stays true.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp
from typing import Final, TypeAlias

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from bot.ladder.belief import ACQUAINTED, NEWCOMER, START, Belief, taught
from bot.ladder.belief import SCALE as ODDS
from bot.ladder.week import week
from bot.time import DAY
from storage import Rating, Result

EVERYTHING: Final = ""
"""The ladder of all games together, where others have the key of a game."""
NEW: Final = 1000.0
"""The points of somebody of whom nothing is known."""
SCALE: Final = 30.0
"""Points for one of the model's: four hundred are then about ten to one, as chess players have it."""
NEWEST: Final = 3
"""The edition by which ladders that begin are counted."""
SURE: Final = 3.0
"""In the first edition, so many deviations below the best guess is what somebody is surely worth."""
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

# The first edition. Everybody against everybody, and without tau nobody falls by winning.
_FIRST: Final = BradleyTerryFull(tau=0.0)

Key: TypeAlias = tuple[str, int, int]
"""Game, season, player; on one server."""
Pair: TypeAlias = frozenset[int]
"""Two people."""


def points(mu: float, sigma: float, edition: int = NEWEST) -> float:
    """Everybody begins with NEW. In the first edition it is what somebody is surely worth, by now what is thought
    likeliest.
    """
    return NEW + SCALE * ((mu - SURE * sigma) if edition == 1 else (mu - START))


def chance(gap: float) -> float:
    """Of whoever has so many points less, to finish ahead, as points mean it: of those about whom little is unsure."""
    return 1.0 / (1.0 + exp(gap / (SCALE * ODDS)))


def figure(rating: Rating) -> int:
    return round(points(rating.mu, rating.sigma, rating.edition))


def unsure(rating: Rating) -> int:
    """So many points more they may be worth, and since the second edition so many less; it shrinks with every match."""
    return round(SCALE * (SURE if rating.edition == 1 else LIKELY) * rating.sigma)


def most(rating: Rating) -> int:
    """Up to where it may still come, as far as anybody can say."""
    return figure(rating) + unsure(rating)


def missing(rating: Rating) -> int:
    """So many matches are still to be played for a rank, at least."""
    return 0 if rating.edition == 1 else max(0, PLACED - rating.matches, strangers(rating))


def strangers(rating: Rating) -> int:
    """With so many people whom they have not met yet. Before the third edition nobody asked."""
    return ACQUAINTED - rating.opponents


def newcomer(server: int, game: str, season: int, player: int, edition: int = NEWEST) -> Rating:
    start = _FIRST.rating() if edition == 1 else NEWCOMER
    met = NEWCOMER.opponents if edition > 2 else ACQUAINTED
    new = Rating(server, game, season, player, 0.0, start.mu, start.sigma, 0, 0, edition=edition, opponents=met)
    return _weighed(new)


def key(rating: Rating) -> Key:
    return rating.game, rating.season, rating.player


def ladders(results: Sequence[Result]) -> list[Key]:
    """Every rating that these results of one match change: of its game and of all games, seat by seat."""
    return [
        (game, it.season, it.person)
        for game in (results[0].game, EVERYTHING)
        for it in results
        if it.person is not None
    ]


def in_a_row(ahead: Sequence[int]) -> bool:
    """Of two: who of them was ahead, as 1 and −1, the newest first."""
    return len(ahead) >= IN_A_ROW and abs(sum(ahead[:IN_A_ROW])) == IN_A_ROW


def rated(
    results: Sequence[Result],
    known: Mapping[Key, Rating],
    edition: int = NEWEST,
    decided: Collection[Pair] = (),
    met: Collection[Pair] = (),
) -> tuple[tuple[Result, ...], tuple[Rating, ...]]:
    """The results of one match that counts, with the points of its game before and after, and all new ratings.

    Who is not known is new. Nothing depends on who sits where, nor on what anybody is called. `decided` are those who
    have met so often with the same end that they learn no more from each other; `met` are those who have met at all.
    """
    server = results[0].server
    assert server is not None
    before = {place: known.get(place) or newcomer(server, *place, edition) for place in ladders(results)}
    if edition > 2:
        before = _acquainted(before, results, met)
    after: dict[Key, Rating] = {}
    for game in (results[0].game, EVERYTHING):
        there = {place: rating for place, rating in before.items() if place[0] == game}
        found = _first(results, there) if edition == 1 else _second(results, there, decided)
        after |= {place: replace(rating, monday=_monday(before[place], rating.at)) for place, rating in found.items()}
    told = []
    for it in results:
        assert it.person is not None
        place = it.game, it.season, it.person
        old, new = (points(each.mu, each.sigma, edition) for each in (before[place], after[place]))
        told.append(replace(it, rating_before=old, rating_after=new))
    return tuple(told), tuple(after.values())


def _second(results: Sequence[Result], before: Mapping[Key, Rating], decided: Collection[Pair]) -> dict[Key, Rating]:
    seats = list(before.values())
    apart = [
        way
        for one, other in combinations(range(len(seats)), 2)
        if {seats[one].player, seats[other].player} in decided
        for way in ((one, other), (other, one))
    ]
    beliefs = [Belief(it.mu, it.sigma, it.drift, it.matches, it.opponents) for it in seats]
    learned = taught(beliefs, [it.rank for it in results], frozenset(apart))
    return {
        place: _weighed(
            replace(
                rating,
                mu=new.mu - QUIT if it.quit and rating.edition > 2 else new.mu,
                sigma=new.sigma,
                drift=new.drift,
                matches=new.matches,
                at=it.at,
            )
        )
        for (place, rating), new, it in zip(before.items(), learned, results, strict=True)
    }


def _acquainted(before: Mapping[Key, Rating], results: Sequence[Result], met: Collection[Pair]) -> dict[Key, Rating]:
    """With whom everybody meets here for the first time; it is counted over all games together."""
    people = [it.person for it in results]
    new = {one: sum(frozenset((one, other)) not in met for other in people if other != one) for one in people}
    total = {rating.player: rating.opponents for (game, *_), rating in before.items() if game == EVERYTHING}
    return {
        place: replace(rating, opponents=min(ACQUAINTED, total[rating.player] + new[rating.player]))
        for place, rating in before.items()
    }


def _first(results: Sequence[Result], before: Mapping[Key, Rating]) -> dict[Key, Rating]:
    ranks = [it.rank for it in results]
    order = sorted(zip(ranks, before.items(), strict=True), key=lambda it: (it[0], it[1][1].mu, it[1][1].sigma))
    teams = [[BradleyTerryFullRating(rating.mu, rating.sigma)] for _, (_, rating) in order]
    rated = _FIRST.rate(teams, ranks=[float(rank) for rank, _ in order])
    after = {
        place: _weighed(replace(rating, mu=new.mu, sigma=new.sigma, matches=rating.matches + 1, at=results[0].at))
        for (_, (place, rating)), [new] in zip(order, rated, strict=True)
    }
    return {place: after[place] for place in before}


def _monday(before: Rating, now: int) -> float | None:
    """The points with which the week began."""
    if not before.matches or week(before.at) == week(now):
        return before.monday
    return points(before.mu, before.sigma, before.edition)


def _weighed(rating: Rating) -> Rating:
    """With what the ladder is ordered by."""
    worth = points(rating.mu, rating.sigma, rating.edition)
    return replace(rating, rating=worth - BELOW if missing(rating) else worth)
