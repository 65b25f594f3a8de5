"""`python -m tests.tools.bench.seer`: what somebody wins at the Duel in memory who knows how strong mixes its masks.

They keep in mind many ways in which the house's stones may lie under their backs, and how likely each is, for they
know which masks the house would have chosen there. Against all of these together they choose the one mask that pays
best, and of a few exchanges the one after which there is most to be had. What the house exchanges they take for no
sign of what lies there: so it is less than the most that could be won.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from multiprocessing import get_context
from random import Random
from typing import Final

from bot.terminal.arena import Tally, drawn_well
from games.core import Level, Seat, Word
from games.dice import Chance, Dice
from games.match import begin
from games.matrix import drawn
from games.options import settled
from games.schamanen import GAME
from games.schamanen.backs import Backs
from games.schamanen.ground import Flat, after, exchanged, flat, unseen
from games.schamanen.mind import exchange
from games.schamanen.outlook import Outlook, likings
from games.schamanen.state import BISON, COLUMNS, ROWS, SPACES, Space, Swapped, View
from tests.tools.bench.clock import row

MATCHES: Final = 100
LAYOUTS: Final = 48
GLANCED: Final = 12
"""Of these as many are thought of where exchanges are weighed."""
EXCHANGES: Final = 5
"""Beside the one that the house would choose."""
DOUBTED: Final = 0.2
"""Of a layout that had to be mended once a stone was turned up."""
MOST: Final = 0.58

Layout = tuple[int, ...]
"""By space, the house's stones."""


@dataclass(frozen=True)
class Imagined:
    """A duel as it would be if the house's stones lay so."""

    view: View
    layout: Layout

    @cached_property
    def mix(self) -> Sequence[Fraction]:
        """How often the house would choose each of its masks."""
        return Backs.of(self.view).mix(self.seats[1], self.layout)

    @cached_property
    def pays(self) -> Sequence[Sequence[float]]:
        """By own mask and by the house's, what the match is then worth to who sees that."""
        ground = self.ground(self.own)
        tariff = replace(Outlook.of(self.view), unseen=((), ())).tariff
        to_bison = [tariff[meeting] for meeting in ground.meetings]
        if self.seats[0] == BISON:
            return [to_bison[at : at + 3] for at in (0, 3, 6)]
        return [[1 - worth for worth in to_bison[at::3]] for at in range(3)]

    def hopes(self) -> list[float]:
        """By own mask."""
        return [sum(float(share) * pay for share, pay in zip(self.mix, line, strict=True)) for line in self.pays]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """One's own, and the house's."""
        assert self.view.seat is not None
        return self.view.seat, 1 - self.view.seat

    @property
    def own(self) -> Sequence[int]:
        return flat(self.view).values[self.seats[0]]

    def ground(self, own: Sequence[int]) -> Flat:
        return Flat((tuple(own), self.layout) if self.seats[0] == BISON else (self.layout, tuple(own)))


