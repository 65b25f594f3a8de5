"""What a duel is worth when every exchange after it is tried, to the last duel: slow, and exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import TypeAlias

from games import matrix
from games.schamanen.state import Terms, exchanger

Duels: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Bison's values and Wolf's, space by space."""


def fights(board: Duels, shells: int) -> list[int]:
    """Bison's shells after each of the nine duels there may be."""
    return [min(18, max(0, shells + bison - wolf)) for bison, wolf in zip(*board, strict=True)]


def reshaped(board: Duels, sides: Iterable[int]) -> Iterator[Duels]:
    """By every exchange of two stones of one of these sides."""
    for side, one, other in product(sides, range(9), range(9)):
        stones = list(board[side])
        stones[one], stones[other] = stones[other], stones[one]
        found = (tuple(stones), board[1]) if side == 0 else (board[0], tuple(stones))
        if one < other and all(bison != wolf for bison, wolf in zip(*found, strict=True)):
            yield found


def won(shells: float) -> float:
    return (1 + (shells > 9) - (shells < 9)) / 2


def by_all_answers(board: Duels, terms: Terms, shells: int, duels: int) -> list[float]:
    """What each of nine duels is worth to Bison, after so many: every exchange is tried, to the last duel."""
    seat, after = exchanger(duels + 1), duels + 1

    @cache
    def answered(left: int) -> float:
        if after == terms.limit or left in (0, 18):
            return won(left)
        answers = reshaped(board, (0, 1) if terms.both else (seat,))
        hopes = (matrix.worth(*by_all_answers(answer, terms, left, after)) for answer in answers)
        return max(hopes) if seat == 0 else min(hopes)

    return [answered(left) for left in fights(board, shells)]
