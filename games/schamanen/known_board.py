"""The stones as one who plans sees them: what meets on each space, and what an exchange would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from games.core import Move, Seat
from games.schamanen.legal_moves import list_swappable_spaces
from games.schamanen.state import BISON, FACE_DOWN, SIDES, SPACES, VALUES, WOLF, DuelTerms, Space, View

Pairing: TypeAlias = int
"""What meets on a space: ten times Bison's value and Wolf's, 0 where not known; with stacks, EVEN and the margin."""
STACK_PAIRING_TIE: Final = 145
PAIRING_COUNT: Final = 191
"""Past every pair, and past every margin: nine stones are 45."""
BoardScore: TypeAlias = Callable[[Sequence[Pairing]], float]
"""How good nine meetings are for whoever exchanges."""

STACK_SEARCH_WIDTH: Final = 28
"""With stacks: of the 144 ways that single stones have, the best so many are tried two by two."""


def swap_stones(stones: Sequence[int], one: Space, other: Space) -> tuple[int, ...]:
    """The stones of a side, by space, when those two have gone each where the other was."""
    moved = list(stones)
    moved[one], moved[other] = moved[other], moved[one]
    return tuple(moved)


@dataclass(frozen=True)
class SingleStoneBoard:
    """A stone of each side a space."""

    values: tuple[tuple[int, ...], tuple[int, ...]]

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        return [10 * bison + wolf for bison, wolf in zip(*self.values, strict=True)]

    def swap(self, side: int, one: Space, other: Space) -> SingleStoneBoard:
        stones = swap_stones(self.values[side], one, other)
        return SingleStoneBoard((stones, self.values[WOLF]) if side == BISON else (self.values[BISON], stones))


@dataclass(frozen=True, slots=True)
class StackedBoard:
    """Any stones on any space."""

    stone_spaces: tuple[Space, ...]
    """Bison's 1 to 9, then Wolf's."""

    @property
    def pairings(self) -> Sequence[Pairing]:
        margins = [STACK_PAIRING_TIE] * 9
        for stone, space in enumerate(self.stone_spaces):
            margins[space] += _STONE_MARGINS[stone]
        return margins

    def list_promising_exchanges(self, liking: BoardScore) -> Iterator[tuple[Move, StackedBoard]]:
        """Of ten thousand, those of two ways of which each is among the best."""
        margins = self.pairings
        ways = [(stone, to) for stone, space in enumerate(self.stone_spaces) for to in range(9) if to != space]
        ways.sort(key=lambda way: liking(self._pairings_after(margins, way)), reverse=True)
        for one, other in combinations(sorted(ways[:STACK_SEARCH_WIDTH]), 2):
            if one[0] != other[0]:
                yield self._format_move(one, other), self.move_stones(one, other)

    def _pairings_after(self, margins: Sequence[int], way: tuple[int, Space]) -> Sequence[Pairing]:
        stone, to = way
        led = list(margins)
        led[self.stone_spaces[stone]] -= _STONE_MARGINS[stone]
        led[to] += _STONE_MARGINS[stone]
        return led

    def move_stones(self, *ways: tuple[int, Space]) -> StackedBoard:
        lies = list(self.stone_spaces)
        for stone, to in ways:
            lies[stone] = to
        return StackedBoard(tuple(lies))

    def _format_move(self, *ways: tuple[int, Space]) -> Move:
        return ("move", *(token for stone, to in ways for token in (_STONE_TOKENS[stone], SPACES[to])))


KnownBoard: TypeAlias = SingleStoneBoard | StackedBoard


def list_exchanges(
    ground: KnownBoard, terms: DuelTerms, seat: Seat, liking: BoardScore
) -> Iterable[tuple[Move, KnownBoard]]:
    """What may be said in an exchange, and what it makes of the ground; with stacks, only what is likely good."""
    return (
        ground.list_promising_exchanges(liking)
        if isinstance(ground, StackedBoard)
        else _list_swaps(ground, terms, seat)
    )


@lru_cache(maxsize=1 << 10)
def _list_swaps(ground: SingleStoneBoard, terms: DuelTerms, seat: Seat) -> Sequence[tuple[Move, SingleStoneBoard]]:
    """All that may be; who thinks ahead comes by the same ground with other shells."""
    return tuple(
        (
            ("swap", *((SIDES[side],) if terms.may_handle_both_sides else ()), SPACES[one], SPACES[other]),
            ground.swap(side, one, other),
        )
        for side in ((BISON, WOLF) if terms.may_handle_both_sides else (seat,))
        for one, other in list_swappable_spaces(ground.values[side], ground.values[1 - side], terms)
    )


def apply_exchange(ground: KnownBoard, word: Move, seat: Seat) -> KnownBoard:
    """What an exchange makes of it."""
    if isinstance(ground, StackedBoard):
        _, one, here, other, there = word
        return ground.move_stones(
            (_STONE_TOKENS.index(one), SPACES.index(here)), (_STONE_TOKENS.index(other), SPACES.index(there))
        )
    _, *colour, one, other = word
    return ground.swap(SIDES.index(colour[0]) if colour else seat, SPACES.index(one), SPACES.index(other))


_STONE_MARGINS: Final = (*VALUES, *(-value for value in VALUES))
"""What each stone adds to the margin where it lies."""
_STONE_TOKENS: Final = tuple(f"{side[0]}{value}" for side in SIDES for value in VALUES)


def single_stone_board(view: View) -> SingleStoneBoard:
    """What this seat knows of a ground without stacks; what is not placed yet is not known yet."""
    bison, wolf = (tuple(pile[0] if pile else FACE_DOWN for pile in side) for side in view.known_stones)
    return SingleStoneBoard((bison, wolf))


def board_known_to_viewer(view: View) -> KnownBoard:
    """What this seat knows of the ground when all the stones are out."""
    if view.terms.allows_stacks:
        lies = [{value: space for space, pile in enumerate(side) for value in pile} for side in view.known_stones]
        return StackedBoard(tuple(side[value] for side in lies for value in VALUES))
    return single_stone_board(view)


def unknown_values(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By side, the values that lie face down or were not placed yet."""
    bison, wolf = (tuple(sorted(set(VALUES).difference(*side))) for side in view.known_stones)
    return bison, wolf
