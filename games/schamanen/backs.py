"""In memory: masks that suit what lies beneath one's own backs, and tell little of it.

What is solved is not the duel that one sees but all those at once that everybody who looks on thinks possible: how
either side would mix with whatever it may have. Whoever plays their own part of that gains by their stones, and nobody
can answer it better than by the same. What is thought possible, and how likely, is told by what happened: by every
stone that was turned up, and by every mask, for it was chosen rather with some stones than with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import factorial
from typing import Final, TypeAlias

from games.core import Seat
from games.dice import Dice
from games.schamanen.ground import changed_places
from games.schamanen.outlook import Outlook
from games.schamanen.state import BACK, BISON, VALUES, WOLF, Fought, Space, Swapped, Terms, View

Layout: TypeAlias = tuple[int, ...]
"""By space, the stones of a side."""
Likely: TypeAlias = Mapping[Layout, float]
"""How likely each is, of all that are thought of; together they are 1."""

LAYOUTS: Final = 72
"""So many are thought of, of each side, or all there are: any stone lies beneath each back as often."""
ROUNDS: Final = 40
"""So often both sides learn from what the other would do: the mix they come to is theirs."""
FORGIVEN: Final = 0.1
"""So often anybody chooses a mask for no reason that is known."""
DOUBTED: Final = 0.2
"""Of a layout that had to be mended once a stone was turned up."""
FRESH: Final = 0.1
"""So much is believed of layouts for which nothing speaks."""
RECALLED: Final = 60
"""Of what happened first so much tells of the stones; by then all lie open."""
SELDOM: Final = 0.02
"""What is chosen less often than that is what was tried while learning."""
FINE: Final = 1 << 20
EVENLY: Final = (1 / 3, 1 / 3, 1 / 3)

_LINES: Final = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
)
"""By side, the spaces of each of its masks."""


@dataclass(frozen=True, eq=False, slots=True)
class Backs:
    """A duel as whoever looks on sees it."""

    terms: Terms
    shells: int
    """Bison's."""
    duels: int
    open: tuple[Layout, Layout]
    """By side and space; BACK where nobody but their owner can tell."""
    likely: tuple[Likely, Likely]

    @classmethod
    def of(cls, view: View) -> Backs:
        fought = [fact for fact in view.course if isinstance(fact, Fought)]
        shells = view.shells[BISON] - sum(map(_gained, fought))
        backs = _recalled(view.terms, shells, view.duels - len(fought), view.course[:RECALLED])
        for fact in view.course[RECALLED:]:
            backs = backs.after(fact)
        return backs

    def mix(self, seat: Seat, own: Layout) -> Sequence[Fraction]:
        """How often each of a seat's masks comes when its stones lie so."""
        ways = [round(FINE * share) if share >= SELDOM else 0 for share in self._mean(seat, own)]
        return [Fraction(way, sum(ways)) for way in ways]

    def _mean(self, side: int, own: Layout) -> Sequence[float]:
        learner = _Learner(side, own)
        for pays in _learnt(self)[side]:
            learner.learn(pays)
        return learner.mean

    def after(self, fact: Fought | Swapped) -> Backs:
        return self._swapped(fact) if isinstance(fact, Swapped) else self._fought(fact)

    def _swapped(self, fact: Swapped) -> Backs:
        opened, likely = list(self.open), list(self.likely)
        opened[fact.side] = changed_places(opened[fact.side], *fact.spaces)
        shares = likely[fact.side].items()
        likely[fact.side] = {changed_places(each, *fact.spaces): share for each, share in shares}
        return Backs(self.terms, self.shells, self.duels, (opened[BISON], opened[WOLF]), (likely[BISON], likely[WOLF]))

    def _fought(self, fact: Fought) -> Backs:
        lines, opened, likely = divmod(fact.space, 3), list(self.open), list(self.likely)
        dice = Dice(repr((self.open, fact)).encode())
        for side in (BISON, WOLF):
            (value,) = fact.values[side]
            opened[side] = (*opened[side][: fact.space], value, *opened[side][fact.space + 1 :])
            likely[side] = self._believed(side, lines[side], fact.space, opened[side], dice)
        shells, both = self.shells + _gained(fact), (likely[BISON], likely[WOLF])
        return Backs(self.terms, shells, self.duels + 1, (opened[BISON], opened[WOLF]), both)

    def _believed(self, side: int, line: int, space: Space, opened: Layout, dice: Dice) -> Likely:
        """How the stones of a side may lie after that mask, and with that stone there."""
        if BACK not in opened:
            return {opened: 1.0}
        value, found = opened[space], dict[Layout, float]()
        for layout, share in self.likely[side].items():
            right = layout[space] == value
            mended = layout if right else changed_places(layout, space, layout.index(value))
            found[mended] = found.get(mended, 0.0) + share * (1 if right else DOUBTED)
        for layout in found:
            found[layout] *= (1 - FORGIVEN) * self._mean(side, layout)[line] + FORGIVEN / 3
        total = sum(found.values())
        believed = {layout: (1 - FRESH) * weight / total for layout, weight in found.items()}
        for layout, share in _even(opened, dice).items():
            believed[layout] = believed.get(layout, 0.0) + FRESH * share
        return believed if len(believed) <= LAYOUTS else _drawn(believed, dice)


