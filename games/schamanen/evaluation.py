"""Evaluation of duels and exchanges, either as Bison's win probability or as Bison's shells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, TypeAlias

from games import matrix
from games.core import Move, Seat, TimeLeft
from games.dice import Dice
from games.schamanen.known_board import (
    PAIRING_COUNT,
    SINGLE_PAIRING_COUNT,
    STACK_PAIRING_TIE,
    BoardScorer,
    KnownBoard,
    Pairing,
    list_exchanges,
    unknown_values,
)
from games.schamanen.state import BISON, EVEN_SHELLS, LINES, SHELL_COUNT, DuelTerms, View, exchanging_seat
from games.tables import load_table

ChanceTable: TypeAlias = tuple[tuple[float, ...], ...]
"""Win probabilities of the side that exchanges next, averaged over the layouts of the stones.

The rows stand for 1, 2, 3, … remaining duels, and the columns for 1 to 17 shells of that side.
"""


def win_probability_by_shells(terms: DuelTerms, duels_fought: int, bison_shells: int) -> float:
    """Return Bison's win probability, based only on the shells and the remaining duels. A draw counts as half a win."""
    if bison_shells in (0, SHELL_COUNT) or duels_fought == terms.duel_limit:
        return final_win_share(bison_shells)
    table = _CHANCE_TABLES[
        "stacks" if terms.allows_stacks else "pro" if terms.may_handle_both_sides else "classic",
        terms.prize_is_one_shell,
    ]
    # Beyond the last row of the table, one more duel makes no visible difference.
    row = table[min(terms.duel_limit - duels_fought, len(table)) - 1]
    if exchanging_seat(duels_fought) == BISON:
        return row[bison_shells - 1]
    return 1 - row[SHELL_COUNT - bison_shells - 1]


def final_win_share(bison_shells: int) -> float:
    """Return Bison's share of a finished match: 1 for a win, 0.5 for a draw, and 0 for a loss."""
    even = EVEN_SHELLS[BISON]
    return (1 + (bison_shells > even) - (bison_shells < even)) / 2


def _load_chance_tables() -> dict[tuple[str, bool], ChanceTable]:
    """Load the tables, keyed by variant and by whether the prize is one shell.

    Raises `ValueError` if a row is malformed, or if its win probabilities ever decrease with more shells.
    """
    tables: dict[tuple[str, bool], ChanceTable] = {}
    for prize, variants in load_table(__package__, "chances").items():
        for variant, rows in variants.items():
            for row in rows:
                if len(row) != SHELL_COUNT - 1 or row != sorted(row) or not 0 <= row[0] <= row[-1] <= 1:
                    raise ValueError(f"chances.toml has an invalid row in {prize}.{variant}: {row}")
            tables[variant, prize == "one"] = tuple(map(tuple, rows))
    return tables


_CHANCE_TABLES: Final = _load_chance_tables()


UnknownValues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The values that each side's face-down stones can have."""
PairingValues: TypeAlias = Sequence[float]
"""A duel's value to Bison, indexed by the pairing of the stones that meet."""

ANSWERS_SEARCHED_MAX: Final = 10
"""The maximum number of promising exchanges to search after a duel. The limit saves time.

A search that reaches the end of the match tries all exchanges, which makes its result exact.
"""
EXACT_DUELS_LEFT: Final = 2
"""The maximum number of remaining duels for which the search reaches the end of the match."""


