"""Placing stones with a plan: what a board may become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games import matrix
from games.core import Move, Seat, TimeLeft
from games.dice import Dice
from games.schamanen.evaluation import Evaluator, duel_value
from games.schamanen.known_board import SingleStoneBoard, single_stone_board, unknown_values
from games.schamanen.legal_moves import legal_moves
from games.schamanen.state import BISON, FACE_DOWN, SPACES, WOLF, Space, View, parse_stone

CANDIDATES_MAX: Final = 6
"""As many placements are looked at closely: those that promise most at a glance."""
SAMPLED_BOARDS_MAX: Final = 8
"""On so many boards that may come of it."""


def search_placement(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> tuple[Move, int]:
    """The placement that does best over boards laid out at random to their end, and how many those were."""
    words = sorted(legal_moves(view), key=lambda word: estimate_placement(view, seat, word), reverse=True)[
        :CANDIDATES_MAX
    ]
    outlook = replace(Evaluator.from_view(view), unknown_values=((), ()))
    sums = dict.fromkeys(words, 0.0)
    counts = dict.fromkeys(words, 0)
    dreams = 0
    while dreams < SAMPLED_BOARDS_MAX and left() > 0:
        dreams += 1
        dream = sample_final_board(view, dice)
        for word in words:
            side, value, space = parse_placement(word, seat)
            board = dream.swap(side, dream.values[side].index(value), space)
            if view.terms.stones_are_hidden or not _has_equal_pair(board):
                sums[word] += duel_value(board.pairings, outlook.search_values(board)) * (1 if seat == BISON else -1)
                counts[word] += 1
    seen = [word for word in words if counts[word]]
    return max(seen, key=lambda word: sums[word] / counts[word], default=words[0]), dreams


def estimate_placement(view: View, seat: Seat, word: Move) -> float:
    """What a board is worth at a glance after a placement: every stone still to come as its side's mean."""
    value = matrix.value_3x3(*estimate_margins(apply_placement(view, seat, word)))
    return value if seat == BISON else -value


def estimate_margins(board: SingleStoneBoard) -> Sequence[float]:
    bison, wolf = (_fill_with_mean(side) for side in board.values)
    return [one - other for one, other in zip(bison, wolf, strict=True)]


def _fill_with_mean(side: Sequence[int]) -> Sequence[float]:
    """Each unknown value as the mean of those that it may be."""
    missing = side.count(FACE_DOWN)
    mean = (45 - sum(side)) / missing if missing else 0
    return [value or mean for value in side]


def parse_placement(word: Move, seat: Seat) -> tuple[int, int, Space]:
    """The side and the value of the stone that is placed, and where."""
    _, stone, space = word
    return *parse_stone(stone, seat), SPACES.index(space)


def apply_placement(view: View, seat: Seat, word: Move) -> SingleStoneBoard:
    """The ground after a placement; a stone whose space is taken moves to the last free one."""
    side, value, space = parse_placement(word, seat)
    board = single_stone_board(view)
    stones = list(board.values[side])
    if word[0] == "relocate":
        stones[stones.index(FACE_DOWN)] = stones[space]
    stones[space] = value
    values = list(board.values)
    values[side] = tuple(stones)
    return SingleStoneBoard((values[BISON], values[WOLF]))


def sample_final_board(view: View, dice: Dice) -> SingleStoneBoard:
    """All the stones laid out, as they may lie at the end; twins only where nothing else is to be found."""
    board = single_stone_board(view)
    for _ in range(_SAMPLE_ATTEMPTS_MAX):
        bison, wolf = (
            _fill_randomly(side, left, dice) for side, left in zip(board.values, unknown_values(view), strict=True)
        )
        dream = SingleStoneBoard((bison, wolf))
        if view.terms.stones_are_hidden or not _has_equal_pair(dream):
            break
    return dream


_SAMPLE_ATTEMPTS_MAX: Final = 8


def _fill_randomly(side: Sequence[int], left: Sequence[int], dice: Dice) -> tuple[int, ...]:
    stones = iter(dice.shuffle(left))
    return tuple(value or next(stones) for value in side)


def _has_equal_pair(board: SingleStoneBoard) -> bool:
    return any(bison == wolf for bison, wolf in zip(*board.values, strict=True))
