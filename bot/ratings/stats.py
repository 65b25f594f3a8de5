"""Shared statistics: a mean with its 95 % confidence interval, and the tail of a binomial distribution."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, log1p, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z_SCORE_95: Final = 1.96
"""The half-width of a 95 % confidence interval, in standard errors."""


class MeanInterval(NamedTuple):
    mean: float
    within: float
    """The half-width of the 95 % confidence interval around the mean."""

    @classmethod
    def from_samples(cls, samples: Sequence[float]) -> MeanInterval:
        """Estimate a mean and its 95 % confidence interval from at least two samples."""
        return cls(fmean(samples), Z_SCORE_95 * stdev(samples) / sqrt(len(samples)))


def compute_binomial_tail(trial_count: int, min_hits: int, chance: float) -> float:
    """Return the probability of at least `min_hits` hits in `trial_count` independent trials.

    If the trials have different chances, pass the mean chance. The result is then an upper bound (Hoeffding 1956).
    """
    if min_hits <= 0 or chance >= 1:
        return 1.0
    if chance <= 0:
        return 0.0
    log_factorial = lgamma(trial_count + 1)
    return min(
        1.0,
        sum(
            exp(
                log_factorial
                - lgamma(hits + 1)
                - lgamma(trial_count - hits + 1)
                + hits * log(chance)
                + (trial_count - hits) * log1p(-chance)
            )
            for hits in range(min_hits, trial_count + 1)
        ),
    )