def unlimited_time() -> float:
    """Return the same remaining time on every call, so that a search never runs out of time."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Evaluator of boards before the next duel, by Bison's win probability or by Bison's shells.

    All boards that one evaluator compares have the same terms, shells and number of duels fought.
    """

    terms: DuelTerms
    unknown_values: UnknownValues
    bison_shells: int
    duels_fought: int

    @classmethod
    def from_view(cls, view: View) -> Evaluator:
        return cls(view.terms, unknown_values(view), view.shells[BISON], view.duels_fought)

    @property
    def win_values(self) -> PairingValues:
        """Bison's win probability after each pairing in the next duel, based only on shells and remaining duels."""
        return _list_pairing_values(self.terms, self.unknown_values, self.bison_shells, self.duels_fought + 1)

    @property
    def shell_values(self) -> PairingValues:
        """Bison's shells after each pairing in the next duel."""
        return _list_pairing_values(self.terms, self.unknown_values, self.bison_shells, None)

    def search_values(self, board: KnownBoard, depth: int = 1, time_left: TimeLeft = unlimited_time) -> PairingValues:
        """Return Bison's win probability after each pairing in the next duel, by searching the moves that follow.

        `depth` is the number of exchanges to search, each with the duel after it. Raises `TimeoutError` if time runs
        out at a depth greater than 1.
        """
        if self.duels_fought + 1 == self.terms.duel_limit:
            return self.win_values

        # The best exchange after the duel depends on the shells, so it is searched once per number of shells.
        @cache
        def win_probability(shells: int) -> float:
            if shells in (0, SHELL_COUNT):
                return shells / SHELL_COUNT
            after = replace(self, bison_shells=shells, duels_fought=self.duels_fought + 1)
            return evaluate_exchange(after, board) if depth == 1 else after.search_exchange(board, depth, time_left)

        values = [0.0] * PAIRING_COUNT
        value_by_margin = _cache_by_margin(self.terms, self.bison_shells, win_probability)
        for pairing in set(board.pairings):
            values[pairing] = _mean_value_of_pairing(self.unknown_values, pairing, value_by_margin)
        return values

    def search_exchange(self, board: KnownBoard, depth: int, time_left: TimeLeft) -> float:
        """Return Bison's win probability before an exchange on this board, looking `depth` exchanges ahead."""
        seat = exchanging_seat(self.duels_fought)
        score_board = make_board_scorer(seat, self.win_values)
        answers = [answer for _, answer in list_exchanges(board, self.terms, seat, score_board)]
        if self.duels_fought + depth < self.terms.duel_limit:
            answers = sorted(answers, key=lambda answer: score_board(answer.pairings), reverse=True)
            answers = answers[:ANSWERS_SEARCHED_MAX]
        values = []
        for answer in answers:
            if time_left() <= 0:
                raise TimeoutError
            values.append(duel_value(answer.pairings, self.search_values(answer, depth - 1, time_left)))
        return max(values) if seat == BISON else min(values)


