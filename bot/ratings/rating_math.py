"""The rating system, which updates players' skill estimates (mu, sigma, drift) from their ranks in a match.

A match counts as one meeting of each pair of players. Win chances follow the Bradley-Terry model, and the uncertainty
of an estimate shrinks as in Glickman's rating system. `docs/ratings.md` explains the steps in the order of this file.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, pi, sqrt
from typing import Final, NamedTuple

START_MU: Final = 25.0
MAX_SIGMA: Final = 25.0 / 3.0
"""The sigma of a newcomer, which is also the highest sigma that a player can have."""
MU_SCALE: Final = 25.0 / 6.0 * sqrt(2.0)
"""The lead in mu with which a player wins e times as often as they lose, where e is Euler's number."""
KNOWN_MIN_MATCHES: Final = 8
"""How many matches a player must finish to be known. Only known players affect the ratings of known opponents."""
KNOWN_MIN_OPPONENTS: Final = 3
"""How many opponents a player must meet to be known. One or two opponents could be accomplices."""
PAIR_WEIGHT_BY_SEAT_COUNT: Final = {2: 1.0, 3: 7.0 / 9.0, 4: 23.0 / 36.0, 5: 163.0 / 300.0, 6: 71.0 / 150.0}
"""The weight of each pair's meeting, by number of seats.

A ranking of n players contains 4(n − H(n)) ∕ n(n − 1) of the information that separate matches of all pairs would
contain.
"""
DRIFT_RETENTION: Final = 0.9
"""The fraction of the drift that remains after each match."""
STEADY_DRIFT_SQUARED_MAX: Final = 4.0
"""The highest squared drift that is still normal for a player of constant strength."""
VARIANCE_PER_EXCESS_DRIFT: Final = 0.6
"""The variance added per unit of squared drift above `STEADY_DRIFT_SQUARED_MAX`."""


class SkillEstimate(NamedTuple):
    """A player's estimated skill: a normal distribution, and the amount of evidence behind it."""

    mu: float
    sigma: float
    drift: float
    """How much better than expected the latest results were: about −2 to 2 if the player's strength is constant."""
    match_count: int
    opponent_count: int
    """The number of different opponents the player has met, up to `KNOWN_MIN_OPPONENTS`."""

    @property
    def is_known(self) -> bool:
        return self.match_count >= KNOWN_MIN_MATCHES and self.opponent_count >= KNOWN_MIN_OPPONENTS


NEWCOMER_ESTIMATE: Final = SkillEstimate(START_MU, MAX_SIGMA, 0.0, 0, 0)


def update_estimates(
    before: Sequence[SkillEstimate], ranks: Sequence[int], decided_pairs: Collection[tuple[int, int]]
) -> list[SkillEstimate]:
    """Return each seat's estimate after a match. Lower ranks are better.

    `decided_pairs` contains pairs of seats, in both orders, whose players do not affect each other's estimates.
    """
    # The sum of floats depends on their order, so use an order that does not depend on who has which seat.
    order = sorted(range(len(before)), key=lambda seat: (ranks[seat], *before[seat][:3]))
    variances = [_compute_variance(estimate) for estimate in before]
    after = list(before)
    for seat in order:
        opponent_seats = [
            other
            for other in order
            if other != seat
            and (seat, other) not in decided_pairs
            # Unknown opponents do not affect known players, so that beating fresh accounts does not raise a rating.
            and (before[other].is_known or not before[seat].is_known)
        ]
        after[seat] = _update_estimate(seat, opponent_seats, before, variances, ranks)
    return after


def _compute_variance(estimate: SkillEstimate) -> float:
    """Return the variance of an estimate, increased if its drift shows that the player's strength has changed."""
    excess_drift = estimate.drift * estimate.drift - STEADY_DRIFT_SQUARED_MAX
    variance = estimate.sigma * estimate.sigma
    if excess_drift > 0.0:
        variance = variance + VARIANCE_PER_EXCESS_DRIFT * excess_drift
    return min(variance, MAX_SIGMA * MAX_SIGMA)


def _update_estimate(
    seat: int,
    opponent_seats: Sequence[int],
    before: Sequence[SkillEstimate],
    variances: Sequence[float],
    ranks: Sequence[int],
) -> SkillEstimate:
    own, variance = before[seat], variances[seat]
    if not opponent_seats:
        return own._replace(match_count=own.match_count + 1)
    weight = PAIR_WEIGHT_BY_SEAT_COUNT[len(before)]
    surprise = information = 0.0
    for other in opponent_seats:
        certainty = 1.0 / sqrt(1.0 + 3.0 * variances[other] / (pi * pi * MU_SCALE * MU_SCALE))
        expected_score = 1.0 / (1.0 + exp(certainty * (before[other].mu - own.mu) / MU_SCALE))
        score = 1.0 if ranks[seat] < ranks[other] else 0.5 if ranks[seat] == ranks[other] else 0.0
        surprise = surprise + weight * certainty * (score - expected_score)
        information = information + weight * certainty * certainty * expected_score * (1.0 - expected_score)
    new_variance = 1.0 / (1.0 / variance + information / (MU_SCALE * MU_SCALE))
    surprise_deviation = sqrt(information + information * information * variance / (MU_SCALE * MU_SCALE))
    return SkillEstimate(
        own.mu + new_variance * surprise / MU_SCALE,
        sqrt(new_variance),
        DRIFT_RETENTION * own.drift + sqrt(1.0 - DRIFT_RETENTION * DRIFT_RETENTION) * surprise / surprise_deviation,
        own.match_count + 1,
        own.opponent_count,
    )
