"""Checks that solutions of small matrix games are equilibria."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest

from games.dice import Dice
from games.matrix import draw_from_mix, solve_matrix, value_3x3, worst_payoff_of_row

PayoffMatrix = Sequence[Sequence[float]]


def check_equilibrium(payoffs: PayoffMatrix) -> Fraction:
    """Solve a matrix game, check that neither side can improve alone, and return the game's value."""
    solution = solve_matrix(payoffs)
    columns = list(zip(*payoffs, strict=True))
    for mix, lines in ((solution.rows, payoffs), (solution.columns, columns)):
        assert len(mix) == len(lines)
        assert sum(mix) == 1
        assert min(mix) >= 0
    assert min(compute_payoff(column, solution.rows) for column in columns) == solution.value
    assert max(compute_payoff(row, solution.columns) for row in payoffs) == solution.value
    return solution.value


def compute_payoff(payoffs: Sequence[float], mix: Sequence[Fraction]) -> Fraction:
    return sum((Fraction(payoff) * share for payoff, share in zip(payoffs, mix, strict=True)), Fraction())


def generate_matrices(count: int) -> Iterator[PayoffMatrix]:
    """Yield random 3x3 matrices. Many are degenerate: few different values, equal rows, or a row that is a mean."""
    chance = Random(count)
    for kind in range(count):
        match kind % 5:
            case 0:
                yield [[chance.random() for _ in range(3)] for _ in range(3)]
            case 1:
                yield [[chance.randint(-8, 8) for _ in range(3)] for _ in range(3)]
            case 2:
                yield [[chance.randint(0, 1) for _ in range(3)] for _ in range(3)]
            case 3:
                row = [chance.uniform(-1, 1) for _ in range(3)]
                yield [row, [chance.uniform(-1, 1) for _ in range(3)], row]
            case _:
                first, second = ([chance.random() / 1000 for _ in range(3)] for _ in range(2))
                yield [first, second, [(left + right) / 2 for left, right in zip(first, second, strict=True)]]


def test_solution_is_an_equilibrium_with_the_value_of_value_3x3() -> None:
    for (a, b, c), (d, e, f), (g, h, i) in generate_matrices(200):
        value = check_equilibrium([[a, b, c], [d, e, f], [g, h, i]])
        assert value_3x3(a, b, c, d, e, f, g, h, i) == pytest.approx(float(value), abs=1e-6)


def test_matrices_of_all_shapes_are_solved() -> None:
    chance = Random(7)
    for _ in range(60):
        height, width = chance.randint(1, 6), chance.randint(1, 6)
        check_equilibrium([[chance.randint(-4, 4) for _ in range(width)] for _ in range(height)])


def test_solution_for_the_example_of_the_rules() -> None:
    solution = solve_matrix([[8, -8, 1], [-6, 6, -1], [-1, -3, 4]])
    assert solution.value == Fraction(-1, 21)
    assert solution.rows == (Fraction(5, 12), Fraction(47, 84), Fraction(1, 42))
    assert solution.columns == (Fraction(13, 42), Fraction(5, 14), Fraction(1, 3))


def test_row_is_compared_with_its_worst_optimal_mix() -> None:
    """The expected value is found by trying all mixes in sixths, which include the optimal ones for zeros and ones."""
    mixes = [[Fraction(share, 6) for share in (a, b, 6 - a - b)] for a in range(7) for b in range(7 - a)]
    differing_count = 0
    for entries in islice(product(range(2), repeat=9), 0, None, 19):
        payoffs = [entries[start : start + 3] for start in (0, 3, 6)]
        solution = solve_matrix(payoffs)
        optimal_mixes = [mix for mix in mixes if max(compute_payoff(row, mix) for row in payoffs) == solution.value]
        for row, share in zip(payoffs, solution.rows, strict=True):
            worst = min(compute_payoff(row, mix) for mix in optimal_mixes)
            assert float(worst_payoff_of_row(payoffs, payoffs.index(row))) == pytest.approx(float(worst), abs=1e-6)
            assert not share or worst == solution.value
            differing_count += worst < compute_payoff(row, solution.columns)
    assert differing_count > 5


def test_saddle_point_gives_pure_strategies() -> None:
    solution = solve_matrix([[3, 1, 2], [0, -5, 4], [2, 0, 9]])
    assert solution.value == 1
    assert [*solution.rows, *solution.columns] == [1, 0, 0, 0, 1, 0]


def test_choices_are_drawn_with_the_probabilities_of_the_mix() -> None:
    mix = (Fraction(1, 6), Fraction(0), Fraction(1, 3), Fraction(1, 2))
    dice = Dice(b"mix")
    rolls = [draw_from_mix(mix, dice) for _ in range(6000)]
    assert 1 not in rolls
    for choice, share in enumerate(mix):
        # Four standard deviations.
        assert abs(rolls.count(choice) - 6000 * share) < 160