class Seer:
    def __init__(self, view: View, random: Random) -> None:
        assert view.seat is not None
        self.seat, self.house = view.seat, 1 - view.seat
        self.random = random
        known, hidden = flat(view).values[self.house], unseen(view)[self.house]
        self.likely: dict[Layout, float] = {}
        for _ in range(LAYOUTS):
            stones = iter(random.sample(hidden, len(hidden)))
            self._believes(tuple(value or next(stones) for value in known), 1 / LAYOUTS)
        self._backs = Backs.of(view)

    def word(self, view: View) -> Word:
        if view.phase == "exchange":
            return self._exchange(view)
        duels = {layout: Imagined(view, layout) for layout in self.likely}
        self._backs = Backs.of(view)
        hopes = self._hopes(duels.values(), self.likely.values())
        return ("mask", (ROWS, COLUMNS)[self.seat][hopes.index(max(hopes))])

    def _exchange(self, view: View) -> Word:
        liking = likings(self.seat, Outlook.of(view).tariff)
        found = list(exchanged(flat(view), view.terms, self.seat, liking))
        found.sort(key=lambda one: liking(one[1].meetings), reverse=True)
        words = [word for word, _ in found[:EXCHANGES]] + [exchange(view, self.seat, lambda: 1.0)[1]]
        layouts = self.random.choices(list(self.likely), list(self.likely.values()), k=GLANCED)
        return max(words, key=lambda word: self._after(view, word, layouts))

    def _after(self, view: View, word: Word, layouts: Sequence[Layout]) -> float:
        ground = after(flat(view), word, self.seat)
        assert isinstance(ground, Flat)
        known = tuple(tuple((value,) for value in side) for side in ground.values)
        one, other = (SPACES.index(space) for space in word[1:])
        course = (*view.course, Swapped(self.seat, self.seat, (one, other)))
        there = replace(view, phase="mask", known=(known[0], known[1]), course=course)
        return max(self._hopes([Imagined(there, layout) for layout in layouts], [1.0] * len(layouts)))

    @staticmethod
    def _hopes(duels: Collection[Imagined], weights: Collection[float]) -> list[float]:
        lines = [[weight * hope for hope in duel.hopes()] for duel, weight in zip(duels, weights, strict=True)]
        return [sum(each) for each in zip(*lines, strict=True)]

    def sees(self, view: View, house: Word | None) -> None:
        """What came of a step, in which the house said that."""
        newest, known = view.last[-1], flat(view).values[self.house]
        if isinstance(newest, Swapped) and newest.side == self.house:
            before, self.likely = self.likely, {}
            for layout, weight in before.items():
                self._believes(_swapped(layout, *newest.spaces), weight)
        self._mended(known)
        if house and house[0] == "mask":
            line = (ROWS, COLUMNS)[self.house].index(house[1])
            for layout in self.likely:
                self.likely[layout] *= float(self._backs.mix(self.house, layout)[line])
        self._drawn([space for space, value in enumerate(known) if not value])

    def _mended(self, known: Sequence[int]) -> None:
        """Whatever lies open now lies there in each; those that knew are believed most."""
        before, self.likely = self.likely, {}
        for layout, weight in before.items():
            mended = layout
            for space, value in enumerate(known):
                if value:
                    mended = _swapped(mended, space, mended.index(value))
            self._believes(mended, weight * (1 if mended == layout else DOUBTED))

    def _drawn(self, free: Sequence[Space]) -> None:
        """As many again, each as often as it is likely."""
        drawn = self.random.choices(list(self.likely), [weight + 1e-9 for weight in self.likely.values()], k=LAYOUTS)
        self.likely = {}
        for number, layout in enumerate(drawn):
            # Some are laid a little otherwise, lest only a few be left to think of.
            other = _swapped(layout, *self.random.sample(free, 2)) if len(free) > 1 and number % 4 == 0 else layout
            self._believes(other, 1 / LAYOUTS)

    def _believes(self, layout: Layout, weight: float) -> None:
        self.likely[layout] = self.likely.get(layout, 0) + weight


def _swapped(layout: Layout, one: int, other: int) -> Layout:
    stones = list(layout)
    stones[one], stones[other] = stones[other], stones[one]
    return tuple(stones)


def fought(number: int) -> tuple[float, float]:
    """One match of who knows: 1, 0 or a half, and how much of it came of what the house drew from its mixes."""
    options = settled(GAME.options_class, {"variant": "memory", "placement": "random"})
    match = begin(GAME, options, 2, Chance.of(f"seer {number // 2}".encode(), ()))
    seat = number % 2
    seer, luck = Seer(match.view(seat), Random(number)), 0.0
    while not match.result:
        before, ways = match, dict[Seat, Mapping[Word, Fraction]]()
        joint = dict[Seat, Word]()
        for each in sorted(before.awaited):
            view, dice = before.view(each), before.house(each)
            ways[each], joint[each] = _chosen(view, dice, seer if each == seat else None)
            match = match.said(each, joint[each])
        if any(len(mix) > 1 for mix in ways.values()):
            luck += drawn_well(match, before, ways, seat)
        seer.sees(match.view(seat), joint.get(1 - seat))
    ranks = match.result.ranks
    return (ranks[seat] == 1) / ranks.count(1), luck


def _chosen(view: View, dice: Dice, seer: Seer | None) -> tuple[Mapping[Word, Fraction], Word]:
    """In how many ways, and which it was."""
    if seer is None and (mix := GAME.mix(view, Level.STRONG, lambda: 1.0)):
        return mix, list(mix)[drawn(list(mix.values()), dice)]
    word = seer.word(view) if seer else GAME.think(view, Level.STRONG, dice, lambda: 1.0).word
    return {word: Fraction(1)}, word


def main(matches: str = str(MATCHES)) -> bool:
    scores, luck = list[float](), list[float]()
    with ProcessPoolExecutor(None, get_context("spawn")) as crew:
        for score, drawn_so in crew.map(fought, range(int(matches))):
            scores.append(score)
            luck.append(drawn_so)
    came = Tally(scores, 2, luck=luck)
    low, high = came.interval
    score, within = came.cleared or (came.score, (high - low) / 2)
    what = f"  schamanen memory: who knows strong, {matches} matches"
    return row(what, f"{score:.3f} ± {within:.3f}", f"≤ {MOST}", holds=score <= MOST)


if __name__ == "__main__":
    raise SystemExit(not main(*sys.argv[1:2]))
