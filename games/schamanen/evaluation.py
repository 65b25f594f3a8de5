"""What duels are worth: to Bison, in chances of winning or in shells."""

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
    STACK_PAIRING_TIE,
    BoardScore,
    KnownBoard,
    Pairing,
    list_exchanges,
    unknown_values,
)
from games.schamanen.state import BISON, LINES, DuelTerms, View, exchanging_seat
from games.tables import load_table

ChanceTable: TypeAlias = tuple[tuple[float, ...], ...]
"""By duels to come and shells, for the side that exchanges next; nobody knows yet how the stones will lie."""


def win_probability_by_shells(terms: DuelTerms, duels: int, shells: int) -> float:
    """Bison's, with so many shells after so many duels; a draw is half a win."""
    if shells in (0, 18) or duels == terms.duel_limit:
        return final_win_share(shells)
    chances = _CHANCE_TABLES[
        "stacks" if terms.allows_stacks else "pro" if terms.may_handle_both_sides else "classic",
        terms.prize_is_one_shell,
    ]
    row = chances[min(terms.duel_limit - duels, len(chances)) - 1]
    return row[shells - 1] if exchanging_seat(duels) == BISON else 1 - row[17 - shells]


def final_win_share(shells: int) -> float:
    """What Bison has with so many at the end."""
    return (1 + (shells > 9) - (shells < 9)) / 2


def _load_chance_tables() -> dict[tuple[str, bool], ChanceTable]:
    """For a duel and more to come, and 1 to 17 shells; whoever has more is better off."""
    found: dict[tuple[str, bool], ChanceTable] = {}
    for prize, variants in load_table(__package__, "chances").items():
        for variant, rows in variants.items():
            for row in rows:
                if len(row) != 17 or row != sorted(row) or not 0 <= row[0] <= row[-1] <= 1:
                    raise ValueError(f"chances.toml: {prize}.{variant}: {row}")
            found[variant, prize == "one"] = tuple(map(tuple, rows))
    return found


_CHANCE_TABLES: Final = _load_chance_tables()


UnknownValues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
PairingValues: TypeAlias = Sequence[float]
"""By meeting: what Bison has when the masks meet there."""

ANSWERS_SEARCHED_MAX: Final = 10
"""As many answers to an exchange are thought through, those that look best; all of them where that leads to the end."""


def unlimited_time() -> float:
    """As one thinks whom nobody waits for."""
    return 1.0


@dataclass(frozen=True, slots=True)
class Evaluator:
    terms: DuelTerms
    unknown_values: UnknownValues
    bison_shells: int
    """Bison's."""
    duels_fought: int
    """How many were fought."""

    @classmethod
    def from_view(cls, view: View) -> Evaluator:
        return cls(view.terms, unknown_values(view), view.shells[BISON], view.duels_fought)

    @property
    def win_values(self) -> PairingValues:
        """The next duel, in chances."""
        return _list_pairing_values(self.terms, self.unknown_values, self.bison_shells, self.duels_fought + 1)

    @property
    def shell_values(self) -> PairingValues:
        """The next duel, in shells."""
        return _list_pairing_values(self.terms, self.unknown_values, self.bison_shells, None)

    def search_values(self, ground: KnownBoard, further: int = 1, left: TimeLeft = unlimited_time) -> PairingValues:
        """The next duel on this ground, in chances, when so many exchanges and duels after it are thought of too.

        Whoever has no time left for more than one raises TimeoutError.
        """
        if self.duels_fought + 1 == self.terms.duel_limit:
            return self.win_values

        @cache
        def hope(shells: int) -> float:
            """What is best to exchange depends on the shells that one has by then."""
            if shells in (0, 18):
                return shells / 18
            after = replace(self, bison_shells=shells, duels_fought=self.duels_fought + 1)
            return evaluate_exchange(after, ground) if further == 1 else after.search_exchange(ground, further, left)

        tariff, hopes = [0.0] * PAIRING_COUNT, _cache_by_margin(self.terms, self.bison_shells, hope)
        for meeting in set(ground.pairings):
            tariff[meeting] = _mean_over_unknown(self.unknown_values, meeting, hopes)
        return tariff

    def search_exchange(self, ground: KnownBoard, further: int, left: TimeLeft) -> float:
        """To Bison, before an exchange."""
        seat = exchanging_seat(self.duels_fought)
        liking = score_for_seat(seat, self.win_values)
        answers = [answer for _, answer in list_exchanges(ground, self.terms, seat, liking)]
        if self.duels_fought + further < self.terms.duel_limit:
            answers = sorted(answers, key=lambda answer: liking(answer.pairings), reverse=True)[:ANSWERS_SEARCHED_MAX]
        hopes = []
        for answer in answers:
            if left() <= 0:
                raise TimeoutError
            hopes.append(duel_value(answer.pairings, self.search_values(answer, further - 1, left)))
        return max(hopes) if seat == BISON else min(hopes)


