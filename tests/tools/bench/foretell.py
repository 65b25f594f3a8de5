"""What foretells who wins: of all weights those by which what came is likeliest, found by Newton's method.

What is hardly ever seen is pulled towards nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import TypeAlias

Row: TypeAlias = Sequence[float]
Seen: TypeAlias = tuple[Sequence[Row], Sequence[float]]
"""The facts of each seat, and what share of the point it had in the end."""


def foretold(weights: Row, rows: Sequence[Row]) -> list[float]:
    """The share of each seat."""
    sums = [sum(map(mul, weights, row)) for row in rows]
    most = max(sums)
    merits = [exp(each - most) for each in sums]
    return [merit / sum(merits) for merit in merits]


def fitted(seen: Sequence[Seen], pull: float, steps: int) -> Row:
    wide = len(seen[0][0][0])
    weights = [0.0] * wide
    for _ in range(steps):
        slope = [-pull * weight for weight in weights]
        bend = [[pull * (one == other) for other in range(wide)] for one in range(wide)]
        for rows, came in seen:
            shares = foretold(weights, rows)
            mean = [sum(share * row[at] for share, row in zip(shares, rows, strict=True)) for at in range(wide)]
            for share, row, was in zip(shares, rows, came, strict=True):
                apart = [fact - middle for fact, middle in zip(row, mean, strict=True)]
                for one in range(wide):
                    slope[one] += (was - share) * row[one]
                    # Most facts of most seats are nothing.
                    if by := share * apart[one]:
                        line = bend[one]
                        for other in range(wide):
                            line[other] += by * apart[other]
        weights = [weight + step for weight, step in zip(weights, _solved(bend, slope), strict=True)]
    return weights


def _solved(left: Sequence[Row], right: Row) -> Row:
    """As many equations as unknowns, the largest first."""
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(len(rows)):
            if other != at:
                by = rows[other][at]
                rows[other] = [value - by * one for value, one in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]
