"""The mean of many, and how far from it what is meant may lie: nothing is told that they do not bear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z_SCORE_95: Final = 1.96
"""Standard errors to either side of a 95 % interval."""


class MeanInterval(NamedTuple):
    mean: float
    within: float
    """To either side, in 95 of a hundred such."""

    @classmethod
    def from_samples(cls, samples: Sequence[float]) -> MeanInterval:
        """Of two at least."""
        return cls(fmean(samples), Z_SCORE_95 * stdev(samples) / math.sqrt(len(samples)))