def _gained(fact: Fought) -> int:
    """Bison's shells by a duel."""
    return 0 if fact.winner is None else fact.paid if fact.winner == BISON else -fact.paid


def _even(opened: Layout, dice: Dice) -> Likely:
    """Any stone beneath each back as often."""
    hidden = [value for value in VALUES if value not in opened]
    laid: list[Sequence[int]] = []
    if factorial(len(hidden)) <= LAYOUTS:
        laid.extend(permutations(hidden))
    else:
        for _ in range(LAYOUTS // len(hidden)):
            row = dice.shuffle(hidden)
            laid.extend(row[at:] + row[:at] for at in range(len(row)))
    layouts = []
    for each in laid:
        stones = iter(each)
        layouts.append(tuple(value or next(stones) for value in opened))
    return {layout: layouts.count(layout) / len(layouts) for layout in layouts}


def _drawn(likely: Likely, dice: Dice) -> Likely:
    """As many as are thought of, each as often as it is likely: by one roll for all of them."""
    found, at = dict[Layout, float](), dice.draw_below(FINE) / FINE
    for layout, share in likely.items():
        at += share * LAYOUTS
        if at >= 1:
            found[layout] = int(at) / LAYOUTS
            at -= int(at)
    total = sum(found.values())
    return {layout: share / total for layout, share in found.items()}


@lru_cache(maxsize=1 << 7)
def _recalled(terms: Terms, shells: int, duels: int, course: tuple[Fought | Swapped, ...]) -> Backs:
    """From so many shells and duels on."""
    if course:
        return _recalled(terms, shells, duels, course[:-1]).after(course[-1])
    none, dice = (BACK,) * 9, Dice(b"backs")
    return Backs(terms, shells, duels, (none, none), (_even(none, dice), _even(none, dice)))


class _Learner:
    """Somebody with such stones: what they regret not to have chosen they choose more often (regret matching)."""

    __slots__ = ("_lines", "_regrets", "_sums", "_weight", "mix")

    def __init__(self, side: int, stones: Layout) -> None:
        self._lines = [[(space, stones[space]) for space in line] for line in _LINES[side]]
        self._regrets = self._sums = (0.0, 0.0, 0.0)
        self._weight = 0
        self.mix = EVENLY

    def learn(self, pays: _Pays) -> None:
        (a, b, c), (d, e, f), (g, h, i) = self._lines
        one = pays[a[0]][a[1]] + pays[b[0]][b[1]] + pays[c[0]][c[1]]
        two = pays[d[0]][d[1]] + pays[e[0]][e[1]] + pays[f[0]][f[1]]
        three = pays[g[0]][g[1]] + pays[h[0]][h[1]] + pays[i[0]][i[1]]
        x, y, z = self.mix
        mean = x * one + y * two + z * three
        x, y, z = self._regrets
        x, y, z = max(0.0, x + one - mean), max(0.0, y + two - mean), max(0.0, z + three - mean)
        self._regrets = x, y, z
        total = x + y + z
        self.mix = x, y, z = (x / total, y / total, z / total) if total > 0 else EVENLY
        self._weight += 1
        u, v, w = self._sums
        self._sums = u + self._weight * x, v + self._weight * y, w + self._weight * z

    @property
    def mean(self) -> Sequence[float]:
        total = sum(self._sums)
        return [each / total for each in self._sums]

    def lay(self, often: Sequence[list[float]], share: float) -> None:
        """How often each stone is met where it lies."""
        for line, part in zip(self._lines, self.mix, strict=True):
            if part:
                for space, value in line:
                    often[space][value] += share * part


_Pays: TypeAlias = Sequence[Sequence[float]]
"""By space and own value: what comes of it, as often as the other's mask leads there."""


@lru_cache(maxsize=8)
def _learnt(backs: Backs) -> tuple[Sequence[_Pays], Sequence[_Pays]]:
    """By side, what it learnt from in each round."""
    sides = [[_Learner(side, layout) for layout in backs.likely[side]] for side in (BISON, WOLF)]
    shares = [list(likely.values()) for likely in backs.likely]
    tariff = Outlook(backs.terms, ((), ()), backs.shells, backs.duels).tariff
    worths = (
        [[tariff[10 * mine + theirs] if mine and theirs else 0.0 for theirs in range(10)] for mine in range(10)],
        [[1 - tariff[10 * theirs + mine] if mine and theirs else 0.0 for theirs in range(10)] for mine in range(10)],
    )
    found: tuple[list[_Pays], list[_Pays]] = ([], [])
    for _ in range(ROUNDS):
        for side in (BISON, WOLF):
            often = [[0.0] * 10 for _ in range(9)]
            for other, share in zip(sides[1 - side], shares[1 - side], strict=True):
                other.lay(often, share)
            pays = [_paid(worths[side], there) for there in often]
            found[side].append(pays)
            for each in sides[side]:
                each.learn(pays)
    return found


def _paid(worths: Sequence[Sequence[float]], there: Sequence[float]) -> Sequence[float]:
    theirs = [(value, often) for value, often in enumerate(there) if often]
    return [sum(row[value] * often for value, often in theirs) for row in worths]
