"""Mixed strategies for masks in the memory variant, which use a player's hidden stones without revealing them.

A duel in this variant is a game of incomplete information. It is solved by regret matching over all layouts that an
onlooker considers possible. Each layout has its own mix of masks. After each duel, the onlooker's belief is updated
with the revealed stones and the chosen masks. A chosen mask is evidence about the layout, because its probability
differs between layouts.
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
"""The values of one side's stones, by space."""
LayoutProbabilities: TypeAlias = Mapping[Layout, float]
"""The probability of each layout. The probabilities add up to 1."""

LAYOUTS_MAX: Final = 72
"""The maximum number of layouts to consider for each side, to save time."""
LEARNING_ROUNDS: Final = 40
"""The number of rounds of regret matching. More rounds take longer but bring the mixes closer to an equilibrium."""
RANDOM_MASK_SHARE: Final = 0.1
"""The assumed probability that a player chooses a random mask instead of following the computed mix."""
REPAIRED_LAYOUT_WEIGHT: Final = 0.2
"""The factor for the probability of a layout that was changed because it contradicted a revealed stone."""
UNIFORM_LAYOUT_SHARE: Final = 0.1
"""The share of the belief that is always spread over random layouts, in case all other layouts are wrong."""
EVENTS_CACHED_MAX: Final = 60
"""The number of events at the start of a match after each of which the belief is cached.

Later updates are cheap, because most stones are revealed by then.
"""
MASK_SHARE_MIN: Final = 0.02
"""The smallest share at which a mask in a mix can be chosen. Smaller shares are artifacts of the learning."""
SHARE_RESOLUTION: Final = 1 << 20
"""The common denominator to which probabilities are rounded."""
UNIFORM_MIX: Final = (1 / 3, 1 / 3, 1 / 3)
"""The mix before a learner has learned anything, and whenever no mask has a positive regret."""

_SPACES_BY_MASK: Final = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
)
"""The three spaces in the line of each mask, by side."""


@dataclass(frozen=True, eq=False, slots=True)
class PublicBelief:
    """An onlooker's belief about the stones of both sides before a duel."""

    terms: DuelTerms
    bison_shells: int
    duels_fought: int
    known_stones: tuple[Layout, Layout]
    """The publicly known values by side and space, with `FACE_DOWN` where only the owner can know the value."""
    layout_probabilities: tuple[LayoutProbabilities, LayoutProbabilities]
    """The probabilities of each side's layouts."""

    @classmethod
    def from_view(cls, view: View) -> PublicBelief:
        duels = [event for event in view.history if isinstance(event, DuelFought)]
        start_shells = view.shells[BISON] - sum(map(_bison_gain, duels))
        belief = _replay_belief(
            view.terms, start_shells, view.duels_fought - len(duels), view.history[:EVENTS_CACHED_MAX]
        )
        for event in view.history[EVENTS_CACHED_MAX:]:
            belief = belief.update(event)
        return belief

    def compute_mix(self, seat: Seat, own_stones: Layout) -> Sequence[Fraction]:
        """Return the probability of each mask for a seat whose real layout is `own_stones`."""
        weights = [
            round(SHARE_RESOLUTION * share) if share >= MASK_SHARE_MIN else 0
            for share in self._average_mix(seat, own_stones)
        ]
        return [Fraction(weight, sum(weights)) for weight in weights]

    def _average_mix(self, side: int, layout: Layout) -> Sequence[float]:
        learner = _RegretLearner(side, layout)
        for payoffs in _run_regret_matching(self)[side]:
            learner.update_regrets(payoffs)
        return learner.average_mix

    def update(self, event: DuelFought | StonesSwapped) -> PublicBelief:
        """Return the belief after a duel or an exchange."""
        return self._update_after_swap(event) if isinstance(event, StonesSwapped) else self._update_after_duel(event)

    def _update_after_swap(self, event: StonesSwapped) -> PublicBelief:
        known, probabilities = list(self.known_stones), list(self.layout_probabilities)
        known[event.side] = swap_stones(known[event.side], *event.spaces)
        probabilities[event.side] = {
            swap_stones(layout, *event.spaces): share for layout, share in probabilities[event.side].items()
        }
        return PublicBelief(
            self.terms,
            self.bison_shells,
            self.duels_fought,
            (known[BISON], known[WOLF]),
            (probabilities[BISON], probabilities[WOLF]),
        )

    def _update_after_duel(self, event: DuelFought) -> PublicBelief:
        known, probabilities = list(self.known_stones), list(self.layout_probabilities)
        lines = divmod(event.space, 3)
        dice = Dice(repr((self.known_stones, event)).encode())
        for side in (BISON, WOLF):
            (value,) = event.values[side]
            known[side] = (*known[side][: event.space], value, *known[side][event.space + 1 :])
            probabilities[side] = self._update_layouts(side, lines[side], event.space, known[side], dice)
        return PublicBelief(
            self.terms,
            self.bison_shells + _bison_gain(event),
            self.duels_fought + 1,
            (known[BISON], known[WOLF]),
            (probabilities[BISON], probabilities[WOLF]),
        )

    def _update_layouts(self, side: int, line: int, space: Space, known: Layout, dice: Dice) -> LayoutProbabilities:
        """Return a side's layout probabilities after a duel.

        In the duel, the side chose `line`, and its stone on `space` was revealed.
        """
        if FACE_DOWN not in known:
            return {known: 1.0}
        value, weights = known[space], dict[Layout, float]()
        for layout, share in self.layout_probabilities[side].items():
            fits = layout[space] == value
            repaired = layout if fits else swap_stones(layout, space, layout.index(value))
            weights[repaired] = weights.get(repaired, 0.0) + share * (1 if fits else REPAIRED_LAYOUT_WEIGHT)
        # Apply Bayes' rule: multiply each weight by the probability that the layout chooses this line.
        for layout in weights:
            weights[layout] *= (1 - RANDOM_MASK_SHARE) * self._average_mix(side, layout)[line] + RANDOM_MASK_SHARE / 3
        total = sum(weights.values())
        updated = {layout: (1 - UNIFORM_LAYOUT_SHARE) * weight / total for layout, weight in weights.items()}
        for layout, share in _sample_uniform_layouts(known, dice).items():
            updated[layout] = updated.get(layout, 0.0) + UNIFORM_LAYOUT_SHARE * share
        return updated if len(updated) <= LAYOUTS_MAX else _resample_layouts(updated, dice)


