"""What is best in a small matrix game, held against the conditions that make it best."""

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
    """The value, if neither side can do better alone: then it is the solution, whatever found it."""
    found = solve_matrix(payoffs)
    columns = list(zip(*payoffs, strict=True))
    for mix, lines in ((found.rows, payoffs), (found.columns, columns)):
        assert len(mix) == len(lines)
        assert sum(mix) == 1
        assert min(mix) >= 0
    assert min(compute_payoff(column, found.rows) for column in columns) == found.value
    assert max(compute_payoff(row, found.columns) for row in payoffs) == found.value
    return found.value


def compute_payoff(payoffs: Sequence[float], mix: Sequence[Fraction]) -> Fraction:
    return sum((Fraction(payoff) * share for payoff, share in zip(payoffs, mix, strict=True)), Fraction())


def generate_matrices(count: int) -> Iterator[PayoffMatrix]:
    """Three by three: of any kind, and of the kinds that go wrong: few values, equal lines, a line that is a mean."""
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
                one, other = ([chance.random() / 1000 for _ in range(3)] for _ in range(2))
                yield [one, other, [(here + there) / 2 for here, there in zip(one, other, strict=True)]]


def test_neither_side_can_do_better_alone_and_the_short_way_finds_the_same_value() -> None:
    for (a, b, c), (d, e, f), (g, h, i) in generate_matrices(200):
        value = check_equilibrium([[a, b, c], [d, e, f], [g, h, i]])
        assert value_3x3(a, b, c, d, e, f, g, h, i) == pytest.approx(float(value), abs=1e-6)


def test_any_shape_is_solved() -> None:
    chance = Random(7)
    for _ in range(60):
        height, width = chance.randint(1, 6), chance.randint(1, 6)
        check_equilibrium([[chance.randint(-4, 4) for _ in range(width)] for _ in range(height)])


def test_the_board_of_the_rules() -> None:
    found = solve_matrix([[8, -8, 1], [-6, 6, -1], [-1, -3, 4]])
    assert found.value == Fraction(-1, 21)
    assert found.rows == (Fraction(5, 12), Fraction(47, 84), Fraction(1, 42))
    assert found.columns == (Fraction(13, 42), Fraction(5, 14), Fraction(1, 3))


def test_a_row_is_held_against_the_best_mix_that_is_worst_for_it() -> None:
    """Held against all mixes in sixths, in which the best of noughts and ones are."""
    mixes = [[Fraction(share, 6) for share in (a, b, 6 - a - b)] for a in range(7) for b in range(7 - a)]
    spared = 0
    for noughts_and_ones in islice(product(range(2), repeat=9), 0, None, 19):
        payoffs = [noughts_and_ones[at : at + 3] for at in (0, 3, 6)]
        found = solve_matrix(payoffs)
        best = [mix for mix in mixes if max(compute_payoff(row, mix) for row in payoffs) == found.value]
        for row, share in zip(payoffs, found.rows, strict=True):
            worst = min(compute_payoff(row, mix) for mix in best)
            assert float(worst_payoff_of_row(payoffs, payoffs.index(row))) == pytest.approx(float(worst), abs=1e-6)
            assert not share or worst == found.value
            spared += worst < compute_payoff(row, found.columns)
    assert spared > 5


def test_a_saddle_is_no_mix() -> None:
    found = solve_matrix([[3, 1, 2], [0, -5, 4], [2, 0, 9]])
    assert found.value == 1
    assert [*found.rows, *found.columns] == [1, 0, 0, 0, 1, 0]


def test_choices_are_drawn_as_often_as_the_mix_says() -> None:
    mix = (Fraction(1, 6), Fraction(0), Fraction(1, 3), Fraction(1, 2))
    dice = Dice(b"mix")
    rolls = [draw_from_mix(mix, dice) for _ in range(6000)]
    assert 1 not in rolls
    for choice, share in enumerate(mix):
        # Four standard deviations.
        assert abs(rolls.count(choice) - 6000 * share) < 160
