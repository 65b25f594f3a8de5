"""Placing stones with a plan: what a board may become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games import matrix
from games.core import Move, Seat, TimeLeft
from games.dice import Dice
from games.schamanen.ground import Flat, flat, unseen
from games.schamanen.legal import legal
from games.schamanen.outlook import Outlook, worth
from games.schamanen.state import BACK, BISON, SPACES, WOLF, Space, View, named

SCREENED: Final = 6
"""As many placements are looked at closely: those that promise most at a glance."""
DREAMS: Final = 8
"""On so many boards that may come of it."""


def planned(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> tuple[Move, int]:
    """The placement that does best over boards laid out at random to their end, and how many those were."""
    words = sorted(legal(view), key=lambda word: promise(view, seat, word), reverse=True)[:SCREENED]
    outlook = replace(Outlook.of(view), unseen=((), ()))
    sums = dict.fromkeys(words, 0.0)
    counts = dict.fromkeys(words, 0)
    dreams = 0
    while dreams < DREAMS and left() > 0:
        dreams += 1
        dream = dreamt(view, dice)
        for word in words:
            side, value, space = placed(word, seat)
            board = dream.swapped(side, dream.values[side].index(value), space)
            if view.terms.hidden or not _twins(board):
                sums[word] += worth(board.meetings, outlook.ahead(board)) * (1 if seat == BISON else -1)
                counts[word] += 1
    seen = [word for word in words if counts[word]]
    return max(seen, key=lambda word: sums[word] / counts[word], default=words[0]), dreams


def promise(view: View, seat: Seat, word: Move) -> float:
    """What a board is worth at a glance after a placement: every stone still to come as its side's mean."""
    value = matrix.value_3x3(*margins(laid(view, seat, word)))
    return value if seat == BISON else -value


def margins(board: Flat) -> Sequence[float]:
    bison, wolf = (_levelled(side) for side in board.values)
    return [one - other for one, other in zip(bison, wolf, strict=True)]


def _levelled(side: Sequence[int]) -> Sequence[float]:
    """Each unknown value as the mean of those that it may be."""
    missing = side.count(BACK)
    mean = (45 - sum(side)) / missing if missing else 0
    return [value or mean for value in side]


def placed(word: Move, seat: Seat) -> tuple[int, int, Space]:
    """The side and the value of the stone that is placed, and where."""
    _, stone, space = word
    return *named(stone, seat), SPACES.index(space)


def laid(view: View, seat: Seat, word: Move) -> Flat:
    """The ground after a placement; a stone whose space is taken moves to the last free one."""
    side, value, space = placed(word, seat)
    board = flat(view)
    stones = list(board.values[side])
    if word[0] == "relocate":
        stones[stones.index(BACK)] = stones[space]
    stones[space] = value
    values = list(board.values)
    values[side] = tuple(stones)
    return Flat((values[BISON], values[WOLF]))


def dreamt(view: View, dice: Dice) -> Flat:
    """All the stones laid out, as they may lie at the end; twins only where nothing else is to be found."""
    board = flat(view)
    for _ in range(_TRIES):
        bison, wolf = (_filled(side, left, dice) for side, left in zip(board.values, unseen(view), strict=True))
        dream = Flat((bison, wolf))
        if view.terms.hidden or not _twins(dream):
            break
    return dream


_TRIES: Final = 8


def _filled(side: Sequence[int], left: Sequence[int], dice: Dice) -> tuple[int, ...]:
    stones = iter(dice.shuffle(left))
    return tuple(value or next(stones) for value in side)


def _twins(board: Flat) -> bool:
    return any(bison == wolf for bison, wolf in zip(*board.values, strict=True))
