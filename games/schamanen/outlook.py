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
from games.schamanen.ground import EVEN, MOST, Ground, Liking, Meeting, exchanged, unseen
from games.schamanen.state import BISON, LINES, Terms, View, exchanger
from games.tables import load_table

Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""By duels to come and shells, for the side that exchanges next; nobody knows yet how the stones will lie."""


def chance(terms: Terms, duels: int, shells: int) -> float:
    """Bison's, with so many shells after so many duels; a draw is half a win."""
    if shells in (0, 18) or duels == terms.limit:
        return ended(shells)
    chances = _CHANCES["stacks" if terms.stacks else "pro" if terms.both else "classic", terms.one]
    row = chances[min(terms.limit - duels, len(chances)) - 1]
    return row[shells - 1] if exchanger(duels) == BISON else 1 - row[17 - shells]


def ended(shells: int) -> float:
    """What Bison has with so many at the end."""
    return (1 + (shells > 9) - (shells < 9)) / 2


def _read() -> dict[tuple[str, bool], Chances]:
    """For a duel and more to come, and 1 to 17 shells; whoever has more is better off."""
    found: dict[tuple[str, bool], Chances] = {}
    for prize, variants in load_table(__package__, "chances").items():
        for variant, rows in variants.items():
            for row in rows:
                if len(row) != 17 or row != sorted(row) or not 0 <= row[0] <= row[-1] <= 1:
                    raise ValueError(f"chances.toml: {prize}.{variant}: {row}")
            found[variant, prize == "one"] = tuple(map(tuple, rows))
    return found


_CHANCES: Final = _read()


Unseen: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
Tariff: TypeAlias = Sequence[float]
"""By meeting: what Bison has when the masks meet there."""

PROMISING: Final = 10
"""As many answers to an exchange are thought through, those that look best; all of them where that leads to the end."""


def at_leisure() -> float:
    """As one thinks whom nobody waits for."""
    return 1.0


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

    def ahead(self, ground: Ground, further: int = 1, left: TimeLeft = at_leisure) -> Tariff:
        """The next duel on this ground, in chances, when so many exchanges and duels after it are thought of too.

        Whoever has no time left for more than one raises TimeoutError.
        """
        if self.duels + 1 == self.terms.limit:
            return self.tariff

        @cache
        def hope(shells: int) -> float:
            """What is best to exchange depends on the shells that one has by then."""
            if shells in (0, 18):
                return shells / 18
            after = replace(self, shells=shells, duels=self.duels + 1)
            return glance(after, ground) if further == 1 else after.answered(ground, further, left)

        tariff, hopes = [0.0] * MOST, _hopes(self.terms, self.shells, hope)
        for meeting in set(ground.meetings):
            tariff[meeting] = _mean(self.unseen, meeting, hopes)
        return tariff

    def answered(self, ground: Ground, further: int, left: TimeLeft) -> float:
        """To Bison, before an exchange."""
        seat = exchanger(self.duels)
        liking = likings(seat, self.tariff)
        answers = [answer for _, answer in exchanged(ground, self.terms, seat, liking)]
        if self.duels + further < self.terms.limit:
            answers = sorted(answers, key=lambda answer: liking(answer.meetings), reverse=True)[:PROMISING]
        hopes = []
        for answer in answers:
            if left() <= 0:
                raise TimeoutError
            hopes.append(worth(answer.meetings, self.ahead(answer, further - 1, left)))
        return max(hopes) if seat == BISON else min(hopes)