@lru_cache(maxsize=1 << 14)
def evaluate_exchange(evaluator: Evaluator, board: KnownBoard) -> float:
    """Return Bison's win probability before an exchange on this board, looking ahead only to the next duel."""
    seat = exchanging_seat(evaluator.duels_fought)
    values, best = evaluator.win_values, 1.0 * (seat != BISON)
    score_board = make_board_scorer(seat, values)
    for _, answer in list_exchanges(board, evaluator.terms, seat, score_board):
        a, b, c, d, e, f, g, h, i = [values[pairing] for pairing in answer.pairings]
        # A bound from pure strategies rules out most exchanges and is cheaper to compute than the value of the duel.
        if seat == BISON:
            if min(max(a, d, g), max(b, e, h), max(c, f, i)) > best:
                best = max(best, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
        elif max(min(a, b, c), min(d, e, f), min(g, h, i)) < best:
            best = min(best, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
    return best


def duel_value(pairings: Sequence[Pairing], values: PairingValues) -> float:
    """Return the value to Bison of a duel with these pairings, assuming that both players mix their masks optimally."""
    a, b, c, d, e, f, g, h, i = pairings
    return matrix.value_3x3(
        values[a], values[b], values[c], values[d], values[e], values[f], values[g], values[h], values[i]
    )


def make_board_scorer(seat: Seat, values: PairingValues) -> BoardScorer:
    """Return a function that scores a board by the next duel's value to this seat."""
    if seat == BISON:
        return lambda pairings: duel_value(pairings, values)
    return lambda pairings: -duel_value(pairings, values)


def average_by_mask(seat: Seat, pairings: Sequence[Pairing], values: PairingValues) -> list[float]:
    """Return the value of each mask to this seat, assuming that the opponent chooses a mask at random."""
    if seat == BISON:
        return [sum(row) / 3 for row in payoff_matrix(pairings, values)]
    return [-sum(values[pairing] for pairing in pairings[column::3]) / 3 for column in (0, 1, 2)]


def payoff_matrix(pairings: Sequence[Pairing], values: PairingValues) -> Sequence[Sequence[float]]:
    """Return the next duel as a matrix game, with Bison's payoffs by row and column."""
    return [[values[pairing] for pairing in pairings[start : start + 3]] for start in (0, 3, 6)]


def optimal_mix(seat: Seat, pairings: Sequence[Pairing], values: PairingValues) -> Sequence[Fraction]:
    """Return the probability of each mask in this seat's optimal mixed strategy."""
    solution = matrix.solve_matrix(payoff_matrix(pairings, values))
    return solution.rows if seat == BISON else solution.columns


def draw_mask_from_mix(seat: Seat, mix: Sequence[Fraction], dice: Dice) -> tuple[Move, Fraction]:
    """Draw a mask at random from a mix, and return the mask and its probability."""
    line = matrix.draw_from_mix(mix, dice)
    return ("mask", LINES[seat][line]), mix[line]


def best_exchange_at_a_glance(board: KnownBoard, terms: DuelTerms, seat: Seat, score_board: BoardScorer) -> Move:
    """Return the exchange that leads to the board with the highest score. No moves after the exchange are searched."""
    exchanges = list_exchanges(board, terms, seat, score_board)
    return max(exchanges, key=lambda exchange: score_board(exchange[1].pairings))[0]


@lru_cache(maxsize=1 << 12)
def _list_pairing_values(
    terms: DuelTerms, unknown: UnknownValues, bison_shells: int, duels_after: int | None
) -> PairingValues:
    """Return Bison's win probability after each pairing in the next duel.

    `duels_after` is the number of duels fought by then. If it is `None`, return Bison's shells instead.
    """

    def value_of_shells(shells: int) -> float:
        return shells if duels_after is None else win_probability_by_shells(terms, duels_after, shells)

    value_by_margin = _cache_by_margin(terms, bison_shells, value_of_shells)
    return tuple(
        _mean_value_of_pairing(unknown, pairing, value_by_margin)
        for pairing in range(PAIRING_COUNT if terms.allows_stacks else SINGLE_PAIRING_COUNT)
    )


def _cache_by_margin(
    terms: DuelTerms, bison_shells: int, value_of_shells: Callable[[int], float]
) -> Callable[[int], float]:
    """Return a cached function that maps the margin of a duel to the value of Bison's shells after the duel.

    There are only a few margins, while hundreds of pairs of stones can meet in the memory variant.
    """
    return cache(lambda margin: value_of_shells(_bison_shells_after(terms, bison_shells, margin)))


def _mean_value_of_pairing(unknown: UnknownValues, pairing: Pairing, value_by_margin: Callable[[int], float]) -> float:
    """Return the mean value of a pairing, assuming that all values of an unknown stone are equally likely."""
    if pairing >= SINGLE_PAIRING_COUNT:
        return value_by_margin(pairing - STACK_PAIRING_TIE)
    bison, wolf = divmod(pairing, 10)
    if bison and wolf:
        return value_by_margin(bison - wolf)
    values = [
        value_by_margin(bison_value - wolf_value)
        for bison_value, wolf_value in product([bison] if bison else unknown[0], [wolf] if wolf else unknown[1])
    ]
    return sum(values) / len(values) if values else 0.0


def _bison_shells_after(terms: DuelTerms, bison_shells: int, margin: int) -> int:
    """Return Bison's shells after a duel. The loser never pays more shells than they have."""
    if terms.prize_is_one_shell:
        margin = (margin > 0) - (margin < 0)
    return min(SHELL_COUNT, max(0, bison_shells + margin))
