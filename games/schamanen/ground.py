"""The stones as one who plans sees them: what meets on each space, and what an exchange would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from games.core import Move, Seat
from games.schamanen.legal import pairs
from games.schamanen.state import BACK, BISON, SIDES, SPACES, VALUES, WOLF, Space, Terms, View

Meeting: TypeAlias = int
"""What meets on a space: ten times Bison's value and Wolf's, 0 where not known; with stacks, EVEN and the margin."""
EVEN: Final = 145
MOST: Final = 191
"""Past every pair, and past every margin: nine stones are 45."""
Liking: TypeAlias = Callable[[Sequence[Meeting]], float]
"""How good nine meetings are for whoever exchanges."""

WIDTH: Final = 28
"""With stacks: of the 144 ways that single stones have, the best so many are tried two by two."""


def changed_places(stones: Sequence[int], one: Space, other: Space) -> tuple[int, ...]:
    """The stones of a side, by space, when those two have gone each where the other was."""
    moved = list(stones)
    moved[one], moved[other] = moved[other], moved[one]
    return tuple(moved)


@dataclass(frozen=True)
class Flat:
    """A stone of each side a space."""

    values: tuple[tuple[int, ...], tuple[int, ...]]

    @cached_property
    def meetings(self) -> Sequence[Meeting]:
        return [10 * bison + wolf for bison, wolf in zip(*self.values, strict=True)]

    def swapped(self, side: int, one: Space, other: Space) -> Flat:
        stones = changed_places(self.values[side], one, other)
        return Flat((stones, self.values[WOLF]) if side == BISON else (self.values[BISON], stones))


@dataclass(frozen=True, slots=True)
class Piled:
    """Any stones on any space."""

    lies: tuple[Space, ...]
    """Bison's 1 to 9, then Wolf's."""

    @property
    def meetings(self) -> Sequence[Meeting]:
        margins = [EVEN] * 9
        for stone, space in enumerate(self.lies):
            margins[space] += _WEIGHTS[stone]
        return margins

    def exchanged(self, liking: Liking) -> Iterator[tuple[Move, Piled]]:
        """Of ten thousand, those of two ways of which each is among the best."""
        margins = self.meetings
        ways = [(stone, to) for stone, space in enumerate(self.lies) for to in range(9) if to != space]
        ways.sort(key=lambda way: liking(self._led(margins, way)), reverse=True)
        for one, other in combinations(sorted(ways[:WIDTH]), 2):
            if one[0] != other[0]:
                yield self._word(one, other), self.moved(one, other)

    def _led(self, margins: Sequence[int], way: tuple[int, Space]) -> Sequence[Meeting]:
        stone, to = way
        led = list(margins)
        led[self.lies[stone]] -= _WEIGHTS[stone]
        led[to] += _WEIGHTS[stone]
        return led

    def moved(self, *ways: tuple[int, Space]) -> Piled:
        lies = list(self.lies)
        for stone, to in ways:
            lies[stone] = to
        return Piled(tuple(lies))

    def _word(self, *ways: tuple[int, Space]) -> Move:
        return ("move", *(token for stone, to in ways for token in (_NAMES[stone], SPACES[to])))


Ground: TypeAlias = Flat | Piled


def exchanged(ground: Ground, terms: Terms, seat: Seat, liking: Liking) -> Iterable[tuple[Move, Ground]]:
    """What may be said in an exchange, and what it makes of the ground; with stacks, only what is likely good."""
    return ground.exchanged(liking) if isinstance(ground, Piled) else _swapped(ground, terms, seat)


@lru_cache(maxsize=1 << 10)
def _swapped(ground: Flat, terms: Terms, seat: Seat) -> Sequence[tuple[Move, Flat]]:
    """All that may be; who thinks ahead comes by the same ground with other shells."""
    return tuple(
        (
            ("swap", *((SIDES[side],) if terms.both else ()), SPACES[one], SPACES[other]),
            ground.swapped(side, one, other),
        )
        for side in ((BISON, WOLF) if terms.both else (seat,))
        for one, other in pairs(ground.values[side], ground.values[1 - side], terms)
    )


def after(ground: Ground, word: Move, seat: Seat) -> Ground:
    """What an exchange makes of it."""
    if isinstance(ground, Piled):
        _, one, here, other, there = word
        return ground.moved((_NAMES.index(one), SPACES.index(here)), (_NAMES.index(other), SPACES.index(there)))
    _, *colour, one, other = word
    return ground.swapped(SIDES.index(colour[0]) if colour else seat, SPACES.index(one), SPACES.index(other))


_WEIGHTS: Final = (*VALUES, *(-value for value in VALUES))
"""What each stone adds to the margin where it lies."""
_NAMES: Final = tuple(f"{side[0]}{value}" for side in SIDES for value in VALUES)


def flat(view: View) -> Flat:
    """What this seat knows of a ground without stacks; what is not placed yet is not known yet."""
    bison, wolf = (tuple(pile[0] if pile else BACK for pile in side) for side in view.known)
    return Flat((bison, wolf))


def seen(view: View) -> Ground:
    """What this seat knows of the ground when all the stones are out."""
    if view.terms.stacks:
        lies = [{value: space for space, pile in enumerate(side) for value in pile} for side in view.known]
        return Piled(tuple(side[value] for side in lies for value in VALUES))
    return flat(view)


def unseen(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By side, the values that lie face down or were not placed yet."""
    bison, wolf = (tuple(sorted(set(VALUES).difference(*side))) for side in view.known)
    return bison, wolf
