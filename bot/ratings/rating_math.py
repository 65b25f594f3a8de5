"""What is believed of how well people play, and what a table teaches: mu, sigma and drift in, the same out.

Bradley and Terry's chances, everybody against everybody, and a bell-shaped belief that is as narrow as what was seen
allows (Glickman). `docs/ladder.md` has every step of it, in this order, and says why so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, pi, sqrt
from typing import Final, NamedTuple

START: Final = 25.0
WIDEST: Final = 25.0 / 3.0
"""The sigma of somebody of whom nothing is known; nobody is ever less known."""
SCALE: Final = 25.0 / 6.0 * sqrt(2.0)
"""So much more of mu wins e times as often as it loses."""
KNOWN: Final = 8
"""So many matches are needed before others, who have had as many, learn anything from meeting one."""
ACQUAINTED: Final = 3
"""And so many different people: whoever has only ever played one person, or two, is what those two made of them."""
WEIGHTS: Final = {2: 1.0, 3: 7.0 / 9.0, 4: 23.0 / 36.0, 5: 163.0 / 300.0, 6: 71.0 / 150.0}
"""By seats: an order of n tells 4(n − H(n)) ∕ n(n − 1) of what its pairs would, each played out by itself."""
KEPT: Final = 0.9
"""Of the drift, from match to match."""
CALM: Final = 4.0
"""What the square of a drift may be without anybody's having changed."""
STIRRED: Final = 0.6
"""What each beyond it adds to the square of sigma."""


class SkillEstimate(NamedTuple):
    mu: float
    sigma: float
    drift: float
    """How much better than was thought somebody has done lately: about −2 to 2 while they stay as they are."""
    matches: int
    opponents: int
    """How many different people they have met, as far as one counts."""

    @property
    def known(self) -> bool:
        return self.matches >= KNOWN and self.opponents >= ACQUAINTED


NEWCOMER: Final = SkillEstimate(START, WIDEST, 0.0, 0, 0)


def taught(
    before: Sequence[SkillEstimate], ranks: Sequence[int], decided: Collection[tuple[int, int]] = ()
) -> list[SkillEstimate]:
    """What a match leaves of each; of two whose meetings are decided (by seat, both ways) neither learns more."""
    # Sums of floats depend on their order: it is made of what is believed, and so the same wherever anybody sits.
    order = sorted(range(len(before)), key=lambda seat: (ranks[seat], *before[seat][:3]))
    variances = [_variance(each) for each in before]
    after = list(before)
    for seat in order:
        met = [
            other
            for other in order
            if other != seat
            and (seat, other) not in decided
            # Of somebody who may be anybody one learns nothing, once one is known: nobody rises on new accounts.
            and (before[other].known or not before[seat].known)
        ]
        after[seat] = _learned(seat, met, before, variances, ranks)
    return after


def _variance(belief: SkillEstimate) -> float:
    """Who surprises again and again in one direction is less known than was thought."""
    stirred = belief.drift * belief.drift - CALM
    variance = belief.sigma * belief.sigma
    if stirred > 0.0:
        variance = variance + STIRRED * stirred
    return min(variance, WIDEST * WIDEST)


def _learned(
    seat: int, met: Sequence[int], before: Sequence[SkillEstimate], variances: Sequence[float], ranks: Sequence[int]
) -> SkillEstimate:
    mine, variance = before[seat], variances[seat]
    if not met:
        return mine._replace(matches=mine.matches + 1)
    weight = WEIGHTS[len(before)]
    surprise = told = 0.0
    for other in met:
        doubt = 1.0 / sqrt(1.0 + 3.0 * variances[other] / (pi * pi * SCALE * SCALE))
        chance = 1.0 / (1.0 + exp(doubt * (before[other].mu - mine.mu) / SCALE))
        won = 1.0 if ranks[seat] < ranks[other] else 0.5 if ranks[seat] == ranks[other] else 0.0
        surprise = surprise + weight * doubt * (won - chance)
        told = told + weight * doubt * doubt * chance * (1.0 - chance)
    narrowed = 1.0 / (1.0 / variance + told / (SCALE * SCALE))
    usual = sqrt(told + told * told * variance / (SCALE * SCALE))
    return SkillEstimate(
        mine.mu + narrowed * surprise / SCALE,
        sqrt(narrowed),
        KEPT * mine.drift + sqrt(1.0 - KEPT * KEPT) * surprise / usual,
        mine.matches + 1,
        mine.opponents,
    )