@lru_cache(maxsize=1 << 14)
def evaluate_exchange(outlook: Evaluator, ground: KnownBoard) -> float:
    """To Bison, before an exchange: the duel that it makes, and nothing after it."""
    seat = exchanging_seat(outlook.duels_fought)
    tariff, found = outlook.win_values, 1.0 * (seat != BISON)
    liking = score_for_seat(seat, tariff)
    for _, answer in list_exchanges(ground, outlook.terms, seat, liking):
        a, b, c, d, e, f, g, h, i = [tariff[meeting] for meeting in answer.pairings]
        # Most are passed over by what either side is sure of without mixing.
        if seat == BISON:
            if min(max(a, d, g), max(b, e, h), max(c, f, i)) > found:
                found = max(found, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
        elif max(min(a, b, c), min(d, e, f), min(g, h, i)) < found:
            found = min(found, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
    return found


def duel_value(meetings: Sequence[Pairing], tariff: PairingValues) -> float:
    """To Bison, when both mix their masks as well as can be."""
    a, b, c, d, e, f, g, h, i = meetings
    return matrix.value_3x3(
        tariff[a], tariff[b], tariff[c], tariff[d], tariff[e], tariff[f], tariff[g], tariff[h], tariff[i]
    )


def score_for_seat(seat: Seat, tariff: PairingValues) -> BoardScore:
    if seat == BISON:
        return lambda meetings: duel_value(meetings, tariff)
    return lambda meetings: -duel_value(meetings, tariff)


def average_by_mask(seat: Seat, meetings: Sequence[Pairing], tariff: PairingValues) -> list[float]:
    """What each of a seat's masks has on average, to that seat: who does not look at the other's choice."""
    if seat == BISON:
        return [sum(row) / 3 for row in payoff_matrix(meetings, tariff)]
    return [-sum(tariff[meeting] for meeting in meetings[column::3]) / 3 for column in (0, 1, 2)]


def payoff_matrix(meetings: Sequence[Pairing], tariff: PairingValues) -> Sequence[Sequence[float]]:
    """The next duel as a matrix: by row and column what Bison has."""
    return [[tariff[meeting] for meeting in meetings[row : row + 3]] for row in (0, 3, 6)]


def optimal_mix(seat: Seat, meetings: Sequence[Pairing], tariff: PairingValues) -> Sequence[Fraction]:
    """How often each of a seat's masks comes in its best mix: whoever mixes so cannot be read."""
    solved = matrix.solve_matrix(payoff_matrix(meetings, tariff))
    return solved.rows if seat == BISON else solved.columns


def draw_mask(seat: Seat, mix: Sequence[Fraction], dice: Dice) -> tuple[Move, Fraction]:
    """A mask drawn from a mix, and its share of it."""
    line = matrix.draw_from_mix(mix, dice)
    return ("mask", LINES[seat][line]), mix[line]


def best_exchange_at_a_glance(ground: KnownBoard, terms: DuelTerms, seat: Seat, liking: BoardScore) -> Move:
    """The exchange that is liked best, whatever comes after."""
    return max(list_exchanges(ground, terms, seat, liking), key=lambda exchange: liking(exchange[1].pairings))[0]


@lru_cache(maxsize=1 << 12)
def _list_pairing_values(terms: DuelTerms, unseen: UnknownValues, shells: int, duels: int | None) -> PairingValues:
    def hope(left: int) -> float:
        return left if duels is None else win_probability_by_shells(terms, duels, left)

    hopes = _cache_by_margin(terms, shells, hope)
    return tuple(
        _mean_over_unknown(unseen, meeting, hopes) for meeting in range(PAIRING_COUNT if terms.allows_stacks else 100)
    )


def _cache_by_margin(terms: DuelTerms, shells: int, hope: Callable[[int], float]) -> Callable[[int], float]:
    """By margin, of which there are few: in memory hundreds of stones may meet at each look."""
    return cache(lambda margin: hope(_bison_shells_after(terms, shells, margin)))


def _mean_over_unknown(unknown: UnknownValues, meeting: Pairing, hopes: Callable[[int], float]) -> float:
    """Over all that may lie there, each as likely."""
    if meeting >= 100:
        return hopes(meeting - STACK_PAIRING_TIE)
    bison, wolf = divmod(meeting, 10)
    if bison and wolf:
        return hopes(bison - wolf)
    found = [
        hopes(one - other) for one, other in product([bison] if bison else unknown[0], [wolf] if wolf else unknown[1])
    ]
    return sum(found) / len(found) if found else 0.0


def _bison_shells_after(terms: DuelTerms, shells: int, margin: int) -> int:
    """Bison's shells after a duel."""
    if terms.prize_is_one_shell:
        margin = (margin > 0) - (margin < 0)
    return min(18, max(0, shells + margin))
