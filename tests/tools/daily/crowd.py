"""A model of how people choose in the daily duel.

The generator uses it to select boards, and `tests.tools.bench.daily` to simulate servers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from games.matrix import solve_matrix
from games.schamanen.daily import SchamanenDailyBoard

LINE_COUNT: Final = 3
TEMPERATURE_SHELLS: Final = 1.0
"""The softmax temperature of `compute_reply_mix`: a line that earns one shell less is chosen 1/e times as often."""
MODEL_SHARES: Final = {
    "naive": 0.3,
    "level 1": 0.2,
    "level 2": 0.15,
    "level 3": 0.05,
    "equilibrium": 0.1,
    "random": 0.2,
}
"""The share of each kind of person in the model crowd."""
SHARP_SHARES: Final = {"level 1": 0.25, "level 2": 0.25, "level 3": 0.25, "equilibrium": 0.25}
"""The share of each kind of person in a crowd in which everybody thinks ahead."""

Mix: TypeAlias = tuple[float, ...]
"""A mixed strategy: the probability of each line, which is a row for Bison and a column for Wolf."""
Strategy: TypeAlias = tuple[Mix, Mix]
"""A mix of rows for Bison, and one of columns for Wolf."""


@dataclass(frozen=True, slots=True)
class Side:
    """The board of a daily duel from the view of Bison or Wolf. All tables have one row per own line."""

    payoffs: tuple[tuple[float, ...], ...]
    """The shells that this side wins (or loses, if negative), by own line and line of the other side."""
    margins: tuple[tuple[int, ...], ...]
    """The value of the own stone minus that of the other side's stone, for the same pairs of lines."""
    own_stones: tuple[tuple[int, ...], ...]

    @property
    def highest_stone_line(self) -> int:
        return max(range(LINE_COUNT), key=lambda line: max(self.own_stones[line]))

    @property
    def best_average_lines(self) -> list[int]:
        """The line where the own stones exceed the other side's by the most on average, or several that tie."""
        totals = [sum(margins) for margins in self.margins]
        return [line for line, total in enumerate(totals) if total == max(totals)]

    def compute_gains(self, opponent: Mix) -> list[float]:
        """Return what each own line wins on average if the other side chooses its lines with these probabilities."""
        return [sum(payoff * share for payoff, share in zip(row, opponent, strict=True)) for row in self.payoffs]


@lru_cache(maxsize=1000)
def list_sides(board: SchamanenDailyBoard) -> tuple[Side, Side]:
    """Return the board as Bison sees it, and as Wolf sees it."""
    margins = [bison - wolf for bison, wolf in zip(board.bison, board.wolf, strict=True)]
    rows = Side(tuple(map(tuple, board.payoffs)), _split_rows(margins), _split_rows(board.bison))
    payoffs = tuple(tuple(-payoff for payoff in column) for column in zip(*rows.payoffs, strict=True))
    columns = Side(
        payoffs,
        tuple(tuple(-margin for margin in column) for column in zip(*rows.margins, strict=True)),
        tuple(zip(*_split_rows(board.wolf), strict=True)),
    )
    return rows, columns


def _split_rows(spaces: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(spaces[start : start + LINE_COUNT]) for start in range(0, len(spaces), LINE_COUNT))


@lru_cache(maxsize=1000)
def model_strategies(board: SchamanenDailyBoard) -> dict[str, Strategy]:
    """Return the probabilities with which each kind of person chooses lines on this board.

    - naive: half take the line of their highest stone, and half the line with the best average.
    - level 1 replies to naive people, level 2 to level 1, and level 3 to level 2. Better lines are more likely.
    - equilibrium: plays the Nash equilibrium.
    - random: takes any line.
    """
    rows, columns = list_sides(board)
    levels = [(_mix_naively(rows), _mix_naively(columns))]
    for _ in range(3):
        row_mix, column_mix = levels[-1]
        levels.append((compute_reply_mix(rows, column_mix), compute_reply_mix(columns, row_mix)))
    solution = solve_matrix(board.payoffs)
    even = (1 / LINE_COUNT,) * LINE_COUNT
    return {
        "naive": levels[0],
        "level 1": levels[1],
        "level 2": levels[2],
        "level 3": levels[3],
        "equilibrium": (tuple(map(float, solution.rows)), tuple(map(float, solution.columns))),
        "random": (even, even),
    }


def model_crowd(board: SchamanenDailyBoard, shares: Mapping[str, float] = MODEL_SHARES) -> Strategy:
    """Return how often a crowd chooses each row and each column, given the share of each kind of person."""
    strategies = model_strategies(board)
    rows, columns = (
        tuple(sum(share * strategies[kind][side][line] for kind, share in shares.items()) for line in range(LINE_COUNT))
        for side in range(2)
    )
    return rows, columns


def compute_reply_mix(side: Side, opponent: Mix) -> Mix:
    """Return the softmax reply to a mix of the other side: the more a line wins, the more often it is chosen."""
    weights = [math.exp(gain / TEMPERATURE_SHELLS) for gain in side.compute_gains(opponent)]
    return tuple(weight / sum(weights) for weight in weights)


def _mix_naively(side: Side) -> Mix:
    best = side.best_average_lines
    return tuple(
        0.5 * (line == side.highest_stone_line) + 0.5 * (line in best) / len(best) for line in range(LINE_COUNT)
    )
