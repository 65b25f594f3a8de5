"""The mean of many, and how far from it what is meant may lie: nothing is told that they do not bear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z: Final = 1.96
"""Standard errors to either side of a 95 % interval."""


class Mean(NamedTuple):
    mean: float
    within: float
    """To either side, in 95 of a hundred such."""

    @classmethod
    def of(cls, found: Sequence[float]) -> Mean:
        """Of two at least."""
        return cls(fmean(found), Z * stdev(found) / math.sqrt(len(found)))
