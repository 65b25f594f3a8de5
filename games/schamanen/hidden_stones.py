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
from games.schamanen.evaluation import Evaluator
from games.schamanen.known_board import swap_stones
from games.schamanen.state import BISON, FACE_DOWN, VALUES, WOLF, DuelFought, DuelTerms, Space, StonesSwapped, View

Layout: TypeAlias = tuple[int, ...]
"""By space, the stones of a side."""
LayoutProbabilities: TypeAlias = Mapping[Layout, float]
"""How likely each is, of all that are thought of; together they are 1."""

LAYOUTS_MAX: Final = 72
"""So many are thought of, of each side, or all there are: any stone lies beneath each back as often."""
LEARNING_ROUNDS: Final = 40
"""So often both sides learn from what the other would do: the mix they come to is theirs."""
RANDOM_MASK_SHARE: Final = 0.1
"""So often anybody chooses a mask for no reason that is known."""
REPAIRED_LAYOUT_WEIGHT: Final = 0.2
"""Of a layout that had to be mended once a stone was turned up."""
UNIFORM_LAYOUT_SHARE: Final = 0.1
"""So much is believed of layouts for which nothing speaks."""
EVENTS_REPLAYED_MAX: Final = 60
"""Of what happened first so much tells of the stones; by then all lie open."""
MASK_SHARE_MIN: Final = 0.02
"""What is chosen less often than that is what was tried while learning."""
SHARE_RESOLUTION: Final = 1 << 20
UNIFORM_MIX: Final = (1 / 3, 1 / 3, 1 / 3)

_SPACES_BY_MASK: Final = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
)
"""By side, the spaces of each of its masks."""


@dataclass(frozen=True, eq=False, slots=True)
class PublicBelief:
    """A duel as whoever looks on sees it."""

    terms: DuelTerms
    bison_shells: int
    """Bison's."""
    duels_fought: int
    known_stones: tuple[Layout, Layout]
    """By side and space; BACK where nobody but their owner can tell."""
    layout_probabilities: tuple[LayoutProbabilities, LayoutProbabilities]

    @classmethod
    def from_view(cls, view: View) -> PublicBelief:
        fought = [fact for fact in view.history if isinstance(fact, DuelFought)]
        shells = view.shells[BISON] - sum(map(_bison_gain, fought))
        backs = _replay_belief(view.terms, shells, view.duels_fought - len(fought), view.history[:EVENTS_REPLAYED_MAX])
        for fact in view.history[EVENTS_REPLAYED_MAX:]:
            backs = backs.update(fact)
        return backs

    def compute_mix(self, seat: Seat, own: Layout) -> Sequence[Fraction]:
        """How often each of a seat's masks comes when its stones lie so."""
        ways = [
            round(SHARE_RESOLUTION * share) if share >= MASK_SHARE_MIN else 0 for share in self._average_mix(seat, own)
        ]
        return [Fraction(way, sum(ways)) for way in ways]

    def _average_mix(self, side: int, own: Layout) -> Sequence[float]:
        learner = _RegretLearner(side, own)
        for pays in _run_regret_matching(self)[side]:
            learner.update_regrets(pays)
        return learner.average_mix

    def update(self, fact: DuelFought | StonesSwapped) -> PublicBelief:
        return self._update_after_swap(fact) if isinstance(fact, StonesSwapped) else self._update_after_duel(fact)

    def _update_after_swap(self, fact: StonesSwapped) -> PublicBelief:
        opened, likely = list(self.known_stones), list(self.layout_probabilities)
        opened[fact.side] = swap_stones(opened[fact.side], *fact.spaces)
        shares = likely[fact.side].items()
        likely[fact.side] = {swap_stones(each, *fact.spaces): share for each, share in shares}
        return PublicBelief(
            self.terms,
            self.bison_shells,
            self.duels_fought,
            (opened[BISON], opened[WOLF]),
            (likely[BISON], likely[WOLF]),
        )

    def _update_after_duel(self, fact: DuelFought) -> PublicBelief:
        lines, opened, likely = divmod(fact.space, 3), list(self.known_stones), list(self.layout_probabilities)
        dice = Dice(repr((self.known_stones, fact)).encode())
        for side in (BISON, WOLF):
            (value,) = fact.values[side]
            opened[side] = (*opened[side][: fact.space], value, *opened[side][fact.space + 1 :])
            likely[side] = self._update_layouts(side, lines[side], fact.space, opened[side], dice)
        shells, both = self.bison_shells + _bison_gain(fact), (likely[BISON], likely[WOLF])
        return PublicBelief(self.terms, shells, self.duels_fought + 1, (opened[BISON], opened[WOLF]), both)

    def _update_layouts(self, side: int, line: int, space: Space, opened: Layout, dice: Dice) -> LayoutProbabilities:
        """How the stones of a side may lie after that mask, and with that stone there."""
        if FACE_DOWN not in opened:
            return {opened: 1.0}
        value, found = opened[space], dict[Layout, float]()
        for layout, share in self.layout_probabilities[side].items():
            right = layout[space] == value
            mended = layout if right else swap_stones(layout, space, layout.index(value))
            found[mended] = found.get(mended, 0.0) + share * (1 if right else REPAIRED_LAYOUT_WEIGHT)
        for layout in found:
            found[layout] *= (1 - RANDOM_MASK_SHARE) * self._average_mix(side, layout)[line] + RANDOM_MASK_SHARE / 3
        total = sum(found.values())
        believed = {layout: (1 - UNIFORM_LAYOUT_SHARE) * weight / total for layout, weight in found.items()}
        for layout, share in _sample_uniform_layouts(opened, dice).items():
            believed[layout] = believed.get(layout, 0.0) + UNIFORM_LAYOUT_SHARE * share
        return believed if len(believed) <= LAYOUTS_MAX else _resample_layouts(believed, dice)