@lru_cache(maxsize=1 << 14)
def glance(outlook: Outlook, ground: Ground) -> float:
    """To Bison, before an exchange: the duel that it makes, and nothing after it."""
    seat = exchanger(outlook.duels)
    tariff, found = outlook.tariff, 1.0 * (seat != BISON)
    liking = likings(seat, tariff)
    for _, answer in exchanged(ground, outlook.terms, seat, liking):
        a, b, c, d, e, f, g, h, i = [tariff[meeting] for meeting in answer.meetings]
        # Most are passed over by what either side is sure of without mixing.
        if seat == BISON:
            if min(max(a, d, g), max(b, e, h), max(c, f, i)) > found:
                found = max(found, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
        elif max(min(a, b, c), min(d, e, f), min(g, h, i)) < found:
            found = min(found, matrix.value_3x3(a, b, c, d, e, f, g, h, i))
    return found


def worth(meetings: Sequence[Meeting], tariff: Tariff) -> float:
    """To Bison, when both mix their masks as well as can be."""
    a, b, c, d, e, f, g, h, i = meetings
    return matrix.value_3x3(
        tariff[a], tariff[b], tariff[c], tariff[d], tariff[e], tariff[f], tariff[g], tariff[h], tariff[i]
    )


def likings(seat: Seat, tariff: Tariff) -> Liking:
    if seat == BISON:
        return lambda meetings: worth(meetings, tariff)
    return lambda meetings: -worth(meetings, tariff)


def lines(seat: Seat, meetings: Sequence[Meeting], tariff: Tariff) -> list[float]:
    """What each of a seat's masks has on average, to that seat: who does not look at the other's choice."""
    if seat == BISON:
        return [sum(row) / 3 for row in cells(meetings, tariff)]
    return [-sum(tariff[meeting] for meeting in meetings[column::3]) / 3 for column in (0, 1, 2)]


def cells(meetings: Sequence[Meeting], tariff: Tariff) -> Sequence[Sequence[float]]:
    """The next duel as a matrix: by row and column what Bison has."""
    return [[tariff[meeting] for meeting in meetings[row : row + 3]] for row in (0, 3, 6)]


def mixture(seat: Seat, meetings: Sequence[Meeting], tariff: Tariff) -> Sequence[Fraction]:
    """How often each of a seat's masks comes in its best mix: whoever mixes so cannot be read."""
    solved = matrix.solve_matrix(cells(meetings, tariff))
    return solved.rows if seat == BISON else solved.columns


def masked(seat: Seat, mix: Sequence[Fraction], dice: Dice) -> tuple[Move, Fraction]:
    """A mask drawn from a mix, and its share of it."""
    line = matrix.draw_from_mix(mix, dice)
    return ("mask", LINES[seat][line]), mix[line]


def favourite(ground: Ground, terms: Terms, seat: Seat, liking: Liking) -> Move:
    """The exchange that is liked best, whatever comes after."""
    return max(exchanged(ground, terms, seat, liking), key=lambda exchange: liking(exchange[1].meetings))[0]


@lru_cache(maxsize=1 << 12)
def _tariff(terms: Terms, unseen: Unseen, shells: int, duels: int | None) -> Tariff:
    def hope(left: int) -> float:
        return left if duels is None else chance(terms, duels, left)

    hopes = _hopes(terms, shells, hope)
    return tuple(_mean(unseen, meeting, hopes) for meeting in range(MOST if terms.stacks else 100))


def _hopes(terms: Terms, shells: int, hope: Callable[[int], float]) -> Callable[[int], float]:
    """By margin, of which there are few: in memory hundreds of stones may meet at each look."""
    return cache(lambda margin: hope(_left(terms, shells, margin)))


def _mean(unseen: Unseen, meeting: Meeting, hopes: Callable[[int], float]) -> float:
    """Over all that may lie there, each as likely."""
    if meeting >= 100:
        return hopes(meeting - EVEN)
    bison, wolf = divmod(meeting, 10)
    if bison and wolf:
        return hopes(bison - wolf)
    found = [
        hopes(one - other) for one, other in product([bison] if bison else unseen[0], [wolf] if wolf else unseen[1])
    ]
    return sum(found) / len(found) if found else 0.0


def _left(terms: Terms, shells: int, margin: int) -> int:
    """Bison's shells after a duel."""
    if terms.one:
        margin = (margin > 0) - (margin < 0)
    return min(18, max(0, shells + margin))
