"""What a board is worth to Bison in shells when both choose their masks as well as can be; exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from games.match import Match
from tests.games.schamanen.drawn import said

Duels = Sequence[Sequence[int]]


def duels(match: Match) -> list[list[int]]:
    """What each duel would bring Bison, row by row: found by fighting all nine."""
    before = match.scores()[0]
    return [[said(match, f"{column}{row}").scores()[0] - before for column in "abc"] for row in "123"]


def worth(board: Duels) -> Fraction:
    """The best of what Bison's mixes guarantee; some mix that makes Wolf indifferent is the best there is."""
    return max(
        min(sum((mix[row] * board[row][column] for row in range(3)), Fraction()) for column in range(3))
        for mix in _mixes(board)
    )


def _mixes(board: Duels) -> Iterator[list[Fraction]]:
    yield from ([Fraction(one == row) for one in range(3)] for row in range(3))
    for (one, other), (left, right) in ((rows, columns) for rows in _pairs() for columns in _pairs()):
        lean = [board[row][left] - board[row][right] for row in (one, other)]
        weights = [0, 0, 0]
        weights[one], weights[other] = lean[1], -lean[0]
        yield from _mixed(weights)
    # Indifferent between all three columns: at right angles to both differences.
    p, q = ([board[row][column] - board[row][column + 1] for row in range(3)] for column in (0, 1))
    yield from _mixed([p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]])


def _pairs() -> Iterator[tuple[int, int]]:
    return combinations(range(3), 2)


def _mixed(weights: Sequence[int]) -> Iterator[list[Fraction]]:
    """As shares of the whole, where that is a mix at all."""
    if sum(weights) and all(Fraction(weight, sum(weights)) >= 0 for weight in weights):
        yield [Fraction(weight, sum(weights)) for weight in weights]
