"""Exact solutions of small zero-sum matrix games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from games.dice import Dice

_DRAW_RESOLUTION: Final = 1 << 32
_TIE_BREAK: Final = Fraction(1, 1 << 30)
"""A payoff so small that it only decides between mixed strategies of equal value."""


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """A game's value and an optimal mixed strategy for each of the two players."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve_matrix(payoffs: Sequence[Sequence[float | Fraction]]) -> MatrixSolution:
    """Solve a matrix game of any size exactly, using the simplex method on fractions.

    `payoffs` holds the row player's payoffs, row by row.
    """
    least = Fraction(min(map(min, payoffs)))
    height, width = len(payoffs), len(payoffs[0])
    # Shift the payoffs so that the value is positive. The column player then maximizes sum(y) subject to A y ≤ 1.
    table = [
        [*(Fraction(payoff) - least + 1 for payoff in row), *(Fraction(row is other) for other in payoffs), Fraction(1)]
        for row in payoffs
    ]
    profit = [Fraction(1)] * width + [Fraction()] * (height + 1)
    basis = list(range(width, width + height))
    # Bland's rule: always take the first candidate, which keeps the method from cycling.
    while (entering := next((index for index, gain in enumerate(profit[:-1]) if gain > 0), None)) is not None:
        leaving = min(
            (row for row in range(height) if table[row][entering] > 0),
            key=lambda row: (table[row][-1] / table[row][entering], basis[row]),
        )
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for row in [*(row for index, row in enumerate(table) if index != leaving), profit]:
            share = row[entering]
            row[:] = [entry - share * pivot_entry for entry, pivot_entry in zip(row, table[leaving], strict=True)]
        basis[leaving] = entering
    total = -profit[-1]
    basic_values = {column: table[row][-1] for row, column in enumerate(basis)}
    return MatrixSolution(
        value=1 / total + least - 1,
        rows=tuple(-gain / total for gain in profit[width:-1]),
        columns=tuple(basic_values.get(column, Fraction()) / total for column in range(width)),
    )


def worst_payoff_of_row(payoffs: Sequence[Sequence[float | Fraction]], row: int) -> Fraction:
    """Return a row's payoff against the optimal column strategy that is worst for this row.

    All optimal column strategies have the same value, but a row that is not optimal can lose more against some of them.
    """
    own = [Fraction(payoff) for payoff in payoffs[row]]
    # Tilt the payoffs slightly, so that the column player picks the optimal strategy that is worst for this row.
    tilted = [
        [Fraction(payoff) + _TIE_BREAK * own_payoff for payoff, own_payoff in zip(row_payoffs, own, strict=True)]
        for row_payoffs in payoffs
    ]
    return sum(
        (share * own_payoff for share, own_payoff in zip(solve_matrix(tilted).columns, own, strict=True)), Fraction()
    )


def draw_from_mix(mix: Sequence[Fraction], dice: Dice) -> int:
    """Draw the index of a choice from a mixed strategy, with a precision of 1 in 2³²."""
    roll = dice.draw_below(_DRAW_RESOLUTION)
    return next(index for index, bound in enumerate(accumulate(mix)) if bound * _DRAW_RESOLUTION > roll)


def value_3x3(a: float, b: float, c: float, d: float, e: float, f: float, g: float, h: float, i: float) -> float:
    """Return the value of a 3×3 game, given its payoffs row by row.

    This function is optimized for speed, because a search calls it thousands of times per decision.
    """
    low = max(min(a, b, c), min(d, e, f), min(g, h, i))
    high = min(max(a, d, g), max(b, e, h), max(c, f, i))
    if low >= high:
        return low
    # Try to mix all three rows and columns. Using cofactors of differences loses little precision.
    j, k, m, n, o, p, q, r = b - a, c - a, d - a, e - a, f - a, g - a, h - a, i - a
    er, fq, dr, fp, dq, ep = n * r, o * q, m * r, o * p, m * q, n * p
    br, cq, cp, bp, bf, ce, cd, bd = j * r, k * q, k * p, j * p, j * o, k * n, k * m, j * m
    shares = (
        (er - fq - dr + fp + dq - ep, cq - br - cp + bp, bf - ce + cd - bd),
        (er - fq + cq - br + bf - ce, fp - dr - cp + cd, dq - ep + bp - bd),
    )
    total = sum(shares[0])
    least, most = min(map(min, shares)), max(map(max, shares))
    if (total > _EPSILON and least >= 0) or (total < -_EPSILON and most <= 0):
        return min(high, max(low, a + (j * (fp - dr) + k * (dq - ep)) / total))
    # Otherwise, two rows and two columns are enough.
    return max(_value_2x3(a, b, c, d, e, f), _value_2x3(a, b, c, g, h, i), _value_2x3(d, e, f, g, h, i))


_EPSILON: Final = 1e-15


def _value_2x3(a: float, b: float, c: float, d: float, e: float, f: float) -> float:
    return min(_value_2x2(a, b, d, e), _value_2x2(a, c, d, f), _value_2x2(b, c, e, f))


def _value_2x2(a: float, b: float, c: float, d: float) -> float:
    """Return the value of a 2×2 game. Testing first for a mixed solution is faster than testing for a saddle point."""
    if (a > b and d > c and a > c and d > b) or (a < b and d < c and a < c and d < b):
        return (a * d - b * c) / (a + d - b - c)
    return max(min(a, b), min(c, d))
