"""The board as one seat knows it, and the board after each possible exchange."""

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
"""The two stones that meet on a space, or the two stacks, encoded as one number.

Without stacks, the number is ten times Bison's value plus Wolf's. An unknown value counts as 0. With stacks, the number
is `STACK_PAIRING_TIE` plus the margin, which is Bison's sum minus Wolf's.
"""
SINGLE_PAIRING_COUNT: Final = 100
"""The number of pairings that encode two values from 0 to 9. Higher pairings encode margins."""
STACK_MARGIN_MAX: Final = sum(VALUES)
"""The largest possible margin, reached when all stones of one side meet no stone of the other."""
STACK_PAIRING_TIE: Final = SINGLE_PAIRING_COUNT + STACK_MARGIN_MAX
PAIRING_COUNT: Final = STACK_PAIRING_TIE + STACK_MARGIN_MAX + 1
BoardScorer: TypeAlias = Callable[[Sequence[Pairing]], float]
"""A function that scores a board by its nine pairings. Higher scores are better for the player who exchanges."""
StackMove: TypeAlias = tuple[int, Space]
"""A stone, as an index into `StackedBoard.stone_spaces`, and the space to which it moves."""

STACK_SEARCH_WIDTH: Final = 28
"""The number of best single-stone moves that are combined into exchanges in the variant with stacks.

The number is limited to save time: the 18 stones have 144 moves, which form nearly ten thousand legal exchanges.
"""


def swap_stones(stones: Sequence[int], first: Space, second: Space) -> tuple[int, ...]:
    """Return one side's stones by space after the stones on two spaces have been swapped."""
    swapped = list(stones)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return tuple(swapped)


@dataclass(frozen=True)
class SingleStoneBoard:
    """A board with one stone of each side on each space."""

    values: tuple[tuple[int, ...], tuple[int, ...]]
    """The stone values by side and space, with `FACE_DOWN` for unknown values."""

    @cached_property
    def pairings(self) -> Sequence[Pairing]:
        return [10 * bison + wolf for bison, wolf in zip(*self.values, strict=True)]

    def swap(self, side: int, first: Space, second: Space) -> SingleStoneBoard:
        stones = swap_stones(self.values[side], first, second)
        return SingleStoneBoard((stones, self.values[WOLF]) if side == BISON else (self.values[BISON], stones))


@dataclass(frozen=True, slots=True)
class StackedBoard:
    """A board with any number of stones on each space."""

    stone_spaces: tuple[Space, ...]
    """The spaces of Bison's stones 1 to 9, followed by the spaces of Wolf's stones."""

    @property
    def pairings(self) -> Sequence[Pairing]:
        pairings = [STACK_PAIRING_TIE] * len(SPACES)
        for stone, space in enumerate(self.stone_spaces):
            pairings[space] += _STONE_MARGINS[stone]
        return pairings

    def list_promising_exchanges(self, score_board: BoardScorer) -> Iterator[tuple[Move, StackedBoard]]:
        """Yield promising exchanges, each with the board after it. They combine two of the best single-stone moves."""
        pairings = self.pairings
        moves = [
            (stone, target)
            for stone, space in enumerate(self.stone_spaces)
            for target in range(len(SPACES))
            if target != space
        ]
        moves.sort(key=lambda move: score_board(self._pairings_after(pairings, move)), reverse=True)
        for first, second in combinations(sorted(moves[:STACK_SEARCH_WIDTH]), 2):
            if first[0] != second[0]:
                yield self._format_move(first, second), self.move_stones(first, second)

    def _pairings_after(self, pairings: Sequence[Pairing], move: StackMove) -> Sequence[Pairing]:
        stone, target = move
        after = list(pairings)
        after[self.stone_spaces[stone]] -= _STONE_MARGINS[stone]
        after[target] += _STONE_MARGINS[stone]
        return after

    def move_stones(self, *moves: StackMove) -> StackedBoard:
        spaces = list(self.stone_spaces)
        for stone, target in moves:
            spaces[stone] = target
        return StackedBoard(tuple(spaces))

    def _format_move(self, *moves: StackMove) -> Move:
        return ("move", *(token for stone, target in moves for token in (_STONE_TOKENS[stone], SPACES[target])))


KnownBoard: TypeAlias = SingleStoneBoard | StackedBoard


def list_exchanges(
    board: KnownBoard, terms: DuelTerms, seat: Seat, score_board: BoardScorer
) -> Iterable[tuple[Move, KnownBoard]]:
    """Return the legal exchanges, each with the board after it. With stacks, include only promising exchanges."""
    return (
        board.list_promising_exchanges(score_board)
        if isinstance(board, StackedBoard)
        else _list_swaps(board, terms, seat)
    )


# Cached because a search visits the same board several times, with different numbers of shells.
@lru_cache(maxsize=1 << 10)
def _list_swaps(board: SingleStoneBoard, terms: DuelTerms, seat: Seat) -> Sequence[tuple[Move, SingleStoneBoard]]:
    return tuple(
        (
            ("swap", *((SIDES[side],) if terms.may_handle_both_sides else ()), SPACES[first], SPACES[second]),
            board.swap(side, first, second),
        )
        for side in ((BISON, WOLF) if terms.may_handle_both_sides else (seat,))
        for first, second in list_swappable_spaces(board.values[side], board.values[1 - side], terms)
    )


def apply_exchange(board: KnownBoard, move: Move, seat: Seat) -> KnownBoard:
    """Return the board after an exchange."""
    if isinstance(board, StackedBoard):
        _, first, first_target, second, second_target = move
        return board.move_stones(
            (_STONE_TOKENS.index(first), SPACES.index(first_target)),
            (_STONE_TOKENS.index(second), SPACES.index(second_target)),
        )
    _, *side_names, first, second = move
    return board.swap(SIDES.index(side_names[0]) if side_names else seat, SPACES.index(first), SPACES.index(second))


_STONE_MARGINS: Final = (*VALUES, *(-value for value in VALUES))
"""The amount that each stone adds to the margin of its space."""
_STONE_TOKENS: Final = tuple(f"{side[0]}{value}" for side in SIDES for value in VALUES)


def single_stone_board(view: View) -> SingleStoneBoard:
    """Return the board that the view's seat knows, without stacks. Empty places count as unknown values."""
    bison, wolf = (tuple(pile[0] if pile else FACE_DOWN for pile in side) for side in view.known_stones)
    return SingleStoneBoard((bison, wolf))


def board_known_to_viewer(view: View) -> KnownBoard:
    """Return the board that the view's seat knows. All stones must have been placed."""
    if view.terms.allows_stacks:
        sides = [{value: space for space, pile in enumerate(side) for value in pile} for side in view.known_stones]
        return StackedBoard(tuple(side[value] for side in sides for value in VALUES))
    return single_stone_board(view)


def unknown_values(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return each side's values that the viewer cannot locate. Their stones lie face down or are not placed yet."""
    bison, wolf = (tuple(sorted(set(VALUES).difference(*side))) for side in view.known_stones)
    return bison, wolf
