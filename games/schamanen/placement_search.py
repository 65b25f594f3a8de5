"""Choosing a placement: a quick estimate of all placements, then random completions of the board for the best ones."""

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
from games.schamanen.state import BISON, FACE_DOWN, SPACES, VALUES, WOLF, Space, View, parse_stone

CANDIDATES_MAX: Final = 6
"""Only this many placements, the best by the quick estimate, are tried on sampled boards."""
SAMPLED_BOARDS_MAX: Final = 8
"""On how many sampled boards each candidate is tried if there is time."""
_SAMPLE_ATTEMPTS_MAX: Final = 8
"""How often a sampled board with an illegal pair is drawn again."""


def search_placement(view: View, seat: Seat, dice: Dice, left: TimeLeft) -> tuple[Move, int]:
    """Return the placement with the best mean value over randomly completed boards, and the number of boards."""
    candidates = sorted(legal_moves(view), key=lambda move: estimate_placement(view, seat, move), reverse=True)
    candidates = candidates[:CANDIDATES_MAX]
    evaluator = replace(Evaluator.from_view(view), unknown_values=((), ()))
    sums = dict.fromkeys(candidates, 0.0)
    counts = dict.fromkeys(candidates, 0)
    sampled = 0
    while sampled < SAMPLED_BOARDS_MAX and left() > 0:
        sampled += 1
        sample = sample_final_board(view, dice)
        for move in candidates:
            side, value, space = parse_placement(move, seat)
            board = sample.swap(side, sample.values[side].index(value), space)
            if view.terms.stones_are_hidden or not _has_equal_pair(board):
                sums[move] += duel_value(board.pairings, evaluator.search_values(board)) * (1 if seat == BISON else -1)
                counts[move] += 1
    tried = [move for move in candidates if counts[move]]
    return max(tried, key=lambda move: sums[move] / counts[move], default=candidates[0]), sampled


def estimate_placement(view: View, seat: Seat, move: Move) -> float:
    """Estimate the value of the next duel to this seat, in shells, if the board were complete after this placement."""
    value = matrix.value_3x3(*estimate_margins(apply_placement(view, seat, move)))
    return value if seat == BISON else -value


def estimate_margins(board: SingleStoneBoard) -> Sequence[float]:
    """Return by space Bison's value less Wolf's. Each unknown value counts as the mean of those it may be."""
    bison, wolf = (_fill_with_mean(side) for side in board.values)
    return [mine - theirs for mine, theirs in zip(bison, wolf, strict=True)]


def _fill_with_mean(side: Sequence[int]) -> Sequence[float]:
    unknown = side.count(FACE_DOWN)
    mean = (sum(VALUES) - sum(side)) / unknown if unknown else 0
    return [value or mean for value in side]


def parse_placement(move: Move, seat: Seat) -> tuple[int, int, Space]:
    """Return the side and value of the stone that is placed, and its space."""
    _, stone, space = move
    return *parse_stone(stone, seat), SPACES.index(space)


def apply_placement(view: View, seat: Seat, move: Move) -> SingleStoneBoard:
    """Return the board after a placement. A relocated stone sends the one on its space to the last free space."""
    side, value, space = parse_placement(move, seat)
    board = single_stone_board(view)
    stones = list(board.values[side])
    if move[0] == "relocate":
        stones[stones.index(FACE_DOWN)] = stones[space]
    stones[space] = value
    values = list(board.values)
    values[side] = tuple(stones)
    return SingleStoneBoard((values[BISON], values[WOLF]))


def sample_final_board(view: View, dice: Dice) -> SingleStoneBoard:
    """Complete the board at random.

    Except in memory, a sample without equal values on a space is preferred, but not guaranteed.
    """
    board = single_stone_board(view)
    for _ in range(_SAMPLE_ATTEMPTS_MAX):
        bison, wolf = (
            _fill_randomly(side, unknown, dice)
            for side, unknown in zip(board.values, unknown_values(view), strict=True)
        )
        sample = SingleStoneBoard((bison, wolf))
        if view.terms.stones_are_hidden or not _has_equal_pair(sample):
            break
    return sample


def _fill_randomly(side: Sequence[int], unknown: Sequence[int], dice: Dice) -> tuple[int, ...]:
    stones = iter(dice.shuffle(unknown))
    return tuple(value or next(stones) for value in side)


def _has_equal_pair(board: SingleStoneBoard) -> bool:
    return any(bison == wolf for bison, wolf in zip(*board.values, strict=True))