def _bison_gain(duel: DuelFought) -> int:
    """Return the number of shells that Bison won in a duel. The number is negative if Bison paid."""
    return 0 if duel.winner is None else duel.paid if duel.winner == BISON else -duel.paid


def _sample_uniform_layouts(known: Layout, dice: Dice) -> LayoutProbabilities:
    """Sample layouts that match the known stones. On each free space, all hidden values are equally likely."""
    hidden = [value for value in VALUES if value not in known]
    orders: list[Sequence[int]] = []
    if factorial(len(hidden)) <= LAYOUTS_MAX:
        orders.extend(permutations(hidden))
    else:
        for _ in range(LAYOUTS_MAX // len(hidden)):
            shuffled = dice.shuffle(hidden)
            orders.extend(shuffled[start:] + shuffled[:start] for start in range(len(shuffled)))
    layouts = []
    for order in orders:
        stones = iter(order)
        layouts.append(tuple(value or next(stones) for value in known))
    return {layout: layouts.count(layout) / len(layouts) for layout in layouts}


def _resample_layouts(probabilities: LayoutProbabilities, dice: Dice) -> LayoutProbabilities:
    """Reduce the layouts to at most `LAYOUTS_MAX` by systematic resampling. This draws only one random number."""
    selected, position = dict[Layout, float](), dice.draw_below(SHARE_RESOLUTION) / SHARE_RESOLUTION
    for layout, share in probabilities.items():
        position += share * LAYOUTS_MAX
        if position >= 1:
            selected[layout] = int(position) / LAYOUTS_MAX
            position -= int(position)
    total = sum(selected.values())
    return {layout: share / total for layout, share in selected.items()}


@lru_cache(maxsize=1 << 7)
def _replay_belief(
    terms: DuelTerms, start_shells: int, start_duels: int, history: tuple[DuelFought | StonesSwapped, ...]
) -> PublicBelief:
    """Return the belief after the events in `history`.

    `start_shells` and `start_duels` are Bison's shells and the number of duels fought before these events.
    """
    if history:
        return _replay_belief(terms, start_shells, start_duels, history[:-1]).update(history[-1])
    unknown, dice = (FACE_DOWN,) * len(VALUES), Dice(b"backs")
    return PublicBelief(
        terms,
        start_shells,
        start_duels,
        (unknown, unknown),
        (_sample_uniform_layouts(unknown, dice), _sample_uniform_layouts(unknown, dice)),
    )


class _RegretLearner:
    """A learner for one layout, which finds a mix of masks by regret matching (CFR+) with linear averaging."""

    __slots__ = ("_lines", "_regrets", "_sums", "_weight", "mix")

    def __init__(self, side: int, layout: Layout) -> None:
        self._lines = [[(space, layout[space]) for space in line] for line in _SPACES_BY_MASK[side]]
        self._regrets = self._sums = (0.0, 0.0, 0.0)
        self._weight = 0
        self.mix = UNIFORM_MIX

    def update_regrets(self, payoffs: _StonePayoffs) -> None:
        """Learn from the payoffs of one round.

        Each regret grows by the mask's gain over the mix, and negative regrets become zero. The next mix is
        proportional to the regrets.
        """
        (a, b, c), (d, e, f), (g, h, i) = self._lines
        first = payoffs[a[0]][a[1]] + payoffs[b[0]][b[1]] + payoffs[c[0]][c[1]]
        second = payoffs[d[0]][d[1]] + payoffs[e[0]][e[1]] + payoffs[f[0]][f[1]]
        third = payoffs[g[0]][g[1]] + payoffs[h[0]][h[1]] + payoffs[i[0]][i[1]]
        x, y, z = self.mix
        mean = x * first + y * second + z * third
        x, y, z = self._regrets
        x, y, z = max(0.0, x + first - mean), max(0.0, y + second - mean), max(0.0, z + third - mean)
        self._regrets = x, y, z
        total = x + y + z
        self.mix = x, y, z = (x / total, y / total, z / total) if total > 0 else UNIFORM_MIX
        self._weight += 1
        u, v, w = self._sums
        self._sums = u + self._weight * x, v + self._weight * y, w + self._weight * z

    @property
    def average_mix(self) -> Sequence[float]:
        """The average of the mixes of all rounds, with more weight on later rounds."""
        total = sum(self._sums)
        return [weighted_sum / total for weighted_sum in self._sums]

    def add_stone_frequencies(self, frequencies: Sequence[list[float]], probability: float) -> None:
        """Add to `frequencies` how often this layout's mix leads to each of its stones, by space and value.

        `probability` is the probability of this layout.
        """
        for line, share in zip(self._lines, self.mix, strict=True):
            if share:
                for space, value in line:
                    frequencies[space][value] += probability * share


_StonePayoffs: TypeAlias = Sequence[Sequence[float]]
"""Win probabilities by space and own value, weighted by how often the opponent's mask leads to the space."""


@lru_cache(maxsize=8)
def _run_regret_matching(belief: PublicBelief) -> tuple[Sequence[_StonePayoffs], Sequence[_StonePayoffs]]:
    """Run regret matching for all layouts of both sides, and return each side's payoffs in every round.

    A layout that is not in the belief can later learn its mix from these payoffs.
    """
    learners = [
        [_RegretLearner(side, layout) for layout in belief.layout_probabilities[side]] for side in (BISON, WOLF)
    ]
    shares = [list(probabilities.values()) for probabilities in belief.layout_probabilities]
    bison_values = Evaluator(belief.terms, ((), ()), belief.bison_shells, belief.duels_fought).win_values
    # The win probabilities after a duel of two stones, by side, own value and opposing value.
    win_values = (
        [[bison_values[10 * own + other] if own and other else 0.0 for other in range(10)] for own in range(10)],
        [[1 - bison_values[10 * other + own] if own and other else 0.0 for other in range(10)] for own in range(10)],
    )
    rounds: tuple[list[_StonePayoffs], list[_StonePayoffs]] = ([], [])
    for _ in range(LEARNING_ROUNDS):
        for side in (BISON, WOLF):
            frequencies = [[0.0] * 10 for _ in range(9)]
            for opponent, share in zip(learners[1 - side], shares[1 - side], strict=True):
                opponent.add_stone_frequencies(frequencies, share)
            payoffs = [_stone_payoffs(win_values[side], of_space) for of_space in frequencies]
            rounds[side].append(payoffs)
            for learner in learners[side]:
                learner.update_regrets(payoffs)
    return rounds


def _stone_payoffs(win_values: Sequence[Sequence[float]], frequencies: Sequence[float]) -> Sequence[float]:
    """Return the win probability on one space for each value of a side's own stone.

    Each opposing stone is weighted by how often it is met.
    """
    opposing = [(value, frequency) for value, frequency in enumerate(frequencies) if frequency]
    return [sum(row[value] * frequency for value, frequency in opposing) for row in win_values]