def _bison_gain(fact: DuelFought) -> int:
    """Bison's shells by a duel."""
    return 0 if fact.winner is None else fact.paid if fact.winner == BISON else -fact.paid


def _sample_uniform_layouts(opened: Layout, dice: Dice) -> LayoutProbabilities:
    """Any stone beneath each back as often."""
    hidden = [value for value in VALUES if value not in opened]
    laid: list[Sequence[int]] = []
    if factorial(len(hidden)) <= LAYOUTS_MAX:
        laid.extend(permutations(hidden))
    else:
        for _ in range(LAYOUTS_MAX // len(hidden)):
            row = dice.shuffle(hidden)
            laid.extend(row[at:] + row[:at] for at in range(len(row)))
    layouts = []
    for each in laid:
        stones = iter(each)
        layouts.append(tuple(value or next(stones) for value in opened))
    return {layout: layouts.count(layout) / len(layouts) for layout in layouts}


def _resample_layouts(likely: LayoutProbabilities, dice: Dice) -> LayoutProbabilities:
    """As many as are thought of, each as often as it is likely: by one roll for all of them."""
    found, at = dict[Layout, float](), dice.draw_below(SHARE_RESOLUTION) / SHARE_RESOLUTION
    for layout, share in likely.items():
        at += share * LAYOUTS_MAX
        if at >= 1:
            found[layout] = int(at) / LAYOUTS_MAX
            at -= int(at)
    total = sum(found.values())
    return {layout: share / total for layout, share in found.items()}


@lru_cache(maxsize=1 << 7)
def _replay_belief(
    terms: DuelTerms, shells: int, duels: int, course: tuple[DuelFought | StonesSwapped, ...]
) -> PublicBelief:
    """From so many shells and duels on."""
    if course:
        return _replay_belief(terms, shells, duels, course[:-1]).update(course[-1])
    none, dice = (FACE_DOWN,) * 9, Dice(b"backs")
    return PublicBelief(
        terms, shells, duels, (none, none), (_sample_uniform_layouts(none, dice), _sample_uniform_layouts(none, dice))
    )


class _RegretLearner:
    """Somebody with such stones: what they regret not to have chosen they choose more often (regret matching)."""

    __slots__ = ("_lines", "_regrets", "_sums", "_weight", "mix")

    def __init__(self, side: int, stones: Layout) -> None:
        self._lines = [[(space, stones[space]) for space in line] for line in _SPACES_BY_MASK[side]]
        self._regrets = self._sums = (0.0, 0.0, 0.0)
        self._weight = 0
        self.mix = UNIFORM_MIX

    def update_regrets(self, pays: _StonePayoffs) -> None:
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
        self.mix = x, y, z = (x / total, y / total, z / total) if total > 0 else UNIFORM_MIX
        self._weight += 1
        u, v, w = self._sums
        self._sums = u + self._weight * x, v + self._weight * y, w + self._weight * z

    @property
    def average_mix(self) -> Sequence[float]:
        total = sum(self._sums)
        return [each / total for each in self._sums]

    def add_stone_frequencies(self, often: Sequence[list[float]], share: float) -> None:
        """How often each stone is met where it lies."""
        for line, part in zip(self._lines, self.mix, strict=True):
            if part:
                for space, value in line:
                    often[space][value] += share * part


_StonePayoffs: TypeAlias = Sequence[Sequence[float]]
"""By space and own value: what comes of it, as often as the other's mask leads there."""


@lru_cache(maxsize=8)
def _run_regret_matching(backs: PublicBelief) -> tuple[Sequence[_StonePayoffs], Sequence[_StonePayoffs]]:
    """By side, what it learnt from in each round."""
    sides = [[_RegretLearner(side, layout) for layout in backs.layout_probabilities[side]] for side in (BISON, WOLF)]
    shares = [list(likely.values()) for likely in backs.layout_probabilities]
    tariff = Evaluator(backs.terms, ((), ()), backs.bison_shells, backs.duels_fought).win_values
    worths = (
        [[tariff[10 * mine + theirs] if mine and theirs else 0.0 for theirs in range(10)] for mine in range(10)],
        [[1 - tariff[10 * theirs + mine] if mine and theirs else 0.0 for theirs in range(10)] for mine in range(10)],
    )
    found: tuple[list[_StonePayoffs], list[_StonePayoffs]] = ([], [])
    for _ in range(LEARNING_ROUNDS):
        for side in (BISON, WOLF):
            often = [[0.0] * 10 for _ in range(9)]
            for other, share in zip(sides[1 - side], shares[1 - side], strict=True):
                other.add_stone_frequencies(often, share)
            pays = [_stone_payoffs(worths[side], there) for there in often]
            found[side].append(pays)
            for each in sides[side]:
                each.update_regrets(pays)
    return found


def _stone_payoffs(worths: Sequence[Sequence[float]], there: Sequence[float]) -> Sequence[float]:
    theirs = [(value, often) for value, often in enumerate(there) if often]
    return [sum(row[value] * often for value, often in theirs) for row in worths]
