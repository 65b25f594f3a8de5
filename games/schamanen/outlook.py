"""What duels are worth: to Bison, in chances of winning or in shells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

from games import matrix
from games.core import Seat, Word
from games.dice import Dice
from games.schamanen.chances import chance, exchanger
from games.schamanen.ground import EVEN, MOST, Ground, Liking, Meeting, exchanged, unseen
from games.schamanen.state import BISON, COLUMNS, ROWS, Terms, View

Unseen: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
Tariff: TypeAlias = Sequence[float]
"""By meeting: what Bison has when the masks meet there."""


@dataclass(frozen=True, slots=True)
class Outlook:
    terms: Terms
    unseen: Unseen
    shells: int
    """Bison's."""
    duels: int
    """How many were fought."""

    @classmethod
    def of(cls, view: View) -> Outlook:
        return cls(view.terms, unseen(view), view.shells[BISON], view.duels)

    @property
    def tariff(self) -> Tariff:
        """The next duel, in chances."""
        return _tariff(self.terms, self.unseen, self.shells, self.duels + 1)

    @property
    def takings(self) -> Tariff:
        """The next duel, in shells."""
        return _tariff(self.terms, self.unseen, self.shells, None)

    def ahead(self, ground: Ground) -> Tariff:
        """The next duel on this ground, in chances, when the exchange and the duel after it are thought of too."""
        duels = self.duels + 1
        if duels == self.terms.limit:
            return self.tariff
        seat = exchanger(duels)

        @cache
        def hope(shells: int) -> float:
            """With all answers weighed anew: what is best to exchange depends on the shells that one has by then."""
            if shells in (0, 18):
                return shells / 18
            liking = likings(seat, _tariff(self.terms, self.unseen, shells, duels + 1))
            best = max(liking(reply.meetings) for _, reply in exchanged(ground, self.terms, seat, liking))
            return best if seat == BISON else -best

        tariff = [0.0] * MOST
        for meeting in set(ground.meetings):
            tariff[meeting] = _mean(self.terms, self.unseen, self.shells, meeting, hope)
        return tariff


def worth(meetings: Sequence[Meeting], tariff: Tariff) -> float:
    """To Bison, when both mix their masks as well as can be."""
    a, b, c, d, e, f, g, h, i = meetings
    return matrix.worth(
        tariff[a], tariff[b], tariff[c], tariff[d], tariff[e], tariff[f], tariff[g], tariff[h], tariff[i]
    )


def likings(seat: Seat, tariff: Tariff) -> Liking:
    if seat == BISON:
        return lambda meetings: worth(meetings, tariff)
    return lambda meetings: -worth(meetings, tariff)


def lines(seat: Seat, meetings: Sequence[Meeting], tariff: Tariff) -> list[float]:
    """What each of a seat's masks has on average, to that seat: who does not look at the other's choice."""
    if seat == BISON:
        return [sum(tariff[meeting] for meeting in meetings[row : row + 3]) / 3 for row in (0, 3, 6)]
    return [-sum(tariff[meeting] for meeting in meetings[column::3]) / 3 for column in (0, 1, 2)]


def masked(seat: Seat, meetings: Sequence[Meeting], tariff: Tariff, dice: Dice) -> tuple[Word, Fraction]:
    """A mask from the best mix, and its share of it: whoever mixes so cannot be read."""
    solved = matrix.solved([[tariff[meeting] for meeting in meetings[row : row + 3]] for row in (0, 3, 6)])
    mix = solved.rows if seat == BISON else solved.columns
    line = matrix.drawn(mix, dice)
    return ("mask", (ROWS, COLUMNS)[seat][line]), mix[line]


def favourite(ground: Ground, terms: Terms, seat: Seat, liking: Liking) -> Word:
    """The exchange that is liked best, whatever comes after."""
    return max(exchanged(ground, terms, seat, liking), key=lambda exchange: liking(exchange[1].meetings))[0]


@lru_cache(maxsize=1 << 12)
def _tariff(terms: Terms, unseen: Unseen, shells: int, duels: int | None) -> Tariff:
    def hope(left: int) -> float:
        return left if duels is None else chance(terms, duels, left)

    meetings = range(MOST if terms.stacks else 100)
    return tuple(_mean(terms, unseen, shells, meeting, hope) for meeting in meetings)


def _mean(terms: Terms, unseen: Unseen, shells: int, meeting: Meeting, hope: Callable[[int], float]) -> float:
    """Over all that may lie there, each as likely."""
    if meeting >= 100:
        return hope(_left(terms, shells, meeting - EVEN))
    bison, wolf = divmod(meeting, 10)
    margins = [one - other for one, other in product([bison] if bison else unseen[0], [wolf] if wolf else unseen[1])]
    return sum(hope(_left(terms, shells, margin)) for margin in margins) / len(margins) if margins else 0.0


def _left(terms: Terms, shells: int, margin: int) -> int:
    """Bison's shells after a duel."""
    if terms.one:
        margin = (margin > 0) - (margin < 0)
    return min(18, max(0, shells + margin))
