"""How much of a Duel luck taken out could be worth at all: a part of `make coach`, or `python -m
tests.tools.bench.prophet`.

A result varies by where the stones lay when the first duel began, by which masks were the better ones, and by luck. Of
the first two nothing may be taken out as luck: somebody chose. What they come to says a prophet, who has seen each
match end many times over from every meeting of every duel, as the coach's own rival plays on (`fates/`, compiled). By
two halves of these ends, one times the other, so that what the prophet itself errs by does not count. It also says how
near to the truth a match can be foretold, and how near the coach comes.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import hypot
from multiprocessing import get_context
from random import Random
from statistics import fmean, pvariance
from typing import Final, NamedTuple, TypeAlias

from bot.ladder.mean import Mean
from games import matrix
from games.compiled import Compiled
from games.schamanen.ground import Flat
from games.schamanen.judge import came_true
from games.schamanen.outlook import chance, ended
from games.schamanen.state import BISON, Terms, exchanger
from tests.tools.bench.clock import row

MATCHES: Final = 300
"""In which it is asked how often either is right."""
GROUNDS: Final = 1_600
LIVES: Final = 8
"""So often each is played to its end."""
FATES: Final = 96
ENDS: Final = 16
"""By half, of each meeting of those matches."""
FURTHER: Final = 3
"""So many exchanges further than the coach somebody looks who is no prophet."""
TERMS: Final = Terms("classic", 21, endless=False, one=False, own=False)

Cells: TypeAlias = Sequence[float]
"""By space, what a duel leads to when the masks meet there."""


class Fates:
    """Matches that are played on from a ground."""

    def __init__(self, seed: int) -> None:
        self._played = Compiled("tests.tools.bench", "fates", lambda: False)
        rows = [_row(TERMS.limit - to_come) for to_come in range(1, TERMS.limit + 1)]
        self._played.note("chances", struct.pack(f"<{17 * len(rows)}d", *(each for row in rows for each in row)))
        self._played.asked("begin", seed)

    @property
    def ground(self) -> Flat:
        stones = tuple(self._played.noted("ground", 18))
        return Flat((stones[:9], stones[9:]))

    @ground.setter
    def ground(self, ground: Flat) -> None:
        self._played.note("ground", bytes((*ground.values[0], *ground.values[1])))

    def place(self) -> None:
        self._played.asked("place")

    def ahead(self, shells: int, duels: int) -> Cells:
        """As the coach thinks of a duel."""
        return self._told("ahead", shells, duels, most=9)

    def exchange(self, shells: int, duels: int) -> float:
        return self._told("exchange", shells, duels)[0]

    def live(self) -> tuple[float, float]:
        """From the first duel to the end: what came of it to Bison without luck, and as it was."""
        left, share = self._told("live", 9, 0, most=2)
        return left, share

    def fate(self, shells: int, duels: int) -> float:
        """What comes of it to Bison on average, luck taken out, before an exchange."""
        return self._told("fate", shells, duels, ENDS)[0]

    def foresee(self, shells: int, duels: int, further: int) -> float:
        return self._told("foresee", shells, duels, further)[0]

    def _told(self, what: str, *numbers: int, most: int = 1) -> Cells:
        self._played.asked(what, *numbers)
        return struct.unpack(f"<{most}d", self._played.noted("found", 8 * most))


def _row(duels: int) -> Cells:
    """The chances of whoever exchanges then, with 1 to 17 shells."""
    if exchanger(duels) == BISON:
        return [chance(TERMS, duels, shells) for shells in range(1, 18)]
    return [1 - chance(TERMS, duels, 18 - shells) for shells in range(1, 18)]


class Duel(NamedTuple):
    """One duel, as it is mixed."""

    rows: Sequence[float]
    columns: Sequence[float]
    value: float
    """To Bison, as the coach believes."""

    def drawn(self, dice: Random) -> int:
        """A space."""
        (at,), (by,) = dice.choices(range(3), self.rows), dice.choices(range(3), self.columns)
        return 3 * at + by

    def brought(self, cells: Cells) -> Cells:
        """By how much each meeting changes what the match is worth, as somebody says."""
        whole = sum(share * cell for share, cell in zip(self._shares, cells, strict=True))
        return [cell - whole for cell in cells]

    def luck(self, cells: Cells) -> Cells:
        """What of it is the meeting's, and not of either mask alone: as the coach counts it."""
        brought = self.brought(cells)
        rows = [sum(share * brought[3 * at + by] for by, share in enumerate(self.columns)) for at in range(3)]
        columns = [sum(share * brought[3 * by + at] for by, share in enumerate(self.rows)) for at in range(3)]
        return [each - rows[at // 3] - columns[at % 3] for at, each in enumerate(brought)]

    def missed(self, one: Cells, other: Cells, luck: Cells) -> float:
        """How much what it brought varies beside that luck, of two who say so without knowing each other."""
        halves = zip(self._shares, self.brought(one), self.brought(other), luck, strict=True)
        return sum(share * (mine - least) * (yours - least) for share, mine, yours, least in halves)

    def by_mask(self, one: Cells, other: Cells) -> float:
        """The same of the masks alone, of whoever knows all that can be known."""
        lucks = zip(self.luck(one), self.luck(other), self.brought(one), self.brought(other), strict=True)
        apart = [(mine - least) * (yours - lower) for least, lower, mine, yours in lucks]
        return sum(share * each for share, each in zip(self._shares, apart, strict=True))

    @property
    def _shares(self) -> Cells:
        return [one * other for one, other in product(self.rows, self.columns)]


def laid(number: int) -> Sequence[tuple[float, float]]:
    """Of one ground."""
    fates = Fates(number)
    fates.place()
    return [fates.live() for _ in range(LIVES)]


def foretold(number: int) -> Sequence[float]:
    """Of a match: what a prophet leaves, and what whoever looks no further than the coach, then further and further."""
    return [sum(each) for each in zip(*_duels(Fates(GROUNDS + number), Random(number)), strict=True)]


def _duels(fates: Fates, dice: Random) -> Iterator[Sequence[float]]:
    fates.place()
    shells = 9
    for duels in range(TERMS.limit):
        cells, duel, then = _met(fates, shells, duels)
        halves = [{each: fates.fate(each, duels + 1) for each in {*then}} for _ in range(2)]
        one, other = ([half[each] for each in then] for half in halves)
        seen = [
            {each: fates.foresee(each, duels + 1, further) for each in {*then}} for further in range(1, FURTHER + 1)
        ]
        told = [cells, *([looked[each] for each in then] for looked in seen)]
        yield [duel.by_mask(one, other), *(duel.missed(one, other, duel.luck(each)) for each in told)]
        shells = then[duel.drawn(dice)]
        if shells in (0, 18):
            return


def _met(fates: Fates, shells: int, duels: int) -> tuple[Cells, Duel, Sequence[int]]:
    """The exchange, what the duel leads to as the coach thinks, how it is mixed, and the shells by space."""
    if duels:
        fates.exchange(shells, duels)
    cells = fates.ahead(shells, duels)
    solved = matrix.solved([cells[at : at + 3] for at in (0, 3, 6)])
    then = [min(18, max(0, shells + one - other)) for one, other in zip(*fates.ground.values, strict=True)]
    return cells, Duel([*map(float, solved.rows)], [*map(float, solved.columns)], float(solved.value)), then


class Stand(NamedTuple):
    """Before a duel."""

    coach: float
    """As the coach tells."""
    flat: float
    """By the same without a look at the ground."""
    known: tuple[float, float]
    """To the halves of the prophet."""


def believed(number: int) -> tuple[float, Sequence[Stand]]:
    """What came of a match, and what was to be known of it."""
    fates, dice, shells = Fates(GROUNDS + FATES + number), Random(number), 9
    fates.place()
    found: list[Stand] = []
    for duels in range(TERMS.limit):
        known = fates.fate(shells, duels), fates.fate(shells, duels)
        _, duel, then = _met(fates, shells, duels)
        coach, flat = (came_true(duel.value, TERMS.limit - duels, on) for on in (fates.ground.meetings, ()))
        found.append(Stand(coach, flat, known))
        shells = then[duel.drawn(dice)]
        if shells in (0, 18):
            break
    return ended(shells), found


def told(crew: ProcessPoolExecutor, grounds: int = GROUNDS, fates: int = FATES, matches: int = MATCHES) -> None:
    """None of it is to be reached: it says how far one could come."""
    lives = list(crew.map(laid, range(grounds), chunksize=16))
    shares = [share for each in lives for _, share in each]
    mean = fmean(left for each in lives for left, _ in each)
    halves = [(fmean(left for left, _ in each[::2]), fmean(left for left, _ in each[1::2])) for each in lives]
    placed = Mean.of([(one - mean) * (other - mean) for one, other in halves])
    whole, name = pvariance(shares), "Duel: of a result's variance"
    row(f"{name}, all", f"{whole:.4f}", "is told", holds=True)
    row(f"{name}, where the stones lay", _unsure(placed), "is told", holds=True)
    masks, *lefts = map(Mean.of, zip(*crew.map(foretold, range(fates), chunksize=1), strict=True))
    row(f"{name}, which mask was better", _unsure(masks), "is told", holds=True)
    names = ["the coach", *(f"{further} further" for further in range(1, FURTHER + 1)), "a prophet"]
    for who, left in zip(names, [*lefts, masks], strict=True):
        rest, within = placed.mean + left.mean, hypot(placed.within, left.within)
        ratios = f"{whole / rest:.1f}× ({whole / (rest + within):.1f} to {whole / (rest - within):.1f})"
        row(f"Duel: fewer matches, as {who} sees luck", ratios, "is told", holds=True)
    ends = list(crew.map(believed, range(matches), chunksize=4))
    came = fmean((each.coach - share) ** 2 for share, stands in ends for each in stands)
    row(f"Duel: Brier of the coach, before the duels of {matches} matches", f"{came:.3f}", "is told", holds=True)
    every = [each for _, stands in ends for each in stands]
    coach, flat = _apart([each.coach for each in every], every), _apart([each.flat for each in every], every)
    row("Duel: the same without a look at the ground", f"{came + flat - coach:.3f}", "is told", holds=True)
    row("Duel: the same of a prophet", f"{came - coach:.3f}", "is told", holds=True)


def _apart(told: Sequence[float], stands: Sequence[Stand]) -> float:
    """How far that is from what the prophet knows, squared."""
    return fmean((it - one) * (it - other) for it, (_, _, (one, other)) in zip(told, stands, strict=True))


def _unsure(found: Mean) -> str:
    return f"{found.mean:.4f} ±{found.within:.4f}"


def main(grounds: int = GROUNDS, fates: int = FATES, matches: int = MATCHES) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as crew:
        told(crew, grounds, fates, matches)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
