"""Small games in which both choose at once and one wins what the other loses, solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from games.dice import Dice

_FINE: Final = 1 << 32
_TILT: Final = Fraction(1, 1 << 30)
"""So little that for it nobody gives up what their best mix brings them."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What the row player is sure of at least, the column player of at most, and how each has to mix for it."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solved(payoffs: Sequence[Sequence[float | Fraction]]) -> Solved:
    """For a matrix of any shape: the simplex method on fractions, so that nothing is rounded."""
    least = Fraction(min(map(min, payoffs)))
    height, width = len(payoffs), len(payoffs[0])
    # Shifted so that the value is surely above 0: the columns then maximise their sum under A y ≤ 1.
    table = [
        [*(Fraction(payoff) - least + 1 for payoff in row), *(Fraction(row is other) for other in payoffs), Fraction(1)]
        for row in payoffs
    ]
    profit = [Fraction(1)] * width + [Fraction()] * (height + 1)
    basis = list(range(width, width + height))
    # The first that pays, and of equals the first to leave: so it never goes round in circles.
    while (enters := next((at for at, gain in enumerate(profit[:-1]) if gain > 0), None)) is not None:
        leaves = min(
            (row for row in range(height) if table[row][enters] > 0),
            key=lambda row: (table[row][-1] / table[row][enters], basis[row]),
        )
        pivot = table[leaves][enters]
        table[leaves] = [entry / pivot for entry in table[leaves]]
        for row in [*(row for at, row in enumerate(table) if at != leaves), profit]:
            share = row[enters]
            row[:] = [entry - share * one for entry, one in zip(row, table[leaves], strict=True)]
        basis[leaves] = enters
    total = -profit[-1]
    held = {column: table[row][-1] for row, column in enumerate(basis)}
    return Solved(
        value=1 / total + least - 1,
        rows=tuple(-gain / total for gain in profit[width:-1]),
        columns=tuple(held.get(column, Fraction()) / total for column in range(width)),
    )


def left(payoffs: Sequence[Sequence[float | Fraction]], row: int) -> Fraction:
    """What a row leaves its player against whichever of the column player's best mixes is the worst for it: to them all
    are as good, and some spare whoever plays what is in no best mix.
    """
    own = [Fraction(payoff) for payoff in payoffs[row]]
    # Of mixes that are as good they take the one with which this row has less.
    tilted = [[Fraction(payoff) + _TILT * mine for payoff, mine in zip(each, own, strict=True)] for each in payoffs]
    return sum((share * mine for share, mine in zip(solved(tilted).columns, own, strict=True)), Fraction())


def drawn(mix: Sequence[Fraction], dice: Dice) -> int:
    """One of the choices, each as often as the mix says, to one in four thousand million."""
    roll = dice.below(_FINE)
    return next(at for at, bound in enumerate(accumulate(mix)) if bound * _FINE > roll)


def worth(a: float, b: float, c: float, d: float, e: float, f: float, g: float, h: float, i: float) -> float:
    """The value alone of three rows by three columns: a search asks for it thousands of times a decision."""
    low = max(min(a, b, c), min(d, e, f), min(g, h, i))
    high = min(max(a, d, g), max(b, e, h), max(c, f, i))
    if low >= high:
        return low
    # All three mix with all three, if that is a mix at all: by cofactors, of differences so that little is lost.
    j, k, m, n, o, p, q, r = b - a, c - a, d - a, e - a, f - a, g - a, h - a, i - a
    er, fq, dr, fp, dq, ep = n * r, o * q, m * r, o * p, m * q, n * p
    br, cq, cp, bp, bf, ce, cd, bd = j * r, k * q, k * p, j * p, j * o, k * n, k * m, j * m
    shares = (
        (er - fq - dr + fp + dq - ep, cq - br - cp + bp, bf - ce + cd - bd),
        (er - fq + cq - br + bf - ce, fp - dr - cp + cd, dq - ep + bp - bd),
    )
    total = sum(shares[0])
    least, most = min(map(min, shares)), max(map(max, shares))
    if (total > _NOTHING and least >= 0) or (total < -_NOTHING and most <= 0):
        return min(high, max(low, a + (j * (fp - dr) + k * (dq - ep)) / total))
    # Otherwise two and two are enough.
    return max(_two_rows(a, b, c, d, e, f), _two_rows(a, b, c, g, h, i), _two_rows(d, e, f, g, h, i))


_NOTHING: Final = 1e-15


def _two_rows(a: float, b: float, c: float, d: float, e: float, f: float) -> float:
    return min(_two_by_two(a, b, d, e), _two_by_two(a, c, d, f), _two_by_two(b, c, e, f))


def _two_by_two(a: float, b: float, c: float, d: float) -> float:
    """Asks first whether both must mix, which is told faster than what either is sure of: a search is here most."""
    if (a > b and d > c and a > c and d > b) or (a < b and d < c and a < c and d < b):
        return (a * d - b * c) / (a + d - b - c)
    return max(min(a, b), min(c, d))
