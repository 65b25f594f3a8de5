"""What is believed of how well people play, and what a table teaches: mu, sigma and drift in, the same out.

Bradley and Terry's chances, everybody against everybody, and a bell-shaped belief that is as narrow as what was seen
allows (Glickman). `docs/ladder.md` has every step of it, in this order, and says why so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, pi, sqrt
from typing import Final, NamedTuple

START_MU: Final = 25.0
MAX_SIGMA: Final = 25.0 / 3.0
"""The sigma of somebody of whom nothing is known; nobody is ever less known."""
MU_SCALE: Final = 25.0 / 6.0 * sqrt(2.0)
"""So much more of mu wins e times as often as it loses."""
KNOWN_MIN_MATCHES: Final = 8
"""So many matches are needed before others, who have had as many, learn anything from meeting one."""
KNOWN_MIN_OPPONENTS: Final = 3
"""And so many different people: whoever has only ever played one person, or two, is what those two made of them."""
PAIR_WEIGHT_BY_SEAT_COUNT: Final = {2: 1.0, 3: 7.0 / 9.0, 4: 23.0 / 36.0, 5: 163.0 / 300.0, 6: 71.0 / 150.0}
"""By seats: an order of n tells 4(n − H(n)) ∕ n(n − 1) of what its pairs would, each played out by itself."""
DRIFT_RETENTION: Final = 0.9
"""Of the drift, from match to match."""
STEADY_DRIFT_SQUARED_MAX: Final = 4.0
"""What the square of a drift may be without anybody's having changed."""
VARIANCE_PER_EXCESS_DRIFT: Final = 0.6
"""What each beyond it adds to the square of sigma."""


class SkillEstimate(NamedTuple):
    mu: float
    sigma: float
    drift: float
    """How much better than was thought somebody has done lately: about −2 to 2 while they stay as they are."""
    match_count: int
    opponent_count: int
    """How many different people they have met, as far as one counts."""

    @property
    def is_known(self) -> bool:
        return self.match_count >= KNOWN_MIN_MATCHES and self.opponent_count >= KNOWN_MIN_OPPONENTS


NEWCOMER_ESTIMATE: Final = SkillEstimate(START_MU, MAX_SIGMA, 0.0, 0, 0)


def update_estimates(
    before: Sequence[SkillEstimate], ranks: Sequence[int], decided_pairs: Collection[tuple[int, int]] = ()
) -> list[SkillEstimate]:
    """What a match leaves of each; of two whose meetings are decided (by seat, both ways) neither learns more."""
    # Sums of floats depend on their order: it is made of what is believed, and so the same wherever anybody sits.
    order = sorted(range(len(before)), key=lambda seat: (ranks[seat], *before[seat][:3]))
    variances = [_compute_variance(each) for each in before]
    after = list(before)
    for seat in order:
        met = [
            other
            for other in order
            if other != seat
            and (seat, other) not in decided_pairs
            # Of somebody who may be anybody one learns nothing, once one is known: nobody rises on new accounts.
            and (before[other].is_known or not before[seat].is_known)
        ]
        after[seat] = _update_estimate(seat, met, before, variances, ranks)
    return after


def _compute_variance(estimate: SkillEstimate) -> float:
    """Who surprises again and again in one direction is less known than was thought."""
    stirred = estimate.drift * estimate.drift - STEADY_DRIFT_SQUARED_MAX
    variance = estimate.sigma * estimate.sigma
    if stirred > 0.0:
        variance = variance + VARIANCE_PER_EXCESS_DRIFT * stirred
    return min(variance, MAX_SIGMA * MAX_SIGMA)


def _update_estimate(
    seat: int,
    opponent_seats: Sequence[int],
    before: Sequence[SkillEstimate],
    variances: Sequence[float],
    ranks: Sequence[int],
) -> SkillEstimate:
    mine, variance = before[seat], variances[seat]
    if not opponent_seats:
        return mine._replace(match_count=mine.match_count + 1)
    weight = PAIR_WEIGHT_BY_SEAT_COUNT[len(before)]
    surprise = told = 0.0
    for other in opponent_seats:
        doubt = 1.0 / sqrt(1.0 + 3.0 * variances[other] / (pi * pi * MU_SCALE * MU_SCALE))
        chance = 1.0 / (1.0 + exp(doubt * (before[other].mu - mine.mu) / MU_SCALE))
        won = 1.0 if ranks[seat] < ranks[other] else 0.5 if ranks[seat] == ranks[other] else 0.0
        surprise = surprise + weight * doubt * (won - chance)
        told = told + weight * doubt * doubt * chance * (1.0 - chance)
    narrowed = 1.0 / (1.0 / variance + told / (MU_SCALE * MU_SCALE))
    usual = sqrt(told + told * told * variance / (MU_SCALE * MU_SCALE))
    return SkillEstimate(
        mine.mu + narrowed * surprise / MU_SCALE,
        sqrt(narrowed),
        DRIFT_RETENTION * mine.drift + sqrt(1.0 - DRIFT_RETENTION * DRIFT_RETENTION) * surprise / usual,
        mine.match_count + 1,
        mine.opponent_count,
    )
