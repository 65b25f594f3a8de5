"""Who plays how well, as far as their matches tell: results and the ratings before them make the ratings after.

Pure, and the same whether a match has just ended or years of them are counted anew. For players: `docs/ladder.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from storage import Rating, Result

EVERYTHING: Final = ""
"""The ladder of all games together, where others have the key of a game."""
NEW: Final = 1000.0
"""The points of somebody of whom nothing is known."""
SCALE: Final = 30.0
"""Points for one of the model's: four hundred are then about ten to one, as chess players have it."""
SURE: Final = 3.0
"""So many deviations below the best guess is what somebody is surely worth."""

# Everybody against everybody: the model in which, among equals, a better place is never worth less than a worse one,
# ties included; Plackett-Luce gives a third more than two tied firsts.
# Without tau nobody becomes less certain by playing, and so nobody falls by winning.
_MODEL: Final = BradleyTerryFull(tau=0.0)

Key: TypeAlias = tuple[str, int, int]
"""Game, season, player; on one server."""


def points(mu: float, sigma: float) -> float:
    """`1000 + 30 · (mu − 3 · sigma)`: what somebody is surely worth, and what ladders are ordered by."""
    return NEW + SCALE * (mu - SURE * sigma)


def unsure(rating: Rating) -> int:
    """So many points more they are probably worth; it shrinks with every match."""
    return round(SCALE * SURE * rating.sigma)


def most(rating: Rating) -> int:
    """Up to where it may still come, as far as anybody can say."""
    return round(rating.rating) + unsure(rating)


def newcomer(server: int, game: str, season: int, player: int) -> Rating:
    start = _MODEL.rating()
    return Rating(server, game, season, player, points(start.mu, start.sigma), start.mu, start.sigma, 0, 0)


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


def rated(results: Sequence[Result], known: Mapping[Key, Rating]) -> tuple[tuple[Result, ...], tuple[Rating, ...]]:
    """The results of one match that counts, with the points of its game before and after, and all new ratings.

    Who is not known is new. Nothing depends on who sits where, nor on what anybody is called.
    """
    server = results[0].server
    assert server is not None
    before = {place: known.get(place) or newcomer(server, *place) for place in ladders(results)}
    after: dict[Key, Rating] = {}
    for game in (results[0].game, EVERYTHING):
        there = {place: rating for place, rating in before.items() if place[0] == game}
        after |= _rated([it.rank for it in results], there, results[0].at)
    told = []
    for it in results:
        assert it.person is not None
        place = it.game, it.season, it.person
        told.append(replace(it, rating_before=before[place].rating, rating_after=after[place].rating))
    return tuple(told), tuple(after.values())


def _rated(ranks: Sequence[int], before: Mapping[Key, Rating], at: int) -> dict[Key, Rating]:
    # Sums of floats depend on their order: it is made of what is rated, and so the same wherever anybody sits.
    order = sorted(zip(ranks, before.items(), strict=True), key=lambda it: (it[0], it[1][1].mu, it[1][1].sigma))
    teams = [[BradleyTerryFullRating(rating.mu, rating.sigma)] for _, (_, rating) in order]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank, _ in order])
    after = {
        place: replace(
            rating,
            rating=points(new.mu, new.sigma),
            mu=new.mu,
            sigma=new.sigma,
            matches=rating.matches + 1,
            at=at,
        )
        for (_, (place, rating)), [new] in zip(order, rated, strict=True)
    }
    return {place: after[place] for place in before}
